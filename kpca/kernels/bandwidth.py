"""The width of a kernel from the data: words for gamma or a length scale, and their values."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kpca.arrays import Array
from kpca.distances import city_block, squared_distances


class BandwidthError(ValueError):
    """The points determine no width of a kernel."""


def scale(X: Array) -> float:
    """gamma = 1/(q var X) of points X (n, q), scikit-learn's "scale".

    var X is the variance of all elements of X. The mean of gamma d^2 over all pairs of points is
    about 2 where the columns have equal means, and smaller where their means differ.

    Raises ``BandwidthError`` where all elements of X are equal.

    >>> scale(np.array([[0.0, 0.0], [2.0, 2.0]]))
    0.5
    """
    return _one_over(X.shape[1] * float(X.var()), "the variance of the points")


def median(X: Array) -> float:
    """gamma = 1/s^2, s the median distance between two of the points X (n, q).

    In the notes' convention exp(-d^2/sigma^2) (ledger K5): sigma = s. Garreau, Jitkrittum &
    Kanagawa, Large sample analysis of the median heuristic (2017), equation (2).

    Raises ``BandwidthError`` where half of the pairs coincide.

    >>> median(np.array([[0.0], [1.0], [3.0]]))
    0.25
    """
    return _one_over(_median_distance(X) ** 2, "the median distance of two points")


def median_length(X: Array) -> float:
    """The median distance between two of the points X (n, q).

    Raises ``BandwidthError`` where half of the pairs coincide.

    >>> median_length(np.array([[0.0], [1.0], [3.0]]))
    2.0
    """
    length = _median_distance(X)
    if not 0.0 < length < np.inf:
        raise _no_width("the median distance of two points", length, "length_scale")
    return length


def _median_distance(X: Array) -> float:
    pairs = squared_distances(X, X)[np.triu_indices(len(X), 1)]
    return float(np.median(np.sqrt(pairs)))


def median_city_block(X: Array) -> float:
    """gamma = 1/s, s the median city-block distance between two of the points X (n, q).

    Raises ``BandwidthError`` where half of the pairs coincide.

    >>> median_city_block(np.array([[0.0], [1.0], [4.0]]))
    0.3333333333333333
    """
    pairs = city_block(X, X)[np.triu_indices(len(X), 1)]
    return _one_over(float(np.median(pairs)), "the median city-block distance of two points")


def _one_over(value: float, what: str) -> float:
    gamma = 1.0 / value if value > 0.0 else np.inf
    if not 0.0 < gamma < np.inf:
        raise _no_width(what, value, "gamma")
    return gamma


def _no_width(what: str, value: float, parameter: str) -> BandwidthError:
    return BandwidthError(
        f"{what} is {value:g}: no {parameter} follows; give {parameter} as a "
        "number, or look at the data if they should differ"
    )


class Width(NamedTuple):
    """The parameter that determines which points are similar to a kernel, and how it is described.

    narrow, narrower  its values with which only close points are similar, as an adjective
    wider             its values with which points farther away are similar, too
    """

    parameter: str
    narrow: str
    narrower: str
    wider: str


GAMMA = Width("gamma", "large", "larger", "smaller")
LENGTH_SCALE = Width("length_scale", "small", "smaller", "larger")


class Word(NamedTuple):
    """A word for the width: the function that finds it from points X (n, q), and its meaning."""

    find: Callable[[Array], float]
    meaning: str


SCALE = Word(scale, "1/(q var X) of the training samples with q columns")
MEDIAN = Word(median, "1/s^2, s the median distance of two training samples")
MEDIAN_LENGTH = Word(median_length, "the median distance of two training samples")
MEDIAN_CITY_BLOCK = Word(
    median_city_block, "1/s, s the median city-block distance of two training samples"
)
