"""Components above chance: eigenvalues beside those of data with permuted columns (Horn 1965)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array, Truths
from kpca.centering import center
from kpca.kernels import Kernel

PERMUTATIONS = 19
"""With 19 permutations the largest permuted eigenvalue is the 95 % quantile, without rounding."""

LEVEL = 0.95

SWEEPS = 10
"""How often each column is permuted again for a draw in which no row may be 0."""


@dataclass(frozen=True)
class ParallelAnalysis:
    """Eigenvalues of data beside those of permuted data.

    eigenvalues (n,)   mu/n of the centered Gram matrix of the samples, descending
    permuted (r, n)    the same after each column was permuted by itself, r times
    level              of the quantile of the permuted eigenvalues

    Raises ``ValueError`` for fewer permutations than the level needs.
    """

    eigenvalues: Array
    permuted: Array
    level: float = LEVEL

    def __post_init__(self) -> None:
        _rank(len(self.permuted), self.level)

    @property
    def threshold(self) -> Array:
        """The quantile (n,) of the permuted eigenvalues at each position.

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

    def above(self, first: int) -> Truths:
        """Which of the ``first`` eigenvalues are above those of permuted columns, by one threshold.

        Each is taken less its mean at this position, in units of its deviation there, among the
        data and their permutations. The threshold is the quantile of the largest such number of a
        permutation (max T of Westfall & Young, Resampling-based multiple testing, 1993). If the
        columns are independent, any eigenvalue is above it with a probability of at most 1 - level,
        however many are compared. Other than ``components`` it finds what is behind an eigenvalue
        that is not above: a wide column, of which every permutation has the variance.
        """
        every = np.vstack([self.eigenvalues, self.permuted])[:, :first]
        deviations = every.std(axis=0)
        rounding = tolerances.eigenvalue(len(self.eigenvalues), float(np.linalg.norm(every[0])))
        deviations[deviations <= rounding] = np.inf
        in_units = (every - every.mean(axis=0)) / deviations
        largest = np.sort(in_units[1:].max(axis=1))
        above: Truths = in_units[0] > largest[_rank(len(largest), self.level) - 1]
        return above


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
    Hansen (2012) use permutations for the Gaussian kernel. Where the kernel is not defined at 0, no
    row of a permutation is 0 (see ``permutations_of``).

    Raises ``ValueError`` for a single column, of which every permutation has the same kernel
    values, and for fewer permutations than the level needs.
    """
    if X.shape[1] < 2:
        raise ValueError(
            "parallel analysis of 1 column: a permutation of it changes no eigenvalue; allowed: at "
            "least 2 columns"
        )
    _rank(permutations, level)
    # First the data: at a point where it is not defined, the kernel says which one that is.
    eigenvalues = _eigenvalues(kernel, X)
    draws = permutations_of(X, permutations, seed, bool(kernel.is_defined(0.0 * X[:1]).all()))
    return ParallelAnalysis(eigenvalues, np.array([_eigenvalues(kernel, P) for P in draws]), level)


def permutations_of(X: Array, number: int, seed: int, zeros: bool = True) -> Iterator[Array]:
    """So many matrices (n, q) whose columns are permutations of those of X (n, q).

    Without ``zeros`` no row of a matrix is 0, and no row of X may be 0. The data are then compared
    with permutations without such a row, which are too rare among all for drawing again until one
    comes. A Markov chain to which all of them are equally likely goes ``SWEEPS`` sweeps back from
    the data, and from there each matrix is as many sweeps ahead: the parallel method of Besag and
    Clifford (1989). If the columns are independent but for this condition, the data and the
    matrices are exchangeable, however few the sweeps.
    """
    rng = np.random.default_rng(seed)
    if zeros or X.all(axis=0).any():
        # A column without a 0 leaves no row of zeros in any permutation.
        yield from (rng.permuted(X, axis=0) for _ in range(number))
        return
    columns = range(X.shape[1])
    start = _swept(X, columns[::-1], rng)
    yield from (_swept(start, columns, rng) for _ in range(number))


def _swept(X: Array, columns: Iterable[int], rng: np.random.Generator) -> Array:
    """X (n, q) after sweeps over its columns: each is permuted, given the others, without rows 0.

    Rows that are 0 in all other columns get values of this one that are not 0, drawn at random.
    What remains goes to the other rows in random order. So all permutations that are allowed are
    equally likely, and sweeps in the reverse order reverse the chain.
    """
    X = X.copy()
    others = np.count_nonzero(X, axis=1)
    for j in [*columns] * SWEEPS:
        column = X[:, j]
        others -= column != 0.0
        needs = others == 0
        values = rng.permutation(column[column != 0.0])
        needed, rest = np.split(values, [int(needs.sum())])
        X[needs, j] = needed
        X[~needs, j] = rng.permutation(np.append(rest, np.zeros(len(X) - len(values))))
        others += X[:, j] != 0.0
    return X


def _rank(permutations: int, level: float) -> int:
    """The rank of the quantile among the permutations; raises ``ValueError`` if there is none."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"the level {level:g} of a quantile; allowed: above 0 and below 1")
    rank = ceil(level * (permutations + 1) - 1e-9)
    if rank > permutations:
        raise ValueError(
            f"{permutations} permutations have no quantile at the level {level:g}; allowed: at "
            f"least {ceil(level / (1.0 - level) - 1e-9)}; take more of them or a lower level"
        )
    return rank


def _eigenvalues(kernel: Kernel, X: Array) -> Array:
    return arithmetic.eigenvalues(center(kernel(X, X))) / len(X)
