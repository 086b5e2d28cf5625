"""The block Krylov method against LAPACK, on matrices with a chosen spectrum."""

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca.centering import center
from kpca.solvers import krylov
from kpca.solvers.krylov import Limits, State

MANY = {
    "decaying": 4.0 * 0.97 ** np.arange(199.0),
    "clustered at 7e-5": np.repeat([3.0, 2.0, 1.0, 0.1], [5, 20, 74, 100])
    - 7e-5 * np.arange(199.0) / 199.0,
    "degenerate": np.repeat([5.0, 2.0, 1.0, 0.0], [15, 3, 1, 180]),
    "all equal": np.ones(199),
    "rank-deficient": np.r_[np.linspace(7.0, 1.0, 8), np.zeros(191)],
    "steep": 10.0 ** -np.linspace(0.0, 16.0, 199),
    "indefinite": np.r_[np.linspace(6.0, 0.1, 150), -np.linspace(0.1, 8.0, 49)],
    "zero": np.zeros(199),
}


def _matrix(spectrum):
    return center(gram(np.sort(spectrum)[::-1], shift=0.0))


def _leading(A, d, b=6, progress=None, guards=None, **limits):
    start = krylov.random_start(len(A), b, 0)
    return krylov.leading(_centered(A), start, d, Limits(**limits), progress, guards=guards)


def _centered(A):
    """The products of the operator of a centered matrix; it removes the means by rounding, too."""

    def multiply(Q):
        product = A @ (Q - Q.mean(axis=0))
        return product - product.mean(axis=0)

    return multiply


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("d", [1, 4, 16])
def test_the_leading_eigenpairs_are_those_of_lapack(name, d):
    A, exact = _matrix(MANY[name]), np.sort(MANY[name])[::-1]
    found = _leading(A, d, tolerance=1e-14)
    k, scale = found.V.shape[1], np.abs(exact).max()
    assert found.exhausted or k == d
    np.testing.assert_allclose(found.theta[:k], exact[:k], rtol=0, atol=3e-14 * scale)
    residuals = np.linalg.norm(A @ found.V - found.V * found.theta[:k], axis=0)
    assert residuals.max(initial=0.0) <= 3e-14 * scale
    np.testing.assert_allclose(found.V.T @ found.V, np.eye(k), rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", SPECTRA)
def test_small_matrices_are_solved_until_the_basis_is_invariant(name):
    A = center(gram(SPECTRA[name]))
    found = _leading(A, 3, b=12)
    np.testing.assert_allclose(
        found.theta[:3], np.linalg.eigvalsh(A)[::-1][:3], rtol=0, atol=1e-13 * np.abs(A).max() * 30
    )


def test_restarts_with_few_vectors_find_the_same_pairs_in_more_passes():
    A = _matrix(MANY["decaying"])
    whole, short = _leading(A, 4, basis=60), _leading(A, 4, basis=3)
    np.testing.assert_allclose(short.theta[:4], whole.theta[:4], rtol=1e-13, atol=0)
    assert short.passes > whole.passes
    assert len(short.theta) <= 3 * 6 + 6


def test_a_cluster_larger_than_the_block_is_found_as_a_whole():
    """Five eigenvalues within 1e-9; a block of two vectors sees only two copies of an exact one."""
    A = _matrix(np.r_[3.0 - 1e-9 * np.arange(5), np.linspace(1.0, 0.1, 194)])
    found = _leading(A, 6, b=2, basis=100)
    np.testing.assert_allclose(found.theta[:5], 3.0 - 1e-9 * np.arange(5), rtol=0, atol=1e-13)
    assert found.theta[5] == pytest.approx(1.0, rel=0, abs=1e-12)


def test_an_invariant_start_goes_on_with_random_directions():
    A = np.diag([1.0, 2.0, 3.0, 4.0, 5.0])
    found = krylov.leading(lambda Q: A @ Q, np.eye(5)[:, :2], 3)
    assert found.exhausted
    np.testing.assert_allclose(found.theta[:3], [5.0, 4.0, 3.0], rtol=1e-14)


def test_of_a_matrix_of_rank_2_the_third_value_is_0():
    A = _matrix(np.r_[3.0, 2.0, np.zeros(197)])
    found = _leading(A, 3)
    assert found.exhausted
    np.testing.assert_allclose(found.theta[:3], [3.0, 2.0, 0.0], rtol=0, atol=1e-14)
    assert found.passes <= 6


def test_a_tolerance_ends_the_iteration_earlier_with_a_residual_below_it():
    A = _matrix(MANY["decaying"])
    coarse, fine = _leading(A, 4, tolerance=1e-4), _leading(A, 4)
    assert coarse.passes < fine.passes
    residuals = np.linalg.norm(A @ coarse.V - coarse.V * coarse.theta[:4], axis=0)
    assert 1e-9 < residuals.max() / coarse.theta[0] <= 1.01e-4
    np.testing.assert_allclose(coarse.residuals, residuals, rtol=1e-6)


SLOW = 2.0 - 0.5 * np.arange(199.0) / 199.0
"""Residuals of 3 pairs halve once in about 30 passes of a basis of two blocks of two vectors."""


def test_residuals_that_no_longer_fall_are_accepted_below_rounding_only():
    found = _leading(_matrix(SLOW), 3, b=2, basis=2, most=60, rounding=1e-2)
    assert krylov.STAGNANT < found.passes < 60
    assert 5e-3 < found.residuals.max() <= 1e-2
    with pytest.raises(krylov.ConvergenceError):
        _leading(_matrix(SLOW), 3, b=2, basis=2, most=60, rounding=1e-4)


def test_progress_is_called_after_each_pass_with_the_residual():
    calls = []
    found = _leading(_matrix(MANY["decaying"]), 4, progress=lambda *call: calls.append(call))
    assert [passes for passes, _ in calls] == list(range(1, found.passes + 1))
    assert calls[-1][1] <= krylov.TOLERANCE < calls[-2][1]
    waits = np.diff([p for p, (_, r) in enumerate(calls) if r != (calls[p - 1][1] if p else None)])
    assert 1 < waits.max() <= krylov.LONGEST, "a residual is known after some of the passes"


def test_ritz_pairs_are_computed_when_most_of_the_passes_that_seem_to_be_left_are_made():
    looks = krylov._Looks(1e-12)
    assert looks.next == krylov.FIRST == 3
    looks.seen(3, 1e-2)
    assert looks.next == 4, "one residual tells no rate"
    looks.seen(4, 1e-3)
    assert looks.next == 4 + 6, "nine more passes at a digit for each, of which 0.7 is 6.3"
    looks.seen(10, 1e-11)
    assert looks.next == 11
    looks.seen(11, 0.9e-11)
    assert looks.next == 11 + krylov.LONGEST
    looks.seen(19, 2e-11)
    assert looks.next == 20, "a residual that grew tells no rate"


def test_the_guards_are_the_ritz_vectors_after_the_pairs():
    A = _matrix(MANY["decaying"])
    given = []
    found = _leading(A, 4, tolerance=1e-3, guards=lambda *pairs: given.append(pairs) or 7)
    assert (found.V.shape[1], found.guards.shape[1]) == (4, 7)
    ((theta, residuals),) = given
    np.testing.assert_array_equal(theta, found.theta)
    assert len(theta) == len(residuals) > 11
    both = np.column_stack([found.V, found.guards])
    np.testing.assert_allclose(both.T @ both, np.eye(11), atol=1e-12)
    np.testing.assert_allclose(np.diag(both.T @ A @ both), found.theta[:11], atol=1e-12)
    measured = np.linalg.norm(A @ both - both * theta[:11], axis=0)
    np.testing.assert_allclose(residuals[:11], measured, rtol=1e-6, atol=1e-13)
    assert _leading(A, 4).guards.shape[1] == 0


def test_ritz_values_grow_from_pass_to_pass_towards_the_eigenvalues():
    A = _matrix(MANY["decaying"])
    start = krylov.random_start(200, 3, 1)
    found = [space.ritz_values() for space in krylov.spaces(lambda Q: A @ Q, start, 8)]
    assert [len(theta) for theta in found] == [3 * k for k in range(1, 9)]
    largest = [theta[0] for theta in found]
    assert (np.diff(largest) >= -1e-14).all()
    assert largest[-1] <= 4.0 + 1e-13
    assert [space.size for space in krylov.spaces(lambda Q: 0 * Q, start, 8)] == [3], "invariant"


def test_a_random_start_is_orthogonal_to_the_vector_1_and_depends_on_the_seed():
    start = krylov.random_start(50, 4, 3)
    assert np.abs(start.sum(axis=0)).max() <= 1e-13
    np.testing.assert_array_equal(start, krylov.random_start(50, 4, 3))
    assert np.abs(start - krylov.random_start(50, 4, 4)).max() > 0.1


def _diagonal(*values):
    """The products with a diagonal matrix, and one vector to start from, orthogonal to none."""
    return lambda Q: np.array(values)[:, None] * Q


def test_a_value_between_half_of_the_rounding_and_all_of_it_has_to_converge():
    """After three passes from this vector the Ritz value of the eigenvalue 1.2 is 0.86."""
    values = np.r_[1.2, np.linspace(0.8, -1.0, 60)]
    start = np.r_[0.02, np.ones(60)][:, None]
    shown = krylov.leading(_diagonal(*values), start, 1, Limits(most=60, rounding=1.0, visible=3))
    assert shown.theta[0] == pytest.approx(1.2, abs=1e-9)


def test_before_a_block_shows_half_of_an_eigenvalue_nothing_counts_as_hidden():
    values = np.r_[3.0, np.linspace(0.2, -0.2, 60)]
    start = np.r_[1e-4, np.ones(60)][:, None]
    found = krylov.leading(_diagonal(*values), start, 1, Limits(rounding=1.0, visible=12))
    assert found.theta[0] == pytest.approx(3.0, abs=1e-9)
    hidden = krylov.leading(_diagonal(*values), start, 1, Limits(rounding=1.0, visible=2))
    assert hidden.theta[0] < 0.5, "the control"


def test_a_start_with_the_quotient_0_leads_to_the_positive_one_of_two_opposite_eigenvalues():
    """The quotient of (1, 1) is 0 for the eigenvalues 10 and -10, and its residual is 10.

    Ritz pairs are first computed after three passes, when the value is no longer 0. The next test
    has a value that is hidden by its size and not by its residual.
    """
    values, start = [10.0, -10.0, 0.3, 0.1], np.array([[1.0], [1.0], [1e-3], [1e-3]])
    found = krylov.leading(_diagonal(*values), start, 1, Limits(rounding=1.0, visible=1))
    assert found.theta[0] == pytest.approx(10.0, abs=1e-12)


def test_a_pair_below_the_rounding_whose_residual_is_above_it_has_to_converge():
    """After three passes along a chain of -5 its Ritz value is -5 + sqrt(2), its residual 1/2."""
    A = np.diag([10.0, -5.0, -5.0, -5.0, -5.0, 3.0])
    A[range(1, 5), range(2, 6)] = A[range(2, 6), range(1, 5)] = 1.0
    start, limits = np.eye(6)[:, :2], Limits(rounding=0.2)
    iteration = krylov.Iteration(lambda Q: A @ Q, start, 2, limits, None)
    for _ in range(3):
        iteration.step()
    theta, _, residuals = iteration.pairs
    np.testing.assert_allclose(theta[:2], [10.0, -5.0 + 2.0**0.5], rtol=1e-14)
    np.testing.assert_allclose(residuals[:2], [0.0, 0.5], atol=1e-14)
    assert iteration.relative == pytest.approx(0.05, rel=1e-14, abs=0)
    found = krylov.leading(lambda Q: A @ Q, start, 2, limits)
    np.testing.assert_allclose(found.theta[:2], np.linalg.eigvalsh(A)[:-3:-1], rtol=1e-13)
    assert found.theta[1] > 3.0


def test_random_directions_that_change_nothing_in_ten_passes_end_an_invariant_start():
    start = np.eye(400)[:, :2]
    found = krylov.leading(_diagonal(*np.linspace(2.0, 1.0, 400)), start, 2)
    assert (found.passes, found.exhausted) == (1 + krylov.UNCHANGED, False)
    np.testing.assert_allclose(found.theta[:2], [2.0, 2.0 - 1.0 / 399.0], rtol=1e-14)


def test_small_residuals_are_enough_and_after_an_invariant_basis_the_values_have_to_stay():
    spectrum = np.linspace(2.0, 1.0, 400)
    invariant, other = np.eye(400)[:, :2], np.random.default_rng(0).normal(size=(400, 2))
    waits = []
    for start in (invariant, other):
        iteration = krylov.Iteration(_diagonal(*spectrum), start, 2, Limits(1e-3), None)
        states = []
        while iteration.state is not State.NOTHING:
            iteration.step()
            states.append(iteration.state)
        waits.append(states)
    assert waits[0] == [State.VALUES] * 10 + [State.NOTHING]
    assert set(waits[1]) == {State.RESIDUALS, State.NOTHING}


def test_an_invariant_basis_is_seen_in_the_pass_that_makes_it_so():
    assert krylov.leading(lambda Q: 0.0 * Q, np.eye(9)[:, :2], 1).passes == 2


def test_the_last_pass_that_is_allowed_tells_its_residual():
    calls = []
    with pytest.raises(krylov.ConvergenceError):
        _leading(_matrix(MANY["decaying"]), 4, most=7, progress=lambda *call: calls.append(call))
    assert calls[-1][1] < 0.5 * calls[-2][1]


def test_blocks_of_different_streams_and_seeds_have_nothing_in_common():
    blocks = [krylov.random_block(5000, 1, *of)[:, 0] for of in ((3, 0), (3, 2), (3, 1), (4, 2))]
    inner = np.corrcoef(blocks) - np.eye(4)
    # Five standard deviations of 1/sqrt(5000).
    assert np.abs(inner).max() < 5.0 / np.sqrt(5000.0)
    assert abs(blocks[0].mean()) > 1e-6, "the mean stays"
