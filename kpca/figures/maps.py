"""Maps of samples: classes, scores on two components, names beside points, legends."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from kpca.arrays import Array
from kpca.figures.labels import LONGEST, component, literal
from kpca.figures.names import shortened
from kpca.figures.style import COLORS, MARKERS


def classes(
    axes: Axes,
    x: Array,
    y: Array,
    labels: Sequence[str],
    known: Sequence[str] | None = None,
    hollow: bool = False,
) -> None:
    """Scatter of points (n,) with one color and marker for each class.

    ``known`` are all the classes of a figure, so that each looks the same everywhere in it. Points
    of an unknown class are gray rings.
    """
    order = sorted(set(labels if known is None else known))
    every = sorted({*order, *labels})
    texts = dict(zip(every, map(literal, shortened(every, LONGEST)), strict=True))
    for name in sorted(set(labels)):
        chosen = np.array([label == name for label in labels])
        k = order.index(name) if name in order else None
        color = "0.35" if k is None else COLORS[k % len(COLORS)]
        look = {"s": 12, "alpha": 0.75, "linewidths": 0, "color": color}
        if hollow or k is None:
            look = {"s": 20, "linewidths": 0.7, "facecolors": "none", "edgecolors": color}
        marker = "o" if k is None else MARKERS[k % len(MARKERS)]
        axes.scatter(x[chosen], y[chosen], marker=marker, label=texts[name], **look)


MOST_CLASSES = 10


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

    ``pair`` are the places of the components, ``explained`` their shares of the variance. New
    points are hollow: in the look of their class if it is one of the training samples, else gray.
    More than ten classes are drawn as one.
    """
    few = len(set(labels)) <= MOST_CLASSES
    shown = [str(label) for label in labels] if few else ["sample"] * len(labels)
    x, y = _on_pair(Z, pair)
    classes(axes, x, y, shown)
    if new is not None:
        known = [name if few and name in set(shown) else "new point" for name in new_labels]
        x, y = _on_pair(new, pair)
        classes(axes, x, y, known or ["new point"] * len(new), known=shown, hollow=True)
    axes.set_xlabel(component(pair[0] + 1, unit, explained))
    if Z.shape[1] > pair[1]:
        axes.set_ylabel(component(pair[1] + 1, unit, explained))
        axes.set_aspect("equal", adjustable="datalim")
    else:
        axes.yaxis.set_visible(False)
        axes.spines["left"].set_visible(False)


def _on_pair(Z: Array, pair: tuple[int, int]) -> tuple[Array, Array]:
    return Z[:, pair[0]], Z[:, pair[1]] if Z.shape[1] > pair[1] else np.zeros(len(Z))


def legend(figure: Figure) -> None:
    """One legend above all axes of a figure; none for one class without new points.

    If new points have the look of their classes, one entry says that they are hollow.
    """
    filled, hollow = {}, {}
    for axes in figure.axes:
        for mark, label in zip(*axes.get_legend_handles_labels(), strict=True):
            is_hollow = hasattr(mark, "get_facecolors") and len(mark.get_facecolors()) == 0
            (hollow if is_hollow else filled).setdefault(label, mark)
    if set(hollow) - {"new point"}:
        look = {"marker": "o", "mfc": "none", "mec": "0.35", "ls": "none", "ms": 4.5, "mew": 0.7}
        hollow = {"hollow: new point": Line2D([], [], **look)}
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
    spans = [[np.ptp(part) for part in _on_pair(Z, pair)] for pair in pairs]
    shapes = [y / x if x > 0.0 else 1.0 for x, y in spans]
    if full:
        return 0.5 + sum(0.5 + 6.4 * min(max(shape, 0.3), 0.6) for shape in shapes)
    return 1.2 + 2.8 * min(max(*shapes, 0.5), 1.0)


BESIDE = tuple(
    {"position": (x, y), "ha": across, "va": up}
    for x, y, across, up in (
        (4, 0, "left", "center"),
        (-4, 0, "right", "center"),
        (0, -4, "center", "top"),
        (0, 4, "center", "bottom"),
        (3, 3, "left", "bottom"),
        (3, -3, "left", "top"),
        (-3, 3, "right", "bottom"),
        (-3, -3, "right", "top"),
    )
)
"""Where a name may stand, in points from its sample, and how it is aligned there."""

UPRIGHT = tuple(
    {"position": (x, y), "ha": "center", "va": up, "rotation": 90}
    for x in (0, 6, -6, 12, -12)
    for y, up in ((4, "bottom"), (-4, "top"))
)
"""Where the name of a sample on a line may stand: many more names have room beside each other."""


def _outward(point: Array) -> list[dict[str, object]]:
    """Where a name may stand that leads away from the origin, at ``point`` (2,) on the screen."""
    angle = np.arctan2(point[1], point[0])
    looks = []
    for reach in (4, 8, 12, 17, 22):
        for turn in (0, 15, -15, 30, -30, 45, -45):
            x, y = np.cos(angle + np.radians(turn)), np.sin(angle + np.radians(turn))
            across = "center" if abs(x) < 0.4 else "left" if x > 0 else "right"
            up = "center" if abs(y) < 0.4 else "bottom" if y > 0 else "top"
            looks.append({"position": (reach * x, reach * y), "ha": across, "va": up})
    return looks


def beside(
    axes: Axes,
    points: Array,
    names: Sequence[str],
    size: float = 6.0,
    back: bool = False,
    others: Array | None = None,
    outward: bool = False,
    upright: bool = False,
) -> None:
    """A name beside each of the points (n, 2); ``back`` puts white behind it.

    Each stands where it covers the fewest of the points, of the points ``others`` (k, 2) and of
    earlier names, and leaves the axes last. ``outward`` names lead away from the origin of the
    axes, as the tips of arrows do; ``upright`` names are turned by 90 degrees, for points on a
    line.
    """
    box = {"fc": "w", "ec": "none", "alpha": 0.7, "pad": 0.3} if back else None
    # The places of the points have to be known, and a constrained layout is solved by drawing.
    axes.figure.draw_without_rendering()
    # In points, whatever the resolution: a marker has a radius of two.
    reach = 2.2 * axes.figure.dpi / 72
    marked = axes.transData.transform(points if others is None else np.vstack([points, others]))
    taken = np.column_stack([marked - reach, marked + reach])
    origin = axes.transData.transform((0.0, 0.0))
    for point, place, name in zip(points, marked, shortened(names, 24), strict=False):
        text = axes.annotate(
            literal(name), point, (0, 0), textcoords="offset points", fontsize=size, bbox=box
        )
        looks = _outward(place - origin) if outward else UPRIGHT if upright else BESIDE
        boxes = [_extent(text, look) for look in looks]
        best = min(range(len(looks)), key=lambda k: _covered(boxes[k], axes.bbox, taken))
        text.set(**looks[best])
        taken = np.vstack([taken, boxes[best].extents])


MOST_NAMED = 30


def has_names(n: int) -> bool:
    """Whether a map of n training samples shows their names."""
    return n <= MOST_NAMED


def name_samples(
    axes: Axes,
    Z: Array,
    names: Sequence[str],
    new: Array | None = None,
    new_names: Sequence[str] = (),
    pair: tuple[int, int] = (0, 1),
) -> None:
    """Names beside the samples (n, d) and the new points (m, d) that ``scores`` has drawn.

    At most ``MOST_NAMED`` samples have names: with more training and new ones together only the
    training samples, and with more training samples none.
    """
    if not has_names(len(Z)):
        return
    points, others = np.column_stack(_on_pair(Z, pair)), None
    if new is not None:
        others = np.column_stack(_on_pair(new, pair))
        if has_names(len(Z) + len(new)):
            points, names = np.vstack([points, others]), [*names, *new_names]
    beside(axes, points, names, others=others, upright=Z.shape[1] <= pair[1])


def _extent(text: Annotation, look: dict[str, object]) -> Bbox:
    text.set(**look)
    return text.get_window_extent()


def _covered(box: Bbox, inside: Bbox, taken: Array) -> tuple[bool, int]:
    """Whether a name leaves the axes, and how many boxes (k, 4), each x0, y0, x1, y1, it covers."""
    leaves = not (inside.contains(*box.min) and inside.contains(*box.max))
    apart = (taken[:, :2] > box.max).any(axis=1) | (taken[:, 2:] < box.min).any(axis=1)
    return leaves, int((~apart).sum())
