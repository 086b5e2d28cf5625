"""The curves by which a study chose gamma or the number of components itself."""

import numpy as np
from matplotlib.figure import Figure

from kpca.choosing.automatic import GammaCurve
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.style import NARROW
from kpca.figures.texts import counted
from kpca.figures.ticks import of_components
from kpca.studies.automatic import ComponentsCurve

BEYOND = 8
"""Eigenvalues that are drawn beyond those that were chosen."""


def components(figure: Figure, curve: ComponentsCurve) -> Words:
    """Parallel analysis, by which a number of components was chosen."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    shown = min(curve.chosen + BEYOND, len(curve.eigenvalues))
    position = np.arange(1, shown + 1)
    data, permuted = curve.eigenvalues[:shown], curve.quantile[:shown]
    axes.plot(position, data, "o-", ms=4, color=COLORS[0], label="data")
    axes.plot(position, permuted, "s--", ms=4, color="0.35", label="permuted columns, 95 %")
    look = {"color": COLORS[5], "alpha": 0.25, "lw": 0, "label": "components kept"}
    axes.axvspan(0.5, curve.chosen + 0.5, **look)
    axes.set(xlabel="position in the spectrum", ylabel="eigenvalue λ", ylim=(0, None))
    of_components(axes, shown)
    axes.legend()
    return Words(
        f"{counted(curve.chosen, 'component')} by parallel analysis: eigenvalues of the samples "
        "beside those of samples with permuted columns, in which the columns have nothing to do "
        "with each other.",
        f"Two lines over the first {shown} positions. The eigenvalues of the data fall from "
        f"{data[0]:.3g} to {data[-1]:.3g}, the quantile of the permuted ones from "
        f"{permuted[0]:.3g} to {permuted[-1]:.3g}. The first {curve.chosen} are shaded as kept.",
    )


def gamma(figure: Figure, curve: GammaCurve) -> Words:
    """The error of hidden values by gamma, by which gamma was chosen."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    look = {"color": COLORS[0], "marker": "o", "ms": 4, "capsize": 2}
    axes.errorbar(curve.gammas, curve.errors, curve.spread, label="hidden values", **look)
    no_better = ~curve.predicts
    if no_better.any():
        hollow = {"color": COLORS[0], "mfc": "white", "ms": 4, "zorder": 3}
        label = "gain at most one standard error"
        axes.plot(curve.gammas[no_better], curve.errors[no_better], "o", label=label, **hollow)
    axes.axhline(curve.of_means, color="0.35", lw=0.8, ls=":", label="column means")
    label = f"chosen: γ = {curve.chosen:.3g}"
    axes.axvline(curve.chosen, color=COLORS[1], lw=0.8, ls="--", label=label)
    axes.set(xscale="log", xlabel="γ", ylabel="squared error of a sample", ylim=(0, None))
    axes.minorticks_off()
    axes.set_xticks(curve.gammas, [f"{value:.2g}" for value in curve.gammas])
    axes.legend()
    least = int(curve.errors.argmin())
    return Words(
        f"γ by hidden values, with {counted(curve.components, 'component')}: the error with which "
        "values of left-out samples are predicted from their other values, with standard errors. "
        f"{_decision(curve)}",
        f"A curve over {len(curve.gammas)} values of γ from {curve.gammas[0]:.3g} to "
        f"{curve.gammas[-1]:.3g}. The error is least with {curve.errors[least]:.4g} at "
        f"{curve.gammas[least]:.3g}. A dashed line marks the chosen γ = {curve.chosen:.3g}, and a "
        f"dotted one at {curve.of_means:.4g} is the error of the column means. Below it by more "
        f"than one standard error: {int(curve.predicts.sum())} of {len(curve.gammas)} values.",
    )


def _decision(curve: GammaCurve) -> str:
    by = "by more than one standard error of the difference"
    if not curve.predicts.any():
        return f"None is below the error of the column means {by}: the median heuristic decides."
    if curve.predicts.all():
        return (
            f"All values are below the error of the column means {by}. The least γ within one "
            "standard error of the best is chosen."
        )
    return (
        f"The least γ within one standard error of the best is chosen, of those below the error of "
        f"the column means {by}; the others are hollow."
    )
