"""The middle and the spread of a number over repetitions of a random experiment."""

from typing import NamedTuple

import numpy as np

from kpca.arrays import Array, Truths


class Ranges(NamedTuple):
    """Median and the ends of the 95 % range over repetitions, each of the shape of one of them.

    The ends are the percentiles 2.5 and 97.5, with linear interpolation between repetitions. So a
    range of less than some forty repetitions reaches from nearly the smallest to the largest value.
    """

    median: Array
    low: Array
    high: Array

    def holds(self, values: Array) -> Truths:
        """Whether each value lies inside its range."""
        return (self.low <= values) & (values <= self.high)


def ranges(values: Array) -> Ranges:
    """Median and 95 % range over the first axis of ``values``.

    >>> found = ranges(np.arange(101.0))
    >>> float(found.low), float(found.median), float(found.high)
    (2.5, 50.0, 97.5)
    """
    low, median, high = np.percentile(values, [2.5, 50.0, 97.5], axis=0)
    return Ranges(median, low, high)


def require_repetitions(repeats: int) -> None:
    """Raises ``ValueError`` for fewer than one repetition."""
    if repeats < 1:
        raise ValueError(f"{repeats} repetitions asked for; give a whole number from 1 on")
