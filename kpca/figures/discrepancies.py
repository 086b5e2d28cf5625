"""Discrepancies beside the tolerances that they have to stay within."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.agreement_matrix import strips
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.texts import counted, squared, with_unit
from kpca.statements.check import Check

EXACT = 1e-54
"""Where a discrepancy of exactly zero is drawn beside others with fifty digits."""


def norms(figure: Figure, ways: Mapping[str, Array], allowed: Array) -> Words:
    """How far squared norms (d,), by the way they are computed, are from 1; tolerances (d,)."""
    axes, position = figure.subplots(), np.arange(1, len(allowed) + 1)
    away = {way: np.abs(value - 1) for way, value in ways.items()}
    for k, (way, error) in enumerate(away.items()):
        look = {"color": COLORS[k], "label": way, "ms": 4}
        axes.plot(position, error.clip(min=2.0**-54), MARKERS[k], **look)
    axes.plot(position, allowed, "_", ms=14, color="0.3", label="tolerance")
    axes.set(yscale="log", xlabel="component", ylabel="| ‖f‖² − 1 |", xticks=position)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    largest = "; ".join(f"{way}: {error.max():.1e}" for way, error in away.items())
    return Words(
        "How far the squared norm is from one, for each way to compute it. Bars: the tolerance of "
        "α'K̃α; that of nλα'α is twice as large. A value that is exact is drawn at half a rounding "
        "unit.",
        f"Markers for {len(away)} ways and {counted(len(allowed), 'component')} on a logarithmic "
        f"axis. The largest differences from one are {largest}. The tolerances lie between "
        f"{allowed.min():.1e} and {allowed.max():.1e}.",
    )


def eigenvalues(figure: Figure, difference: Array, bound: float, unit: str) -> Words:
    """Differences (n,) of the eigenvalues of two formulations, and Weyl's bound on them."""
    axes = figure.subplots()
    position, drawn = np.arange(1, len(difference) + 1), difference.clip(min=bound * 1e-9)
    label = "difference of the formulations"
    axes.scatter(position, drawn, s=6, color=COLORS[0], label=label)
    axes.axhline(bound, color=COLORS[1], lw=1.2, label="Weyl's bound on it")
    axes.set(yscale="log", xlabel="position in the spectrum")
    axes.set_ylabel(with_unit("|Δμ|", squared(unit)))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return Words(
        "Every eigenvalue of one formulation against the other. Equal ones are drawn at a "
        "billionth of the bound.",
        f"{counted(len(difference), 'dot')} on a logarithmic axis, the highest at "
        f"{difference.max():.1e}, below a line at {bound:.1e}. "
        f"Exactly zero: {(difference == 0).sum()}.",
    )


def formulations(
    figure: Figure,
    compared: Mapping[str, tuple[Array, Array, Array]],
    groups: Sequence[str],
    unit: str,
) -> Words:
    """Differences of scores, their tolerances and controls, by formulation and group."""
    figure.set_size_inches(figure.get_figwidth(), 3.0)
    axes = figure.subplots()
    for k, (name, (measured, allowed, _)) in enumerate(compared.items()):
        across = np.arange(len(groups)) + 0.09 * (k - len(compared) / 2)
        look = {"color": COLORS[k], "marker": MARKERS[k], "s": 12}
        axes.vlines(across, measured.clip(min=1e-18), allowed, color="0.85", lw=1, zorder=0)
        axes.scatter(across, measured.clip(min=1e-18), label=name, **look)
        axes.scatter(across, allowed, marker="_", s=50, color=COLORS[k])
    axes.set(yscale="log", xlabel="component (or group of components)")
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylabel(with_unit("‖Z − Z′‖", unit))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    largest = "; ".join(
        f"{name}: {measured.max():.1e} of {allowed[measured.argmax()]:.1e} allowed"
        for name, (measured, allowed, _) in compared.items()
    )
    return Words(
        "Difference of the scores of each formulation from the eigen-solve, under its tolerance "
        "(bar). Formulations that iterate or square the matrix have wider ones; all tolerances "
        "rise where eigenvalues crowd.",
        f"{counted(len(compared), 'series', 'series')} of markers with a bar above each marker, on "
        f"a logarithmic axis. The largest differences are {largest}.",
    )


def statements(figure: Figure, checks: Sequence[Check]) -> Words:
    """The share of its tolerance that each check uses, and its mildest control."""
    figure.set_size_inches(figure.get_figwidth(), 1.3)
    ratio = np.array([check.ratio for check in checks])
    away = np.array([check.margin for check in checks])
    both, nearest = np.vstack([ratio, away]), (int(ratio.argmax()), int(away.argmin()))
    beside = [f"{checks[k].id}: {both[row, k]:.2g}" for row, k in enumerate(nearest)]
    crossed = np.repeat([[False], [True]], len(checks), axis=1)
    strips(figure.subplots(), ["statements", "broken formulas"], both, beside, crossed)
    return Words(
        "Left of the dashed line: within tolerance. The broken formulas (crosses, the mildest of "
        "all entries) miss it by orders of magnitude. On the right: the marks nearest to the line. "
        "A share below a billionth, or an exact zero, is drawn on the left edge.",
        f"Two marks for each of {counted(len(checks), 'statement')} on a logarithmic axis. "
        f"{(ratio <= 1).sum()} discrepancies lie left of the dashed line, the farthest at "
        f"{ratio.max():.2g} of its tolerance; exactly zero: {(ratio == 0).sum()}. The broken "
        f"formulas lie at {away.min():.1e} tolerances or more.",
    )


def in_two_arithmetics(figure: Figure, ids: Sequence[str], double: Array, fifty: Array) -> Words:
    """Discrepancies of checks of the statements ``ids``, in double precision and fifty digits."""
    figure.set_size_inches(figure.get_figwidth(), 2.2)
    axes, bins = figure.subplots(), 10.0 ** np.arange(-54.5, -3.5)
    for values, label, look in (
        (fifty, "fifty digits", {"color": COLORS[0]}),
        (double, "double precision", {"color": COLORS[4], "hatch": "////", "ec": "0.1"}),
    ):
        axes.hist(values.clip(min=EXACT), bins, label=label, **look)
    axes.set(xscale="log", xlabel="discrepancy", ylabel="checks")
    axes.legend(loc="upper center")
    return Words(
        "Discrepancies of the same checks on six small studies, counted by powers of ten. The "
        "functions and the input are the same; only the arithmetic differs. An exact zero is "
        "counted at 1e-54.",
        f"Two histograms of {counted(len(ids), 'check')} of {len({*ids})} statements, on a "
        f"logarithmic axis. In double precision the discrepancies reach {double.max():.1e}, with "
        f"fifty digits {fifty.max():.1e}.",
    )
