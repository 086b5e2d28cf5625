"""Level lines of a function on the plane."""

from collections.abc import Iterable

from matplotlib.axes import Axes

from kpca.arrays import Array
from kpca.figures.maps import classes


def contours(
    axes: Axes, grid: tuple[Array, Array], values: Array, points: Array, labels: Iterable[str]
) -> None:
    """Level lines of one function on the plane, over the points it was learned from."""
    axes.contourf(*grid, values, levels=12, alpha=0.75)
    axes.contour(*grid, values, levels=12, colors="0.2", linewidths=0.4)
    classes(axes, points[:, 0], points[:, 1], list(labels))
    axes.set_aspect("equal")
    axes.set_xlabel("x₁")
    axes.set_ylabel("x₂")
