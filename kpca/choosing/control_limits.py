"""A control chart of new samples: T^2, the squared prediction error, and limits for them.

T^2 is large for a sample that is far from the mean along the components, and the squared prediction
error (SPE) for one that is far from their span. Jackson & Mudholkar, Control procedures for
residuals associated with principal component analysis, Technometrics 21 (1979).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import betaincinv, fdtri

from kpca.arrays import Array, Indices
from kpca.centering import row_means, squared_lengths
from kpca.choosing.folds import in_folds, left_out
from kpca.formulations import dual
from kpca.kernels import Kernel
from kpca.kernels.kernel import squared_norms
from kpca.projection import squared_prediction_error
from kpca.solvers import placing
from kpca.solvers.placing import ByFeatures
from kpca.solvers.solution import Solution

LEVELS = (0.95, 0.99)

FOLDS = 10

HELD_OUT = 5
"""The folds in which false alarms are counted. Each has limits of its own, from ``FOLDS`` folds."""

GRID = 21
"""Values of a column that are tried before the best one is refined."""

REFINED = 20
"""The columns whose value is refined: those that explain most on the grid."""

RESIDUE = 1e-9
"""No limit of the SPE is below this share of the mean squared length of a feature. If the
components span all features, the SPE is rounding, of which no alarm is made."""

STATISTICS = ("T2", "SPE")
"""The columns of arrays of statistics, in their order."""

MOST, MOST_HELD_OUT = 1000, 500
"""The most samples that limits and false alarms come from; of more, a random subset (``drawn``)."""


@dataclass(frozen=True)
class ControlLimits:
    """Limits for new samples.

    levels (k,)     shares of usual samples below each limit
    values (k, 2)   limits of T^2 and of the SPE, infinite where too few samples show the level
    variances (d,)  mean variances of the components on which left-out samples were placed
    samples         number of samples that the limits come from
    """

    levels: tuple[float, ...]
    values: Array
    variances: Array
    samples: int


@dataclass(frozen=True)
class FalseAlarms:
    """Shares (k, 2) of held-out samples above each limit of T^2 and of the SPE, of ``samples``."""

    rates: Array
    samples: int

    @property
    def standard_errors(self) -> Array:
        """Binomial standard errors (k, 2), at least that of one alarm."""
        rates = np.clip(self.rates, 1.0 / self.samples, 1.0 - 1.0 / self.samples)
        return np.sqrt(rates * (1.0 - rates) / self.samples)


def statistics(scores: Array, lengths: Array, variances: Array) -> Array:
    """T^2 and SPE (m, 2) of samples with scores (m, d) and squared lengths (m,) of their features.

    The variances (d,) are those of the components, or (m, d) where these differ between samples.
    T^2 = sum_l z_l^2/variance_l, and the SPE is |phi~(t)|^2 - sum_l z_l^2, at least 0.
    """
    t2 = (scores**2 / variances).sum(axis=1)
    return np.column_stack([t2, squared_prediction_error(lengths, scores)])


def t2_limits_of_training(n: int, d: int, levels: Sequence[float] = LEVELS) -> Array:
    """Limits (k,) of T^2 of n normally distributed samples on the components of the same samples.

    T^2/(n - 1) of d scores has a Beta distribution with d/2 and (n - d - 1)/2, because the sample
    itself is in the mean and in the variances: T^2 is at most n - 1 (Tracy, Young & Mason,
    Multivariate control charts for individual observations, Journal of Quality Technology 24
    (1992); their T^2 has n - 1 in the covariance, and is smaller by the factor (n - 1)/n). Exact
    with as many components as columns. Infinite for n < d + 2, where T^2 is n - 1 for each sample.
    """
    if n < d + 2:
        return np.full(len(levels), np.inf)
    return (n - 1) * betaincinv(d / 2, (n - d - 1) / 2, np.array(levels))


def t2_limits_of_new(n: int, d: int, levels: Sequence[float] = LEVELS) -> Array:
    """Limits (k,) of T^2 of a new sample on d components of n normally distributed samples.

    T^2 (n - d)/(d (n + 1)) has an F distribution with d and n - d degrees of freedom (Tracy, Young
    & Mason 1992, see ``t2_limits_of_training``). Exact only with as many components as columns.
    Fewer ones are those along which the training samples vary most, and new samples vary less:
    with 5 components of 40 samples of 30 columns of noise, none of 20,000 new samples was above the
    limit of 95 %. Infinite for n < d + 1.
    """
    if n < d + 1:
        return np.full(len(levels), np.inf)
    return d * (n + 1) / (n - d) * fdtri(d, n - d, np.array(levels))


def control_limits(
    K: Array, components: int, levels: Sequence[float] = LEVELS, seed: int = 0
) -> ControlLimits:
    """Limits from samples that were left out of the solution, by the Gram matrix K (n, n).

    The components follow the training samples, so that T^2 and SPE of these are not those of new
    samples. Each sample is therefore placed on the components of other samples
    (``kpca.choosing.folds.left_out``), with the variances of these components in T^2. The limit
    is the value of rank ceil(level (n + 1)) among n. An exchangeable value is above it with a
    probability of at most 1 - level. Values of new samples are exchangeable approximately, because
    their components come from all samples. Above limits of 90 % were, of noise that has no
    structure, 10 % for T^2 and for the SPE with 40 samples of 30 columns (d = 5), but 13 % for T^2
    with 9 samples of 20 columns (d = 3): few samples with close eigenvalues are the worst case.

    Raises ``RankError`` if the samples of a fold have fewer components, and ``ValueError`` for
    fewer than two samples or levels that do not ascend between 0 and 1.
    """
    if not levels or not (np.diff([0.0, *levels, 1.0]) > 0.0).all():
        raise ValueError(
            f"levels {tuple(levels)}; allowed: at least one, ascending, above 0 and below 1, such "
            "as (0.95, 0.99)"
        )
    scores, lengths, variances = left_out(K, components, FOLDS, seed)
    values = np.sort(statistics(scores, lengths, variances), axis=0)
    beyond = np.vstack([values, np.full((1, 2), np.inf)])
    # Rounded first, because 0.55 times 100 is above 55 in double precision.
    ranks = [min(ceil(round(level * (len(K) + 1), 9)), len(K) + 1) for level in levels]
    limits = np.maximum(beyond[np.array(ranks) - 1], [0.0, RESIDUE * lengths.mean()])
    return ControlLimits(tuple(levels), limits, variances.mean(axis=0), len(K))


def drawn(n: int, most: int, seed: int = 0) -> Indices:
    """Indices of at most ``most`` of n samples, at random and ascending."""
    return np.sort(np.random.default_rng(seed).permutation(n)[:most])


def false_alarms(
    K: Array, components: int, levels: Sequence[float] = LEVELS, seed: int = 0
) -> FalseAlarms:
    """How often held-out samples are above limits that know nothing of them.

    Each of ``HELD_OUT`` folds is held out once. The components and the limits come from the other
    folds alone, with folds of their own. Raises what ``control_limits`` raises.
    """
    fold_of = in_folds(len(K), HELD_OUT, seed)
    alarms = np.zeros((len(levels), 2))
    for fold in np.unique(fold_of):
        new, old = np.flatnonzero(fold_of == fold), np.flatnonzero(fold_of != fold)
        K_old, K_new = K[np.ix_(old, old)], K[np.ix_(new, old)]
        limits = control_limits(K_old, components, levels, seed)
        scores = dual.place(dual.fit(K_old, components), K_old, K_new)
        lengths = squared_lengths(K.diagonal()[new], row_means(K_new), row_means(K_old))
        found = statistics(scores, lengths, limits.variances)
        alarms += (found[None] > limits.values[:, None]).sum(axis=1)
    return FalseAlarms(alarms / len(K), len(K))


@dataclass(frozen=True)
class Monitor:
    """T^2 and SPE of points with a kernel, and what each column contributes to them.

    kernel, X (n, q)  of the training samples
    solution          their components
    means (n,)        means of the rows of their Gram matrix
    limits            of T^2 and SPE
    features          what places points where the components come from features, else None
    """

    kernel: Kernel
    X: Array
    solution: Solution
    means: Array
    limits: ControlLimits
    features: ByFeatures | None = None

    def statistics(self, points: Array, K_new: Array | None = None) -> Array:
        """T^2 and SPE (p, 2) of points (p, q), whose kernel values (p, n) may be known."""
        if self.features is not None:
            G = self.features.compared(points)
            return statistics(self.features.scores(G), squared_norms(G), self.limits.variances)
        K_new = self.kernel(points, self.X) if K_new is None else K_new
        scores = placing.place(self.solution, self.means, K_new)
        lengths = squared_lengths(self.kernel.diagonal(points), row_means(K_new), self.means)
        return statistics(scores, lengths, self.limits.variances)

    def contributions(self, x: Array) -> Array:
        """Decrease (q,) of the combined index of a point x (q,) if one column had a better value.

        The index is T^2 + SPE, each in units of its lowest limit (Yue & Qin 2001). The value of a
        column is replaced by the one for which the index is least, between the least and the
        largest value of the training samples: reconstruction-based contributions (Alcala & Qin
        2010). A column in which no value helps contributes 0.
        """
        grids, along = self._grids, self._along(np.repeat(x[None], GRID, axis=0))
        values = np.array([along(j, grid) for j, grid in enumerate(grids)])
        least, at, one = values.min(axis=1), values.argmin(axis=1), self._along(x[None])
        for j in np.argsort(least, kind="stable")[:REFINED]:
            ends = grids[j, max(at[j] - 1, 0)], grids[j, min(at[j] + 1, GRID - 1)]
            if ends[0] < ends[1]:
                least[j] = min(least[j], _least(one, int(j), ends))
        return np.maximum(one(0, x[:1])[0] - least, 0.0)

    @cached_property
    def _grids(self) -> Array:
        """Quantiles (q, GRID) of the columns."""
        return np.quantile(self.X, np.linspace(0.0, 1.0, GRID), axis=0).T

    def _along(self, points: Array) -> Callable[[int, Array], Array]:
        """The index (p,) of points (p, q) in which one column has other values (p,)."""
        changed = points.copy()
        values_with = None if self.features else self.kernel.with_column(points, self.X)

        def along(column: int, entries: Array) -> Array:
            changed[:, column] = entries
            # A value with which the kernel is not defined is no better one.
            entries = np.where(self.kernel.is_defined(changed), entries, points[:, column])
            changed[:, column] = entries
            values = values_with(column, entries) if values_with else None
            found = self.statistics(changed, values)
            changed[:, column] = points[:, column]
            return combined(found, self.limits)

        return along


def combined(found: Array, limits: ControlLimits) -> Array:
    """The index (m,) of statistics (m, 2): the sum of both, each in units of its lowest limit."""
    return (found / limits.values[0]).sum(axis=1)


def _least(along: Callable[[int, Array], Array], column: int, ends: tuple[float, float]) -> float:
    """The least value of the index along a column, between two values of it.

    The steps are counted from the first one: SciPy's tolerance grows with the size of its argument.
    """
    first, last = ends
    found = minimize_scalar(
        lambda step: float(along(column, np.array([first + step]))[0]),
        bounds=(0.0, last - first),
        method="bounded",
    )
    return float(found.fun)
