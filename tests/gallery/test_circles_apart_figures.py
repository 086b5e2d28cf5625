"""Circles: every sample is drawn, the plane lies where it should, words give the numbers."""

import numpy as np
from drawn import drawn

import circles_apart_figures as circles

Z = np.array([[1.0, 2.0], [3.0, 4.0], [-1.0, 0.0], [-5.0, 0.0]])
LABELS = ["inner", "inner", "outer", "outer"]


def test_maps_show_each_sample_the_accuracy_and_the_spans():
    maps = {name: k * Z for k, name in enumerate("abcd", start=1)}
    names = dict.fromkeys(maps, ("component 1", "component 2")) | {"a": ("x₁", "x₂")}
    accuracy = {"a": [0.5], "b": [0.455, 1.0], "c": [1.0], "d": [0.7625]}
    figure, words = drawn(circles.on_maps, maps, names, LABELS, accuracy, 7)
    for axes in figure.axes[:4]:
        assert sum(len(one.get_offsets()) for one in axes.collections) == 4
    titles = [axes.get_title(loc="left") for axes in figure.axes[:2]]
    assert titles == ["a\naccuracy 50 %", "b\naccuracy 45.5, 100 %"]
    assert "a: 1 to 3 and -5 to -1; b: 2 to 6 and -10 to -2;" in words.alt
    assert words.alt.endswith("Accuracy: a 50 %; b 45.5, 100 %; c 100 %; d 76.25 %.")


def test_accuracy_by_gamma_has_a_median_a_band_and_two_limits():
    accuracy = np.array([[0.4, 0.5, 0.6], [1.0, 1.0, 1.0]])
    figure, words = drawn(circles.by_gamma, np.array([0.5, 4.0]), accuracy, 0.7)
    axes = figure.axes[0]
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), [0.5, 1.0])
    assert [line.get_ydata()[0] for line in axes.lines[1:]] == [0.7, 0.5]
    assert "0.5: 0.50 and 4: 1.00." in words.alt
    assert words.alt.endswith("0.70.")
    (band,) = axes.collections
    (path,) = band.get_paths()
    assert {*map(tuple, path.vertices)} >= {(0.5, 0.4), (0.5, 0.6), (4.0, 1.0)}
    assert words.caption.endswith("3 data sets; as a band: least-to-largest range.")


def test_two_data_sets_have_no_band():
    accuracy = np.array([[0.4, 0.6], [1.0, 1.0]])
    figure, words = drawn(circles.by_gamma, np.array([0.5, 4.0]), accuracy, 0.7)
    assert not figure.axes[0].collections
    assert words.caption.endswith("the median of 2 data sets.")


LIFTED = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.25], [0.0, 1.0, 2.0], [1.0, 1.0, 3.0]])


def test_the_lift_is_drawn_with_its_plane_and_the_heights_beside_it():
    figure, words = drawn(
        circles.lift_and_plane, LIFTED, LABELS, np.array([0.0, 0.0, 1.0]), 1.0, 0.995, 7
    )
    _, beside = figure.axes
    shown = np.vstack([one.get_offsets() for one in beside.collections])
    np.testing.assert_array_equal(shown[:, 1], [-1.0, -0.75, 1.0, 2.0])
    assert words.alt.endswith("Distances from the plane: inner -1 to -0.75 and outer 1 to 2.")


def test_the_corners_of_a_tilted_plane_lie_on_it_and_over_the_samples():
    normal = np.array([2.0, -1.0, 2.0]) / 3.0
    x, y, z = circles.plane_below(LIFTED, normal, 0.5)
    np.testing.assert_allclose(normal[0] * x + normal[1] * y + normal[2] * z, 0.5, rtol=1e-14)
    assert (x.min(), x.max(), y.min(), y.max()) == (0.0, 1.0, 0.0, 1.0)
