"""What kernel PCA does, at a glance: two circles that PCA mixes and kernel PCA separates."""

from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.contours import grid_around
from kpca.figures.display import Words
from kpca.figures.scatter import classes, legend, scores
from kpca.figures.style import WIDE
from kpca.figures.texts import in_symbols
from kpca.formulations import dual
from kpca.kernels import RBF, Linear
from kpca.solvers.solution import Solution
from kpca.studies import datasets

NAME = "what-kernel-pca-does"
"""The name of the picture among the files of the site and of the documentation."""

GAMMA = 4.0


class Example(NamedTuple):
    """Points with their labels and the kernel, their components, and those of PCA."""

    data: Vectors
    labels: list[str]
    linear: Solution
    kernel: Solution


def example() -> Example:
    """Two circles with a little noise, fitted with two components by both methods."""
    X, labels = datasets.circles(n=100, noise=0.05, seed=1)
    fitted = []
    for kernel in (Linear(), RBF(GAMMA)):
        data = Vectors(kernel, X, X)
        fitted.append(dual.fit(data.K, 2, data.element_error))
    return Example(data, labels, *fitted)


def draw(figure: Figure, of: Example) -> Words:
    """The points with level lines of component 1, and their maps by PCA and by kernel PCA."""
    figure.set_size_inches(WIDE, 2.9)
    plane, left, right = figure.subplots(1, 3)
    X, threshold = of.data.X, _threshold(of)
    grid, heights = _component_on_plane(of)
    levels = threshold + np.ptp(heights) / 6.0 * np.array([-1.0, 1.0, 2.0, 3.0])
    plane.contour(*grid, heights, levels=levels, colors="0.75", linewidths=0.6, linestyles="-")
    look = {"colors": "0.2", "linewidths": 1.0, "linestyles": "--"}
    plane.contour(*grid, heights, levels=[threshold], **look)
    classes(plane, X[:, 0], X[:, 1], of.labels)
    plane.set(aspect="equal", xlabel="x₁", ylabel="x₂")
    scores(left, of.linear.scores, of.labels, "1", explained=of.linear.explained)
    scores(right, of.kernel.scores, of.labels, "1", explained=of.kernel.explained)
    right.axvline(threshold, color="0.2", lw=1.0, ls="--")
    for axes in (plane, left, right):
        axes.locator_params(nbins=5)
    plane.set_title("two circles in the plane")
    left.set_title("PCA: component 1\nmixes the circles")
    right.set_title("kernel PCA: component 1\nseparates the circles")
    legend(figure)
    return Words(
        f"What kernel PCA does. First panel: {len(X)} points on two circles and level lines of "
        f"component 1 of kernel PCA, {in_symbols(of.data.kernel.formula)}. Second: the points on "
        "the components of PCA, which only turns the plane. Third: on the first two components of "
        "kernel PCA. One threshold on component 1 (dashed) separates the circles; in the plane it "
        "is the dashed curve between them. In brackets: the share of the variance.",
        f"Three panels with the same {len(X)} points in two classes. First panel: a circle inside "
        "another one, with closed level lines around the inner one. Second, component 1 of PCA: "
        f"{_spans(of.linear.scores[:, 0], of.labels)}. Third, component 1 of kernel PCA: "
        f"{_spans(of.kernel.scores[:, 0], of.labels)}, with a dashed line at {threshold:.2g}.",
    )


def _component_on_plane(of: Example) -> tuple[list[Array], Array]:
    """Coordinates of a grid on the plane, and the values of component 1 of kernel PCA there."""
    grid, K_grid = grid_around(of.data.X, of.data)
    return grid, dual.place(of.kernel, of.data.K, K_grid)[:, 0].reshape(grid[0].shape)


def _of_classes(x: Array, labels: list[str]) -> dict[str, Array]:
    return {name: x[np.array(labels) == name] for name in sorted(set(labels))}


def _threshold(of: Example) -> float:
    """The middle between the two classes on component 1 of kernel PCA."""
    low, high = sorted(_of_classes(of.kernel.scores[:, 0], of.labels).values(), key=np.mean)
    return float(low.max() + high.min()) / 2.0


def _spans(x: Array, labels: list[str]) -> str:
    return " and ".join(
        f"{name} from {of_class.min():.2g} to {of_class.max():.2g}"
        for name, of_class in _of_classes(x, labels).items()
    )
