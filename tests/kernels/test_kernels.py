"""Values and formulas of the kernels by hand, and agreement with scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from kpca import kernels, tolerances
from kpca.arithmetic import exact, is_exact
from kpca.distances import squared_distances

X = np.random.default_rng(0).normal(size=(25, 3))
Y = np.random.default_rng(1).normal(size=(7, 3))


@pytest.mark.parametrize(
    ("kernel", "theirs"),
    [
        (kernels.Linear(), pairwise.linear_kernel(X, Y)),
        (kernels.Polynomial(0.5, 3, 0.7), pairwise.polynomial_kernel(X, Y, 3, 0.5, 0.7)),
        (kernels.RBF(0.8), pairwise.rbf_kernel(X, Y, 0.8)),
        (kernels.Sigmoid(0.3, -0.2), pairwise.sigmoid_kernel(X, Y, 0.3, -0.2)),
    ],
    ids=["linear", "poly", "rbf", "sigmoid"],
)
def test_parameters_mean_what_they_mean_in_scikit_learn(kernel, theirs):
    np.testing.assert_allclose(kernel(X, Y), theirs, rtol=1e-12)


def test_gamma_is_not_half_an_inverse_variance():
    sigma, d = 0.7, 1.3
    k = kernels.RBF(1.0 / sigma**2)(np.zeros((1, 1)), np.full((1, 1), d))
    assert k == pytest.approx(np.exp(-(d**2) / sigma**2), rel=1e-12, abs=0.0)
    assert k != pytest.approx(np.exp(-(d**2) / (2.0 * sigma**2)), rel=0.1, abs=0.0)


def test_names_give_kernels_back():
    assert kernels.from_parameters("rbf", gamma=2.0) == kernels.RBF(2.0)


def test_unknown_name_is_refused_with_the_allowed_ones():
    with pytest.raises(ValueError, match="'rbff'; allowed: " + ", ".join(kernels.BY_NAME)):
        kernels.from_parameters("rbff", gamma=1.0)


TWO, ONE = np.array([[1.0, 2.0], [0.0, 3.0]]), np.array([[2.0, -1.0]])
BY_HAND = [
    (kernels.Linear(), [0.0, -3.0], [5.0, 9.0]),
    (kernels.Polynomial(0.5, 2), [1.0, 0.25], [12.25, 30.25]),
    (kernels.Polynomial(1.0, 3, 2.0), [8.0, -1.0], [343.0, 1331.0]),
    (kernels.RBF(0.1), np.exp([-1.0, -2.0]), [1.0, 1.0]),
    (kernels.Sigmoid(0.5), np.tanh([1.0, -0.5]), np.tanh([3.5, 5.5])),
    (kernels.Sigmoid(0.5, -2.0), np.tanh([-2.0, -3.5]), np.tanh([0.5, 2.5])),
    (kernels.Lift(), [25.0, 42.0], [30.0, 90.0]),
]


@pytest.mark.parametrize(("kernel", "values", "diagonal"), BY_HAND, ids=lambda k: str(k)[:30])
def test_values_by_hand(kernel, values, diagonal):
    np.testing.assert_allclose(kernel(TWO, ONE)[:, 0], values, rtol=1e-14)
    np.testing.assert_allclose(kernel(ONE, TWO)[0], values, rtol=1e-14)
    np.testing.assert_allclose(kernel.diagonal(TWO), diagonal, rtol=1e-14)
    assert kernel.diagonal(np.ones((4, 2))).shape == (4,)


@pytest.mark.parametrize("arithmetic", [float, object])
def test_close_points_far_from_the_origin_keep_their_distance(arithmetic):
    far = np.array([[1e8, 1.0], [1e8 + 1.0, 3.0]]).astype(arithmetic)
    found = squared_distances(far, far[:1])
    assert found.tolist() == [[0.0], [5.0]]


def test_what_is_left_out_of_parameters_is_one():
    assert kernels.from_parameters("poly", gamma=2.0, degree=3).coef0 == 1.0
    assert kernels.from_parameters("sigmoid", gamma=2.0).coef0 == 1.0


@pytest.mark.parametrize("m", [2, 3])
def test_squared_distances_are_these_numbers_in_both_arithmetics(m):
    A = np.array([[0.0, 0.0], [3.0, 4.0], [1.0, -1.0]])
    B = np.array([[1.0, 2.0], [3.0, -4.0], [0.0, 7.0]])
    expected = [[5.0, 25.0, 49.0], [8.0, 64.0, 18.0], [9.0, 13.0, 65.0]]
    double = squared_distances(A, B[:m])
    fifty = squared_distances(exact(A), exact(B[:m]))
    assert double.tolist() == fifty.tolist() == [row[:m] for row in expected]
    assert is_exact(fifty)
    assert not is_exact(double)


def test_the_constant_of_polynomial_and_sigmoid_is_1_unless_given():
    x = np.array([[1.0]])
    assert kernels.Polynomial(2.0, 2)(x, x) == 9.0
    assert kernels.Sigmoid(2.0)(x, x) == np.tanh(3.0)


@pytest.mark.parametrize(
    ("kernel", "formula"),
    [
        (kernels.Linear(), "k(x, y) = x·y"),
        (kernels.Polynomial(0.5, 3, 2.0), "k(x, y) = (0.5 x·y + 2)^3"),
        (kernels.RBF(0.25), "k(x, y) = exp(-0.25 |x - y|^2)"),
        (kernels.Polynomial(0.5, 3, -2.0), "k(x, y) = (0.5 x·y - 2)^3"),
        (kernels.Polynomial(0.5, 3, 0.0), "k(x, y) = (0.5 x·y + 0)^3"),
        (kernels.Sigmoid(0.1, 1.5), "k(x, y) = tanh(0.1 x·y + 1.5)"),
        (kernels.Sigmoid(0.1, -1.0), "k(x, y) = tanh(0.1 x·y - 1)"),
        (kernels.Lift(), "k(x, y) = x·y + |x|^2 |y|^2"),
    ],
    ids=str,
)
def test_a_kernel_has_its_formula_with_its_numbers(kernel, formula):
    assert kernel.formula == formula


def test_the_rounding_bounds_of_lift_and_of_products_by_literal_numbers():
    """q = 3 and a radius of 10, so that its square and its fourth power differ."""
    lift = tolerances.dot(4) * 1e2 + tolerances.dot(8) * 1e4 + 7.0 * tolerances.UNDERFLOW
    assert kernels.Lift().rounding(3, 10.0) == pytest.approx(lift, rel=1e-14, abs=0)
    for kernel in (kernels.Polynomial(0.2, 3, 0.7), kernels.Sigmoid(0.2, 0.7)):
        assert kernel.rounding_of_products(3, 10.0) == kernel.rounding(4, 10.0)
        assert kernel.rounding_of_products(3, 10.0) > kernel.rounding(3, 10.0)
