"""Tables of statements, checks, errata and conventions: every row explains itself."""

from dataclasses import replace

import notebook_peak

from kpca.figures import check_tables, tables
from kpca.results import files, solutions, solved, studies
from kpca.statements.check import Check
from kpca.statements.errata import ERRATA, SLIPS
from kpca.studies.datasets import example


def _rows(capsys):
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_the_eigen_solve_of_a_study_that_leaves_statements_out_executes_none(tmp_path, capsys):
    study = replace(example(), statements="none").solve()
    nodes = solutions.to_datasets(study, study.solution)
    nodes[solved.NODE] = solved.to_dataset(study)
    files.write(studies.to_tree(study, **nodes), tmp_path / "study.nc")
    notebook_peak.run("eigen-solve", str(tmp_path / "study.nc"))
    out = capsys.readouterr().out
    assert "no statement is executed" in out
    assert "verdict" not in out


def test_the_name_of_a_table_of_checks_has_at_most_three_ids(monkeypatch):
    names = []
    monkeypatch.setattr(tables, "show", lambda name, *_: names.append(name))
    check_tables.show(*(Check(id, 0.0, 1.0, 1e3) for id in ("C1", "C3", "C4", "C5")))
    assert names == ["checks-C1-C3-C4"]


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
