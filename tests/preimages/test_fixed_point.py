"""The fixed point of Mika et al.: against solved examples, in other units, and where it fails."""

import numpy as np
import pytest
from scipy.optimize import brentq

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages import fixed_point
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.target import Target

RNG = np.random.default_rng(1)
X = RNG.normal(size=(40, 3))


def _sum(X, W, gamma):
    """The target sum_i w_i phi(x_i)."""
    kernel, X, W = kernels.RBF(gamma), np.array(X, dtype=float), np.array(W, dtype=float)
    return Target(kernel, X, W, W @ kernel(X, X), X, X)


def _projections(gamma=0.5, d=6, X=X, X_new=None):
    kernel = kernels.RBF(gamma)
    return Target.of_projections(dual.fit(kernel(X, X), d, 1e-13), kernel, X, X_new)


def test_the_mean_of_two_near_gaussians_has_its_pre_image_in_the_middle():
    # f(y) = e^-(y-a)^2/2 + e^-(y+a)^2/2 has one maximum for 2 gamma a^2 <= 1.
    reached = FixedPoint()(_sum([[-0.6], [0.6]], [[0.5, 0.5]], 1.0), np.array([[0.3]]))
    assert abs(reached.points[0, 0]) <= 1e-8
    assert reached.converged[0]


@pytest.mark.parametrize("side", [-1, 1])
def test_the_mean_of_two_far_gaussians_has_a_pre_image_near_each(side):
    # (y-a) e^-(y-a)^2 + (y+a) e^-(y+a)^2 = 0 is y = a tanh(2 a y), with gamma = 1.
    a = 1.5
    root = brentq(lambda y: y - a * np.tanh(2.0 * a * y), 0.5, 2.0, xtol=1e-15)
    reached = FixedPoint()(_sum([[-a], [a]], [[0.5, 0.5]], 1.0), np.array([[0.4 * side]]))
    assert reached.points[0, 0] == pytest.approx(side * root, rel=0, abs=1e-8)
    with_2_sigma2 = brentq(lambda y: y - a * np.tanh(a * y), 0.5, 2.0)
    assert abs(with_2_sigma2 - root) > 1e-3, "the control: gamma/2"


def test_the_projection_on_all_components_has_the_sample_itself_as_pre_image():
    target = _projections(gamma=2.0, d=39, X_new=X)
    reached = FixedPoint()(target, X + 0.05 * RNG.normal(size=X.shape))
    np.testing.assert_allclose(reached.points, X, rtol=0, atol=1e-6)
    assert reached.distances.max() <= 1e-6


@pytest.mark.parametrize(
    "kernel",
    [kernels.Matern32(1.2), kernels.Matern52(1.2), kernels.RationalQuadratic(1.2, 0.6)],
    ids=str,
)
def test_other_kernels_of_the_squared_distance_have_a_fixed_point_where_a_descent_ends(kernel):
    X_new = RNG.normal(size=(8, 3))
    target = Target.of_projections(dual.fit(kernel(X, X), 6, 1e-13), kernel, X, X_new)
    reached = FixedPoint()(target, X_new)
    assert reached.converged.all()
    assert np.abs(target.gradient(reached.points)).max() <= 1e-8
    assert (np.linalg.norm(target.gradient(reached.points), axis=1) <= reached.slope).all()
    by_descent = GradientDescent()(target, reached.points)
    np.testing.assert_allclose(by_descent.distances, reached.distances, rtol=1e-9)


def test_pre_images_are_stationary():
    X_new = RNG.normal(size=(25, 3))
    target = _projections(X_new=X_new)
    reached = FixedPoint()(target, X_new)
    assert reached.converged.all()
    assert np.abs(target.gradient(reached.points)).max() <= 1e-8
    assert np.abs(target.gradient(X_new)).max() > 0.01


def test_with_a_penalty_the_sum_of_both_terms_is_stationary():
    X_new = RNG.normal(size=(10, 3))
    target = _projections(X_new=X_new)
    far = np.linalg.norm(FixedPoint()(target, X_new).points - X_new, axis=1)
    for penalty in (0.01, 1.0):
        reached = FixedPoint(penalty)(target, X_new)
        step = reached.points - X_new
        gradient = target.gradient(reached.points) + 2.0 * penalty * step
        assert np.abs(gradient).max() <= 1e-8
        assert np.abs(gradient - penalty * step).max() > 1e-4, "the control: half the penalty"
        assert np.linalg.norm(step, axis=1).mean() < far.mean()


def test_a_local_end_that_is_worse_than_a_sample_is_left():
    # Two far Gaussians of different weight; the start is near the lighter one.
    target = _sum([[-2.0], [2.0]], [[0.9, 0.1]], 2.0)
    reached = FixedPoint()(target, np.array([[1.9]]))
    assert reached.points[0, 0] == pytest.approx(-2.0, abs=1e-3)
    assert reached.converged[0]


def test_an_iteration_that_is_cut_short_is_reported_and_returns_the_best_known_point():
    X_new = RNG.normal(size=(6, 3))
    target = _projections(X_new=X_new)
    reached = FixedPoint(most=1)(target, X_new)
    assert not reached.converged.any()
    assert (reached.iterations == 4).all()
    assert (reached.distances**2 <= target.squared_distances_to_samples.min(axis=1) + 1e-13).all()
    assert (reached.distances**2 <= target.squared_distances(X_new) + 1e-13).all()
    assert next(reached.remarks()).startswith("no convergence for 6 of 6 pre-images")


def test_the_iteration_ends_with_a_step_shorter_than_the_stated_fraction():
    X_new = RNG.normal(size=(8, 3))
    target = _projections(X_new=X_new)
    points = FixedPoint()(target, X_new).points
    weights = target.W * target.kernel(points, X)
    again = weights @ X / weights.sum(axis=1, keepdims=True)
    assert np.abs(again - points).max() <= 1e-9 * 4.0


def test_a_longer_last_step_ends_earlier_and_its_slope_still_bounds_the_gradient():
    X_new = RNG.normal(size=(8, 3))
    target = _projections(X_new=X_new)
    fine, coarse = FixedPoint()(target, X_new), FixedPoint(step=1e-3)(target, X_new)
    assert (coarse.iterations < fine.iterations).all()
    assert np.abs(coarse.points - fine.points).max() > 1e-8
    assert (np.linalg.norm(target.gradient(coarse.points), axis=1) <= coarse.slope).all()


def test_one_far_sample_does_not_end_the_iteration_early():
    """The kernel's width is the unit of steps: the spread of these samples is 1e9."""
    far = np.vstack([X, [[1e9, 0.0, 0.0]]])
    alone, beside = (
        FixedPoint()(_projections(X=samples, X_new=X[:9]), X[:9]) for samples in (X, far)
    )
    target = _projections(X=far, X_new=X[:9])
    assert beside.converged.all()
    assert np.abs(target.gradient(beside.points)).max() <= 1e-7
    assert beside.slope.max() <= 1e-6
    assert beside.iterations.max() > 10
    assert alone.converged.all()


def test_the_lower_bound_that_is_returned_is_below_distances_of_0():
    """For gamma = 1e-9 features are nearly equal, and 1 - 2|P| + |P|^2 is rounding only."""
    reached = FixedPoint()(_projections(gamma=1e-9, d=2, X_new=X), X)
    assert (reached.lower <= reached.distances).all()
    assert reached.lower.max() <= 1e-7


def test_with_a_penalty_the_iteration_that_begins_again_still_stays_near_the_input():
    target, x = _sum([[-2.0], [2.0]], [[0.9, 0.1]], 2.0), np.array([[1.9]])
    reached = FixedPoint(0.01)(target, x)
    assert reached.points[0, 0] < 0.0
    assert reached.converged[0]
    step = reached.points - x
    assert np.abs(target.gradient(reached.points) + 0.02 * step).max() <= 1e-8
    assert np.abs(0.02 * step).max() > 0.05, "the control: the penalty forgotten"


def test_the_slope_bounds_the_gradient_and_is_no_larger_than_it_has_to_be():
    """With contraction 0.98 the last step and the next one are nearly equal."""
    target = _sum([[-0.7], [0.7]], [[0.5, 0.5]], 1.0)
    reached = FixedPoint(step=1e-4)(target, np.array([[0.3]]))
    assert reached.converged[0]
    gradient = abs(target.gradient(reached.points)[0, 0])
    assert 0.8 * reached.slope[0] <= gradient <= reached.slope[0]


def test_with_a_penalty_the_slope_bounds_the_gradient_of_the_sum():
    X_new = RNG.normal(size=(8, 3))
    target = _projections(X_new=X_new)
    reached = FixedPoint(1.0, step=1e-4)(target, X_new)
    gradient = target.gradient(reached.points) + 2.0 * (reached.points - X_new)
    assert reached.converged.all()
    assert (np.linalg.norm(gradient, axis=1) <= reached.slope).all()
    alone = np.linalg.norm(target.gradient(reached.points), axis=1)
    assert (alone > reached.slope).any(), "the control: the penalty is not part of the slope"


def test_far_from_the_origin_the_slope_contains_the_rounding_of_the_points():
    far, X_new = X + 1e8, RNG.normal(size=(8, 3)) + 1e8
    target = _projections(X=far, X_new=X_new)
    reached = FixedPoint()(target, X_new)
    assert reached.converged.all()
    near = Target(target.kernel, far - 1e8, target.W, target.inner, target.scores, target.beta)
    gradient = np.linalg.norm(near.gradient(reached.points - 1e8), axis=1)
    assert (gradient <= reached.slope).all()
    assert (gradient > 1e-8).any(), "the control: the slope near the origin"


def test_far_from_the_origin_the_slope_with_a_penalty_contains_the_rounding_that_it_multiplies():
    far, X_new = X + 1e8, RNG.normal(size=(8, 3)) + 1e8
    target = _projections(X=far, X_new=X_new)
    reached = FixedPoint(1e4)(target, X_new)
    assert reached.converged.all()
    gradient = target.gradient(reached.points) + 2e4 * (reached.points - X_new)
    assert (np.linalg.norm(gradient, axis=1) <= reached.slope).all()
    unpenalized = FixedPoint()._curvature(target) * 4.0 * 2.0**-53 * np.sqrt(3.0) * 1e8
    assert (np.linalg.norm(gradient, axis=1) > unpenalized).any(), "the control: the distance alone"


def test_far_from_the_origin_no_digit_of_the_differences_is_lost():
    """The coordinates are multiples of 2^-10 and moved by 2^40, where doubles are 2^-12 apart."""
    grid, X_new = (np.round(Z * 2.0**10) / 2.0**10 for Z in (X, RNG.normal(size=(8, 3))))
    here = FixedPoint()(_projections(X=grid, X_new=X_new), X_new)
    there = FixedPoint()(_projections(X=grid + 2.0**40, X_new=X_new + 2.0**40), X_new + 2.0**40)
    assert there.converged.all()
    assert np.abs(there.points - 2.0**40 - here.points).max() <= 2.0**-13


def test_with_a_penalty_a_slow_iteration_is_not_continued_without_it():
    half = np.sqrt(0.5)  # 2 gamma a^2 = 1: the curvature at the minimum vanishes
    target, x = _sum([[-half], [half]], [[0.5, 0.5]], 1.0), np.array([[0.5]])
    reached = FixedPoint(1e-6, most=200)(target, x)
    of_sum = target.gradient(reached.points) + 2e-6 * (reached.points - x)
    assert not reached.converged[0] or np.abs(of_sum).max() <= 1e-8


def test_a_small_denominator_is_no_vanishing_one():
    """At 6 the sum of kernel values is 1e-4, and the iteration goes to the sample at 3."""
    reached = FixedPoint()(_sum([[-3.0], [3.0]], [[0.5, 0.5]], 1.0), np.array([[6.0]]))
    assert reached.points[0, 0] == pytest.approx(3.0, abs=1e-6)


@pytest.mark.parametrize("start", [0.0, 0.2])
def test_a_maximum_of_the_distance_is_no_pre_image(start):
    """The weights are negative: the distance is largest at the samples, and has no minimum."""
    target = _sum([[0.0], [10.0]], [[-0.5, -0.5]], 1.0)
    reached = FixedPoint()(target, np.array([[start]]))
    assert not reached.converged[0]
    assert np.isfinite(reached.points).all()


def test_where_the_kernel_is_as_narrow_as_rounding_a_sample_is_its_own_pre_image():
    """The iteration ends although it moves by rounding, far more than 1e-9 of this width."""
    target = _sum([[0.0], [0.0], [2.0]], [[0.25 + 1e-16, 0.25, -0.5], [-0.25, -0.25, 0.5]], 4e19)
    start = np.array([[0.0], [2.0]])
    reached = FixedPoint()(target, start)
    assert reached.converged.all()
    np.testing.assert_allclose(reached.points, start, rtol=0, atol=1e-15)
    # The gradient of exp(-4e19 t^2) at a distance of one rounding of 2/3, 1.1e-16.
    rounding = 4.0 * 4e19 * 0.25 * 1.1e-16
    assert rounding <= reached.slope.min()
    assert reached.slope.max() <= 100.0 * rounding
    wide = FixedPoint()(_sum([[0.0], [2.0]], [[0.5, 0.1]], 0.5), np.array([[0.3]]))
    assert wide.slope[0] <= 1e-8, "rounding allows no long step where the kernel is wide"


def test_the_slope_of_a_step_contains_that_of_the_penalty():
    Z = np.random.default_rng(0).normal(size=(20, 3))
    x = np.random.default_rng(1).normal(size=(8, 3))
    kernel, method = kernels.RBF(0.4), FixedPoint(300.0, step=1e-3)
    target = Target.of_projections(dual.fit(kernel(Z, Z), 3), kernel, Z, x)
    shortest = min(1.0 / np.sqrt(0.8), np.linalg.norm(Z - Z.mean(axis=0), axis=1).max())
    assert (method(target, x).slope >= 2.0 * 300.0 * 1e-3 * shortest).all()


def test_a_point_far_from_the_samples_has_its_distance_from_them_as_the_unit():
    Z, kernel, one = np.array([[-1.0], [1.0]]), kernels.RBF(1e-6), np.ones((1, 2))
    target = Target(kernel, Z, one, one, Z, Z[:1])
    assert fixed_point._unit(target, np.array([[50.0]]), 1.0).tolist() == [50.0]


def test_another_end_that_is_worse_than_the_point_reached_before_is_no_convergence():
    """At 10 the distance has a minimum, too, and a larger one than at the point 0.01."""
    target = _sum([[0.0], [10.0]], [[1.0, 0.9]], 1.0)
    before, there = np.array([[0.01]]), np.array([[10.0]])
    points, steps, converged = FixedPoint()._begin_again(target, before, there, there)
    assert (points.tolist(), converged.tolist()) == ([[0.01]], [False])
    assert steps[0] >= 1
    points, _, converged = FixedPoint()._begin_again(target, there, there, there)
    assert points[0, 0] == pytest.approx(10.0, abs=1e-8)
    assert converged[0]


@pytest.mark.parametrize(("beyond", "minimum"), [(1e-6, 0.0024), (1e-4, 0.0206), (1e-3, 0.0651)])
def test_where_the_minimum_is_flat_a_descent_ends_what_the_fixed_point_only_comes_near(
    beyond, minimum
):
    """Two samples at -a and a, of which 2 gamma a^2 is a little more than 1: two minima near 0."""
    a = np.sqrt(0.5) + beyond
    reached = FixedPoint(most=200)(_sum([[-a], [a]], [[0.5, 0.5]], 1.0), np.array([[0.5]]))
    assert reached.converged.all()
    assert abs(reached.points[0, 0]) == pytest.approx(minimum, abs=1e-3)
    # 4 gamma times the sum of kernel values, times the step of a millionth of the width.
    assert reached.slope[0] == pytest.approx(1.714e-6, rel=2e-3, abs=0.0)
