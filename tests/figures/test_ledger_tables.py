"""Statements, errata and conventions are tables in which every row explains itself."""

from kpca.figures import ledger_tables
from kpca.statements.errata import ERRATA, SLIPS


def _rows(capsys):
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_a_statement_has_its_text_its_notes_and_its_number_of_studies(capsys):
    ledger_tables.statements({"C1": 3})
    assert _rows(capsys)[1:] == [
        "id statement notes status studies",
        "C1 HKH equals the elementwise centering formula N0 N1 N3 N4 holds 3",
    ]


def test_an_erratum_says_what_came_out_or_that_the_study_has_none(capsys):
    ledger_tables.errata({"C1x": "as corrected: agrees"}, "rings")
    rows = _rows(capsys)
    assert rows[0] == "Misprints and mistakes of the notes. Executed: on the study rings."
    assert len(rows) == 2 + len(ERRATA)
    of = {row.split()[0]: row for row in rows[2:]}
    assert "as corrected: agrees" in of["C1x"]
    assert "not on this study" in of["C9"]


def test_every_slip_is_a_row(capsys):
    ledger_tables.slips()
    assert len(_rows(capsys)) == 2 + len(SLIPS)


def test_a_convention_is_a_product_of_powers(capsys):
    ledger_tables.conventions()
    rows = _rows(capsys)
    assert any(row.startswith("scikit-learn PCA") and "(n−1)^-1" in row for row in rows)
    assert any(
        row.startswith("R kernlab kpca") and row.endswith("n^-1 n^0.5 n^0.5") for row in rows
    )
