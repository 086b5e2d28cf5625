"""The figures of the certified solver show every start, bound and rank."""

import numpy as np
import pytest
from drawn import drawn

import certified_solver_figures as certified
from certified_solver import Bounds, LowRank, Missed


def test_residuals_have_a_line_for_each_start_in_the_color_of_their_matrix():
    residuals = {
        "fast": [np.array([1e-2, 1e-15]), np.array([1e-1, 1e-8, 0.0])],
        "slow": [np.array([1.0, 0.5]), np.array([1.0, 1e-3])],
    }
    figure, words = drawn(certified.convergence, residuals, 1e-14)
    (axes,) = figure.axes
    lines = axes.lines
    assert [list(line.get_ydata()) for line in lines[:2]] == [[1e-2, 1e-15], [1e-1, 1e-8, 1e-17]]
    assert list(lines[1].get_xdata()) == [1, 2, 3]
    assert lines[0].get_color() == lines[1].get_color() != lines[2].get_color()
    assert words.alt.endswith("The most passes needed are fast: 3; slow: 2.")


def _bounds(angle_bounds):
    ones, errors = np.ones((2, 1)), np.array([[1e-4], [0.0]])
    stated = np.array([[1e-2], [1e-9]])
    return Bounds(errors, stated, 1e-3 * ones, angle_bounds, ones, ones, 1e-9)


def test_bounds_stand_above_the_diagonal_and_unknown_angles_are_left_out():
    found = {"one": _bounds(np.array([[1e-1], [np.inf]]))}
    figure, words = drawn(certified.bounds, found)
    left, right = figure.axes
    np.testing.assert_array_equal(
        left.collections[0].get_offsets(), [[1e-4, 1e-2], [certified.LEAST, 1e-9]]
    )
    np.testing.assert_array_equal(right.collections[0].get_offsets(), [[1e-3, 1e-1]])
    assert "2 and 1 points" in words.alt


def test_random_starts_show_every_start_the_worst_and_epsilon():
    blocks, vectors = np.array([[0.5, 0.2], [0.0, 1e-4]]), np.array([[0.9, 0.8], [0.3, 0.4]])
    found = Missed(blocks, vectors, np.array([2.0, 0.5]), np.array([3.0, 0.75]))
    figure, words = drawn(certified.random_starts, found, 0.1)
    lines = figure.axes[0].lines
    assert len(lines) == 2 * (2 + 1 + 1)
    assert list(lines[2].get_ydata()) == [0.9, 0.4]
    assert list(lines[3].get_ydata()) == [3.0, 0.75]
    assert list(lines[4].get_ydata()) == [0.5, certified.LEAST]
    assert list(lines[6].get_ydata()) == [0.5, 1e-4]
    assert list(lines[7].get_ydata()) == [2.0, 0.5]
    assert words.alt.endswith(
        "After 2 passes the worst vector misses 4.0e-01 and ε is 0.75; the worst block misses "
        "1.0e-04 and ε is 0.5."
    )


@pytest.mark.parametrize("count", [1, 2])
def test_low_rank_has_a_panel_for_each_matrix_with_four_lines(count):
    one = LowRank(*(np.array([k, 0.1 * k]) for k in range(1, 8)))
    found = {f"m{k}": one for k in range(count)}
    figure, words = drawn(certified.low_rank, (10, 20), found)
    assert len(figure.axes) == count
    lines = figure.axes[0].lines
    assert [line.get_ydata()[0] for line in lines] == [3.0, 1.0, 4.0, 6.0]
    assert list(lines[0].get_xdata()) == [10, 20]
    assert "from 10 to 20 of them: m0 1 to 0.1" in words.alt
