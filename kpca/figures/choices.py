"""Small maps beside each other: what another choice would have shown of the same samples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.choosing.automatic import random_subset
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.scatter import legend, scores
from kpca.figures.style import PART, WIDE
from kpca.figures.texts import counted, listed, plain
from kpca.formulations import dual
from kpca.interpretation.two_maps import opposite
from kpca.kernels import RBF, Kernel
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

MOST = 500
"""The most samples of a small map; of more, a random subset, so that it takes a moment."""

SMALLER = 0.6
"""The area of a marker, in parts of that on a large map."""

FACTORS = {"γ/4": 0.25, "γ": 1.0, "4γ": 4.0}
"""The widths beside each other, by what they are of that of the study."""


def has_widths(study: Study) -> bool:
    """Whether the study has points and the Gaussian kernel."""
    return isinstance(study.kernel, RBF)


def widths(
    figure: Figure,
    study: Study,
    solution: Solution,
    labels: Sequence[str] | None = None,
    name: str = "",
    numbers: Array | None = None,
) -> Words:
    """The maps of a Gaussian kernel with a quarter of its gamma, with gamma, and with four times.

    The axes are oriented as those of the study's own ``solution``. Colors are those of ``labels``
    (n,), by default of the study, or of ``numbers`` (n,), which are called ``name``.
    """
    rows, gamma = _drawn(study), study.kernel.gamma
    kernels = {name: RBF(factor * gamma) for name, factor in FACTORS.items()}
    solutions = [_plane(kernel, study.data.X[rows]) for kernel in kernels.values()]
    titles = [f"{name} = {kernel.gamma:.3g}" for name, kernel in kernels.items()]
    figure.set_size_inches(WIDE, 2.9)
    of_rows = [(labels or study.labels)[i] for i in rows]
    shown = dict(zip(titles, solutions, strict=True))
    maps(figure, of_rows, solution.scores[rows], shown, name or "class")
    by_color = ""
    if numbers is not None:
        by_color = f" Color: {plain(name)}, dark blue is low and yellow high."
        for axes in figure.axes:
            axes.collections[0].set(array=numbers[rows], cmap="cividis")
    return Words(
        "Look for what all three maps show: it does not depend on the width of the kernel between "
        f"γ/4 and 4γ, but it may still be chance.{by_color} With a small γ, the map is nearly that "
        "of PCA; with a large one, every sample is far from all others. The kernel is exp(−γ d²), "
        "where d is a distance. In brackets: shares of the variance, which mostly fall as γ grows, "
        f"so that they cannot choose it.{_on(study, rows)}",
        f"Three maps of {counted(len(rows), 'sample')}. {shares(titles, solutions)}",
    )


def _drawn(study: Study) -> Array:
    """The samples on the maps, by their position."""
    return random_subset(np.arange(study.n), MOST)


def _plane(kernel: Kernel, X: Array) -> Solution:
    """The first two components of points X (n, q), one if there is no second."""
    data = Vectors(kernel, X, X)
    rank = dual.fit(data.K, 1, data.element_error).rank
    return dual.fit(data.K, min(2, rank), data.element_error)


def maps(
    figure: Figure,
    labels: Sequence[str],
    first: Array,
    solutions: dict[str, Solution],
    title: str = "class",
) -> None:
    """A part for each of the solutions, by title; the axes run as those of ``first`` (n, d)."""
    parts = figure.subfigures(1, len(solutions))
    for part, (name, solution) in zip(parts, solutions.items(), strict=True):
        Z, axes = solution.scores, part.subplots()
        signs = np.where(opposite(first, Z), -1.0, 1.0)
        scores(axes, signs * Z, labels, "1", explained=solution.explained)
        for points in axes.collections:
            points.set_sizes(SMALLER * points.get_sizes())
        axes.set_title(name)
        axes.locator_params(nbins=4)
    legend(figure, title, PART)


def shares(titles: Sequence[str], solutions: Sequence[Solution]) -> str:
    """What the components of each map explain together."""
    parts = [
        f"{title}, {solution.explained.sum():.1%}"
        for title, solution in zip(titles, solutions, strict=True)
    ]
    return f"The components of each map explain together: {listed(parts)}."


def _on(study: Study, rows: Array) -> str:
    """A sentence on the samples, if they are not all."""
    if len(rows) == study.n:
        return ""
    return f" The maps are those of a random subset of {len(rows)} of {study.n} samples."
