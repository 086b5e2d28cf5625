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

    P_d phi(x) = sum_{l<=d} <f_l, phi(x)> f_l; y among the training points, x among the new ones.
    K (n, n), K_new (m, n), Phi (n, M), Phi_new (m, M). Tolerance: errors of the values of f_l, and
    of <f_l, f_m> as in E7. Control: the mixed term counted once.
    """
    p, n = min(len(K), len(K_new), PAIRS), len(K)
    a = rkhs.expansion(dual.alpha)
    f_y, beta = rkhs.evaluate(a, K[:p]), rkhs.evaluate(a, K_new[:p])
    by_kernel = projection.squared_distance(K.diagonal()[:p], f_y, beta)
    weights = Phi.T @ a
    explicit = ((Phi[:p] - (Phi_new[:p] @ weights) @ weights.T) ** 2).sum(axis=1)
    once = by_kernel + np.einsum("pl,pl->p", beta, f_y)
    size = max(float(np.abs(part).max()) for part in (f_y, beta))
    kappa = max(float((part**2).sum(axis=1).max()) for part in (Phi, Phi_new))
    norms = norm_tolerances(K, dual, Phi)["explicit feature map"]
    error = 8.0 * size * _values_error(n, kappa, dual) + 2.0 * dual.components * size**2 * norms
    allowed = float(error.sum()) + 8.0 * tolerances.dot(n) * (kappa + size**2)
    return np.abs(by_kernel - explicit).max(), allowed, np.abs(once - explicit).max()


@statement("R2")
def projection_without_the_mean_loses_its_rest(K: Array, dual: Solution) -> Measured:
    """N0 projects without subtracting the mean; right if phi-bar = 0, else more is lost.

    mean_i |phi_i - P_d phi_i|^2 = sum_{l>d} lambda_l + |(I - P_d) phi-bar|^2, while phi-bar + P_d
    (phi - phi-bar) leaves sum_{l>d} lambda_l. Executed on k + c, c = max|k|, so that phi-bar is not
    0. Tolerance: errors of the values of f_l, of the matrix and its trace. Controls: the mean's
    term left out; the projection without the mean where the mean was taken off.
    """
    n, kappa = dual.n, float(np.abs(K).max())
    shifted, centered = K + kappa, center(K)
    a = rkhs.expansion(dual.alpha)
    beta, z = rkhs.evaluate(a, shifted), centered @ dual.alpha
    tail = (centered.diagonal().sum() - dual.mu.sum()) / n
    mean = shifted.mean() - (beta.mean(axis=0) ** 2).sum()
    uncentered = projection.lost(shifted.diagonal(), beta).mean()
    with_mean = projection.lost(centered.diagonal(), z).mean()
    size = float(np.abs(beta).max())
    error = 4.0 * size * _values_error(n, 2.0 * kappa, dual) + 4.0 * dual.bound / n
    allowed = float(error.sum()) + 4.0 * tolerances.centering_entry(n, 2.0 * kappa)
    allowed += 2.0 * tolerances.pairwise_sum(n) * dual.components * size**2
    return (
        [np.abs(uncentered - tail - mean), np.abs(with_mean - tail)],
        allowed,
        [np.abs(uncentered - tail), np.abs(uncentered - tail)],
    )
