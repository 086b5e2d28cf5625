"""The views of an S-curve show every sample, and curves have a line for each noise."""

import numpy as np
from drawn import drawn

import unrolled_s_figures as unrolled

X = np.array([[1.0, 5.0, 2.0], [2.0, 6.0, 4.0], [3.0, 7.0, 8.0]])
MAPS = {
    "PCA": np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]]),
    "kernel": np.array([[0.0, 0.0], [3.0, 0.0], [1.0, 1.0]]),
    "MDS": np.array([[0.0, 0.0], [5.0, 0.0], [9.0, 2.0]]),
}
ALONG = np.array([-4.0, 0.0, 4.0])


def test_four_views_show_the_side_and_three_maps_in_the_color_of_the_true_position():
    order = {"PCA": 0.9, "kernel": 0.5, "MDS": 1.0}
    figure, words = drawn(unrolled.four_views, X, MAPS, ALONG, order)
    panels = figure.axes[:4]
    for axes, expected in zip(panels, (X[:, [0, 2]], *MAPS.values()), strict=True):
        (points,) = axes.collections
        np.testing.assert_array_equal(points.get_offsets(), expected)
        np.testing.assert_array_equal(points.get_array(), ALONG)
    assert panels[3].get_title(loc="left") == "MDS: ρ = 1.0000"
    assert "kernel 0.5000" in words.alt
    assert words.alt.endswith("PCA 2 by 4, kernel 3 by 1 and MDS 9 by 2.")


def test_curves_by_neighbors_have_a_line_for_each_noise_and_say_how_many_data_sets():
    correlation = np.array([[[1.0, 0.9], [0.8, 0.8]], [[0.7, 0.7], [0.6, 0.6]]])
    circuits = np.array([[[0, 0], [2, 4]], [[10, 10], [20, 20]]])
    figure, words = drawn(
        unrolled.by_neighbors, (4, 8), (0.0, 0.2), correlation, circuits, 0.1 * correlation, 0.91
    )
    left, middle, _ = figure.axes
    assert [list(line.get_ydata()) for line in left.lines[:2]] == [[0.95, 0.8], [0.7, 0.6]]
    assert list(left.lines[2].get_ydata()) == [0.91, 0.91]
    assert [list(line.get_ydata()) for line in middle.lines] == [[0.0, 3.0], [10.0, 20.0]]
    assert "for 4, 8 neighbors: noise 0: 0.950, 0.800; noise 0.2: 0.700, 0.600." in words.alt
    assert words.alt.endswith("as a median: 3 and 20. PCA reaches 0.910 without noise.")
    assert not any(axes.collections for axes in figure.axes)
    assert words.caption.endswith("Lines: median of 2 data sets.")


def test_three_data_sets_have_their_range_as_a_band():
    values = np.array([[[0.9, 0.7, 0.8], [0.5, 0.5, 0.5]]])
    arguments = ((4, 8), (0.0,), values, values, values, 0.91)
    figure, words = drawn(unrolled.by_neighbors, *arguments)
    for axes in figure.axes:
        (path,) = axes.collections[0].get_paths()
        assert {*map(tuple, path.vertices)} >= {(4.0, 0.7), (4.0, 0.9), (8.0, 0.5)}
    assert words.caption.endswith("Lines: median of 3 data sets; bands: least-to-largest range.")
