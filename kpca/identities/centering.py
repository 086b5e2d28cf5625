"""Ledger section 4, centering: C1, C1x, C2, C3.

A kernel that happens to be centered already would make every one of them trivial. Therefore they
are executed on k(x, y) + c(x) + c(y), which centering must bring back to the same matrix.
"""

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arithmetic import one
from kpca.centering import center, center_new, centering_matrix
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def _shift(n: int, kappa: float) -> Array:
    """c(x_i) (n,), of the size of the kernel and not constant."""
    return kappa * np.linspace(0.5, 1.5, n)


def uncentered(K: Array) -> Array:
    """k(x, y) + c(x) + c(y) (n, n), which is not centered, whatever K is."""
    c = _shift(len(K), np.abs(K).max())
    return K + c[:, None] + c[None, :]


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
    n, shifted = len(K), uncentered(K)
    H, elementwise = centering_matrix(n, one(K)), center(K)
    one_sided = H @ shifted
    return (
        np.abs(one_sided @ H - elementwise).max(),
        _matrix_tolerance(n, np.abs(shifted).max()),
        np.abs(one_sided - elementwise).max(),
    )


def circle(n: int) -> Array:
    """exp(-|x - y|^2) (n, n) of n points at equal angles on the unit circle: all row sums equal."""
    steps = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    chord2 = 2.0 - 2.0 * np.cos(2.0 * np.pi * np.arange(n // 2 + 1) / n)
    return np.exp(-chord2[np.minimum(steps, n - steps)])


def printed_centering(K: Array) -> Array:
    """K - 2 1_n K + 1_n K 1_n (n, n), as N3 prints it twice: the rows keep their means."""
    return K - 2.0 * K.mean(axis=0)[None, :] + K.mean()


@statement("C1x")
def printed_centering_needs_equal_row_sums(K: Array) -> Measured:
    """Printed in N3: K~ = K - 2 1_n K + 1_n K 1_n; it should be K - 1_n K - K 1_n + 1_n K 1_n.

    Measured: the corrected form on K (n, n), as C1; and, where all row sums are equal, the printed
    one: points at equal angles on a circle. Controls: the printed form on K, and on the circle's
    kernel + c(x) + c(y). Tolerance: ``_matrix_tolerance``.
    """
    n, shifted = len(K), uncentered(K)
    H = centering_matrix(n, one(K))
    equal = circle(24) * one(K)
    unequal = uncentered(equal)
    return (
        [
            np.abs(H @ shifted @ H - center(shifted)).max(),
            np.abs(printed_centering(equal) - center(equal)).max(),
        ],
        [
            _matrix_tolerance(n, float(np.abs(shifted).max())),
            _matrix_tolerance(24, 1.0),
        ],
        [
            np.abs(printed_centering(shifted) - center(shifted)).max(),
            np.abs(printed_centering(unequal) - center(unequal)).max(),
        ],
    )


@statement("C2")
def formulas_without_centering_need_centered_features(K: Array) -> Measured:
    """N2 assumes sum Phi(x_i) = 0: then there is nothing left to center.

    Measured: K~ (n, n) centered once more against itself, entries and spectrum. Controls, the
    condition broken: a kernel that is not centered, against the same one centered, and its first
    eigenvalue. Tolerance: two centerings, Weyl. That component 1 then follows the mean is
    ``angle_to_the_mean``.
    """
    n, centered, shifted = len(K), center(K), uncentered(K)
    entry = 4.0 * tolerances.centering_entry(n, float(np.abs(K).max()))
    mu, again = arithmetic.eigenvalues(centered), arithmetic.eigenvalues(center(centered))
    solver = 2.0 * tolerances.eigenvalue(n, float(np.linalg.norm(mu)))
    return (
        [np.abs(center(centered) - centered).max(), np.abs(again - mu).max()],
        [entry, n * entry + solver],
        [np.abs(center(shifted) - shifted).max(), arithmetic.eigenvalues(shifted)[0] - mu[0]],
    )


def angle_to_the_mean(K: Array, constant: float) -> float:
    """Sine of the angle between 1 and the first eigenvector of k + c, not centered (ledger C2).

    K (n, n). By Davis and Kahan at most |K|_F/(nc - |K|_F): component 1 follows the mean.
    """
    first = arithmetic.eigh(K + constant)[1][:, -1]
    return float(np.linalg.norm(first - first.mean()))


@statement("C3")
def new_point_matrix_equals_elementwise(K: Array, K_new: Array) -> Measured:
    """(K_new - 1_m 1'K/n) H = the elementwise formula (N1), K (n, n), K_new (m, n).

    Tolerance: as C1. Control: the training means forgotten, only each new row's mean removed.
    """
    n = len(K)
    c = _shift(n, max(np.abs(K).max(), np.abs(K_new).max()))
    shifted, shifted_new = K + c[:, None] + c[None, :], K_new + c.max() + c[None, :]
    elementwise = center_new(K_new, K)
    training_mean = np.full((len(K_new), n), one(K) / n) @ shifted
    matrix = (shifted_new - training_mean) @ centering_matrix(n, one(K))
    one_sided = shifted_new - shifted_new.mean(axis=1, keepdims=True)
    kappa = max(np.abs(shifted).max(), np.abs(shifted_new).max())
    return (
        np.abs(matrix - elementwise).max(),
        _matrix_tolerance(n, kappa),
        np.abs(one_sided - elementwise).max(),
    )
