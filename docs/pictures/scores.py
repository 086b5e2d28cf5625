"""Where a score comes from, on the page *Projection*."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.centering import center, center_new
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.figures.texts import two_decimals
from kpca.formulations import dual
from kpca.kernels import Linear

OLD, NEW = "sample x₆", "new sample t"
LOOK = {OLD: (COLORS[1], "s"), NEW: (COLORS[2], "D")}


class Shown(NamedTuple):
    """Points of the plane with the linear kernel, whose features are the points themselves.

    X (6, 2)  the samples
    mean (2,)  of the samples
    axis (2,)  the first component, of length 1
    points (2, 2)  the last sample, and a new one
    terms (2, 6)  alpha_i k~(x, x_i) for each of these points x
    """

    X: Array
    mean: Array
    axis: Array
    points: Array
    terms: Array


def shown() -> Shown:
    """Six samples along a line, a new one, and the terms of which their scores are the sums."""
    X = np.array([[0.2, 0.5], [1.0, 0.3], [1.6, 1.6], [2.6, 1.1], [3.1, 2.2], [4.4, 1.7]])
    new = np.array([[0.6, 1.9]])
    data = Vectors(Linear(), X, new)
    alpha = dual.fit(data.K, 1, data.element_error).alpha[:, 0]
    rows = np.vstack([center(data.K)[-1], center_new(data.K_new.copy(), data.K)[0]])
    mean = X.mean(axis=0)
    return Shown(X, mean, alpha @ (X - mean), np.vstack([X[-1], new[0]]), rows * alpha)


def score(figure: Figure) -> Words:
    """A point on an axis, the same number as a sum over the samples, and that of a new sample."""
    figure.set_size_inches(WIDE, 2.9)
    plane, *sums = figure.subplots(1, 3, width_ratios=[1.5, 1.0, 1.0])
    of = shown()
    _plane(plane, of)
    low, high = np.minimum(of.terms.cumsum(axis=1), 0.0).min(), of.terms.cumsum(axis=1).max()
    for axes, name, terms in zip(sums, LOOK, of.terms, strict=True):
        _sum(axes, terms, LOOK[name][0])
        axes.set(ylim=(low - 0.3, high + 0.3), title=f"{name}: {two_decimals(terms.sum())}")
    sums[0].set_ylabel("sum of αᵢ k̃(x, xᵢ) so far")
    sums[1].set_ylabel("sum of αᵢ k̃(t, xᵢ) so far")
    legend(figure, "point")
    values = of.terms.sum(axis=1)
    return Words(
        "A score in three drawings, with the linear kernel, for which features are points. First "
        "panel: from the mean (cross) along the first component to the foot of the perpendicular. "
        "Second: the same number from kernel values alone. Each sample adds its coefficient times "
        "a centered kernel value, and the last bar ends at the score (dashed). Third: a new "
        "sample needs its kernel values with the training samples, and nothing else.",
        "Three panels. First: six samples of the plane, a new one, and a line through their mean; "
        f"the feet of the last sample and of the new one are {two_decimals(values[0])} and "
        f"{two_decimals(values[1])} from the mean along it. Second and third: six bars, each "
        "beginning where the one before ends; the last ones end at "
        f"{two_decimals(values[0])} and at {two_decimals(values[1])}.",
    )


def _plane(axes: Axes, of: Shown) -> None:
    """Samples, the component through their mean, and the perpendiculars of two points."""
    start, end = of.mean + np.array([[-2.6], [3.1]]) * of.axis
    arrow = {"arrowstyle": "->", "color": "0.5", "shrinkA": 0.0, "shrinkB": 0.0}
    axes.annotate("", end, start, arrowprops=arrow, zorder=0)
    others = of.X[:-1]
    axes.scatter(*others.T, s=14, color="0.4", lw=0, label="other sample")
    for k, (name, (color, marker)) in enumerate(LOOK.items()):
        foot = of.mean + of.terms[k].sum() * of.axis
        axes.plot(*np.array([of.mean, foot]).T, color=color, lw=2.5, solid_capstyle="butt")
        axes.plot(*np.array([of.points[k], foot]).T, color=color, lw=0.8, ls="--")
        axes.scatter(*of.points[k], s=22, color=color, marker=marker, lw=0, label=name, zorder=3)
    axes.scatter(*of.mean, s=30, color="black", marker="x", lw=1.0, label="mean", zorder=3)
    axes.set(xlabel="x₁", ylabel="x₂", aspect="equal", title="along component 1 (arrow)")
    axes.set(xlim=(-0.4, 5.3), ylim=(0.0, 2.6))


def _sum(axes: Axes, terms: Array, color: str) -> None:
    """Terms (n,) as bars, each of which begins where the one before ends."""
    ends = terms.cumsum()
    axes.bar(range(1, len(terms) + 1), terms, bottom=ends - terms, color=color, width=0.8)
    axes.axhline(0.0, color="0.3", lw=0.6)
    axes.axhline(ends[-1], color="0.3", lw=0.8, ls="--")
    axes.set(xlabel="training sample i", xticks=range(1, len(terms) + 1))


PICTURES: dict[str, Callable[[Figure], Words]] = {"score": score}
"""What draws each picture, by the name of its file."""
