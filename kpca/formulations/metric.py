"""Metric MDS: sum (d_ij - |z_i - z_j|)^2 is minimized by majorization, SMACOF (N4; M5, M6).

De Leeuw, Applications of convex analysis to multidimensional scaling (1977); Borg & Groenen,
Modern Multidimensional Scaling, chapter 8. Its minimizer is not that of classical MDS (ledger M5).
"""

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.distances import squared_distances
from kpca.formulations.primal import residuals
from kpca.solvers import vectors
from kpca.solvers.solution import Solution


def stress(D: Array, Z: Array) -> float:
    """Raw stress of Z (n, p): sum over i, j of (d_ij - |z_i - z_j|)^2, each pair twice as in N4."""
    return ((D - np.sqrt(squared_distances(Z, Z))) ** 2).sum()


def guttman(D: Array, Z: Array) -> Array:
    """One step of SMACOF: the minimizer (n, p) of the majorant of the stress that touches it at Z.

    z_i <- z-bar + 1/n sum_j (d_ij / |z_i - z_j|) (z_i - z_j), with 0 for points that coincide.
    """
    between = np.sqrt(squared_distances(Z, Z))
    apart = between > 0
    ratio = np.where(apart, D, 0) / np.where(apart, between, 1)
    # By differences: where points nearly coincide the ratio is huge, and sums of it would cancel.
    moved = [(ratio * (z[:, None] - z[None, :])).sum(axis=1) for z in Z.T]
    return np.column_stack(moved) / len(Z)


def gradient(D: Array, Z: Array) -> Array:
    """Gradient (n, p) of ``stress`` at Z (n, p), by the chain rule through the distances.

    4 sum_j (|z_i - z_j| - d_ij) (z_i - z_j)/|z_i - z_j|: both orders of a pair count, as in N4. One
    step of SMACOF is Z - gradient/(4n).
    """
    between = np.sqrt(squared_distances(Z, Z))
    unit = [(z[:, None] - z[None, :]) / np.where(between > 0, between, 1) for z in Z.T]
    return np.column_stack([4.0 * ((between - D) * coordinate).sum(axis=1) for coordinate in unit])


def path(D: Array, start: Array, steps: int) -> list[Array]:
    """``start`` (n, p) and the configurations after each of ``steps`` Guttman transforms."""
    configurations = [start]
    for _ in range(steps):
        configurations.append(guttman(D, configurations[-1]))
    return configurations


def fit(D: Array, start: Array, steps: int = 300) -> Solution:
    """The configuration that SMACOF reaches from ``start`` (n, p), on its principal axes.

    D (n, n) are distances, not squared. Raises ``RankError`` where the configuration has collapsed
    to fewer than p dimensions.
    """
    Z = path(D, start, steps)[-1]
    Z = Z - Z.mean(axis=0)
    V, sizes, _ = arithmetic.svd(Z)
    V, mu, size = vectors.oriented(V), sizes**2, float((Z**2).sum())
    spectrum = np.concatenate([mu, np.zeros(len(Z) - len(mu))])
    bound = 2.0 * tolerances.eigenvalue(len(Z), size)
    return Solution.of_whole(
        spectrum,
        V,
        residuals(Z, V, mu),
        bound,
        trace=size,
        frobenius=float(arithmetic.lengths(mu, None)),
    ).require(Z.shape[1])
