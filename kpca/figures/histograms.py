"""Histograms: how often a number has which size."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.style import COLORS, NARROW
from kpca.figures.texts import counted, squared, with_unit


def variances(figure: Figure, drawn: Array, values: Array, unit: str) -> Words:
    """Variances ``drawn`` along random directions, and the eigenvalues ``values``, descending."""
    axes = figure.subplots()
    axes.hist(drawn, bins=50, color=COLORS[5], label=f"{len(drawn)} random directions")
    for value, color in ((values[0], COLORS[1]), (values[-1], COLORS[2])):
        axes.axvline(value, color=color, label=f"λ = {value:.4g}")
    axes.set_xlabel(with_unit("variance along a direction", squared(unit)))
    axes.set_ylabel("directions")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "No direction leaves the interval between the least and the largest eigenvalue.",
        f"A histogram of the variances along {len(drawn)} random directions, from "
        f"{drawn.min():.4g} to {drawn.max():.4g}, between two vertical lines at the eigenvalues "
        f"{values[-1]:.4g} and {values[0]:.4g}.",
    )


def left_out(figure: Figure, each: Array, kept: int, of: int, unit: str) -> Words:
    """What the first ``kept`` of ``of`` components leave out of each sample: ``each`` (n,)."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    axes.hist(each, bins=30, color=COLORS[5])
    axes.axvline(each.mean(), color=COLORS[1], label="mean = Σ λ beyond d")
    axes.set_xlabel(with_unit("squared distance to the projection", squared(unit)))
    axes.set_ylabel("samples")
    axes.legend()
    return Words(
        f"What {kept} of {counted(of, 'component')} "
        f"{'leaves' if kept == 1 else 'leave'} out of each sample.",
        f"A histogram of the squared distances of {counted(len(each), 'sample')} to the "
        f"projection, from {each.min():.3g} to {each.max():.3g}, with a vertical line at their "
        f"mean {each.mean():.3g}.",
    )


def fractions(figure: Figure, used: dict[str, Array]) -> Words:
    """Fractions of the tolerance that are used, for each arithmetic by name."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    bins = np.linspace(-9.0, 0.5, 39)
    for (label, values), k in zip(used.items(), (1, 0), strict=True):
        look = {"bins": bins, "histtype": "step", "lw": 1.2, "color": COLORS[k]}
        axes.hist(np.log10(values.clip(min=1e-9)), label=label, **look)
    axes.axvline(0.0, color="0.3", lw=0.8, ls="--")
    axes.set(xlabel="log10 of the fraction of the tolerance that is used")
    axes.set_ylabel("statements and studies")
    axes.legend(loc="upper left")
    sizes = "; ".join(
        f"{name}: median {np.median(values):.1e}, largest {values.max():.2g}"
        for name, values in used.items()
    )
    return Words(
        "Two distributions of the same shape: what the tolerances predict happens in both "
        "arithmetics. Left end: exact zeros.",
        f"Two histograms of the fraction of the tolerance that is used. {sizes}. The dashed line "
        "at 1 is the limit.",
    )
