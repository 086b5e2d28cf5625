"""Ascent on the unit sphere ends at the principal components, from every start."""

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram
from made_solutions import made

from kpca import tolerances
from kpca.centering import center
from kpca.formulations import dual, variational
from kpca.formulations.variational import AscentError
from kpca.statements import formulations_agree

POSITIVE = [name for name in STUDIES if name != "sigmoid"]


@pytest.mark.parametrize("name", POSITIVE)
@pytest.mark.parametrize("seed", [0, 1])
def test_e11_it_agrees_with_the_dual_from_any_start(name, seed):
    data, d = STUDIES[name].data, STUDIES[name].components
    reference = dual.fit(data.K, d, data.element_error)
    other = variational.fit(data.K, d, data.element_error, seed)
    check = formulations_agree.same_eigenvalues_and_scores(reference, {"ascent": other})
    assert check.agrees
    assert check.decided == check.entries
    assert np.abs(reference.mu - other.mu).max() <= reference.matrix_error + other.matrix_error


def test_the_rest_of_the_spectrum_is_known_by_its_sum():
    data = STUDIES["rbf"].data
    reference, other = dual.fit(data.K, 3), variational.fit(data.K, 3)
    assert len(other.spectrum) == 3
    np.testing.assert_allclose(other.explained, reference.explained, rtol=1e-9)


def test_the_factor_rebuilds_the_matrix_and_needs_no_more_columns_than_its_rank():
    K = center(gram(SPECTRA["rank-deficient"]))
    L = variational.factor(K, 1e-12)
    assert L.shape == (30, 4)
    np.testing.assert_allclose(L @ L.T, K, atol=1e-12)


def test_an_ascent_that_does_not_arrive_says_so(monkeypatch):
    monkeypatch.setattr(variational, "CLIMBS", 1)
    with pytest.raises(AscentError, match="ended at a gradient of"):
        variational.climb(np.diag([1.0, 0.5, 0.1]), 1)


def test_the_residual_of_an_ascent_is_within_its_bound():
    data = STUDIES["linear"].data
    solution = variational.fit(data.K, 3, data.element_error)
    V, mu = solution.V, solution.mu
    largest = np.linalg.norm(center(data.K) @ V - V * mu, axis=0).max()
    assert solution.residual == pytest.approx(largest, rel=1e-6, abs=0.0)
    assert 0.0 < solution.residual <= solution.matrix_error


@pytest.mark.parametrize("name", ["decaying", "rank-deficient", "clustered at 1e-9", "degenerate"])
def test_the_error_of_each_eigenvalue_is_quadratic_in_the_residual_where_it_stands_alone(name):
    """Where a gap separates it; in a group of equal eigenvalues it is linear in the residual."""
    K = gram(SPECTRA[name])
    reference, found = dual.fit(K, 4), variational.fit(K, 4)
    off = np.abs(found.mu - reference.mu)
    assert (off <= found.errors + reference.errors[:4]).all()
    assert (found.errors <= found.matrix_error).all()
    alone = np.array([reference.gap(slice(k, k + 1)) > 0.1 for k in range(4)])
    assert alone.any() or name != "decaying"
    assert (found.errors[alone] <= 1e-3 * found.matrix_error).all()
    assert (found.errors[~alone] > 1e-3 * found.matrix_error).all()
    # A vector that is off by as much as the gradient allows has a quotient that is off by more than
    # rounding: an error of the size of rounding alone would be too small.
    assert (found.errors > 4.0 * tolerances.U * found.trace).all()


@pytest.mark.parametrize(("bound", "gap", "residual"), [(0.0, 2.0, 1e-8), (0.25, 1.5, 1e-5)])
def test_the_error_of_a_quotient_by_hand(bound, gap, residual):
    """Eigenvalues 3 and 1 less two bounds: |r|^2/(gap - |r|), and the rounding."""
    solution = made(np.array([3.0, 1.0]), np.eye(2), bound)
    expected = 2.0 * tolerances.dot(4) * 4.0 + residual**2 / (gap - residual)
    found = variational._quotients(solution, residual)
    assert found == pytest.approx([expected] * 2, rel=1e-9, abs=0.0)


def test_its_bound_is_that_of_the_matrix_twice_of_the_factor_and_of_the_ascent():
    """Eigenvalues 2 and 1: a trace of 3, two components, and a factor of two columns."""
    K = gram(np.array([2.0, 1.0]))
    n, largest = len(K), np.abs(K).max()
    u, means = 2.0**-53, 2.0 * (4.0 * 27.0 + 9.0)
    ascent = 3.0 * np.sqrt(2.0) * (1.0 + np.sqrt(2.0)) * np.sqrt(2.0) * 1e-8
    expected = 2.0 * n * means * u * largest + 3.0 * 3.0 * u + ascent
    assert variational.fit(K, 2).matrix_error == pytest.approx(expected, rel=1e-9, abs=0.0)
    wider = variational.fit(K, 2, 1e-3).matrix_error - variational.fit(K, 2).matrix_error
    assert wider == pytest.approx(2.0 * n * 1e-3, rel=1e-6, abs=0.0)


@pytest.mark.parametrize("lowest", [-1e-11, -1e-9, -1e-6, -0.1])
def test_an_eigenvalue_that_is_negative_beyond_rounding_is_refused(lowest):
    K = gram(np.array([2.0, 1.0, 0.5, lowest]))
    with pytest.raises(ValueError, match="the rest that Cholesky leaves is"):
        variational.fit(K, 2)


def test_the_higher_of_two_ascents_is_kept_whichever_comes_first(monkeypatch):
    A, ends = np.diag([2.0, 1.0]), [np.array([0.0, 1.0]), np.array([1.0, 0.0])]
    for order in (ends, ends[::-1]):
        left = iter(order)
        monkeypatch.setattr(variational, "ascend", lambda *_, left=left: next(left))
        np.testing.assert_array_equal(variational.climb(A, 1)[:, 0], [1.0, 0.0])


def test_nothing_is_left_of_the_trace_after_as_many_components_as_the_rank():
    """By the trace; by the squares the next eigenvalue would be below 1e-2."""
    assert variational.fit(gram(SPECTRA["rank-deficient"]), 4).after < 1e-4


@pytest.mark.parametrize("c", [1.0, 1.0 / 3.0, 0.1])
def test_a_matrix_of_rounding_has_a_factor_without_columns(c):
    """LAPACK takes the first pivot, however small it is."""
    x = c * np.arange(1.0, 6.0)
    K = x[:, None] + x[None, :] + 7.0
    assert variational.factor(center(K), 1e-12).shape == (5, 0)
    assert variational.factor(np.diag([4e-14, 3e-13]), 1e-13).shape == (2, 1)


@pytest.mark.parametrize("unit", [1e-170, 1.0, 1e150])
def test_an_indefinite_matrix_is_refused_in_any_unit(unit):
    with pytest.raises(ValueError, match="the rest that Cholesky leaves"):
        variational.factor(unit * np.diag([2.0, -1.0]), 1e-12 * unit)


def test_ascents_that_are_not_orthogonal_are_refused(monkeypatch):
    """Three times the first component, 7: these eigenvalues add up to 21, and the trace is 14."""
    A = center(gram(SPECTRA["rank-deficient"]))
    first = np.linalg.svd(variational.factor(A, 1e-12))[2][0]
    monkeypatch.setattr(variational, "ascend", lambda *_: first)
    with pytest.raises(ValueError, match="3 of 30 eigenvalues add up to 21, the trace is 14"):
        variational.fit(gram(SPECTRA["rank-deficient"]), 3)
