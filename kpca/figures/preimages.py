"""Pre-images: how near each method comes to the projections, and where the points move."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.labels import counted, listed, literal
from kpca.figures.names import shortened
from kpca.figures.scatter import legend_above
from kpca.figures.style import COLORS, NARROW

STYLES = ("-", "--", "-.", ":", (0, (3, 1, 1, 1, 1, 1)), (0, (6, 2)))
"""Dashes of the curves, which tell them apart in gray."""


def distances(figure: Figure, reached: Mapping[str, Array], lower: Array) -> Words:
    """Distances (p,) in feature space by method, each sorted, and a lower bound (p,) of them."""
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
        f"{len(reached)} rising curves over {counted(len(lower), 'point')} and a gray area with "
        f"the median {np.median(lower):.3g}. The medians of the curves: {listed(medians)}.",
    )


def moves(
    figure: Figure, X: Array, X_new: Array, points: Array, columns: Sequence[str]
) -> Words | str:
    """Samples X (n, q), new points (m, q), and lines to their pre-images (m, q), in two columns.

    The two columns are those that vary most among the samples.
    """
    if X.shape[1] < 2:
        return "There is one column, so that no map of the pre-images can be drawn."
    figure.set_size_inches(NARROW, NARROW)
    axes = figure.subplots()
    pair = np.sort(np.argsort(-X.std(axis=0), kind="stable")[:2])
    old, x, y = X[:, pair], X_new[:, pair], points[:, pair]
    axes.scatter(*old.T, s=5, color="0.75", lw=0, label="sample")
    for start, end in zip(x, y, strict=True):
        axes.plot(*np.array([start, end]).T, color="0.4", lw=0.5, zorder=1)
    look = {"s": 14, "facecolors": "none", "linewidths": 0.7}
    axes.scatter(*x.T, edgecolors=COLORS[1], label="new point", **look)
    axes.scatter(*y.T, s=9, color=COLORS[0], lw=0, marker="s", label="its pre-image")
    names = shortened([columns[j] for j in pair])
    axes.set(xlabel=literal(names[0]), ylabel=literal(names[1]))
    axes.set_aspect("equal", adjustable="datalim")
    legend_above(axes)
    lengths = np.linalg.norm(points - X_new, axis=1)
    return Words(
        "A line leads from each new point to its pre-image. The axes are the two columns that "
        "vary most.",
        f"{counted(len(X), 'sample')} as gray dots, {counted(len(X_new), 'new point')} as rings, "
        f"and a line from each to its pre-image, a square. Over all columns the lines are "
        f"{np.median(lengths):.3g} long in the middle and {lengths.max():.3g} at most.",
    )
