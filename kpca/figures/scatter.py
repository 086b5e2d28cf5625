"""Samples as points on axes: classes, scores on two components, legends."""

from collections.abc import Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from kpca.arrays import Array
from kpca.figures.classes import Classes, classes_of
from kpca.figures.loadings import scale
from kpca.figures.palette import COLORS, GRAY, MARKERS, Marker, looks
from kpca.figures.style import SMALLEST
from kpca.figures.texts import LONGEST, component, literal, shortened

FEW, OPACITY = 150, 0.75
"""Up to this number of points they have their full size, and this opacity."""


def strength(n: int) -> float:
    """By what the area of each of n points is multiplied, so that many do not cover each other.

    20,000 points have 20 % of the full area, and the square root of it of the full opacity: where
    they overlap, the color is darker, as their density is higher.

    >>> [round(strength(n), 2) for n in (10, 600, 20_000)]
    [1.0, 0.63, 0.2]
    """
    return (FEW / max(n, FEW)) ** (1 / 3)


def classes(
    axes: Axes,
    x: Array,
    y: Array,
    labels: Sequence[str],
    found: Classes | None = None,
    hollow: bool = False,
    rim: str | None = None,
) -> None:
    """Scatter of points (n,) with one look for each class.

    ``found`` are the classes of the whole figure, so that each looks the same everywhere in it.
    Points without a class are gray crosses, last in a legend and behind the others. ``rim`` is the
    color of a rim that sets filled points off from what lies below them.
    """
    found = found or classes_of(labels)
    position = np.array([found.position(label) for label in labels], dtype=int)
    texts = shortened([*found.names, "new sample" if hollow else found.others], LONGEST)
    weaker = strength(len(x))
    for k in np.unique(position):
        of_class = k < len(found.names)
        without = (GRAY, "o" if hollow else "X") if found.names or hollow else (COLORS[0], "o")
        color, marker = _looks(found)[k] if of_class else without
        look = {"s": 18 * weaker, "alpha": OPACITY * weaker**0.5, "linewidths": 0, "color": color}
        if hollow:
            look = {"s": 24 * weaker, "linewidths": 0.7, "facecolors": "none", "edgecolors": color}
        elif rim is not None:
            look |= {"s": 20 * weaker, "alpha": 1.0, "linewidths": 0.4, "edgecolors": rim}
        look |= {"rasterized": True} if len(x) > MOST_VECTORS else {}
        look |= {} if of_class else {"zorder": BEHIND}
        chosen = position == k
        axes.scatter(x[chosen], y[chosen], marker=marker, label=literal(texts[k]), **look)


def _looks(found: Classes) -> list[tuple[str, Marker]]:
    """The color and the marker of each class; numbers with a unit are a scale of colors."""
    order = scale(found.names)
    if order is None or not order.unit:
        return looks(MARKERS)
    colors = colormaps["cividis"](np.linspace(0.0, 1.0, len(found.names)))
    return [(to_hex(color), MARKERS[0]) for color in colors]


BEHIND = 0.9
"""The order of drawing of points without a class: that of others is 1."""

MOST_VECTORS = 3000
"""More points than this are drawn as pixels in SVG and PDF, which would take a line for each."""


MOST_SHAPES, SHORT = 5, 3
"""More classes than this are alike in gray: names of at most so many letters stand in their middle,
too."""


def scores(
    axes: Axes,
    Z: Array,
    labels: Sequence[str],
    unit: str,
    new: Array | None = None,
    new_labels: Sequence[str] = (),
    explained: Array | None = None,
    pair: tuple[int, int] = (0, 1),
) -> None:
    """Samples on two components with equal scales, one color and marker for each class.

    ``pair`` are the positions of the components, ``explained`` their shares of the variance. New
    points are hollow: in the look of their class if it is one of the training samples, else gray.
    """
    found = classes_of(labels, [] if new is None else new_labels)
    classes(axes, *on_pair(Z, pair), labels, found)
    if len(found.names) > MOST_SHAPES and max(map(len, found.names)) <= SHORT:
        for name in found.names:
            x, y = np.median(np.transpose(on_pair(Z, pair))[np.array(labels) == name], axis=0)
            halo = {"path_effects": [withStroke(linewidth=3, foreground="w")], "weight": "bold"}
            axes.text(x, y, literal(name), ha="center", va="center", **halo)
    if new is not None:
        of_new = new_labels or ["new sample"] * len(new)
        classes(axes, *on_pair(new, pair), of_new, found, hollow=True)
    axes.set_xlabel(component(pair[0] + 1, unit, explained))
    if Z.shape[1] > pair[1]:
        axes.set_ylabel(component(pair[1] + 1, unit, explained))
        axes.set_aspect("equal", adjustable="datalim")
    else:
        axes.yaxis.set_visible(False)
        axes.spines["left"].set_visible(False)


def on_pair(Z: Array, pair: tuple[int, int]) -> tuple[Array, Array]:
    """Coordinates (n,) of scores (n, d) on two components; 0 on the second if there is one only."""
    return Z[:, pair[0]], Z[:, pair[1]] if Z.shape[1] > pair[1] else np.zeros(len(Z))


def legend(figure: Figure, title: str = "class", width: float | None = None) -> None:
    """One legend above all axes of a figure; none for one class without new samples.

    If new samples have the look of their classes, one entry says that they are hollow. The title
    stands above several entries that are not new samples. It is at most ``width`` inches wide, by
    default as wide as the figure.
    """
    filled, hollow = {}, {}
    for axes in figure.axes:
        for mark, label in zip(*axes.get_legend_handles_labels(), strict=True):
            is_hollow = hasattr(mark, "get_facecolors") and len(mark.get_facecolors()) == 0
            (hollow if is_hollow else filled).setdefault(label, mark)
    if set(hollow) - {"new sample"}:
        look = {"marker": "o", "mfc": "none", "mec": "0.35", "ls": "none", "ms": 4.5, "mew": 0.7}
        hollow = {"hollow: new sample": Line2D([], [], **look)}
    entries = filled | hollow
    if len(entries) < 2:
        return
    # A letter is about 0.6 of its size wide; the marker takes some 30 points.
    longest = max(map(len, entries))
    room = 72 * (width or figure.get_figwidth())
    columns = max(1, int(room / (0.6 * SMALLEST * longest + 30)))
    above = figure.legend(
        entries.values(),
        entries.keys(),
        title=title if len(filled) > 1 else None,
        loc="outside upper left",
        alignment="left",
        ncols=min(columns, len(entries)),
        columnspacing=1.2,
        handletextpad=0.5,
    )
    for mark in above.legend_handles:
        if isinstance(mark, PathCollection) and len(mark.get_facecolors()):
            mark.set(sizes=[18], alpha=OPACITY)


def legend_above(axes: Axes) -> None:
    """A legend above the axes, where it covers no point."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, columnspacing=1.2, borderpad=0)


def map_height(Z: Array, pairs: Sequence[tuple[int, int]], full: bool = False) -> float:
    """Height in inches of a figure with a map for each of ``pairs``, so that little is empty.

    ``full`` maps take the whole width and stand below each other; others stand side by side.
    """
    spans = [[np.ptp(values) for values in on_pair(Z, pair)] for pair in pairs]
    shapes = [y / x if x > 0.0 else 1.0 for x, y in spans]
    if full:
        return 0.5 + sum(0.5 + 6.4 * min(max(shape, 0.3), 0.6) for shape in shapes)
    return 1.2 + 2.8 * min(max(*shapes, 0.5), 1.0)
