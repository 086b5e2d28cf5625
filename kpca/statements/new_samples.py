"""Ledger section 4, new samples and scores: C4 to C9."""

import numpy as np

from kpca import rkhs, tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center, center_new
from kpca.formulations import agreement
from kpca.kernels import Kernel
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement


def _value_tolerance(n: int, kappa: float, mu: Array) -> Array:
    """Per component (d,): products with a row of length sqrt(n) kappa and |alpha| = 1/sqrt(mu), the
    means that are removed from either, and the roundings of a shifted kernel."""
    relative = 8.0 * tolerances.dot(n) + tolerances.centering_element(n, 1.0)
    return np.sqrt(n) * kappa * relative / np.sqrt(mu)


@statement("C4")
def uncentered_kernel_suffices(K: Array, K_new: Array, dual: Solution) -> Parts:
    """<phi(t), f_l> = sum_i k(t, x_i) alpha_li: no centering needed, since sum_i alpha_i = 0 (N0).

    K_new (m, n), K (n, n); new and training samples t. Executed on k + c, c = 2 max|k|, against the
    row with its own mean removed. Tolerance: ``_value_tolerance``, and the mean of a row times what
    rounding leaves of 1'alpha. Control: coefficients that do not sum to zero, a + |a|/sqrt(n).
    """
    n, a = dual.n, dual.alpha
    rows = np.vstack([K_new, K])
    # Twice, since k may be -c everywhere.
    shifted = rows + 2.0 * np.abs(rows).max()
    kappa = float(np.abs(shifted).max())
    exact = (shifted - shifted.mean(axis=1, keepdims=True)) @ a
    not_zero = a + lengths(a) / np.sqrt(n)
    mean = kappa * tolerances.residue_of_mean(n) / np.sqrt(dual.mu)
    return {
        "values": (
            np.abs(rkhs.evaluate(a, shifted) - exact).max(axis=0),
            _value_tolerance(n, kappa, dual.mu) + mean,
            np.abs(rkhs.evaluate(not_zero, shifted) - exact).max(axis=0),
        )
    }


@statement("C5")
def centered_kernel_shifts_by_constant(K: Array, K_new: Array, dual: Solution) -> Parts:
    """<phi(t) - phi-bar, f_l> = <phi(t), f_l> - <phi-bar, f_l>, the same for all t (N0, N3, N4).

    K (n, n), K_new (m, n). Executed with c along the eigenvectors, so that the constant is not 0 by
    chance. At the training samples the left side is the score. Tolerance: ``_value_tolerance``; the
    solver's error over sqrt(mu). Controls: the constant left out, as if both origins were one; the
    uncentered value for the score.
    """
    n, mu = dual.n, dual.mu
    kappa = max(np.abs(K).max(), np.abs(K_new).max())
    c = kappa * dual.V.sum(axis=1)
    a = rkhs.expansion(dual.alpha)
    values = rkhs.evaluate(a, K_new + c[None, :])
    centered = center_new(K_new, K) @ dual.alpha
    trained = rkhs.evaluate(a, K + c[:, None] + c[None, :])
    constant = trained.mean(axis=0)
    allowed = 3.0 * _value_tolerance(n, float(kappa + 2.0 * np.abs(c).max()), mu)
    at_training = center_new(K, K) @ dual.alpha
    return {
        "new samples": (
            np.abs(values - centered - constant).max(axis=0),
            allowed,
            np.abs(values - centered).max(axis=0),
        ),
        "training samples": (
            np.abs(at_training - dual.scores).max(axis=0),
            allowed + 2.0 * dual.matrix_error / np.sqrt(mu),
            np.abs(trained - dual.scores).max(axis=0),
        ),
    }


@statement("C6")
def unit_vectors_scale_new_samples_by_root_mu(K: Array, K_new: Array, dual: Solution) -> Parts:
    """sum_i k(y_i, y*) u_ij with |u_j| = 1 is sqrt(n lambda_j) <phi(y*), f_j> (N4, Algorithm 8(e)).

    K (n, n), K_new (m, n). The raw u of the note on the uncentered kernel, at new and at training
    points, against the centered kernel with alpha = v/sqrt(mu) and <phi-bar, f_j> added.
    Tolerance: ``_value_tolerance``, times sqrt(mu), and what rounding leaves of 1'u. Control:
    sqrt(lambda_j), the n left out.
    """
    rows = np.vstack([K_new, K])
    n, mu, kappa = dual.n, dual.mu, float(np.abs(rows).max())
    raw = rows @ dual.V
    values = center_new(rows, K) @ dual.alpha + rkhs.evaluate(dual.alpha, K).mean(axis=0)
    root, wrong = np.sqrt(mu), np.sqrt(dual.variance)
    allowed = 3.0 * _value_tolerance(n, kappa, mu) * root
    allowed = allowed + 2.0 * kappa * tolerances.residue_of_mean(n)
    return {
        "values": (
            np.abs(raw - root * values).max(axis=0),
            allowed,
            np.abs(raw - wrong * values).max(axis=0),
        )
    }


@statement("C7")
def unit_coefficients_scale_scores_by_root_mu(K: Array, dual: Solution) -> Parts:
    """y_j = sum_i a_ji k~(x_i, x) with |a_j| = 1 is sqrt(n lambda_j) times the score (N2).

    For the training samples, per component. Tolerance: solver and one product. Control:
    sqrt(lambda_j), the n left out.
    """
    n, size = dual.n, dual.frobenius
    computed = center(K) @ dual.V
    return {
        "scores": (
            lengths(computed - np.sqrt(dual.mu) * dual.scores),
            tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size),
            lengths(computed - np.sqrt(dual.variance) * dual.scores),
        )
    }


@statement("C8", blind=("U Sigma",))
def training_scores_three_ways(K: Array, dual: Solution, svd: Solution | None = None) -> Parts:
    """K~ (a_j/sqrt(n lambda_j)) = sqrt(n lambda_j) v_j (N4), and both are the columns of U Sigma.

    U Sigma is that of the features, where there are any. Tolerance: solver and product over
    sqrt(mu); ``tolerances.scores`` by group. Control: a_j/sqrt(lambda_j), which gives sqrt(n)
    times the scores.
    """
    n, size, root = dual.n, dual.frobenius, np.sqrt(dual.mu)
    computed = center(K) @ dual.alpha
    solver = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    parts = {
        "sqrt(mu) v": (
            lengths(computed - dual.scores),
            solver / root,
            lengths(np.sqrt(n) * computed - dual.scores),
        )
    }
    if svd is None:
        return parts
    broken, _ = agreement.scores(svd, dual, np.sqrt(n) * computed)
    return parts | {"U Sigma": (*agreement.scores(svd, dual, computed), broken)}


@statement("C9")
def gram_matrix_starts_at_one_one(kernel: Kernel, X: Array) -> Parts:
    """Printed in N4, Algorithm 8(b): a matrix whose first element is k(y1, y2). It is k(y1, y1).

    The kernel of one pair after the other, for the first points of X (n, q), makes a symmetric
    matrix: measured, and against the whole one. Control: the matrix with the indices as printed,
    (i, j + 1), against the right one, of k + c(x) + c(y). Tolerance: two roundings of an element.
    """
    few = X[: min(len(X), 20)]
    pairs = [[kernel(x[None, :], y[None, :])[0, 0] for y in few] for x in few]
    one_by_one = np.array(pairs)
    # Steps of c that no difference of two kernel values can cancel.
    c = 4.0 * (np.abs(one_by_one).max() or 1.0) * np.arange(1, len(few) + 1)
    allowed = 2.0 * kernel.rounding(X.shape[1], float(lengths(few, 1).max()))
    shifted = one_by_one + c[:, None] + c[None, :]
    printed = shifted[:-1, 1:]
    size = np.abs(shifted).max()
    return {
        "symmetric": (
            np.abs(one_by_one - one_by_one.T).max(),
            allowed,
            np.abs(printed - shifted[:-1, :-1]).max(),
            size,
        ),
        "pair by pair": (
            np.abs(one_by_one - kernel(few, few)).max(),
            allowed,
            np.abs(printed - shifted[:-1, :-1]).max(),
            size,
        ),
    }
