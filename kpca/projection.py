"""Projection on the first d components in feature space, by kernels alone (N0; ledger R1, R2)."""

import numpy as np

from kpca import rkhs
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


def squared_prediction_error(lengths: Array, scores: Array) -> Array:
    """What d components leave of |phi~(t)|^2 (m,), at least 0, from the scores (m, d) of t."""
    return np.maximum(lost(lengths, scores), 0.0)


def weights(alpha: Array, beta: Array, of_samples: Array | None = None) -> Array:
    """Weights W (p, n) of the projection phi-bar + P_d (phi(x) - phi-bar) = sum_i w_i phi(x_i).

    From alpha (n, d) and the scores beta_l = <f_l, phi(x) - phi-bar> (p, d): with eta = alpha
    beta the weights are eta_i + (1 - sum_j eta_j)/n, because f_l = sum_i alpha_il (phi_i -
    phi-bar). They add up to 1. If the samples have weights ``of_samples`` (n,), which add up to N,
    those of the mean are their shares of N for 1/n.

    >>> weights(np.array([[1.0], [-1.0]]), np.array([[0.25]]))
    array([[0.75, 0.25]])
    """
    eta = beta @ alpha.T
    rest = 1.0 - eta.sum(axis=1, keepdims=True)
    if of_samples is not None:
        return eta + rest * (of_samples / of_samples.sum())
    return eta + rest / len(alpha)


def weights_without_mean(alpha: Array, beta: Array) -> Array:
    """Weights W (p, n) of P_d phi(x) = sum_l beta_l f_l = sum_i w_i phi(x_i) with beta (p, d).

    This is the projection of N0, with beta_l = <f_l, phi(x)>. The weights add up to 0.
    """
    return beta @ rkhs.expansion(alpha).T


def squared_norms(W: Array, inner: Array) -> Array:
    """|P|^2 (p,) of P = sum_i w_i phi(x_i), from W (p, n) and inner = WK (p, n)."""
    return np.einsum("pn,pn->p", inner, W)


def squared_distances_to_samples(W: Array, inner: Array, diagonal: Array) -> Array:
    """|phi(x_i) - P_a|^2 (p, n) of P_a = sum_i w_ai phi(x_i), at least 0.

    From W (p, n), inner = WK (p, n) and the diagonal (n,) of K.
    """
    return np.maximum(diagonal - 2.0 * inner + squared_norms(W, inner)[:, None], 0.0)
