"""Three rings, and their map by the program of note N1."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.scatter import classes, legend
from kpca.figures.style import WIDE
from kpca.figures.texts import counted, listed


def as_n1_plots_them(
    figure: Figure, X: Array, Z: Array, labels: Sequence[str], by_r: Array | None = None
) -> Words:
    """Points X (n, 2), and their scores Z (n, 3) on two pairs of components.

    ``by_r`` (n, 3) are the scores of R, with the signs of Z; None where R is not installed.
    """
    figure.set_size_inches(WIDE, 2.9)
    data, first, second = figure.subplots(1, 3)
    _points(data, X, labels, ("x₁", "x₂"), "three rings")
    _points(first, Z[:, :2], labels, ("component 1", "component 2"), "what the program plots")
    _points(second, Z[:, [0, 2]], labels, ("component 1", "component 3"), "the next component")
    legend(figure)
    if by_r is not None:
        look = {"s": 1.5, "color": "black", "linewidths": 0, "zorder": 3}
        first.scatter(by_r[:, 0], by_r[:, 1], **look)
        second.scatter(by_r[:, 0], by_r[:, 2], **look)
    of_rings = {name: Z[np.array(labels) == name] for name in sorted(set(labels))}
    radii = [f"{name} {np.hypot(*ring.T[:2]).mean():.2g}" for name, ring in of_rings.items()]
    means = [f"{name} {ring[:, 2].mean():.2g}" for name, ring in of_rings.items()]
    seen = "" if by_r is None else " Each black dot is the score that R computes."
    dots = "" if by_r is None else " A black dot of R lies in the middle of each sample."
    return Words(
        "First panel: the data, one color and marker for each ring. Second: components 1 and 2, "
        f"which the program in R plots. Third: components 1 and 3.{seen}",
        f"Three panels of {counted(len(X), 'sample')}. In the second their mean distance from the "
        f"origin is: {listed(radii)}. In the third their mean on component 3 is: {listed(means)}."
        f"{dots}",
    )


def _points(
    axes: Axes, points: Array, labels: Sequence[str], names: tuple[str, str], title: str
) -> None:
    classes(axes, points[:, 0], points[:, 1], labels)
    axes.set(xlabel=names[0], ylabel=names[1], title=title)
    axes.set_aspect("equal", adjustable="datalim")
