"""Ledger section 4, new points and scores: C4 to C9."""

import numpy as np

from kpca import rkhs, tolerances
from kpca.centering import center, center_new
from kpca.formulations.solution import Solution
from kpca.identities.centering import uncentered
from kpca.identities.check import Measured, statement
from kpca.kernels import Array, Kernel


def _value_tolerance(n: int, kappa: float, mu: Array) -> Array:
    """Per component (d,): products with a row of length sqrt(n) kappa and |alpha| = 1/sqrt(mu), the
    means that are removed from either, and the roundings of a shifted kernel."""
    relative = 8.0 * tolerances.dot(n) + tolerances.centering_entry(n, 1.0)
    return np.sqrt(n) * kappa * relative / np.sqrt(mu)


@statement("C4")
def uncentered_kernel_suffices(K_new: Array, dual: Solution) -> Measured:
    """<phi(t), f_l> = sum_i k(t, x_i) a_li with sum_i a_li = 0 (N0): the mean drops out.

    Executed on k(t, x) + c with the same c for every x. Tolerance: ``_value_tolerance``. Control:
    coefficients that do not sum to zero, a + |a|/sqrt(n).
    """
    n = dual.n
    shifted = K_new + np.abs(K_new).max()
    a, kappa = dual.alpha, float(np.abs(shifted).max())
    exact = (shifted - shifted.mean(axis=1, keepdims=True)) @ a
    not_zero = a + np.linalg.norm(a, axis=0) / np.sqrt(n)
    mean = kappa * np.sqrt(n) * dual.bound / dual.mu / np.sqrt(dual.mu)
    return (
        np.abs(rkhs.evaluate(a, shifted) - exact).max(axis=0),
        _value_tolerance(n, kappa, dual.mu) + mean,
        np.abs(rkhs.evaluate(not_zero, shifted) - exact).max(axis=0),
    )


@statement("C5")
def centered_kernel_shifts_by_constant(K: Array, K_new: Array, dual: Solution) -> Measured:
    """<phi(t) - phi-bar, f_l> = <phi(t), f_l> - <phi-bar, f_l>, the same for all t (N0, N3, N4).

    Executed with c along the eigenvectors, so that the constant is not 0 by chance. Tolerance:
    ``_value_tolerance``. Control: the constant left out, as if both origins were one.
    """
    kappa = max(np.abs(K).max(), np.abs(K_new).max())
    c = kappa * dual.V.sum(axis=1)
    a = rkhs.expansion(dual.alpha)
    values = rkhs.evaluate(a, K_new + c[None, :])
    centered = center_new(K_new, K) @ dual.alpha
    constant = rkhs.evaluate(a, K + c[:, None] + c[None, :]).mean(axis=0)
    size = kappa + 2.0 * np.abs(c).max()
    return (
        np.abs(values - centered - constant).max(axis=0),
        3.0 * _value_tolerance(dual.n, size, dual.mu),
        np.abs(values - centered).max(axis=0),
    )


@statement("C6", blind=True)
def unit_vectors_scale_new_points_by_root_mu(K: Array, K_new: Array, dual: Solution) -> Measured:
    """sum_i k(y_i, y*) u_ij with |u_j| = 1 is sqrt(n lambda_j) <phi(y*), f_j> (N4, Algorithm 8(e)).

    Training and new points agree in this convention only if both use it: the training points too,
    where the value is the score and <phi-bar, f_j>. Tolerance: two products with a row of K (n, n)
    or K_new (m, n), which is long beside a small coordinate: blind to small components; solver.
    Control: sqrt(lambda_j), the n left out.
    """
    a, unit = rkhs.expansion(dual.alpha), rkhs.expansion(dual.V)
    values = rkhs.evaluate(a, K_new)
    found = K_new @ unit
    trained, scores = K @ unit, dual.scores + rkhs.evaluate(a, K).mean(axis=0)
    rows = [float(np.linalg.norm(part, axis=1).max()) for part in (K_new, K)]
    product = 4.0 * tolerances.dot(dual.n + 4) * np.array(rows)[:, None]
    root, wrong = np.sqrt(dual.mu), np.sqrt(dual.variance)
    return (
        [np.abs(found - root * values).max(axis=0), np.abs(trained - root * scores).max(axis=0)],
        product + [[0.0], [2.0 * dual.bound]],
        [np.abs(found - wrong * values).max(axis=0), np.abs(trained - wrong * scores).max(axis=0)],
    )


@statement("C7")
def unit_coefficients_scale_scores_by_root_mu(K: Array, dual: Solution) -> Measured:
    """y_j = sum_i a_ji k~(x_i, x) with |a_j| = 1 is sqrt(n lambda_j) times the score (N2).

    For the training points, per component. Tolerance: solver and one product. Control:
    sqrt(lambda_j), the n left out.
    """
    n, size = dual.n, float(np.linalg.norm(dual.spectrum))
    found = center(K) @ dual.V
    return (
        np.linalg.norm(found - np.sqrt(dual.mu) * dual.scores, axis=0),
        tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size),
        np.linalg.norm(found - np.sqrt(dual.variance) * dual.scores, axis=0),
    )


@statement("C8")
def training_scores_three_ways(K: Array, dual: Solution, svd: Solution | None = None) -> Measured:
    """K~ (a_j/sqrt(n lambda_j)) = sqrt(n lambda_j) v_j (N4), and as long as a column of UD.

    UD is that of the features, where there are any. Tolerance: solver and product over sqrt(mu);
    the bounds of both roads. Control: a_j/sqrt(lambda_j), which gives sqrt(n) times the scores.
    """
    n, size, root = dual.n, float(np.linalg.norm(dual.spectrum)), np.sqrt(dual.mu)
    found = center(K) @ dual.alpha
    solver = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    measured = [np.linalg.norm(found - dual.scores, axis=0)]
    allowed = [solver / root]
    broken = [np.linalg.norm(np.sqrt(n) * found - dual.scores, axis=0)]
    if svd is not None:
        lengths = np.sqrt(svd.mu)
        measured.append(np.abs(np.linalg.norm(found, axis=0) - lengths))
        allowed.append((solver + dual.bound + svd.bound) / root)
        broken.append(np.abs(np.linalg.norm(np.sqrt(n) * found, axis=0) - lengths))
    return measured, allowed, broken


@statement("C9")
def gram_matrix_starts_at_one_one(kernel: Kernel, X: Array, entry_error: float) -> Measured:
    """Printed in N4, Algorithm 8(b): a matrix whose first entry is k(y1, y2). It is k(y1, y1).

    The kernel of one pair after the other, for the first points of X (n, q), makes a symmetric
    matrix: measured, and against the whole one. Control: the matrix with the indices as printed,
    (i, j + 1), against the right one, of k + c(x) + c(y). Tolerance: two roundings of an entry.
    """
    few = X[: min(len(X), 20)]
    pairs = [[kernel(x[None, :], y[None, :])[0, 0] for y in few] for x in few]
    one_by_one = np.array(pairs)
    shifted = uncentered(one_by_one)
    return (
        [np.abs(one_by_one - one_by_one.T).max(), np.abs(one_by_one - kernel(few, few)).max()],
        2.0 * entry_error,
        np.abs(shifted[:-1, 1:] - shifted[:-1, :-1]).max(),
    )
