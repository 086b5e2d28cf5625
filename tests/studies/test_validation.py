"""A study that cannot be run is refused with the value, what is allowed and what to do."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca import kernels
from kpca.data import Vectors
from kpca.formulations import dual
from kpca.studies import datasets, validation
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig

X, _ = datasets.iris()


def _build(folder, array, **more):
    np.save(folder / "x.npy", array)
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "linear"}, "components": 1}
    return build("s", StudyConfig(**given | more), folder)


def test_new_samples_that_no_kernel_could_give_are_refused(tmp_path):
    K = X[::5] @ X[::5].T
    new = X[1::50] @ np.concatenate([X[::5], X[1::50]]).T
    given = {"data": {"kernel_matrix": "x.npy", "new": "new.npy"}, "kernel": None}
    np.save(tmp_path / "new.npy", new)
    assert _build(tmp_path, K, **given).m == 3
    new[0, 30] = 0.5 * new[0, 30]
    np.save(tmp_path / "new.npy", new)
    with pytest.raises(ConfigError, match="1 of 33 eigenvalues, new samples among them"):
        _build(tmp_path, K, **given)
    # Without new samples it is indefinite, too, and the message counts these eigenvalues.
    with pytest.raises(ConfigError, match="2 of 30 eigenvalues"):
        _build(tmp_path, (X[::5] * [1.0, 1.0, -1.0, -1.0]) @ X[::5].T, **given)


FAR_APART = 1e8 * np.arange(8.0)[:, None] ** 2
LAPLACIAN = {"name": "laplacian", "gamma": 1.0}


def test_a_kernel_that_does_not_vanish_has_no_remark(tmp_path):
    assert not _build(tmp_path, 1e-8 * FAR_APART, kernel=LAPLACIAN, components=7).remarks[1:]


def _with_new_samples(folder, kernel, new, components=2):
    np.save(folder / "new.npy", np.array(new)[:, None])
    data = {"vectors": "x.npy", "new": "new.npy"}
    points = np.linspace(0.0, 1.0, 12)[:, None] ** 2
    return _build(folder, points, data=data, kernel=kernel, components=components)


def test_new_samples_that_no_training_sample_is_like_have_a_remark_and_the_same_scores(tmp_path):
    """exp(-25) is far above rounding, exp(-49) below it."""
    study = _with_new_samples(tmp_path, {"name": "rbf", "gamma": 1.0}, [0.5, 6.0, 8.0, -9.0])
    assert len(study.remarks) == 2
    solution = dual.fit(study.data.K, 2, study.data.element_error)
    placed = dual.place(solution, study.data.K, study.data.K_new)
    allowed = solution.matrix_error / np.sqrt(solution.mu)
    assert (np.abs(placed[2] - placed[3]) <= allowed).all()
    assert (np.abs(placed[1] - placed[3]) > allowed).any()


def test_the_linear_kernel_of_a_new_sample_may_be_0_with_all_training_samples(tmp_path):
    assert _with_new_samples(tmp_path, {"name": "linear"}, [0.0, 9.0], 1).remarks[1:] == ()


def test_a_row_of_small_kernel_values_counts_by_its_length():
    """A hundred equal values k have the length 10 k."""
    X = 1e-3 * np.random.default_rng(3).normal(size=(100, 1))
    study = SimpleNamespace(data=Vectors(kernels.RBF(1.0), X, np.array([[2.0]])), new_names=["t"])
    k = float(study.data.K_new.max())
    assert validation._unlike(study, SimpleNamespace(matrix_error=2.0 * k)) == []
    assert validation._unlike(study, SimpleNamespace(matrix_error=20.0 * k)) != []
