"""Studies, solutions and checks survive the way to a file and back."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest
from conftest import STUDIES

import kpca
from kpca import kernels, records, results
from kpca.data import Distances, Gram, Vectors
from kpca.formulations import dual
from kpca.formulations.solution import CONVENTION, Solution
from kpca.statements.check import Check
from kpca.studies.origin import Origin
from kpca.studies.study import Study, example

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
    original = replace(example(), features=("a", "b"), origin=origin)
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
    given = example()
    solution = dual.fit(given.data.K, 3, given.data.entry_error)
    placed = dual.place(solution, given.data.K, given.data.K_new)
    tree = records.study_tree(given, **records.from_solution(given, solution, placed))
    results.write(tree, tmp_path / "r.nc")
    back, new_scores = records.to_solution(results.read(tmp_path / "r.nc"))
    assert (back.scores == solution.scores).all()
    assert (back.rank, back.bound, back.residual) == (3 + 2, solution.bound, solution.residual)
    assert (new_scores == placed).all()


def test_checks_carry_the_status_of_the_ledger():
    found = records.from_checks([Check("D2", 1e-3, 1.0, 1e6), Check("E7", 2.0, 1.0, 1e6)])
    assert list(found["status"].values) == ["holds if", "holds"]
    assert list(found["verdict"].values) == ["agrees", "fails"]


KM = Study(
    name="trip",
    title="a trip",
    data=Vectors(kernels.Linear(), np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [0.0]])),
    components=1,
    names=["p", "q", "r"],
    labels=["u", "v", "u"],
    new_names=["s", "t"],
    new_labels=["w", "x"],
    unit="km",
    features=("length",),
    notes=("one", "two"),
)
"""Three places on a line: mu = 14 km², one component."""


def _stored(solution, placed):
    tree = records.study_tree(KM, **records.from_solution(KM, solution, placed))
    return tree["spectrum"], tree["components"]


def test_every_stored_number_of_a_solution_is_its_property():
    solution = Solution(
        np.array([14.0, 1.0, -3.0]), np.array([[-2.0], [-1], [3]]) / 14**0.5, 5e-3, 2e-3
    )
    spectrum, components = _stored(solution, np.array([[1.0], [-3.0]]))
    expected = {
        "index": [1, 2, 3],
        "eigenvalue": [14.0, 1.0, -3.0],
        "rank": 2,
        "cutoff": 2e-3,
        "residual": 5e-3,
        "negative_mass": 3.0 / 18.0,
    }
    assert set(spectrum.variables) == set(expected)
    for name, value in expected.items():
        assert spectrum[name].values.tolist() == value, name
    numbers = {
        "component": [1],
        "variance": [14.0 / 3.0],
        "explained": [14.0 / 18.0],
        "eigenvector": [[-2.0 / 14**0.5], [-1.0 / 14**0.5], [3.0 / 14**0.5]],
        "alpha": [[-2.0 / 14.0], [-1.0 / 14.0], [3.0 / 14.0]],
        "score": [[-2.0], [-1.0], [3.0]],
        "new_score": [[1.0], [-3.0]],
    }
    texts = {"sample": KM.names, "new_sample": KM.new_names}
    assert set(components.variables) == {*numbers, *texts}
    for name, value in numbers.items():
        np.testing.assert_allclose(components[name].values, value, rtol=1e-14, err_msg=name)
    for name, value in texts.items():
        assert components[name].values.tolist() == value, name


UNITS = {
    "eigenvalue": "km2",
    "cutoff": "km2",
    "residual": "km2",
    "variance": "km2",
    "score": "km",
    "new_score": "km",
    "alpha": "km-1",
    **dict.fromkeys(
        ["rank", "negative_mass", "explained", "eigenvector", "index", "component"], "1"
    ),
    **dict.fromkeys(["sample", "new_sample"], "1"),
}


def test_the_units_of_a_solution_follow_the_unit_of_its_scores():
    solution = dual.fit(KM.data.K, 1, KM.data.entry_error)
    nodes = _stored(solution, dual.place(solution, KM.data.K, KM.data.K_new))
    found = {str(name): node[name].attrs["units"] for node in nodes for name in node.variables}
    assert found == UNITS


def test_a_solution_in_km_is_the_one_in_m_in_another_unit(tmp_path):
    """The units are right: each number times the power of 1000 that its unit says."""
    in_m = replace(
        KM, unit="m", data=replace(KM.data, X=1e3 * KM.data.X, X_new=1e3 * KM.data.X_new)
    )
    nodes = []
    for same in (KM, in_m):
        solution = dual.fit(same.data.K, 1, same.data.entry_error)
        placed = dual.place(solution, same.data.K, same.data.K_new)
        nodes.append(records.from_solution(same, solution, placed))
    for node in ("spectrum", "components"):
        for name, one in nodes[0][node].variables.items():
            if one.dtype.kind != "f" or name == "residual":
                continue
            power = (
                int(one.attrs["units"].removeprefix("km") or 1) if "km" in one.attrs["units"] else 0
            )
            other = nodes[1][node][name].values
            np.testing.assert_allclose(
                other, one.values * 1e3**power, rtol=1e-9, atol=1e-9 * 1e3**power, err_msg=name
            )


def test_every_stored_part_of_a_study_is_its_own():
    tree = records.from_study(KM)
    node = tree["data"]
    expected = {
        "points": [[1.0], [2.0], [6.0]],
        "new_points": [[4.0], [0.0]],
        "feature": ["length"],
        "note": ["one", "two"],
        "label": ["u", "v", "u"],
        "new_label": ["w", "x"],
        "sample": ["p", "q", "r"],
        "new_sample": ["s", "t"],
    }
    assert {str(name) for name in node.variables} == set(expected)
    for name, value in expected.items():
        assert node[name].values.tolist() == value, name
    assert node.attrs == {
        "components": 1,
        "preparation": "",
        "centering_of_new_points": records.CENTERING,
        "kernel_formula": "k(x, y) = x·y",
    }
    assert tree.attrs == {
        "study": "trip",
        "title": "a trip",
        "kernel": '{"name": "linear"}',
        "score_unit": "km",
        "convention": CONVENTION,
        "kpca_version": kpca.__version__,
    }


A, B, C = (np.arange(start, start + 4.0).reshape(2, 2) for start in (0, 10, 20))
PLACES = {
    Gram: {"kernel_value": A, "new_kernel_value": B, "new_pair_kernel_value": C},
    Distances: {"distance": A, "new_distance": B, "new_pair_distance": C},
    Vectors: {"points": A, "new_points": B},
}


@pytest.mark.parametrize("kind", PLACES)
def test_matrices_are_stored_under_their_own_names_and_units(kind):
    """m = n: no shape tells the matrices apart."""
    data = Vectors(kernels.Lift(), A, B) if kind is Vectors else kind(A, B, C)
    study = replace(KM, data=data, names=["p", "q"], labels=["u", "v"], features=())
    tree = records.from_study(study)
    unit = {Gram: "km2", Distances: "km", Vectors: "1"}[kind]
    for name, value in PLACES[kind].items():
        assert (tree["data"][name].values == value).all()
        assert tree["data"][name].attrs["units"] == unit
    back = records.to_study(tree)
    assert type(back.data) is kind
    assert back.kernel == study.kernel
    for one in PLACES[kind]:
        assert (records.from_study(back)["data"][one].values == PLACES[kind][one]).all()
    expected = {
        Gram: "given matrix",
        Distances: "given",
        Vectors: "lift",
    }
    assert json.loads(tree.attrs["kernel"])["name"] == expected[kind]


def test_every_part_of_a_study_comes_back():
    for original in (KM, replace(KM, features=())):
        back = records.to_study(records.from_study(original))
        for field in fields(Study):
            if field.name != "data":
                assert getattr(back, field.name) == getattr(original, field.name), field.name
        assert (back.data.X == original.data.X).all()
        assert (back.data.X_new == original.data.X_new).all()


def test_the_table_of_claims_keeps_each_number_in_its_column():
    row = {"id": "D2", "study": "s", "status": "holds if", "verdict": "agrees"}
    row |= {"discrepancy": "1", "tolerance": "2", "control": "300", "margin": "150"}
    row |= {"part": "one", "report": "in words"}
    table = records.from_claims([row, row | {"id": "E7", "study": "t", "discrepancy": "0"}])
    table = table["claims"]
    expected = {
        "claim": ["D2", "E7"],
        "in_study": ["s", "t"],
        "status": ["holds if"] * 2,
        "verdict": ["agrees"] * 2,
        "part": ["one"] * 2,
        "report": ["in words"] * 2,
        "discrepancy": [1.0, 0.0],
        "tolerance": [2.0] * 2,
        "control": [300.0] * 2,
        "margin": [150.0] * 2,
    }
    assert {str(name) for name in table.variables} == set(expected)
    for name, value in expected.items():
        assert table[name].values.tolist() == value, name


def test_every_stored_number_of_a_check_is_its_property():
    checks = [
        Check("D2", 1.0, 2.0, 600.0, 3, 4, 250.0),
        Check("E7", 5.0, 2.0, 400.0, 1, 7, 900.0),
    ]
    found = records.from_checks(checks)
    assert found["claim"].values.tolist() == ["D2", "E7"]
    for name in ("discrepancy", "tolerance", "control", "decided", "entries", "verdict"):
        assert found[name].values.tolist() == [getattr(check, name) for check in checks], name
    # The milder of the margin of all entries and of the control that is shown.
    assert found["margin"].values.tolist() == [250.0, 200.0]


def test_a_stored_study_says_its_kernel_and_how_a_new_row_is_centered():
    attributes = records.from_study(example())["data"].attrs
    assert attributes["kernel_formula"] == "k(x, y) = (1 x·y + 1)^2"
    assert attributes["centering_of_new_points"] == (
        "k(t, x_i) - mean_j k(t, x_j) - mean_j k(x_j, x_i) + mean_jl k(x_j, x_l), means over the "
        "training samples"
    )
