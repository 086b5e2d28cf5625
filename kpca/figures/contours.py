"""Level lines of components on a plane of inputs."""

from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca import rkhs
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.scatter import classes, legend
from kpca.figures.style import NARROW, WIDE
from kpca.figures.texts import counted, listed
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

MOST = 4
"""The most components in one row; of a study, the most that are drawn."""

ACROSS = 70
"""Points of the grid along each axis."""


def components(figure: Figure, study: Study, solution: Solution) -> Words | str:
    """Level lines of the leading components over the samples; a sentence unless q = 2."""
    if not isinstance(study.data, Vectors) or study.data.X.shape[1] != 2:
        return "The inputs are not points of a plane, so there are no level lines to draw."
    shown = min(MOST, solution.components)
    figure.set_size_inches(WIDE, 0.6 + 7.2 / max(shown, 2))
    panels = figure.subplots(1, shown, squeeze=False, sharey=True)
    return on_panels(panels, study.data, study.labels, solution)


def inputs(figure: Figure, X: Array, labels: Sequence[str]) -> Words:
    """Points X (n, 2) of a plane, by class."""
    figure.set_size_inches(NARROW, 2.8)
    axes = figure.subplots()
    classes(axes, X[:, 0], X[:, 1], labels)
    _name_plane(axes)
    legend(figure)
    sizes = [f"{labels.count(name)} of {name}" for name in sorted(set(labels))]
    low, high = X.min(axis=0), X.max(axis=0)
    return Words(
        "The samples in the plane of the inputs; colors and markers are their classes.",
        f"{counted(len(X), 'point')}: {listed(sizes)}. They lie between {low[0]:.2g} and "
        f"{high[0]:.2g} on x₁ and between {low[1]:.2g} and {high[1]:.2g} on x₂.",
    )


def on_panels(
    panels: Iterable[Axes], data: Vectors, labels: Sequence[str], solution: Solution
) -> Words:
    """One component on each of the panels, as far as there are components."""
    grid, K_grid = grid_around(data.X, data)
    levels = rkhs.evaluate(rkhs.expansion(solution.alpha), K_grid)
    each = list(zip(np.ravel(panels), levels.T, solution.variance, strict=False))
    for k, (axes, values, variance) in enumerate(each):
        level_lines(axes, grid, values.reshape(grid[0].shape), data.X, labels)
        axes.set_title(f"component {k + 1}, λ = {variance:.3g}")
        axes.label_outer()
    ranges = "; ".join(
        f"component {k + 1}: from {values.min():.3g} to {values.max():.3g}"
        for k, (_, values, _) in enumerate(each)
    )
    return Words(
        "Level lines of the leading components over the samples: along a line the score is "
        "constant, and from dark to light it grows.",
        f"{counted(len(each), 'panel')} with {counted(len(data.X), 'sample')} over shaded level "
        f"lines. Values on the plane: {ranges}.",
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
    # Gray, because every other color is near to that of a class.
    axes.contourf(*grid, values, levels=12, cmap="gray", alpha=0.55)
    axes.contour(*grid, values, levels=12, colors="0.2", linewidths=0.4)
    classes(axes, points[:, 0], points[:, 1], list(labels), rim="white")
    _name_plane(axes)


def _name_plane(axes: Axes) -> None:
    axes.set_aspect("equal")
    axes.set_xlabel("x₁")
    axes.set_ylabel("x₂")
