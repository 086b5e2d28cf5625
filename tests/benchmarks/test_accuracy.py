"""The measured residual and the count of members, against LAPACK and planted errors."""

import numpy as np
import pytest

from benchmarks import accuracy
from kpca.centering import center
from kpca.kernels import RBF

X = np.random.default_rng(0).normal(size=(90, 3)) + 5.0


def _exact(d):
    mu, V = np.linalg.eigh(center(RBF(0.3)(X, X)))
    return mu[::-1][:d], V[:, ::-1][:, :d]


def test_the_residual_of_exact_pairs_is_rounding():
    assert accuracy.residual(X, 0.3, *_exact(4)) <= 1e-14


@pytest.mark.parametrize("angle", [1e-10, 1e-6, 1e-2])
def test_a_pair_that_is_rotated_has_the_residual_of_its_angle(angle):
    mu, V = _exact(5)
    rotated = V[:, :4].copy()
    rotated[:, 3] = np.cos(angle) * V[:, 3] + np.sin(angle) * V[:, 4]
    found = accuracy.residual(X, 0.3, mu[:4], rotated)
    expected = np.sin(angle) * (mu[3] - mu[4]) / mu[0]
    assert found == pytest.approx(expected, rel=1e-3, abs=1e-14)


def test_vectors_that_are_not_centered_have_a_residual():
    mu, V = _exact(2)
    shifted = V + 1e-3
    R = center(RBF(0.3)(X, X)) @ shifted - shifted * mu
    expected = np.linalg.norm(R, axis=0).max() / mu[0]
    found = accuracy.residual(X, 0.3, mu, shifted)
    assert found == pytest.approx(expected, rel=1e-9, abs=0)


def test_a_residual_of_sampled_rows_is_an_estimate_of_that_of_all(monkeypatch):
    mu, V = _exact(3)
    whole = accuracy.residual(X, 0.3, 1.01 * mu, V)
    monkeypatch.setattr(accuracy, "WHOLE", 10)
    monkeypatch.setattr(accuracy, "SAMPLED", 60)
    assert accuracy.residual(X, 0.3, 1.01 * mu, V) == pytest.approx(whole, rel=0.3, abs=0)


def test_each_eigenvalue_that_was_found_counts_once():
    exact = accuracy.largest(X, 0.3, 4)
    np.testing.assert_allclose(exact[::-1], _exact(4)[0], rtol=0, atol=1e-12)
    assert accuracy.members(exact, exact[::-1]) == 4
    assert accuracy.members(exact, np.r_[exact[1:], 0.5 * exact[0]]) == 3
    twice = np.array([1.0, 1.0, 2.0])
    assert accuracy.members(twice, np.array([2.0, 1.0, 0.5])) == 2
    assert accuracy.members(twice, np.array([2.0, 1.0, 1.0])) == 3
