"""Ledger section 3, the eigenproblem: E3, E7, E8, E12."""

import numpy as np
from scipy.linalg import norm

from kpca import rkhs, tolerances
from kpca.centering import center
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def _frobenius(solution: Solution) -> float:
    return float(norm(solution.spectrum))


@statement("E3", blind=True)
def squared_gram_equation(K: Array, solution: Solution) -> Measured:
    """K~^2 alpha = n lambda K~ alpha (N0, N1, N3, N4), as residual length per component.

    Tolerance: solver and two products, times |K~| |alpha|. It exceeds the equation itself for mu
    below some sqrt(n u) mu_1: squaring K~ blinds the check to them, as it blinds a solver. Control:
    lambda for n lambda.
    """
    centered = center(K)
    once = centered @ solution.alpha
    twice = centered @ once
    size, n = _frobenius(solution), solution.n
    largest = np.abs(solution.spectrum).max()
    step = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    return (
        np.linalg.norm(twice - solution.mu * once, axis=0),
        step * largest / np.sqrt(solution.mu),
        np.linalg.norm(twice - solution.variance * once, axis=0),
    )


def squared_norms(K: Array, solution: Solution, Phi: Array | None) -> dict[str, Array]:
    """||f_l||^2 (d,) four ways; the feature map only where Phi (n, M) is given (N0, N1, N3; E7)."""
    alpha, centered = solution.alpha, center(K)
    ways = {
        "alpha' K~ alpha": np.einsum("il,il->l", alpha, centered @ alpha),
        "n lambda alpha' alpha": solution.mu * np.einsum("il,il->l", alpha, alpha),
        "double sum over k": rkhs.squared_norm(rkhs.expansion(alpha), K),
    }
    if Phi is not None:
        weights = (Phi - Phi.mean(axis=0)).T @ alpha
        ways["explicit feature map"] = np.einsum("ml,ml->l", weights, weights)
    return ways


def norm_tolerances(K: Array, solution: Solution, Phi: Array | None) -> dict[str, Array]:
    """Tolerance (d,) of each way of ``squared_norms``; all grow like 1/mu.

    On the centered matrix: solver and products. n lambda alpha'alpha is |v|^2. On the uncentered
    kernel: the same at its own, larger scale, and the matrix error. By features: the rounding of
    their means and products enters twice, |Phi~' alpha| = 1.
    """
    n, mu = solution.n, solution.mu
    centered = tolerances.norm(n, _frobenius(solution), mu)
    uncentered = centered + (solution.bound + 4.0 * tolerances.products(n, float(norm(K)))) / mu
    allowed = {
        "alpha' K~ alpha": centered,
        "n lambda alpha' alpha": np.full_like(mu, tolerances.orthonormality(n)),
        "double sum over k": uncentered,
    }
    if Phi is not None:
        size = float(norm(Phi))
        allowed["explicit feature map"] = uncentered + 6.0 * tolerances.dot(n) * size**2 / mu
    return allowed


@statement("E7")
def unit_norm(K: Array, solution: Solution, Phi: Array | None = None) -> Measured:
    """||f_l||^2 = alpha' K~ alpha = n lambda alpha'alpha = |Phi~' alpha|^2 = double sum = 1.

    Control: lambda for n lambda, alpha = v/sqrt(lambda), which gives n.
    """
    ways = np.array(list(squared_norms(K, solution, Phi).values()))
    allowed = np.array(list(norm_tolerances(K, solution, Phi).values()))
    return np.abs(ways - 1.0), allowed, np.abs(solution.n * ways - 1.0)


def inner_products(K: Array, solution: Solution) -> Array:
    """Gram matrix <f_l, f_m> (d, d) of the components."""
    return rkhs.inner(solution.alpha, solution.alpha, center(K))


@statement("E8")
def orthonormal_components(K: Array, solution: Solution) -> Measured:
    """f_j = sum_i a_ji phi~_i / sqrt(n lambda_j) with |a_j| = 1 are orthonormal (N4), lambda_j > 0.

    Tolerance: as E7 with sqrt(mu_l mu_m) for mu; the worst of a row of the matrix <f_l, f_m>, as a
    multiple of it. Control: divided by sqrt(lambda_j), the n left out.
    """
    F = inner_products(K, solution)
    mu = solution.mu
    identity = np.eye(solution.components)
    pairs = np.sqrt(np.outer(mu, mu))
    allowed = tolerances.norm(solution.n, _frobenius(solution), pairs)
    multiple = (np.abs(F - identity) / allowed).max(axis=1)
    broken = (np.abs(solution.n * F - identity) / allowed).max(axis=1)
    return multiple * allowed.diagonal(), allowed.diagonal(), broken * allowed.diagonal()


@statement("E12")
def score_moments(K: Array, solution: Solution) -> Measured:
    """mean z_l^2 = lambda_l, mean z_l = 0, sum_i alpha_li = 0 (N0), with z = K~ alpha.

    Tolerance: the variance as E7, times lambda; 1'v = 0 up to sqrt(n) bound/mu. Controls: 1/n left
    out of the variance; the constant 1/sqrt(n) added to v, in the mean and in the sum.
    """
    n, mu, alpha, root = solution.n, solution.mu, solution.alpha, np.sqrt(solution.mu)
    z = center(K) @ alpha
    square = np.einsum("il,il->l", z, z)
    variance_error = 3.0 * tolerances.norm(n, _frobenius(solution), mu) * solution.variance
    orthogonal = np.sqrt(n) * (solution.bound / mu + tolerances.dot(n))
    constant = 1.0 / np.sqrt(n)
    return (
        [np.abs(square / n - solution.variance), np.abs(z.mean(axis=0)), np.abs(alpha.sum(axis=0))],
        [variance_error, orthogonal * root / n, orthogonal / root],
        [
            np.abs(square - solution.variance),
            np.abs((z + root * constant).mean(axis=0)),
            np.abs((alpha + constant / root).sum(axis=0)),
        ],
    )
