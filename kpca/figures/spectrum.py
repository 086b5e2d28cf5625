"""The spectrum: every eigenvalue by size, and the cut-off below which rounding decides."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import StrMethodFormatter

from kpca.arrays import Array
from kpca.figures.labels import squared, with_unit
from kpca.figures.style import COLORS


def spectrum(axes: Axes, mu: Array, cutoff: float, unit: str, kept: int = 0) -> None:
    """|mu| against its place, on a log scale: positive, negative, and lost in rounding."""
    place = np.arange(1, len(mu) + 1)
    look = {"linewidths": 0, "s": 9}
    for chosen, label, color, marker in (
        (mu > cutoff, "positive", COLORS[0], "o"),
        (mu < -cutoff, "negative, shown as |μ|", COLORS[1], "v"),
        (np.abs(mu) <= cutoff, "below the cut-off", "0.7", "."),
    ):
        if chosen.any():
            size = np.abs(mu[chosen]).clip(min=cutoff * 1e-6)
            axes.scatter(place[chosen], size, color=color, marker=marker, label=label, **look)
    if kept:
        axes.axvspan(0.8, kept + 0.5, color=COLORS[5], alpha=0.25, lw=0, label="components kept")
    axes.axhline(cutoff, color="0.3", lw=0.8, ls="--")
    axes.set_yscale("log")
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    if len(mu) < 10:
        # There are powers of ten only from 10 on.
        axes.set_xticks(place)
    axes.set_xlabel("place in the spectrum")
    axes.set_ylabel(with_unit("eigenvalue |μ|", squared(unit)))
