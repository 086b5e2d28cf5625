"""Points whose products would not be numbers are refused; others run through every statement."""

import re

import numpy as np
import pytest
from every_statement import of_study

from kpca.studies import datasets
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.limits import require_points, require_spread
from kpca.tables.table import InputError

IRIS = datasets.iris()[0][::5]
UNIT = IRIS / np.abs(IRIS).max()
NAMES, COLUMNS = ["a", "b"], ["x", "y"]


LARGE = (
    "is too large to be squared twice; allowed: values between -1e+50 and 1e+50; give the column"
)
SMALL = (
    "-3e-60, and the values of no column differ by more than 4e-60, which is too small to be "
    "squared twice; allowed: differences above 1e-50; give the columns in another unit"
)


@pytest.mark.parametrize(
    ("require", "X", "message"),
    [
        *(
            (require_points, [[1.0, 2.0], [x, 4.0]], f"'b', column 'x': {x:g} {LARGE}")
            for x in (1e50, -1e50, 1e300)
        ),
        (require_points, [[1e60, -1e70], [1.0, 1e65]], f"'a', column 'y': -1e+70 {LARGE}"),
        (require_spread, [[1.0, 1e-60], [1.0, -3e-60]], f"'b', column 'y': {SMALL}"),
    ],
)
def test_a_value_outside_is_named_with_its_sample_and_column(require, X, message):
    with pytest.raises(InputError, match=re.escape(f"t.csv: sample {message}")):
        require(np.array(X), NAMES, COLUMNS, "t.csv")


def test_values_and_differences_just_inside_are_allowed():
    inside = np.array([[0.999e50, 0.0], [-0.999e50, 1e-300]])
    require_points(inside, NAMES, COLUMNS, "t.csv")
    require_spread(np.array([[1.0, 1.001e-50], [1.0, 0.0]]), NAMES, COLUMNS, "t.csv")
    require_spread(np.ones((2, 2)), NAMES, COLUMNS, "t.csv")


def _build(folder, array, new=None, **more):
    np.save(folder / "x.npy", array)
    data = {"vectors": "x.npy"}
    if new is not None:
        np.save(folder / "new.npy", new)
        data["new"] = "new.npy"
    data |= more.pop("data", {})
    given = {"data": data, "kernel": {"name": "linear"}, "components": 2}
    return build("s", StudyConfig(**given | more), folder)[0]


KERNELS = [
    {"name": "linear"},
    {"name": "rbf", "gamma": "median"},
    {"name": "poly", "gamma": "scale", "degree": 2},
    {"name": "sigmoid", "gamma": "scale", "coef0": 0.0},
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("size", [0.3e50, 3e-50])
def test_a_study_just_inside_runs_through_every_statement(size, kernel, tmp_path):
    study = _build(tmp_path, size * UNIT[6:], size * UNIT[:6], kernel=kernel, indefinite="keep")
    checks = of_study(study)
    assert len(checks) > 30
    assert [check.id for check in checks if check.verdict == "fails"] == []


@pytest.mark.parametrize("correction", ["none", "lingoes", "cailliez"])
@pytest.mark.parametrize("size", [0.3e50, 3e-50])
def test_distances_just_inside_run_through_every_statement(size, correction, tmp_path):
    D = size * np.abs(UNIT[:, None] - UNIT).sum(axis=2) / 3.0
    np.save(tmp_path / "d.npy", D)
    config = StudyConfig(
        data={"distance_matrix": "d.npy"}, components=2, holdout=5, correction=correction
    )
    checks = of_study(build("s", config, tmp_path)[0])
    assert len(checks) > 20
    assert [check.id for check in checks if check.verdict == "fails"] == []


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize(
    ("size", "message"),
    [
        (1.1e50, r"studies.s: x.npy: sample '\d+', column '1': 1.1e\+50 is too large"),
        (1e-50, "studies.s: x.npy: sample .* differ by more than .* differences above 1e-50"),
    ],
)
def test_a_study_just_outside_is_refused_before_any_notebook(size, message, kernel, tmp_path):
    with pytest.raises(InputError, match=message):
        _build(tmp_path, size * UNIT, kernel=kernel)


def test_new_samples_just_outside_are_refused_by_the_name_of_their_file(tmp_path):
    new = UNIT[:3].copy()
    new[1, 2] = -1e50
    with pytest.raises(InputError, match="s: new.npy: sample 'new 2', column '3': -1e[+]50 is too"):
        _build(tmp_path, UNIT, new)


def test_held_out_points_are_looked_at_too(tmp_path):
    for row in range(len(UNIT)):
        points = UNIT.copy()
        points[row, 0] = 1e51
        with pytest.raises(InputError, match=f"sample '{row + 1}', column '1': 1e[+]51"):
            _build(tmp_path, points, holdout=10)


def test_new_samples_that_standardizing_makes_too_large_are_refused(tmp_path):
    narrow = UNIT.copy()
    narrow[:, 1] *= 1e-30
    new = UNIT[:3].copy()
    new[0, 1] = 1e40
    with pytest.raises(InputError, match="new.npy: sample 'new 1', column '2': .*e[+]71 is too"):
        _build(tmp_path, narrow, new, data={"standardize": True})


def test_generated_points_are_looked_at_too(tmp_path):
    data = {"generator": "rings", "n": 30, "noise": 1e60, "seed": 0}
    config = StudyConfig(data=data, kernel={"name": "linear"}, components=1)
    with pytest.raises(InputError, match="studies.s: generator rings: sample 'ring . #"):
        build("s", config, tmp_path)
