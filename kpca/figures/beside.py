"""Names beside points, where they cover the fewest points and other names."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

from kpca.arrays import Array
from kpca.figures.scatter import on_pair
from kpca.figures.style import SMALLEST
from kpca.figures.texts import listed, literal, shortened

BESIDE = tuple(
    {"position": (x, y), "ha": across, "va": up}
    for x, y, across, up in (
        (4, 0, "left", "center"),
        (-4, 0, "right", "center"),
        (0, -4, "center", "top"),
        (0, 4, "center", "bottom"),
        (3, 5, "left", "bottom"),
        (3, -5, "left", "top"),
        (-3, 5, "right", "bottom"),
        (-3, -5, "right", "top"),
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
    back: bool = False,
    others: Array | None = None,
    outward: bool = False,
    upright: bool = False,
    lines: Sequence[float] = (),
) -> list[str]:
    """A name beside each of the points (n, 2); ``back`` puts white behind it.

    A name is left out if it would cover an earlier one, one of the points or of the points
    ``others`` (k, 2), cross one of the horizontal ``lines`` or leave the axes everywhere: these are
    returned, for the caption. ``outward`` names lead away from
    the origin of the axes, as the tips of arrows do; ``upright`` names are turned by 90 degrees,
    for points on a line.
    """
    box = {"fc": "w", "ec": "none", "alpha": 0.7, "pad": 0.3} if back else None
    # The positions of the points have to be known, and a constrained layout is solved by drawing.
    axes.get_figure(root=True).draw_without_rendering()
    # In points, whatever the resolution: a marker has a radius of two, and a name that touches
    # another one would be read as the name of that.
    reach = 3.0 * axes.figure.dpi / 72
    marked = axes.transData.transform(points if others is None else np.vstack([points, others]))
    covered = np.column_stack([marked - reach, marked + reach])
    origin = axes.transData.transform((0.0, 0.0))
    inside = axes.bbox.padded(-reach)
    heights = axes.transData.transform([(1.0, line) for line in lines] or [(1.0, np.inf)])[:, 1]
    placed, left_out = np.empty((0, 4)), []
    look = {"textcoords": "offset points", "fontsize": SMALLEST, "bbox": box}
    for point, position, name, shown in zip(
        points, marked, names, shortened(names, 24), strict=False
    ):
        text = axes.annotate(literal(shown), point, (0, 0), **look)
        looks = _outward(position - origin) if outward else UPRIGHT if upright else BESIDE
        boxes = [_extent(text, look) for look in looks]
        near = covered[(marked != position).any(axis=1)]
        costs = [
            (_covers(place, placed), _leaves(place, inside, heights), _covers(place, near))
            for place in boxes
        ]
        best = min(range(len(looks)), key=costs.__getitem__)
        if any(costs[best]):
            text.remove()
            left_out.append(name)
            continue
        text.set(**looks[best])
        placed = np.vstack([placed, boxes[best].extents])
    return left_out


def without_room(names: Sequence[str]) -> str:
    """A sentence for the caption on names that ``beside`` has left out, with a blank before it.

    >>> without_room(["Cologne", "Brussels"])
    ' Without a name, for lack of room: Cologne and Brussels.'
    >>> without_room([])
    ''
    """
    different = list(dict.fromkeys(shortened(names, 24)))
    return f" Without a name, for lack of room: {listed(different)}." if different else ""


MOST_NAMED = 30


MOST_TRIED = 300
"""The most samples for whose names room is looked for, which takes 15 ms each."""


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
    many: bool = False,
) -> list[str]:
    """Names beside the samples (n, d) and the new samples (m, d) that ``scores`` has drawn.

    Unless ``many`` may have names, at most ``MOST_NAMED`` have: with more training and new ones
    together only the training samples, and with more training samples none. Of many, the
    ``MOST_TRIED`` farthest from the middle have names if they have room. Returns the names that
    found no room.
    """
    if not (many or has_names(len(Z))):
        return []
    points, others = np.column_stack(on_pair(Z, pair)), None
    if new is not None:
        others = np.column_stack(on_pair(new, pair))
        if many or has_names(len(Z) + len(new)):
            points, names = np.vstack([points, others]), [*names, *new_names]
    if len(points) > MOST_TRIED:
        far = np.hypot(*(points - points.mean(axis=0)).T)
        order = np.argsort(-far, kind="stable")
        points, others = points[order[:MOST_TRIED]], points[order]
        names = [names[i] for i in order[:MOST_TRIED]]
    return beside(axes, points, names, others=others, upright=Z.shape[1] <= pair[1])


def _extent(text: Annotation, look: dict[str, object]) -> Bbox:
    text.set(**look)
    return text.get_window_extent()


def _leaves(box: Bbox, inside: Bbox, heights: Array) -> bool:
    crosses = ((box.y0 < heights) & (heights < box.y1)).any()
    return bool(crosses) or not (inside.contains(*box.min) and inside.contains(*box.max))


def _covers(box: Bbox, others: Array) -> int:
    """How many boxes (k, 4), each x0, y0, x1, y1, a box covers."""
    apart = (others[:, :2] > box.max).any(axis=1) | (others[:, 2:] < box.min).any(axis=1)
    return int((~apart).sum())
