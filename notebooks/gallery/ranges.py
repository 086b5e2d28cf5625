"""The middle and the spread of a number over repetitions of a random experiment."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from kpca.arrays import Array, Truths

ENOUGH = 40
"""Repetitions from which on a range leaves out 2.5 % at each end: one repetition of forty."""


FEWEST = 3
"""Repetitions from which on a range is shown: one number has none, and that of two is the two."""


class Ranges(NamedTuple):
    """Median and the ends of the range over repetitions, each of the shape of one of them.

    The ends are the percentiles 2.5 and 97.5, with linear interpolation between repetitions. Of
    fewer than ``ENOUGH`` repetitions they are the least and the largest value, because so few
    numbers do not tell where 95 % of the others lie: a new normal number lies between the least and
    the largest of 3 with a probability of 1/2, and of r with (r - 1)/(r + 1).
    """

    median: Array
    low: Array
    high: Array

    def holds(self, values: Array) -> Truths:
        """Whether each value lies inside its range."""
        return (self.low <= values) & (values <= self.high)


def ranges(values: Array) -> Ranges:
    """Median and range over the first axis of ``values``; ``range_name`` says what range it is.

    >>> found = ranges(np.arange(101.0))
    >>> float(found.low), float(found.median), float(found.high)
    (2.5, 50.0, 97.5)
    """
    ends = [2.5, 97.5] if len(values) >= ENOUGH else [0.0, 100.0]
    low, median, high = np.percentile(values, [ends[0], 50.0, ends[1]], axis=0)
    return Ranges(median, low, high)


def range_name(repeats: int) -> str:
    """What the range of so many repetitions is, in words.

    >>> range_name(3), range_name(100)
    ('least-to-largest range', '95 % range')
    """
    return "95 % range" if repeats >= ENOUGH else "least-to-largest range"


def and_range(repeats: int, shown: str) -> str:
    """What a caption says behind the median: the range and how it is shown; "" if it is not shown.

    >>> and_range(100, "; band, "), and_range(2, "; band, ")
    ('; band, 95 % range', '')
    """
    return f"{shown}{range_name(repeats)}" if repeats >= FEWEST else ""


def band(axes: Axes, x: ArrayLike, found: Ranges, repeats: int, **look: object) -> None:
    """The range of so many repetitions as a band over x; nothing if they are too few."""
    if repeats >= FEWEST:
        axes.fill_between(x, found.low, found.high, linewidth=0, **look)


def require_repetitions(repeats: int) -> None:
    """Raises ``ValueError`` for fewer than one repetition."""
    if repeats < 1:
        raise ValueError(f"{repeats} repetitions asked for; give a whole number from 1 on")
