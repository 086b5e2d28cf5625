"""Ledger sections 5 and 9, projection: R1, R2, R5."""

import numpy as np

from kpca import projection, rkhs, tolerances
from kpca.arithmetic import lengths, number_one
from kpca.arrays import Array
from kpca.centering import center, center_new
from kpca.kernels import Kernel
from kpca.solvers.solution import Solution
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.eigenproblem import norm_tolerances

PAIRS = 50


def values_error(n: int, kappa: float, dual: Solution) -> Array:
    """Error (d,) of a value <f_l, phi(x)>: a product of length n, the means removed from alpha."""
    return np.sqrt(n) * kappa * 8.0 * tolerances.dot(n) / np.sqrt(dual.mu)


def _element_errors(kernel: Kernel, q: int, products: Array) -> Array:
    """Differences (p,) of k(x, y) and <phi(x), phi(y)> by rounding, |x| |y| given by ``products``.

    For kernels with finite features, which are functions of x·y; as in K4, four times the error of
    the kernel.
    """
    return np.array([4.0 * kernel.rounding(q, float(p) ** 0.5) for p in products])


@statement("R1")
def distance_to_the_projection_by_kernels(
    K: Array,
    K_new: Array,
    Phi: Array,
    Phi_new: Array,
    X: Array,
    X_new: Array,
    kernel: Kernel,
    dual: Solution,
) -> Parts:
    """|phi(y) - P_d phi(x)|^2 by kernels alone equals its value by features (N0).

    P_d phi(x) = sum_{l<=d} <f_l, phi(x)> f_l; y the training samples, x the new ones in turn, each
    pair an entry. K (n, n), K_new (m, n), Phi (n, M), Phi_new (m, M), X (n, q), X_new (m, q).
    Tolerance: errors of the values of f_l, of <f_l, f_m> as in E7, and of the kernel's values.
    Control: the largest of the three terms left out. Pairs whose three terms are all 0 are left
    out.
    """
    n = len(K)
    p = min(n, PAIRS)
    a, new = rkhs.expansion(dual.alpha), np.arange(p) % len(K_new)
    f_y, beta, k_yy = rkhs.evaluate(a, K[:p]), rkhs.evaluate(a, K_new[new]), K.diagonal()[:p]
    by_kernel = projection.squared_distance(k_yy, f_y, beta)
    weights = Phi.T @ a
    explicit = ((Phi[:p] - (Phi_new[new] @ weights) @ weights.T) ** 2).sum(axis=1)
    terms = np.array([k_yy, -2.0 * (beta * f_y).sum(axis=1), (beta**2).sum(axis=1)])
    largest = np.abs(terms).max(axis=0)
    at = np.argmax(np.abs(terms), axis=0)
    broken = np.abs(by_kernel - terms[at, np.arange(p)] - explicit)
    norms = np.sqrt(norm_tolerances(K, dual, Phi)["explicit feature map"])
    sizes = np.maximum(np.abs(f_y), np.abs(beta))
    kappa = np.maximum(np.abs(K[:p]).max(axis=1), np.abs(K_new[new]).max(axis=1))
    longest = np.maximum((Phi[:p] ** 2).sum(axis=1), (Phi_new[new] ** 2).sum(axis=1))
    # By features a value is a product with a row sqrt(longest), over the features of all samples.
    reach = np.maximum(kappa, np.sqrt(longest * float((Phi**2).sum(axis=1).max())))
    y, x, farthest = lengths(X[:p], 1), lengths(X_new[new], 1), lengths(X, 1).max()
    entries = _element_errors(kernel, X.shape[1], np.maximum(x, y) * farthest)
    relative = 8.0 * tolerances.dot(n) * reach + entries
    errors = np.sqrt(n) * relative[:, None] / np.sqrt(dual.mu)
    # sum_lm beta_l beta_m (<f_l, f_m> - delta_lm), each off by the root of both norms' errors
    products = (sizes * norms).sum(axis=1) ** 2
    rounding = 8.0 * tolerances.dot(n) * (longest + (sizes**2).sum(axis=1))
    rounding += _element_errors(kernel, X.shape[1], y**2)
    allowed = 8.0 * (sizes * errors).sum(axis=1) + products + rounding
    some = largest > 0
    return {"squared distances": (np.abs(by_kernel - explicit)[some], allowed[some], broken[some])}


@statement("R2", blind=("weights with the mean", "weights without the mean"))
def projection_without_the_mean_loses_its_rest(
    K: Array, K_new: Array, G_new: Array, dual: Solution, whole: Solution | None = None
) -> Parts:
    """N0 projects without subtracting the mean; right if phi-bar = 0, else more is lost.

    mean_i |phi_i - P_d phi_i|^2 = sum_{l>d} lambda_l + |(I - P_d) phi-bar|^2, while phi-bar + P_d
    (phi - phi-bar) leaves sum_{l>d} lambda_l. Executed on k + c, c = 2 max|k|, so that phi-bar is
    not 0. Tolerance: errors of the values of f_l, and of every eigenvalue. Controls: the mean's
    term left out; the projection without the mean where the mean was removed.

    ``whole`` has every eigenvalue. Where it is missing, only the weights are measured, for new
    samples: ``_weights``.
    """
    parts = _weights(K, K_new, G_new.diagonal(), dual)
    if whole is None:
        return parts
    n, kappa = whole.n, float(np.abs(K).max())
    shifted, centered = K + 2.0 * kappa, center(K)
    a = rkhs.expansion(whole.alpha)
    beta, z = rkhs.evaluate(a, shifted), centered @ whole.alpha
    tail = whole.spectrum[whole.components :].sum() / n
    mean = shifted.mean() - (beta.mean(axis=0) ** 2).sum()
    uncentered = projection.lost(shifted.diagonal(), beta).mean()
    with_mean = projection.lost(centered.diagonal(), z).mean()
    size = float(np.abs(beta).max())
    error = 4.0 * size * values_error(n, 3.0 * kappa, whole) + 4.0 * whole.matrix_error / n
    allowed = float(error.sum()) + 4.0 * tolerances.centering_element(n, 3.0 * kappa)
    allowed += 2.0 * tolerances.pairwise_sum(n) * whole.components * size**2 + whole.matrix_error
    return {
        "without the mean": (
            np.abs(uncentered - tail - mean),
            allowed,
            np.abs(uncentered - tail),
        ),
        "with the mean": (np.abs(with_mean - tail), allowed, np.abs(uncentered - tail)),
        **parts,
    }


def _weights(K: Array, K_new: Array, k_xx: Array, dual: Solution) -> Parts:
    """|phi(x) - P|^2 for P = sum_i w_i phi(x_i) by its weights, against Pythagoras, of new samples.

    With the mean, P = phi-bar + P_d (phi(x) - phi-bar) and |phi(x) - P|^2 = |phi(x) - phi-bar|^2 -
    sum_l z_l^2, z the scores; without it, P = P_d phi(x) and k(x, x) - sum_l beta_l^2, the values
    of f_l at x. All from K (n, n), K_new (m, n) and k(x, x) (m,), for at most ``PAIRS`` samples and
    for k + c as in R2. No features and no gradients are needed, so that the weights are measured
    for every kernel and for given matrices.

    Tolerance: errors of the values, of <f_l, f_m> as in E7, and of the sums over the weights, whose
    sizes add up to |w|: 2 u_(2n+d+4) kappa (1 + |w|)^2. Controls: the mean forgotten; the mean
    added.
    """
    n, shift = len(K), 2.0 * np.abs(K).max()
    K, K_new, k_xx = K + shift, K_new[:PAIRS] + shift, k_xx[:PAIRS] + shift
    kappa = np.maximum(np.abs(K).max(), np.maximum(np.abs(K_new).max(axis=1), np.abs(k_xx)))
    a = rkhs.expansion(dual.alpha)
    beta = rkhs.evaluate(a, K_new)
    z = beta - rkhs.evaluate(a, K).mean(axis=0)
    around_the_mean = k_xx - 2.0 * K_new.mean(axis=1) + K.mean()
    scores = center_new(K_new, K) @ dual.alpha

    def by_weights(W: Array) -> Array:
        products = (W * K_new).sum(axis=1)
        return k_xx - 2.0 * products + projection.squared_norms(W, W @ K)

    centered = projection.weights(dual.alpha, scores)
    plain = projection.weights_without_mean(dual.alpha, beta)
    norms = np.sqrt(norm_tolerances(K, dual, None)["double sum over k"])

    def allowed(values_of_f: Array) -> Array:
        return _weights_error(np.abs(values_of_f), kappa, norms, dual)

    with_mean, without = around_the_mean - (z**2).sum(axis=1), projection.lost(k_xx, beta)
    forgotten, added = scores @ a.T, beta @ a.T + number_one(K) / n
    return {
        "weights with the mean": (
            np.abs(by_weights(centered) - with_mean),
            allowed(z),
            np.abs(by_weights(forgotten) - with_mean),
        ),
        "weights without the mean": (
            np.abs(by_weights(plain) - without),
            allowed(beta),
            np.abs(by_weights(added) - without),
        ),
    }


def _weights_error(size: Array, kappa: Array, norms: Array, dual: Solution) -> Array:
    """Error (p,) of |phi - P|^2 by weights, from sizes |<f_l, ·>| (p, d): see ``_weights``.

    ``kappa`` (p,) bounds the kernel values of each sample, and ``norms`` (d,) the root of
    |<f_l, f_m> - delta_lm|.
    """
    n = dual.n
    values = kappa[:, None] * values_error(n, 1.0, dual)
    terms = 2.0 * tolerances.dot(2 * n + dual.components + 4) * kappa
    means = 4.0 * tolerances.centering_element(n, 1.0) * kappa
    error = 4.0 * (size * values).sum(axis=1) + (values**2).sum(axis=1)
    error += (size * norms).sum(axis=1) ** 2
    # sum_i |w_i| is at most 1 + 2 sum_il |alpha_il| |beta_l|.
    return error + means + terms * (2.0 + 2.0 * size @ np.abs(dual.alpha).sum(axis=0)) ** 2


@statement("R5", blind=ALL_PARTS)
def projection_is_an_operator(K: Array, K_new: Array, G_new: Array, dual: Solution) -> Parts:
    """ "The projection operator" (N0): P_d P_d = P_d, the nearest point, distances by coordinates.

    With beta_l = <f_l, phi(x)>: <f_l, P_d phi> = beta_l; |phi - sum b_l f_l|^2 =
    |phi - P_d phi|^2 + |b - beta|^2 for any b; and |P_d phi(x) - P_d phi(y)| = |beta(x) - beta(y)|,
    which is why a map needs coordinates only. The left sides by weights and kernels, K (n, n),
    K_new (m, n), for at most ``PAIRS`` new samples and the training samples where components are
    largest and smallest. Tolerance: as R2, of both samples for a distance; for P_d P_d the errors
    of <f_l, f_m> and of values of f_l. Control: alpha = v/sqrt(lambda), the n left out; it sees
    neither two samples at the same place nor a new sample far away.
    """
    n, a = dual.n, rkhs.expansion(dual.alpha)
    values = rkhs.evaluate(a, K)
    top = np.unique([values.argmax(axis=0), values.argmin(axis=0)])
    rows = np.vstack([K_new[:PAIRS], K[top]])
    k_xx = np.append(G_new.diagonal()[:PAIRS], K.diagonal()[top])
    kappa = np.maximum(np.abs(K).max(), np.maximum(np.abs(rows).max(axis=1), np.abs(k_xx)))
    kappa = kappa.astype(float)
    beta = rkhs.evaluate(a, rows)
    signs = np.where(np.arange(dual.components) % 2 == 0, 1.0, -1.0)
    b = 1.5 * beta + signs * np.sqrt(kappa)[:, None]
    norms = np.sqrt(norm_tolerances(K, dual, None)["double sum over k"])
    weights = [projection.weights_without_mean(dual.alpha, each) for each in (beta, b)]
    again = rkhs.evaluate(a, weights[0] @ K)
    size = np.abs(beta)
    of_weights = 1.0 + 2.0 * size @ np.abs(dual.alpha).sum(axis=0)
    of_values = values_error(n, 1.0, dual) * (kappa * of_weights).max()
    # The weights of a difference add up to 0, so the centered kernel gives the same distances.
    centered, scores = center(K), center_new(rows, K) @ a
    W = projection.weights_without_mean(dual.alpha, scores)
    apart, sizes = W - np.roll(W, 1, axis=0), np.abs(scores) + np.abs(np.roll(scores, 1, axis=0))
    by_weights = projection.squared_norms(apart, apart @ centered)
    by_coordinates = ((scores - np.roll(scores, 1, axis=0)) ** 2).sum(axis=1)
    spread = np.full(len(rows), np.abs(centered).max(), float)
    of_centered = np.sqrt(norm_tolerances(K, dual, None)["alpha' K~ alpha"])

    def nearest(scale: float) -> Array:
        W = scale * weights[1]
        left = k_xx - 2.0 * (W * rows).sum(axis=1) + projection.squared_norms(W, W @ K)
        right = projection.lost(k_xx, beta) + ((b - beta) ** 2).sum(axis=1)
        return np.abs(left - right)

    return {
        "twice": (
            np.abs(again - beta).max(axis=0),
            4.0 * (norms * (size @ norms).max() + of_values),
            np.abs(n * again - beta).max(axis=0),
        ),
        "nearest": (
            nearest(1.0),
            2.0 * _weights_error(np.abs(b) + size, kappa, norms, dual),
            nearest(np.sqrt(n)),
        ),
        "distances": (
            np.abs(by_weights - by_coordinates),
            _weights_error(sizes, spread, of_centered, dual),
            np.abs(n * by_weights - by_coordinates),
        ),
    }
