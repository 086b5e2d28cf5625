"""The convention of a solution and the doubt it returns."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, gram
from made_solutions import made

from kpca.centering import center
from kpca.formulations import dual
from kpca.solvers.solution import PartialError, RankError, Solution, beyond, next_eigenvalue


def test_convention_is_what_it_says():
    K = gram(SPECTRA["decaying"])
    s = dual.fit(K, 3)
    np.testing.assert_allclose(s.variance, s.mu / len(K))
    np.testing.assert_allclose(s.scores, center(K) @ s.alpha, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(s.V, axis=0), 1.0)
    np.testing.assert_allclose((s.scores**2).mean(axis=0), s.variance)


@pytest.mark.parametrize(
    ("name", "rank"),
    [("rank-deficient", 4), ("degenerate", 6), ("indefinite", 5), ("decaying", 29)],
)
def test_rank_is_the_number_of_eigenvalues_above_the_cutoff(name, rank):
    assert dual.fit(gram(SPECTRA[name]), 2).rank == rank


def test_steep_spectrum_loses_the_eigenvalues_below_the_cutoff():
    s = dual.fit(gram(SPECTRA["steep"]), 2)
    assert s.rank < 29
    assert (s.spectrum[: s.rank] > s.matrix_error).all()


def test_negative_mass_is_the_share_of_the_negative_eigenvalues():
    spectrum = SPECTRA["indefinite"]
    s = dual.fit(gram(spectrum), 2)
    assert len(s.negative) == 4
    assert s.negative_mass == pytest.approx(3.5 / np.abs(spectrum).sum(), rel=1e-12, abs=0.0)
    assert s.explained[0] == pytest.approx(6.0 / np.abs(spectrum).sum(), rel=1e-12, abs=0.0)
    assert dual.fit(gram(SPECTRA["rank-deficient"]), 2).negative_mass == 0.0, "only rounding"


@pytest.mark.parametrize(
    ("name", "denominator"),
    [
        ("decaying", "sum of |μ| of all eigenvalues"),
        (
            "indefinite",
            "sum of |μ| of all eigenvalues, so that negative eigenvalues count against",
        ),
    ],
)
def test_the_denominator_mentions_negative_eigenvalues_only_where_there_are_some(name, denominator):
    assert dual.fit(gram(SPECTRA[name]), 2).denominator == denominator


def _of_spectrum(spectrum, components):
    n = len(spectrum)
    return made(np.array(spectrum), np.eye(n)[:, :components], 1e-6)


@pytest.mark.parametrize(
    ("components", "split"), [(1, None), (2, (2, 4)), (3, (2, 4)), (4, None), (5, (5, 6))]
)
def test_a_cut_group_is_named_by_its_first_and_last_component(components, split):
    """Eigenvalues 9, three times 4, twice 1, and 0."""
    assert _of_spectrum([9.0, 4.0, 4.0, 4.0, 1.0, 1.0, 0.0], components).split_group == split


@pytest.mark.parametrize(("known", "complete"), [(2, False), (3, True)])
def test_a_solution_is_complete_with_as_many_eigenvalues_as_samples(known, complete):
    solution = made(np.array([3.0, 2.0, 1.0][:known]), np.eye(3)[:, :2], 1e-6)
    assert solution.complete is complete
    if not complete:
        with pytest.raises(PartialError):
            _ = solution.split_group


def _partial(name, k, d=None, positive=True):
    """The first k of 30 eigenvalues of a Gram matrix with a chosen spectrum, and all of them."""
    K = center(gram(SPECTRA[name]))
    whole = dual.fit(gram(SPECTRA[name]), d or k)
    V = whole.V[:, : d or k]
    part = Solution.of_matrix(K, whole.spectrum[:k], V, whole.matrix_error, positive=positive)
    return part, whole


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("k", [1, 3, 6])
@pytest.mark.parametrize("name", ["decaying", "degenerate", "clustered at 1e-9", "steep"])
def test_the_next_eigenvalue_is_below_its_bound_and_not_far_below(name, k, positive):
    part, whole = _partial(name, k, positive=positive)
    exact = whole.spectrum[k]
    assert exact <= part.after
    rest = np.abs(whole.spectrum[k:])
    reach = min(rest.sum(), np.sqrt((rest**2).sum())) if positive else np.sqrt((rest**2).sum())
    # To first order: |E|_F <= sqrt(n)|E|_2 enters the sum of the squares, |E|_2 each eigenvalue.
    squares = (
        2.0 * whole.matrix_error * (np.sqrt(30) * whole.frobenius + np.abs(whole.mu[:k]).sum())
    )
    assert part.after <= reach + 1.01 * np.sqrt(squares) + (30 + k) * whole.matrix_error


def test_the_trace_bounds_the_next_eigenvalue_only_where_none_is_negative():
    """6, 3, 1.5, 0.7, 0.2 and negative ones: the trace is 7.9, what is left of it after 6 is 1.9.

    The next eigenvalue is 3, so the trace would give a wrong bound; the squares give a right one.
    """
    part, _ = _partial("indefinite", 1, positive=False)
    assert part.after >= 3.0
    wrong, _ = _partial("indefinite", 1, positive=True)
    assert wrong.after < 3.0


def test_the_bounds_on_what_is_not_known_by_hand():
    """Of the eigenvalues 4, 3, 2, 1 the first is known: trace 10, squares 30."""
    known, norm = np.array([4.0]), np.sqrt(30.0)
    assert beyond(known, 0.0, 4, norm) == pytest.approx(np.sqrt(14.0), rel=1e-12, abs=0.0)
    assert next_eigenvalue(known, 0.0, 4, 10.0, norm, positive=False) == pytest.approx(
        np.sqrt(14.0), rel=1e-12, abs=0.0
    )
    assert next_eigenvalue(np.array([4.0, 3.0]), 0.0, 4, 10.0, norm, positive=False) == (
        pytest.approx(np.sqrt(5.0), rel=1e-12, abs=0.0)
    )
    three = np.array([4.0, 3.0, 2.0])
    assert next_eigenvalue(three, 0.0, 4, 10.0, norm, positive=True) == pytest.approx(
        1.0, rel=1e-12, abs=0.0
    )
    # An error of 0.1 in the matrix: (30^1/2 + 2 x 0.1)^2 - 3.9^2, and 10 - 9 + (4 + 3) x 0.1.
    assert beyond(known, 0.1, 4, norm) == pytest.approx(
        np.sqrt((norm + 0.2) ** 2 - 3.9**2), rel=1e-12, abs=0.0
    )
    assert next_eigenvalue(three, 0.1, 4, 10.0, norm, positive=True) == pytest.approx(
        1.7, rel=1e-12, abs=0.0
    )
    # Never above the last one that is known, or two errors above it.
    found = next_eigenvalue(np.array([1.0]), 0.1, 9, 9.0, 3.0, positive=False)
    assert found == pytest.approx(1.2, rel=1e-12, abs=0.0)
    assert next_eigenvalue(np.array([2.0, -1.0]), 0.0, 5, 0.0, 10.0, positive=False) == -1.0
    assert next_eigenvalue(np.array([1.0]), 0.0, 9, 9.0, 3.0, positive=True) == 1.0


WHOLE = ("negative", "negative_mass")


def test_a_partial_solution_says_what_only_the_whole_spectrum_can_determine():
    part, whole = _partial("decaying", 6, d=4)
    assert not part.complete
    assert part.groups == whole.groups == [slice(i, i + 1) for i in range(4)]
    assert part.split_group is None
    for name in (*WHOLE, "rank"):
        with pytest.raises(PartialError):
            getattr(part, name)
    assert part.explained == pytest.approx(whole.explained, rel=1e-12, abs=0.0)
    assert part.denominator == "trace: of 30 eigenvalues the largest 6 are known"
    assert part.largest == pytest.approx(4.0, rel=1e-12, abs=0.0)
    assert part.trace == pytest.approx(whole.spectrum.sum(), rel=1e-12, abs=0.0)
    assert part.frobenius == pytest.approx(np.linalg.norm(whole.spectrum), rel=1e-12, abs=0.0)


def test_the_rank_of_a_partial_solution_is_known_where_no_further_eigenvalue_can_count():
    K = center(gram(SPECTRA["rank-deficient"]))
    whole = dual.fit(gram(SPECTRA["rank-deficient"]), 4)
    part = Solution.of_matrix(K, whole.spectrum[:4], whole.V, 1e-6, positive=True)
    assert part.after > 1e-6
    with pytest.raises(PartialError):
        _ = part.rank
    known = replace(part, after=0.0)
    assert known.rank == 4


def test_a_group_at_the_end_of_a_partial_spectrum_is_kept_only_where_the_next_one_is_away():
    part, whole = _partial("degenerate", 3)
    assert whole.groups == [slice(0, 3)]
    # What is left of the squares is 2^2 + 2^2 + 1; what is left of the trace is 5.
    assert part.after == pytest.approx(3.0, rel=1e-9, abs=0.0)
    assert part.groups == [slice(0, 3)]
    near = replace(part, after=5.0 - 1e-13)
    assert near.groups == []
    with pytest.raises(PartialError):
        _ = near.split_group
    away = replace(part, after=2.0)
    assert away.groups == [slice(0, 3)]
    assert away.gap(slice(0, 3)) == pytest.approx(3.0, rel=1e-9, abs=0.0)
    assert replace(part, after=9.0).gap(slice(0, 3)) == 0.0


def test_the_largest_of_a_partial_spectrum_counts_what_a_negative_one_may_be():
    """Eigenvalues 3 and -4 of a matrix of Frobenius norm 5: the first is known."""
    part = replace(made(np.array([3.0]), np.eye(2)[:, :1], 0.0), frobenius=5.0)
    assert part.largest == pytest.approx(4.0, rel=1e-12, abs=0.0)
    for bound in (0.0, 2.0):
        assert made(np.array([3.0, -4.0]), np.eye(2)[:, :1], bound).largest == 4.0
    # Squares of 34: 3^2 + 3^2 of two known eigenvalues, of which one has a vector, and 4^2.
    part = replace(made(np.array([3.0, 3.0]), np.eye(4)[:, :1], 0.0), frobenius=np.sqrt(34.0))
    assert part.largest == pytest.approx(4.0, rel=1e-12, abs=0.0)


def test_errors_of_eigenvalues_are_never_above_the_common_bound():
    given = made(np.array([3.0, 1.0]), np.eye(2), 0.5).with_errors([0.1, 0.9])
    assert given.errors.tolist() == [0.1, 0.5]
    assert given.matrix_error == 0.5


def test_residuals_are_those_of_each_pair():
    A = np.diag([3.0, 1.0, 0.0])
    found = Solution.of_matrix(A, np.array([3.0, 1.5]), np.eye(3)[:, :2], 1.0)
    assert found.residuals.tolist() == [0.0, 0.5]
    assert found.residual == 0.5
    assert (found.trace, found.frobenius) == (4.0, pytest.approx(np.sqrt(10.0), rel=1e-15, abs=0.0))


def test_a_solution_with_all_eigenvalues_but_one_is_partial():
    A, V = np.diag([3.0, 2.0, 1.0]), np.eye(3)[:, :2]
    known = Solution.of_matrix(A, np.array([3.0, 2.0]), V, 1e-12)
    assert known.after == pytest.approx(1.0, rel=1e-6, abs=0.0)


@pytest.mark.parametrize("positive", [True, False])
def test_without_a_known_eigenvalue_the_next_one_is_bounded_by_the_sums_alone(positive):
    """Eigenvalues 2, 2 and 1: a trace of 5, squares of 9."""
    A = np.diag([2.0, 2.0, 1.0])
    nothing = Solution.of_matrix(A, np.empty(0), np.empty((3, 0)), 0.0, positive=positive)
    assert (nothing.after, nothing.largest, nothing.components) == (3.0, 3.0, 0)
    assert next_eigenvalue(np.empty(0), 0.0, 3, 2.5, 3.0, positive) == (2.5 if positive else 3.0)


def test_a_trace_that_falls_short_by_rounding_still_allows_a_positive_matrix():
    """n|E|_2 for the trace and |E|_2 for each of the known eigenvalues: (4 + 2) x 0.1."""
    known = np.array([4.0, 3.0])
    assert next_eigenvalue(known, 0.1, 4, 6.5, 5.0, positive=True) == pytest.approx(
        0.1, rel=1e-12, abs=0.0
    )


def test_the_share_of_a_component_is_unknown_where_unknown_eigenvalues_are_negative():
    """Eigenvalues 1, 0.5 and ten times -0.16: a trace of -0.1, and 1 over it would be -10."""
    A = np.diag([1.0, 0.5] + [-0.16] * 10)
    part = Solution.of_matrix(A, np.array([1.0]), np.eye(12)[:, :1], 1e-12)
    with pytest.raises(PartialError):
        _ = part.explained
    assert part.after >= 0.5
    with pytest.raises(PartialError):
        _ = part.rank


def test_an_unknown_eigenvalue_is_no_larger_than_the_known_squares_leave():
    assert beyond(np.array([3.0, -4.0]), 0.0, 3, 5.0) == 0.0
    # Of 0 with an error of 0.5 nothing is sure, and of 1 a half: (1 + sqrt(4) / 2)^2 - 1 / 4.
    found = beyond(np.array([1.0, 0.0]), 0.5, 4, 1.0)
    assert found == pytest.approx(np.sqrt(3.75), rel=1e-12, abs=0.0)
    # A norm that is too small by rounding, and the matrix 0.
    assert beyond(np.array([3.0, -4.0]), 0.0, 2, 4.9999) == 0.0
    assert beyond(np.array([0.0]), 0.0, 2, 0.0) == 0.0


@pytest.mark.parametrize("unit", [1e-170, 1.0, 1e160])
def test_what_is_not_known_is_bounded_in_any_unit(unit):
    """The squares of these numbers are 0 or infinite."""
    A, first = unit * np.diag([4.0, 3.0, 2.0, 1.0]), np.eye(4)[:, :1]
    part = Solution.of_matrix(A, np.array([4.0 * unit]), first, 0.0)
    assert part.after == pytest.approx(np.sqrt(14.0) * unit, rel=1e-12, abs=0.0)
    with pytest.raises(PartialError):
        _ = part.rank
    A = unit * np.diag([4.0, -1.0, -2.0, -8.0])
    part = Solution.of_matrix(A, np.array([4.0 * unit]), first, 0.0)
    assert part.largest == pytest.approx(np.sqrt(69.0) * unit, rel=1e-12, abs=0.0)


def test_an_eigenvalue_that_equals_its_bound_is_neither_above_it_nor_negative():
    """Nor is the next one of a partial spectrum, or a known one that a component is asked for."""
    assert made(np.array([1.0, 0.5, 0.1]), np.eye(3), 0.5).rank == 1
    assert made(np.array([1.0, -0.5]), np.eye(2)[:, :1], 0.5).negative.tolist() == []
    assert made(np.array([3.0, 2.0]), np.eye(4)[:, :1], 0.5, after=0.5).rank == 2
    assert made(np.array([3.0, 0.2]), np.eye(4)[:, :1], 0.5, after=0.1).rank == 1
    with pytest.raises(RankError):
        made(np.array([1.0, 0.5]), np.eye(2), 0.5).require(2)


def test_the_first_components_of_a_solution_are_those_of_a_smaller_one_and_keep_the_spectrum():
    K = gram(SPECTRA["decaying"])
    many, few = dual.fit(K, 5), dual.fit(K, 2)
    first = many.first(2)
    np.testing.assert_array_equal(first.V, few.V)
    np.testing.assert_array_equal(first.residuals, many.residuals[:2])
    np.testing.assert_array_equal(first.spectrum, many.spectrum)
    assert (first.components, many.components) == (2, 5)


def _with_trace(spectrum, trace, trace_error, errors):
    """Two components of a partial spectrum, with a trace of its own."""
    part = made(np.array(spectrum), np.eye(9)[:, :2], 0.5)
    return replace(part, trace=trace, trace_error=trace_error, errors=np.array(errors))


def test_the_shares_of_a_partial_solution_have_a_bound_from_the_trace_and_never_exceed_1():
    part = _with_trace([6.0, 3.0, 1.0], 12.0, 0.4, [0.1, 0.2, 0.05])
    np.testing.assert_allclose(part.explained, [0.5, 0.25], rtol=1e-14)
    expected = [(0.1 + 0.5 * 0.4) / 11.6, (0.2 + 0.25 * 0.4) / 11.6]
    np.testing.assert_allclose(part.explained_errors, expected, rtol=1e-14)
    # A trace that rounding made smaller than the eigenvalues that it is the sum of.
    short = _with_trace([6.0, 3.0, 1.0], 9.9, 0.2, [0.1, 0.2, 0.05])
    np.testing.assert_allclose(short.explained, [0.6, 0.3], rtol=1e-14)
    expected = [(0.1 + 0.6 * 0.35) / 9.65, (0.2 + 0.3 * 0.35) / 9.65]
    np.testing.assert_allclose(short.explained_errors, expected, rtol=1e-14)


def test_where_rounding_hides_the_trace_nothing_is_known_of_a_share():
    part = _with_trace([6.0, 3.0, 1.0], 10.5, 10.5, [0.1, 0.2, 0.05])
    assert part.explained_errors.tolist() == [1.0, 1.0]
    close = _with_trace([6.0, 3.0, 1.0], 10.5, 10.4, [0.1, 0.2, 0.05])
    assert close.explained_errors.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", ["decaying", "clustered at 1e-9", "rank-deficient"])
def test_the_error_of_a_share_covers_a_matrix_that_is_off_by_the_bound(name):
    rng = np.random.default_rng(4)
    K = gram(SPECTRA[name])
    noise = rng.normal(size=K.shape)
    noise = 1e-3 * (noise + noise.T) / np.linalg.norm(noise + noise.T, 2)
    exact = np.linalg.eigvalsh(center(K))[::-1]
    off = center(K + noise)
    mu, V = np.linalg.eigh(off)
    part = Solution.of_matrix(off, mu[::-1][:4], V[:, ::-1][:, :3], 1e-3, positive=True)
    differences = np.abs(part.explained - exact[:3] / exact.sum())
    assert (differences <= part.explained_errors).all()
    assert (part.explained_errors < 0.1).all()
    assert (differences > 1e-6).any()


def test_a_group_that_reaches_below_the_cut_off_is_no_number_of_components_that_cuts_nothing():
    """The group 2 to 4 is cut, and only two of the four eigenvalues are above 1e-9."""
    solution = made(np.array([5.0, 1.5e-9, 1e-10, -2e-10]), np.eye(4)[:, :2], 1e-9)
    assert (solution.rank, solution.split_group, solution.uncut) == (2, (2, 4), [1])
    whole = made(np.array([5.0, 3.5e-9, 2.5e-9, 1.5e-9]), np.eye(4)[:, :2], 1e-9)
    assert (whole.rank, whole.split_group, whole.uncut) == (4, (2, 4), [1, 4])


def test_weights_stand_for_copies_in_every_convention():
    """Two samples at a distance of 3, the second one twice: (-2, 1, 1) around their mean."""
    V = np.array([[-np.sqrt(2.0 / 3.0)], [np.sqrt(1.0 / 3.0)]])
    A = 6.0 * V @ V.T
    solution = replace(
        Solution.of_matrix(A, np.array([6.0, 0.0]), V, 1e-14), weights=np.array([1.0, 2.0])
    )
    assert solution.total_weight == 3.0
    np.testing.assert_allclose(solution.scores[:, 0], [-2.0, 1.0], rtol=1e-14)
    np.testing.assert_allclose(solution.variance, [2.0], rtol=1e-14)
    np.testing.assert_allclose(solution.axes[:, 0] * np.sqrt(6.0), [-2.0, 1.0], rtol=1e-14)
    # f = sum alpha_i phi~_i has length 1, and alpha holds both copies.
    assert solution.alpha[:, 0] @ [-2.0, 1.0] == pytest.approx(1.0, abs=1e-14)
    assert replace(solution, weights=None).variance.tolist() == [3.0]
    assert solution.first(1).weights is solution.weights
