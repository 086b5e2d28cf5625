"""Tables of statements, checks, errata and conventions: every row explains itself."""

from dataclasses import replace

from kpca.figures import check_tables, tables
from kpca.statements.check import Check, Failure, Inapplicable
from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER
from kpca.studies.datasets import example


def _rows(capsys):
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_a_check_has_its_statement_its_numbers_and_its_verdict(capsys):
    check_tables.show(Check("C1", 0.5, 1.0, 500.0, decided=2, entries=3))
    assert _rows(capsys) == [
        check_tables.CAPTION,
        "id statement discrepancy tolerance control decided verdict",
        "C1 HKH equals the elementwise centering formula 5.0e-01 1.0e+00 5.0e+02 2 of 3 agrees",
    ]


def test_statements_that_raise_and_that_do_not_apply_are_visible(capsys):
    check_tables.show(
        Check("C1", 2.0, 1.0, 500.0, part="one"),
        Failure("C3", "ValueError: no"),
        Inapplicable("E1", "this study has no Phi (docs/notation.md)"),
    )
    _, _, failing, raised, skipped = _rows(capsys)
    assert failing.endswith("1 of 1 fails (one: 2 tolerances)")
    assert raised == f"C3 {LEDGER['C3'].text} not executed: ValueError: no"
    assert skipped == (
        f"E1 {LEDGER['E1'].text} does not apply: this study has no Phi (docs/notation.md)"
    )


def test_a_statement_is_executed_and_shown_unless_the_study_leaves_statements_out(capsys):
    given = []

    def statement(*values):
        given.append(values)
        return Check("C1", 0.5, 1.0, 500.0)

    study = replace(example(), statements="none")
    check_tables.executing(study)(statement, 1, 2)
    assert (given, capsys.readouterr().out) == ([], "")
    check_tables.executing(replace(study, statements="sample"))(statement, 3, 4)
    assert given == [(3, 4)]
    assert _rows(capsys)[2].startswith("C1 ")


def test_the_name_of_a_table_of_checks_has_at_most_three_ids(monkeypatch):
    names = []
    monkeypatch.setattr(tables, "show", lambda name, *_: names.append(name))
    check_tables.show(*(Check(id, 0.0, 1.0, 1e3) for id in ("C1", "C3", "C4", "C5")))
    assert names == ["checks-C1-C3-C4"]


def test_of_each_statement_the_study_with_the_largest_discrepancy_is_shown(capsys):
    rows = [
        (name, Check("C1", double, 1.0, 1e3), Check("C1", fifty, 4.0, 1e3))
        for name, double, fifty in (("a", 0.25, 1e-48), ("b", 0.5, 1e-49))
    ]
    check_tables.in_two_arithmetics(rows, 0.5)
    assert _rows(capsys)[2:] == [f"C1 {LEDGER['C1'].text} b 5.0e-01 1.0e-49 2.0e+00 1.0e+03"]


def test_checks_of_a_study_are_counted_and_the_worst_has_its_statement(capsys):
    checks = {
        "steep": [Check("C1", 0.5, 1.0, 1e3), Check("E7", 0.75, 1.0, 1e3)],
        "flat": [
            Check("E7", 3.0, 2.0, 1e3),
            Check("C1", 8.0, 40.0, 1e4),
            Check("D2", 0.1, 1.0, 1e3),
        ],
    }
    check_tables.by_study(checks)
    assert _rows(capsys)[2:] == [
        f"steep 2 of 2 0.75 E7: {LEDGER['E7'].text}",
        f"flat 2 of 3 1.5 E7: {LEDGER['E7'].text}",
    ]


def test_a_statement_has_its_text_its_notes_and_its_number_of_studies(capsys):
    check_tables.statements({"C1": 3})
    assert _rows(capsys)[1:] == [
        "id statement notes status studies",
        "C1 HKH equals the elementwise centering formula N0 N1 N3 N4 holds 3",
    ]


def test_an_erratum_says_what_came_out_or_that_the_study_has_none(capsys):
    check_tables.errata({"C1x": "as corrected: agrees"}, "rings")
    rows = _rows(capsys)
    assert rows[0] == "Misprints and mistakes of the notes. Executed: on the study rings."
    assert len(rows) == 2 + len(ERRATA)
    of = {row.split()[0]: row for row in rows[2:]}
    assert "as corrected: agrees" in of["C1x"]
    assert "not on this study" in of["C9"]


def test_every_slip_is_a_row(capsys):
    check_tables.slips()
    assert len(_rows(capsys)) == 2 + len(SLIPS)


def test_a_convention_is_a_product_of_powers(capsys):
    check_tables.conventions()
    rows = _rows(capsys)
    assert any(row.startswith("scikit-learn PCA") and "(n−1)^-1" in row for row in rows)
    assert any(
        row.startswith("R kernlab kpca") and row.endswith("n^-1 n^0.5 n^0.5") for row in rows
    )
