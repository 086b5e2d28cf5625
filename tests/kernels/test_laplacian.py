"""The Laplacian kernel is that of scikit-learn, with the city-block distance."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import laplacian_kernel

from kpca.kernels import Laplacian

X = np.array([[1.0, 2.0], [0.0, 3.0]])
Y = np.array([[2.0, -1.0]])


def test_values_by_hand_and_by_scikit_learn():
    """City-block distances 1 + 3 and 2 + 4, not 10 and 20 as the squares would be."""
    found = Laplacian(0.5)(X, Y)
    np.testing.assert_allclose(found[:, 0], np.exp([-2.0, -3.0]), rtol=1e-15)
    np.testing.assert_allclose(found, laplacian_kernel(X, Y, gamma=0.5), rtol=1e-15)
    assert Laplacian(0.5).diagonal(X).tolist() == [1.0, 1.0]
    assert Laplacian(0.25).formula == "k(x, y) = exp(-0.25 |x - y|_1)"


def test_the_median_of_city_block_distances_by_hand():
    """Distances 1, 3, 4 of 0, 1, 4, twice over in two equal columns."""
    points = np.array([[0.0, 0.0], [1.0, 1.0], [4.0, 4.0]])
    gamma = Laplacian.words["median"].find(points)
    assert gamma == pytest.approx(1.0 / 6.0, rel=1e-15, abs=0.0)


def test_the_gradient_is_zero_in_a_column_where_both_points_agree():
    found = Laplacian(0.5).gradient(np.array([[1.0, 2.0]]), np.array([[1.0, 0.0]]), np.ones((1, 1)))
    np.testing.assert_allclose(found, [[0.0, -0.5 * np.exp(-1.0)]], rtol=1e-15, atol=0.0)


def test_the_rounding_bound_by_hand():
    u = 2.0**-53
    assert Laplacian(2.0).rounding(4, 3.0) == pytest.approx((5 / np.e + 2) * u, rel=1e-9, abs=0.0)
    # Whatever the radius: exp(-t) t is at most 1/e.
    assert Laplacian(2.0).rounding(4, 1e9) == Laplacian(2.0).rounding(4, 3.0)
