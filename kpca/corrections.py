"""Distances that no kernel induces, mended by a constant (ledger D2, K2).

A table of distances is Euclidean if and only if B = -1/2 H D2 H has no negative eigenvalue
(Schoenberg 1935). Both corrections add one constant off the diagonal, the smallest that will do.
"""

import numpy as np

from kpca import arithmetic
from kpca.centering import gower
from kpca.kernels import Array


def lingoes(D2: Array) -> tuple[float, Array]:
    """c = -mu_n of B, and d_ij^2 + 2c for i != j (n, n), from squared distances D2 (n, n).

    Every eigenvalue of B rises by c, but that of the vector 1 (Lingoes, Some boundary conditions
    for a monotone analysis of symmetric matrices, Psychometrika 36 (1971)).

    >>> lingoes(np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]]))[0].round(12)
    np.float64(0.833333333333)
    """
    lowest = arithmetic.eigh(gower(D2))[0].min()
    c = max(-lowest, 0.0 * lowest)
    return c, _off_diagonal(D2 + 2.0 * c)


def cailliez(D: Array) -> tuple[float, Array, float]:
    """The constant c, d_ij + c for i != j (n, n), and how sensitive c is, from D (n, n).

    The last number is the condition of c/max(D) as an eigenvalue.

    c is the largest real eigenvalue of [[0, 2 B(D2)], [-I, -4 B(D)]] with B(M) = -1/2 H M H
    (Cailliez, The analytical solution of the additive constant problem, Psychometrika 48 (1983)),
    both B taken off the vector 1.
    """
    # Samples that all coincide are Euclidean.
    unit = D.max() or D.dtype.type(1)
    c, condition = arithmetic.largest_real_eigenvalue(cailliez_matrix(D / unit))
    c = max(c, 0.0 * c) * unit
    return c, _off_diagonal(D + c), condition


def cailliez_matrix(D: Array) -> Array:
    """The matrix (2n - 2, 2n - 2) whose largest real eigenvalue is Cailliez' constant."""
    n, one = len(D), arithmetic.one(D)
    # Off the vector 1, where both blocks have an eigenvalue 0 that rounding would split by sqrt(u).
    w = np.full(n, one) / np.sqrt(one * n)
    w[0] = w[0] - one
    Q = (np.eye(n) - 2.0 * np.outer(w, w) / (w @ w))[:, 1:]
    zero, unit = np.zeros((n - 1, n - 1)) * one, np.eye(n - 1) * one
    return np.block([[zero, 2.0 * (Q.T @ gower(D**2) @ Q)], [-unit, 2.0 * (Q.T @ D @ Q)]])


def _off_diagonal(M: Array) -> Array:
    return np.where(np.eye(len(M), dtype=bool), 0.0 * M, M)
