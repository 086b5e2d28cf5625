"""Small maps beside each other: what another choice would have shown of the same samples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.choosing.automatic import random_subset
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.scatter import legend, scores
from kpca.figures.style import WIDE
from kpca.figures.texts import counted, listed
from kpca.formulations import dual
from kpca.interpretation.two_maps import opposite
from kpca.kernels import RBF, Kernel
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

MOST = 500
"""The most samples of a small map; of more, a random subset, so that it takes a moment."""

FACTORS = {"γ/4": 0.25, "γ": 1.0, "4γ": 4.0}
"""The widths beside each other, by what they are of that of the study."""


def has_widths(study: Study) -> bool:
    """Whether the study has points and the Gaussian kernel."""
    return isinstance(study.kernel, RBF)


def widths(figure: Figure, study: Study, solution: Solution) -> Words:
    """The maps of a Gaussian kernel with a quarter of its gamma, with gamma, and with four times.

    The axes are oriented as those of the study's own ``solution``.
    """
    rows, gamma = _drawn(study), study.kernel.gamma
    kernels = {name: RBF(factor * gamma) for name, factor in FACTORS.items()}
    solutions = [_plane(kernel, study.data.X[rows]) for kernel in kernels.values()]
    titles = [f"{name} = {kernel.gamma:.3g}" for name, kernel in kernels.items()]
    figure.set_size_inches(WIDE, 2.9)
    maps(figure, study, rows, solution, dict(zip(titles, solutions, strict=True)))
    return Words(
        "The same samples with three widths of the Gaussian kernel exp(−γ d²): the smaller γ "
        "is, the more the map is that of PCA, and the larger, the farther every sample is from all "
        "others. What all three maps show does not depend on γ; it may still be chance. "
        "In brackets: the shares of the variance, which mostly fall as γ grows, so that they "
        "cannot choose it."
        f"{_on(study, rows)}",
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
    study: Study,
    rows: Array,
    own: Solution,
    solutions: dict[str, Solution],
) -> None:
    """A panel for each of the solutions, by title; the axes run as those of the study's own map."""
    labels, first = [study.labels[i] for i in rows], own.scores[rows]
    panels = figure.subplots(1, len(solutions))
    for axes, (title, solution) in zip(panels, solutions.items(), strict=True):
        Z = solution.scores
        signs = np.where(opposite(first, Z), -1.0, 1.0)
        scores(axes, signs * Z, labels, "1", explained=solution.explained)
        axes.set_title(title)
        axes.locator_params(nbins=4)
    legend(figure)


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
