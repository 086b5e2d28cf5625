"""Shepard's diagram: distances on a map against the given ones."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.style import COLORS, NARROW
from kpca.figures.texts import squared, with_unit

MOST = 4000
"""About the most pairs of samples that are drawn."""


def diagram(figure: Figure, given: Array, mapped: Array, d: int, unit: str) -> Words:
    """Squared distances of pairs of samples: as given, and on a map with d axes."""
    figure.set_size_inches(NARROW, 3.3)
    axes, step = figure.subplots(), max(1, len(given) // MOST)
    look = {"s": 3, "alpha": 0.4, "linewidths": 0, "rasterized": True}
    axes.scatter(given[::step], mapped[::step], color=COLORS[0], **look)
    axes.axline((0, 0), slope=1, color="0.3", lw=0.8, ls="--")
    axes.set_xlabel(with_unit("given squared distance", squared(unit)))
    axes.set_ylabel(with_unit(f"squared distance in {d} axes", squared(unit)))
    kept = np.corrcoef(given, mapped)[0, 1] if np.ptp(given) and np.ptp(mapped) else 1.0
    return Words(
        f"Shepard's diagram, at most {MOST} pairs. On the dashed line a distance is kept exactly.",
        f"{len(given[::step])} of {len(given)} pairs of samples as dots, with given squared "
        f"distances up to {given.max():.3g}; {(mapped < given).mean():.0%} of all pairs lie below "
        f"the dashed diagonal. The correlation of both distances is {kept:.3f}.",
    )
