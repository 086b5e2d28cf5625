"""Squared distances that a kernel induces between features, without the features.

Squared, and never rooted: for an indefinite kernel a "squared distance" may be negative, and every
formula of classical MDS is linear in it.
"""

from kpca.kernels import Array


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


def as_kernel(D2: Array) -> Array:
    """The kernel -d^2/2 of given squared distances; its induced distance is d again.

    Conditionally positive definite when d is Euclidean, and centering makes no difference between
    it and any kernel that induces d (Schölkopf, The kernel trick for distances, NIPS 2000).
    """
    return -0.5 * D2
