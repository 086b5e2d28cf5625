"""Distances between points, and squared distances that a kernel induces between features.

No root of the induced ones is taken: for an indefinite kernel a "squared distance" may be negative,
and every formula of classical MDS is linear in it.
"""

import numpy as np
from scipy.spatial.distance import cdist

from kpca.arithmetic import is_fifty_digits
from kpca.arrays import Array


def squared_distances(X: Array, Y: Array) -> Array:
    """|x_i - y_j|^2 (n, m) by differences, so that distances of close points are accurate."""
    if is_fifty_digits(X):
        return ((X[:, None, :] - Y[None, :, :]) ** 2).sum(axis=2)
    return cdist(X, Y, "sqeuclidean")


def city_block(X: Array, Y: Array) -> Array:
    """sum_a |x_ia - y_ja| (n, m) of points X (n, q) and Y (m, q), by differences."""
    if is_fifty_digits(X):
        return np.abs(X[:, None, :] - Y[None, :, :]).sum(axis=2)
    return cdist(X, Y, "cityblock")


def induced(K: Array) -> Array:
    """d_ij^2 = k_ii + k_jj - 2 k_ij (n, n) from a Gram matrix K (n, n): ledger D1, note N4.

    >>> import numpy as np
    >>> induced(np.array([[9.0, 6.0], [6.0, 4.0]]))  # the points 3 and 2 on a line
    array([[0., 1.],
           [1., 0.]])
    """
    diagonal = K.diagonal()
    return induced_new(K, diagonal, diagonal)


def induced_new(K_new: Array, diagonal_new: Array, diagonal: Array) -> Array:
    """|phi(t_a) - phi(x_i)|^2 (m, n), from k(t_a, x_i), k(t_a, t_a) (m,) and k(x_i, x_i) (n,)."""
    return diagonal_new[:, None] + diagonal[None, :] - 2.0 * K_new


def as_kernel(D2: Array, anchor: Array, anchor_new: Array | None = None) -> Array:
    """k(x, y) = (d(x, o)^2 + d(y, o)^2 - d(x, y)^2)/2 (m, n), which induces given distances.

    If d is Euclidean, this is the inner product of x - o and y - o, with a sample o as the origin.
    After centering the choice of o makes no difference (Schölkopf, The kernel trick for distances,
    NIPS 2000). ``D2`` (m, n) holds d^2, ``anchor`` (n,) and ``anchor_new`` (m,) the squared
    distances to o of the columns and of the rows.
    """
    rows = anchor if anchor_new is None else anchor_new
    return 0.5 * (rows[:, None] + anchor[None, :] - D2)
