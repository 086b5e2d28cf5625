"""Coordinate descent: solved examples, no better coordinate anywhere, and where it fails."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages.coordinate_descent import CoordinateDescent, sums_at
from kpca.preimages.target import Target

RNG = np.random.default_rng(1)
X, X_NEW = RNG.normal(size=(40, 3)), RNG.normal(size=(25, 3))


def _sum(X, W, gamma=1.0):
    """The target sum_i w_i phi(x_i)."""
    kernel = kernels.Laplacian(gamma)
    X, W = np.array(X, dtype=float), np.array(W, dtype=float)
    return Target(kernel, X, W, W @ kernel(X, X), X, X)


def _projections(X_new=X_NEW, d=6, gamma=0.5):
    kernel = kernels.Laplacian(gamma)
    return Target.of_projections(dual.fit(kernel(X, X), d, 1e-13), kernel, X, X_new)


def _sums(target, Y):
    return (target.W * target.kernel(Y, target.X)).sum(axis=1)


def test_on_a_line_the_pre_image_is_the_sample_with_the_largest_sum():
    # f(0) = 0.6 + 0.5/e = 0.78, f(1) = 0.6/e + 0.5 = 0.72; f is convex between the samples.
    reached = CoordinateDescent()(_sum([[0.0], [1.0]], [[0.6, 0.5]]), np.array([[0.9]]))
    assert reached.points[0, 0] == 0.0
    assert reached.converged[0]
    mean = 0.5 / 1.1
    assert _sums(_sum([[0.0], [1.0]], [[0.6, 0.5]]), np.array([[mean]]))[0] < 0.75, "the control"


def test_a_pre_image_may_have_coordinates_of_several_samples():
    # f = 3e^-0.3 = 2.22 at the origin, which is no sample, and 1 + 2e^-0.6 = 2.10 at each sample.
    target = _sum([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], np.ones((1, 3)), 0.3)
    reached = CoordinateDescent()(target, np.full((1, 3), 0.4))
    np.testing.assert_array_equal(reached.points, np.zeros((1, 3)))
    assert reached.converged[0]
    assert _sums(target, reached.points)[0] == pytest.approx(3.0 * np.exp(-0.3), rel=0, abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_on_a_line_no_point_is_better_with_weights_of_both_signs(seed):
    rng = np.random.default_rng(seed)
    target = _sum(rng.normal(size=(8, 1)), rng.normal(size=(1, 8)))
    grid = np.linspace(-4.0, 4.0, 4001)[:, None]
    most = (target.W * target.kernel(grid, target.X)).sum(axis=1).max()
    reached = CoordinateDescent()(target, np.zeros((1, 1)))
    assert reached.converged[0] == (most > 0.0), "seed 0 has no positive value"
    if most > 0.0:
        assert _sums(target, reached.points)[0] >= most
        assert reached.points[0, 0] in target.X


def test_no_change_of_one_coordinate_is_better():
    target = _projections()
    points = CoordinateDescent()(target, X_NEW).points
    least = target.squared_distances(points)
    changed_start = []
    for a in range(3):
        for value in [*X[:, a], *np.linspace(-3.0, 3.0, 50)]:
            for Y, worse in ((points, None), (X_NEW, changed_start)):
                moved = Y.copy()
                moved[:, a] = value
                if worse is None:
                    assert (target.squared_distances(moved) >= least - 1e-13).all()
                else:
                    worse.append(target.squared_distances(moved) < target.squared_distances(Y))
    assert np.any(changed_start, axis=0).all(), "the control: the start can be improved"


def test_the_projection_on_all_components_has_the_sample_itself_as_pre_image():
    target = _projections(X, d=39, gamma=2.0)
    reached = CoordinateDescent()(target, X + 0.05 * RNG.normal(size=X.shape))
    np.testing.assert_array_equal(reached.points, X)


def test_a_descent_that_is_cut_short_is_reported():
    reached = CoordinateDescent(most=1)(_projections(), X_NEW)
    assert not reached.converged.all()
    assert (reached.iterations == 2).all()
    assert CoordinateDescent()(_projections(), X_NEW).iterations.max() > 2


def test_a_target_of_negative_weights_only_has_no_pre_image_and_says_so():
    reached = CoordinateDescent()(_sum([[0.0], [1.0]], [[-0.5, -0.5]]), np.array([[0.2]]))
    assert np.isfinite(reached.points).all()
    assert not reached.converged[0]


@pytest.mark.parametrize("gamma", [0.7, 70.0, 700.0])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9])
def test_sums_at_values_are_those_of_the_kernel_matrix(n, gamma):
    values = np.sort(RNG.normal(size=n))
    weights = RNG.normal(size=(4, n))
    expected = weights @ np.exp(-gamma * np.abs(values[:, None] - values[None, :]))
    np.testing.assert_allclose(sums_at(values, weights, gamma), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("far", [299.0, 301.0])
def test_both_ways_to_sum_agree_where_one_takes_over(far):
    values, weights = np.array([0.0, 1.0, far - 1.0, far]), np.array([[1.0, -2.0, 3.0, 4.0]])
    expected = [[1 - 2 / np.e, 1 / np.e - 2, 3 + 4 / np.e, 3 / np.e + 4]]
    np.testing.assert_allclose(sums_at(values, weights, 1.0), expected, rtol=0, atol=1e-14)


def test_sums_at_far_values_do_not_overflow():
    found = sums_at(np.array([-1e300, 0.0, 1e300]), np.array([[1.0, 2.0, 3.0]]), 1.0)
    assert found.tolist() == [[1.0, 2.0, 3.0]]


CORNERS = np.eye(3)


def test_a_gain_of_a_hundred_thousandth_is_taken():
    """Three corners of weight 1: the origin is better than a corner for gamma < ln 2, just so."""
    target = _sum(CORNERS, np.ones((1, 3)), np.log(2.0) - 1e-5)
    assert (CoordinateDescent()(target, CORNERS[:1]).points == 0.0).all()


def test_the_descent_from_the_start_may_be_better_than_that_from_the_nearest_sample():
    samples, W = np.vstack([CORNERS, np.full(3, 50.0)]), [[1.0, 1.0, 1.0, 2.15]]
    reached = CoordinateDescent()(_sum(samples, W, 0.3), np.full((1, 3), 0.4))
    assert (reached.points == 0.0).all()


def test_convergence_is_that_of_the_end_that_is_returned():
    reached = CoordinateDescent(most=1)(_sum(CORNERS, np.ones((1, 3)), 0.3), np.zeros((1, 3)))
    assert reached.converged[0]


def test_a_target_of_0_has_no_pre_image_and_a_small_one_has():
    """All features are equally far from 0, so that no point is nearer than another."""
    reached = CoordinateDescent()(
        _sum([[0.0], [1.0]], [[0.0, 0.0], [1e-9, 0.0]]), np.array([[0.9], [0.4]])
    )
    assert reached.converged.tolist() == [False, True]
    np.testing.assert_allclose(reached.distances, [1.0, 1.0 - 1e-9], rtol=1e-15)
