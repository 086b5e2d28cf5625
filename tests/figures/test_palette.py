"""Colors of classes can be told apart by readers with each of the three color deficiencies."""

import itertools
import re

import numpy as np
import pytest
from bokeh.palettes import cividis
from color_vision import DEFICIENCIES, alike, lab

from kpca.figures import palette
from kpca.figures.palette import COLORS, GRAY, MARKERS
from kpca.page import beside, scripts


def _nearest(colors, deficiency):
    """The smallest difference of two colors in CIE L*a*b*, in which some 2.3 can just be seen."""
    pairs = itertools.combinations(colors, 2)
    return min(np.linalg.norm(lab(a, deficiency) - lab(b, deficiency)) for a, b in pairs)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_no_two_colors_of_classes_arealike(deficiency):
    assert _nearest([*COLORS, GRAY], deficiency) > 10.0


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_no_two_colors_of_classes_are_alike_on_a_dark_page(deficiency):
    script = (scripts.ASSETS / "map_theme.js").read_text(encoding="utf-8")
    of_dark = dict(re.findall(r'"(#\w{6})": "(#\w{6})"', script))
    assert {*of_dark} <= {*COLORS}
    assert _nearest([of_dark.get(color, color) for color in COLORS], deficiency) > 10.0


def test_a_vermilion_and_an_ochre_are_alike_without_red():
    """The control: two colors that differ for most readers."""
    assert _nearest(["#D55E00", "#8C6D00"], "none") > 10.0
    assert _nearest(["#D55E00", "#8C6D00"], "protanopia") < 3.0


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_a_missing_number_has_a_gray_that_no_number_has(deficiency):
    """The control is the gray of samples without a class, which is like the middle of the scale."""
    script = (scripts.ASSETS / "map_colors.js").read_text(encoding="utf-8")
    (gray,) = re.findall(r'NO_VALUE = "(#\w{6})"', script)
    scale = [lab(color, deficiency) for color in cividis(256)]
    nearest = {
        one: min(np.linalg.norm(lab(one, deficiency) - seen) for seen in scale)
        for one in (gray, GRAY)
    }
    assert nearest[gray] > 10.0
    assert nearest[GRAY] < 6.0


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("markers", [MARKERS, beside.MARKERS])
def test_twenty_classes_differ_by_color_or_by_shape(markers, deficiency):
    assert len(palette.looks(markers)) == len({*palette.looks(markers)}) == 20
    assert alike(palette.looks(markers), deficiency) == []


def test_ten_colors_alone_are_not_enough_for_twenty_classes(monkeypatch):
    """The control: each color again with the same shape."""
    monkeypatch.setattr(palette, "SHIFT", 0)
    assert alike(palette.looks(MARKERS), "none") == [(k, k + 10) for k in range(10)]
