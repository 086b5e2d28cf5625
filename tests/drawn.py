"""Figures drawn in memory for tests, and small solutions and studies to draw."""

import numpy as np
from made_solutions import made
from matplotlib.collections import Collection, PathCollection
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from kpca.data import Vectors
from kpca.figures.style import HEIGHT, SMALLEST, WIDE, style
from kpca.kernels import Linear
from kpca.studies.study import Study


def drawn(draw, *data, **options):
    """The figure that a function draws, rendered once, and the words that it returns."""
    with style():
        figure = Figure(figsize=(WIDE, HEIGHT))
        words = draw(figure, *data, **options)
        figure.draw_without_rendering()
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]
    assert min(sizes, default=SMALLEST) >= SMALLEST, "every text has at least 12 pixels"
    return figure, words


def places(axes):
    """What the marks on axes show, by label: x and y of lines and points, and the arrays of images.

    The label of hollow points stands in brackets; all points together are "points". A part without
    a label has its number among those of its kind. Bars have their positions and lengths, and
    error bars their middles and lengths.
    """
    found = {}
    for k, line in enumerate(axes.lines):
        found[line.get_label()] = found[f"line {k}"] = np.array(line.get_data())
    for k, part in enumerate(axes.collections):
        if isinstance(part, PathCollection):
            hollow = len(part.get_facecolor()) == 0
            label = f"({part.get_label()})" if hollow else part.get_label()
            found[label] = found[f"points {k}"] = np.asarray(part.get_offsets()).T
            found["points"] = np.hstack([found.get("points", np.empty((2, 0))), found[label]])
            if part.get_array() is not None:
                colors = np.ma.filled(part.get_array(), np.nan)
                found["colors"] = np.hstack([found.get("colors", []), colors])
    for part in axes.containers:
        bars = part if isinstance(part, BarContainer) else None
        errors = bars.errorbar if bars else part
        if bars:
            across = [
                bar.get_y() + bar.get_height() / 2
                if bars.orientation == "horizontal"
                else bar.get_x() + bar.get_width() / 2
                for bar in bars
            ]
            found["bars"] = [np.round(across, 9) + 0.0, bars.datavalues]
        elif errors.lines[0] is not None:
            found["errors"] = errors.lines[0].get_data()
        if errors:
            (ends,) = errors.lines[2]
            found["lengths of errors"] = np.ptp(ends.get_segments(), axis=1).max(axis=1)
    for image in axes.images:
        found["image"] = image.get_array()
    spans = [part for part in axes.patches if isinstance(part, Rectangle)]
    if not axes.containers and len(spans) == 1:
        found["area"] = [spans[0].get_x(), spans[0].get_x() + spans[0].get_width()]
    return found


def names_at(axes):
    """Where the point of each name is, by name, in the units of the axes."""
    return {text.get_text(): [*map(float, text.xy)] for text in axes.texts if text.get_text()}


def texts_at(axes):
    """Each text that stands at a place and not beside one: where it stands, and what it says."""
    return {(*map(float, text.get_position()),): text.get_text() for text in axes.texts}


def look(mark):
    """What tells a part of a figure, or its mark in a legend, from others: color and shape."""
    if isinstance(mark, Collection):
        colors = mark.get_facecolor() if len(mark.get_facecolor()) else mark.get_edgecolor()
        return (
            to_hex(colors[0]),
            len(mark.get_facecolor()) > 0,
            mark.get_paths()[0].vertices.tolist(),
        )
    if hasattr(mark, "get_marker"):
        filling = str(mark.get_markerfacecolor())
        return to_hex(mark.get_color()), mark.get_linestyle(), mark.get_marker(), filling
    dashes = mark.get_linestyle(), mark.get_hatch()
    return to_hex(mark.get_facecolor()), to_hex(mark.get_edgecolor()), *dashes


def looks(axes):
    """The look of each scatter and of each line on the axes, by its label."""
    parts = (*axes.collections, *axes.lines)
    return {part.get_label(): look(part) for part in parts if part.get_label()[:1] != "_"}


def legend_of(legend):
    """The look of each entry of a legend, by its text."""
    texts = [text.get_text() for text in legend.get_texts()]
    return dict(zip(texts, map(look, legend.legend_handles), strict=True))


def solution(spectrum, components, bound=1e-12):
    """A solution with a chosen spectrum (n,), whose eigenvectors are unit vectors (n, d)."""
    spectrum = np.asarray(spectrum, dtype=float)
    return made(spectrum, np.eye(len(spectrum))[:, :components], bound)


def study(X, labels, components=2, new=0, unit="1"):
    """A study of points with the linear kernel; without ``new`` points they are placed again."""
    X = np.asarray(X, dtype=float)
    names = [f"p{i}" for i in range(len(X))]
    old, fresh = slice(len(X) - new), slice(len(X) - new, None) if new else slice(None)
    data = Vectors(Linear(), X[old], X[fresh])
    of = (names[old], labels[old], names[fresh], labels[fresh])
    return Study("small", "Small", data, components, *of, unit=unit)
