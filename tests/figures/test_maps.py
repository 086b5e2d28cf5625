"""What is drawn on axes says what it is: unit, share, class, sign, name."""

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from kpca.figures import labels, maps, spectrum, style

Z = np.array([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0], [4.0, 3.0, 5.0], [6.0, 2.0, 1.0]])


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


def test_axes_carry_the_share_of_the_variance_in_percent_and_the_unit(axes):
    maps.scores(axes, Z, list("aabb"), "km", explained=np.array([0.5, 0.25, 0.0125]))
    assert axes.get_xlabel() == "component 1 (50 %) [km]"
    assert axes.get_ylabel() == "component 2 (25 %) [km]"


def test_another_pair_of_components_can_be_drawn(axes):
    maps.scores(axes, Z, list("aaaa"), "1", explained=np.array([0.5, 0.25, 0.0125]), pair=(0, 2))
    assert axes.get_ylabel() == "component 3 (1.25 %)"
    assert (axes.collections[0].get_offsets()[:, 1] == Z[:, 2]).all()


def test_both_axes_of_a_map_have_one_scale(axes):
    maps.scores(axes, Z, list("aabb"), "1")
    axes.figure.draw_without_rendering()
    (x0, y0), (x1, y1) = axes.transData.transform([[0.0, 0.0], [1.0, 1.0]])
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-12, abs=0.0)


def test_one_component_is_drawn_on_a_line(axes):
    maps.scores(axes, Z[:, :1], list("aabb"), "1")
    assert not axes.yaxis.get_visible()
    assert (axes.collections[0].get_offsets()[:, 1] == 0.0).all()


def _looks(axes):
    """Color of the edge and whether it is filled, of each class in the order of drawing."""
    return [
        (part.get_label(), to_hex(part.get_edgecolor()[0]), len(part.get_facecolor()) > 0)
        for part in axes.collections
    ]


def test_new_points_are_hollow_in_the_look_of_their_class(axes):
    maps.scores(axes, Z, list("abab"), "1", Z[:3] + 1.0, ["b", "a", "b"])
    assert _looks(axes)[2:] == [("a", "#0072b2", False), ("b", "#d55e00", False)]
    old, new = axes.collections[1], axes.collections[3]
    assert (old.get_paths()[0].vertices == new.get_paths()[0].vertices).all()
    assert (new.get_offsets() == Z[[0, 2], :2] + 1.0).all()


def test_new_points_of_an_unknown_class_are_gray_rings(axes):
    maps.scores(axes, Z, list("abab"), "1", Z[:2] + 1.0, ["new", "new"])
    assert _looks(axes)[2:] == [("new point", "#595959", False)]


def test_the_legend_names_each_class_once_and_says_what_hollow_means():
    figure = Figure(layout="constrained")
    for axes in figure.subplots(1, 2):
        maps.scores(axes, Z, list("abab"), "1", Z + 1.0, list("abab"))
    maps.legend(figure)
    assert [text.get_text() for text in figure.legends[0].texts] == ["a", "b", "hollow: new point"]


def test_one_class_without_new_points_has_no_legend(axes):
    maps.scores(axes, Z, list("aaaa"), "1")
    maps.legend(axes.figure)
    assert axes.figure.legends == []


def test_more_than_ten_classes_are_drawn_as_one(axes):
    many = np.arange(22.0).reshape(11, 2)
    maps.scores(axes, many, [f"class {k}" for k in range(11)], "1")
    assert [part.get_label() for part in axes.collections] == ["sample"]


def test_each_class_has_its_own_marker_and_color():
    assert len(set(style.COLORS)) == len(style.COLORS)
    assert len(set(style.MARKERS)) == len(style.MARKERS) >= 10


def test_negative_eigenvalues_are_drawn_and_named(axes):
    spectrum.spectrum(axes, np.array([2.0, 1.0, 1e-17, -0.5]), 1e-12, "km", kept=1)
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
    spectrum.spectrum(axes, np.arange(n, 0.0, -1.0), 1e-12, "1")
    axes.figure.draw_without_rendering()
    assert list(axes.get_xticks()) == ticks
    assert [text.get_text() for text in axes.get_xticklabels()] == [str(k) for k in ticks]


def test_names_cover_no_point_and_no_other_name_where_there_is_room(axes):
    points = np.array([[0.0, 0.0], [0.05, 0.0], [0.0, 0.03], [1.0, 1.0]])
    axes.scatter(*points.T)
    maps.beside(axes, points, ["a long name", "another", "third", "fourth"])
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 4
    for k, box in enumerate(boxes):
        assert box.count_overlaps(boxes[:k]) == 0
        assert not any(box.contains(*point) for point in axes.transData.transform(points))


@pytest.mark.parametrize(
    ("shape", "full", "inches"),
    [(1.0, False, 1.2 + 2.8), (0.1, False, 1.2 + 1.4), (0.1, True, 1.0 + 6.4 * 0.3)],
)
def test_a_flat_map_is_lower(shape, full, inches):
    flat = np.array([[0.0, 0.0], [1.0, shape]])
    assert maps.map_height(flat, [(0, 1)], full) == pytest.approx(inches, rel=1e-12, abs=0.0)


LONG = [f"sehr lange Klassenbezeichnung Nummer {k}" for k in range(4)]


def _entries(figure):
    return [text.get_text() for text in figure.legends[0].texts]


@pytest.mark.parametrize(
    ("names", "entries"),
    [
        (LONG, [f"sehr lange Kla…nung Nummer {k}" for k in range(4)]),
        ([*LONG[:2], "c", "c"], ["c", *(f"sehr lange Kla…nung Nummer {k}" for k in (0, 1))]),
        (["_a", "", "$b$", "c"], ["\u200b", r"\$b\$", "\u200b_a", "c"]),
    ],
)
def test_a_legend_has_an_entry_for_each_class_whatever_its_name(axes, names, entries):
    maps.scores(axes, Z, names, "1", Z + 1.0, names)
    maps.legend(axes.figure)
    assert _entries(axes.figure) == [*entries, "hollow: new point"]


def test_names_of_samples_stay_distinct_beside_them(axes):
    axes.scatter(Z[:, 0], Z[:, 1])
    maps.beside(axes, Z[:, :2], LONG)
    assert len({text.get_text() for text in axes.texts}) == 4


@pytest.mark.parametrize(("text", "drawn"), [("$b$", "$b$"), ("_a", "\u200b_a"), ("a b", "a b")])
def test_text_is_drawn_as_it_stands_and_not_as_a_formula(text, drawn):
    figure = Figure()
    with_text = figure.text(0.0, 0.0, labels.literal(text))
    with_text.set_parse_math(True)
    shown, is_formula = with_text._preprocess_math(with_text.get_text())
    assert (shown, is_formula) == (drawn, False)


@pytest.mark.parametrize(
    ("n", "m", "named"), [(29, 1, 30), (29, 2, 29), (4, 0, 4), (30, 5, 30), (31, 0, 0), (31, 2, 0)]
)
def test_new_points_have_names_too_where_all_together_are_at_most_thirty(axes, n, m, named):
    old, new = np.random.default_rng(0).normal(size=(n, 2)), np.ones((m, 2))
    axes.scatter(*old.T)
    names, new_names = [f"s{k}" for k in range(n)], [f"new{k}" for k in range(m)]
    maps.name_samples(axes, old, names, new if m else None, new_names)
    assert [text.get_text() for text in axes.texts] == [*names, *new_names][:named]
    assert all(text.xy == (1.0, 1.0) for text in axes.texts[n:])


def test_names_on_a_map_of_one_component_are_upright_and_cover_no_other_name(axes):
    line = np.linspace(0.0, 1.0, 8)[:, None]
    maps.scores(axes, line, list("aaaabbbb"), "1")
    maps.name_samples(axes, line, [f"a longer name {k}" for k in range(8)])
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 8
    assert all(box.height > 3.0 * box.width for box in boxes)
    assert all(box.count_overlaps(boxes[:k]) == 0 for k, box in enumerate(boxes))
