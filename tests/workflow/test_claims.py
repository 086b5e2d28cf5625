"""The table of claims: one row a statement and study, exact numbers."""

from conftest import STUDIES

from kpca import records, results
from kpca.identities.check import Check
from kpca.workflow import claims


def _written(tmp_path, name, *checks):
    path = tmp_path / f"{name}-{len(checks)}.nc"
    study = STUDIES[name]
    results.write(records.study_tree(study, claims=records.from_checks(list(checks))), path)
    return path


def test_rows_are_sorted_by_study_and_ledger_and_numbers_are_exact(tmp_path):
    third = 1.0 / 3.0
    one = _written(tmp_path, "rbf", Check("E7", third, 1.0, 1e6), Check("C1", 0.0, 1e-14, 1.0))
    two = _written(tmp_path, "rbf", Check("D2", 2.0, 1.0, 1e6))
    found = claims.rows([str(one), str(two)])
    assert [row["id"] for row in found] == ["C1", "D2", "E7"]
    claims.write(found, tmp_path / "claims.csv")
    back = claims.read(tmp_path / "claims.csv")
    assert back == found
    assert tuple(back[0]) == claims.COLUMNS
    assert float(back[2]["discrepancy"]) == third
    assert [row["verdict"] for row in back] == ["agrees", "fails", "agrees"]
    assert back[1]["status"] == "holds if"


def test_a_study_without_claims_adds_no_row(tmp_path):
    assert claims.rows([str(_written(tmp_path, "rbf"))]) == []
