"""What the base of kernels of |x - y|^2 takes for granted of f, and what it makes of it."""

import numpy as np
import pytest
from kernel_examples import EXAMPLES

from kpca.arithmetic import fifty_digits
from kpca.kernels import RBF, Laplacian, Matern32, Matern52, RationalQuadratic, Sigmoid
from kpca.kernels.radial import Radial

U = 2.0**-53
KERNELS = [
    *(kernel for kernel in EXAMPLES if isinstance(kernel, Radial)),
    RationalQuadratic(1.0, 1e-2),
    RationalQuadratic(1.0, 1e9),
]
T = np.geomspace(1e-18, 1e3, 400)

each_radial = pytest.mark.parametrize("kernel", KERNELS, ids=str)


def _is_mixture(profile):
    """Whether differences of f up to the eighth have the signs of those of exp(-t)."""
    for start, step in ((0.0, 0.01), (0.3, 0.2), (2.0, 1.0)):
        differences = profile(fifty_digits(start + step * np.arange(9.0)))
        while len(differences):
            if (differences <= 0).any():
                return False
            differences = -np.diff(differences)
    return True


@each_radial
def test_f_is_a_mixture_of_gaussian_kernels(kernel):
    """Schoenberg's condition for a kernel of points with any number of columns."""
    assert _is_mixture(kernel.profile)


@pytest.mark.parametrize(
    "profile",
    [lambda t: 1 / (1 + t * t), lambda t: 1 - t / 20, lambda t: RBF(1).profile(t) - 0.01 * t],
)
def test_another_function_is_not(profile):
    assert not _is_mixture(profile)


@each_radial
def test_slope_is_the_derivative_of_f_which_begins_with_1_minus_t(kernel):
    zero = np.zeros(1)
    assert kernel.profile(zero) == kernel.slope(zero) == 1.0
    t, step = fifty_digits(np.geomspace(1e-2, 3.0, 30)), fifty_digits(np.array([1e-15]))[0]
    falls = (kernel.profile(t - step) - kernel.profile(t + step)) / (2 * step)
    assert (abs(kernel.slope(t) - falls) <= 1e-24).all()
    assert (abs(kernel.slope(1.001 * t) - falls) > 1e-24).all()


@each_radial
def test_bounds_on_the_derivative_are_those_of_the_gaussian_kernel(kernel):
    assert (kernel.slope(T) <= 1.0).all()
    assert (T * kernel.slope(T)).max() <= 1.0 / np.e


@each_radial
def test_the_bound_of_a_value_covers_rounding_for_near_and_far_points_and_is_not_wide(kernel):
    rng, worst = np.random.default_rng(0), 0.0
    for size in np.geomspace(1e-2, 3.0, 4) / np.sqrt(kernel.rate()):
        X, Y = size * rng.normal(size=(24, 2)), size * rng.normal(size=(24, 2))
        errors = np.abs(fifty_digits(kernel(X, Y)) - kernel(fifty_digits(X), fifty_digits(Y)))
        worst = max(worst, float(errors.max()))
    assert 0.05 < worst / kernel.rounding(2, 1.0) < 1.0


@each_radial
def test_the_gradient_at_a_sample_is_0(kernel):
    X = np.array([[1.0, 2.0], [-3.0, 0.5]])
    assert (kernel.gradient(X, X, np.eye(2)) == 0.0).all()


@each_radial
def test_a_gradient_is_the_same_where_all_points_are_moved_far_away(kernel):
    """Points with few digits, so that moving them rounds nothing."""
    X, Y = np.array([[0.5, -0.75], [1.25, 0.25]]), np.array([[0.25, 1.0], [-1.5, 0.125]])
    weights, far = np.array([[0.7, -0.2], [0.3, 0.4]]), np.array([2.0**40, -(2.0**41)])
    here, there = (kernel.gradient(X + by, Y + by, weights) for by in (0.0, far))
    np.testing.assert_allclose(there, here, rtol=1e-14, atol=0.0)


@each_radial
def test_one_far_point_costs_the_gradients_of_the_others_no_digit(kernel):
    X = np.random.default_rng(8).normal(size=(9, 2))
    Y = np.vstack([[[1e12, 0.0]], X[1:]])
    weights = np.full((9, 9), 0.5)
    weights[:, 0] = 0.0
    found, alone = kernel.gradient(X, Y, weights), kernel.gradient(X, Y[1:], weights[:, 1:])
    np.testing.assert_allclose(found, alone, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kernel", [RBF(1e307), Matern32(1e-153), Matern52(1e-153)], ids=str)
def test_squares_that_underflow_count_with_the_rate(kernel):
    X = 1e-162 * np.random.default_rng(0).normal(size=(20, 3))
    error = float(
        np.abs(fifty_digits(kernel(X, X)) - kernel(fifty_digits(X), fifty_digits(X))).max()
    )
    assert 1e-18 < error <= kernel.rounding(3, 1e-161)


@pytest.mark.parametrize(
    ("kernel", "direct", "of_products"),
    [
        (RBF(0.5), 7 / np.e + 2, 52 * 4.5 + 2),
        (Matern32(2.0), 11 / np.e + 4, 52 * 0.375 * 9 + 4 / np.e + 4),
        (Matern52(2.0), 13 / np.e + 7, 52 * 5 / 24 * 9 + 6 / np.e + 7),
        (RationalQuadratic(2.0, 3.0), 13 / np.e + 2, 52 * 0.125 * 9 + 6 / np.e + 2),
    ],
    ids=str,
)
def test_the_rounding_bounds_by_literal_numbers(kernel, direct, of_products):
    """q = 4 and a radius of 3; a value from the points does not depend on the radius."""
    assert kernel.rounding(4, 3.0) == pytest.approx(direct * U, rel=1e-9, abs=0.0)
    assert kernel.rounding(4, 1e9) == kernel.rounding(4, 3.0)
    products = kernel.rounding_of_products(4, 3.0)
    assert products == pytest.approx(of_products * U, rel=1e-9, abs=0.0)
    assert kernel.rounding_of_products(4, 1e12) <= 1.0 + 1e-15 + kernel.rounding(4, 1.0)


FAR = np.array([[0.0, 0.0], [3e154, 4e154], [1.0, 2.0]])


@pytest.mark.parametrize(
    "kernel",
    [
        RBF(1e-310),
        Matern32(1e155),
        Matern52(1e155),
        RationalQuadratic(1e155, 0.5),
        Laplacian(1e-309),
        Sigmoid(1e-310, 0.5),
    ],
    ids=str,
)
def test_a_sum_that_overflows_has_no_value_and_the_others_keep_theirs(kernel):
    """The true values are neither 0 nor 1: that of the second kernel is 0.78."""
    far = FAR * (3e153 if isinstance(kernel, Laplacian) else 1.0)
    with np.errstate(all="ignore"):
        K = kernel(far, far[[1, 2]])
    pair = [1, 0] if isinstance(kernel, Sigmoid) else [0, 0]
    assert np.isnan(K[tuple(pair)])
    assert np.isfinite(K[2, 1])
    assert K[2, 1] == kernel(far[[2]], far[[2]])[0, 0]


def test_products_of_points_whose_squares_overflow_have_no_value():
    kernel = RBF(1e-310)
    with np.errstate(all="ignore"):
        A, B = kernel.factors(FAR, FAR[[1, 2]])
        K = kernel.of_products(A @ B.T)
    assert np.isnan(K[:, 0]).all()
    assert K[[0, 2], 1].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("kernel", [Matern32(1e-5), Matern52(1e-5), RBF(1e10)], ids=str)
def test_at_a_distance_whose_square_overflows_in_the_unit_of_the_kernel_alone_it_is_0(kernel):
    with np.errstate(over="ignore"):
        assert kernel(FAR[:1], 2e-2 * FAR[1:]).tolist() == [[0.0, 0.0]]
        assert kernel.slopes(FAR[:1], 2e-2 * FAR[1:]).tolist() == [[0.0, 0.0]]


def test_a_power_near_0_of_a_number_that_overflows_is_no_number():
    """(1 + 1e310)^(-1e-3) is 0.49."""
    with np.errstate(over="ignore"):
        assert np.isnan(RationalQuadratic(1e-3, 1e-3)(FAR[:1], np.array([[1e152, 0.0]]))).all()


@each_radial
@pytest.mark.parametrize("largest", [-1e-3, -0.0, 0.0, 1e-16, 1e-9], ids=str)
def test_a_product_that_rounding_made_positive_gives_the_value_of_equal_points(kernel, largest):
    P = np.array([[-0.7, -0.9, -3.0], [-2.5, largest, -40.0]])
    expected = kernel.profile(np.maximum(-P, 0.0))
    np.testing.assert_array_equal(kernel.of_products(P.copy()), expected)
    assert expected.max() <= 1.0
    beside_nan = kernel.of_products(np.array([[np.nan, largest, -1.0]]))[0]
    assert np.isnan(beside_nan[0])
    np.testing.assert_array_equal(beside_nan[1:], kernel.profile(np.maximum([-largest, 1.0], 0.0)))
    assert kernel.of_products(np.zeros((0, 3))).shape == (0, 3)
