"""Curves pass through their data, and their alt texts say where they begin and end."""

import numpy as np
from drawn import drawn

from kpca.figures import curves


def _data(figure):
    return [list(line.get_ydata()) for line in figure.axes[0].lines]


def test_truncation_falls_with_the_number_of_axes():
    figure, words = drawn(curves.truncation, np.array([5.0, 3.0]), np.array([5.0, 3.5]), "km")
    assert _data(figure) == [[5.0, 3.0], [5.0, 3.5]]
    assert figure.axes[0].get_ylabel() == "error [km²]"
    assert words.alt == "A line and circles on it: the error falls from 5 with no axis to 3 with 1."


def test_canceling_grows_after_and_stays_before():
    data = (np.array([0.0, 2.0]), np.array([0.0, 1e-15]), np.array([0.0, 1.9]))
    figure, words = drawn(curves.canceling, *data)
    assert _data(figure) == [[0.0, 1.9], [0.0, 1e-15]]
    assert "grows to 1.9 as the null vector grows to 2 times the length of α" in words.alt
    assert words.alt.endswith("stays below 1.0e-15.")


def test_stress_falls_from_the_classical_map():
    figure, words = drawn(curves.stress, np.array([0.5, 0.25, 0.2]))
    assert _data(figure) == [[0.5, 0.25, 0.2]]
    assert words.alt == "A line that falls from 0.5 at step 0 to 0.2 after 2 steps."


def test_each_bandwidth_has_a_curve_and_its_value_at_sigma():
    figure, words = drawn(curves.bandwidths, {"a": 1.0, "b": 0.5})
    labels = figure.axes[0].get_legend_handles_labels()[1]
    assert labels == ["a = 1: γ = 1", "b = 1: γ = 0.5"]
    assert words.alt.endswith("at distance σ are a: 0.368; b: 0.607.")


def test_losses_are_drawn_without_and_with_the_mean():
    data = (np.array([3.0, 2.5]), np.array([2.0, 1.0]), np.array([2.0, 1.0]))
    figure, words = drawn(curves.losses, *data, "1")
    assert _data(figure) == [[3.0, 2.5], [2.0, 1.0], [2.0, 1.0]]
    assert words.alt == (
        "Two lines over 1 to 2 components. With the mean the loss falls from 2 to 1, through all "
        "crosses; without it, from 3 to 2.5."
    )


def test_the_losses_of_one_component_are_points_and_do_not_fall():
    _, words = drawn(curves.losses, np.array([3.0]), np.array([2.0]), np.array([2.0]), "1")
    assert words.alt == (
        "Two points for 1 component. With the mean the loss is 2, on the cross; without it, 3."
    )
