"""Relative errors of eigenvalues that are known, and where squaring a matrix loses them."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca import tolerances
from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.style import COLORS, MARKERS
from kpca.figures.texts import counted

ROOT = float(np.sqrt(tolerances.U))
"""The square root of the unit roundoff: below it, squaring loses an eigenvalue."""


def squaring(figure: Figure, truth: Array, errors: Mapping[str, Array], cutoff: float) -> Words:
    """Errors (n - 1,) by method, and the cut-off of the generalized problem."""
    figure.set_size_inches(figure.get_figwidth(), 3.2)
    axes = figure.subplots()
    _curves(axes, truth, errors)
    for value, text in ((ROOT, "√u μ₁"), (tolerances.U, "u μ₁")):
        axes.axvline(value, color="0.3", lw=0.8, ls="--")
        axes.text(value * 1.3, 3e-17, text, fontsize=7)
    look = {"color": COLORS[1], "label": "cut-off of the generalized problem"}
    axes.axvline(cutoff, lw=0.8, ls="-.", **look)
    axes.axhline(1.0, color="0.3", lw=0.8, ls=":")
    axes.set(xlabel="eigenvalue μ, for μ₁ = 1", ylabel="relative error", ylim=(1e-17, 1e9))
    axes.legend()
    return Words(
        "Relative error of every eigenvalue. The eigen-solve keeps digits down to u μ₁. Both "
        "methods that use the square have none left below √u μ₁ (errors of 100 %, dotted, and "
        "more). The generalized problem loses them a little earlier, at its own cut-off √(cnu) μ₁.",
        _in_words(truth, errors),
    )


def of_formulations(figure: Figure, truth: Array, errors: Mapping[str, Array]) -> Words:
    """Errors (n - 1,) by formulation."""
    axes = figure.subplots()
    _curves(axes, truth, errors)
    axes.axvline(ROOT, color="0.3", lw=0.8, ls="--")
    axes.set(xlabel="eigenvalue μ, for μ₁ = 1", ylabel="relative error")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "Relative error of each eigenvalue. Below its cut-off, a little above √u μ₁ (dashed), the "
        "generalized problem has lost all of them: 100 %.",
        _in_words(truth, errors),
    )


def _curves(axes: Axes, truth: Array, errors: Mapping[str, Array]) -> None:
    for k, (name, error) in enumerate(errors.items()):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3, "lw": 0.8}
        axes.loglog(truth, error.clip(min=1e-17), label=name, **look)


def _in_words(truth: Array, errors: Mapping[str, Array]) -> str:
    above = truth > 1e2 * ROOT
    parts = "; ".join(
        f"{name}: at most {error[above].max():.1e} above a hundred times √u, at most "
        f"{error[~above].max():.1e} below"
        for name, error in errors.items()
    )
    return (
        f"{counted(len(errors), 'curve')} over {counted(len(truth), 'eigenvalue')} from "
        f"{truth.max():.3g} down to {truth.min():.1e}, on two logarithmic axes. Relative errors: "
        f"{parts}."
    )
