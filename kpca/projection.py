"""Projection on the first d components in feature space, by kernels alone (N0; ledger R1, R2)."""

import numpy as np

from kpca.arrays import Array


def squared_distance(k_yy: Array, f_y: Array, beta: Array) -> Array:
    """|phi(y) - P_d phi(x)|^2 (p,) for p pairs of points, with orthonormal f_l.

    k(y, y) - 2 sum_l beta_l f_l(y) + sum_l beta_l^2, from k(y, y) (p,), the values f_l(y) (p, d)
    and beta_l = <f_l, phi(x)> (p, d). No mean is subtracted (N0): ledger R2.
    """
    return k_yy - 2.0 * np.einsum("pl,pl->p", beta, f_y) + np.einsum("pl,pl->p", beta, beta)


def lost(diagonal: Array, beta: Array) -> Array:
    """|phi(x) - P_d phi(x)|^2 (n,) = k(x, x) - sum_l beta_l^2, with beta (n, d)."""
    return diagonal - np.einsum("nl,nl->n", beta, beta)
