"""Values, definitions, formulas and bounds of the kernels by hand, and those of scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from kpca import kernels, tolerances
from kpca.arithmetic import fifty_digits, hundred_digits, is_fifty_digits
from kpca.distances import squared_distances
from kpca.kernels.linear import _without_its_largest_term

U = 2.0**-53
X = np.random.default_rng(0).normal(size=(25, 3))
Y = np.random.default_rng(1).normal(size=(7, 3))

# x·y = 1, |x|^2 = 5, |y|^2 = 10, |x - y|^2 = 13, and 5 city blocks.
POINT, OTHER = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
BY_HAND = [
    (kernels.Linear(), 1.0, [-2.0], pairwise.linear_kernel),
    (
        kernels.Polynomial(0.5, 3, 0.25),
        0.75**3,
        [0.5**3 + 0.25],
        lambda A, B: pairwise.polynomial_kernel(A, B, 3, 0.5, 0.25),
    ),
    (kernels.RBF(0.1), np.exp(-1.3), [1 / 2.3], lambda A, B: pairwise.rbf_kernel(A, B, 0.1)),
    (
        kernels.Laplacian(0.1),
        np.exp(-0.5),
        [np.exp(-0.1 * np.sqrt(13.0))],
        lambda A, B: pairwise.laplacian_kernel(A, B, 0.1),
    ),
    (
        kernels.Sigmoid(0.3, -0.7),
        -0.3799489622552249,
        [0.401312339887548],
        lambda A, B: pairwise.sigmoid_kernel(A, B, 0.3, -0.7),
    ),
    (
        kernels.Cosine(),
        1.0 / np.sqrt(50.0),
        [1.0 - np.arccos(1.0 / np.sqrt(50.0)) / np.pi],
        pairwise.cosine_similarity,
    ),
    (kernels.Lift(), 51.0, [1.0, 50.0], lambda A, B: A @ B.T + np.outer(*map(_squares, (A, B)))),
]


def _squares(A):
    return (A**2).sum(axis=1)


@pytest.mark.parametrize(
    ("kernel", "value", "neighbors", "theirs"), BY_HAND, ids=[str(row[0]) for row in BY_HAND]
)
def test_values_are_those_by_hand_and_of_scikit_learn(kernel, value, neighbors, theirs):
    assert kernel(POINT, OTHER)[0, 0] == pytest.approx(value, rel=1e-14, abs=0.0)
    np.testing.assert_allclose(kernel(X, Y), theirs(X, Y), rtol=1e-12, atol=1e-15)
    x, y = ([hundred_digits().mpf(entry) for entry in point[0]] for point in (POINT, OTHER))
    functions = (kernel.definition.value, *kernel.definition.neighbors)
    values = [float(function(x, y, **vars(kernel))) for function in functions]
    assert values == pytest.approx([value, *neighbors], rel=1e-15, abs=0.0)


def test_the_hyperbolic_tangent_of_a_large_argument_is_1_with_its_sign():
    one = [hundred_digits().mpf(1)]
    tanh = kernels.Sigmoid.definition.value
    values = [float(tanh(one, one, gamma=1e9, coef0=coef0)) for coef0 in (0.0, -3e9)]
    assert values == [1.0, -1.0]


def test_the_largest_term_in_size_may_be_negative():
    assert _without_its_largest_term([1.0, -5.0, 2.0], [2.0, 3.0, 4.0]) == 10.0


def test_a_constant_that_is_left_out_is_1():
    x = np.array([[1.0]])
    assert kernels.from_parameters("poly", gamma=2.0, degree=2)(x, x) == 9.0
    assert kernels.from_parameters("sigmoid", gamma=2.0)(x, x) == np.tanh(3.0)


def test_the_gradient_of_the_laplacian_is_zero_in_a_column_where_both_points_agree():
    gradient = kernels.Laplacian(0.5).gradient(POINT, np.array([[1.0, 0.0]]), np.ones((1, 1)))
    np.testing.assert_allclose(gradient, [[0.0, -0.5 * np.exp(-1.0)]], rtol=1e-15, atol=0.0)


@pytest.mark.parametrize("arithmetic", [np.asarray, fifty_digits])
def test_close_points_far_from_the_origin_keep_their_distance_in_both_arithmetics(arithmetic):
    far = arithmetic(np.array([[1e8, 1.0], [1e8 + 1.0, 3.0]]))
    distances = squared_distances(far, far[:1])
    assert distances.tolist() == [[0.0], [5.0]]
    assert is_fifty_digits(distances) == (arithmetic is fifty_digits)


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        # gamma R^2 + coef0 has the size 2 + 1, or 2 + 3, and q + 2 roundings; tanh has two.
        (kernels.Sigmoid(0.5, 1.0).rounding(4, 2.0), (6 * 3 + 2) * U),
        (kernels.Sigmoid(0.5, -3.0).rounding(4, 2.0), (6 * 5 + 2) * U),
        (kernels.Polynomial(0.5, 1, -3.0).rounding(4, 2.0), (6 * 5 + 2 * 5) * U),
        # t exp(-t) is 1/e at most, whatever the radius.
        (kernels.Laplacian(2.0).rounding(4, 3.0), (5 / np.e + 2) * U),
        (kernels.Laplacian(2.0).rounding(4, 1e9), (5 / np.e + 2) * U),
        (kernels.Lift().rounding(3, 10.0), tolerances.dot(4) * 1e2 + tolerances.dot(8) * 1e4),
        *(
            (kernel.rounding_of_products(3, 10.0), kernel.rounding(4, 10.0))
            for kernel in (kernels.Polynomial(0.2, 3, 0.7), kernels.Sigmoid(0.2, 0.7))
        ),
    ],
)
def test_rounding_bounds_by_literal_numbers(bound, expected):
    assert bound == pytest.approx(expected, rel=1e-9, abs=0.0)
