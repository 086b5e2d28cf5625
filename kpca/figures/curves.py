"""Curves: a quantity against a number that grows."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca import tolerances
from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS, STYLES
from kpca.figures.style import NARROW
from kpca.figures.texts import counted, squared, with_unit


def truncation(figure: Figure, tails: Array, direct: Array, unit: str) -> Words:
    """Errors (d + 1,) of the best map with 0 to d axes, from the spectrum and from the matrices."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes, numbers = figure.subplots(), np.arange(len(tails))
    axes.plot(numbers, tails, color=COLORS[0], label="√(Σ μ² beyond p)")
    look = {"mfc": "none", "color": COLORS[1], "ms": 4}
    axes.plot(numbers, direct, "o", label="‖K̃ − ZZᵀ‖, computed", **look)
    axes.set(xlabel="columns p of Z", xticks=numbers)
    axes.set_ylabel(with_unit("error", squared(unit)))
    axes.legend()
    return Words(
        "The error of the best map with p axes, from the spectrum and from the matrices.",
        f"A line and circles on it: the error falls from {tails[0]:.4g} with no axis to "
        f"{tails[-1]:.3g} with {numbers[-1]}.",
    )


def canceling(figure: Figure, sizes: Array, before: Array, after: Array) -> Words:
    """Relative residuals (p,) of two equations, by the length of the null vector added."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    axes.plot(sizes, after, "o-", ms=4, color=COLORS[1], label="K̃α = nλα")
    axes.plot(sizes, before, "s-", ms=4, color=COLORS[0], label="K̃²α = nλK̃α")
    axes.set(xlabel="length of the null vector added, in |α|", ylabel="relative residual")
    axes.legend()
    return Words(
        "Off the range of K̃ the equation before canceling still holds, and the one after it does "
        "not.",
        f"Two lines. The residual of the equation after canceling grows to {after[-1]:.3g} as the "
        f"null vector grows to {sizes[-1]:g} times the length of α. The residual of the equation "
        f"before canceling stays below {max(before.max(), 1e-16):.1e}.",
    )


def stress(figure: Figure, falling: Array) -> Words:
    """Root of the relative stress after each step of SMACOF, from step 0 on."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes = figure.subplots()
    axes.plot(falling, color=COLORS[0])
    axes.set(xlabel="steps of SMACOF", ylabel="√(stress / Σd²)", ylim=(0, None))
    return Words(
        "From the classical map (step 0) the stress falls: the two criteria have different "
        "minimizers.",
        f"A line that falls from {falling[0]:.4g} at step 0 to {falling[-1]:.4g} after "
        f"{len(falling) - 1} steps.",
    )


def bandwidths(figure: Figure, gammas: dict[str, float]) -> Words:
    """exp(-gamma d^2) by distance, for the gamma of each convention with sigma = 1."""
    figure.set_size_inches(NARROW, figure.get_figheight())
    axes, d = figure.subplots(), np.linspace(0.0, 3.0, 200)
    for k, (name, gamma) in enumerate(gammas.items()):
        label = f"{name} = 1: γ = {gamma:g}"
        axes.plot(d, np.exp(-gamma * d**2), color=COLORS[k], ls=STYLES[k], label=label)
    axes.set(xlabel="distance d [σ]", ylabel="k")
    axes.legend()
    at_one = "; ".join(f"{name}: {np.exp(-gamma):.3f}" for name, gamma in gammas.items())
    return Words(
        "The same σ = 1, read in two conventions. In this project γ always means exp(−γd²), and a "
        "bandwidth is converted by name.",
        f"Two bell-shaped curves that fall from 1 at distance 0. Their values at distance σ are "
        f"{at_one}.",
    )


def losses(figure: Figure, without: Array, centered: Array, tail: Array, unit: str) -> Words:
    """Mean squared distances lost (d,) by 1 to d components: without the mean, and with it."""
    axes, numbers = figure.subplots(), np.arange(1, len(tail) + 1)
    raw, whole = "P_d φ, no mean subtracted (N0)", "mean + P_d(φ − mean)"
    axes.plot(numbers, without, "s-", color=COLORS[1], label=raw, ms=4)
    axes.plot(numbers, centered, "o-", color=COLORS[0], label=whole, ms=4)
    axes.plot(numbers, tail, "x", ms=8, color="0.1", label="Σ λ beyond d")
    axes.set(xlabel="components d", xticks=numbers, ylim=(min(0, tail.min()), None))
    axes.set_ylabel(with_unit("mean squared distance lost", squared(unit)))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "With the mean, the loss is what the remaining eigenvalues hold (crosses). Without it, the "
        "part of the mean outside the components is lost too.",
        _losses_in_words(without, centered),
    )


def _losses_in_words(without: Array, centered: Array) -> str:
    if len(centered) == 1:
        return (
            f"Two points for 1 component. With the mean the loss is {centered[0]:.3g}, on the "
            f"cross; without it, {without[0]:.3g}."
        )
    return (
        f"Two lines over 1 to {len(centered)} components. With the mean the loss falls from "
        f"{centered[0]:.3g} to {centered[-1]:.3g}, through all crosses; without it, from "
        f"{without[0]:.3g} to {without[-1]:.3g}."
    )


ROOT = float(np.sqrt(tolerances.U))
"""The square root of the unit roundoff: below it, squaring loses an eigenvalue."""


def errors_of_formulations(figure: Figure, truth: Array, errors: Mapping[str, Array]) -> Words:
    """Errors (n - 1,) by formulation."""
    axes = figure.subplots()
    draw_errors(axes, truth, errors)
    axes.axvline(ROOT, color="0.3", lw=0.8, ls="--")
    axes.set(xlabel="eigenvalue μ, for μ₁ = 1", ylabel="relative error")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "Relative error of each eigenvalue. Below its cut-off, a little above √u μ₁ (dashed), the "
        "generalized problem has lost all of them: 100 %.",
        errors_in_words(truth, errors),
    )


def draw_errors(axes: Axes, truth: Array, errors: Mapping[str, Array]) -> None:
    """Errors (n - 1,) by method over the eigenvalues, on two logarithmic axes."""
    for k, (name, error) in enumerate(errors.items()):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 0.8}
        axes.loglog(truth, error.clip(min=1e-17), label=name, **look)


def errors_in_words(truth: Array, errors: Mapping[str, Array]) -> str:
    """What ``draw_errors`` shows, in numbers."""
    above = truth > 1e2 * ROOT
    ranges = "; ".join(
        f"{name}: at most {error[above].max():.1e} above a hundred times √u, at most "
        f"{error[~above].max():.1e} below"
        for name, error in errors.items()
    )
    return (
        f"{counted(len(errors), 'curve')} over {counted(len(truth), 'eigenvalue')} from "
        f"{truth.max():.3g} down to {truth.min():.1e}, on two logarithmic axes. Relative errors: "
        f"{ranges}."
    )
