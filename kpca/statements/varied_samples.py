"""Ledger section 8, one sample less, and one sample with more weight: S13, S14."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import (
    BITS,
    eigenvalues,
    eigh,
    is_fifty_digits,
    lengths,
    number_one,
    off_the_ones,
)
from kpca.arrays import Array
from kpca.centering import center, centering_matrix
from kpca.solvers import groups
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.samples import without
from kpca.statements.sums_of_squares import of_weighted

EQUAL = 3
"""Eigenvalues that are made equal."""


@statement("S13")
def eigenvalues_without_a_sample(K_few: Array) -> Parts | None:
    """Without sample i, the mu become the roots t of 1 = c sum_l z_il^2/(mu_l - t), c = n/(n - 1).

    K~ of the others is K~ on the vectors orthogonal to 1 and e_i (S1), so to u = c^(1/2) H e_i. Its
    t have sum_l (v_l'u)^2/(mu_l - t) = 0 (Golub 1973) with v_l'u = c^(1/2) v_il; times t, with
    sum_l v_il^2 = 1/c, this is the equation. c is not 1 because the mean moves, too. Of g equal
    mu_l, the vectors of their eigenspace that are orthogonal to u remain eigenvectors: g - 1
    dimensions, or g if all their z_il are 0. Only the rest, along u, enters the equation, with the
    sum of their z_il^2; so the root between two equal mu is this mu.

    Each root is bisected between two mu, and the last one, 0, below all of them. Of at most 100
    samples, the farthest is left out. An indefinite K~ is corrected by Lingoes' constant. Then with
    three mu made equal, 2 mu_1, and for the sample that these hold most of. The v_l are computed
    off the vector 1, whose mu = 0 would be a pole with the root of a rounding as its z. Tolerance:
    both centerings and solvers, and n roundings of z_il^2, by Weyl's theorem, as the t are the
    eigenvalues of diag(mu) - c zz'.
    Controls: c = 1; equal ones that all stay. None for less than three samples, and where Lingoes'
    constant leaves nothing.
    """
    n, A = len(K_few), center(K_few)
    if n < 3 or not A.any():
        return None
    Q, one = off_the_ones(n, number_one(A)), number_one(A)
    G = center(A) - min(eigenvalues(A)[-1], 0) * centering_matrix(n, one)
    largest = float(np.abs(A).max())
    if np.abs(G).max() <= tolerances.GROUP_FACTOR * tolerances.centered_gram(n, largest, 0.0):
        return None
    mu, W = (part[..., ::-1] for part in eigh(Q.T @ G @ Q))
    V, mu, g = Q @ W, np.where(mu > 0, mu, 0 * mu), min(EQUAL, n - 2)
    tied = np.append(np.repeat(2 * mu[0], g), mu[g:])
    G_tied = G + (V * (tied - mu)) @ V.T
    i, j = int(np.argmax(G.diagonal())), int(np.argmax((V[:, :g] ** 2).sum(axis=1)))
    c, kappa, size = n / (n - one), max(largest, float(np.abs(G_tied).max())), float(lengths(tied))
    fewer, of_tied = (eigenvalues(center(without(B, k))) for B, k in ((G, i), (G_tied, j)))
    allowed = 4.0 * (tolerances.centered_gram(n, kappa, 0.0) + tolerances.eigenvalue(n, size))
    allowed += float(c * size) * (tolerances.dot(2 * n) + 2.0 * tolerances.orthonormality(n))

    def off(t: Array, right: Array) -> float:
        return np.abs(t - right).max()

    t = _roots(tied, c * tied * V[j] ** 2)
    all_stay = np.append(tied[:g], t[g:])
    parts = {
        "eigenvalues": (
            off(_roots(mu, c * mu * V[i] ** 2), fewer),
            allowed,
            off(_roots(mu, mu * V[i] ** 2), fewer),
        )
    }
    if g < 2:
        return parts
    return parts | {"equal eigenvalues": (off(t, of_tied), allowed, off(all_stay, of_tied))}


def _roots(mu: Array, z2: Array) -> Array:
    """Roots (m,) of 1 = sum_l z2_l/(mu_l - t), one below each of mu (m,), descending from mu_1."""
    low, high = np.append(mu[1:], -mu[0]), mu
    for _ in range(BITS + 10 if is_fifty_digits(mu) else 64):
        t = (low + high) / 2
        apart = mu - t[:, None]
        # Only where a bracket has no inside, and either of its ends is the root.
        below = (z2 / np.where(apart == 0, mu[0], apart)).sum(axis=1) < 1
        low, high = np.where(below, t, low), np.where(below, high, t)
    return high


STEP = 1e-20
"""Imaginary weight of a sample."""


@statement("S14", blind=ALL_PARTS)
def influence_of_a_sample(K_few: Array) -> Parts | None:
    """d lambda_l/d eps = z_il^2 - lambda_l, for the weights (1 - eps)/n + eps delta_i.

    The influence of sample i (Critchley 1985). Its mean is 0, and its variance over n is the
    squared standard error of lambda_l, (mean_i z_il^4 - lambda_l^2)/n, for independent samples of
    any distribution. Compared with a complex step Im lambda_l(ih)/h, of the weighted matrix M of
    S12: a step of Newton's method in complex numbers for Mx = lambda x, v'x = 1, from x = v. For up
    to three simple lambda_l of at most 100 samples, the farthest sample, and the nearest to the
    mean. Tolerance: Im M/h is the derivative B of M; its products, and 2 |B| times the error of v,
    on either side, which is that of the linear equations, too. Control: z_il^2, where the weight is
    given to the sample and taken from nobody. None with fifty digits.
    """
    n, A = len(K_few), center(K_few)
    if n < 3 or is_fifty_digits(K_few):
        return None
    # In a unit in which the largest element is 1, as that of the border is.
    A = A / (np.abs(A).max() or 1.0)
    mu, V = (part[..., ::-1] for part in eigh(A))
    size, kappa = float(lengths(mu)), float(np.abs(A).max())
    rounding = tolerances.eigenvalue(n, size) + tolerances.centered_gram(n, kappa, 0.0)
    gaps = np.array([groups.gap(mu, slice(k, k + 1)) for k in range(min(3, n - 1))])
    simple = np.flatnonzero((gaps > tolerances.GROUP_FACTOR * rounding) & (mu[: len(gaps)] > 0))
    of_vectors = np.array([tolerances.eigenvector(gap, rounding) for gap in gaps[simple]])
    off, allowed, broken = [], [], []
    for i in (np.argmax(A.diagonal()), np.argmin(A.diagonal())):
        M = of_weighted(A, 1.0 / n + 1j * STEP * ((np.arange(n) == i) - 1.0 / n))
        derivative = [_moved(M, mu[at] / n, V[:, at]) for at in simple]
        z2, slope = mu[simple] * V[i, simple] ** 2, float(lengths(M.imag, None)) / STEP
        off.append(np.abs(z2 - mu[simple] / n - derivative))
        allowed.append(8.0 * slope * of_vectors + tolerances.eigenvalue(n, slope))
        broken.append(np.abs(z2 - derivative))
    return {"derivative": (np.array(off), np.array(allowed), np.array(broken))}


def _moved(M: Array, value: float, v: Array) -> float:
    """Im lambda/h of the complex M (n, n), by a step from an eigenvalue and a vector of Re M."""
    off = M - value * np.eye(len(v))
    bordered = np.block([[off, -v[:, None]], [v[None, :], np.zeros((1, 1))]])
    return float(np.linalg.solve(bordered, np.append(-off @ v, 0.0))[-1].imag) / STEP
