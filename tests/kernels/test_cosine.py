"""The cosine kernel is that of scikit-learn, but for points 0, where it is not defined."""

import numpy as np
import pytest

from kpca.kernels import Cosine

X = np.array([[3.0, 4.0], [0.0, 2.0]])
Y = np.array([[4.0, -3.0], [1.0, 0.0], [-6.0, -8.0]])


def test_a_point_0_is_where_the_cosine_is_not_defined():
    assert Cosine().is_defined(np.array([[1.0, 0.0], [0.0, -0.0]])).tolist() == [True, False]


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e170, 1e300])
def test_the_length_of_a_point_does_not_count_however_short_or_long_it_is(scale):
    off = np.abs(Cosine()(scale * X, Y) - Cosine()(X, Y)).max()
    assert off <= 2.0 * Cosine().rounding(2, 1.0) < 1e-14


def test_the_gradient_is_orthogonal_to_the_point():
    """(y/|y| - k x/|x|)/|x|: for x = (3, 4) and y = (1, 0) it is (0.64, -0.48)/5."""
    found = Cosine().gradient(X[:1], Y[1:2], np.ones((1, 1)))
    np.testing.assert_allclose(found, [[0.128, -0.096]], rtol=1e-14)
    assert abs(found @ X[0]) <= 1e-16


def test_the_rounding_bound_does_not_depend_on_the_radius():
    u = 2.0**-53
    assert Cosine().rounding(4, 1.0) == pytest.approx(16.0 * u, rel=1e-9, abs=0.0)
    assert Cosine().rounding(4, 1e9) == Cosine().rounding(4, 1e-9)


def test_many_points_have_a_matrix_that_is_symmetric_to_the_last_bit():
    points = np.random.default_rng(0).normal(size=(300, 40))
    K = Cosine()(points, points)
    assert (K == K.T).all()


def test_points_of_subnormal_numbers_have_length_one():
    """The length of (5e-324, 5e-324) rounds to 5e-324, and each entry over it would be 1."""
    least = 2.0**-1074
    points = np.array([[least, least], [1.0, 0.0], [3.0 * least, -4.0 * least]])
    root = np.sqrt(0.5)
    expected = [[root, root], [1.0, 0.0], [0.6, -0.8]]
    np.testing.assert_allclose(Cosine().features(points), expected, rtol=1e-15)
    K = Cosine()(points, points)
    np.testing.assert_allclose(K.diagonal(), 1.0, rtol=1e-15)
    assert K[0, 1] == pytest.approx(root, rel=1e-15, abs=0.0)
