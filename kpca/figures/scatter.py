"""Samples as points on axes: classes, scores on two components, legends."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kpca.arrays import Array
from kpca.figures.palette import COLORS, MARKERS, MOST_CLASSES
from kpca.figures.texts import LONGEST, component, literal, shortened


def classes(
    axes: Axes,
    x: Array,
    y: Array,
    labels: Sequence[str],
    all_classes: Sequence[str] | None = None,
    hollow: bool = False,
    rim: str | None = None,
) -> None:
    """Scatter of points (n,) with one color and marker for each class.

    ``all_classes`` are those of the whole figure, so that each looks the same everywhere in it.
    Points of another class are gray rings. ``rim`` is the color of a rim that sets filled points
    off from what lies below them.
    """
    order = sorted(set(labels if all_classes is None else all_classes))
    every = sorted({*order, *labels})
    texts = dict(zip(every, map(literal, shortened(every, LONGEST)), strict=True))
    for name in sorted(set(labels)):
        chosen = np.array([label == name for label in labels])
        k = order.index(name) if name in order else None
        color = "0.35" if k is None else COLORS[k % len(COLORS)]
        look = {"s": 12, "alpha": 0.75, "linewidths": 0, "color": color}
        if hollow or k is None:
            look = {"s": 20, "linewidths": 0.7, "facecolors": "none", "edgecolors": color}
        elif rim is not None:
            look |= {"s": 16, "alpha": 1.0, "linewidths": 0.4, "edgecolors": rim}
        marker = "o" if k is None else MARKERS[k % len(MARKERS)]
        many = {"rasterized": True} if len(x) > MOST_VECTORS else {}
        axes.scatter(x[chosen], y[chosen], marker=marker, label=texts[name], **look, **many)


MOST_VECTORS = 3000
"""More points than this are drawn as pixels in SVG and PDF, which would take a line for each."""


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
    More than ten classes are drawn as one.
    """
    few = len(set(labels)) <= MOST_CLASSES
    shown = [str(label) for label in labels] if few else ["sample"] * len(labels)
    x, y = on_pair(Z, pair)
    classes(axes, x, y, shown)
    if new is not None:
        new_classes = [name if few and name in set(shown) else "new sample" for name in new_labels]
        x, y = on_pair(new, pair)
        classes(
            axes,
            x,
            y,
            new_classes or ["new sample"] * len(new),
            all_classes=shown,
            hollow=True,
        )
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


def legend(figure: Figure) -> None:
    """One legend above all axes of a figure; none for one class without new samples.

    If new samples have the look of their classes, one entry says that they are hollow.
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
    columns = max(1, int(figure.get_figwidth() * 72 / (0.6 * 7 * longest + 30)))
    figure.legend(
        entries.values(),
        entries.keys(),
        loc="outside upper left",
        ncols=min(columns, len(entries)),
        columnspacing=1.2,
        handletextpad=0.5,
    )


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
