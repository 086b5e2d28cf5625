"""Ledger section 4, centering: C1, C3, C4, C5.

A kernel that happens to be centered already would make every one of them trivial. Therefore they
are executed on k(x, y) + c(x) + c(y), which centering must bring back to the same matrix.
"""

import numpy as np

from kpca import rkhs, tolerances
from kpca.centering import center, center_new, centering_matrix
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def _shift(n: int, kappa: float) -> Array:
    """c(x_i) (n,), of the size of the kernel and not constant."""
    return kappa * np.linspace(0.5, 1.5, n)


def _matrix_tolerance(n: int, kappa: float) -> float:
    """Two products with H, whose rows sum to 2 in size, 8 gamma_n kappa; the elementwise formula;
    and the two roundings of k + c + c, which H amplifies four times at most."""
    return (
        8.0 * tolerances.dot(n) * kappa
        + tolerances.centering_entry(n, kappa)
        + 8.0 * tolerances.U * kappa
    )


@statement("C1")
def matrix_equals_elementwise(K: Array) -> Measured:
    """H (K + c1' + 1c') H = k_ij - mean_i - mean_j + mean (N0, N1, N3), K (n, n).

    Tolerance: ``_matrix_tolerance``. Control: centered on one side only, HK.
    """
    n, c = len(K), _shift(len(K), np.abs(K).max())
    shifted = K + c[:, None] + c[None, :]
    H, elementwise = centering_matrix(n), center(K)
    one_sided = H @ shifted
    return (
        np.abs(one_sided @ H - elementwise).max(),
        _matrix_tolerance(n, np.abs(shifted).max()),
        np.abs(one_sided - elementwise).max(),
    )


@statement("C3")
def new_point_matrix_equals_elementwise(K: Array, K_new: Array) -> Measured:
    """(K_new - 1_m 1'K/n) H = the elementwise formula (N1, N3), K (n, n), K_new (m, n).

    Tolerance: as C1. Control: the training means forgotten, only each new row's mean removed.
    """
    n = len(K)
    c = _shift(n, max(np.abs(K).max(), np.abs(K_new).max()))
    shifted, shifted_new = K + c[:, None] + c[None, :], K_new + c.max() + c[None, :]
    elementwise = center_new(K_new, K)
    training_mean = np.full((len(K_new), n), 1.0 / n) @ shifted
    matrix = (shifted_new - training_mean) @ centering_matrix(n)
    one_sided = shifted_new - shifted_new.mean(axis=1, keepdims=True)
    kappa = max(np.abs(shifted).max(), np.abs(shifted_new).max())
    return (
        np.abs(matrix - elementwise).max(),
        _matrix_tolerance(n, kappa),
        np.abs(one_sided - elementwise).max(),
    )


def _value_tolerance(n: int, kappa: float, mu: Array) -> Array:
    """Per component (d,): products with a row of length sqrt(n) kappa and |alpha| = 1/sqrt(mu), the
    means that are removed from either, and the roundings of a shifted kernel."""
    relative = 8.0 * tolerances.dot(n) + tolerances.centering_entry(n, 1.0)
    return np.sqrt(n) * kappa * relative / np.sqrt(mu)


@statement("C4")
def uncentered_kernel_suffices(K_new: Array, solution: Solution) -> Measured:
    """<phi(t), f_l> = sum_i k(t, x_i) a_li with sum_i a_li = 0 (N0): the mean drops out.

    Executed on k(t, x) + c with the same c for every x. Tolerance: ``_value_tolerance``. Control:
    coefficients that do not sum to zero, a + |a|/sqrt(n).
    """
    n = solution.n
    shifted = K_new + np.abs(K_new).max()
    a = rkhs.expansion(solution.alpha)
    exact = (shifted - shifted.mean(axis=1, keepdims=True)) @ solution.alpha
    not_zero = a + np.linalg.norm(a, axis=0) / np.sqrt(n)
    return (
        np.abs(rkhs.evaluate(a, shifted) - exact).max(axis=0),
        _value_tolerance(n, np.abs(shifted).max(), solution.mu),
        np.abs(rkhs.evaluate(not_zero, shifted) - exact).max(axis=0),
    )


@statement("C5")
def centered_kernel_shifts_by_constant(K: Array, K_new: Array, solution: Solution) -> Measured:
    """<phi(t) - phi-bar, f_l> = <phi(t), f_l> - <phi-bar, f_l>, the same for all t (N0, N3, N4).

    Executed with c along the eigenvectors, so that the constant is not 0 by chance. Tolerance:
    ``_value_tolerance``. Control: the constant left out, as if both origins were one.
    """
    kappa = max(np.abs(K).max(), np.abs(K_new).max())
    c = kappa * solution.V.sum(axis=1)
    a = rkhs.expansion(solution.alpha)
    values = rkhs.evaluate(a, K_new + c[None, :])
    centered = center_new(K_new, K) @ solution.alpha
    constant = rkhs.evaluate(a, K + c[:, None] + c[None, :]).mean(axis=0)
    size = kappa + 2.0 * np.abs(c).max()
    return (
        np.abs(values - centered - constant).max(axis=0),
        3.0 * _value_tolerance(solution.n, size, solution.mu),
        np.abs(values - centered).max(axis=0),
    )
