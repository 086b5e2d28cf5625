"""On a phone a figure shows the same as on a desk, in one column, and nothing leaves it."""

import re

import numpy as np
import pytest
from drawings import DRAWINGS
from drawn import places
from gallery_drawings import GALLERY
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from kpca.figures import display
from kpca.figures.metadata import ON_PHONE
from kpca.figures.phone import OnPhone
from kpca.figures.style import HEIGHT, NARROW, PART, WIDE, style

ONE_OF_EACH = {str(one.draw): name for name, one in (DRAWINGS | GALLERY).items()}
"""A drawing by each function."""


def on_both(draw, *data, **options):
    """A figure on a desk and on a phone."""
    with style():
        desk = Figure(figsize=(WIDE, HEIGHT))
        words = draw(desk, *data, **options)
        phone = OnPhone(desk)
        FigureCanvasAgg(phone)
        assert without_names(draw(phone, *data, **options)) == without_names(words)
        phone.finish()
        for figure in (desk, phone):
            figure.draw_without_rendering()
    return desk, phone


def without_names(words):
    """Words without the names that have no room, which depends on the width."""
    return [re.sub("( Arrows)? [Ww]ithout a name, .*", "", text) for text in words or ()]


@pytest.mark.parametrize("name", ONE_OF_EACH.values())
def test_a_phone_shows_the_data_of_a_desk_in_one_width_and_every_word_lies_inside(name):
    one = (DRAWINGS | GALLERY)[name]
    desk, phone = on_both(one.draw, *one.data, **one.options)
    if desk.get_figwidth() <= NARROW:
        files = display.drawn(["png", ON_PHONE], one.draw, *one.data, **one.options)[1]
        assert list(files) == ["png"], "a phone has room for the picture of a desk"
        return
    assert phone.get_figwidth() == PART
    for here, there in zip(desk.axes, phone.axes, strict=True):
        shown, found = places(here), places(there)
        assert shown.keys() == found.keys()
        for key in shown:
            np.testing.assert_array_equal(np.asarray(found[key]), np.asarray(shown[key]))
    every = [axis for axes in phone.axes for axis in axes._axis_map.values()]
    ticks = {text for axis in every for text in axis.get_ticklabels()}
    texts = [text for text in phone.findobj(Text) if text.get_text() and text not in ticks]
    boxes = {text.get_text(): text.get_window_extent() for text in texts if text.get_visible()}
    outside = [words for words, box in boxes.items() if box.x0 < -3 or box.x1 > phone.bbox.x1 + 3]
    assert outside == []


def six(figure, **options):
    figure.set_size_inches(7.2, 3.1)
    panels = figure.subplots(2, 3, squeeze=False, **options)
    for k, axes in enumerate(panels.flat):
        axes.plot([0, 1 + k], [0, 2 * k], label=f"line {k}")
        axes.set(title=f"{k} is a panel whose name is longer than a phone is wide")
    panels[1, 0].set_xlabel("below")
    panels[0, 0].set_ylabel("beside")
    figure.legend(*panels[0, 1].get_legend_handles_labels(), loc="outside right upper")
    panels[0, 0].legend(loc="center left", bbox_to_anchor=(1, 0.5))


@pytest.mark.parametrize(
    ("options", "order", "beside"),
    [
        ({}, [0, 1, 2, 3, 4, 5], [0, 1, 2]),
        # Rows of two heights belong together.
        (
            {"height_ratios": [3, 1], "sharey": "row", "sharex": "col"},
            [0, 3, 1, 4, 2, 5],
            [0, 2, 4],
        ),
    ],
)
def test_panels_stand_below_each_other_in_their_order_with_the_labels_that_they_shared(
    options, order, beside
):
    _, phone = on_both(six, **options)
    found = sorted(phone.axes, key=lambda axes: -axes.get_position().y1)
    assert [int(axes.get_title(loc="left")[0]) for axes in found] == order
    assert len({round(axes.get_position().x0, 6) for axes in found}) == 1
    assert phone.get_size_inches().tolist() == pytest.approx([3.0, 9.3], abs=1e-9)
    assert [k for k, axes in enumerate(found) if axes.get_ylabel() == "beside"] == beside
    below = [axes for axes in found if axes.get_xlabel() == "below"]
    assert [int(axes.get_title(loc="left")[0]) for axes in below] == [0, 3]
    heights = [axes.get_position().height for axes in found]
    ratio = 3.0 if options else 1.0
    assert heights[0] == pytest.approx(ratio * heights[1], abs=1e-9)
    ends = {
        int(axes.get_title(loc="left")[0]): (axes.get_xlim(), axes.get_ylim()) for axes in found
    }
    assert (ends[0][1] == ends[2][1], ends[0][0] == ends[3][0]) == (bool(options), bool(options))
    assert ends[0][1] != ends[5][1] and ends[0][0] != ends[5][0]


@pytest.mark.parametrize(
    ("shape", "aspect", "inches", "columns"),
    [
        ((1, 2), "auto", 6.2, 1),
        ((1, 2), "equal", 3.1 * 2 * 3.0 / 3.6, 1),
        ((1, 4), "equal", 3.1 * 2 * 1.5 / 1.8, 2),
        ((1, 1), "auto", 3.1, 1),
        ((1, 1), "equal", 2.6, 1),
        ((2, 1), "equal", 3.1, 1),
        ((1, 4), "auto", 12.4, 1),
        ((1, 5), "auto", 9.3, 2),
        ((1, 6), "auto", 3.1, 6),
    ],
)
def test_a_panel_keeps_its_height_or_with_equal_scales_its_shape(shape, aspect, inches, columns):
    _, phone = on_both(lambda figure: _panels(figure, shape, aspect))
    assert phone.get_size_inches().tolist() == pytest.approx([3.0, inches], abs=1e-9)
    assert len({round(axes.get_subplotspec().colspan.start, 6) for axes in phone.axes}) == columns


def _panels(figure, shape, aspect):
    figure.set_size_inches(7.2, 3.1)
    for axes in figure.subplots(*shape, squeeze=False).flat:
        axes.set_aspect(aspect)


@pytest.mark.parametrize(("size", "stays"), [(4, True), (20, False)])
def test_a_legend_stays_in_its_panel_where_it_covers_little_of_it(size, stays):
    def draw(figure):
        axes = figure.subplots()
        axes.plot([0, 1], [2, 3], label="a line")
        axes.legend(loc="upper left", fontsize=size)

    with style():
        phone = OnPhone(Figure())
        FigureCanvasAgg(phone)
        draw(phone)
        phone.finish()
    assert (phone.axes[0].get_legend() is not None, len(phone.legends)) == (stays, 1 - stays)


def test_axes_that_a_figure_removes_leave_no_room_behind_the_others():
    def draw(figure):
        figure.set_size_inches(7.2, 3.0)
        for k, axes in enumerate(figure.subplots(2, 3).flat):
            axes.plot([0, 1], [k, 2])
            if k > 3:
                axes.remove()

    _, phone = on_both(draw)
    assert phone.get_size_inches().tolist() == pytest.approx([3.0, 6.0], abs=1e-9)
    assert [axes.get_subplotspec().rowspan.start for axes in phone.axes] == [0, 1, 2, 3]
    assert {axes.get_gridspec().nrows for axes in phone.axes} == {4}


def test_legends_that_have_no_room_beside_a_panel_stand_above_and_long_lines_are_broken():
    _, phone = on_both(six)
    assert [[text.get_text() for text in one.get_texts()] for one in phone.legends] == [
        ["line 0", "line 1"],
    ]
    assert [axes.get_legend() for axes in phone.axes] == [None] * 6
    title = phone.axes[0].get_title(loc="left")
    assert "\n" in title
    assert title.replace("\n", " ") == "0 is a panel whose name is longer than a phone is wide"
