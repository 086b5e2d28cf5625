"""The covariance in two ways, and the axes that are positive beyond doubt."""

import numpy as np
import pytest

from kpca import tolerances
from kpca.formulations.primal import features_error
from kpca.statements import covariance

X = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]])
SCATTER = [[2.0, 0.0], [0.0, 6.0]]


@pytest.mark.parametrize("offset", [0.0, 1.0, -1000.0])
def test_the_covariance_is_that_of_the_points_without_their_mean(offset):
    C, Y = covariance.covariance(X + offset)
    np.testing.assert_allclose(Y, X - [1.0, 1.0], atol=1e-12)
    np.testing.assert_allclose(C, np.array(SCATTER) / 3.0, atol=1e-12)


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e9])
def test_contrasts_have_the_scatter_of_the_points_wherever_they_lie(offset):
    W = covariance.contrasts(X + offset)
    np.testing.assert_allclose(W[0], [np.sqrt(2.0), 0.0], rtol=1e-14)
    np.testing.assert_allclose(W[1], [0.0, np.sqrt(6.0)], atol=1e-14)
    np.testing.assert_allclose(W.T @ W, SCATTER, atol=1e-14)


def test_the_error_of_contrasts_counts_the_points_from_the_first():
    """6 gamma_3 (0 + 4 + 10), the first point at the origin or not."""
    for offset in (0.0, 5.0):
        found = covariance.contrasts_error(X + offset)
        assert found == pytest.approx(6.0 * 3.0 * 2.0**-53 * 14.0, rel=1e-9, abs=0.0)


@pytest.mark.parametrize(("multiple", "kept"), [(2.0, 2), (0.5, 1)])
def test_axes_are_kept_that_are_positive_beyond_a_thousand_errors(multiple, kept):
    """Variances 2 and twice, or half, a thousand errors of the covariance and of the solver."""
    Q = np.random.default_rng(0).normal(size=(8, 2))
    Q = np.linalg.qr(Q - Q.mean(axis=0))[0]
    Q = np.linalg.qr(Q - Q.mean(axis=0))[0]
    error = features_error(Q[:, :1] * 4.0) / 8.0 + tolerances.eigenvalue(2, 2.0)
    values, axes = covariance.principal_axes(Q * [4.0, np.sqrt(8.0 * multiple * 1e3 * error)])
    assert (len(values), axes.shape) == (kept, (2, kept))
    np.testing.assert_allclose(values[0], 2.0, rtol=1e-12)


@pytest.mark.parametrize("apart", [1e-4, 1e-6, 1e-7, 3e-8, 1e-8, 1e-12])
@pytest.mark.parametrize("q", [2, 3, 6])
def test_p1_agrees_where_an_ascent_ends_at_the_second_of_two_eigenvalues_nearly_tied(q, apart):
    Q = np.random.default_rng(3).normal(size=(20, q))
    Q = np.linalg.qr(Q - Q.mean(axis=0))[0]
    Y = Q * np.sqrt([1.0, 1.0 - apart, *[0.3] * (q - 2)])
    first, second = 1.0 / 20.0, (1.0 - apart) / 20.0
    ascents = np.array([first, second if apart < 1e-5 else first])
    check = covariance.leading_axis_maximizes_the_variance(Y, ascents)
    assert check.agrees
    for off in (1e-10, -1e-10):
        moved = (second if off < 0 else first) * (1.0 + off)
        wrong = np.array([first, moved])
        # Nothing is above the largest; what is below the group is off by more than its residual.
        assert not covariance.leading_axis_maximizes_the_variance(Y, wrong).agrees
