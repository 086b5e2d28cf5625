"""The contract of a figure, on every row of ``drawings``, and the words of all of them in one file.

After a change of words, ``KPCA_WRITE=1 python -m pytest tests/figures/test_contract.py`` writes the
file again: read its difference before you commit it.
"""

import os
import re
from contextlib import redirect_stdout
from difflib import unified_diff
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from color_vision import SEEN, alike
from drawings import DRAWINGS, OF_STUDIES, TABLES
from drawn import drawn, legend_of, look, looks, places
from gallery_drawings import GALLERY
from matplotlib.collections import PathCollection
from matplotlib.colors import is_color_like, to_hex
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator

from kpca.figures import display

STORED = Path(__file__).with_name("captions.txt")
HEAD = "# Captions, alt texts and what stands on the axes of the figures in drawings.py."
ALL = DRAWINGS | GALLERY


@cache
def _drawn(name):
    one = ALL[name]
    return drawn(one.draw, *one.data, **one.options)


def _sentences(name):
    words = _drawn(name)[1]
    return [words] if isinstance(words, str) else list(words)


def _legends(figure):
    own = (axes.get_legend() for axes in figure.axes)
    return [*figure.legends, *(legend for legend in own if legend)]


def _on_axis(axis):
    """The label of an axis, its scale unless it is linear, and its ticks if they are given."""
    scale = "" if axis.get_scale() == "linear" else f" ({axis.get_scale()})"
    ticks = [text.get_text() for text in axis.get_ticklabels()]
    given = isinstance(axis.get_major_locator(), FixedLocator) and any(ticks)
    return f"{axis.get_label_text()}{scale}{': ' + ', '.join(ticks) if given else ''}"


def _entries(legend):
    title = legend.get_title().get_text()
    return f"  legend: {title + ': ' if title else ''}{', '.join(legend_of(legend))}"


def _number(value, is_log):
    """Four digits; on a linear axis what rounding may have left of a zero is a zero."""
    return f"{value if is_log else round(value, 6) + 0.0:.4g}"


def _point(axes, x, y):
    logs = axes.get_xscale() == "log", axes.get_yscale() == "log"
    return f"({_number(x, logs[0])}, {_number(y, logs[1])})"


def _marks(axes):
    """The color, the label and the points of each line and scatter, if they are few; and bars."""
    points = [part for part in axes.collections if isinstance(part, PathCollection)]
    for part in (*axes.lines, *points):
        offsets = part.get_offsets() if part in points else np.transpose(part.get_data())
        color, *shape = look(part)
        kind = "points" if shape[0] else "hollow points"
        if part in axes.lines:
            kind = " ".join(str(one) for one in shape if str(one) != "None")
        label = "" if part.get_label().startswith("_") else f" {part.get_label()}"
        shown = f"{len(offsets)} of them"
        if len(offsets) <= MOST:
            shown = " ".join(_point(axes, *xy) for xy in np.ma.filled(offsets, np.nan).tolist())
        yield f"    {color} {kind}{label}: {shown}"
    for bar in axes.patches if len(axes.patches) <= MOST else ():
        if isinstance(bar, Rectangle):
            (x, y), (width, height) = bar.get_xy(), (bar.get_width(), bar.get_height())
            ends = _point(axes, x, y), _point(axes, x + width, y + height)
            yield f"    {to_hex(bar.get_facecolor())} bar: {' to '.join(ends)}"
    for image in axes.images:
        low, high = image.get_clim()
        yield f"    image: {image.get_array().shape}, colors from {low:.4g} to {high:.4g}"


MOST = 12
"""The most points of a line, or bars, that stand in the file."""


def _in_words(name):
    """A figure in lines: what it says below itself, and what stands on each of its axes.

    The solutions of studies are computed, and their numbers are not those of every machine.
    """
    figure, words = _drawn(name)
    yield f"\n{name}"
    if not isinstance(words, str):
        yield f"  {figure.get_figwidth():.3g} by {figure.get_figheight():.3g} inches"
    yield from (f"  {text}" for text in _sentences(name))
    yield from map(_entries, figure.legends)
    yield from (f"  over all: {text.get_text()}" for text in figure.texts)
    for axes in (axes for axes in figure.axes if axes.get_visible()):
        titles = [axes.get_title(loc=where) for where in ("left", "center", "right")]
        axis = [_on_axis(one) for one in (axes.xaxis, axes.yaxis) if one.get_visible()]
        yield f"  axes: {' / '.join(' '.join(text.split()) for text in [*titles, *axis] if text)}"
        if axes.get_legend():
            yield _entries(axes.get_legend())
        for texts in ([text for text in axes.texts if text.get_text()],) if axes.texts else ():
            places = (_point(axes, *getattr(one, "xy", one.get_position())) for one in texts)
            named = zip(texts, places, strict=True)
            at = (f"{one.get_text()} {'' if name in OF_STUDIES else place}" for one, place in named)
            yield f"  texts: {', '.join(at)}"
        yield from () if name in OF_STUDIES else _marks(axes)


def _printed(name):
    """A table as a script prints it, without repeated blanks."""
    with redirect_stdout(StringIO()) as text:
        TABLES[name]()
    yield f"\nTable: {name}"
    yield from (f"  {' '.join(line.split())}" for line in text.getvalue().splitlines())


def test_the_words_of_all_figures_and_tables_are_those_of_the_file():
    every = chain([HEAD], *map(_in_words, ALL), *map(_printed, TABLES))
    found = "\n".join(line.rstrip() for line in every) + "\n"
    if os.environ.get("KPCA_WRITE"):
        STORED.write_text(found, encoding="utf-8")
    stored = STORED.read_text(encoding="utf-8")
    changes = unified_diff(stored.splitlines(), found.splitlines(), "stored", "found", lineterm="")
    assert found == stored, "\n".join(["run with KPCA_WRITE=1 to store this:", *changes])


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if one.places])
def test_marks_stand_at_their_numbers(name):
    figure, _ = _drawn(name)
    given = ALL[name].places
    every = [given] if isinstance(given, dict) else given
    for axes, expected in zip(figure.axes, every, strict=False):
        found = places(axes)
        for label, values in expected.items():
            shown = np.asarray(found[label])
            np.testing.assert_allclose(shown, values, rtol=1e-8, atol=0, err_msg=label)


def test_words_are_sentences_without_a_missing_number():
    for name in ALL:
        for text in _sentences(name):
            assert text.endswith("."), name
            assert not re.search(r"\b(nan|inf)\b|  ", text), name


def test_every_axis_of_numbers_has_a_label():
    for name in ALL:
        figure, _ = _drawn(name)
        for axis in (one for axes in figure.axes for one in (axes.xaxis, axes.yaxis)):
            ticks = [text.get_text() for text in axis.get_ticklabels() if text.get_visible()]
            is_shown = axis.axes.get_visible() and axis.get_visible() and any(ticks)
            if is_shown and not isinstance(axis.get_major_locator(), FixedLocator):
                same = [getattr(axes, f"{axis.axis_name}axis") for axes in figure.axes]
                assert figure.texts or any(one.get_label_text() for one in same), (name, ticks)


def test_an_entry_of_a_legend_looks_as_the_marks_with_its_label():
    for name in ALL:
        figure, _ = _drawn(name)
        for axes in figure.axes:
            own = [axes.get_legend()] if axes.get_legend() else figure.legends
            parts = [part for part in axes.collections if isinstance(part, PathCollection)]
            for entries in map(legend_of, own):
                for label in entries.keys() & looks(axes).keys():
                    of_label = [look(p) for p in (*parts, *axes.lines) if p.get_label() == label]
                    assert not of_label or entries[label] in of_label, (name, label)


def _shape(color, shape):
    """The parts of a look that are not its color."""
    return str([part for part in shape if not (is_color_like(part) and to_hex(part) == color)])


def test_entries_of_a_legend_differ_by_shape_or_for_every_eye_and_in_gray_by_color():
    for name in ALL:
        for legend in _legends(_drawn(name)[0]):
            shown = [(color, _shape(color, shape)) for color, *shape in legend_of(legend).values()]
            assert len({*shown}) == len(shown), name
            assert not [(of, alike(shown, of)) for of in SEEN if alike(shown, of)], name


@pytest.mark.parametrize("name", [name for name in OF_STUDIES if name.endswith(" of everything")])
def test_equal_figures_have_equal_bytes(name):
    one = DRAWINGS[name]
    first, second = (display.drawn(["svg"], one.draw, *one.data)[1] for _ in range(2))
    assert first["svg"] == second["svg"]
