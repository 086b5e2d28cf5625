"""Which sigma was behind each row of Table 1 of Mika et al. (1998)?

Every published row is held against simulated rows over a grid of sigma.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
import xarray as xr

from kpca.arrays import Array, Indices
from kpca.results import registry
from kpca.results.registry import variable
from published import MIKA_1998
from ranges import range_name, ranges

SIGMA: Array = np.array(list(MIKA_1998))
"""The sigma (5,) that the table prints."""

ROWS: Array = np.array(list(MIKA_1998.values()))
"""The numbers (5, 9) that the table prints."""

GRID: Array = SIGMA[0] * 2.0 ** (np.arange(12) / 2.0)
"""The simulated sigma (12,), from 0.05 to 2.26 in steps of a factor √2."""

PRINTED: Indices = np.arange(0, 10, 2)
"""Where each sigma of the table stands in the grid; twice this sigma stands two positions later."""


class Comparison(NamedTuple):
    """Each of p published rows held against simulated rows for s values of sigma.

    distance (p, s)   mean of |log(published/median)| over the nine numbers of a row
    inside (p, s)     how many of the nine published numbers lie inside their ranges
    farther (p, s)    share of the rows, the published one and the r simulated ones, that are at
                      least as far from the medians of the others as the published row; 1/(r + 1)
                      at the least
    """

    distance: Array
    inside: Indices
    farther: Array

    @property
    def nearest(self) -> Indices:
        """The position (p,) of the sigma whose medians are nearest to each published row."""
        return self.distance.argmin(axis=1)


def compare(rows: Array, ratios: Array) -> Comparison:
    """Published rows (p, 9) and the ratios (s, r, 9) of r repetitions.

    The nine numbers of a row come from one draw of the centers, and rise and fall together. So nine
    numbers inside their ranges are not nine confirmations; ``farther`` treats the row as one. If
    the published row is drawn as the simulated ones are, all r + 1 rows are exchangeable, and
    ``farther`` is at most x with a probability of at most x.
    """
    simulated = ranges(ratios.swapaxes(0, 1))
    farther = [[_farther(row, of_sigma) for of_sigma in ratios] for row in rows]
    return Comparison(
        _distance(rows[:, None], simulated.median),
        simulated.holds(rows[:, None]).sum(axis=2),
        np.array(farther),
    )


def to_dataset(ratios: Array, moving: Array, comparison: Comparison) -> xr.Dataset:
    """What the notebook stores: ratios (s, r, 9) and share of moving points (s, r) by ``GRID``."""
    pairs = ("published_sigma", "simulated_sigma")
    return registry.dataset("1", component=np.arange(1, ROWS.shape[1] + 1)).assign(
        published_sigma=variable(pairs[:1], SIGMA, "1", "sigma of a row, as printed"),
        published_ratio=variable(
            ("published_sigma", "component"),
            ROWS,
            "1",
            "published ratio of errors, PCA over kernel PCA",
        ),
        simulated_sigma=variable(pairs[1:], GRID, "1", "sigma of noise and kernel"),
        seed=variable(("seed",), range(ratios.shape[1]), "1", "seed of a repetition"),
        error_ratio=variable(
            ("simulated_sigma", "seed", "component"),
            ratios,
            "1",
            "mean squared distance to the true centers, PCA over kernel PCA",
        ),
        moving=variable(
            ("simulated_sigma", "seed"),
            moving,
            "1",
            "share of the points whose iteration did not end",
        ),
        row_distance=variable(pairs, comparison.distance, "1", "mean of |log(published/median)|"),
        row_inside=variable(pairs, comparison.inside, "1", "published ratios inside their ranges"),
        row_farther=variable(
            pairs,
            comparison.farther,
            "1",
            "share of all rows at least as far from the medians of the others as the published row",
        ),
    )


def for_the_report(inside: Indices, repeats: int) -> tuple[str, pd.DataFrame]:
    """Caption and rows for the report: how many numbers of each row are ``inside`` (p,)."""
    rows = pd.DataFrame({"sigma": SIGMA, "published numbers inside": inside, "of": ROWS.shape[1]})
    return (
        f"published ratios inside the {range_name(repeats)} of {repeats} draws with the printed σ; "
        "the notebook compares with twice this σ.",
        rows,
    )


def _farther(row: Array, simulated: Array) -> float:
    every = np.vstack([row, simulated])
    medians = [np.median(np.delete(every, j, axis=0), axis=0) for j in range(len(every))]
    distances = _distance(every, np.array(medians))
    return float((distances >= distances[0]).mean())


def _distance(rows: Array, medians: Array) -> Array:
    return np.abs(np.log(rows / medians)).mean(axis=-1)
