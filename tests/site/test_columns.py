"""A picture is cut where a column of panels ends, and nowhere else."""

import pytest

from kpca.figures.display import Words, drawn
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.site import columns


def _panels(figure, number, across=""):
    figure.set_size_inches(WIDE, 2.6)
    for axes in figure.subplots(1, number, squeeze=False)[0]:
        for label in ("inner", "middle", "outer"):
            axes.scatter([1, 2], [3, 4], label=label)
        axes.set(xlabel="component 1", ylabel="component 2")
    legend(figure)
    figure.suptitle(across)
    return Words("", "")


def _bars(figure):
    axes = figure.subplots()
    axes.barh(["a name that is a third as long as the picture", "b"], [1, 2])
    return Words("", "")


def _cuts(draw, *data):
    return columns.cuts(drawn(("png",), draw, *data)[1]["png"])


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_picture_is_cut_once_between_two_panels_and_a_legend_is_not_cut(number):
    cuts = [int(one.removeprefix("cut-")) for one in _cuts(_panels, number)]
    assert cuts == pytest.approx([1000 * k / number for k in range(1, number)], abs=20)


def test_words_that_lie_across_and_names_beside_their_bars_are_not_cut():
    assert _cuts(_panels, 2, "a line of words that lies across both of the two panels") == []
    assert _cuts(_bars) == []


def test_an_svg_is_cut_where_it_says(tmp_path):
    picture = tmp_path / "a.svg"
    picture.write_text('<svg class="cut-250 cut-500" width="1"><metadata/>cut-7</svg>')
    assert columns.of_file(picture) == ["cut-250", "cut-500"]
