"""Stability under resampling: do two halves of the samples find the same components?"""

from dataclasses import dataclass

import numpy as np

from kpca import arithmetic
from kpca.arrays import Array, Indices
from kpca.formulations import dual

HALFWAY = 45.0
"""Degrees: a direction at a larger angle is nearer to one that was not found at all."""


@dataclass(frozen=True)
class Stability:
    """Angles between the components of two halves of the samples.

    angles (r, d)   the largest principal angle between the spans of the first 1, 2, ..., d
                    components, in degrees, for each of r random halvings
    """

    angles: Array

    @property
    def median(self) -> Array:
        """Median (d,) of the angles over the halvings."""
        return np.median(self.angles, axis=0)

    @property
    def components(self) -> int:
        """The largest number whose median angle is at most 45 degrees; 0 if there is none."""
        stable = np.flatnonzero(self.median <= HALFWAY)
        return int(stable[-1]) + 1 if len(stable) else 0


def stability(K: Array, components: int, repeats: int = 20, seed: int = 0) -> Stability:
    """Angles for 1 to ``components`` components, from the Gram matrix K (n, n) of all samples.

    The samples are halved at random ``repeats`` times. Each half gives functions f_1, f_2, ...,
    whose values at all n samples are the columns of a matrix (n, d). The angles are those between
    the spans of two such matrices (Björck and Golub 1973). Two random subspaces of few dimensions
    are nearly orthogonal if n is large.

    Raises ``RankError`` if a half has fewer components. A kernel with M features has angles of 0
    for d = M, whatever the data are: then d must be smaller to mean anything. Raises ``ValueError``
    for fewer than four samples, of which a half has no component, and without any halving.
    """
    rng, n = np.random.default_rng(seed), len(K)
    if n < 4 or repeats < 1:
        raise ValueError(
            f"halvings: {repeats}, samples: {n}; allowed: at least 1 halving and 4 samples"
        )
    rows = []
    for _ in range(repeats):
        shuffled = rng.permutation(n)
        # The first d columns of Q span the same space as the first d columns of the values.
        Q, R = (
            np.linalg.qr(_values(K, shuffled[half], components))[0]
            for half in (slice(n // 2), slice(n // 2, 2 * (n // 2)))
        )
        C = Q.T @ R
        rows.append([largest_angle(C[:d, :d]) for d in range(1, components + 1)])
    return Stability(np.array(rows))


def largest_angle(C: Array) -> float:
    """The largest principal angle, in degrees, from products (d, d) of two orthonormal bases."""
    least = float(arithmetic.svd(C)[1][-1])
    return float(np.degrees(np.arccos(min(least, 1.0))))


def _values(K: Array, half: Indices, components: int) -> Array:
    """Values (n, d) of the components of one half at all samples, less their mean over these."""
    K_half = K[np.ix_(half, half)]
    values = dual.place(dual.fit(K_half, components), K_half, K[:, half])
    # A component is a function up to a constant, which is another one for each half.
    return values - values.mean(axis=0)
