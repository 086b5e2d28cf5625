"""Importance of the columns for a component: how much its scores change if a column is permuted.

It has no unit, and describes changes as large as the column itself, to points that need not look
like any sample.
"""

from dataclasses import dataclass

import numpy as np

from kpca import rkhs
from kpca.arrays import Array, Indices
from kpca.kernels import Kernel
from kpca.solvers.placing import ByFeatures
from kpca.solvers.solution import Solution

PERMUTATIONS = 5

MOST = 1000
"""The most samples at which a component is looked at; of more samples they are drawn at random."""

LEAST, VALUES = 50, 2 * 10**7
"""Fewer are drawn, down to ``LEAST``, where a permutation of each column needs more ``VALUES`` of
the kernel than that."""

TILE = 2**18
"""Kernel values that are computed at a time, in the cache of a core."""


@dataclass(frozen=True)
class Importance:
    """Importance (q, d) of q columns for d components, from ``samples`` of ``of`` samples.

    permutation     mean squared change of the score if the column is permuted, over twice the
                    variance of the score: 1 means as much change as if samples were exchanged
    standard_error  of ``permutation``, from permutations that were drawn again
    undecided       the components, from 1, that rounding does not separate from others
    """

    permutation: Array
    standard_error: Array
    undecided: list[int]
    samples: int
    of: int

    @property
    def basis(self) -> str:
        """The samples at which the components were looked at, in words."""
        if self.samples == self.of:
            return f"all {self.of} samples"
        return f"a random subset of {self.samples} of {self.of} samples"


def importance(
    kernel: Kernel,
    X: Array,
    solution: Solution,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    features: ByFeatures | None = None,
) -> Importance:
    """The importance of the columns of X (n, q) for the components of ``solution``.

    It is that of Breiman (Random forests, 2001), with scores in place of predictions. A column that
    occurs twice shares its importance: with the linear kernel, each copy of x has a quarter of that
    of one column sqrt(2) x in their place, which has the same scores.

    Of a solution with weights it is that of the table with copies: samples are drawn as often as
    their weights say.

    Permuted samples are placed by ``features`` where the components come from features, because
    kernel values of points far from the origin have lost digits.

    Raises ``ValueError`` for fewer than two permutations, which have no standard error.
    """
    if permutations < 2:
        raise ValueError(
            f"permutations: {permutations}, which have no standard error; allowed: at least 2"
        )
    n, q = X.shape
    most = min(MOST, max(LEAST, VALUES // (n * q)))
    size = min(n, most)
    rng = np.random.default_rng(seed)
    weights = solution.weights
    draws = []
    for _ in range(permutations):
        # Another subset for each permutation, so that the standard error includes the draw.
        rows = _drawn(n, size if weights is None else most, weights, rng)
        draws.append(by_permutation(kernel, X, solution, rows, rng, features))
    mean, deviation = np.mean(draws, axis=0), np.std(draws, axis=0, ddof=1)
    groups = [group for group in solution.groups if group.stop - group.start == 1]
    alone = {group.start for group in groups if solution.gap(group) > 0.0}
    undecided = [k + 1 for k in range(solution.components) if k not in alone]
    return Importance(mean, deviation / np.sqrt(permutations), undecided, size, n)


def _drawn(n: int, size: int, weights: Array | None, rng: np.random.Generator) -> Indices:
    """Some of n samples, each once at most; or of the copies that ``weights`` (n,) say."""
    if weights is None:
        return rng.permutation(n)[:size]
    return rng.choice(n, size, p=weights / weights.sum())


def _around_the_mean(kernel: Kernel, X: Array) -> Array:
    """The points X (n, q) around their mean if no score changes with that, as for the linear
    kernel, whose products lose digits far from the origin. Differences of points lose none."""
    return X - X.mean(axis=0) if kernel.movable and not kernel.unit else X


def by_permutation(
    kernel: Kernel,
    X: Array,
    solution: Solution,
    rows: Indices,
    rng: np.random.Generator,
    features: ByFeatures | None = None,
) -> Array:
    """One draw (q, d) of ``Importance.permutation`` from the samples ``rows`` of X (n, q).

    A column is permuted among these samples, at least two, and each in another way. A value is
    not exchanged where the kernel would not be defined.
    """
    X = X if features else _around_the_mean(kernel, X)
    points, a = X[rows], rkhs.expansion(solution.alpha)
    permuted = _permuted(kernel, points, rng)
    changes = np.zeros((X.shape[1], solution.components))
    step = max(1, TILE // len(X))
    for first in range(0, len(points), step):
        tile = points[first : first + step]
        if features:
            before, exchange = features.scores(features.compared(tile)), features.with_column(tile)
        else:
            before, exchange = kernel(tile, X) @ a, kernel.with_column(tile, X)
        for column, entries in enumerate(permuted[first : first + step].T):
            exchanged = exchange(column, entries)
            after = exchanged if features else exchanged @ a
            changes[column] += ((after - before) ** 2).sum(axis=0)
    # A subset of m has a smaller variance than all n have, (m - 1)/m of n/(n - 1) times as large;
    # and m that are drawn from all copies, each at a time, have (m - 1)/m of their variance.
    of_all = 1.0 if solution.weights is not None else len(X) / (len(X) - 1)
    return changes / (2.0 * (len(points) - 1) * of_all * solution.variance)


def _permuted(kernel: Kernel, points: Array, rng: np.random.Generator) -> Array:
    """The points (p, q) with each column permuted, from which one column at a time is taken."""
    permuted = rng.permuted(points, axis=0)
    if kernel.is_defined(0.0 * points[:1]).all():
        return permuted
    others = np.count_nonzero(points, axis=1)[:, None] - (points != 0.0)
    return np.where((others == 0) & (permuted == 0.0), points, permuted)
