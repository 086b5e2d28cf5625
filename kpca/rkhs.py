"""Functions f = sum_i a_i k(x_i, ·) of the reproducing kernel Hilbert space: value, inner product.

A function is represented by its coefficients a (n,) at the points x_i, several functions by the
columns of a matrix (n, d). The kernel enters through Gram matrices only.
"""

import numpy as np

from kpca.arrays import Array


def expansion(alpha: Array) -> Array:
    """Coefficients a = H alpha (n, d) on k(x_i, ·) of f = sum_i alpha_i (phi_i - phi-bar)."""
    return alpha - alpha.mean(axis=0)


def evaluate(a: Array, K_new: Array) -> Array:
    """Values f(t) (m, d) from K_new (m, n) = k(t, x_i): note N4, Proposition 6."""
    return K_new @ a


def inner(a: Array, b: Array, K: Array) -> Array:
    """<f, g> = sum_ij a_i b_j k(x_i, y_j) (d, e) with K (n, m) = k(x_i, y_j): N4, Theorem 5."""
    return a.T @ K @ b


def squared_norm(a: Array, K: Array) -> Array:
    """||f||^2 (d,) as the double sum over the kernel K (n, n).

    >>> K = np.array([[1.0, 0.5], [0.5, 1.0]])
    >>> squared_norm(np.array([[1.0], [-1.0]]), K)
    array([1.])
    """
    return np.einsum("il,il->l", a, K @ a)
