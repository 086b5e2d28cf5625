"""Ledger section 5, projection: R1, R2."""

import numpy as np

from kpca import projection, rkhs, tolerances
from kpca.centering import center
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.identities.eigenproblem import norm_tolerances
from kpca.kernels import Array

PAIRS = 50


def _values_error(n: int, kappa: float, dual: Solution) -> Array:
    """Error (d,) of a value <f_l, phi(x)>: a product of length n, the means removed from alpha."""
    return np.sqrt(n) * kappa * 8.0 * tolerances.dot(n) / np.sqrt(dual.mu)


@statement("R1")
def distance_to_the_projection_by_kernels(
    K: Array, K_new: Array, Phi: Array, Phi_new: Array, dual: Solution
) -> Measured:
    """|phi(y) - P_d phi(x)|^2 by kernels alone equals its value by features (N0).

    P_d phi(x) = sum_{l<=d} <f_l, phi(x)> f_l; y the training points, x the new ones in turn.
    K (n, n), K_new (m, n), Phi (n, M), Phi_new (m, M). Tolerance: errors of the values of f_l, and
    of <f_l, f_m> as in E7. Control: k(y, y) left out.
    """
    n = len(K)
    p = min(n, PAIRS)
    a, new = rkhs.expansion(dual.alpha), np.arange(p) % len(K_new)
    f_y, beta = rkhs.evaluate(a, K[:p]), rkhs.evaluate(a, K_new[new])
    by_kernel = projection.squared_distance(K.diagonal()[:p], f_y, beta)
    weights = Phi.T @ a
    explicit = ((Phi[:p] - (Phi_new[new] @ weights) @ weights.T) ** 2).sum(axis=1)
    without = by_kernel - K.diagonal()[:p]
    sizes = np.maximum(np.abs(f_y).max(axis=0), np.abs(beta).max(axis=0))
    kappa = max(float((part**2).sum(axis=1).max()) for part in (Phi, Phi_new))
    norms = norm_tolerances(K, dual, Phi)["explicit feature map"]
    values = float((8.0 * sizes * _values_error(n, kappa, dual)).sum())
    # sum_lm beta_l beta_m (<f_l, f_m> - delta_lm), each off by the root of both norms' errors
    lengths = float((sizes * np.sqrt(norms)).sum()) ** 2
    rounding = 8.0 * tolerances.dot(n) * (kappa + float((sizes**2).sum()))
    allowed = values + lengths + rounding
    return np.abs(by_kernel - explicit).max(), allowed, np.abs(without - explicit).max()


@statement("R2")
def projection_without_the_mean_loses_its_rest(K: Array, dual: Solution) -> Measured:
    """N0 projects without subtracting the mean; right if phi-bar = 0, else more is lost.

    mean_i |phi_i - P_d phi_i|^2 = sum_{l>d} lambda_l + |(I - P_d) phi-bar|^2, while phi-bar + P_d
    (phi - phi-bar) leaves sum_{l>d} lambda_l. Executed on k + c, c = max|k|, so that phi-bar is not
    0. Tolerance: errors of the values of f_l, and of every eigenvalue. Controls: the mean's
    term left out; the projection without the mean where the mean was taken off.
    """
    n, kappa = dual.n, float(np.abs(K).max())
    shifted, centered = K + kappa, center(K)
    a = rkhs.expansion(dual.alpha)
    beta, z = rkhs.evaluate(a, shifted), centered @ dual.alpha
    tail = dual.spectrum[dual.components :].sum() / n
    mean = shifted.mean() - (beta.mean(axis=0) ** 2).sum()
    uncentered = projection.lost(shifted.diagonal(), beta).mean()
    with_mean = projection.lost(centered.diagonal(), z).mean()
    size = float(np.abs(beta).max())
    error = 4.0 * size * _values_error(n, 2.0 * kappa, dual) + 4.0 * dual.bound / n
    allowed = float(error.sum()) + 4.0 * tolerances.centering_entry(n, 2.0 * kappa)
    allowed += 2.0 * tolerances.pairwise_sum(n) * dual.components * size**2 + dual.bound
    return (
        [np.abs(uncentered - tail - mean), np.abs(with_mean - tail)],
        allowed,
        [np.abs(uncentered - tail), np.abs(uncentered - tail)],
    )
