"""Kernel PCA of points in the plane: scores, spectrum, level lines and what a projection keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from ipywidgets import Dropdown, FloatLogSlider, IntSlider, Widget
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures import contours, scatter
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.style import WIDE
from kpca.figures.texts import counted
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel, Polynomial
from kpca.solvers.solution import RankError, Solution
from kpca.studies import datasets
from kpca.studies.datasets import Labeled

POINTS = 400
"""Samples of each data set."""

MOST = 8
"""The most components that are kept or drawn."""

POSITIONS = 30
"""Eigenvalues that are drawn."""


def _s_from_the_side() -> Labeled:
    """The coordinates x₃ and x₁ of the S-curve: the view in which it is an S, lying on its side."""
    X, labels = datasets.s_curve(POINTS, 0.1, 0)
    return X[:, [2, 0]], labels


SAMPLES: dict[str, Callable[[], Labeled]] = {
    "circles": lambda: datasets.circles(POINTS, 0.05, 1),
    "S-curve": _s_from_the_side,
    "clusters": lambda: datasets.clusters(POINTS, 0.1, 0),
}
"""The data sets by name."""


@dataclass(frozen=True)
class Solved:
    """Kernel PCA of one data set under one kernel, on the samples and on a grid around them.

    data, labels (n,)  the samples in the plane with the kernel, and their classes
    solution           with ``MOST`` components, or with all if there are fewer
    grid               the coordinates x₁ (g, g) and x₂ (g, g) of the points of the grid
    levels (g, g, d)   the components at these points
    lengths (g, g)     |phi(t) - phi-bar|^2 of these points
    """

    data: Vectors
    labels: list[str]
    solution: Solution
    grid: list[Array]
    levels: Array
    lengths: Array

    @property
    def shares(self) -> Array:
        """Share (rank,) of the variance that each component holds, largest first."""
        spectrum = self.solution.spectrum
        return spectrum[: self.solution.rank] / np.abs(spectrum).sum()

    def kept(self, components: int) -> Array:
        """Share (g, g) of ``lengths`` that the first components hold, from 0 to 1.

        It is 1 at a point whose feature is the mean: its projection loses nothing.
        """
        held = (self.levels[..., :components] ** 2).sum(axis=-1)
        whole = self.lengths
        return np.divide(held, whole, out=np.ones_like(whole), where=whole > 0.0).clip(max=1.0)


@lru_cache(maxsize=4)
def solve(samples: str, kernel: Kernel) -> Solved:
    """Kernel PCA of one of ``SAMPLES``. The last results are kept for controls that need them."""
    X, labels = SAMPLES[samples]()
    return solved(Vectors(kernel, X, X), labels)


def solved(data: Vectors, labels: list[str]) -> Solved:
    """Kernel PCA of points in the plane, and its values on a grid around them."""
    try:
        solution = dual.fit(data.K, MOST, data.element_error)
    except RankError as fewer:
        solution = dual.fit(data.K, fewer.rank, data.element_error)
    grid, K_grid = contours.grid_around(data.X, data)
    placed = dual.place(solution, data.K, K_grid)
    diagonal = data.kernel.diagonal(np.column_stack([side.ravel() for side in grid]))
    lengths = diagonal - 2.0 * K_grid.mean(axis=1) + data.K.mean()
    shape = grid[0].shape
    return Solved(data, labels, solution, grid, placed.reshape(*shape, -1), lengths.reshape(shape))


def controls(start: Mapping[str, object]) -> dict[str, Widget]:
    """A control for each argument of ``at``, with the values that ``start`` has."""
    numbers = {"degree": 8, "components": MOST, "component": MOST}
    return {
        "samples": Dropdown(options=list(SAMPLES), value=start["samples"]),
        "kernel": Dropdown(options=["rbf", "poly"], value=start["kernel"]),
        "gamma": FloatLogSlider(start["gamma"], min=-3, max=2.5, step=0.002),
        **{name: IntSlider(start[name], min=1, max=most) for name, most in numbers.items()},
    }


def at(
    figure: Figure,
    samples: str,
    kernel: str,
    gamma: float,
    degree: int = 2,
    components: int = 2,
    component: int = 1,
) -> Words:
    """The figure of one position of the controls.

    ``kernel`` is "rbf", or "poly" with the degree and the constant 1. ``component`` is the one
    whose level lines are drawn. Numbers beyond the rank count as the rank.
    """
    function = RBF(gamma) if kernel == "rbf" else Polynomial(gamma, degree)
    return four_panels(figure, solve(samples, function), components, component)


def four_panels(figure: Figure, solved: Solved, components: int, component: int) -> Words:
    """Scores and spectrum; the level lines of a component; what the first components keep."""
    solution, X = solved.solution, solved.data.X
    d, shown = (min(number, solution.components) for number in (components, component))
    figure.set_size_inches(WIDE, 6.1)
    (scores, spectrum), (lines, projection) = figure.subplots(2, 2)
    scatter.scores(scores, solution.scores, solved.labels, "1", explained=solved.shares)
    scores.set_title(solved.data.kernel.formula)
    _shares(spectrum, solved.shares, d)
    spectrum.set_title(f"{counted(d, 'component')} of {solution.rank}: {_held(solved, d)}")
    contours.level_lines(lines, solved.grid, solved.levels[..., shown - 1], X, solved.labels)
    lines.set_title(f"component {shown}, λ = {solution.variance[shown - 1]:.3g}")
    kept_share = solved.kept(d)
    look = {"cmap": "gray", "alpha": 0.6, "vmin": 0.0, "vmax": 1.0, "rasterized": True}
    image = projection.pcolormesh(*solved.grid, kept_share, **look)
    scatter.classes(projection, *X.T, solved.labels, rim="white")
    projection.set(title="share that is kept", aspect="equal", xlabel="x₁", ylabel="x₂")
    figure.colorbar(image, ax=projection)
    scatter.legend(figure)
    levels = solved.levels[..., shown - 1]
    return Words(
        "Upper left: scores on the first two components. Upper right: the share of the variance "
        "that each component holds. Lower left: level lines of one component; from dark to light "
        "the score grows. Lower right: the share of the squared distance from the mean feature "
        "that the projection on the components kept retains, for each point of the plane.",
        f"{counted(len(X), 'sample')}, {solved.data.kernel.formula}. The first {d} of "
        f"{counted(solution.rank, 'component')} hold {_held(solved, d)}. Component {shown} has "
        f"values from {levels.min():.3g} to {levels.max():.3g} on the plane. The projection "
        f"retains from {kept_share.min():.1%} to {kept_share.max():.1%} at a point of the plane.",
    )


def _shares(axes: Axes, shares: Array, d: int) -> None:
    percent = 100.0 * shares[:POSITIONS]
    number = np.arange(1, len(percent) + 1)
    axes.semilogy(number[:d], percent[:d], "o", ms=4, color=COLORS[0], label="kept")
    axes.semilogy(number[d:], percent[d:], ".", ms=4, color="0.6", label="not kept")
    axes.set(xlabel="component", ylabel="share of the variance [%]")
    axes.set(xlim=(0, POSITIONS + 1), ylim=(1e-3, 200.0))


def _held(solved: Solved, components: int) -> str:
    return f"{100.0 * solved.shares[:components].sum():.3g} % of the variance"
