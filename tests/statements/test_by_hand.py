"""Bessel functions, circles and chains whose numbers are known."""

import numpy as np
import pytest
from conftest import STUDIES
from scipy.special import iv

from kpca.arithmetic import fifty_digits
from kpca.kernels import RBF
from kpca.statements import by_hand
from kpca.statements.case import Case


@pytest.mark.parametrize("m", [1, 2, 5, 24])
@pytest.mark.parametrize("t", [0.01, 1.0, by_hand.LONGEST**2])
def test_bessel_functions_of_orders_that_are_equal_up_to_m_are_added_up(m, t):
    orders = np.arange(-120, 120)
    expected = [iv(orders[orders % m == f], 2.0 * t).sum() for f in range(m)]
    np.testing.assert_allclose(by_hand.bessel_sums(t, m), expected, rtol=1e-13)


def test_all_orders_together_are_the_exponential_function_to_fifty_digits():
    t = fifty_digits(np.array([by_hand.LONGEST**2]))[0]
    (total,) = by_hand.bessel_sums(t, 1)
    assert abs(total / (2 * t).exp() - 1) < 1e-48


def test_a_matrix_is_that_of_the_kernel_values_added_up_with_a_cosine():
    """B_f(a, b) = sum_j k(a, b e^{it_j}) cos(f t_j) of m = 4 points, by hand for f = 0 and 2."""
    radii = np.array([0.5, 1.0])
    B = by_hand.two_by_two(radii, 4)
    near, beside, far = np.exp(-0.25), np.exp(-1.25), np.exp(-2.25)
    assert B[0, 0, 1] == pytest.approx(near + 2.0 * beside + far, rel=1e-14, abs=0.0)
    assert B[2, 0, 1] == pytest.approx(near - 2.0 * beside + far, rel=1e-14, abs=0.0)
    np.testing.assert_allclose(B[1], B[3], rtol=1e-13)
    X = by_hand.points_on_circles(radii, 4)
    np.testing.assert_allclose(np.hypot(*X.T), np.repeat(radii, 4), rtol=1e-15)
    np.testing.assert_allclose(RBF(1.0)(X, X)[0, 4:], [near, beside, far, beside], rtol=1e-15)


def test_radii_are_quartiles_of_the_distances_within_limits():
    kernel, X = Case.of(STUDIES["rbf"]).gaussian
    r = 2.0 * np.linalg.norm(X - X.mean(axis=0), axis=1)
    a, b = np.quantile(r, [0.25, 0.75])
    assert kernel.gamma == 4.0
    np.testing.assert_allclose(by_hand._radii((kernel, X)), [a, min(b, 2.0)], rtol=1e-12)
    np.testing.assert_allclose(by_hand._radii((kernel, 1e-9 * X)), [0.3, 0.45], rtol=1e-12)
    np.testing.assert_allclose(by_hand._radii((kernel, 1e9 * X)), [4.0 / 3.0, 2.0], rtol=1e-12)


def test_a_chain_of_three_has_the_eigenvalues_1_and_a_third_and_a_parabola():
    mu, C = by_hand.of_chain(3, np.zeros(1))
    np.testing.assert_allclose(mu, [1.0, 1.0 / 3.0], rtol=1e-15)
    np.testing.assert_allclose(C[:, 0], np.array([1.0, 0.0, -1.0]) / 2**0.5, rtol=0, atol=1e-15)
    np.testing.assert_allclose(C[:, 1], np.array([1.0, -2.0, 1.0]) / 6**0.5, rtol=0, atol=1e-15)
