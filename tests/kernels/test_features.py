"""An explicit map gives back the kernel; N4's degree-2 map, with its last entry corrected."""

import numpy as np
import pytest

from kpca import kernels
from kpca.kernels import features

X = np.random.default_rng(0).normal(size=(12, 3))
PLANE = np.array([[0.3, -1.2], [2.0, 0.7]])


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.Linear(),
        kernels.Lift(),
        kernels.Polynomial(0.6, 2, 0.9),
        kernels.Polynomial(1, 4, 0),
        kernels.Polynomial(0.5, 5, 1.0),
    ],
    ids=str,
)
def test_inner_products_of_features_are_the_kernel(kernel):
    Phi = kernel.features(X)
    assert Phi.shape == (len(X), kernel.dimension(3))
    np.testing.assert_allclose(Phi @ Phi.T, kernel(X, X), rtol=1e-12, atol=1e-12)


def test_k4_six_monomials_of_the_plane():
    Phi = kernels.Polynomial(1.0, 2).features(PLANE)
    y1, y2 = PLANE.T
    root = np.sqrt(2.0)
    expected = np.column_stack([y1**0, root * y1, root * y2, y1**2, root * y1 * y2, y2**2])
    np.testing.assert_allclose(Phi, expected, rtol=1e-14)


def test_k4x_printed_last_entry_is_not_even_real():
    with pytest.warns(RuntimeWarning, match="invalid value"):
        printed = np.sqrt(PLANE[0, 0] * PLANE[0, 1])
    assert np.isnan(printed)


@pytest.mark.parametrize("kernel", [kernels.RBF(1.0), kernels.Sigmoid(1.0)], ids=str)
def test_kernels_without_a_finite_map_say_so(kernel):
    assert not features.is_explicit(kernel, 3)
    with pytest.raises(ValueError, match="has no finite feature map"):
        kernel.features(X)


def test_too_wide_a_map_counts_as_not_explicit():
    assert features.is_explicit(kernels.Polynomial(1.0, 2), 60)
    assert not features.is_explicit(kernels.Polynomial(1.0, 3), 60)
    assert not features.is_explicit(None, 3)


def test_the_linear_kernel_has_features_for_loadings_whatever_the_number_of_columns():
    wide = np.arange(3.0 * 2001).reshape(3, 2001)
    assert features.for_loadings(kernels.Linear(), wide) is wide
    assert features.for_loadings(kernels.Lift(), wide) is None
    assert features.for_loadings(kernels.RBF(1.0), X) is None
    assert features.for_loadings(None, X) is None
    assert features.for_loadings(kernels.Lift(), X).shape == (12, 4)


def test_a_map_that_is_too_wide_is_distinguished_from_one_that_does_not_exist():
    message = "2002 features, more than 2000, which are not written out"
    assert features.why_not(kernels.Lift(), 2001) == message
    assert features.why_not(kernels.RBF(1.0), 2001) == "no finite feature map"
    assert features.why_not(kernels.Polynomial(1.0, 2, -1.0), 100) == "no finite feature map"


def test_a_kernel_is_explicit_up_to_the_limit_and_for_coefficients_that_are_not_negative():
    limit = features.WIDEST
    assert features.is_explicit(kernels.Linear(), limit)
    assert not features.is_explicit(kernels.Linear(), limit + 1)
    assert features.is_explicit(kernels.Lift(), limit - 1)
    assert not features.is_explicit(kernels.Lift(), limit)
    assert features.is_explicit(kernels.Polynomial(1.0, 2, 0.0), 3)
    assert not features.is_explicit(kernels.Polynomial(1.0, 2, -1e-9), 3)


@pytest.mark.parametrize(
    ("kernel", "q", "expected"),
    [
        (kernels.Linear(), 7, 7),
        (kernels.Lift(), 7, 8),
        (kernels.Polynomial(1.0, 1), 7, 8),
        (kernels.Polynomial(1.0, 3), 2, 10),
        (kernels.RBF(1.0), 7, None),
        (kernels.Sigmoid(1.0), 7, None),
    ],
    ids=str,
)
def test_the_number_of_features(kernel, q, expected):
    assert kernel.dimension(q) == expected


def test_names_of_features_stand_at_their_features():
    assert kernels.Linear().feature_names(("a", "b")) == ["a", "b"]
    assert kernels.Lift().feature_names(("a", "b")) == ["a", "b", "|x|²"]
    cubic = kernels.Polynomial(1.0, 3)
    expected = ["1", "a", "b", "a²", "a b", "b²", "a³", "a² b", "a b²", "b³"]
    assert cubic.feature_names(("a", "b")) == expected
    a, b = 2.0, 3.0
    values = {"1": 1, "a": a, "b": b, "a²": a * a, "a b": a * b, "b²": b * b}
    values |= {"a³": a**3, "a² b": a * a * b, "a b²": a * b * b, "b³": b**3}
    counts = {
        "1": 1,
        "a": 3,
        "b": 3,
        "a²": 3,
        "a b": 6,
        "b²": 3,
        "a³": 1,
        "a² b": 3,
        "a b²": 3,
        "b³": 1,
    }
    Phi = cubic.features(np.array([[a, b]]))[0]
    np.testing.assert_allclose(Phi, [counts[n] ** 0.5 * values[n] for n in expected], rtol=1e-14)
    tenth = kernels.Polynomial(1.0, 10).feature_names(("a",))
    assert tenth == ["1", "a", "a²", "a³", "a⁴", "a⁵", "a⁶", "a⁷", "a⁸", "a⁹", "a¹⁰"]


def test_features_of_the_lift_by_hand():
    Phi = kernels.Lift().features(np.array([[1.0, 2.0]]))
    assert Phi.tolist() == [[1.0, 2.0, 5.0]]


def test_the_widest_map_that_is_written_out_has_2000_features():
    assert features.is_explicit(kernels.Linear(), features.WIDEST)
    assert not features.is_explicit(kernels.Linear(), features.WIDEST + 1)
    assert features.WIDEST == 2000


def test_a_negative_constant_has_no_real_features():
    assert features.is_explicit(kernels.Polynomial(1.0, 2, 0.0), 3)
    assert features.is_explicit(kernels.Polynomial(1.0, 2, 0.5), 3)
    assert not features.is_explicit(kernels.Polynomial(1.0, 2, -0.5), 3)
    assert features.is_explicit(kernels.Linear(), 3)
    assert features.is_explicit(kernels.Lift(), 3)


def test_a_monomial_counts_once_for_each_order_of_its_factors():
    """4! = 24 orders of x1 x2 x3 x4, 12 of x1^2 x2 x3, 6 of x1^2 x2^2."""
    kernel = kernels.Polynomial(1.0, 4, 0.0)
    row = kernel.features(np.array([[2.0, 3.0, 5.0, 7.0]]))[0] ** 2
    for orders, product in ((24, 210), (12, 4 * 15), (6, 36), (4, 8 * 3), (1, 16)):
        assert np.isclose(row, orders * product**2, rtol=1e-12, atol=0.0).any(), orders
