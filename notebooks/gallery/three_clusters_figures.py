"""The components of the three clusters as level lines over the points."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from kpca.data import Vectors
from kpca.figures.contours import MOST, on_panels
from kpca.figures.display import Words
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.solvers.solution import Solution


def in_rows(figure: Figure, data: Vectors, labels: Sequence[str], solution: Solution) -> Words:
    """Level lines of all components over points of a plane (n, 2), four in each row."""
    rows = -(-solution.components // MOST)
    figure.set_size_inches(WIDE, 0.6 + 1.65 * rows)
    panels = figure.subplots(rows, MOST, squeeze=False, sharex=True, sharey=True)
    for axes in panels.ravel()[solution.components :]:
        axes.remove()
    words = on_panels(panels, data, labels, solution)
    legend(figure)
    return words
