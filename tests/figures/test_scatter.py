"""Samples on axes say what they are: unit, share, class, and whether they are new."""

import numpy as np
import pytest
from drawn import texts_at
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from kpca.figures import scatter

Z = np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0], [4.0, 3.0, 5.0], [6.0, 2.0, 1.0]])


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


def test_both_axes_of_a_map_have_one_scale(axes):
    scatter.scores(axes, Z, list("aabb"), "1")
    axes.figure.draw_without_rendering()
    (x0, y0), (x1, y1) = axes.transData.transform([[0.0, 0.0], [1.0, 1.0]])
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-12, abs=0.0)


def test_one_component_is_drawn_on_a_line(axes):
    scatter.scores(axes, Z[:, :1], list("aabb"), "1")
    assert not axes.yaxis.get_visible()
    assert (axes.collections[0].get_offsets()[:, 1] == 0.0).all()


def _looks(axes):
    """Color of the edge and whether it is filled, of each class in the order of drawing."""
    return [
        (part.get_label(), to_hex(part.get_edgecolor()[0]), len(part.get_facecolor()) > 0)
        for part in axes.collections
    ]


def test_an_eleventh_class_has_the_first_color_with_another_shape_and_a_21st_is_gray(axes):
    labels = [letter for letter in "abcdefghijklmnopqrstu" for _ in range(2 + (letter != "u"))]
    scatter.scores(axes, np.arange(2.0 * len(labels)).reshape(-1, 2), labels, "1")
    looks = {name: color for name, color, _ in _looks(axes)}
    shapes = {part.get_label(): part.get_paths()[0].vertices for part in axes.collections}
    assert (looks["a"], looks["k"], looks["u"]) == ("#0072b2", "#0072b2", "#767676")
    assert (looks["b"], looks["l"]) == ("#d55e00", "#d55e00")
    assert shapes["a"].shape != shapes["k"].shape
    assert (shapes["k"] == shapes["d"]).all()


def test_one_class_without_new_samples_has_no_legend(axes):
    scatter.scores(axes, Z, list("aaaa"), "1")
    scatter.legend(axes.figure)
    assert axes.figure.legends == []


def test_a_sample_without_a_label_is_gray_behind_the_others_and_last_in_the_legend(axes):
    scatter.scores(axes, Z, ["no label", "p", "a", "p"], "1", Z[:1] + 1.0, ["a"])
    scatter.legend(axes.figure)
    (legend,) = axes.figure.legends
    texts = [text.get_text() for text in legend.texts]
    assert texts == ["a", "p", "no label", "hollow: new sample"]
    assert legend.get_title().get_text() == "class"
    orders = {part.get_label(): part.get_zorder() for part in axes.collections[:3]}
    assert orders["no label"] < min(orders["a"], orders["p"])
    colors = {label: color for label, color, _ in _looks(axes)[:3]}
    assert colors == {"a": "#0072b2", "p": "#d55e00", "no label": "#767676"}


@pytest.mark.parametrize(
    ("n", "size", "opacity"), [(140, 18.0, 0.75), (1200, 9.0, 0.75 * 0.5**0.5)]
)
def test_many_points_are_smaller_and_fainter_and_their_legend_is_not(axes, n, size, opacity):
    many = np.random.default_rng(3).normal(size=(n, 2))
    scatter.scores(axes, many, ["a", "b"] * (n // 2), "1")
    scatter.legend(axes.figure)
    for part in axes.collections:
        assert part.get_sizes() == pytest.approx([size], rel=1e-12, abs=0.0)
        assert part.get_alpha() == pytest.approx(opacity, rel=1e-12, abs=0.0)
    for mark in axes.figure.legends[0].legend_handles:
        assert (list(mark.get_sizes()), mark.get_alpha()) == ([18], 0.75)


@pytest.mark.parametrize(
    ("shape", "full", "inches"),
    [(1.0, False, 1.2 + 2.8), (0.1, False, 1.2 + 1.4), (0.1, True, 1.0 + 6.4 * 0.3)],
)
def test_a_flat_map_is_lower(shape, full, inches):
    flat = np.array([[0.0, 0.0], [1.0, shape]])
    assert scatter.map_height(flat, [(0, 1)], full) == pytest.approx(inches, rel=1e-12, abs=0.0)


LONG = [f"sehr lange Klassenbezeichnung Nummer {k}" for k in range(4)]


@pytest.mark.parametrize(
    ("names", "entries"),
    [
        (list("abab"), ["a", "b"]),
        (LONG, [f"sehr lange Kla…nung Nummer {k}" for k in range(4)]),
        ([*LONG[:2], "c", "c"], ["c", *(f"sehr lange Kla…nung Nummer {k}" for k in (0, 1))]),
        (["_a", "", "$b$", "c"], ["\u200b", r"\$b\$", "\u200b_a", "c"]),
    ],
)
def test_a_legend_has_one_entry_for_each_class_and_says_what_hollow_means(names, entries):
    figure = Figure(layout="constrained")
    for axes in figure.subplots(1, 2):
        scatter.scores(axes, Z, names, "1", Z + 1.0, names)
    scatter.legend(figure)
    texts = [text.get_text() for text in figure.legends[0].texts]
    assert texts == [*entries, "hollow: new sample"]


def test_classes_of_numbers_with_a_unit_are_a_scale_and_many_short_ones_stand_at_their_medians():
    labels = [f"{10 * k} %" for k in range(6)] * 2
    figure, other = Figure(), Figure()
    scatter.scores(figure.subplots(), np.eye(12, 2), labels, "1")
    light = [part.get_facecolor()[0, :3].mean() for part in figure.axes[0].collections]
    assert (np.diff(light) > 0.0).all()
    assert not figure.axes[0].texts
    Z = np.repeat(np.arange(12.0)[:, None], 2, axis=1)
    scatter.scores(other.subplots(), Z, [str(k % 6) for k in range(12)], "1")
    assert texts_at(other.axes[0]) == {(k + 3.0, k + 3.0): str(k) for k in range(6)}
