"""A spectrum shows every eigenvalue with its sign, and what is lost in rounding."""

import numpy as np
import pytest
from drawn import drawn, legend_of, lines_of, looks, points_of, solution
from matplotlib.figure import Figure

from kpca.figures import spectrum

INDEFINITE = solution([2.0, 1.0, 1e-17, -0.5], 1)


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


def test_each_eigenvalue_stands_at_its_position_with_the_marker_of_its_sign(axes):
    mixed = solution([4.0, 2.5, 1e-19, -1e-13, -0.5, -3.0], 2)
    spectrum.on_axes(axes, mixed, "km")
    assert axes.get_ylabel().endswith("[km²]")
    axes.legend()
    points = points_of(axes)
    assert points["positive"].tolist() == [[1.0, 4.0], [2.0, 2.5]]
    assert points["below the cut-off"].tolist() == [[3.0, 1e-12 * 1e-6], [4.0, 1e-13]]
    assert points["negative, shown as |μ|"].tolist() == [[5.0, 0.5], [6.0, 3.0]]
    (kept,) = axes.patches
    assert (kept.get_x(), kept.get_x() + kept.get_width()) == (0.8, 2.5)
    assert axes.lines[0].get_ydata()[0] == 1e-12
    legend = legend_of(axes.get_legend())
    assert looks(axes).items() <= legend.items()
    assert len({str(look) for look in looks(axes).values()}) == 3


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


def test_of_one_eigenvalue_above_the_cut_off_the_words_are_in_the_singular():
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


def test_the_panel_of_a_study_has_its_eigenvalues_its_unit_and_its_number_of_components():
    solutions = {
        "zebra": solution([3.0, 1.0, 0.0], 1),
        "ant": solution([5.0, 4.0, -2.0, -0.5], 2),
        "moth": solution([0.5, 0.25], 2),
    }
    figure, words = drawn(spectrum.of_studies, solutions, ["km", "1", "g"])
    for axes, (name, one), unit in zip(
        figure.axes, solutions.items(), [" [km²]", "", " [g²]"], strict=True
    ):
        assert axes.get_title(loc="left") == name
        positive = one.spectrum[one.spectrum > 0.0]
        assert points_of(axes)["positive"][:, 1].tolist() == positive.tolist()
        assert axes.get_ylabel() == f"eigenvalue |μ|{unit}"
        (kept,) = axes.patches
        assert kept.get_x() + kept.get_width() == one.components + 0.5
        assert looks(axes).items() <= legend_of(figure.legends[0]).items()
    assert words.alt.endswith(
        "zebra: 2 of 3 above the cut-off, 0 negative; ant: 2 of 4 above the cut-off, 2 negative; "
        "moth: 2 of 2 above the cut-off, 0 negative."
    )


def test_chosen_spectra_are_lines_by_size():
    spectra = {"b": np.array([2.0, 0.0, -1.0]), "a": np.array([5.0, 3.0, 0.5])}
    figure, words = drawn(spectrum.chosen, spectra)
    (axes,) = figure.axes
    assert lines_of(axes) == {
        "b": [[1, 2, 3], [2.0, 1e-17, 1.0]],
        "a": [[1, 2, 3], [5.0, 3.0, 0.5]],
    }
    assert legend_of(axes.get_legend()) == looks(axes)
    assert words.alt.endswith("b: from 2 to -1; a: from 5 to 0.5.")
    figure, words = drawn(spectrum.chosen, {"a": np.array([2.0, 0.0, -1.0])})
    assert list(figure.axes[0].lines[0].get_ydata()) == [2.0, 1e-17, 1.0]
    assert words.alt == "1 line of 3 eigenvalues each on a logarithmic axis. a: from 2 to -1."


def test_positive_and_negative_eigenvalues_of_tanh_have_different_markers():
    figure, words = drawn(spectrum.of_tanh, np.array([4.0, 1.0, -2.0]))
    (axes,) = figure.axes
    points = {label: of.tolist() for label, of in points_of(axes).items()}
    assert points == {
        "positive": [[1.0, 4.0], [2.0, 1.0]],
        "negative, by size": [[3.0, 2.0]],
    }
    assert legend_of(axes.get_legend()) == looks(axes)
    assert words.alt.endswith("2 positive ones, the largest 4, and 1 negative one, the lowest -2.")
