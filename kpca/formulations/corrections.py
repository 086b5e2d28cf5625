"""Additive constants that make distances Euclidean (ledger D2, K2).

A table of distances is Euclidean if and only if B = -1/2 H D2 H has no negative eigenvalue
(Schoenberg 1935). Both corrections add one constant off the diagonal, the smallest that suffices.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array, Indices
from kpca.centering import gower

NO_SAMPLE = -1
"""Stands for the index of a training sample where a new sample is none of them."""


@dataclass(frozen=True)
class Constant:
    """What a correction adds to the distance of two samples, and to its square."""

    to_distances: float = 0.0
    to_squares: float = 0.0

    def added_to(self, D: Array) -> Array:
        """The distances D of pairs of different samples, with the constant."""
        return np.sqrt((D + self.to_distances) ** 2 + self.to_squares)

    def same_samples(
        self, D_new: Array, D: Array, names_new: Sequence[str], names: Sequence[str]
    ) -> Indices:
        """The training sample (m,) that each new sample is, or ``NO_SAMPLE``.

        From the distances D_new (m, n) before the correction, and D (n, n) after it. A new sample
        at distance 0 from a training sample is that sample, since nothing in its distances tells
        them apart. The correction moves equal training samples apart. Of several at distance 0, the
        new sample is the one whose distances differ least from its own; among equals it is the one
        of its name, or else the first.
        """
        same = np.full(len(D_new), NO_SAMPLE)
        for a in np.flatnonzero((D_new == 0.0).any(axis=1)).tolist():
            candidates = np.flatnonzero(D_new[a] == 0.0)
            off = np.abs(D[candidates] - self.added_to(D_new[a]))
            off[np.arange(len(candidates)), candidates] = 0.0
            off = off.max(axis=1)
            nearest = [int(i) for i in candidates[off == off.min()]]
            same[a] = next((i for i in nearest if names[i] == names_new[a]), nearest[0])
        return same

    def added_to_new(self, D_new: Array, same: Indices) -> Array:
        """Distances D_new (m, n) with the constant, but 0 to the training sample ``same`` (m,)."""
        own = same[:, None] == np.arange(D_new.shape[1])
        return np.where(own, 0.0, self.added_to(D_new))

    def added_to_pairs(self, D_pairs: Array, same: Indices) -> Array:
        """Distances D_pairs (m, m) among new samples with the constant, but 0 within a sample.

        Two rows are one sample if they are the same training sample, at distance 0.
        """
        within = (same[:, None] == same) & (same != NO_SAMPLE) & (D_pairs == 0.0)
        return np.where(within | np.eye(len(same), dtype=bool), 0.0, self.added_to(D_pairs))


def lowest_off_the_ones(B: Array) -> float:
    """The smallest eigenvalue of B (n, n) on the complement of the vector 1, which B sends to 0.

    B belongs to Euclidean distances if this is not negative. On the whole space the smallest
    eigenvalue is never above 0, and would not show a constant that is too large.
    """
    Q = arithmetic.off_the_ones(len(B), arithmetic.number_one(B))
    return arithmetic.eigenvalues(Q.T @ B @ Q)[-1]


def error(D2: Array) -> float:
    """Bound on the error of every eigenvalue of B(D2), for D2 (n, n) of rounded squares."""
    n, largest = len(D2), float(np.abs(D2).max())
    matrix = tolerances.gower_gram(n, largest, 4.0 * tolerances.U * largest)
    return matrix + 2.0 * tolerances.eigenvalue(n, float(arithmetic.lengths(gower(D2), None)))


def lingoes(D2: Array) -> tuple[float, Array]:
    """c = -mu_n of B, and d_ij^2 + 2c for i != j (n, n), from squared distances D2 (n, n).

    Every eigenvalue of B rises by c, but that of the vector 1 (Lingoes, Some boundary conditions
    for a monotone analysis of symmetric matrices, Psychometrika 36 (1971)).

    c = 0 for distances that are Euclidean up to ``error``.

    >>> lingoes(np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]]))[0].round(12)
    np.float64(0.833333333333)
    """
    lowest = lowest_off_the_ones(gower(D2))
    c = -lowest if lowest < -error(D2) else 0.0 * lowest
    return c, off_diagonal(D2 + 2.0 * c)


def cailliez(D: Array) -> tuple[float, Array, float]:
    """The constant c, d_ij + c for i != j (n, n), and how sensitive c is, from D (n, n).

    The last number is the condition of c/max(D) as an eigenvalue.

    c is the largest real eigenvalue of [[0, 2 B(D2)], [-I, -4 B(D)]] with B(M) = -1/2 H M H
    (Cailliez, The analytical solution of the additive constant problem, Psychometrika 48 (1983)),
    both B taken off the vector 1. c = 0 and condition 0 for distances that are Euclidean up to
    ``error``: for these 0 is a double eigenvalue, and the solver returns about sqrt(u) instead.
    """
    if lowest_off_the_ones(gower(D**2)) >= -error(D**2):
        return 0.0 * D.max(), D, 0.0
    unit = D.max()
    c, condition = arithmetic.largest_real_eigenvalue(cailliez_matrix(D / unit))
    c = max(c, 0.0 * c) * unit
    return c, off_diagonal(D + c), condition


def cailliez_matrix(D: Array) -> Array:
    """The matrix (2n - 2, 2n - 2) whose largest real eigenvalue is Cailliez' constant."""
    n, number = len(D), arithmetic.number_one(D)
    # On the vector 1 both blocks have an eigenvalue 0 that rounding would split by sqrt(u).
    Q = arithmetic.off_the_ones(n, number)
    zero, unit = np.zeros((n - 1, n - 1)) * number, np.eye(n - 1) * number
    return np.block([[zero, 2.0 * (Q.T @ gower(D**2) @ Q)], [-unit, 2.0 * (Q.T @ D @ Q)]])


def off_diagonal(M: Array) -> Array:
    """M (n, n) with zeros on its diagonal, because a sample has distance 0 from itself."""
    return np.where(np.eye(len(M), dtype=bool), 0.0 * M, M)
