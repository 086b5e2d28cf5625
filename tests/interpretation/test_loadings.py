"""Loadings are the components, written out in features."""

import numpy as np
import pytest
from conftest import STUDIES
from sklearn.decomposition import PCA

from kpca.formulations import dual
from kpca.interpretation import loadings

EXPLICIT = ("linear", "poly", "lift", "cosine")


def _fitted(study):
    return dual.fit(study.data.K, study.components, study.data.element_error)


@pytest.mark.parametrize("name", EXPLICIT)
def test_loadings_are_orthonormal_and_place_the_samples(name):
    study = STUDIES[name]
    solution = _fitted(study)
    Phi = study.data.Phi
    W = loadings.loadings(Phi, solution.alpha)
    allowed = 4 * study.n * solution.matrix_error / solution.mu[-1]
    assert np.abs(W.T @ W - np.eye(study.components)).max() <= allowed
    off = np.abs((Phi - Phi.mean(axis=0)) @ W - solution.scores).max()
    assert off <= allowed * np.sqrt(solution.mu[0])
    assert np.abs(Phi @ W - solution.scores).max() > 100 * allowed * np.sqrt(solution.mu[0])


def test_with_the_linear_kernel_they_are_those_of_pca():
    study = STUDIES["linear"]
    W = loadings.loadings(study.data.X, _fitted(study).alpha)
    others = PCA(study.components).fit(study.data.X).components_.T
    assert np.abs(np.abs((W * others).sum(axis=0)) - 1.0).max() < 1e-10


def test_correlations_are_those_of_numpy():
    study = STUDIES["rbf"]
    Z = _fitted(study).scores
    found = loadings.correlations(study.data.X, Z)
    expected = np.corrcoef(study.data.X.T, Z.T)[:2, 2:]
    assert found == pytest.approx(expected, abs=1e-12)
    tiny = loadings.correlations(study.data.X * 1e-200, Z)
    assert tiny == pytest.approx(expected, abs=1e-12)


def test_all_components_represent_a_sample_wholly():
    study = STUDIES["linear"]
    solution = _fitted(study)
    lengths = ((study.data.X - study.data.X.mean(axis=0)) ** 2).sum(axis=1)
    assert loadings.represented(solution.scores, lengths) == pytest.approx(1.0, abs=1e-9)
    half = loadings.represented(solution.scores[:, :1], lengths)
    assert half.max() <= 1.0 + 1e-9
    assert half.min() < 0.5
    assert np.isnan(loadings.represented(np.zeros((1, 1)), np.zeros(1)))[0]


def test_a_share_is_the_sum_of_squares_over_the_squared_length_and_may_exceed_one():
    coordinates = np.array([[1.0, -2.0], [3.0, 0.0], [1.0, 1.0], [2.0, 2.0]])
    found = loadings.represented(coordinates, np.array([10.0, 4.0, 0.0, -1.0]))
    assert found[:2].tolist() == [0.5, 2.25]
    assert np.isnan(found[2:]).all()


def test_loadings_by_hand():
    Phi, alpha = np.array([[1.0, 0.0], [3.0, 4.0]]), np.array([[1.0, 2.0], [-1.0, 0.0]])
    assert loadings.loadings(Phi, alpha).tolist() == [[-2.0, -2.0], [-4.0, -4.0]]


def test_a_correlation_is_that_of_each_pair_of_columns():
    X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [6.0, 5.0]])
    Z = np.array([[-2.0, 3.0], [-1.0, 0.0], [0.0, -1.0], [3.0, -2.0]])
    found = loadings.correlations(X, Z)
    assert found[0] == pytest.approx([1.0, -6.0 / 7.0], rel=1e-14, abs=0.0)
    assert found[1].tolist() == [0.0, 0.0]
