"""Two ways in which a sample is unusual, on the page *New samples, unusual samples*."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.choosing.control_limits import FOLDS, control_limits, statistics
from kpca.choosing.folds import left_out
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.figures.texts import two_decimals
from kpca.formulations import dual
from kpca.kernels import Linear

NEW = {"usual": (2.2, 1.1), "far along": (5.8, 3.0), "off": (0.3, 2.0)}
LOOK = {"usual": (COLORS[2], "D"), "far along": (COLORS[1], "s"), "off": (COLORS[3], "^")}
LEVEL = 0.95


class Shown(NamedTuple):
    """Points of the plane with the linear kernel and one component.

    X (40, 2)   the samples
    axis (2,)   the component, of length 1
    old (40, 2)  T^2 and SPE of each sample, when it was left out
    new (3, 2)  those of the new samples
    limits (2,)  below which 95 % of usual samples stay
    """

    X: Array
    axis: Array
    old: Array
    new: Array
    limits: Array


def shown() -> Shown:
    """Samples along a line, three new ones, and their two numbers."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 2)) * [1.5, 0.3]
    X = X @ np.array([[0.9, 0.44], [-0.44, 0.9]]) + [1.0, 0.8]
    data = Vectors(Linear(), X, np.array([*NEW.values()]))
    solution = dual.fit(data.K, 1, data.element_error)
    limits = control_limits(data.K, 1, (LEVEL,))
    new = np.array([*NEW.values()]) - X.mean(axis=0)
    scores = dual.place(solution, data.K, data.K_new)
    return Shown(
        X,
        solution.alpha[:, 0] @ (X - X.mean(axis=0)),
        statistics(*left_out(data.K, 1, FOLDS, 0)),
        statistics(scores, (new**2).sum(axis=1), limits.variances),
        limits.values[0],
    )


def two_ways(figure: Figure) -> Words:
    """The samples on the plane, and on a control chart."""
    figure.set_size_inches(WIDE, 3.2)
    plane, chart = figure.subplots(1, 2, width_ratios=[1.3, 1.0])
    of = shown()
    _plane(plane, of)
    chart.scatter(*of.old.T, s=14, color="0.4", lw=0)
    for (color, marker), point in zip(LOOK.values(), of.new, strict=True):
        chart.scatter(*point, s=26, color=color, marker=marker, lw=0, zorder=3)
    chart.axvline(of.limits[0], color="0.3", lw=0.8, ls="--", label=f"limit of {LEVEL:.0%}")
    chart.axhline(of.limits[1], color="0.3", lw=0.8, ls="--")
    chart.set(xlabel="T², along the component", ylabel="SPE, off the component")
    chart.set_title("the control chart")
    legend(figure, "")
    values = [f"T² {two_decimals(a)} and SPE {two_decimals(b)}" for a, b in of.new]
    return Words(
        "40 samples along a line, PCA with one component, and three new samples. First panel: one "
        "lies among the others, one far along the component (line), and one off it. Second: T² "
        "sees the second one only, and SPE the third one only. The third one lies in the middle "
        "of a map of this component, whose coordinate is the foot of the perpendicular: nothing "
        "on the map says that it is unlike all others. The gray points of the chart are the 40 "
        f"samples, left out in {FOLDS} groups. One of the 40 lies above each limit, as the rule "
        "demands.",
        "First panel: points along a rising line, and three marked ones. Second: "
        f"{values[0]} for the usual sample, {values[1]} for the one far along, "
        f"{values[2]} for the one off the line. The "
        f"limits are {two_decimals(of.limits[0])} and {two_decimals(of.limits[1])}.",
    )


def _plane(axes: Axes, of: Shown) -> None:
    mean = of.X.mean(axis=0)
    axes.axline(mean, mean + of.axis, color="0.5", lw=1.0, label="component 1", zorder=0)
    axes.scatter(*of.X.T, s=14, color="0.4", lw=0, label="training sample")
    for (name, (color, marker)), point in zip(LOOK.items(), NEW.values(), strict=True):
        foot = mean + ((np.array(point) - mean) @ of.axis) * of.axis
        axes.plot(*np.array([point, foot]).T, color=color, lw=0.8, ls="--")
        axes.scatter(*point, s=26, color=color, marker=marker, lw=0, label=name, zorder=3)
    axes.set(xlabel="x₁", ylabel="x₂", aspect="equal", title="the samples")
    axes.set(xlim=(-3.4, 6.4), ylim=(-1.6, 3.4))


PICTURES: dict[str, Callable[[Figure], Words]] = {"unusual": two_ways}
"""What draws each picture, by the name of its file."""
