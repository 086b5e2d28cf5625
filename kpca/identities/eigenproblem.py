"""Ledger section 3, the eigenproblem of the Gram matrix: E3, E4, E5, E7, E8, E12, E13."""

import numpy as np

from kpca import arithmetic, rkhs, tolerances
from kpca.centering import center
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def _frobenius(dual: Solution) -> float:
    return float(np.linalg.norm(dual.spectrum))


@statement("E3", blind=True)
def squared_gram_equation(K: Array, dual: Solution) -> Measured:
    """K~^2 alpha = n lambda K~ alpha (N0, N1, N3, N4), as residual length per component.

    Tolerance: solver and two products, times |K~| |alpha|. It exceeds the equation itself for mu
    below some sqrt(n u) mu_1: squaring K~ blinds the check to them, as it blinds a solver. Control:
    lambda for n lambda.
    """
    centered = center(K)
    once = centered @ dual.alpha
    twice = centered @ once
    size, n = _frobenius(dual), dual.n
    largest = np.abs(dual.spectrum).max()
    step = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    return (
        np.linalg.norm(twice - dual.mu * once, axis=0),
        step * largest / np.sqrt(dual.mu),
        np.linalg.norm(twice - dual.variance * once, axis=0),
    )


def _null_vector(dual: Solution) -> Array:
    """1/sqrt(n) (n,), as long as every eigenvector; K~ sends it to 0."""
    return np.full(dual.n, 1.0 / np.sqrt(dual.n))


@statement("E4", blind=True)
def canceling_needs_the_range(K: Array, dual: Solution) -> Measured:
    """K~^2 alpha = n lambda K~ alpha <=> K~ alpha = n lambda alpha (N0), if alpha is in the range.

    For alpha in the range, the right side: measured. With a null vector as long as alpha added, the
    left side still holds: measured; the right side does not: the control of the first entry. A
    vector at random in its place breaks the left side too: the control of the second. Tolerance:
    as E3, blind where that is.
    """
    n, mu, alpha, centered = dual.n, dual.mu, dual.alpha, center(K)
    lengths = np.linalg.norm(alpha, axis=0)
    with_null = alpha + _null_vector(dual)[:, None] * lengths
    noise = np.random.default_rng(0).normal(size=n)
    with_noise = alpha + (noise / np.linalg.norm(noise))[:, None] * lengths
    size, largest = _frobenius(dual), np.abs(dual.spectrum).max()
    step = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size) + dual.bound
    return (
        [_right(centered, mu, alpha), _left(centered, mu, with_null)],
        [step * lengths, 2.0 * step * largest * lengths],
        [_right(centered, mu, with_null), _left(centered, mu, with_noise)],
    )


def _right(centered: Array, mu: Array, alpha: Array) -> Array:
    return np.linalg.norm(centered @ alpha - mu * alpha, axis=0)


def _left(centered: Array, mu: Array, alpha: Array) -> Array:
    once = centered @ alpha
    return np.linalg.norm(centered @ once - mu * once, axis=0)


@statement("E5")
def centered_gram_matrix_is_never_invertible(K: Array, dual: Solution) -> Measured:
    """K~1 = 0, so "K invertible" never applies (N2, N3, N4); on the range K~ can be canceled.

    Measured: |K~1|/sqrt(n) for k(x, y) + c(x) + c(y); and |K~+ K~ alpha - alpha|/|alpha| with K~+ =
    V M^(-1) V', the inverse on the range of what is kept. Tolerance: centering; solver and two
    products, times |M^(-1)|. Controls: the same kernel not centered; the null vector, which K~+ K~
    sends to 0.
    """
    n, mu, centered = dual.n, dual.mu, center(K)
    shifted = K + 2.0 * np.abs(K).max()
    ones = _null_vector(dual)
    inverse = dual.V / mu
    size = _frobenius(dual)
    kept = inverse @ (dual.V.T @ (centered @ dual.V)) - dual.V
    lost = inverse @ (dual.V.T @ (centered @ ones)) - ones
    solver = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    entry = tolerances.centering_entry(n, float(np.abs(shifted).max()))
    return (
        [np.linalg.norm(center(shifted) @ ones), *np.linalg.norm(kept, axis=0)],
        [2.0 * n * entry, *np.full(len(mu), solver * float(np.linalg.norm(1.0 / mu)))],
        [np.linalg.norm(shifted @ ones), *np.full(dual.components, np.linalg.norm(lost))],
    )


def squared_norms(K: Array, dual: Solution, Phi: Array | None) -> dict[str, Array]:
    """||f_l||^2 (d,) four ways; the feature map only where Phi (n, M) is given (N0, N1, N3; E7)."""
    alpha, centered = dual.alpha, center(K)
    ways = {
        "alpha' K~ alpha": np.einsum("il,il->l", alpha, centered @ alpha),
        "n lambda alpha' alpha": dual.mu * np.einsum("il,il->l", alpha, alpha),
        "double sum over k": rkhs.squared_norm(rkhs.expansion(alpha), K),
    }
    if Phi is not None:
        weights = (Phi - Phi.mean(axis=0)).T @ alpha
        ways["explicit feature map"] = np.einsum("ml,ml->l", weights, weights)
    return ways


def norm_tolerances(K: Array, dual: Solution, Phi: Array | None) -> dict[str, Array]:
    """Tolerance (d,) of each way of ``squared_norms``; all but that of |v|^2 grow like 1/mu.

    On the centered matrix: solver and products. n lambda alpha'alpha is |v|^2. On the uncentered
    kernel: the same at its own, larger scale, and the matrix error. By features: the rounding of
    their means and products enters twice, |Phi~' alpha| = 1.
    """
    n, mu = dual.n, dual.mu
    centered = tolerances.norm(n, _frobenius(dual), mu)
    size_uncentered = float(np.linalg.norm(K))
    uncentered = centered + (dual.bound + 4.0 * tolerances.products(n, size_uncentered)) / mu
    allowed = {
        "alpha' K~ alpha": centered,
        "n lambda alpha' alpha": np.full_like(mu, tolerances.orthonormality(n)),
        "double sum over k": uncentered,
    }
    if Phi is not None:
        size = float(np.linalg.norm(Phi))
        allowed["explicit feature map"] = uncentered + 6.0 * tolerances.dot(n) * size**2 / mu
    return allowed


@statement("E7")
def unit_norm(K: Array, dual: Solution, Phi: Array | None = None) -> Measured:
    """||f_l||^2 = alpha' K~ alpha = n lambda alpha'alpha = |Phi~' alpha|^2 = double sum = 1.

    Control: lambda for n lambda, alpha = v/sqrt(lambda), which gives n.
    """
    ways = np.array(list(squared_norms(K, dual, Phi).values()))
    allowed = np.array(list(norm_tolerances(K, dual, Phi).values()))
    return np.abs(ways - 1.0), allowed, np.abs(dual.n * ways - 1.0)


def inner_products(K: Array, dual: Solution) -> Array:
    """Gram matrix <f_l, f_m> (d, d) of the components."""
    return rkhs.inner(dual.alpha, dual.alpha, center(K))


@statement("E8")
def orthonormal_components(K: Array, dual: Solution) -> Measured:
    """f_j = sum_i a_ji phi~_i / sqrt(n lambda_j) with |a_j| = 1 are orthonormal (N4), lambda_j > 0.

    Tolerance: as E7 with sqrt(mu_l mu_m) for mu; the worst of a row of the matrix <f_l, f_m>, as a
    multiple of it. Control: divided by sqrt(lambda_j), the n left out. The condition broken: the
    N-th column as printed belongs to lambda = 0; its ||v||^2 = a'K~a is 0 up to the error of K~,
    while that of the last one kept, the control, can be scaled to 1.
    """
    F = inner_products(K, dual)
    mu = dual.mu
    identity = np.eye(dual.components)
    pairs = np.sqrt(np.outer(mu, mu))
    allowed = tolerances.norm(dual.n, _frobenius(dual), pairs)
    multiple = (np.abs(F - identity) / allowed).max(axis=1)
    broken = (np.abs(dual.n * F - identity) / allowed).max(axis=1)
    null = _null_vector(dual)
    scale = allowed.diagonal()
    return (
        [*(multiple * scale), np.abs(null @ center(K) @ null)],
        [*scale, 2.0 * dual.bound],
        [*(broken * scale), mu[-1]],
    )


@statement("E12")
def score_moments(K: Array, dual: Solution) -> Measured:
    """mean z_l^2 = lambda_l, mean z_l = 0, sum_i alpha_li = 0 (N0), with z = K~ alpha.

    Tolerance: the variance as E7, times lambda; 1'v = 0 up to sqrt(n) bound/mu. Controls: 1/n left
    out of the variance; the constant 1/sqrt(n) added to v, in the mean and in the sum.
    """
    n, mu, alpha, root = dual.n, dual.mu, dual.alpha, np.sqrt(dual.mu)
    z = center(K) @ alpha
    square = np.einsum("il,il->l", z, z)
    variance_error = 3.0 * tolerances.norm(n, _frobenius(dual), mu) * dual.variance
    orthogonal = np.sqrt(n) * (dual.bound / mu + tolerances.dot(n))
    constant = 1.0 / np.sqrt(n)
    return (
        [np.abs(square / n - dual.variance), np.abs(z.mean(axis=0)), np.abs(alpha.sum(axis=0))],
        [variance_error, orthogonal * root / n, orthogonal / root],
        [
            np.abs(square - dual.variance),
            np.abs((z + root * constant).mean(axis=0)),
            np.abs((alpha + constant / root).sum(axis=0)),
        ],
    )


@statement("E13")
def at_most_n_minus_one_components(K: Array, dual: Solution, Phi: Array | None = None) -> Measured:
    """ "Up to n components" (N3): n - 1 after centering, and no more than the rank of phi.

    Measured: the least eigenvalue of K + cI, c = 2|K|_F, after centering, of full rank before it;
    with features Phi (n, M), the largest |mu| beyond the columns that are not constant.
    Tolerance: the bound on every eigenvalue, at the scale of c. Controls: the least eigenvalue
    before centering, at least |K|_F; the last component kept, which is within the rank.
    """
    n, size = dual.n, float(np.linalg.norm(K))
    full = K + 2.0 * size * np.eye(n)
    least = np.abs(arithmetic.eigenvalues(center(full))[-1])
    centering = tolerances.centered_gram(n, float(np.abs(full).max()), 0.0)
    rounding = centering + tolerances.eigenvalue(n, float(np.linalg.norm(full)))
    varying = n if Phi is None else int((Phi != Phi[0]).any(axis=0).sum())
    if varying >= n:
        return least, rounding, size
    beyond = np.abs(dual.spectrum[varying:]).max()
    return [least, beyond], [rounding, dual.bound], [size, dual.mu[-1]]
