"""Columns of length one, and which columns vary by more than rounding."""

import numpy as np

from kpca.arithmetic import U
from kpca.arithmetic import lengths as length_of
from kpca.arrays import Array, Truths


def varies(X: Array) -> Truths:
    """Which columns (q,) of X (n, q) have values that differ by more than their own rounding.

    Values that differ by two units in the last digit are taken as equal. A standard deviation does
    not tell, because it contains the rounding of the mean: that of a hundred times 0.1 is 2e-16.
    """
    return np.ptp(X, axis=0) > 4.0 * U * np.abs(X).max(axis=0)


def deviations(X: Array, weights: Array | None = None) -> Array:
    """Standard deviations (q,) of the columns of X (n, q), whose rows may have ``weights`` (n,).

    >>> deviations(np.array([[1.0], [3.0], [3.0], [5.0]]), np.array([1.0, 0.5, 0.5, 2.0]))
    array([1.6583124])
    """
    r = np.ones(len(X)) if weights is None else weights
    centered = X - np.average(X, axis=0, weights=weights)
    return length_of(centered * np.sqrt(r)[:, None]) / np.sqrt(r.sum())


def of_length_one(X: Array, weights: Array | None = None) -> tuple[Array, Array]:
    """The columns of X (n, q), each less its mean and divided by its length, and the lengths (q,).

    A column that does not vary becomes 0, and its length is 1. With ``weights`` r (n,) the means
    are weighted, and row i is then multiplied by r_i^(1/2).
    """
    # The first value is subtracted before the mean, whose rounding would count beside a large one.
    centered = np.where(varies(X), X - X[0], 0.0)
    centered -= np.average(centered, axis=0, weights=weights)
    if weights is not None:
        centered *= np.sqrt(weights)[:, None]
    # In units of the largest element, because squares of very small or large numbers would vanish
    # or overflow.
    largest = _or_one(np.abs(centered).max(axis=0))
    lengths = _or_one(np.linalg.norm(centered / largest, axis=0))
    return centered / largest / lengths, largest * lengths


def _or_one(lengths: Array) -> Array:
    return np.where(lengths > 0.0, lengths, 1.0)
