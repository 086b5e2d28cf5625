"""Numbers of a repeated random experiment beside the numbers that a paper printed."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import NARROW, SMALLEST, WIDE
from kpca.figures.texts import counted
from ranges import Ranges, and_range, band, range_name
from sigma_of_table import GRID, PRINTED, SIGMA, Comparison

PUBLISHED = {"ls": "none", "marker": "D", "ms": 3, "color": COLORS[1], "label": "published"}
"""The look of a published number."""

SIGMA_SHOWN, MOST_SHOWN = (0.2, 12.0), 100.0
"""Simulated over printed sigma, and the largest factor, that the axes of ``nearest`` show."""


def ratios(figure: Figure, rows: Array, simulated: Ranges, seeds: int) -> Words:
    """Published rows (5, 9) over the ranges (12, 9) of the grid: above at sigma, below at twice it.

    ``seeds`` is the number of repetitions.
    """
    figure.set_size_inches(WIDE, 3.9)
    panels = figure.subplots(2, len(rows), sharex=True, sharey="col")
    for line, positions in zip(panels, (PRINTED, PRINTED + 2), strict=True):
        for axes, row, position, sigma in zip(line, rows, positions, SIGMA, strict=True):
            at = Ranges(*(quantity[position] for quantity in simulated))
            _beside(axes, row, at, seeds)
            axes.set_title(f"row {sigma:g}, σ = {GRID[position]:g}")
            axes.set_yscale("log")
            axes.set_xticks([1, 5, 9])
        line[0].set_ylabel("error of PCA / of kernel PCA")
    for (above, below), row, position in zip(panels.T, rows, PRINTED, strict=True):
        _plain_ticks(above, *_extent(row, simulated, [position, position + 2]))
        below.set_xlabel("components")
    _legend(figure, panels[0, 0])
    inside = [_inside(rows, simulated, positions) for positions in (PRINTED, PRINTED + 2)]
    return Words(
        f"Ratio of the mean squared distances to the true centers, over {counted(seeds, 'seed')}: "
        f"line, median{and_range(seeds, '; band, ')}; diamonds, the published table. The "
        "first half of the panels is simulated with the printed σ, the second with twice this σ.",
        f"Two rows of {counted(len(rows), 'panel')} with nine published numbers each, on "
        f"logarithmic axes. With the printed σ {sum(inside[0])} of {rows.size} diamonds lie inside "
        f"the ranges (by row: {_listed(inside[0])}); with twice this σ {sum(inside[1])} "
        f"({_listed(inside[1])}).",
    )


def nearest(figure: Figure, comparison: Comparison, seeds: int) -> Words:
    """The distance of each published row (5) to the medians of ``seeds`` seeds, over sigma (12)."""
    figure.set_size_inches(WIDE, 2.8)
    axes = figure.subplots()
    for k, (sigma, distance) in enumerate(zip(SIGMA, comparison.distance, strict=True)):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3.5, "lw": 0.9}
        axes.plot(GRID / sigma, np.exp(distance), label=f"row {sigma:g}", **look)
    for factor, text in ((1.0, "as printed"), (2.0, "doubled")):
        axes.axvline(factor, color="0.3", lw=0.8, ls="--")
        axes.text(0.97 * factor, 1.0, text, rotation=90, ha="right", va="top", fontsize=SMALLEST)
        axes.texts[-1].set_transform(axes.get_xaxis_transform())
    axes.set(xscale="log", yscale="log", xlim=SIGMA_SHOWN, ylim=(0.95, MOST_SHOWN))
    axes.set(xlabel="simulated σ / printed σ", ylabel="factor, published to median")
    axes.set_xticks([0.25, 0.5, 1, 2, 4, 8], ["1/4", "1/2", "1", "2", "4", "8"])
    axes.set_yticks([1, 2, 5, 10, 20, 50, 100], ["1", "2", "5", "10", "20", "50", "100"])
    axes.minorticks_off()
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    least = "; ".join(
        f"row {sigma:g}: {np.exp(row[at]):.3g} at {GRID[at] / sigma:.3g} times its σ, and "
        f"{np.exp(row[position]):.3g} at its σ"
        for sigma, row, at, position in zip(
            SIGMA, comparison.distance, comparison.nearest, PRINTED, strict=True
        )
    )
    return Words(
        f"How far each published row is from the medians of {counted(seeds, 'seed')}: the typical "
        "factor between the two, over the simulated σ. A factor of 1 is agreement. The axes show "
        f"factors up to {MOST_SHOWN:g}, and σ from {SIGMA_SHOWN[0]:g} to {SIGMA_SHOWN[1]:g} times "
        "the printed one.",
        f"{counted(len(comparison.distance), 'curve')} with a minimum each. {least}.",
    )


def eigenvalues(figure: Figure, published: Array, computed: Ranges, seeds: int) -> Words:
    """Published eigenvalues (d,) and the range of the computed ones (d,) over ``seeds`` seeds."""
    figure.set_size_inches(NARROW, 2.5)
    axes, number = figure.subplots(), np.arange(1, len(published) + 1)
    low, high = computed.median - computed.low, computed.high - computed.median
    look = {"fmt": "o", "ms": 3, "capsize": 2, "color": COLORS[0], "lw": 0.9}
    label = f"median of {counted(seeds, 'seed')}"
    axes.errorbar(number - 0.12, computed.median, [low, high], label=label, **look)
    axes.plot(number + 0.12, published, **PUBLISHED)
    axes.set(xlabel="component", ylabel="λ", xticks=number, ylim=(0, None))
    axes.legend()
    inside = int(computed.holds(published).sum())
    medians, printed = (
        ", ".join(f"{value:.3f}" for value in row) for row in (computed.median, published)
    )
    return Words(
        f"Eigenvalues λ over {counted(seeds, 'seed')}: circles, medians; bars, "
        f"{range_name(seeds)}s; diamonds, the published values as recalled.",
        f"{counted(len(published), 'component')} with a circle, a bar and a diamond each. Medians: "
        f"{medians}. Published: {printed}. {inside} of {len(published)} diamonds lie inside the "
        "bars.",
    )


def _beside(axes: Axes, row: Array, at: Ranges, seeds: int) -> None:
    number = np.arange(1, len(row) + 1)
    band(axes, number, at, seeds, color=COLORS[0], alpha=0.25, label=range_name(seeds))
    axes.plot(
        number, at.median, color=COLORS[0], lw=1.0, label=f"median of {counted(seeds, 'seed')}"
    )
    axes.plot(number, row, **PUBLISHED)


def _inside(rows: Array, simulated: Ranges, positions: Array) -> list[int]:
    at = Ranges(*(quantity[positions] for quantity in simulated))
    return [int(count) for count in at.holds(rows).sum(axis=1)]


def _listed(counts: list[int]) -> str:
    return ", ".join(map(str, counts))


def _extent(row: Array, simulated: Ranges, positions: list[int]) -> tuple[float, float]:
    """A little less than the least number in a column of panels, and more than the largest."""
    low, high = (
        min(row.min(), simulated.low[positions].min()),
        max(row.max(), simulated.high[positions].max()),
    )
    return 0.85 * float(low), 1.18 * float(high)


def _plain_ticks(axes: Axes, low: float, high: float) -> None:
    """Ticks at 1, 2 and 5 times powers of ten, or at these only over many decades; no exponents."""
    steps = (1, 2, 5) if high < 50 * low else (1,)
    every = [step * 10.0**power for power in range(-3, 6) for step in steps]
    shown = [value for value in every if low <= value <= high]
    axes.set_ylim(low, high)
    axes.set_yticks(shown, [f"{value:g}" for value in shown])
    axes.minorticks_off()


def _legend(figure: Figure, axes: Axes) -> None:
    look = {"loc": "outside upper left", "ncols": 3}
    figure.legend(*axes.get_legend_handles_labels(), **look)
