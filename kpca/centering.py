"""Centering in feature space, from the Gram matrix alone.

With H = I - 11'/n and the mean feature phi-bar, HKH holds the inner products of phi(x_i) - phi-bar.
"""

import numpy as np

from kpca.arrays import Array


def centering_matrix(n: int, unit: float = 1.0) -> Array:
    """H = I - 11'/n (n, n), the projector that removes the mean (note N0)."""
    return np.eye(n) - unit / n


def row_means(K: Array) -> Array:
    """Means (n,) of the rows of a matrix K (n, m)."""
    # NumPy sums pairwise along a contiguous last axis only; elsewhere its error grows like n.
    return np.ascontiguousarray(K).mean(axis=1)


def center(K: Array) -> Array:
    """K-tilde = HKH (n, n) of a Gram matrix K (n, n): ledger C1, notes N0, N1.

    It is computed element by element, k_ij - mean_i - mean_j + mean, which costs n^2 and not n^3. A
    second pass follows, because rounding leaves means of size u max|k|; it reduces them to
    u max|k~|.

    >>> center(np.array([[5.0, 1.0], [1.0, 1.0]]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    return _center_once(_center_once(K))


def _center_once(K: Array) -> Array:
    rows, columns = row_means(K), row_means(K.T)
    # Both means are subtracted at once, so that the result is symmetric to the last bit if K is.
    return K - (rows[:, None] + columns[None, :]) + rows.mean()


def center_new(K_new: Array, K: Array) -> Array:
    """Centered kernel (m, n) between new samples and training samples: ledger C3, notes N1, N3.

    ``K_new`` (m, n) holds k(t_a, x_i), ``K`` (n, n) the training Gram matrix. On both sides the
    *training* mean is subtracted, whatever the new samples are.
    """
    return center_rows(K_new, row_means(K))


def center_rows(K_new: Array, means: Array) -> Array:
    """``center_new`` from the means (n,) of the rows of the training Gram matrix alone.

    The mean that rounding leaves in a row is removed as in ``center``.
    """
    centered = row_means(K_new)[:, None] + means[None, :]
    # In place: new samples are placed in tiles, where each new array would take as long as a sum.
    np.subtract(K_new, centered, out=centered)
    centered += means.mean()
    centered -= row_means(centered)[:, None]
    return centered


def squared_lengths(diagonal: Array, new_means: Array, means: Array) -> Array:
    """|phi(t) - phi-bar|^2 (m,) = k(t, t) - 2 mean_i k(t, x_i) + mean_ij k(x_i, x_j).

    From k(t, t) (m,), the means (m,) of the rows of K_new, and the means (n,) of the rows of the
    training Gram matrix. For the training samples it is the diagonal of K-tilde.
    """
    return diagonal - 2.0 * new_means + means.mean()


def gower(D2: Array) -> Array:
    """B = -1/2 H D2 H (n, n) of squared distances D2 (n, n): ledger M4, D1, note N4."""
    return -0.5 * center(D2)
