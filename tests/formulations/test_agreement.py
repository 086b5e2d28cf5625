"""Comparison by eigenspace: rotations inside a group are free, and nothing else is."""

import numpy as np
import pytest
from conftest import SPECTRA, gram
from made_solutions import made

from kpca import tolerances
from kpca.formulations import agreement, dual

DEGENERATE = dual.fit(gram(SPECTRA["degenerate"]), 6)


def _rotated(solution, group, seed=0):
    V = solution.V.copy()
    size = group.stop - group.start
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, size)))[0]
    V[:, group] = V[:, group] @ Q
    return made(solution.spectrum, V, solution.matrix_error)


def test_rotation_inside_a_degenerate_eigenvalue_is_free():
    other = _rotated(DEGENERATE, slice(0, 3))
    assert np.abs(other.scores - DEGENERATE.scores).max() > 0.1
    difference, allowed = agreement.scores(DEGENERATE, other)
    assert (difference <= allowed).all()


def test_rotation_across_two_eigenvalues_is_not():
    other = _rotated(DEGENERATE, slice(4, 6))
    difference, allowed = agreement.scores(DEGENERATE, other)
    assert difference.max() > 1e6 * allowed.max()


def test_the_sign_of_a_single_eigenvalue_is_not_free():
    V = DEGENERATE.V * [1, 1, 1, 1, 1, -1]
    other = made(DEGENERATE.spectrum, V, DEGENERATE.matrix_error)
    difference, allowed = agreement.scores(DEGENERATE, other)
    assert difference[-1] > 1e6 * allowed[-1]


def test_new_samples_turn_with_their_scores():
    rows = np.random.default_rng(3).normal(size=(4, DEGENERATE.n))
    rows -= rows.mean(axis=1, keepdims=True)
    other = _rotated(DEGENERATE, slice(0, 3))
    y, y_other = rows @ DEGENERATE.alpha, rows @ other.alpha
    error = np.full(4, 1e-14)
    difference, allowed = agreement.coordinates(DEGENERATE, other, y, y_other, rows, error)
    assert (difference <= allowed).all()
    assert (allowed < 1e-10).all()
    assert np.abs(y - y_other).max() > 0.01
    difference, allowed = agreement.coordinates(DEGENERATE, other, y, 1.001 * y, rows, error)
    assert (difference > 1e3 * allowed).all()


def test_a_partial_solution_is_not_compared_in_its_last_group():
    partial = made(DEGENERATE.spectrum[:6], DEGENERATE.V, DEGENERATE.matrix_error)
    assert [(g.start, g.stop) for g in DEGENERATE.groups] == [(0, 3), (3, 5), (5, 6)]
    assert [(g.start, g.stop) for g in partial.groups] == [(0, 3), (3, 5)]
    difference, allowed = agreement.scores(partial, DEGENERATE)
    assert len(difference) == len(allowed) == 2


def test_no_group_no_entry():
    one = made(DEGENERATE.spectrum[:1], DEGENERATE.V[:, :1], DEGENERATE.matrix_error)
    difference, allowed = agreement.scores(one, one)
    assert difference.shape == allowed.shape == (0,)


def test_eigenvalues_are_compared_over_the_whole_spectrum():
    spectrum = DEGENERATE.spectrum.copy()
    spectrum[-1] -= 1.0
    other = made(spectrum, DEGENERATE.V, DEGENERATE.matrix_error)
    difference, allowed = agreement.eigenvalues(DEGENERATE, other)
    assert difference[-1] == pytest.approx(1.0, rel=1e-12, abs=0.0)
    assert (allowed < 1e-10).all()


def _known(spectrum, V, bound):
    return made(np.array(spectrum), np.array(V, dtype=float), bound)


def test_the_bounds_of_both_solutions_are_allowed():
    a = _known([4.0, 1.0, 0.0], np.eye(3)[:, :2], 1e-6)
    b = _known([4.0, 1.5, 0.0], np.eye(3)[:, :2], 3e-6)
    difference, allowed = agreement.eigenvalues(a, b)
    assert difference.tolist() == [0.0, 0.5, 0.0]
    assert allowed == pytest.approx(4e-6, rel=1e-12, abs=0.0)
    _, allowed = agreement.scores(a, b)
    expected = [tolerances.scores(a.mu[:1], 3.0, 4e-6), tolerances.scores(a.mu[1:], 1.0, 4e-6)]
    assert allowed == pytest.approx(expected, rel=1e-12, abs=0.0)


def test_a_group_that_the_other_does_not_have_counts_as_0_and_decides_nothing():
    a = _known([4.0, 1.0, 0.0], np.eye(3)[:, :2], 1e-6)
    b = _known([4.0, 1.0, 0.0], np.eye(3)[:, :1], 1e-6)
    difference, allowed = agreement.scores(a, b)
    assert difference.tolist() == [0.0, 1.0]
    assert allowed[1] == 1.0


@pytest.mark.parametrize(("bound", "free"), [(0.01, True), (0.005, True), (0.001, False)])
def test_a_sign_is_free_where_the_bounds_of_both_leave_the_rule_undecided(bound, free):
    # Largest entries 0.72 and -0.67: the rule holds up to an error of 0.025 of the vector.
    v = np.array([[0.72], [-0.67], [(1.0 - 0.72**2 - 0.67**2) ** 0.5]])
    a, b = _known([1.0, 0.0, 0.0], v, bound), _known([1.0, 0.0, 0.0], -v, bound)
    assert agreement.rotation(a, b, slice(0, 1)).item() == pytest.approx(
        -1.0 if free else 1.0, rel=1e-12, abs=0.0
    )


def test_new_samples_differ_by_the_longest_difference_of_one_point():
    a = _known([1.0, 1.0, 0.0], np.eye(3)[:, :2], 1e-6)
    y = np.array([[3.0, 4.0], [0.0, 0.0], [3.0, 0.0]])
    difference, _ = agreement.coordinates(a, a, y, np.zeros((3, 2)), np.eye(3), np.zeros(3))
    assert difference.tolist() == [5.0]


def test_groups_are_as_far_apart_as_their_nearest_members():
    solution = made(np.array([5.0, 4.9, 2.0, 1.9]), np.eye(4), 1e-3)
    first, second = slice(0, 2), slice(2, 4)
    assert agreement._apart(solution, first, second) == pytest.approx(2.9, rel=1e-12, abs=0.0)
    assert agreement._apart(solution, second, first) == pytest.approx(2.9, rel=1e-12, abs=0.0)


def test_what_a_new_sample_has_beyond_the_groups_leans_into_each_of_them():
    """Rows of length 7 along the axes of three eigenvalues, of which the first two are known."""
    a = made(np.array([5.0, 2.0, 0.5, 0.0]), np.eye(4)[:, :2], 1e-4)
    b = made(np.array([5.0, 2.0, 0.5, 0.0]), np.eye(4)[:, :2], 3e-4)
    y, error = np.zeros((1, 2)), np.array([1e-3])
    expected = {
        0: ([7.0, 0.0], [0.0, 0.0], [7.0, 0.0]),
        1: ([0.0, 7.0], [7.0, 0.0], [0.0, 0.0]),
        2: ([0.0, 0.0], [0.0, 7.0], [0.0, 7.0]),
    }
    for axis, (inside, of_first, of_second) in expected.items():
        rows = 7.0 * np.eye(4)[[axis]]
        _, allowed = agreement.coordinates(a, b, y, y, rows, error)
        for k, (mu, others) in enumerate(((5.0, of_first), (2.0, of_second))):
            by_hand = tolerances.coordinates(
                np.array([mu]),
                # From the other group, and from the nearest of all other eigenvalues.
                np.array([3.0, (3.0, 1.5)[k]]),
                4e-4,
                np.array([inside[k]]),
                np.array([others]),
                error,
            )
            assert allowed[k] == pytest.approx(by_hand[0], rel=1e-12, abs=0.0)
