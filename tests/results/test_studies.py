"""A study is stored under the right names and units, and comes back equal."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest
from conftest import STUDIES
from given_studies import GIVEN, KM

import kpca
from kpca import kernels
from kpca.choosing.automatic import GammaCurve
from kpca.data import Distances, Gram, Vectors
from kpca.results import files, registry, studies
from kpca.solvers.solution import CONVENTION
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.datasets import example
from kpca.studies.study import Origin, Study
from kpca.studies.variables import Variables


@pytest.mark.parametrize(
    "original", [*STUDIES.values(), GIVEN, KM, replace(KM, named_columns=())], ids=lambda s: s.name
)
def test_a_study_comes_back_equal(original, tmp_path):
    files.write(studies.to_tree(original), tmp_path / "s.nc")
    back = studies.load(tmp_path / "s.nc")
    for field in fields(Study):
        if field.name != "data":
            assert getattr(back, field.name) == getattr(original, field.name), field.name
    assert back.kernel == original.kernel
    for letter in ("K", "K_new", "D2", "D2_new"):
        assert (getattr(back.data, letter) == getattr(original.data, letter)).all()


def test_the_origin_of_the_data_comes_back_equal(tmp_path):
    origin = Origin(
        files=(("vectors", "t.csv", "ab"), ("new", "n.csv", "cd")),
        left_out=(("id", "names of the samples"), ("kind", "labels")),
        preparation="each column less its mean",
        numbers={
            "column_mean": np.array([1.0, 2.0]),
            "column_deviation": np.array([3.0, 4.0]),
            "missing_value": np.array([-999.0, 42.5, -7.0]),
        },
    )
    original = replace(example(), named_columns=("a", "b"), origin=origin)
    files.write(studies.to_tree(original), tmp_path / "s.nc")
    node = files.read(tmp_path / "s.nc")["data"]
    for name, texts in {
        "input": ["vectors", "new"],
        "input_name": ["t.csv", "n.csv"],
        "input_sha256": ["ab", "cd"],
        "left_out": ["id", "kind"],
        "left_out_as": ["names of the samples", "labels"],
    }.items():
        assert node[name].values.tolist() == texts, name
    back = studies.load(tmp_path / "s.nc").origin
    assert (back.files, back.left_out) == (origin.files, origin.left_out)
    assert back.preparation == origin.preparation
    assert list(back.numbers["column_mean"]) == [1.0, 2.0]
    assert list(back.numbers["column_deviation"]) == [3.0, 4.0]
    assert list(back.numbers["missing_value"]) == [-999.0, 42.5, -7.0]


@pytest.mark.parametrize(
    ("name", "unit"), [("added_to_distances", "km"), ("added_to_squares", "km2")]
)
def test_a_constant_added_to_distances_is_stored_with_its_unit(name, unit, tmp_path):
    tree = studies.to_tree(replace(GIVEN, origin=Origin(numbers={name: 2.5})))
    registry.validate(tree)
    assert float(tree["data"][name]) == 2.5
    assert tree["data"][name].attrs["units"] == unit
    files.write(tree, tmp_path / "study.nc")
    assert studies.load(tmp_path / "study.nc").origin.numbers == {name: 2.5}


def test_without_a_file_the_example_is_made():
    assert studies.load(None).name == "example"


def test_every_stored_part_of_a_study_is_its_own():
    tree = studies.to_tree(KM)
    node = tree["data"]
    expected = {
        "points": [[1.0], [2.0], [6.0]],
        "new_samples": [[4.0], [0.0]],
        "column": ["length"],
        "remark": ["one", "two"],
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
        "centering_of_new_samples": studies.CENTERING,
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
MATRICES = {
    Gram: {"kernel_value": A, "new_kernel_value": B, "new_pair_kernel_value": C},
    Distances: {"distance": A, "new_distance": B, "new_pair_distance": C},
    Vectors: {"points": A, "new_samples": B},
}


@pytest.mark.parametrize("kind", MATRICES)
def test_matrices_are_stored_under_their_own_names_and_units(kind):
    """m = n: the shapes do not distinguish the matrices."""
    data = Vectors(kernels.Lift(), A, B) if kind is Vectors else kind(A, B, C)
    study = replace(KM, data=data, names=["p", "q"], labels=["u", "v"], named_columns=())
    tree = studies.to_tree(study)
    unit = {Gram: "km2", Distances: "km", Vectors: "1"}[kind]
    for name, value in MATRICES[kind].items():
        assert (tree["data"][name].values == value).all()
        assert tree["data"][name].attrs["units"] == unit
    back = studies.from_tree(tree)
    assert type(back.data) is kind
    assert back.kernel == study.kernel
    for name, value in MATRICES[kind].items():
        assert (studies.to_tree(back)["data"][name].values == value).all()
    expected = {
        Gram: "given matrix",
        Distances: "given",
        Vectors: "lift",
    }
    assert json.loads(tree.attrs["kernel"])["name"] == expected[kind]


def test_the_curves_of_what_was_chosen_come_back_equal(tmp_path):
    automatic = Automatic(
        ComponentsCurve(np.array([3.0, 1.0]), np.array([2.0, 1.5]), 1),
        GammaCurve(*np.array([[0.1, 0.2], [3.0, 2.0], [0.5, 0.6], [0.3, 0.4]]), 4.0, 1, 0.2),
    )
    files.write(studies.to_tree(replace(example(), automatic=automatic)), tmp_path / "s.nc")
    back = studies.load(tmp_path / "s.nc").automatic
    for curve, original in (
        (back.components, automatic.components),
        (back.gamma, automatic.gamma),
    ):
        for field in fields(original):
            assert np.array_equal(getattr(curve, field.name), getattr(original, field.name)), field
    assert type(back.gamma.components) is type(back.components.chosen) is int
    files.write(studies.to_tree(example()), tmp_path / "s.nc")
    assert studies.load(tmp_path / "s.nc").automatic == Automatic()


@pytest.mark.parametrize(
    ("names", "factors"), [(("pH", "lime"), ("land",)), (("pH",), ()), ((), ("land", "use"))]
)
def test_variables_beside_the_data_come_back_equal(names, factors, tmp_path):
    original = example()
    values = np.random.default_rng(3).normal(size=(original.n, len(names)))
    classes = [[f"{factor} {i % 3}" for i in range(original.n)] for factor in factors]
    given = Variables(names, values, factors, tuple(map(tuple, classes)))
    files.write(studies.to_tree(replace(original, variables=given)), tmp_path / "s.nc")
    back = studies.load(tmp_path / "s.nc").variables
    assert (back.names, back.factors, back.classes) == (names, factors, given.classes)
    np.testing.assert_array_equal(back.values, values)


@pytest.mark.parametrize("more", [0, 2])
@pytest.mark.parametrize(
    ("names", "factors"), [(("age",), ("sex", "day")), ((), ("sex",)), (("age",), ())]
)
def test_columns_that_are_not_data_come_back_equal(names, factors, more, tmp_path):
    """Of the training samples, and of the new ones where these are others."""
    original = example()
    new = [f"new {i}" for i in range(more)] or original.names
    n = original.n + more
    values = np.random.default_rng(4).normal(size=(n, len(names)))
    values[2] = np.nan
    classes = [tuple("" if i == 3 else f"{factor} {i % 4}" for i in range(n)) for factor in factors]
    given = Variables(names, values, factors, tuple(classes))
    data = replace(original.data, X_new=original.data.X[: len(new)])
    study = replace(original, data=data, new_names=new, new_labels=["a"] * len(new), metadata=given)
    files.write(studies.to_tree(study), tmp_path / "s.nc")
    back = studies.load(tmp_path / "s.nc")
    assert (back.metadata.names, back.metadata.factors) == (names, factors)
    assert back.metadata.classes == given.classes
    np.testing.assert_array_equal(back.metadata.values, values)
    assert back.variables is None


def test_missing_values_of_variables_come_back_as_missing(tmp_path):
    original = example()
    values = np.random.default_rng(3).normal(size=(original.n, 2))
    values[[1, 4], 1] = np.nan
    land = tuple("" if i in (0, 5) else f"land {i % 3}" for i in range(original.n))
    given = Variables(("pH", "lime"), values, ("land",), (land,))
    files.write(studies.to_tree(replace(original, variables=given)), tmp_path / "s.nc")
    back = studies.load(tmp_path / "s.nc").variables
    assert back.classes == (land,)
    np.testing.assert_array_equal(back.values, values)
    infinite = replace(given, values=np.where(np.isnan(values), np.inf, values))
    with pytest.raises(registry.ResultError, match="variable_value: NaN or infinite"):
        files.write(studies.to_tree(replace(original, variables=infinite)), tmp_path / "s.nc")
