"""A study that cannot be run is refused with the value, what is allowed and what to do."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca import datasets
from kpca.config.faults import ConfigError
from kpca.config.study import StudyConfig
from kpca.workflow import acceptance, prepare

X, _ = datasets.iris()


def _build(folder, array, **more):
    np.save(folder / "x.npy", array)
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "linear"}, "components": 1}
    return prepare.build("s", StudyConfig(**given | more), folder)


FAULTS = {
    "constant data": (np.ones((9, 2)), {}, "rank 0.; allowed: data that vary"),
    "overflow of a polynomial": (
        1e6 * X,
        {"kernel": {"name": "poly", "gamma": 1.0, "degree": 60}},
        "kernel value of '1' and '1' is inf; allowed: finite .*smaller gamma or degree",
    ),
    "values that cannot be squared": (1e60 * X, {}, "values up to .*e\\+122.*another unit"),
    "values whose squares vanish": (1e-60 * X, {}, "another unit"),
    "more components than the rank": (X, {"components": 5}, "allowed: 1 to 4"),
    "an indefinite kernel": (
        X - X.mean(axis=0),
        {"kernel": {"name": "sigmoid", "gamma": "scale"}},
        "of 150 eigenvalues are negative beyond rounding and hold 0.*'indefinite: keep'",
    ),
    "an indefinite matrix": (
        -(X @ X.T),
        {"data": {"kernel_matrix": "x.npy"}, "kernel": None},
        "components: 1 components asked for, but 0",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_study_that_cannot_be_run_is_refused(fault, tmp_path):
    array, more, told = FAULTS[fault]
    with np.errstate(all="ignore"), pytest.raises(ConfigError, match=told):
        _build(tmp_path, array, **more)


def test_an_indefinite_kernel_is_kept_if_asked_and_told(tmp_path):
    kernel = {"name": "sigmoid", "gamma": "scale"}
    study = _build(tmp_path, X - X.mean(axis=0), kernel=kernel, indefinite="keep")
    assert study.notes[-1].startswith("indefinite kernel, kept: ")


def test_distances_that_are_not_euclidean_are_accepted_and_told(tmp_path):
    D = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)
    study = _build(tmp_path, D, data={"distance_matrix": "x.npy"}, kernel=None)
    assert study.notes[-1].startswith("not Euclidean: ")
    assert "'correction: lingoes' or 'cailliez'" in study.notes[-1]


def test_equal_samples_are_accepted_and_told(tmp_path):
    study = _build(tmp_path, np.concatenate([X[:10], X[:3]]))
    assert study.notes == ("3 samples are equal to another one: 11 = 1, 12 = 2, 13 = 3",)


def test_samples_that_do_not_fit_are_told_before_anything_is_made(monkeypatch):
    config = StudyConfig(
        data={"generator": "rings", "n": 10**9, "noise": 0.1, "seed": 0},
        kernel={"name": "linear"},
        components=2,
    )
    with pytest.raises(ConfigError, match="1000000000 samples: a notebook needs some .* GB"):
        prepare.build("s", config)


def test_the_number_of_samples_that_fits_is_told_and_fits(monkeypatch):
    free = SimpleNamespace(available=2e9)
    monkeypatch.setattr(acceptance.psutil, "virtual_memory", lambda: free)
    with pytest.raises(ConfigError, match="up to 3644 samples"):
        acceptance.require_memory(10_000)
    acceptance.require_memory(3644)
    with pytest.raises(ConfigError):
        acceptance.require_memory(3645)
