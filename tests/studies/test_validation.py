"""A study that cannot be run is refused with the value, what is allowed and what to do."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest
from given_studies import KM

from kpca import kernels
from kpca.data import Gram, Vectors
from kpca.formulations import dual
from kpca.studies import datasets, validation
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.validation import validated

X, _ = datasets.iris()


def _build(folder, array, **more):
    np.save(folder / "x.npy", array)
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "linear"}, "components": 1}
    return build("s", StudyConfig(**given | more), folder)[0]


FAULTS = {
    "distances that are all zero": (
        np.zeros((4, 4)),
        {"data": {"distance_matrix": "x.npy"}, "kernel": None, "correction": "cailliez"},
        "rank 0",
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
        "studies.s.components: 2 components asked for, but 1 eigenvalue lies above .*; allowed: 1$",
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
CORNERS = np.array([[3.0, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 1, 0]])
CORNERS = np.concatenate([CORNERS, [[0, 0, 0, 0, 1]]])
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
    "a huge length scale": (
        X,
        {"kernel": {"name": "matern32", "length_scale": 1e9}},
        "matern32 .rank 0.*; take a smaller length_scale, or 'length_scale: median'$",
    ),
    "a length scale with which all kernel values vanish": (
        1e8 * X[:50:7, :2],
        {"kernel": {"name": "matern52", "length_scale": 1.0}, "components": 2},
        "length_scale = 1 is too small .* take a larger one, or 'length_scale: median'$",
    ),
    "a kernel of points with negative eigenvalues only": (
        np.array([[1.0], [1.0], [2.0]]),
        {"kernel": {"name": "sigmoid", "gamma": 1.0, "coef0": 0.0}},
        "no eigenvalue .* positive beyond rounding; .*; take other parameters, or another kernel$",
    ),
    "a cut of equal eigenvalues": (
        np.concatenate([CORNERS, -CORNERS]),
        {"components": 4},
        "studies.s.components: 4 cuts the eigenvalues 4 to 5, .* allowed next to it: 3 or 5$",
    ),
    "a gamma with which all kernel values vanish": (
        1e8 * X[:50:7, :2],
        {"kernel": {"name": "laplacian", "gamma": 1.0}, "components": 2},
        "studies.s.components: 2 cuts the eigenvalues 1 to 7, .* next to it: 7; the kernel values "
        "of all pairs of different samples are 0 up to rounding, .* gamma = 1 is too large .*"
        "take a smaller one, or 'gamma: median'$",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_study_that_cannot_be_run_is_refused(fault, tmp_path):
    array, more, message = FAULTS[fault]
    with np.errstate(all="ignore"), pytest.raises(ConfigError, match=message):
        _build(tmp_path, array, **more)


def test_a_kernel_value_of_a_new_sample_that_overflows_is_that_with_a_training_sample(tmp_path):
    np.save(tmp_path / "new.npy", [[2.0], [1e10]])
    data = {"vectors": "x.npy", "new": "new.npy"}
    kernel = {"name": "poly", "gamma": 1.0, "degree": 40}
    with pytest.raises(ConfigError, match="kernel value of 'new 2' and '1' is inf"):
        _build(tmp_path, np.array([[1.0], [2.0], [3.0], [0.5]]), data=data, kernel=kernel)


def test_new_samples_that_no_kernel_could_give_are_refused(tmp_path):
    K = X[::5] @ X[::5].T
    new = X[1::50] @ np.concatenate([X[::5], X[1::50]]).T
    given = {"data": {"kernel_matrix": "x.npy", "new": "new.npy"}, "kernel": None}
    np.save(tmp_path / "new.npy", new)
    assert _build(tmp_path, K, **given).m == 3
    new[0, 30] = 0.5 * new[0, 30]
    np.save(tmp_path / "new.npy", new)
    message = "1 of 33 eigenvalues, new samples among them, is negative beyond rounding"
    with pytest.raises(ConfigError, match=message):
        _build(tmp_path, K, **given)
    # Without new samples it is indefinite, too, and the message counts these eigenvalues.
    with pytest.raises(ConfigError, match="2 of 30 eigenvalues are negative"):
        _build(tmp_path, (X[::5] * [1.0, 1.0, -1.0, -1.0]) @ X[::5].T, **given)


def test_new_distances_that_are_not_euclidean_are_reported(tmp_path):
    D = np.sqrt(((X[:20, None] - X[None, :20]) ** 2).sum(axis=2))
    np.save(tmp_path / "new.npy", np.append(10.0 * D[3] + 0.1, 0.0)[None])
    study = _build(tmp_path, D, data={"distance_matrix": "x.npy", "new": "new.npy"}, kernel=None)
    expected = "not Euclidean: 1 of 21 eigenvalues, new samples among them"
    assert study.remarks[-1].startswith(expected)
    assert "'correction: lingoes' or 'cailliez'" in study.remarks[-1]
    data = {"distance_matrix": "x.npy", "new": "new.npy"}
    corrected = _build(tmp_path, D, data=data, kernel=None, correction="lingoes")
    assert corrected.remarks[-1].startswith(expected)
    assert "'correction" not in corrected.remarks[-1]


VANISHING = (
    "the kernel values of all pairs of different samples are 0 up to rounding, so that no sample "
    "is more similar to one than to another; gamma = 1 is too large for these data: take a smaller "
    "one, or 'gamma: median'"
)
ROTATABLE = (
    "components {} have one eigenvalue up to rounding{}: together they are determined, but their "
    "axes may be rotated among themselves"
)
FAR_APART = 1e8 * np.arange(8.0)[:, None] ** 2
LAPLACIAN = {"name": "laplacian", "gamma": 1.0}
RAYS = np.array([[1.0, 2], [2, 4], [3, 1], [1, 0], [1, 0], [5, 0]])
EQUAL_RAYS = "1 sample is equal to another one: 5 = 4"
SAME = "{}, but not to the kernel {}, up to rounding: {}'1' and '2'"
REMARKS = {
    "a kernel that vanishes": (
        FAR_APART,
        {"kernel": LAPLACIAN, "components": 7},
        [VANISHING, ROTATABLE.format("1 to 7", "")],
    ),
    "a kernel that vanishes, and equal samples": (
        np.concatenate([FAR_APART, FAR_APART[:1]]),
        {"kernel": LAPLACIAN},
        ["1 sample is equal to another one: 9 = 1", VANISHING],
    ),
    "a kernel that vanishes, and samples that differ by rounding": (
        np.concatenate([[[0.0], [4e-16]], FAR_APART[1:]]),
        {"kernel": LAPLACIAN},
        [SAME.format("1 pair of samples differs", "laplacian", ""), VANISHING],
    ),
    "a kernel that does not vanish": (
        1e-8 * FAR_APART,
        {"kernel": LAPLACIAN, "components": 7},
        [],
    ),
    "orthogonal samples": (np.eye(4), {"components": 3}, [ROTATABLE.format("1 to 3", "")]),
    "two groups of equal eigenvalues": (
        np.concatenate([CORNERS, -CORNERS]),
        {"components": 5},
        [ROTATABLE.format("1 to 2 and 4 to 5", " in each group")],
    ),
    "rays, equal samples among them": (
        RAYS,
        {"kernel": {"name": "cosine"}},
        [EQUAL_RAYS, SAME.format("3 pairs of samples differ", "cosine", "for example ")],
    ),
    "rays": (
        RAYS[:4],
        {"kernel": {"name": "cosine"}},
        [SAME.format("1 pair of samples differs", "cosine", "")],
    ),
    "rays with the linear kernel": (RAYS, {}, [EQUAL_RAYS]),
    "opposite samples with an even polynomial": (
        np.array([[1.0, 2], [-1, -2], [3, 1], [1, 0]]),
        {"kernel": {"name": "poly", "gamma": 1.0, "degree": 2, "coef0": 0.0}},
        [SAME.format("1 pair of samples differs", "poly", "")],
    ),
}


@pytest.mark.parametrize("case", REMARKS)
def test_what_runs_but_has_to_be_known_is_a_remark(case, tmp_path):
    array, more, remarks = REMARKS[case]
    assert list(_build(tmp_path, array, **more).remarks[1:]) == remarks


def test_negative_eigenvalues_that_are_accepted_have_a_remark(tmp_path):
    sigmoid = {"name": "sigmoid", "gamma": "scale"}
    study = _build(tmp_path, X - X.mean(axis=0), kernel=sigmoid, indefinite="keep")
    assert study.remarks[-1].startswith("indefinite kernel, kept: ")
    D = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)
    remark = _build(tmp_path, D, data={"distance_matrix": "x.npy"}, kernel=None).remarks[-1]
    assert remark.startswith("not Euclidean: ")
    assert remark.endswith("; 'correction: lingoes' or 'cailliez' makes them Euclidean")


FAR_FROM_ALL = (
    "2 new samples have the kernel value 0 with every training sample, up to rounding: the map "
    "gives all such samples the same coordinates, which say nothing about them: 'new 3' and 'new 4'"
)


def _with_new_samples(folder, kernel, new, components=2):
    np.save(folder / "new.npy", np.array(new)[:, None])
    data = {"vectors": "x.npy", "new": "new.npy"}
    points = np.linspace(0.0, 1.0, 12)[:, None] ** 2
    return _build(folder, points, data=data, kernel=kernel, components=components)


def test_new_samples_that_no_training_sample_is_like_have_a_remark_and_the_same_scores(tmp_path):
    """exp(-25) is far above rounding, exp(-49) below it."""
    study = _with_new_samples(tmp_path, {"name": "rbf", "gamma": 1.0}, [0.5, 6.0, 8.0, -9.0])
    assert study.remarks[1:] == (FAR_FROM_ALL,)
    solution = dual.fit(study.data.K, 2, study.data.element_error)
    placed = dual.place(solution, study.data.K, study.data.K_new)
    allowed = solution.matrix_error / np.sqrt(solution.mu)
    assert (np.abs(placed[2] - placed[3]) <= allowed).all()
    assert (np.abs(placed[1] - placed[3]) > allowed).any()
    far = _with_new_samples(tmp_path, {"name": "laplacian", "gamma": 10.0}, [0.5, 9.0]).remarks
    single = FAR_FROM_ALL.replace("2 new samples have", "1 new sample has")
    assert far[1:] == (single.replace("'new 3' and 'new 4'", "'new 2'"),)


def test_the_linear_kernel_of_a_new_sample_may_be_0_with_all_training_samples(tmp_path):
    assert _with_new_samples(tmp_path, {"name": "linear"}, [0.0, 9.0], 1).remarks[1:] == ()


@dataclass
class _Config:
    """The keys of a configuration that the validation of a matrix reads."""

    indefinite: str = "refuse"
    correction: str = "none"
    max_memory: float = 2e9


def _with_pairs(G_new):
    """The numbers 1, 2, 6 and two new ones, with kernel values G_new (2, 2) among them."""
    X, X_new = np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [0.0]])
    return replace(KM, data=Gram(X @ X.T, X_new @ X.T, np.array(G_new)))


@pytest.mark.parametrize(
    ("G_new", "message"),
    [
        ([[1.0, np.inf], [np.inf, 1.0]], "kernel value of 's' and 't' is inf; allowed: finite"),
        ([[1e120, 0.0], [0.0, 1e120]], r"kernel values up to 1e\+120, squared distances up to"),
    ],
)
def test_kernel_values_among_new_samples_are_named_by_both_and_have_the_same_limits(G_new, message):
    with pytest.raises(ConfigError, match=message):
        validated(_with_pairs(G_new), _Config())


def test_a_row_of_small_kernel_values_counts_by_its_length():
    """A hundred equal values k have the length 10 k."""
    X = 1e-3 * np.random.default_rng(3).normal(size=(100, 1))
    study = SimpleNamespace(data=Vectors(kernels.RBF(1.0), X, np.array([[2.0]])), new_names=["t"])
    k = float(study.data.K_new.max())
    assert validation._unlike(study, SimpleNamespace(matrix_error=2.0 * k)) == []
    assert validation._unlike(study, SimpleNamespace(matrix_error=20.0 * k)) != []
