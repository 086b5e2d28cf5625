"""What the statements on centering are executed on: a circle, a constant, the printed formula."""

import numpy as np
import pytest

from kpca.data import Gram
from kpca.statements import centering
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS


def test_four_points_on_a_circle_have_the_chords_of_a_square():
    side, diagonal = np.exp(-2.0), np.exp(-4.0)
    expected = [1.0, side, diagonal, side]
    np.testing.assert_allclose(centering.circle(4)[0], expected, rtol=1e-12)
    np.testing.assert_allclose(centering.circle(4)[2], np.roll(expected, 2), rtol=1e-12)


@pytest.mark.parametrize("n", [5, 8, 24])
def test_points_on_a_circle_have_equal_row_sums_and_no_other_equal_entries(n):
    K = centering.circle(n)
    np.testing.assert_allclose(K.sum(axis=1), K[0].sum(), rtol=1e-12)
    assert (np.diff(K[0, : n // 2 + 1]) < 0.0).all()
    np.testing.assert_array_equal(K, K.T)


def test_the_first_eigenvector_turns_to_the_mean_as_a_constant_grows():
    """[[1, 0], [0, 0]] + c: at c = 0 the angle is 45 degrees, at c = 1 it is 13.28."""
    K = np.diag([1.0, 0.0])
    angles = [centering.angle_to_the_mean(K, c) for c in (0.0, 1.0, 100.0)]
    half = 0.25 * np.pi - 0.5 * np.arctan(2.0)
    expected = [np.sqrt(0.5), np.sin(half), np.sin(0.25 * np.pi - 0.5 * np.arctan(200.0))]
    np.testing.assert_allclose(angles, expected, rtol=1e-12)


def test_the_angle_is_that_of_the_first_eigenvector_and_not_of_the_third():
    K = np.diag([3.0, 2.0, 1.0, 0.5, 0.1])
    assert centering.angle_to_the_mean(K, 0.0) == pytest.approx(np.sqrt(0.8), rel=1e-12, abs=0.0)
    largest = np.sqrt((K**2).sum())
    assert centering.angle_to_the_mean(K, 100.0) <= largest / (500.0 - largest)


def test_the_printed_centering_removes_the_row_means_twice_and_no_column_mean():
    K = np.array([[4.0, 2.0], [2.0, 8.0]])
    expected = [[4.0 - 6.0 + 4.0, 2.0 - 10.0 + 4.0], [2.0 - 6.0 + 4.0, 8.0 - 10.0 + 4.0]]
    np.testing.assert_array_equal(centering.printed_centering(K), expected)


def _negative_block(seed):
    """A given matrix whose first sixty samples have a negative definite Gram matrix."""
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(60, 60)), rng.normal(size=(6, 6))
    K = np.zeros((66, 66))
    K[:60, :60] = -(A @ A.T + 60.0 * np.eye(60))
    K[60:, 60:] = 40.0 * (B @ B.T + np.eye(6))
    return 0.5 * (K + K.T)


@pytest.mark.parametrize("seed", range(8))
def test_c10x_does_not_apply_where_the_first_samples_have_no_positive_eigenvalue(seed):
    K = _negative_block(seed)
    assert STATEMENTS["C10x"].attempt(Case(Gram(K, K, K), 1)) is None


@pytest.mark.parametrize(("second", "applies"), [(1.0 - 1e-9, True), (1.0 - 1e-11, False)])
def test_c10x_does_not_apply_where_the_first_eigenvalue_has_a_near_double(second, applies):
    n = 12
    angle = 2.0 * np.pi * np.arange(n) / n
    u, v = (f(angle) * np.sqrt(2.0 / n) for f in (np.cos, np.sin))
    K = np.outer(u, u) + second * np.outer(v, v)
    check = STATEMENTS["C10x"].parts(Case(Gram(K, K, K), 1))
    assert (check is not None) is applies
