"""Descent along the gradient: the same pre-images as in closed form, or as the fixed point."""

import numpy as np
import pytest
from scipy.optimize import OptimizeResult

from kpca import KernelPCA, kernels
from kpca.formulations import dual
from kpca.preimages import gradient_descent
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target

RNG = np.random.default_rng(2)
X, X_NEW = RNG.normal(size=(30, 3)), RNG.normal(size=(6, 3))


def _target(kernel, d, X=X, X_new=X_NEW):
    return Target.of_projections(dual.fit(kernel(X, X), d), kernel, X, X_new)


@pytest.mark.parametrize("unit", [1e-8, 1.0, 1e8])
def test_with_the_linear_kernel_the_pre_image_is_the_reconstruction_of_pca(unit):
    target = _target(kernels.Linear(), 2, unit * X, unit * X_NEW)
    reached = GradientDescent()(target, unit * X_NEW)
    mean = X.mean(axis=0)
    _, _, axes = np.linalg.svd(X - mean)
    expected = mean + (X_NEW - mean) @ axes[:2].T @ axes[:2]
    np.testing.assert_allclose(reached.points / unit, expected, rtol=0, atol=1e-6)
    assert reached.converged.all()
    assert np.abs(mean @ axes[2]) > 0.01, "the control: a mean that is not forgotten by chance"


def test_with_the_gaussian_kernel_it_ends_where_the_fixed_point_ends():
    target = _target(kernels.RBF(0.3), 5)
    descent, iteration = GradientDescent()(target, X_NEW), FixedPoint()(target, X_NEW)
    assert descent.converged.all()
    np.testing.assert_allclose(descent.distances, iteration.distances, rtol=0, atol=1e-7)
    assert (descent.iterations > 0).all()


@pytest.mark.parametrize(
    "kernel", [kernels.Polynomial(0.5, 3, 1.0), kernels.Cosine()], ids=lambda kernel: kernel.name
)
def test_pre_images_are_stationary(kernel):
    target = _target(kernel, 2)
    reached = GradientDescent()(target, X_NEW)
    assert reached.converged.all()
    size = np.abs(target.gradient(X_NEW)).max()
    assert np.abs(target.gradient(reached.points)).max() <= 1e-5 * size


def test_a_descent_that_is_cut_short_is_reported():
    target = _target(kernels.Polynomial(0.5, 3, 1.0), 2)
    reached = GradientDescent(most=1)(target, X_NEW)
    assert not reached.converged.any()
    assert np.isfinite(reached.points).all()
    assert (reached.iterations <= 2).all()


@pytest.mark.parametrize("q", [1, 4])
@pytest.mark.parametrize("unit", [1.0, 10.0])
def test_the_slope_is_that_of_the_largest_coordinates_that_count_as_0(q, unit):
    Z = unit * RNG.normal(size=(9, q))
    kernel = kernels.Linear()
    target = Target(kernel, Z, np.eye(9)[:1], kernel(Z, Z)[:1], Z, Z[:1])
    typical = np.sqrt((np.linalg.norm(Z - np.median(Z, axis=0), axis=1) ** 2).mean())
    size = target.squared_distances_to_samples.mean()
    scaled = gradient_descent._Scaled.of(target)
    rounding = target.rounding(Z)[0] / size
    assert scaled.slope == pytest.approx(
        scaled.least * size / typical * np.sqrt(q), rel=1e-12, abs=0
    )
    assert scaled.least == pytest.approx(max(1e-7, np.sqrt(rounding)), rel=1e-12, abs=0)


def test_no_gradient_counts_as_0_that_is_larger_than_a_thousandth():
    """Samples that are far from the origin and near each other: rounding hides their distances."""
    Z = 1e9 + RNG.normal(size=(9, 2))
    kernel = kernels.Polynomial(0.5, 2, 1.0)
    target = Target(kernel, Z, np.eye(9)[:1], kernel(Z, Z)[:1], Z, Z[:1])
    assert gradient_descent._Scaled.of(target).least == 1e-3


def test_of_two_ends_one_without_a_distance_is_never_returned():
    """Kernel values overflow at the start, and the descent from the nearest sample converges."""
    Z = np.random.default_rng(0).normal(size=(12, 3))
    kernel, W = kernels.Polynomial(0.3, 40, 1.0), np.full((1, 12), 1.0 / 12.0)
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:1])
    with np.errstate(over="ignore", invalid="ignore"):
        reached = GradientDescent(most=50)(target, Z[:1] + 1e6)
    least = np.sqrt(target.squared_distances_to_samples.min())
    assert reached.distances[0] <= least * (1.0 + 1e-9)


def test_where_it_converged_the_gradient_of_either_sign_is_within_the_slope():
    Z, starts = X[:, :1], X[:20, 1:2]
    kernel = kernels.Polynomial(0.5, 3, 1.0)
    target = _target(kernel, 1, Z, starts)
    reached = GradientDescent(most=1)(target, starts)
    at = reached.converged
    assert not at.all()
    assert (np.abs(target.gradient(reached.points)[at, 0]) <= 1.000001 * reached.slope[at]).all()
    assert (target.gradient(reached.points)[~at, 0] < 0.0).any(), "the control: without the size"


def test_the_better_one_of_two_ends_is_returned():
    X = np.array([[-2.0], [2.0]])
    W = np.array([[0.9, 0.1]])
    kernel = kernels.RBF(2.0)
    target = Target(kernel, X, W, W @ kernel(X, X), X, X)
    reached = GradientDescent()(target, np.array([[1.9]]))
    assert reached.points[0, 0] == pytest.approx(-2.0, abs=1e-3)


@pytest.mark.parametrize("start", [0.0, 0.2])
def test_neither_a_maximum_of_the_distance_nor_infinity_is_a_pre_image(start):
    X, W = np.array([[0.0], [10.0]]), np.array([[-0.5, -0.5]])
    kernel = kernels.RBF(1.0)
    target = Target(kernel, X, W, W @ kernel(X, X), X, X)
    assert not GradientDescent()(target, np.array([[start]])).converged[0]


def test_one_far_sample_does_not_set_the_unit_of_length():
    """With the cosine kernel lengths do not matter, and one of them may be 1e6 times the others."""
    Z = np.vstack([RNG.normal(size=(30, 2)) + 1.0, [[1e6, 3e5]]])
    target = _target(kernels.Cosine(), 1, Z, Z[:10])
    assert GradientDescent()(target, Z[:10]).converged.all()


@pytest.mark.parametrize("kernel", [kernels.Lift(), kernels.Polynomial(0.3, 2)], ids=str)
def test_a_hundred_spreads_from_the_origin_every_descent_converges(kernel):
    """Kernel values are 1e4 times larger than distances, and so are the errors of distances."""
    Z = RNG.normal(size=(36, 2)) + 100.0
    target = _target(kernel, 2, Z[6:], Z[:6])
    reached = GradientDescent()(target, Z[:6])
    assert reached.converged.all()
    gradient = np.linalg.norm(target.gradient(reached.points), axis=1)
    assert (gradient <= 1.000001 * reached.slope).all()
    farthest = target.X[target.squared_distances_to_samples.argmax(axis=1)]
    assert (gradient <= 1e-3 * np.linalg.norm(target.gradient(farthest), axis=1)).all()


def _crowded(apart, seed=4):
    """Twenty samples, of which thirteen are ``apart`` from each other; and four other points."""
    rng = np.random.default_rng(seed)
    crowd = np.array([0.7, -0.4, 1.9]) + apart * rng.normal(size=(13, 3))
    return np.vstack([crowd, rng.normal(size=(7, 3))]), rng.normal(size=(4, 3))


@pytest.mark.parametrize("apart", [1e-15, 1e-12, 1e-9])
def test_where_most_samples_are_nearly_equal_the_others_set_the_unit_of_length(apart):
    Z, x = _crowded(apart)
    target = _target(kernels.Linear(), 1, Z, x)
    reached = GradientDescent()(target, x)
    mean = Z.mean(axis=0)
    axis = np.linalg.svd(Z - mean)[2][0]
    expected = mean + ((x - mean) @ axis)[:, None] * axis
    np.testing.assert_allclose(reached.points, expected, rtol=0, atol=1e-6)
    assert reached.converged.all()
    assert (reached.iterations > 0).all()
    assert np.abs(expected - x).max() > 1.0, "the control: the start"
    control = np.linalg.norm(target.gradient(x), axis=1)
    assert (reached.slope <= 1e-5 * control).all(), "the slope of a unit that the crowd sets"


def test_the_estimator_inverts_scores_of_nearly_equal_samples():
    Z, x = _crowded(1e-12)
    model = KernelPCA(2, kernel="poly", gamma=0.3, degree=2, fit_inverse_transform=True).fit(Z)
    points = model.inverse_transform(model.transform(x))
    target = _target(kernels.Polynomial(0.3, 2), 2, Z, x)
    size = np.linalg.norm(target.gradient(x), axis=1)
    assert (np.linalg.norm(target.gradient(points), axis=1) <= 1e-5 * size).all()


@pytest.mark.parametrize("unit", [1e-3, 1.0, 1e4])
def test_with_the_cosine_a_pre_image_has_the_direction_of_the_weighted_sum_of_directions(unit):
    """cos(y, P) is largest at y = sum_i w_i x_i/|x_i|, whatever the lengths; |y| is the start's."""
    rng = np.random.default_rng(8)
    Z, x = (rng.normal(size=(n, 3)) * 10.0 ** rng.uniform(-16, 2, (n, 1)) for n in (18, 5))
    target = _target(kernels.Cosine(), 1, unit * Z, unit * x)
    reached = GradientDescent()(target, unit * x)
    sums = target.W @ (Z / np.linalg.norm(Z, axis=1, keepdims=True))
    lengths = unit * np.linalg.norm(x, axis=1)
    expected = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    np.testing.assert_allclose(reached.points / lengths[:, None], expected, rtol=0, atol=1e-6)
    assert reached.converged.all()
    gradient = np.linalg.norm(target.gradient(reached.points), axis=1)
    assert (gradient <= 1.000001 * reached.slope).all()
    assert (reached.slope <= 1e-6 / lengths).all()


def test_a_descent_that_meets_a_point_where_the_kernel_is_not_defined_goes_on():
    """From -1 the first step of L-BFGS on a line goes to 0, where the cosine is not defined."""
    kernel = kernels.Cosine()
    Z, W = np.array([[2.0], [-3.0], [0.5]]), np.array([[0.75, -0.125, 0.25]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:1])
    scaled = gradient_descent._Scaled.of(target)
    at_0, slope_at_0 = scaled((np.zeros(1) - scaled.middle) / scaled.unit)
    assert scaled.point((np.zeros(1) - scaled.middle) / scaled.unit).tolist() == [0.0]
    others = [scaled((np.array([y]) - scaled.middle) / scaled.unit)[0] for y in (-1.0, 1.0)]
    assert np.isfinite(at_0)
    assert at_0 > max(others)
    assert slope_at_0.tolist() == [0.0]
    assert GradientDescent()(target, np.array([[-1.0]])).points[0, 0] > 0.0


def test_without_the_mean_a_pre_image_is_found_far_from_samples_that_are_far_from_the_origin():
    """P_d phi(x) of N0 is near the origin, a million spreads away: the pre-image is P itself."""
    rng = np.random.default_rng(12)
    kernel, offset = kernels.Linear(), np.array([3e5, -8e5, 5e5])
    Z, x = (rng.normal(size=(n, 3)) * [3.0, 1.5, 0.5] + offset for n in (16, 4))
    target = Target.without_mean(dual.fit(kernel(Z, Z), 1), kernel, Z, x)
    reached = GradientDescent()(target, x)
    axis = np.linalg.svd(Z - Z.mean(axis=0))[2][0]
    expected = (x @ axis)[:, None] * axis
    assert reached.converged.all()
    assert np.linalg.norm(reached.points - expected, axis=1).max() <= 1e-2 * 1e6
    assert np.linalg.norm(x - expected, axis=1).min() > 2e5, "the control: the start"


def test_a_start_near_a_saddle_is_left():
    """(x·y)^4 and its gradient are nearly 0 near the origin, which is nearest to no P."""
    Z = np.array([[90.0], [1e-3], [-2e-3], [3e-3], [7e-3]])
    kernel, W = kernels.Polynomial(1e-4, 4, 0.0), np.array([[0.25, 0.5, 0.125, -0.375, 0.0625]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:1])
    reached = GradientDescent()(target, np.array([[5e-2]]))
    # f(y) = y^8 - 2 (90^4/4) y^4, up to a factor: the minimum is at y^4 = 90^4/4.
    assert reached.points[0, 0] == pytest.approx(90.0 * 0.25**0.25, rel=1e-4, abs=0)
    assert reached.converged[0]


def test_a_minimum_between_two_steps_that_double_is_found():
    """The distance to P is flat, falls by a factor of 7, and rises within one of the steps."""
    Z = np.concatenate([np.zeros((7, 4)), [[0.0, 0.0, 0.0, 6.0], [0.0, 0.0, 2.0, 5.0]]])
    target = _target(kernels.Polynomial(1.0 / Z.var() / 4.0, 24, 1.0), 1, Z, Z[:1])
    reached = GradientDescent()(target, Z[:1])
    grid = np.stack(np.meshgrid(np.linspace(0, 6, 400), np.linspace(0, 6, 400)), -1)
    Y = np.pad(grid.reshape(-1, 2), [(0, 0), (2, 0)])
    expected = np.sqrt(target.take(np.zeros(len(Y), dtype=int)).squared_distances(Y).min())
    assert reached.distances[0] <= 1.001 * expected
    assert reached.converged[0]
    start = np.sqrt(target.squared_distances(Z[:1])[0])
    assert start > 1.5 * expected, "the control: the start, where the gradient is small"


def test_a_gradient_that_is_small_beside_samples_far_away_does_not_end_the_descent():
    """The mean squared distance of the samples is 2 million times that of the nearest one."""
    Z = np.random.default_rng(1).normal(size=(40, 2))
    target = _target(kernels.Polynomial(0.3, 24, 1.0), 1, Z, Z[:1])
    reached = GradientDescent()(target, Z[:1])
    grid = np.stack(np.meshgrid(np.linspace(-3, 3, 300), np.linspace(-3, 3, 300)), -1)
    Y = grid.reshape(-1, 2)
    expected = np.sqrt(target.take(np.zeros(len(Y), dtype=int)).squared_distances(Y).min())
    assert reached.distances[0] <= 1.001 * expected
    nearest = np.sqrt(target.squared_distances_to_samples.min())
    assert nearest > 1.5 * expected, "the control: the nearest sample"


def test_where_all_kernel_values_vanish_there_is_no_minimum():
    Z, W = np.array([[0.0], [10.0]]), np.array([[-0.5, -0.25]])
    kernel = kernels.RBF(1.0)
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:1])
    assert GradientDescent()(target, np.array([[60.0]])).converged.tolist() == [False]


def test_a_walk_goes_on_through_what_rounding_may_add():
    class Rough(gradient_descent._Scaled):
        def __call__(self, z):
            return 1.0 + (0.5e-9 if abs(z[0]) < 1e-3 else -abs(z[0])), np.zeros(1)

    rough = Rough(None, np.zeros(1), 1.0, 1.0, 1e-9)
    end = OptimizeResult(x=np.zeros(1), fun=1.0, jac=np.array([1e-9]))
    assert abs(rough.stride(end)[0]) > 1e-3


def test_the_bound_on_the_gradient_among_directions_holds_for_the_lengths_of_both_points(
    monkeypatch,
):
    """A gradient at r z is 1/r of that at z: 0.5 at a point of length 3 is 0.25 at length 6."""
    target = _target(kernels.Cosine(), 2)
    start = np.array([[6.0, 0.0, 0.0]] * len(X_NEW))

    def search(self, among, first):
        points = np.array([[0.0, 3.0, 0.0]] * len(first))
        return PreImages.of(among, points, 1, True, 0.5)

    monkeypatch.setattr(GradientDescent, "_search", search)
    reached = GradientDescent()(target, start)
    np.testing.assert_allclose(reached.points, [[0.0, 6.0, 0.0]] * len(X_NEW), rtol=1e-15)
    np.testing.assert_allclose(reached.slope, 0.25, rtol=1e-15)
