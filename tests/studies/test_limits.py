"""Points whose products would not be numbers are refused; others run through every statement."""

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
    return build("s", StudyConfig(**given | more), folder)


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
    checks = of_study(build("s", config, tmp_path))
    assert len(checks) > 20
    assert [check.id for check in checks if check.verdict == "fails"] == []


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel["name"])
@pytest.mark.parametrize("size", [1.1e50, 1e-50])
def test_a_study_just_outside_is_refused_before_any_notebook(size, kernel, tmp_path):
    with pytest.raises(InputError, match="x.npy: sample"):
        _build(tmp_path, size * UNIT, kernel=kernel)


def test_held_out_points_are_looked_at_too(tmp_path):
    for row in range(len(UNIT)):
        points = UNIT.copy()
        points[row, 0] = 1e51
        with pytest.raises(InputError, match=f"sample '{row + 1}', column '1': 1e[+]51"):
            _build(tmp_path, points, holdout=10)
