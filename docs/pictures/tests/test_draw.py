"""The stored pictures are those that are drawn, and stand with their words on one page each."""

import re

import pytest
from matplotlib.text import Text
from small_project import ROOT

from draw import ENDINGS, PICTURES, main
from kpca.figures.display import drawn
from kpca.figures.metadata import ON_PHONE
from kpca.figures.texts import as_option
from kpca.workflow import version

FOLDER = "docs/pictures"
TEXT = ROOT / "kpca" / "site" / "text"
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TEXT.glob("*.md")))
each = pytest.mark.parametrize("name", PICTURES)


def _shape(svg):
    """What is drawn, without the digits of numbers, in which processors may differ.

    The names of clip paths are hashes of such numbers, and whether the last point of a level line
    is its first one (z) is a matter of the last digits.
    """
    svg = re.sub(rb"\bz\s", b"", svg)
    without_names = re.sub(rb'(id="p|url\(#p)[0-9a-f]+', rb"\1", svg)
    return re.sub(rb"-?[0-9]+(\.[0-9]+)?", b"0", without_names)


@each
def test_the_stored_picture_and_its_words_on_the_page_are_those_that_are_drawn(name):
    figures = []

    def draw(figure):
        figures.append(figure)
        return PICTURES[name](figure)

    words, files, _ = drawn(("svg", ON_PHONE), draw)
    for kind, picture in files.items():
        stored = (ROOT / FOLDER / f"{name}{ENDINGS[kind]}").read_bytes()
        assert _shape(stored) == _shape(picture), f"python {FOLDER}/draw.py"
        assert b"<image" not in stored
    block = PAGES.split(f"```{{figure}} {name}.svg\n")[1].split("\n```")[0]
    assert block == f":alt: {as_option(words.alt)}\n:class: figure\n\n{words.caption}"
    assert [_outside(figure) for figure in figures] == [[] for _ in files]
    for axes in figures[0].axes:
        across, upward = axes.get_xlabel(), axes.get_ylabel()
        shares_y = len(axes.get_shared_y_axes().get_siblings(axes)) > 1
        # The only axis of a color bar is upright or, below its image, lies across.
        is_bar = axes.get_label() == "<colorbar>"
        assert (upward or across) if is_bar else across and (upward or shares_y)


@pytest.mark.parametrize("name", ["labelings", "circles-by-gamma"])
def test_a_phone_shows_small_panels_two_by_two(name):
    picture = (ROOT / FOLDER / f"{name}{ENDINGS[ON_PHONE]}").read_bytes()
    width, height = map(int, re.search(rb'viewBox="0 0 (\d+) (\d+)"', picture).groups())
    assert height < 2.6 * width


def _outside(figure):
    """The words of a drawn figure that do not lie within it, by more than half a point.

    They are where the drawing as SVG, in units of a point, has left them: another drawing may
    arrange the panels anew.
    """
    figure.dpi = 72
    low, high = figure.bbox.min - 0.5, figure.bbox.max + 0.5
    ticks = {text for axes in figure.axes for text in _ticks(axes)}
    texts = [text for text in figure.findobj(Text) if text.get_text() and text not in ticks]
    extents = [(text.get_text(), text.get_window_extent()) for text in texts]
    return [words for words, box in extents if (box.min < low).any() or (box.max > high).any()]


def test_each_picture_stands_once_on_a_page_and_the_site_is_made_again_for_another_one():
    assert sorted(re.findall(r"{figure} (.+)\.svg", PAGES)) == sorted(PICTURES)
    stored = {f"{FOLDER}/{name}{ending}" for name in PICTURES for ending in ENDINGS.values()}
    assert {name for name in stored if (ROOT / name).is_file()} == set(version.PICTURES)
    assert set(version.PICTURES) < set(version.SHOWN)


def test_the_command_writes_a_file_for_each_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("draw.PICTURES", {"one": PICTURES["wrong-reading-noise"]})
    main(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"one.svg", "one-on-phone.svg"}
    assert capsys.readouterr().out.startswith("one\nWrong: ")


def _ticks(axes):
    """The numbers at the axes, of which some belong to ticks outside of their limits."""
    every = [axes.xaxis, axes.yaxis, *([axes.zaxis] if hasattr(axes, "zaxis") else [])]
    return [
        text for axis in every for tick in axis.get_major_ticks() for text in tick.findobj(Text)
    ]
