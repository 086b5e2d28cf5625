"""The block Krylov method and its certificate: convergence, bounds, random starts, low rank."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from certified_solver import Bounds, LowRank, Missed
from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import WIDE
from kpca.figures.texts import counted

LEAST = 1e-17
"""Smaller numbers, and 0, are drawn here."""


def convergence(
    figure: Figure, residuals: Mapping[str, Sequence[Array]], tolerance: float
) -> Words:
    """Largest relative residual after each pass, a line for each start, in a color by matrix."""
    axes = figure.subplots()
    for k, (name, lines) in enumerate(residuals.items()):
        for line, label in zip(lines, [name] + [None] * len(lines), strict=False):
            look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 0.8}
            axes.plot(np.arange(1, len(line) + 1), line.clip(min=LEAST), label=label, **look)
    axes.axhline(tolerance, color="0.3", lw=0.8, ls="--")
    axes.set(yscale="log", xlabel="passes over the matrix", ylabel="residual / μ₁")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend()
    starts = len(next(iter(residuals.values())))
    passes = "; ".join(
        f"{name}: {max(len(line) for line in lines)}" for name, lines in residuals.items()
    )
    return Words(
        f"The largest residual after each pass, from {counted(starts, 'random start')}. Dashed: "
        "where the iteration ends. Residuals below 10⁻¹⁷ are drawn there.",
        f"{counted(len(residuals), 'kind')} of lines that fall to below {tolerance:.0e}. The most "
        f"passes needed are {passes}.",
    )


def bounds(figure: Figure, bounds_of: Mapping[str, Bounds]) -> Words:
    """Bound against true error, of eigenvalues and of the angle between subspaces."""
    figure.set_size_inches(WIDE, 3.2)
    left, right = figure.subplots(1, 2)
    for k, (name, errors) in enumerate(bounds_of.items()):
        look = {"color": COLORS[k], "marker": MARKERS[k], "s": 14, "label": name}
        left.scatter(errors.eigenvalues.clip(min=LEAST), errors.eigenvalue_bounds, **look)
        shown = np.isfinite(errors.angle_bounds)
        right.scatter(errors.angles[shown].clip(min=LEAST), errors.angle_bounds[shown], **look)
    titles = ("eigenvalues", "subspaces")
    words = ("|μ − θ|, the largest", "sin of the largest angle")
    for axes, title, quantity in zip((left, right), titles, words, strict=True):
        axes.set(xscale="log", yscale="log", title=title, xlabel=f"true: {quantity}")
        axes.set_ylabel("bound")
        low, high = axes.get_xlim()
        axes.plot([low, high], [low, high], color="0.3", lw=0.8, ls="--")
        axes.set_xlim(low, high)
    left.legend()
    points = sum(errors.eigenvalues.size for errors in bounds_of.values())
    unknown = sum(int(np.isinf(errors.angle_bounds).sum()) for errors in bounds_of.values())
    ratios = "; ".join(
        f"{name} {np.median(errors.eigenvalue_ratios):.0f} and {np.median(errors.angle_ratios):.0f}"
        for name, errors in bounds_of.items()
    )
    return Words(
        "Bounds of the certificate against true errors, for iterations that were ended at "
        "different residuals. No point may lie below the dashed line, on which both are equal. "
        "Bounds end at the a priori rounding error, where the true errors go on to fall. Angles "
        "without a bound are left out.",
        f"Two panels with {points} and {points - unknown} points above a diagonal. Where the bound "
        "follows from the residual, the median of bound over error of eigenvalues and of angles is "
        f"{ratios}.",
    )


def random_starts(figure: Figure, missed: Missed, failure: float) -> Words:
    """What starts missed of the largest eigenvalue by pass, under the bounds of the theorem."""
    axes, passes = figure.subplots(), np.arange(1, len(missed.of_blocks) + 1)
    both = (
        ("single vectors", missed.vectors, missed.of_vectors, f"ε, probability {failure:g}"),
        ("blocks", missed.blocks, missed.of_blocks, "ε of blocks, as certified"),
    )
    for k, (name, shares, epsilon, label) in enumerate(both):
        axes.plot(passes, shares.clip(min=LEAST), color=COLORS[k], lw=0.4, alpha=0.6)
        worst = shares.max(axis=1).clip(min=LEAST)
        axes.plot(passes, worst, MARKERS[k], ms=4, color=COLORS[k], label=f"{name}, worst")
        axes.plot(passes, epsilon, color=COLORS[k], lw=1.4, ls=("--", ":")[k], label=label)
    axes.set(yscale="log", xlabel="passes", ylabel="missed share of μ")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    last = f"{passes[-1]} passes"
    return Words(
        f"What {missed.blocks.shape[1]} random starts of single vectors and of blocks missed of "
        "the largest eigenvalue that is left, as a share of it; shares below 10⁻¹⁷ are drawn "
        "there. "
        "Dashed and dotted: ε of the theorem, which is exceeded with a small probability only.",
        f"Two groups of {counted(missed.blocks.shape[1], 'line')} and a line for ε of each of "
        f"them. After {last} the worst vector misses {missed.vectors[-1].max():.1e} and ε is "
        f"{missed.of_vectors[-1]:.2g}; the worst block misses {missed.blocks[-1].max():.1e} and ε "
        f"is {missed.of_blocks[-1]:.2g}.",
    )


def low_rank(figure: Figure, ranks: Sequence[int], factors: Mapping[str, LowRank]) -> Words:
    """What factors of each rank (r,) lose, what they state, and the least that is possible."""
    figure.set_size_inches(WIDE, figure.get_figheight())
    panels = figure.subplots(1, len(factors), squeeze=False)[0]
    for axes, (name, factor) in zip(panels, factors.items(), strict=True):
        lines = (
            ("stated: tr(K − K̂)", factor.bound, "--"),
            ("lost: Σ(μ − μ̂)", factor.lost, "-"),
            ("largest μ − μ̂", factor.largest, "-"),
            ("least possible", factor.best, ":"),
        )
        for k, (label, values, dashes) in enumerate(lines):
            look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "ls": dashes}
            axes.plot(ranks, values.clip(min=LEAST), label=label, **look)
        axes.set(yscale="log", xscale="log", xlabel="landmarks", title=name)
        axes.set_xticks(list(ranks), [str(rank) for rank in ranks])
        axes.minorticks_off()
    panels[0].set_ylabel("share of tr K̃")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    ends = "; ".join(
        f"{name} {factor.lost[0]:.2g} to {factor.lost[-1]:.2g}" for name, factor in factors.items()
    )
    return Words(
        "Low-rank factors: the sum of all errors of eigenvalues, what the factor states of it "
        "without the matrix, the largest error, and the least sum that is possible with this rank. "
        "Shares below 10⁻¹⁴ are rounding.",
        f"{counted(len(factors), 'panel')} of four lines that fall with the number of landmarks. "
        f"The lost share from {ranks[0]} to {ranks[-1]} of them: {ends}.",
    )
