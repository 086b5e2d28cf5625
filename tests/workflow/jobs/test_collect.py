"""The table of claims: one row a statement and study, exact numbers."""

from conftest import STUDIES

from kpca.results import checks, files, studies
from kpca.statements.check import Check
from kpca.statements.ledger import LEDGER
from kpca.workflow.jobs import collect


def _written(tmp_path, name, *executed):
    path = tmp_path / f"{name}-{len(executed)}.nc"
    study = STUDIES[name]
    files.write(studies.tree(study, claims=checks.to_dataset(list(executed))), path)
    return path


def test_rows_are_sorted_by_study_and_ledger_and_numbers_are_exact(tmp_path):
    third = 1.0 / 3.0
    one = _written(tmp_path, "rbf", Check("E7", third, 1.0, 1e6), Check("C1", 0.0, 1e-14, 1.0))
    two = _written(tmp_path, "rbf", Check("D2", 2.0, 1.0, 1e6))
    found = collect.rows([str(one), str(two)])
    assert [row["id"] for row in found] == ["E7", "C1", "D2"]
    collect.write(found, tmp_path / "claims.csv")
    back = collect.read(tmp_path / "claims.csv")
    assert back == [{name: row[name] for name in collect.COLUMNS} for row in found]
    assert tuple(back[0]) == collect.COLUMNS
    assert float(back[0]["discrepancy"]) == third
    assert [row["verdict"] for row in back] == ["agrees", "agrees", "fails"]
    assert back[2]["status"] == "holds if"


def test_a_study_without_claims_adds_no_row(tmp_path):
    assert collect.rows([str(_written(tmp_path, "rbf"))]) == []


def test_the_same_table_is_written_as_netcdf(tmp_path):
    one = _written(tmp_path, "rbf", Check("E7", 0.25, 1.0, 1e6), Check("C1x", 0.0, 1e-14, 1.0))
    outputs = [str(tmp_path / "claims.csv"), str(tmp_path / "claims.nc")]
    assert collect.main([*outputs, str(one)]) == 0
    table, tree = collect.read(outputs[0]), files.read(outputs[1])["claims"]
    for name in collect.COLUMNS[2:]:
        assert [str(value) for value in tree[name].values] == [row[name] for row in table]
    assert [str(value) for value in tree["claim"].values] == ["E7", "C1x"]
    assert set(tree["in_study"].values) == {"study"}
    assert (tree["margin"].values >= 100.0).all()


def test_a_statement_that_no_study_executes_is_an_error_where_every_one_is_required(
    tmp_path, capsys
):
    one = _written(tmp_path, "rbf", *(Check(id, 0.0, 1.0, 1e6) for id in LEDGER if id != "E6"))
    outputs = [tmp_path / "claims.csv", tmp_path / "claims.nc"]
    assert collect.main(["--every", *map(str, outputs), str(one)]) == 1
    assert "no study meets the precondition of E6; allowed: none" in capsys.readouterr().err
    assert not any(path.exists() for path in outputs)
    assert collect.main([*map(str, outputs), str(one)]) == 0
    assert collect.not_executed(collect.read(outputs[0])) == ["E6"]
