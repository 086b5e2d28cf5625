"""Similarities that are given as distances: what tells them apart where the diagonal lacks."""

import numpy as np

from kpca.arrays import Array

LEVEL, OF_PERCENT = 0.1, 0.5
"""The share of matrices of independent numbers that have a remark; if all are from 50 to 100, as
few distances are, the second. Of distances between 12 points, counts or presences almost none has
one, and of those between 4 up to a tenth."""

PERMUTED, MOST = 999, 40
"""Permutations of the numbers, and samples that are looked at."""


def remarks(D: Array, names: list[str]) -> list[str]:
    """A remark on distances D (n, n) whose file has no diagonal, if they look like similarities.

    Let M be what is left of D beside the best a_i + a_j. The mean of M_ij M_jk M_ki estimates the
    trace of the third power of a covariance: it is positive if D is a kernel but for its diagonal,
    and negative if -D is one, as with distances of points, of Bray and Curtis, and of Jaccard. So p
    is the share of permutations of the numbers with a mean as large, a p-value if they are
    independent of each other. For four samples this is Buneman's condition of four points (1971).
    Only numbers up to 1 are looked at, and those in percent with one above 50.
    """
    n, largest = len(D), float(np.max(D))
    if not (n > 3 and D.min() >= 0.0 and (0.0 < largest <= 1.0 or 50.0 < largest <= 100.0)):
        return []
    smallest, every = float(D[np.triu_indices(n, 1)].min()), slice(None, None, -(-n // MOST))
    p = _share_as_large(D[every, every])
    if p > (OF_PERCENT if smallest >= 50.0 else LEVEL):
        return []
    i, j = np.unravel_index(np.argmax(D), D.shape)
    return [
        f"the file has no diagonal, and its numbers, {smallest:g} to {largest:g}, are read as "
        "distances, but may be similarities, such as identities: where two numbers with a third "
        f"sample are large, that between both is large, too (p = {p:.2g} if the numbers are "
        f"independent of each other); {names[i]!r} and {names[j]!r} then are the nearest, and here "
        f"the farthest; if so, write {1 if largest <= 1.0 else 100} - number for each number into "
        "the file"
    ]


def _share_as_large(D: Array) -> float:
    """The share of permutations of the distances D (n, n) with a mean over triples as large."""
    n = len(D)
    rows, columns = np.triu_indices(n, 1)
    given = np.tile(D[rows, columns] / D.max(), (1 + PERMUTED, 1))
    given[1:] = np.random.default_rng(0).permuted(given[1:], axis=1)
    A = np.zeros((1 + PERMUTED, n, n))
    A[:, rows, columns] = A[:, columns, rows] = given
    # The best a_i + a_j by least squares.
    sums = A.sum(axis=2)
    a = (sums - sums.sum(axis=1, keepdims=True) / (2.0 * (n - 1))) / (n - 2)
    M = np.where(np.eye(n, dtype=bool), 0.0, A - a[:, :, None] - a[:, None, :])
    sizes = np.maximum(np.linalg.norm(M, axis=(1, 2), keepdims=True), np.finfo(float).tiny)
    means = np.einsum("kij,kji->k", M / sizes @ (M / sizes), M / sizes)
    # Each element of M has the roundings of 4n numbers up to 1, and each mean six such matrices.
    rounding = 6.0 * n * 4.0 * n * np.finfo(float).eps / sizes[0].item()
    return float(np.mean(means >= means[0] - rounding))
