"""Components above chance: eigenvalues beside those of data with permuted columns (Horn 1965)."""

from dataclasses import dataclass
from math import ceil

import numpy as np

from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import center
from kpca.kernels import Kernel

PERMUTATIONS = 19
"""With 19 permutations the largest permuted eigenvalue is the 95 % quantile, without rounding."""

LEVEL = 0.95


@dataclass(frozen=True)
class ParallelAnalysis:
    """Eigenvalues of data beside those of permuted data.

    eigenvalues (n,)   mu/n of the centered Gram matrix of the samples, descending
    permuted (r, n)    the same after each column was permuted by itself, r times
    level              of the quantile of the permuted eigenvalues
    """

    eigenvalues: Array
    permuted: Array
    level: float = LEVEL

    @property
    def threshold(self) -> Array:
        """The quantile (n,) of the permuted eigenvalues at each place.

        It is the value of rank ceil(level (r + 1)) among r. If the columns are independent, the
        data and their permutations are exchangeable. The first eigenvalue is then above this value
        with a probability of at most 1 - level.
        """
        return np.sort(self.permuted, axis=0)[_rank(len(self.permuted), self.level) - 1]

    @property
    def components(self) -> int:
        """Number of leading eigenvalues above the threshold; the first one that is not ends it."""
        above = self.eigenvalues > self.threshold
        return int(np.argmin(above)) if not above.all() else len(above)


def parallel_analysis(
    kernel: Kernel,
    X: Array,
    permutations: int = PERMUTATIONS,
    level: float = LEVEL,
    seed: int = 0,
) -> ParallelAnalysis:
    """Parallel analysis of points X (n, q) with a kernel.

    A permutation of every column by itself keeps the values of each column and removes what the
    columns have to do with each other. Horn (1965) draws normal numbers instead; Jørgensen and
    Hansen (2012) use permutations for the Gaussian kernel.

    Raises ``ValueError`` for a single column, of which every permutation has the same kernel
    values, and for fewer permutations than the level needs.
    """
    if X.shape[1] < 2:
        raise ValueError(
            "parallel analysis of 1 column: a permutation of it changes no eigenvalue; allowed: at "
            "least 2 columns"
        )
    if _rank(permutations, level) > permutations:
        raise ValueError(
            f"{permutations} permutations have no quantile at the level {level:g}; allowed: at "
            f"least {ceil(level / (1.0 - level) - 1e-9)}"
        )
    rng = np.random.default_rng(seed)
    permuted = [_eigenvalues(kernel, rng.permuted(X, axis=0)) for _ in range(permutations)]
    return ParallelAnalysis(_eigenvalues(kernel, X), np.array(permuted), level)


def _rank(permutations: int, level: float) -> int:
    return ceil(level * (permutations + 1) - 1e-9)


def _eigenvalues(kernel: Kernel, X: Array) -> Array:
    return arithmetic.eigenvalues(center(kernel(X, X))) / len(X)
