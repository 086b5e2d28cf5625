"""Distances between the rows of a table, from SciPy but for that of Jensen and Shannon.

Gower's is a weighted sum of one of them.

The distances of new samples are those to the training samples, and every number that a distance
takes from a table (the ranges of Gower's) comes from the training samples. So a new sample has the
same distances whatever other new samples there are.

Gower's also compares columns of texts, which are numbers of classes (``kpca.tables.classes``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import xlog1py

from kpca.arrays import Array
from kpca.studies.transforms import require_no_zeros
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.samples import Samples, have
from kpca.tables.table import InputError
from kpca.tables.wording import in_all


@dataclass(frozen=True)
class Measure:
    """A distance of two samples x and y.

    formula     the distance; sums and means run over the columns
    metric      name of the distance in ``scipy.spatial.distance.cdist``, or a function of samples
                (m, q) and (n, q) whose result (m, n) has the distances
    of_amounts  whether values have to be at least 0, and their sum above 0
    has_units   whether a column of large numbers dominates
    of_ranges   whether it is divided by the ranges of the columns of the training samples
    of_presence whether it only asks which values are 0
    of_texts    whether columns of texts are data, too
    """

    formula: str
    metric: str | Callable[[Array, Array], Array]
    of_amounts: bool = False
    has_units: bool = True
    of_ranges: bool = False
    of_presence: bool = False
    of_texts: bool = False


def _jensen_shannon(X: Array, Y: Array) -> Array:
    """The root of the mean of m ((1 + t) log(1 + t) + (1 - t) log(1 - t)) / 2, summed over columns.

    The shares of both samples are m (1 + t) and m (1 - t) in a column. SciPy sums p log(p / m) for
    both instead, and for equal shares that sum is rounding, the root of which is 1e-8 or nan.
    """
    X, Y = (points / points.sum(axis=1, keepdims=True) for points in (X, Y))
    squares = np.empty((len(X), len(Y)))
    for row, x in zip(squares, X, strict=True):
        total = x + Y
        t = (x - Y) / np.where(total > 0.0, total, 1.0)
        row[:] = 0.25 * (total * (xlog1py(1.0 + t, t) + xlog1py(1.0 - t, -t))).sum(axis=1)
    return np.sqrt(np.maximum(squares, 0.0))


MEASURES = {
    "braycurtis": Measure("sum|x − y| / sum(x + y)", "braycurtis", of_amounts=True),
    "canberra": Measure(
        "sum of |x − y| / (|x| + |y|), 0 where both are 0", "canberra", has_units=False
    ),
    "chebyshev": Measure("max|x − y|", "chebyshev"),
    "cityblock": Measure("sum|x − y|", "cityblock"),
    "euclidean": Measure("√(sum (x − y)²)", "euclidean"),
    "gower": Measure(
        "mean of |x − y| / range, the range being that of the training samples, and for texts 0 if "
        "they are equal and 1 if not (Gower 1971)",
        "cityblock",
        has_units=False,
        of_ranges=True,
        of_texts=True,
    ),
    "jaccard": Measure(
        "columns in which one of both is 0 / columns in which not both are 0",
        "jaccard",
        of_amounts=True,
        has_units=False,
        of_presence=True,
    ),
    "jensenshannon": Measure(
        "root of the Jensen–Shannon divergence of x / sum(x) and y / sum(y)",
        _jensen_shannon,
        of_amounts=True,
    ),
}


def between(name: str, X: Array, Y: Array, ranges: Array | None = None) -> Array:
    """Distances (m, n) from samples X (m, q) to samples Y (n, q).

    ``ranges`` (q,) are those of the columns for Gower's, and 0 for a column of classes.
    """
    measure = MEASURES[name]
    if measure.of_presence:
        X, Y = X != 0.0, Y != 0.0
    if measure.of_ranges:
        return _of_ranges(measure, X, Y, ranges)
    if callable(measure.metric):
        return measure.metric(X, Y)
    return cdist(X, Y, measure.metric)


def _of_ranges(measure: Measure, X: Array, Y: Array, ranges: Array) -> Array:
    """The mean over the columns: of numbers in units of the ranges, and of classes that differ."""
    q, are_numbers = len(ranges), ranges > 0.0
    D = np.zeros((len(X), len(Y)))
    if are_numbers.any():
        weights = 1.0 / (q * ranges[are_numbers])
        D += cdist(X[:, are_numbers], Y[:, are_numbers], measure.metric, w=weights)
    for j in np.flatnonzero(~are_numbers):
        D += (X[:, j, None] != Y[:, j]) / q
    return D


def among(name: str, X: Array, ranges: Array | None = None) -> Array:
    """Distances (n, n) among samples X (n, q), symmetric to the last bit, with a diagonal of 0."""
    D = between(name, X, X, ranges)
    D = 0.5 * (D + D.T)
    np.fill_diagonal(D, 0.0)
    return D


def require_defined(name: str, given: Samples, where: str) -> None:
    """Raises ``InputError`` for samples between which a distance is not defined."""
    if not MEASURES[name].of_amounts:
        return
    if (given.X < 0.0).any():
        i, j = np.argwhere(given.X < 0.0)[0]
        raise InputError(
            f"{where}: sample {given.names[i]!r}, column {given.columns[j]!r}: {given.X[i, j]:g}"
            f"{in_all(int((given.X < 0.0).sum()), 'such value')}; allowed for "
            + setting(distance=name)
            + ": numbers of at least 0, before which neither "
            + named("standardize")
            + " nor a transform by logarithms stands; take "
            + setting(distance="euclidean")
            + " for such numbers"
        )
    require_no_zeros(given, setting(distance=name), where)


def ranges(given: Samples, where: str) -> Array:
    """The range (q,) of each column of numbers, and 0 for a column of classes.

    Raises ``InputError`` for a column of numbers with one value only.
    """
    found = np.where(given.are_classes, 0.0, np.ptp(given.X, axis=0))
    still = [given.columns[j] for j in np.flatnonzero((found == 0.0) & ~given.are_classes)]
    if still:
        raise InputError(
            f"{where}: {have(still)} one value only, and "
            + setting(distance="gower")
            + f" divides by the range; leave {'it' if len(still) == 1 else 'them'} out with "
            + setting(omit=still)
            + INSIDE
        )
    return found
