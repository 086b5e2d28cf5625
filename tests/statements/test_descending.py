"""Walks against the gradient, by literal numbers."""

import numpy as np
import pytest

from kpca import kernels
from kpca.preimages.target import Target
from kpca.statements.descending import SEEN, fall, gradient, of_rounded_points, unseen

X = np.array([[3.0, 1.0], [-2.0, 0.5], [0.7, -4.0]])


def _quartic(Y):
    """(a - 1)^2 (a + 2)^2 + b^2: minima at 1 and -2, between them a hill of 81/16."""
    a, b = Y.T
    return (a - 1.0) ** 2 * (a + 2.0) ** 2 + b**2


def _slope(Y):
    a, b = Y.T
    return np.column_stack([2.0 * (a - 1.0) * (a + 2.0) * (2.0 * a + 1.0), 2.0 * b])


def test_a_walk_falls_to_the_valley_before_it_and_does_not_climb_the_hill_behind_it():
    Y = np.array([[1.5, 0.0], [-2.25, 0.0]])
    falls = fall(_quartic, _slope(Y), Y, X, np.full(2, 1e-12))
    values = _quartic(Y)
    assert (falls <= values).all()
    # Steps that double come within a third of the way to the minimum.
    assert (falls >= 0.5 * values).all()


def test_from_a_minimum_there_is_no_fall_and_a_wrong_sign_goes_nowhere():
    at_rest = np.array([[1.0, 0.0], [-2.0, 0.0]])
    assert fall(_quartic, _slope(at_rest), at_rest, X, np.zeros(2)).tolist() == [0.0, 0.0]
    Y = np.array([[1.5, 0.25]])
    assert fall(_quartic, -_slope(Y), Y, X, np.zeros(1)).tolist() == [0.0]


def test_a_gradient_that_is_small_in_every_unit_but_far_from_a_minimum_shows_in_the_fall():
    """1e-9 (a - 1)^2 at a = 40: the slope is 8e-8, and everything can still be gained."""
    Y = np.array([[40.0, 0.0]])
    falls = fall(
        lambda Z: 1e-9 * (Z[:, 0] - 1.0) ** 2, np.array([[7.8e-8, 0.0]]), Y, X, np.zeros(1)
    )
    assert falls[0] >= 0.8 * 1e-9 * 39.0**2


def test_the_gradient_is_the_limit_of_differences_of_the_distance():
    kernel, W = kernels.Polynomial(0.3, 2, 0.8), np.array([[0.5, -0.25, 0.125]])
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    y, h = np.array([[0.4, -1.3]]), 1e-6
    found = gradient(kernel, X, W, y)
    for j, step in enumerate(h * np.eye(2)):
        rise = target.squared_distances(y + step) - target.squared_distances(y - step)
        assert found[0, j] == pytest.approx(rise[0] / (2.0 * h), rel=1e-7, abs=1e-7)


def test_what_may_be_missed_is_a_millionth_of_the_mean_distance_of_the_samples_or_rounding():
    kernel, W = kernels.Linear(), np.array([[0.5, -0.25, 0.125]])
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    y = np.array([[0.4, -1.3]])
    size = ((X - W @ X) ** 2).sum(axis=1).mean()
    assert unseen(target, y)[0] == pytest.approx(SEEN * size, rel=1e-6, abs=0)
    W = np.array([[0.5, -0.25, 0.75]])
    far = Target(kernel, X + 1e4, W, W @ kernel(X + 1e4, X + 1e4), X, X[:1])
    e, size = far.rounding(y + 1e4)[0], far.squared_distances_to_samples.mean()
    assert np.sqrt(e * size) > 10.0 * SEEN * size
    expected = 2.0 * e + np.sqrt(e * size)
    assert unseen(far, y + 1e4)[0] == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize("gamma", [0.125, 8e27])
def test_the_rounding_of_a_point_moves_its_feature_by_the_root_of_twice_gamma(gamma):
    """With a width of 8e-15, as wide as the rounding of points of size 4, it moves by about 1."""
    kernel, W = kernels.RBF(gamma), np.array([[0.5, -0.25, 0.125]])
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    y = np.array([[0.375, -1.25]])
    # The mean of the samples is (1.7, -2.5)/3, and the last one is the farthest from it.
    spread = np.hypot(0.7 - 1.7 / 3.0, -4.0 + 2.5 / 3.0)
    # The weights exp(-gamma t) w_i of both signs cancel; where all of them vanish nothing does.
    sizes = W[0] * np.exp(-gamma * ((X - y) ** 2).sum(axis=1))
    growth = np.abs(sizes).sum() / abs(sizes.sum()) if gamma < 1.0 else 1.0
    assert (growth > 1.5) == (gamma < 1.0)
    delta = 2.0**-53 * (5.0 * spread * growth + np.hypot(0.375, 1.25))
    s = np.sqrt(2.0 * gamma) * delta
    D = np.sqrt(target.squared_distances(y))
    expected = s * (2.0 * D + s)
    assert of_rounded_points(target, y) == pytest.approx(expected, rel=1e-12, abs=0)
    rest = unseen(target, y) - of_rounded_points(target, y)
    e, size = target.rounding(y), target.squared_distances_to_samples.mean()
    assert rest == pytest.approx(2.0 * e + SEEN * size, rel=1e-9, abs=0)
    if gamma < 1.0:
        assert expected < 1e-8 * rest, "of a wide kernel it is nothing"
    else:
        assert 0.1 < s < 1.0
        narrow = Target(kernels.RBF(1e6 * gamma), X, W, W @ np.eye(3), X, X[:1])
        most = 2.0 * np.sqrt(2.0 * narrow.squared_distances(y)) + 2.0
        assert of_rounded_points(narrow, y) == pytest.approx(most, rel=1e-12, abs=0), "at most"


def test_only_a_kernel_with_a_width_of_its_own_is_narrower_than_the_rounding_of_points():
    kernel, W = kernels.Polynomial(0.3, 2, 0.8), np.array([[0.5, -0.25, 0.125]])
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    assert of_rounded_points(target, np.array([[0.4, -1.3], [2.0, 7.0]])).tolist() == [0.0, 0.0]
