"""Two circles: on the maps of the notes, by the parameter of the kernel, and lifted to R^3."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import classes, legend
from kpca.figures.style import NARROW, WIDE
from kpca.figures.texts import counted, listed
from ranges import and_range, band, ranges


def on_maps(
    figure: Figure,
    maps: Mapping[str, Array],
    axis_names: Mapping[str, tuple[str, str]],
    labels: Sequence[str],
    accuracy: Mapping[str, Sequence[float]],
    repeats: int,
) -> Words:
    """Samples (n, 2) on each map, by the name of the map: three maps in a row.

    ``accuracy`` is that of a linear classifier on the leading 1, 2, ... coordinates of each map,
    the median of ``repeats`` data sets. The samples are those of one data set.
    """
    rows = -(-len(maps) // 3)
    figure.set_size_inches(WIDE, 0.3 + 2.6 * rows)
    panels = figure.subplots(rows, 3, squeeze=False).ravel()
    for axes in panels[len(maps) :]:
        axes.remove()
    for axes, (name, Z) in zip(panels, maps.items(), strict=False):
        classes(axes, Z[:, 0], Z[:, 1], labels)
        horizontal, vertical = axis_names[name]
        axes.set(xlabel=horizontal, ylabel=vertical)
        axes.set_title(f"{name}\naccuracy {_percent(accuracy[name])}")
        axes.set_aspect("equal", adjustable="datalim")
    legend(figure)
    inner = np.array([label == min(labels) for label in labels])
    spans = [f"{name}: {_spans(Z[:, 0], inner)}" for name, Z in maps.items()]
    return Words(
        f"One data set of two circles, on {counted(len(maps), 'map')}. Above each: the accuracy "
        "of a linear classifier that is given the first coordinate alone, the first two, and, "
        "where there are three numbers, the first three; medians of "
        f"{counted(repeats, 'data set')}. A guess has an accuracy of 50 %.",
        f"{counted(len(maps), 'panel')} of {counted(len(labels), 'sample')}. What the two circles "
        f"cover on the horizontal axis, the inner one first: {'; '.join(spans)}. Accuracy: "
        + "; ".join(f"{name} {_percent(accuracy[name])}" for name in maps)
        + ".",
    )


def _percent(shares: Sequence[float]) -> str:
    """[0.455, 1.0] as 45.5, 100 %: a median of an even number of data sets has half samples."""
    return f"{', '.join(f'{100 * share:.4g}' for share in shares)} %"


def _spans(x: Array, inner: Array) -> str:
    both = (x[inner], x[~inner])
    return " and ".join(f"{shares.min():.2g} to {shares.max():.2g}" for shares in both)


def by_gamma(figure: Figure, gammas: Array, accuracy: Array, limit: float) -> Words:
    """Accuracy (g, repeats) of a linear classifier on component 1, for each gamma (g,).

    ``limit`` is the most that a line in the plane of the data reaches.
    """
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes, repeats = figure.subplots(), accuracy.shape[1]
    found = ranges(accuracy.T)
    band(axes, gammas, found, repeats, color=COLORS[0], alpha=0.25)
    axes.plot(gammas, found.median, "o-", color=COLORS[0], ms=4, label="component 1")
    axes.axhline(limit, color=COLORS[1], ls="--", label="best line in the plane")
    axes.axhline(0.5, color="0.4", ls=":", label="chance")
    axes.set_xscale("log", base=2)
    axes.set_xticks(gammas, [f"{gamma:g}" for gamma in gammas])
    axes.set(xlabel="γ of the Gaussian kernel", ylabel="accuracy", ylim=(0.35, 1.03))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    values = [f"{g:g}: {value:.2f}" for g, value in zip(gammas, found.median, strict=True)]
    return Words(
        "Accuracy of a linear classifier on component 1 of the Gaussian kernel: the median of "
        f"{counted(repeats, 'data set')}{and_range(repeats, '; as a band: ')}.",
        f"A line of {counted(len(gammas), 'point')}. Accuracy by γ: {listed(values)}. "
        f"The best line in the plane reaches {limit:.2f}.",
    )


def lift_and_plane(
    figure: Figure,
    Z: Array,
    labels: Sequence[str],
    normal: Array,
    offset: float,
    accuracy: float,
    repeats: int,
) -> Words:
    """Lifted points Z (n, 3) and the plane normal·z = offset; beside them their heights above it.

    The normal has length 1, and its last entry is not 0. ``accuracy`` is that of a linear
    classifier on the three components of the lift, the median of ``repeats`` data sets.
    """
    figure.set_size_inches(WIDE, 3.3)
    left, right = figure.subfigures(1, 2)
    space, beside = left.add_subplot(projection="3d"), right.add_subplot()
    _plane(space, Z, normal, offset)
    heights = Z @ normal - offset
    order = sorted(set(labels))
    for k, name in enumerate(order):
        chosen = np.array([label == name for label in labels])
        marker = "os"[k % 2]
        space.scatter(*Z[chosen].T, s=6, color=COLORS[k], marker=marker, depthshade=False)
    classes(beside, Z[:, 0], heights, labels)
    space.set(xlabel="x₁", ylabel="x₂", zlabel="x₁² + x₂²")
    space.view_init(elev=14, azim=-60)
    space.set_box_aspect((1, 1, 0.8), zoom=0.75)
    for axis in (space.xaxis, space.yaxis, space.zaxis):
        axis.set_tick_params(pad=0)
    space.locator_params(nbins=4)
    beside.axhline(0.0, color="0.1", lw=1.0)
    beside.set(xlabel="x₁", ylabel="distance from the plane (above: positive)")
    legend(figure)
    margins = [
        f"{name} {heights[np.array(labels) == name].min():.2g} to "
        f"{heights[np.array(labels) == name].max():.2g}"
        for name in order
    ]
    return Words(
        "First panel: the samples lifted to R³, and the plane with the widest margin between the "
        "circles. Second: the distance of each sample from that plane, which is the line at 0. A "
        f"linear classifier on three components of the lift tells {_percent([accuracy])} of new "
        f"samples apart, the median of {counted(repeats, 'data set')}.",
        f"Two panels of {counted(len(Z), 'sample')}. Distances from the plane: {listed(margins)}.",
    )


def _plane(axes: Axes, Z: Array, normal: Array, offset: float) -> None:
    surface = plane_below(Z, normal, offset)
    axes.plot_surface(*surface, color="0.5", alpha=0.35, linewidth=0, shade=False)


def plane_below(Z: Array, normal: Array, offset: float) -> tuple[Array, Array, Array]:
    """Corners x, y and z, each (2, 2), of the plane normal·z = offset over all points Z (n, 3)."""
    sides = [np.array([Z[:, j].min(), Z[:, j].max()]) for j in range(2)]
    x, y = np.meshgrid(*sides)
    return x, y, (offset - normal[0] * x - normal[1] * y) / normal[2]
