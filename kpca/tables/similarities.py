"""Similarities that are given as distances: what tells them apart where the diagonal lacks."""

import numpy as np

from kpca.arrays import Array

LEVEL = 1.28
"""The size of ``_likeness`` from which numbers have a remark: 90 % of the normal distribution. If
all are from 50 to 100, as few distances are, it is 0. Of distances between 12 points, counts or
presences almost none has one, of those between 4 up to a tenth, and of independent numbers, which
no distances are, up to a half if they are skewed."""


def remarks(D: Array, names: list[str]) -> list[str]:
    """A remark on distances D (n, n) whose file has no diagonal, if they look like similarities.

    Only numbers up to 1 are looked at, and those in percent with one above 50.
    """
    largest = float(np.max(D))
    if not (len(D) > 3 and D.min() >= 0.0 and (0.0 < largest <= 1.0 or 50.0 < largest <= 100.0)):
        return []
    smallest = float(D[np.triu_indices(len(D), 1)].min())
    if _likeness(D / largest) <= (0.0 if smallest >= 50.0 else LEVEL):
        return []
    i, j = np.unravel_index(np.argmax(D), D.shape)
    return [
        f"the file has no diagonal, and its numbers, {smallest:g} to {largest:g}, are read as "
        "distances, but may be similarities, such as identities: where two numbers with a third "
        f"sample are large, that between both is large, too; {names[i]!r} and {names[j]!r} then "
        "are the nearest, and here the farthest; if so, write "
        f"{1 if largest <= 1.0 else 100} - number for each number into the file"
    ]


def _likeness(D: Array) -> float:
    """How much D (n, n), up to 1 and with zeros in its diagonal, is like a matrix of similarities.

    Let M be what is left of D beside the best a_i + a_j. The sum of M_ij M_jk M_ki estimates the
    trace of the third power of a covariance: it is positive if D is a kernel but for its diagonal,
    and negative if -D is one, as with distances of points, of Bray and Curtis, and of Jaccard. For
    four samples this is Buneman's condition of four points (1971). The unit is the standard
    deviation if the elements of M are normal and independent, 6 (n^3 / 6)^(1/2) times their third
    power. 0 if M is rounding, as of equal numbers.
    """
    n = len(D)
    # The best a_i + a_j by least squares.
    sums = D.sum(axis=0)
    a = (sums - sums.sum() / (2.0 * (n - 1))) / (n - 2)
    M = np.where(np.eye(n, dtype=bool), 0.0, D - a[:, None] - a)
    size = np.linalg.norm(M)
    # Each of n^2 elements of M has the roundings of 4n numbers up to 1.
    if size <= 4.0 * n**2 * np.finfo(float).eps:
        return 0.0
    M /= size
    return float(np.sum(M @ M * M) * np.sqrt(n**3 / 6.0))
