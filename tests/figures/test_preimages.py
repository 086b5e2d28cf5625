"""Figures of pre-images show every method, the bound below them, and where each point moves."""

import numpy as np
from drawn import drawn

from kpca.figures import preimages

LOWER = np.array([0.1, 0.0, 0.2])
REACHED = {"fixed point": np.array([0.3, 0.1, 0.2]), "nearest sample": np.array([0.6, 0.5, 0.4])}


def test_the_distances_of_each_method_are_sorted_above_the_bound():
    figure, words = drawn(preimages.distances, REACHED, LOWER)
    axes = figure.axes[0]
    first, second = (line.get_ydata().tolist() for line in axes.get_lines())
    assert first == [0.1, 0.2, 0.3]
    assert second == [0.4, 0.5, 0.6]
    area = axes.collections[0].get_paths()[0].vertices
    assert sorted(set(area[:, 1])) == [0.0, 0.1, 0.2]
    assert words.alt == (
        "2 rising curves over 3 points and a gray area with the median 0.1. The medians of the "
        "curves: fixed point 0.2 and nearest sample 0.5."
    )
    assert axes.get_lines()[0].get_linestyle() != axes.get_lines()[1].get_linestyle()


def test_lines_lead_from_each_new_point_to_its_pre_image_in_the_columns_that_vary_most():
    X = np.array([[0.0, 0.0, 0.0], [1.0, 9.0, 5.0], [0.0, 3.0, -5.0]])
    X_new, points = X[:2], X[:2] + np.array([[3.0, 0.0, 4.0], [0.0, 1.0, 0.0]])
    figure, words = drawn(preimages.moves, X, X_new, points, ["a", "b [cm]", "c [cm]"])
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("b [cm]", "c [cm]")
    lines = [np.column_stack(line.get_data()).tolist() for line in axes.get_lines()]
    assert lines == [[[0.0, 0.0], [0.0, 4.0]], [[9.0, 5.0], [10.0, 5.0]]]
    assert "3 samples as gray dots, 2 new points as rings" in words.alt
    assert words.alt.endswith("the lines are 3 long in the middle and 5 at most.")


def test_one_column_is_no_map():
    _, words = drawn(preimages.moves, np.ones((3, 1)), np.ones((1, 1)), np.ones((1, 1)), ["a"])
    assert words == "There is one column, so that no map of the pre-images can be drawn."
