"""Comparison by eigenspace: rotations inside a group are free, and nothing else is."""

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import agreement
from kpca.formulations import dual
from kpca.formulations.solution import Solution

DEGENERATE = dual.fit(gram(SPECTRA["degenerate"]), 6)


def _rotated(solution, group, seed=0):
    V = solution.V.copy()
    size = group.stop - group.start
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, size)))[0]
    V[:, group] = V[:, group] @ Q
    return Solution(solution.spectrum, V, solution.residual, solution.bound)


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
    other = Solution(DEGENERATE.spectrum, V, DEGENERATE.residual, DEGENERATE.bound)
    difference, allowed = agreement.scores(DEGENERATE, other)
    assert difference[-1] > 1e6 * allowed[-1]


def test_new_points_turn_with_their_scores():
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
    partial = Solution(DEGENERATE.spectrum[:6], DEGENERATE.V, 0.0, DEGENERATE.bound)
    assert [(g.start, g.stop) for g in DEGENERATE.groups] == [(0, 3), (3, 5), (5, 6)]
    assert [(g.start, g.stop) for g in partial.groups] == [(0, 3), (3, 5)]
    difference, allowed = agreement.scores(partial, DEGENERATE)
    assert len(difference) == len(allowed) == 2


def test_no_group_no_entry():
    one = Solution(DEGENERATE.spectrum[:1], DEGENERATE.V[:, :1], 0.0, DEGENERATE.bound)
    difference, allowed = agreement.scores(one, one)
    assert difference.shape == allowed.shape == (0,)


def test_eigenvalues_are_compared_over_the_whole_spectrum():
    spectrum = DEGENERATE.spectrum.copy()
    spectrum[-1] -= 1.0
    other = Solution(spectrum, DEGENERATE.V, 0.0, DEGENERATE.bound)
    difference, allowed = agreement.eigenvalues(DEGENERATE, other)
    assert difference[-1] == pytest.approx(1.0)
    assert allowed < 1e-10
