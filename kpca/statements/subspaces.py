"""Ledger section 9, all components jointly, and those that are left out: E15, E16, E17."""

from typing import Any

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigh, lengths, number_one
from kpca.arrays import Array, Indices
from kpca.centering import center, center_new
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement
from kpca.statements.reproducing import null_vector


@statement("E15", blind=("no subspace is higher",))
def components_are_the_best_jointly(K: Array, whole: Solution) -> Parts | None:
    """ "A set of orthogonal directions" (N0): the first d hold the most variance jointly, too.

    max tr(A'K~^2 A)/n over A'K~A = I_d is the sum of the first d lambda (Ky Fan 1949): no
    d-dimensional subspace of feature space holds more variance, or loses less. Measured: the value
    of the components in another orthonormal basis of their span; and what forty near and far
    subspaces of up to d dimensions reach above it. Tolerance: as E12; the rounding of two products
    with alpha, up to 1/sqrt(mu_d), in scores up to sqrt(mu_1); for the rivals, squares below
    a thousandth of the largest are left out, so that their inner products are inverted with a
    condition of 1e3. Controls: 1/(n - 1); d directions of length one that are not orthogonal, all
    next to f_1, which see no difference if d = 1 or if all lambda are equal. None for an indefinite
    K~, also by rounding: a rival near a negative square has more variance without limit.
    """
    if len(whole.negative) or -whole.spectrum.min() > 1e-6 * whole.mu[-1]:
        return None
    n, d, alpha = whole.n, whole.components, whole.alpha
    centered, total = center(K), whole.variance.sum()
    w = np.arange(1, d + 1) * number_one(K)
    turned = alpha @ (np.eye(d) - 2.0 * np.outer(w, w) / (w @ w))
    scores = centered @ turned
    norm = tolerances.norm(n, whole.frobenius, whole.mu)
    allowed = 4.0 * d * float((norm * whole.variance).sum())
    mixed = 2.0 * float((whole.mu / whole.mu[-1]).sum() * (whole.mu[-1] / whole.mu).sum()) ** 0.5
    products = tolerances.products(n, whole.frobenius)
    allowed += mixed * float(products + d * tolerances.dot(d) * whole.mu[0]) / n
    rng, best = np.random.default_rng(0), -total
    for step in np.repeat([1e-3, 1e-2, 1e-1, 1e2], 10):
        noise = centered @ rng.normal(size=(n, d))
        length = np.sqrt(np.abs((noise * (centered @ noise)).sum(axis=0)))
        best = max(best, _variance(centered, alpha + step * noise / length))
    return {
        "any basis": (
            np.abs((scores**2).sum() / n - total),
            allowed,
            np.abs((scores**2).sum() / (n - 1) - total),
        ),
        "no subspace is higher": (
            max(best - total, 0.0 * total),
            allowed + 1e3 * d * float(norm.max() * total),
            d * whole.variance[0] - total,
        ),
    }


def _variance(centered: Array, A: Array) -> Any:
    """tr(B'K~^2 B)/n for an orthonormal basis f = sum b_i phi~_i of the span of A's (n, d)."""
    once = centered @ A
    values, turn = eigh(A.T @ once)
    long = values > 1e-3 * values[-1]
    scores = once @ turn[:, long] / np.sqrt(values[long])
    # Not a float: with fifty digits its rounding would be the discrepancy.
    return (scores**2).sum() / len(A)


@statement("E16")
def components_without_variance_vanish_everywhere(
    K: Array, K_new: Array, Phi: Array | None = None, Phi_new: Array | None = None
) -> Parts:
    """Components with lambda = 0 are "to be discarded" (N2, N3): they are 0 at *every* sample.

    For a positive semi-definite kernel K~a = 0 gives |sum_i a_i phi~_i|^2 = a'K~a = 0, so
    sum_i a_i k~(x_i, t) = 0 for each t, training samples and new ones. Measured for a vector with
    Phi~'a = 0 where a map has fewer features than there are samples; and for the vector 1, which
    centering sends to 0 whatever K is, on every study. Executed on k + c, c = 2 max|k|. Tolerance:
    both means, n times; for the other vector the rounding of Phi~'a, too. Control: the uncentered
    k.
    """
    n, kappa = len(K), float(max(np.abs(K).max(), np.abs(K_new).max()))
    shifted, rows = K + 2.0 * kappa, np.vstack([K_new, K]) + 2.0 * kappa
    centered, ones = center_new(rows, shifted), np.full(n, 1.0 / np.sqrt(number_one(K) * n))
    allowed = 2.0 * np.sqrt(n) * tolerances.centering_element(n, 3.0 * kappa)
    allowed += 6.0 * np.sqrt(n) * tolerances.dot(n) * kappa

    def part(a: Array, more: float) -> tuple[float, float, float]:
        return np.abs(centered @ a).max(), allowed + more, np.abs(rows @ a).max()

    parts = {"the vector 1": part(ones, 0.0)}
    if Phi is None or Phi_new is None:
        return parts
    null = null_vector(Phi - Phi.mean(axis=0))
    if null is None:
        return parts
    longest = float(max(lengths(Phi, 1).max(), lengths(Phi_new, 1).max()))
    lost = 8.0 * tolerances.dot(n) * float(lengths(Phi, None)) * longest
    lost += 16.0 * np.sqrt(n) * tolerances.dot(Phi.shape[1] + 4) * longest**2
    a = ones + (null if null.sum() > 0 else -null)
    return parts | {"no variance": part(a, 4.0 * lost + allowed)}


@statement("E17", blind=("new samples",))
def scores_hold_the_whole_distance_from_the_mean(
    K_few: Array,
    K_new: Array,
    G_new: Array,
    few: Indices,
    joint_error: float,
    K_psd: Array | None = None,
) -> Parts | None:
    """N4, 2.3.2, "the basis of that space": of the span of the samples, and no more.

    sum_l x_l^2 = k~(y, y), the squared distance from the mean, for training samples over all
    components (negative ones counted negatively), and <= k~(t, t) for new samples (Bessel), if the
    kernel is positive semi-definite. For up to a hundred training samples. Tolerance: the solver
    and the means. For Bessel: (K~, k~; k~', k~_tt) is positive up to its error e, so that
    sum (v'k~)^2/(mu + 2e) <= k~_tt + e; components with mu > 1e-6 mu_1 and > 1e6 e count. The
    training samples, placed as new ones, have to reach their sums over these components. Control:
    sqrt(n) times the scores; it sees no sample near the mean, and none far away. None if all
    samples are the same.
    """
    n, kappa = len(K_few), float(max(np.abs(K_few).max(), np.abs(K_new).max()))
    means, mean = K_few.mean(axis=1), K_few.mean()
    centered = center(K_few)
    error = (n + 1) * (joint_error + 4.0 * tolerances.centering_element(n, kappa))
    mu, V = eigh(centered)
    if mu[-1] <= 1e6 * error:
        return None
    squares = V**2 * mu
    own = K_few.diagonal() - 2.0 * means + mean
    solver = 4.0 * tolerances.eigenvalue(n, float(lengths(mu)))
    parts = {
        "training samples": (
            np.abs(squares.sum(axis=1) - own).max(),
            solver + 8.0 * tolerances.centering_element(n, kappa),
            np.abs(n * squares.sum(axis=1) - own).max(),
        )
    }
    if K_psd is None:
        return parts
    long = mu > max(1e-6 * mu[-1], 1e6 * error)
    rows = center_new(np.vstack([K_new[:, few], K_few]), K_few)
    held = ((rows @ V[:, long] / np.sqrt(mu[long])) ** 2).sum(axis=1)
    left = G_new.diagonal() - 2.0 * K_new[:, few].mean(axis=1) + mean
    most = np.append(left, squares[:, long].sum(axis=1))
    at_most = np.append(np.maximum(held - most, 0.0)[: len(left)], np.abs(held - most)[len(left) :])
    of_rows = 1.0 + 2.0 * (np.abs(most) / mu[long].min()).astype(float)
    return parts | {"new samples": (at_most, (error + solver) * of_rows, n * held - most)}
