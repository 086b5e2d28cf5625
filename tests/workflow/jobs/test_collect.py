"""The table of checks: one row a statement and study, exact numbers."""

import re
from dataclasses import replace

from conftest import STUDIES
from small_project import ROOT

from kpca.results import checks, files, studies
from kpca.statements.check import Check, Failure
from kpca.statements.ledger import LEDGER
from kpca.workflow.jobs import collect


def _written(tmp_path, name, *executed):
    path = tmp_path / f"{name}-{len(executed)}.nc"
    study = STUDIES[name]
    files.write(studies.tree(study, checks=checks.to_dataset(list(executed))), path)
    return path


def test_rows_are_sorted_by_study_and_ledger_and_numbers_are_exact(tmp_path):
    third = 1.0 / 3.0
    one = _written(tmp_path, "rbf", Check("E7", third, 1.0, 1e6), Check("C1", 0.0, 1e-14, 1.0))
    two = _written(tmp_path, "rbf", Check("D2", 2.0, 1.0, 1e6))
    found = collect.rows([str(one), str(two)])
    assert [row["id"] for row in found] == ["E7", "C1", "D2"]
    collect.write(found, tmp_path / "checks.csv")
    back = collect.read(tmp_path / "checks.csv")
    assert back == [{name: row[name] for name in collect.COLUMNS} for row in found]
    assert tuple(back[0]) == collect.COLUMNS
    assert float(back[0]["discrepancy"]) == third
    assert [row["verdict"] for row in back] == ["agrees", "agrees", "fails"]
    assert back[2]["status"] == "holds if"


def test_a_study_without_checks_adds_no_row(tmp_path):
    assert collect.rows([str(_written(tmp_path, "rbf"))]) == []


def test_the_same_table_is_written_as_netcdf(tmp_path):
    of_part = Check("E7", 0.25, 1.0, 1e6, part="double sum over k")
    one = _written(tmp_path, "rbf", of_part, Check("C1x", 0.0, 1e-14, 1.0))
    outputs = [str(tmp_path / "checks.csv"), str(tmp_path / "checks.nc")]
    assert collect.main([*outputs, str(one)]) == 0
    table, tree = collect.read(outputs[0]), files.read(outputs[1])["checks"]
    for name in collect.COLUMNS[2:]:
        assert [str(value) for value in tree[name].values] == [row[name] for row in table]
    assert [str(value) for value in tree["statement"].values] == ["E7", "C1x"]
    assert set(tree["in_study"].values) == {"study"}
    assert (tree["margin"].values >= 100.0).all()
    assert list(tree["part"].values) == ["double sum over k", ""]


def test_a_statement_that_no_study_executes_is_an_error_where_every_one_is_required(
    tmp_path, capsys
):
    one = _written(tmp_path, "rbf", *(Check(id, 0.0, 1.0, 1e6) for id in LEDGER if id != "E6"))
    outputs = [tmp_path / "checks.csv", tmp_path / "checks.nc"]
    assert collect.main(["--every", *map(str, outputs), str(one)]) == 1
    assert "no study meets the precondition of E6; allowed: none" in capsys.readouterr().err
    assert not any(path.exists() for path in outputs)
    assert collect.main([*map(str, outputs), str(one)]) == 0
    assert collect.not_executed(collect.read(outputs[0])) == ["E6"]


def test_the_number_of_decided_entries_and_of_entries_are_the_last_columns(tmp_path):
    one = _written(tmp_path, "rbf", Check("E7", 0.25, 1.0, 1e6, decided=3, entries=4))
    collect.write(collect.rows([str(one)]), tmp_path / "checks.csv")
    assert (tmp_path / "checks.csv").read_text() == (
        "id,study,status,discrepancy,tolerance,control,verdict,decided,entries\n"
        "E7,study,holds,0.25,1.0,1000000.0,agrees,3,4\n"
    )


def test_the_table_of_two_studies_has_this_header_and_these_rows(tmp_path):
    of_zebra = [Check("C1", 0.5, 0.25, 1e6, 2, 3), Check("E7", 0.125, 1.0, 500.0, 4, 4)]
    given = {"zebra": (of_zebra, [Failure("D2", "ValueError: a, b")]), "ant": (of_zebra[1:], [])}
    for name, (executed, failures) in given.items():
        tree = checks.to_dataset(executed, failures)
        study = replace(STUDIES["rbf"], name=name)
        files.write(studies.tree(study, checks=tree), tmp_path / f"{name}.nc")
    outputs = [str(tmp_path / "checks.csv"), str(tmp_path / "checks.nc")]
    assert collect.main([*outputs, *(str(tmp_path / f"{name}.nc") for name in given)]) == 0
    assert (tmp_path / "checks.csv").read_text() == (
        "id,study,status,discrepancy,tolerance,control,verdict,decided,entries\n"
        "E7,zebra,holds,0.125,1.0,500.0,agrees,4,4\n"
        "C1,zebra,holds,0.5,0.25,1000000.0,fails,2,3\n"
        'D2,zebra,holds if,,,,"not executed: ValueError: a, b",,\n'
        "E7,ant,holds,0.125,1.0,500.0,agrees,4,4\n"
    )
    node = files.read(outputs[1])["checks"]
    assert list(node["not_executed_study"].values) == ["zebra"]


def test_every_column_of_the_table_is_explained_in_the_documentation():
    text = (
        (ROOT / "config/README.md").read_text(encoding="utf-8").split("## The table of checks")[1]
    )
    explained = re.findall(r"^\| `(\w+)` \| \S", text, re.MULTILINE)
    assert tuple(explained) == collect.COLUMNS


def test_a_study_whose_statements_are_executed_on_a_part_is_named_with_its_samples(tmp_path):
    whole = _written(tmp_path, "rbf", Check("E7", 0.25, 1.0, 1e6))
    path, part = tmp_path / "part.nc", replace(STUDIES["linear"], name="big", subset_of=5000)
    executed = checks.to_dataset([Check("C1", 0.0, 1e-14, 1.0)])
    files.write(studies.tree(part, checks=executed), path)
    outputs = [str(tmp_path / "checks.csv"), str(tmp_path / "checks.nc")]
    assert collect.main([*outputs, str(whole), str(path)]) == 0
    assert checks.subsets_of(files.read(outputs[1])["checks"]) == {
        "big": f"{part.n} of 5000 samples, a random subset"
    }
    assert collect.main([*outputs, str(whole)]) == 0
    assert checks.subsets_of(files.read(outputs[1])["checks"]) == {}
