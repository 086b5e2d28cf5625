"""Studies, solutions and checks survive the way to a file and back."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES

from kpca import records, results, study
from kpca.formulations import dual
from kpca.identities.check import Check
from kpca.origin import Origin
from kpca.study import Distances, Study

D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
GIVEN = Study(
    "d", "given", Distances(D, D, D), 1, list("abc"), list("abc"), list("abc"), list("abc"), "km"
)


@pytest.mark.parametrize("original", [*STUDIES.values(), GIVEN], ids=lambda s: s.name)
def test_a_study_comes_back_equal(original, tmp_path):
    results.write(records.from_study(original), tmp_path / "s.nc")
    back = records.load_study(tmp_path / "s.nc")
    assert (back.data.K == original.data.K).all()
    assert (back.data.D2_new == original.data.D2_new).all()
    assert (back.kernel, back.components, back.unit) == (
        original.kernel,
        original.components,
        original.unit,
    )
    assert (back.names, back.new_labels) == (original.names, original.new_labels)


def test_the_origin_of_the_data_comes_back_equal(tmp_path):
    origin = Origin(
        files=(("vectors", "t.csv", "ab"), ("new", "n.csv", "cd")),
        left_out=(("id", "names of the samples"), ("kind", "labels")),
        preparation="each column less its mean",
        numbers={"column_mean": np.array([1.0, 2.0]), "column_deviation": np.array([3.0, 4.0])},
    )
    original = replace(study.example(), features=("a", "b"), origin=origin)
    results.write(records.from_study(original), tmp_path / "s.nc")
    back = records.load_study(tmp_path / "s.nc").origin
    assert (back.files, back.left_out) == (origin.files, origin.left_out)
    assert back.preparation == origin.preparation
    assert list(back.numbers["column_mean"]) == [1.0, 2.0]
    assert list(back.numbers["column_deviation"]) == [3.0, 4.0]


@pytest.mark.parametrize(
    ("name", "unit"), [("added_to_distances", "km"), ("added_to_squares", "km2")]
)
def test_a_constant_added_to_distances_is_stored_with_its_unit(name, unit):
    tree = records.from_study(replace(GIVEN, origin=Origin(numbers={name: 2.5})))
    results.validate(tree)
    assert float(tree["data"][name]) == 2.5
    assert tree["data"][name].attrs["units"] == unit


def test_without_a_file_the_example_is_made():
    assert records.load_study(None).name == "example"


def test_a_solution_comes_back_equal(tmp_path):
    example = study.example()
    solution = dual.fit(example.data.K, 3, example.data.entry_error)
    placed = dual.place(solution, example.data.K, example.data.K_new)
    tree = records.study_tree(example, **records.from_solution(example, solution, placed))
    results.write(tree, tmp_path / "r.nc")
    back, new_scores = records.to_solution(results.read(tmp_path / "r.nc"))
    assert (back.scores == solution.scores).all()
    assert (back.rank, back.bound, back.residual) == (3 + 2, solution.bound, solution.residual)
    assert (new_scores == placed).all()


def test_checks_carry_the_status_of_the_ledger():
    found = records.from_checks([Check("D2", 1e-3, 1.0, 1e6), Check("E7", 2.0, 1.0, 1e6)])
    assert list(found["status"].values) == ["holds if", "holds"]
    assert list(found["verdict"].values) == ["agrees", "fails"]
