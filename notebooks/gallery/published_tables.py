"""Tables of numbers of a repeated random experiment beside the numbers that a paper printed."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from kpca.arrays import Array
from kpca.figures import tables
from kpca.figures.texts import counted
from ranges import FEWEST, Ranges, range_name
from sigma_of_table import GRID, PRINTED, SIGMA, Comparison


def ratios(rows: Array, simulated: Ranges, seeds: int) -> None:
    """Published rows (5, 9), and medians and ranges (5, 9) of ``seeds`` seeds at the same sigma.

    Of very few seeds there are no ranges.
    """
    lines = []
    for sigma, row, *at in zip(SIGMA, rows, *simulated, strict=True):
        median, low, high = at
        ends = [f"{_short(a)}–{_short(b)}" for a, b in zip(low, high, strict=True)]
        lines.append([f"{sigma:g}", "published", *(f"{ratio:.2f}" for ratio in row)])
        lines.append(["", f"median of {counted(seeds, 'seed')}", *map(_short, median)])
        if seeds >= FEWEST:
            lines.append(["", range_name(seeds), *ends])
    columns = ["σ", "", *(str(number) for number in range(1, rows.shape[1] + 1))]
    caption = (
        "Error of linear PCA divided by that of kernel PCA, by σ and number of components: "
        "published, and simulated with the printed σ."
    )
    tables.show("table-1", caption, pd.DataFrame(lines, columns=columns))


def sigma(comparison: Comparison, seeds: int) -> None:
    """For each published row its nearest sigma, and how it fits at its sigma and at twice it."""
    row = np.arange(len(SIGMA))
    columns = {"row": SIGMA, "nearest σ": GRID[comparison.nearest]}
    columns["nearest / printed"] = GRID[comparison.nearest] / SIGMA
    for name, positions in (("at σ", PRINTED), ("at 2σ", PRINTED + 2)):
        columns[f"factor {name}"] = np.exp(comparison.distance[row, positions])
        columns[f"inside {name}"] = comparison.inside[row, positions]
        columns[f"farther {name}"] = comparison.farther[row, positions]
    forms = ("{:g}", "{:.3g}", "{:.3g}", *2 * ("{:.2f}", "{} of 9", "{:.0%}"))
    caption = (
        f"Each published row beside {counted(seeds, 'simulated row')} for each σ. Factor: the "
        "typical ratio of published number and median. Inside: published numbers inside the "
        f"{range_name(seeds)}. Farther: share of the rows, the published one among them, that are "
        "at least as far from the medians of the others as the published row; the least possible "
        f"share is {1.0 / (1 + seeds):.0%}."
    )
    formats = dict(zip(columns, forms, strict=True))
    tables.show("sigma", caption, pd.DataFrame(columns), formats)


def doubled(distances: Mapping[str, Array], seeds: int) -> None:
    """Distances (5,) of the published rows to the medians, by what is doubled."""
    rows = [[name, *np.exp(by_row), np.exp(np.mean(by_row))] for name, by_row in distances.items()]
    names = [*(f"row {sigma:g}" for sigma in SIGMA), "all rows"]
    caption = (
        f"Typical factor between published numbers and medians of {counted(seeds, 'seed')}, where "
        "σ is doubled in the noise, in the kernel, or in both."
    )
    frame = pd.DataFrame(rows, columns=["doubled", *names])
    tables.show("doubled", caption, frame, dict.fromkeys(names, "{:.2f}"))


def eigenvalues(published: Array, computed: Ranges, between: Ranges, seeds: int) -> None:
    """Eigenvalues (d,) with their published values, and the share that lies between clusters."""
    columns = {"component": np.arange(1, len(published) + 1), "published": published}
    columns |= {"median": computed.median, "low": computed.low, "high": computed.high}
    columns["between the clusters"] = between.median
    forms = ("{}", *4 * ("{:.3f}",), "{:.1%}")
    caption = (
        f"Eigenvalues λ with the {range_name(seeds)} (low to high) over {counted(seeds, 'seed')}, "
        "and the median share of the variance of the scores between the means of the clusters."
    )
    formats = dict(zip(columns, forms, strict=True))
    tables.show("eigenvalues", caption, pd.DataFrame(columns), formats)


def _short(value: float) -> str:
    """A number with three digits, and no exponent.

    >>> [_short(value) for value in (1.066, 18.2, 7601.36)]
    ['1.07', '18.2', '7601']
    """
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
