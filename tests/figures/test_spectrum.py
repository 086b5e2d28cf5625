"""A spectrum shows every eigenvalue with its sign, and what is lost in rounding."""

import numpy as np
import pytest
from drawn import drawn, solution
from matplotlib.figure import Figure

from kpca.figures import spectrum

INDEFINITE = solution([2.0, 1.0, 1e-17, -0.5], 1)


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


def test_negative_eigenvalues_are_drawn_and_named(axes):
    spectrum.on_axes(axes, INDEFINITE, "km")
    labels = axes.get_legend_handles_labels()[1]
    assert set(labels) == {
        "positive",
        "negative, shown as |μ|",
        "below the cut-off",
        "components kept",
    }
    assert axes.get_ylabel() == "eigenvalue |μ| [km²]"


@pytest.mark.parametrize(("n", "ticks"), [(5, [1, 2, 3, 4, 5]), (9, list(range(1, 10)))])
def test_each_place_of_a_short_spectrum_has_a_tick(axes, n, ticks):
    spectrum.on_axes(axes, solution(np.arange(n, 0.0, -1.0), 1), "1")
    axes.figure.draw_without_rendering()
    assert list(axes.get_xticks()) == ticks
    assert [text.get_text() for text in axes.get_xticklabels()] == [str(k) for k in ticks]


def test_the_alt_text_counts_eigenvalues_by_their_sign():
    _, words = drawn(spectrum.whole, INDEFINITE, "1")
    assert words.alt == (
        "Eigenvalues by their position, on two logarithmic axes. "
        "2 positive eigenvalues from 2 to 1; "
        "1 negative one down to -0.5; 1 below the cut-off 1.0e-12. The first 1 is shaded as kept."
    )
    assert "2 of 4 eigenvalues lie above the cut-off (dashed)" in words.caption
    assert "Triangles are negative eigenvalues" in words.caption


def test_without_negative_eigenvalues_no_triangles_are_mentioned():
    _, words = drawn(spectrum.whole, solution([3.0, 1.0], 2), "1")
    assert words.alt.endswith("2 positive eigenvalues from 3 to 1. The first 2 are shaded as kept.")
    assert "riangle" not in words.caption


def test_shares_are_in_percent_each_and_together():
    figure, words = drawn(spectrum.with_shares, solution([3.0, 1.0, 0.0], 2), "1")
    right = figure.axes[1]
    assert [bar.get_height() for bar in right.patches] == [75.0, 25.0]
    assert list(right.lines[0].get_ydata()) == [75.0, 100.0]
    assert words.alt.endswith(
        "bars of the explained variance fall from 75 % for component 1 to 25 % for component 2; "
        "together they reach 100 %."
    )


def test_one_component_has_one_bar_and_no_trend():
    _, words = drawn(spectrum.with_shares, solution([3.0, 0.0], 1), "1")
    assert words.alt == (
        "Two panels. Left: 1 positive eigenvalue of 3; 1 below the cut-off 1.0e-12. The first 1 is "
        "shaded as kept. Right: one bar, the explained variance of component 1: 100 %."
    )
    _, words = drawn(spectrum.whole, solution([3.0, 0.0], 1), "1")
    assert "1 of 2 eigenvalues lies above the cut-off" in words.caption


def test_each_study_has_a_panel_with_its_name_and_the_other_panels_are_hidden():
    solutions = {name: solution([3.0, 1.0, 0.0], 1) for name in "abcd"}
    figure, words = drawn(spectrum.of_studies, solutions, ["1"] * 4)
    assert [axes.get_title(loc="left") for axes in figure.axes if axes.get_visible()] == list(
        "abcd"
    )
    assert len(figure.axes) == 6
    assert words.alt.startswith(
        "4 panels of eigenvalues by their position. a: 2 of 3 above the cut-off, 0 negative; b: 2"
    )


def test_chosen_spectra_are_lines_by_size():
    figure, words = drawn(spectrum.chosen, {"a": np.array([2.0, 0.0, -1.0])})
    assert list(figure.axes[0].lines[0].get_ydata()) == [2.0, 1e-17, 1.0]
    assert words.alt == "1 line of 3 eigenvalues each on a logarithmic axis. a: from 2 to -1."


def test_positive_and_negative_eigenvalues_of_tanh_have_different_markers():
    figure, words = drawn(spectrum.of_tanh, np.array([4.0, 1.0, -2.0]))
    assert [part.get_label() for part in figure.axes[0].collections] == [
        "positive",
        "negative, by size",
    ]
    assert words.alt.endswith("2 positive ones, the largest 4, and 1 negative one, the lowest -2.")
