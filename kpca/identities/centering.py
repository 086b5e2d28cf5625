"""Ledger section 4, centering: C1, C3, C4, C5."""

import numpy as np

from kpca import rkhs, tolerances
from kpca.centering import center, center_new, centering_matrix
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


@statement("C1")
def matrix_equals_elementwise(K: Array) -> Measured:
    """HKH = k_ij - mean_i - mean_j + mean (N0, N1, N3), entry by entry, K (n, n).

    Tolerance: two products with H, whose rows sum to 2 in size, 8 gamma_n kappa, and the
    elementwise roundings. Control: centered on one side only, HK.
    """
    H = centering_matrix(len(K))
    kappa, elementwise = np.abs(K).max(), center(K)
    one_sided = H @ K
    tolerance = 8.0 * tolerances.dot(len(K)) * kappa + tolerances.centering_entry(len(K), kappa)
    return (
        np.abs(one_sided @ H - elementwise).max(),
        tolerance,
        np.abs(one_sided - elementwise).max(),
    )


@statement("C3")
def new_point_matrix_equals_elementwise(K: Array, K_new: Array) -> Measured:
    """(K_new - 1_m 1'K/n) H = the elementwise formula (N1, N3), K (n, n), K_new (m, n).

    Tolerance: as C1. Control: the training means forgotten, only each new row's mean removed.
    """
    n = len(K)
    kappa = max(np.abs(K).max(), np.abs(K_new).max())
    elementwise = center_new(K_new, K)
    matrix = (K_new - np.full((len(K_new), n), 1.0 / n) @ K) @ centering_matrix(n)
    tolerance = 8.0 * tolerances.dot(n) * kappa + tolerances.centering_entry(n, kappa)
    one_sided = K_new - K_new.mean(axis=1, keepdims=True)
    return np.abs(matrix - elementwise).max(), tolerance, np.abs(one_sided - elementwise).max()


def _value_tolerance(K_new: Array, solution: Solution) -> Array:
    """Per component (d,) of sum_i k(t, x_i) alpha_i, and of a shift by a multiple of sum_i alpha_i.

    1'v = 0 up to sqrt(n) bound/mu; a row of K_new has length sqrt(n) kappa at most; |alpha| =
    1/sqrt(mu).
    """
    n, mu, row = solution.n, solution.mu, np.sqrt(solution.n) * np.abs(K_new).max()
    return row * (4.0 * tolerances.dot(n) + 3.0 * solution.bound / mu) / np.sqrt(mu)


@statement("C4")
def uncentered_kernel_suffices(K_new: Array, solution: Solution) -> Measured:
    """<phi(t), f_l> = sum_i k(t, x_i) alpha_li (N0): the mean drops out since sum_i alpha_i = 0.

    Control: coefficients that do not sum to zero, alpha + |alpha|/n.
    """
    alpha = solution.alpha
    one_sided = K_new - K_new.mean(axis=1, keepdims=True)
    exact = one_sided @ alpha
    shifted = alpha + np.linalg.norm(alpha, axis=0) / solution.n
    return (
        np.abs(rkhs.evaluate(alpha, K_new) - exact).max(axis=0),
        _value_tolerance(K_new, solution),
        np.abs(rkhs.evaluate(shifted, K_new) - exact).max(axis=0),
    )


@statement("C5")
def centered_kernel_shifts_by_constant(K: Array, K_new: Array, solution: Solution) -> Measured:
    """<phi(t) - phi-bar, f_l> = <phi(t), f_l> - <phi-bar, f_l>, the same for all t (N0, N3, N4).

    Control: the constant left out, as if both conventions placed the origin alike.
    """
    alpha = solution.alpha
    difference = rkhs.evaluate(alpha, K_new) - center_new(K_new, K) @ alpha
    constant = rkhs.evaluate(alpha, K).mean(axis=0)
    everywhere = np.vstack([K_new, K])
    return (
        np.abs(difference - constant).max(axis=0),
        2.0 * _value_tolerance(everywhere, solution),
        np.abs(difference).max(axis=0),
    )
