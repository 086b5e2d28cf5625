"""Helpers of the statements on scaling: rivals, turned columns, one step of SMACOF."""

import numpy as np
import pytest
from made_solutions import made

from kpca.distances import squared_distances
from kpca.formulations import dual, metric
from kpca.solvers.chosen_spectra import gram
from kpca.statements import scaling

X = np.random.default_rng(0).normal(size=(8, 2)) + 3.0
D = np.abs(X[:, None, :] - X[None, :, :]).sum(axis=2)


def test_the_reflection_is_orthogonal_and_no_identity():
    Q = scaling._reflection(X)
    np.testing.assert_allclose(Q @ Q.T, np.eye(2), atol=1e-15)
    np.testing.assert_allclose(Q, [[0.6, -0.8], [-0.8, -0.6]], rtol=1e-14)


def test_columns_turned_inside_a_tie_are_eigenvectors_and_others_are_not():
    """Eigenvalues 4 and 16: turned by 30 degrees, each is off by 12 sin 30 cos 30."""
    assert scaling._turned_residual(scaling.SQUARE) == pytest.approx(0.0, abs=1e-14)
    off = scaling._turned_residual(scaling.SQUARE * np.array([1.0, 2.0]))
    assert off == pytest.approx(np.sqrt(2.0) * 12.0 * np.sqrt(3.0) / 4.0, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("shift", [0.0, 5.0])
def test_one_step_of_smacof_is_a_step_along_the_gradient_from_the_centered_map(shift):
    measured, allowed, short = scaling._one_step(D, X + shift)
    assert measured <= allowed
    assert allowed <= 1e-10
    assert short >= 0.9 * np.linalg.norm(metric.guttman(D, X) - (X - X.mean(axis=0)))


def test_the_error_of_a_step_counts_the_distances_and_the_map():
    """8 (gamma_n + gamma_(p+4)) (|row sums of distances|/n + |Z|)."""
    n, between = len(X), np.sqrt(squared_distances(X, X)) + D
    sizes = np.linalg.norm(between.sum(axis=1)) / n + np.linalg.norm(X)
    expected = 8.0 * (8.0 + 6.0) * 2.0**-53 * sizes
    assert scaling._step_error(D, X) == pytest.approx(expected, rel=1e-9, abs=0.0)


def test_rivals_are_of_the_rank_of_the_best_and_some_come_within_a_thousandth():
    rng = np.random.default_rng(1)
    Q = np.linalg.qr(rng.normal(size=(9, 9)))[0]
    mu = np.array([4.0, 3.0, 2.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    A = (Q * mu) @ Q.T
    rivals = scaling._rivals(A, Q[:, :2], mu[:2])
    best = np.sqrt(4.0 + 1.0 + 0.25)
    assert len(rivals) == 14
    assert min(rivals) >= best * (1.0 - 1e-12)
    near = rivals[0]
    assert best < near < 1.001 * best
    assert max(rivals[4:8]) > 2.0 * best


@pytest.mark.parametrize(
    ("spectrum", "terms"), [([4.0, 2.0, 1.0], 2), ([4.0], 0), ([-4.0, 1.0], 1)]
)
def test_the_terms_of_an_approximation_leave_one_that_is_not_rounding(spectrum, terms):
    K = gram(np.array(spectrum))
    solution = dual.fit(K, 1)
    wanted = made(solution.spectrum, np.eye(len(K))[:, :3], solution.matrix_error)
    assert scaling._terms(wanted) == terms
