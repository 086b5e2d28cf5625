"""The rings are drawn in three panels, and the alt text locates each of them."""

import numpy as np
from drawn import drawn

import r_demonstration_figures as rings

X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
Z = np.array([[3.0, 4.0, -1.0], [-3.0, 4.0, -1.0], [6.0, 8.0, 0.5], [-6.0, 8.0, 1.5]])
LABELS = ["ring 1", "ring 1", "ring 2", "ring 2"]


def _points(axes):
    return sum(len(part.get_offsets()) for part in axes.collections)


def test_the_pairs_of_components_are_1_2_and_1_3():
    figure, words = drawn(rings.as_n1_plots_them, X, Z, LABELS)
    assert [_points(axes) for axes in figure.axes] == [4, 4, 4]
    assert "ring 1 5 and ring 2 10." in words.alt
    assert words.alt.endswith("ring 1 -1 and ring 2 1.")


def test_the_scores_of_r_are_drawn_on_top_of_ours():
    figure, _ = drawn(rings.as_n1_plots_them, X, Z, LABELS, Z)
    assert [_points(axes) for axes in figure.axes] == [4, 8, 8]
    for axes, columns in zip(figure.axes[1:], ([0, 1], [0, 2]), strict=True):
        np.testing.assert_array_equal(axes.collections[-1].get_offsets(), Z[:, columns])
