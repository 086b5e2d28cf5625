"""Pre-images: how near each method comes to the projections, and where the points move."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array, Indices
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, STYLES
from kpca.figures.scatter import legend_above
from kpca.figures.style import NARROW
from kpca.figures.texts import counted, listed, literal, shortened
from kpca.studies.origin import Origin

NO_ORIGIN = Origin()

FARTHEST, MARGIN = 0.5, 0.53
"""How far a map goes beyond the samples, in their range; half of its width, in what it shows."""


def distances(figure: Figure, reached: Mapping[str, Array], lower: Array) -> Words | str:
    """Distances (p,) in feature space by method, each sorted, and a lower bound (p,) of them.

    Nothing is drawn if distances are missing (NaN), as for a kernel that is not positive
    semi-definite.
    """
    if np.isnan([lower, *reached.values()]).any():
        return (
            "The kernel is not positive semi-definite, so that a squared distance in feature space "
            "may be negative: there are no distances to draw."
        )
    axes = figure.subplots()
    across = 100.0 * np.arange(1, len(lower) + 1) / len(lower)
    axes.fill_between(across, np.sort(lower), color="0.85", lw=0, label="no point is nearer")
    for k, (name, values) in enumerate(reached.items()):
        look = {"color": COLORS[k], "ls": STYLES[k % len(STYLES)], "lw": 1.2}
        axes.step(across, np.sort(values), where="mid", label=name, **look)
    axes.set(xlabel="share of the points [%]", ylabel="distance to the projection", ylim=(0, None))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    medians = [f"{name} {np.median(values):.3g}" for name, values in reached.items()]
    return Words(
        "Distances ‖φ(y) − P‖ of the points that each method returns, sorted. No point of the "
        "input space comes nearer than the gray area is high.",
        f"{counted(len(reached), 'rising curve')} over {counted(len(lower), 'point')} and a gray "
        f"area with the median {np.median(lower):.3g}. "
        f"{'The medians' if len(reached) > 1 else 'The median'} of the "
        f"{'curves' if len(reached) > 1 else 'curve'}: {listed(medians)}.",
    )


def moves(
    figure: Figure,
    X: Array,
    X_new: Array,
    points: Array,
    columns: Sequence[str],
    origin: Origin = NO_ORIGIN,
) -> Words | str:
    """Samples X (n, q), points (m, q), and lines to their pre-images (m, q), in two columns.

    All are as the kernel sees them. The axes are in the units of the user's table, which ``origin``
    knows; both axes have the scale that the kernel sees. The two columns are those that vary most
    among the samples. The axes show all samples, and of the other points those that are not far
    from the samples.
    """
    if X.shape[1] < 2:
        return "There is one column, so that no map of the pre-images can be drawn."
    figure.set_size_inches(NARROW, NARROW)
    axes = figure.subplots()
    pair = _varying_most(X)
    near = [vectors[:, pair] for vectors in (X, X_new, points)]
    window = _window(*near)
    old, x, y = (origin.in_raw_units(vectors, pair) for vectors in near)
    what = "sample" if np.array_equal(X, X_new) else "new sample"
    axes.scatter(*old.T, s=5, color="0.75", lw=0, label="sample" if what == "new sample" else None)
    for start, end in zip(x, y, strict=True):
        axes.plot(*np.array([start, end]).T, color="0.4", lw=0.5, zorder=1)
    look = {"s": 14, "facecolors": "none", "linewidths": 0.7}
    axes.scatter(*x.T, edgecolors=COLORS[1], label=what, **look)
    axes.scatter(*y.T, s=9, color=COLORS[0], lw=0, marker="s", label="its pre-image")
    names = shortened([columns[j] for j in pair])
    axes.set(xlabel=literal(names[0]), ylabel=literal(names[1]))
    across, upward = origin.in_raw_units(window, pair).T
    axes.set(xlim=across, ylim=upward)
    # The window is a square as the kernel sees it.
    axes.set_box_aspect(1)
    axes.locator_params(nbins=6)
    legend_above(axes)
    lengths = np.linalg.norm(points - X_new, axis=1)
    which = (
        "the first two columns, and one standard deviation is equally long on both of them"
        if origin.standardized
        else "the two columns that vary most"
    )
    unit = " standard deviations" if origin.standardized else ""
    return Words(
        f"A line leads from each {what} to its pre-image. The axes are {which}."
        f"{_outside(window, {what: near[1], 'pre-image': near[2]})}",
        f"{counted(len(X), 'sample')} as gray dots, {counted(len(X_new), what)} as rings, "
        f"and a line from each to its pre-image, a square. Over all columns the lines are "
        f"{np.median(lengths):.3g}{unit} long in the middle and {lengths.max():.3g} at most.",
    )


def _varying_most(X: Array) -> Indices:
    """The two columns (2,) that vary most; the first ones of those that vary equally."""
    deviation = X.std(axis=0)
    # The deviations of standardized columns differ by rounding.
    rounded = np.round(deviation / (deviation.max() or 1.0), 9)
    return np.sort(np.argsort(-rounded, kind="stable")[:2])


def _window(old: Array, *others: Array) -> Array:
    """Two corners (2, 2) of a square with all samples (n, 2) and the other points near them.

    A point is near if it is at most half of the samples' range away from this range. The square is
    as small as it can be, so that a point far away does not enlarge it.
    """
    low, high = old.min(axis=0), old.max(axis=0)
    room = FARTHEST * (high - low).max()
    every = np.concatenate([old, *others])
    near = every[((every >= low - room) & (every <= high + room)).all(axis=1)]
    first, last = near.min(axis=0), near.max(axis=0)
    half = MARGIN * (last - first).max() or 1.0
    middle = 0.5 * (first + last)
    return np.array([middle - half, middle + half])


def _outside(window: Array, points: Mapping[str, Array]) -> str:
    """How many points (p, 2) of each kind lie outside of the axes, if there are any."""
    number = {
        kind: int(((of_kind < window[0]) | (of_kind > window[1])).any(axis=1).sum())
        for kind, of_kind in points.items()
    }
    of = [
        f"{beyond} of {counted(len(points[kind]), kind)}"
        for kind, beyond in number.items()
        if beyond
    ]
    return f" Outside of the axes: {listed(of)}." if of else ""
