"""An explicit map gives back the kernel; N4's degree-2 map, with its last entry corrected."""

import numpy as np
import pytest

from kpca.kernels import RBF, Cosine, Lift, Linear, Polynomial, Sigmoid, features

X = np.random.default_rng(0).normal(size=(12, 3))
PLANE = np.array([[0.3, -1.2], [2.0, 0.7]])


@pytest.mark.parametrize(
    ("kernel", "q", "width", "explicit"),
    [
        (Linear(), 7, 7, True),
        (Linear(), 2000, 2000, True),
        (Linear(), 2001, 2001, False),
        (Lift(), 7, 8, True),
        (Lift(), 1999, 2000, True),
        (Lift(), 2000, 2001, False),
        (Polynomial(1.0, 1), 7, 8, True),
        (Polynomial(1.0, 3), 2, 10, True),
        (Polynomial(1.0, 2), 60, 1891, True),
        (Polynomial(1.0, 3), 60, 39711, False),
        (Polynomial(1.0, 2, 0.0), 3, 10, True),
        (Polynomial(1.0, 2, -1e-9), 3, None, False),
        (RBF(1.0), 7, None, False),
        (Sigmoid(1.0), 7, None, False),
        (None, 7, None, False),
    ],
    ids=str,
)
def test_the_number_of_features_and_whether_they_are_written_out(kernel, q, width, explicit):
    assert kernel is None or kernel.dimension(q) == width
    assert features.is_explicit(kernel, q) == explicit


@pytest.mark.parametrize("kernel", [Polynomial(1, 4, 0), Polynomial(0.5, 5, 1.0)], ids=str)
def test_inner_products_of_features_of_a_high_degree_are_the_kernel(kernel):
    Phi = kernel.features(X)
    assert Phi.shape == (len(X), kernel.dimension(3))
    np.testing.assert_allclose(Phi @ Phi.T, kernel(X, X), rtol=1e-12, atol=1e-12)


def test_k4_six_monomials_of_the_plane():
    y1, y2 = PLANE.T
    root = np.sqrt(2.0)
    expected = np.column_stack([y1**0, root * y1, root * y2, y1**2, root * y1 * y2, y2**2])
    np.testing.assert_allclose(Polynomial(1.0, 2).features(PLANE), expected, rtol=1e-14)


def test_the_linear_kernel_has_features_for_loadings_whatever_the_number_of_columns():
    wide = np.arange(3.0 * 2001).reshape(3, 2001)
    assert features.for_loadings(Linear(), wide) is wide
    assert features.for_loadings(Lift(), wide) is None
    assert features.for_loadings(RBF(1.0), X) is None
    assert features.for_loadings(None, X) is None
    expected = [[0.3, -1.2, 1.53], [2.0, 0.7, 4.49]]
    np.testing.assert_allclose(features.for_loadings(Lift(), PLANE), expected, rtol=1e-15)


def test_a_map_that_is_too_wide_is_distinguished_from_one_that_does_not_exist():
    message = "2002 features, more than 2000, which are not written out"
    assert features.why_not(Lift(), 2001) == message
    assert features.why_not(RBF(1.0), 2001) == "no finite feature map"
    assert features.why_not(Polynomial(1.0, 2, -1.0), 100) == "no finite feature map"
    too_many = "2000 features of 25001 samples, more than 50000000 numbers, not written out"
    assert features.why_not(Lift(), 1999, 25_001) == too_many
    # 25,000 samples have as many numbers as are written out.
    assert features.width_for_loadings(Lift(), 25_000, 1999) == 2000
    assert features.width_for_loadings(Lift(), 25_001, 1999) == 0


def test_names_of_features_stand_at_their_features():
    assert Linear().feature_names(("a", "b")) == ["a", "b"]
    assert Lift().feature_names(("a", "b")) == ["a", "b", "|x|²"]
    assert Cosine().feature_names(("a", "b")) == ["a/|x|", "b/|x|"]
    a, b = 2.0, 3.0
    squares = {  # of the features: how often a monomial occurs, times its own square
        "1": 1.0,
        "a": 3 * a**2,
        "b": 3 * b**2,
        "a²": 3 * a**4,
        "a b": 6 * a**2 * b**2,
        "b²": 3 * b**4,
        "a³": a**6,
        "a² b": 3 * a**4 * b**2,
        "a b²": 3 * a**2 * b**4,
        "b³": b**6,
    }
    cubic = Polynomial(1.0, 3)
    assert cubic.feature_names(("a", "b")) == list(squares)
    Phi = cubic.features(np.array([[a, b]]))[0]
    np.testing.assert_allclose(Phi**2, list(squares.values()), rtol=1e-14)
    tenth = Polynomial(1.0, 10).feature_names(("a",))
    assert tenth == ["1", "a", "a²", "a³", "a⁴", "a⁵", "a⁶", "a⁷", "a⁸", "a⁹", "a¹⁰"]


def test_a_monomial_counts_once_for_each_order_of_its_factors():
    """4! = 24 orders of x1 x2 x3 x4, 12 of x1^2 x2 x3, 6 of x1^2 x2^2."""
    kernel = Polynomial(1.0, 4, 0.0)
    row = kernel.features(np.array([[2.0, 3.0, 5.0, 7.0]]))[0] ** 2
    for orders, product in ((24, 210), (12, 4 * 15), (6, 36), (4, 8 * 3), (1, 16)):
        assert np.isclose(row, orders * product**2, rtol=1e-12, atol=0.0).any(), orders
