"""Numbers beside published ones: what is drawn, and how many lie inside."""

import numpy as np
import pytest
from drawn import drawn

import published_figures as published
from ranges import Ranges
from sigma_of_table import GRID, ROWS, SIGMA, Comparison


def _ranges(low, median, high, shape):
    return Ranges(*(np.full(shape, value) for value in (median, low, high)))


def test_the_upper_row_is_at_the_printed_sigma_and_the_lower_at_twice_it():
    found = _ranges(1.0, 2.0, 3.0, (12, 9))
    found.low[2], found.high[2], found.median[2] = 50.0, 5000.0, 200.0
    figure, words = drawn(published.ratios, ROWS, found, 7)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[0] == "row 0.05, σ = 0.05"
    assert titles[5] == "row 0.05, σ = 0.1"
    assert titles[9] == "row 0.8, σ = 1.6"
    median, marks = figure.axes[5].lines
    assert (median.get_ydata() == 200.0).all()
    assert (marks.get_ydata() == ROWS[0]).all()
    assert "24 of 45 diamonds lie inside the ranges (by row: 0, 1, 5, 9, 9)" in words.alt
    assert "with twice this σ 32 (9, 0, 5, 9, 9)" in words.alt


@pytest.mark.parametrize(("seeds", "bands"), [(1, 0), (2, 0), (3, 1)])
def test_two_seeds_have_no_band(seeds, bands):
    figure, words = drawn(published.ratios, ROWS, _ranges(1.0, 2.0, 3.0, (12, 9)), seeds)
    assert [len(axes.collections) for axes in figure.axes] == [bands] * 10
    assert ("; band, least-to-largest range" in words.caption) == bool(bands)


def test_each_row_has_a_curve_over_sigma_with_its_minimum_in_words():
    distance = np.log(np.full((5, 12), 5.0))
    distance[:, 3] = np.log(1.5)
    figure, words = drawn(published.nearest, Comparison(distance, None, None), 7)
    lines = figure.axes[0].lines[:5]
    assert (lines[4].get_xdata() == GRID / SIGMA[4]).all()
    assert np.allclose(lines[4].get_ydata(), np.exp(distance[4]))
    assert "row 0.1: 1.5 at 1.41 times its σ, and 5 at its σ" in words.alt


def test_eigenvalues_are_counted_inside_their_bars():
    values = np.array([0.3, 0.2, 0.1])
    _, words = drawn(published.eigenvalues, values, _ranges(0.15, 0.2, 0.25, 3), 1)
    assert words.alt.endswith("1 of 3 diamonds lie inside the bars.")
    assert "Medians: 0.200, 0.200, 0.200. Published: 0.300, 0.200, 0.100." in words.alt
