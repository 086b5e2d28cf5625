"""Numbers that may mean a missing value: -999 far from all others, and -1 among codes."""

from collections.abc import Sequence

import numpy as np

from kpca.arrays import Array
from kpca.tables.wording import counted, listed

WRITTEN = (
    *(-999.0, -9999.0, -99999.0, -99.0, 99.0, 999.0, 9999.0, 99999.0),
    *(-99.9, -999.9, -9999.9, 999.9, 9999.9, -888.0, -32768.0),
    # Fill values of netCDF and of climate models, and the least number of single precision.
    *(9.96921e36, 1e20, 1e30, -3.402823e38, -3.40282e38, -3.4e38),
    *(9.969209968386869e36, -3.4028234663852886e38),
)
"""Numbers that loggers, statistical programs and file formats write for a missing value."""

SENTINELS = tuple(dict.fromkeys([*WRITTEN, *np.float32(WRITTEN).tolist()]))
"""These numbers, and what they become in a column of single precision."""

WITH_NEIGHBORS = (99.0, 999.0, 9999.0)
"""Numbers, or their negatives, beside which questionnaires have others, such as 98 beside 99."""

NEIGHBORS = 3
"""How many other such numbers there may be, each nearer to 0 by one."""

FEWEST_CODES = 30
"""Fewer numbers may be small and whole by chance."""

MOST_CODES = 9
"""The largest whole number that is a code of one digit."""


def sentinels(X: Array, names: Sequence[str]) -> dict[float, list[str]]:
    """The numbers in X (n, q) that may mean a missing value, and the columns that have them.

    Each is far from all others of its column, or the only negative number among codes.
    """
    found: dict[float, list[str]] = {}
    for number in SENTINELS:
        are = number == X
        far = [j for j in np.flatnonzero(are.any(axis=0)) if _is_beyond(number, X[~are[:, j], j])]
        # A single 99 may be a number, wherever others are near to theirs.
        if are[:, far].sum() > (number > 0):
            found[number] = [names[j] for j in far]
    return found | _among_codes(X, names) | _beside(found, X, names)


def why(number: float) -> str:
    """Why a number may mean a missing value: where it stands among the others."""
    if number == CODE:
        return "the only negative number among whole numbers from 0"
    return "far from all other numbers"


def where(found: dict[float, list[str]], X: Array, names: Sequence[str]) -> str:
    """Where such numbers stand in columns of X (n, q), and how often."""
    shown = []
    for number, columns in found.items():
        times = counted(int((number == X[:, np.isin(names, columns)]).sum()), "time")
        shown.append(f"{number:g} stands {times}, {why(number)} of {listed([*map(repr, columns)])}")
    return "; ".join(shown)


CODE = -1.0
"""The number that programs write for a missing genotype or answer."""


def _among_codes(X: Array, names: Sequence[str]) -> dict[float, list[str]]:
    """-1, where all others are small whole numbers from 0, as those of genotypes are."""
    are = X == CODE
    others = X[~are & ~np.isnan(X)]
    if not are.any() or 4 * are.sum() > X.size or X.size < FEWEST_CODES:
        return {}
    are_whole = bool((others % 1.0 == 0.0).all())
    if not are_whole or others.min() != 0.0 or not 2.0 <= others.max() <= MOST_CODES:
        return {}
    return {CODE: [names[j] for j in np.flatnonzero(are.any(axis=0))]}


def _beside(
    found: dict[float, list[str]], X: Array, names: Sequence[str]
) -> dict[float, list[str]]:
    """Numbers next to those that were found, such as 98 beside 99, and as far from all others."""
    more: dict[float, list[str]] = {}
    for number in [one for one in found if abs(one) in WITH_NEIGHBORS]:
        nearer = number - np.sign(number) * np.arange(NEIGHBORS + 1)
        for near in map(float, nearer[1:]):
            columns = np.flatnonzero((near == X).any(axis=0))
            far = [j for j in columns if _is_beyond(near, X[~np.isin(X[:, j], nearer), j])]
            if far and near not in found:
                more[near] = [names[j] for j in far]
    return more


def _is_beyond(number: float, others: Array) -> bool:
    """Whether a number is farther from all ``others`` than these are from each other.

    These have to vary; nan stands for a missing one.
    """
    others = others[~np.isnan(others)]
    if others.size < 2 or others.min() == others.max():
        return False
    low, high = others.min(), others.max()
    return bool(max(low - number, number - high) > high - low)
