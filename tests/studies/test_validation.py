"""A study that cannot be run is refused with the value, what is allowed and what to do."""

import numpy as np
import pytest

from kpca.studies import datasets
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig

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
        "sample '4' is 0 in every column, one of 2 such samples in all, where the kernel cosine is",
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
    "more components than the rank of 1": (
        X[:, :1],
        {"components": 2},
        "2 components asked for, but 1 eigenvalue lies above the cut-off .*; allowed: 1$",
    ),
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
OFFSET = "columns have a large offset, subtract it or take 'standardize: true'"
FAR = 1e8 + 1e-3 * X
FAULTS |= {
    "an offset with the linear kernel": (
        FAR,
        {},
        f"the samples differ, but by less than rounding to the kernel linear .rank 0.*{OFFSET}",
    ),
    "an offset with the cosine": (
        FAR,
        {"kernel": {"name": "cosine"}},
        f"by less than rounding to the kernel cosine .*{OFFSET}, which subtracts the mean$",
    ),
    "an offset with a polynomial": (
        FAR,
        {"kernel": {"name": "poly", "gamma": 1.0, "degree": 2}},
        f"by less than rounding to the kernel poly .*{OFFSET}.*, or take a larger gamma$",
    ),
    **{
        f"{name} with a tiny gamma": (
            X,
            {"kernel": {"name": name, "gamma": 1e-17}},
            f"rounding to the kernel {name} .rank 0.*; take a larger gamma, or 'gamma: median'$",
        )
        for name in ("rbf", "laplacian")
    },
    "a kernel of points with negative eigenvalues only": (
        np.array([[1.0], [1.0], [2.0]]),
        {"kernel": {"name": "sigmoid", "gamma": 1.0, "coef0": 0.0}},
        "no eigenvalue .* positive beyond rounding; .*; take other parameters, or another kernel$",
    ),
    "a gamma with which all kernel values vanish": (
        1e8 * X[:50:7, :2],
        {"kernel": {"name": "laplacian", "gamma": 1.0}, "components": 2},
        "components: 2 cuts the eigenvalues 1 to 7, .* next to it: 7; the kernel values of all "
        "pairs of different samples are 0 up to rounding, .* gamma = 1 is too large .*"
        "take a smaller one, or 'gamma: median'$",
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
