"""Level lines of components on a plane of inputs."""

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca import rkhs
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.labels import counted
from kpca.figures.scatter import classes
from kpca.figures.style import WIDE
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

MOST = 4
"""The most components that are drawn."""

ACROSS = 70
"""Points of the grid along each axis."""


def components(figure: Figure, study: Study, solution: Solution) -> Words | str:
    """Level lines of the leading components over the samples; a sentence unless q = 2."""
    if not isinstance(study.data, Vectors) or study.data.X.shape[1] != 2:
        return "The inputs are not points of a plane, so there are no level lines to draw."
    X, shown = study.data.X, min(MOST, solution.components)
    figure.set_size_inches(WIDE, 0.6 + 7.2 / max(shown, 2))
    grid, K_grid = grid_around(X, study.data)
    levels = rkhs.evaluate(rkhs.expansion(solution.alpha), K_grid)
    for k, axes in enumerate(figure.subplots(1, shown, squeeze=False, sharey=True)[0]):
        level_lines(axes, grid, levels[:, k].reshape(grid[0].shape), X, study.labels)
        axes.set_title(f"component {k + 1}, λ = {solution.variance[k]:.3g}")
        axes.label_outer()
    ranges = "; ".join(
        f"component {k + 1}: from {levels[:, k].min():.3g} to {levels[:, k].max():.3g}"
        for k in range(shown)
    )
    return Words(
        "Level lines of the leading components over the samples: along a line the score is "
        "constant.",
        f"{counted(shown, 'panel')} with {counted(study.n, 'sample')} over colored level lines. "
        f"Values on the plane: {ranges}.",
    )


def grid_around(X: Array, data: Vectors) -> tuple[list[Array], Array]:
    """Coordinates of a grid around points X (n, 2), and the kernel (g, n) between both."""
    low, high = X.min(axis=0), X.max(axis=0)
    edge = 0.1 * (high - low).max()
    sides = (np.linspace(low[j] - edge, high[j] + edge, ACROSS) for j in range(2))
    grid = np.meshgrid(*sides)
    return grid, data.kernel(np.column_stack([side.ravel() for side in grid]), X)


def level_lines(
    axes: Axes, grid: list[Array], values: Array, points: Array, labels: Iterable[str]
) -> None:
    """Level lines of one function on the plane, over the points it was learned from."""
    axes.contourf(*grid, values, levels=12, alpha=0.75)
    axes.contour(*grid, values, levels=12, colors="0.2", linewidths=0.4)
    classes(axes, points[:, 0], points[:, 1], list(labels))
    axes.set_aspect("equal")
    axes.set_xlabel("x₁")
    axes.set_ylabel("x₂")
