"""Centering in feature space, from the Gram matrix alone.

With H = I - 11'/n and the mean feature phi-bar, HKH holds the inner products of phi(x_i) - phi-bar.

Samples may have ``weights`` r (n,) > 0, which add up to N: a weight is a number of copies (ledger
S12). With w = r/N means are weighted, H_w = I - 1w', and R^(1/2) H_w K H_w' R^(1/2), R = diag(r),
has the eigenvalues of the table with copies. It is P (R^(1/2) K R^(1/2)) P with the projector
P = I - qq' that removes what lies along q = w^(1/2), as H removes the mean. None: all weights are
1, so that N = n and q = 1/n^(1/2).
"""

from typing import Any

import numpy as np

from kpca.arrays import Array

LEAST = 1e-8
"""A weight is at least that share of the mean of all that are not 0. A score is an element of a
vector over the root of the weight, so that its rounding is at most 1e4 times that of the mean."""


def centering_matrix(n: int, unit: float = 1.0) -> Array:
    """H = I - 11'/n (n, n), the projector that removes the mean (note N0)."""
    return np.eye(n) - unit / n


def total(values: Array, weights: Array | None = None) -> Any:
    """The sum of the values (n,) of all samples."""
    return values.sum() if weights is None else weights @ values


def mean(values: Array, weights: Array | None = None) -> Any:
    """The mean of the values (n,) of all samples."""
    return values.mean() if weights is None else weights @ values / weights.sum()


def axis(weights: Array | None) -> Array | None:
    """The unit vector q (n,) that a weighted matrix sends to 0; None where that is 1/n^(1/2)."""
    return None if weights is None else np.sqrt(weights / weights.sum())


def along(Q: Array, q: Array | None = None) -> Array:
    """qq'Q (n, b), what vectors Q (n, b) have along the ``axis``: of 1/n^(1/2) the means (b,)."""
    return Q.mean(axis=0) if q is None else np.outer(q, q @ Q)


def row_means(K: Array, weights: Array | None = None) -> Array:
    """Means (n,) of the rows of a matrix K (n, m), of whose columns each is a sample."""
    # NumPy sums pairwise along a contiguous last axis only; elsewhere its error grows like n. Rows
    # and columns of a symmetric matrix have the same means to the last bit in one layout only.
    K = np.ascontiguousarray(K)
    return K.mean(axis=1) if weights is None else K @ (weights / weights.sum())


def center(K: Array, weights: Array | None = None) -> Array:
    """K-tilde = HKH (n, n) of a Gram matrix K (n, n): ledger C1, notes N0, N1.

    It is computed element by element, k_ij - mean_i - mean_j + mean, which costs n^2 and not n^3. A
    second pass follows, because rounding leaves means of size u max|k|; it reduces them to
    u max|k~|. With weights it is R^(1/2) H_w K H_w' R^(1/2).

    >>> center(np.array([[5.0, 1.0], [1.0, 1.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    centered = _center_once(_center_once(K, weights), weights)
    # The product of the roots first, because the result is then symmetric to the last bit, too.
    return centered if weights is None else centered * np.outer(*[np.sqrt(weights)] * 2)


def _center_once(K: Array, weights: Array | None) -> Array:
    rows, columns = row_means(K, weights), row_means(K.T, weights)
    # Both means are subtracted at once, so that the result is symmetric to the last bit if K is.
    return K - (rows[:, None] + columns[None, :]) + mean(rows, weights)


def center_new(K_new: Array, K: Array) -> Array:
    """Centered kernel (m, n) between new samples and training samples: ledger C3, notes N1, N3.

    ``K_new`` (m, n) holds k(t_a, x_i), ``K`` (n, n) the training Gram matrix. On both sides the
    *training* mean is subtracted, whatever the new samples are.
    """
    return center_rows(K_new, row_means(K))


def center_rows(K_new: Array, means: Array, weights: Array | None = None) -> Array:
    """``center_new`` from the means (n,) of the rows of the training Gram matrix alone.

    The mean that rounding leaves in a row is removed as in ``center``.
    """
    centered = row_means(K_new, weights)[:, None] + means[None, :]
    # In place: new samples are placed in tiles, where each new array would take as long as a sum.
    np.subtract(K_new, centered, out=centered)
    centered += mean(means, weights)
    centered -= row_means(centered, weights)[:, None]
    return centered


def squared_lengths(
    diagonal: Array, new_means: Array, means: Array, weights: Array | None = None
) -> Array:
    """|phi(t) - phi-bar|^2 (m,) = k(t, t) - 2 mean_i k(t, x_i) + mean_ij k(x_i, x_j).

    From k(t, t) (m,), the means (m,) of the rows of K_new, and the means (n,) of the rows of the
    training Gram matrix. For the training samples it is the diagonal of K-tilde.
    """
    return diagonal - 2.0 * new_means + mean(means, weights)


def gower(D2: Array) -> Array:
    """B = -1/2 H D2 H (n, n) of squared distances D2 (n, n): ledger M4, D1, note N4."""
    return -0.5 * center(D2)
