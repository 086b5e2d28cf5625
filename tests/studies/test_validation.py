"""A study that cannot be run is refused with the value, what is allowed and what to do."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from given_studies import KM

from kpca.data import Gram
from kpca.studies import datasets
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.validation import validated

X, _ = datasets.iris()


def _build(folder, array, **more):
    np.save(folder / "x.npy", array)
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "linear"}, "components": 1}
    return build("s", StudyConfig(**given | more), folder).study


FAULTS = {
    "distances that are all zero": (
        np.zeros((4, 4)),
        {"data": {"distance_matrix": "x.npy"}, "kernel": None, "correction": "cailliez"},
        "rank 0",
    ),
    "a sample at which the kernel is not defined": (
        np.vstack([X[:3], np.zeros((2, 4))]),
        {"kernel": {"name": "cosine"}, "components": 1},
        "sample '4' is 0 in every column, where the kernel cosine is not defined, as are 2 samples",
    ),
    "constant data": (np.ones((9, 2)), {}, "rank 0.; allowed: data that vary"),
    "overflow of a polynomial": (
        1e6 * X,
        {"kernel": {"name": "poly", "gamma": 1.0, "degree": 60}},
        "kernel value of '1' and '1' is inf; allowed: finite .*smaller gamma or degree",
    ),
    "kernel values that cannot be squared": (
        1e40 * X,
        {"kernel": {"name": "lift"}},
        "kernel values up to .*e\\+163.*allowed: 1e-100 to 1e\\+100; give the data in another unit",
    ),
    "kernel values whose squares vanish": (
        1e-40 * X,
        {"kernel": {"name": "poly", "gamma": 1.0, "degree": 2, "coef0": 0.0}},
        "squared distances up to .*e-156; allowed: 1e-100 to 1e\\+100; give .* in another unit",
    ),
    "more components than the rank": (X, {"components": 5}, "allowed: 1 to 4"),
    "an indefinite kernel": (
        X - X.mean(axis=0),
        {"kernel": {"name": "sigmoid", "gamma": "scale"}},
        "of 150 eigenvalues are negative beyond rounding and hold 0.*'indefinite: keep'",
    ),
    "an indefinite matrix": (
        -(X @ X.T),
        {"data": {"kernel_matrix": "x.npy"}, "kernel": None},
        "no eigenvalue of the centered kernel is positive .* the negative of a kernel",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_study_that_cannot_be_run_is_refused(fault, tmp_path):
    array, more, message = FAULTS[fault]
    with np.errstate(all="ignore"), pytest.raises(ConfigError, match=message):
        _build(tmp_path, array, **more)


def test_an_indefinite_kernel_is_kept_if_asked_and_reported(tmp_path):
    kernel = {"name": "sigmoid", "gamma": "scale"}
    study = _build(tmp_path, X - X.mean(axis=0), kernel=kernel, indefinite="keep")
    assert study.notes[-1].startswith("indefinite kernel, kept: ")


def _with_new(folder, K, new):
    np.save(folder / "new.npy", new)
    data = {"kernel_matrix": "x.npy", "new": "new.npy"}
    return _build(folder, K, data=data, kernel=None, components=2)


def test_new_samples_that_no_kernel_could_give_are_refused(tmp_path):
    K = X[::5] @ X[::5].T
    new = X[1::50] @ np.concatenate([X[::5], X[1::50]]).T
    assert _with_new(tmp_path, K, new).m == 3
    new[0, 30] = 0.5 * new[0, 30]
    with pytest.raises(
        ConfigError,
        match="1 of 33 eigenvalues, new samples among them, is negative beyond rounding",
    ):
        _with_new(tmp_path, K, new)


def test_new_distances_that_are_not_euclidean_are_reported(tmp_path):
    D = np.sqrt(((X[:20, None] - X[None, :20]) ** 2).sum(axis=2))
    np.save(tmp_path / "new.npy", np.append(10.0 * D[3] + 0.1, 0.0)[None])
    study = _build(
        tmp_path, D, data={"distance_matrix": "x.npy", "new": "new.npy"}, kernel=None, components=2
    )
    assert study.notes[-1].startswith("not Euclidean: 1 of 21 eigenvalues, new samples among them")


def test_distances_that_are_not_euclidean_are_accepted_and_reported(tmp_path):
    D = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)
    study = _build(tmp_path, D, data={"distance_matrix": "x.npy"}, kernel=None)
    assert study.notes[-1].startswith("not Euclidean: ")
    assert "'correction: lingoes' or 'cailliez'" in study.notes[-1]


def test_equal_samples_are_accepted_and_reported(tmp_path):
    study = _build(tmp_path, np.concatenate([X[:10], X[:3]]))
    assert study.notes == ("3 samples are equal to another one: 11 = 1, 12 = 2, 13 = 3",)


def test_a_new_sample_at_which_the_kernel_is_not_defined_is_named(tmp_path):
    np.save(tmp_path / "new.npy", np.array([[1.0, 2.0], [0.0, 0.0]]))
    known = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    data = {"vectors": "x.npy", "new": "new.npy"}
    with pytest.raises(ConfigError, match="sample 'new 2' is 0 in every column, .* are 1 samples"):
        _build(tmp_path, known, data=data, kernel={"name": "cosine"})


@dataclass
class _Config:
    """The keys of a configuration that the validation of a matrix reads."""

    indefinite: str = "refuse"
    correction: str = "none"


def _with_pairs(G_new):
    """Places 1, 2, 6 and two new ones, whose kernel values among themselves are G_new (2, 2)."""
    X, X_new = np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [0.0]])
    return replace(KM, data=Gram(X @ X.T, X_new @ X.T, np.array(G_new)))


def test_the_kernel_value_of_two_new_samples_is_named_by_both_of_them():
    with pytest.raises(ConfigError, match="kernel value of 's' and 't' is inf; allowed: finite"):
        validated(_with_pairs([[1.0, np.inf], [np.inf, 1.0]]), _Config())


def test_the_kernel_values_of_two_new_samples_have_the_same_limits():
    with pytest.raises(ConfigError, match="kernel values up to 1e\\+120, squared distances up to"):
        validated(_with_pairs([[1e120, 0.0], [0.0, 1e120]]), _Config())
