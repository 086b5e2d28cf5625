"""Colors of classes can be told apart by readers with each of the three color deficiencies."""

import itertools
import re

import numpy as np
import pytest
from bokeh.palettes import cividis

from kpca.figures import palette
from kpca.figures.palette import COLORS, GRAY, MARKERS
from kpca.page import beside, scripts

DEFICIENCIES = {
    "none": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Of linear red, green and blue: Machado, Oliveira & Fernandes, IEEE TVCG 15 (2009), severity 1."""

TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def _linear(color):
    parts = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255.0
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def _lab(color, deficiency):
    seen = np.clip(np.array(DEFICIENCIES[deficiency]) @ _linear(color), 0.0, 1.0)
    x, y, z = np.cbrt(np.maximum(TO_XYZ @ seen / TO_XYZ.sum(axis=1), 1e-9))
    return np.array([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])


def _nearest(colors, deficiency):
    """The smallest difference of two colors in CIE L*a*b*, in which some 2.3 can just be seen."""
    pairs = itertools.combinations(colors, 2)
    return min(np.linalg.norm(_lab(a, deficiency) - _lab(b, deficiency)) for a, b in pairs)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_no_two_colors_of_classes_are_alike(deficiency):
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
    scale = [_lab(color, deficiency) for color in cividis(256)]
    nearest = {
        one: min(np.linalg.norm(_lab(one, deficiency) - seen) for seen in scale)
        for one in (gray, GRAY)
    }
    assert nearest[gray] > 10.0
    assert nearest[GRAY] < 6.0


def _alike(looks, deficiency):
    """The pairs of looks that have one shape and colors that hardly differ, by their positions."""
    return [
        (i, j)
        for (i, (a, first)), (j, (b, second)) in itertools.combinations(enumerate(looks), 2)
        if first == second and np.linalg.norm(_lab(a, deficiency) - _lab(b, deficiency)) < 10.0
    ]


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
@pytest.mark.parametrize("markers", [MARKERS, beside.MARKERS])
def test_twenty_classes_differ_by_color_or_by_shape(markers, deficiency):
    assert len(palette.looks(markers)) == len({*palette.looks(markers)}) == 20
    assert _alike(palette.looks(markers), deficiency) == []


def test_ten_colors_alone_are_not_enough_for_twenty_classes(monkeypatch):
    """The control: each color again with the same shape."""
    monkeypatch.setattr(palette, "SHIFT", 0)
    assert _alike(palette.looks(MARKERS), "none") == [(k, k + 10) for k in range(10)]
