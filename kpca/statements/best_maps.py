"""Ledger section 9, the map with the least strain, and when it is the only one: M8, M9."""

import numpy as np
import scipy.optimize

from kpca import tolerances
from kpca.arithmetic import eigh, is_fifty_digits, lengths, number_one
from kpca.arrays import Array, Indices
from kpca.centering import center
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement

STARTS = 4
"""Random maps from which the strain is minimized."""

CONVERGED = 1e-3
"""A descent has to end as near to the least strain, in units of |G|."""

DIMENSIONS = 3
"""Dimensions p of the map."""


@statement("M8")
def best_map_takes_eigenvalues_by_value(K_few: Array) -> Parts | None:
    """N4, Definition 1, min over maps X (n, p) of |G - XX'|, G symmetric, perhaps indefinite.

    XX' is positive semi-definite. So the best X takes the first p eigenvalues *by value*, those
    above 0, and leaves the root of the sum of all other mu^2. The best matrix of rank p (M3), which
    takes them by size, is no map where one of them is negative. G is K~ of at most a hundred
    samples if that makes a difference for p = 3, else K~ with its first eigenvalue times -2.
    Measured: the strain of that map; and that the best of the descents from random starts ends not
    below it, and less than |G|/1000 above it. Tolerance: the solver and the products. Controls: the
    map U |mu|^(1/2) by size; the error of the best matrix, which no map reaches; the best start,
    for a descent that goes nowhere. None if all of these samples are the same.
    """
    n, p, G = len(K_few), min(DIMENSIONS, len(K_few)), center(K_few)
    spectrum, U = eigh(G)
    rounding = tolerances.centered_gram(n, float(np.abs(K_few).max()), 0.0)
    if np.abs(spectrum).max() <= tolerances.GROUP_FACTOR * rounding:
        return None
    first, by_size = _chosen(spectrum, p)
    if lengths(spectrum[by_size], None) <= 1.01 * lengths(spectrum[first], None):
        G = G - 3.0 * spectrum[-1] * np.outer(U[:, -1], U[:, -1])
        spectrum = np.append(spectrum[:-1], -2.0 * spectrum[-1])
        first, by_size = _chosen(spectrum, p)
    strain, of_matrix = (lengths(np.delete(spectrum, at), None) for at in (first, by_size))
    X, Y = (U[:, at] * np.sqrt(np.abs(spectrum[at])) for at in (first, by_size))
    size = float(lengths(spectrum))
    allowed = 4.0 * tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)

    def strain_of(Z: Array) -> float:
        return lengths(G - Z @ Z.T, None)

    parts = {"strain": (abs(strain_of(X) - strain), allowed, abs(strain_of(Y) - strain))}
    if is_fifty_digits(G):
        return parts
    first_of_all, least = (min(strain_of(Z) for Z in maps) for maps in _descents(G, p))
    near = strain + CONVERGED * size
    return parts | {
        "no map is nearer": (
            [max(strain - least, 0.0), max(least - near, 0.0)],
            allowed,
            [abs(of_matrix - strain), first_of_all - near],
        )
    }


def _chosen(spectrum: Array, p: int) -> tuple[Indices, Indices]:
    """The p largest by value, of those above 0, and the p largest in size, of a spectrum (n,)."""
    values = spectrum.astype(float)
    first, by_size = (np.argsort(-each, kind="stable")[:p] for each in (values, np.abs(values)))
    return first[values[first] > 0], by_size


def _descents(G: Array, p: int) -> Array:
    """Starts, and where descents of the strain of G (n, n) from them end: (2, starts, n, p)."""
    n, size = len(G), lengths(G, None)

    def strain(z: Array) -> tuple[float, Array]:
        Z = z.reshape(n, p)
        off = Z @ Z.T - G / size
        return float((off**2).sum()), 4.0 * (off @ Z).ravel()

    starts = 2.0 * np.random.default_rng(0).normal(size=(STARTS, n * p)) / np.sqrt(n)
    ends = [scipy.optimize.minimize(strain, z, jac=True, method="L-BFGS-B").x for z in starts]
    return np.sqrt(size) * np.array([starts, ends]).reshape(2, STARTS, n, p)


@statement("M9")
def best_map_is_unique_only_with_a_gap(whole: Solution) -> Parts | None:
    """N4, Theorem 2, "*the* best" approximation: it is unique if and only if mu_p > mu_{p+1}, or
    mu_{p+1} <= 0.

    For p = 1 and the first two eigenvectors of the study, the second one with the eigenvalue
    t mu_1. The axis turned by 30 degrees leaves more in the square of the strain, by
    mu_1^2 (1 - m^2) with m = (3 + t)/4, and nothing more for t = 1. Measured: the strain of the
    turned map for t = 1, against the spectrum, and for t = 1/2. Tolerance: the products. Controls:
    t = 39/40; no loss for t = 1/2. None for one component.
    """
    if whole.components < 2:
        return None
    n, V, mu, one = whole.n, whole.V[:, :2], whole.mu[0], number_one(whole.V)
    turned = V @ np.array([np.sqrt(one * 3) / 2, one / 2])

    def strain(t: float) -> float:
        G = (V * np.array([1.0, t])) @ V.T
        return mu * lengths(G - (3.0 + t) / 4.0 * np.outer(turned, turned), None)

    def left(t: float, m: float) -> float:
        return mu * np.sqrt(one * (1.0 + t**2 - m**2))

    allowed = 4.0 * float(mu) * (tolerances.orthonormality(n) + tolerances.dot(16))
    tie, half = strain(1.0), strain(0.5)
    return {
        "a tie": (abs(tie - left(1.0, 1.0)), allowed, abs(strain(0.975) - left(0.975, 1.0))),
        "a gap": (abs(half - left(0.5, 0.875)), allowed, abs(half - left(0.5, 1.0))),
    }
