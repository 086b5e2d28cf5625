"""The eigen-solve against scikit-learn's KernelPCA and PCA."""

import numpy as np
import pytest
from conftest import STUDIES
from sklearn.decomposition import PCA, KernelPCA

from kpca.formulations import dual
from kpca.kernels import Linear


def _up_to_sign(ours, theirs):
    signs = np.sign((ours * theirs).sum(axis=0))
    np.testing.assert_allclose(ours, signs * theirs, atol=1e-8 * np.abs(theirs).max())


@pytest.mark.parametrize("name", [name for name in STUDIES if name != "sigmoid"])
def test_scores_and_new_samples_are_those_of_scikit_learn(name):
    data, d = STUDIES[name].data, STUDIES[name].components
    peer = KernelPCA(d, kernel="precomputed", eigen_solver="dense").fit(data.K)
    solution = dual.fit(data.K, d, data.element_error)
    np.testing.assert_allclose(solution.mu, peer.eigenvalues_, rtol=1e-9)
    _up_to_sign(solution.scores, peer.transform(data.K))
    _up_to_sign(dual.place(solution, data.K, data.K_new), peer.transform(data.K_new))


def test_k9_linear_kernel_gives_pca():
    X = np.random.default_rng(0).normal(size=(40, 4)) @ np.diag([4.0, 2.0, 1.0, 0.5])
    peer = PCA(3).fit(X)
    solution = dual.fit(Linear()(X, X), 3)
    _up_to_sign(solution.scores, peer.transform(X))
    np.testing.assert_allclose(solution.variance * 40 / 39, peer.explained_variance_)


def test_the_whole_spectrum_is_looked_at_where_the_peer_sees_its_largest_part_only():
    data = STUDIES["sigmoid"].data
    peer = KernelPCA(5, kernel="precomputed", eigen_solver="dense").fit(data.K)
    solution = dual.fit(data.K, 5, data.element_error)
    np.testing.assert_allclose(solution.mu, peer.eigenvalues_, rtol=1e-9)
    assert len(solution.negative) > 100
    assert 0.01 < solution.negative_mass < 0.03


def test_the_spectrum_alone_has_every_eigenvalue_and_no_component():
    found = dual.spectrum(-np.eye(3))
    assert (found.n, found.components) == (3, 0)
    np.testing.assert_allclose(found.spectrum, [0.0, -1.0, -1.0], atol=1e-15)
