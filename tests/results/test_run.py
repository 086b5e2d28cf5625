"""The report reads what a run has stored, and works without any results."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from kpca.results import checks, files, solutions, studies
from kpca.results.run import Row, Run
from kpca.statements.case import Case
from kpca.studies.datasets import example

ROWS = [
    {"id": "C1", "verdict": "agrees", "discrepancy": "0.5"},
    {"id": "E7", "verdict": "undecided", "discrepancy": "0.25"},
    {"id": "E8", "verdict": "fails", "discrepancy": "4.0"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results of one study with three checks."""
    return _stored(tmp_path_factory.mktemp("results"), {"example": ROWS})


def _stored(folder, rows):
    """Results of studies that are alike, with the rows of the table of checks of each, by name."""
    given = {"status": "holds", "part": "one", "report": "words"}
    numbers = {"tolerance": "2.0", "control": "400.0", "margin": "200.0"}
    numbers |= {"decided": "1", "entries": "1"}
    every = [given | numbers | row | {"study": name} for name, of in rows.items() for row in of]
    table = checks.to_tree(every, {next(iter(rows)): "48 of 60 samples"})
    files.write(table, folder / "checks.nc")
    for name in rows:
        study = replace(example(), name=name)
        files.write(studies.to_tree(study), folder / name / "study.nc")
        case = Case.of(study)
        tree = studies.tree(study, **solutions.to_datasets(study, case.dual, case.dual.scores[:12]))
        files.write(tree, folder / name / "eigen-solve.nc")
    return folder


def test_studies_stand_in_the_order_of_the_run_and_statements_in_that_of_the_ledger(tmp_path):
    others = [
        {"id": "E8", "verdict": "agrees", "discrepancy": "1.5"},
        {"id": "D2", "verdict": "agrees", "discrepancy": "1.0"},
    ]
    run = Run.of(_stored(tmp_path, {"zebra": ROWS, "ant": others}))
    assert list(run.studies) == list(run.solutions) == ["zebra", "ant"]
    assert [study.name for study in run.studies.values()] == ["zebra", "ant"]
    assert list(run.executed.items()) == [("E7", 1), ("E8", 2), ("C1", 1), ("D2", 1)]
    ratio, agrees = run.matrix()
    nan = np.nan
    expected = [[nan, 2.0, 0.25, nan], [nan, 0.75, nan, 0.5]]
    assert np.array_equal(ratio, expected, equal_nan=True)
    assert agrees.tolist() == [[True, False, True, True], [True] * 4]


def test_studies_solutions_and_checks_are_read_from_the_folder(folder):
    run = Run.of(folder)
    assert list(run.studies) == list(run.solutions) == ["example"]
    assert run.studies["example"].n == 48
    assert run.solutions["example"].components == 3
    assert run.checks[0] == Row("C1", "example", 0.5, 2.0, 200.0, "agrees", "words")
    assert run.executed == {"E7": 1, "E8": 1, "C1": 1}
    assert run.subsets == {"example": "48 of 60 samples"}


def test_double_precision_stands_before_fifty_digits():
    table = {"statement": ["C1", "E7"], "discrepancy": [1e-15, 2e-15]}
    table["discrepancy_fifty"] = [3e-50, 4e-50]
    node = xr.Dataset({name: ("entry", values) for name, values in table.items()})
    ids, *numbers = Run.in_two_arithmetics(xr.DataTree.from_dict({"/checks": node}))
    assert ids == ["C1", "E7"]
    assert [list(column) for column in numbers] == [[1e-15, 2e-15], [3e-50, 4e-50]]


def test_errors_are_those_of_the_eigenvalues_above_0_relative_to_them():
    node = xr.Dataset(
        {
            "chosen": ("index", [0.0, 4.0, -1.0, 2.0]),
            "formulation": ("formulation", ["one", "two"]),
            "computed": (
                ("formulation", "index"),
                [[9.0, 5.0, 9.0, 2.0], [9.0, 4.0, 9.0, 1.0]],
            ),
        }
    )
    chosen, errors = Run.errors_on("steep", xr.DataTree.from_dict({"/steep": node}))
    assert list(chosen) == [4.0, 2.0]
    assert {name: list(relative) for name, relative in errors.items()} == {
        "one": [0.25, 0.0],
        "two": [0.0, 0.5],
    }


def test_the_matrix_is_blank_for_an_undecided_check_and_marks_a_failing_one(folder):
    ratio, agrees = Run.of(folder).matrix()
    assert np.array_equal(ratio, [[np.nan, 2.0, 0.25]], equal_nan=True)
    assert agrees.tolist() == [[True, False, True]]


def test_an_experiment_is_read_if_it_is_part_of_the_run_and_stored(folder):
    run = Run.of(folder)
    assert run.experiment("checks", "fifty-digits") is None
    assert run.experiment("fifty-digits", "fifty-digits") is None
    assert run.experiment("checks", "fifty-digits checks") is not None


def test_a_folder_without_results_is_an_error(tmp_path):
    with pytest.raises(OSError, match=r"checks\.nc"):
        Run.of(tmp_path)


def test_without_results_the_run_is_one_small_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = Run.of(None)
    assert list(run.studies) == ["example"]
    assert len(run.checks) > 40
    assert {row.verdict for row in run.checks} == {"agrees"}
    assert run.experiment("fifty-digits", "fifty-digits") is None


def test_the_last_results_are_found_from_the_folder_of_the_notebooks(folder, tmp_path, monkeypatch):
    (tmp_path / "results").symlink_to(folder)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    assert len(Run.of(None).checks) == 3
    monkeypatch.chdir(tmp_path)
    assert len(Run.of(None).checks) == 3
