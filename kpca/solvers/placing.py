"""Scores of new samples, by kernel values or by features, as the components were computed.

If the components come from centered features (``kpca.solvers.feature_gram``), new samples are
placed by them, too. Kernel values of points far from the origin have lost the digits in which the
points differ, before any mean is subtracted.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center_rows, row_means, squared_lengths
from kpca.kernels import Kernel
from kpca.kernels.kernel import squared_norms
from kpca.solvers.elements import KernelElements, weighted
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.file_points import blocks
from kpca.solvers.partial import LOW_RANK, Solved
from kpca.solvers.solution import Solution
from kpca.solvers.threads import THREADS, by_rows, one_thread
from kpca.solvers.tiled import NotFiniteError

VALUES = 2**21
"""Kernel values, or features, of new samples that are computed at a time."""

CACHED = 2**16
"""Of these, the values that are centered at a time, in the cache of a core."""

VISIBLE = 1e-6
"""An error of a score is reported above this share of the score, and of the standard deviation of
its component: half of the digits are then lost."""

REMEDY = (
    "subtract the mean of each column from all samples, new ones included, or standardize them, "
    "and solve again"
)


def place(solution: Solution, means: Array, K_new: Array) -> Array:
    """<phi(t) - phi-bar, f_l> (m, d) of new samples from K_new (m, n): notes N0, N3; ledger C5.

    K_new holds k(t_a, x_i), and ``means`` (n,) are those of the rows of the training Gram matrix.
    The origin is that of the training scores.
    """
    return center_rows(K_new, means, solution.weights) @ solution.alpha


@dataclass(frozen=True)
class ByValues:
    """New samples are placed by their kernel values with all n training samples.

    rows      k(t_a, x_i) (m, n) of new samples
    diagonal  k(t_a, t_a) (m,), which only lengths need
    training  means (n,) of the rows of the training Gram matrix
    elements  what the values are computed by, where the rounding of a value is known
    """

    rows: Callable[[Any], Array]
    diagonal: Callable[[Any], Array]
    solution: Solution
    training: Array
    elements: KernelElements | None = None

    @property
    def width(self) -> int:
        """The numbers that a new sample is compared by: n."""
        return self.solution.n

    def compared(self, X: Any) -> Array:
        """These numbers (m, width) of new samples X (m, q)."""
        return self.rows(X)

    def scores(self, compared: Array) -> Array:
        """Scores (m, d) from them."""
        return place(self.solution, self.training, compared)

    def means(self, compared: Array) -> Array:
        """Means (m,) of the kernel values with all training samples."""
        return row_means(compared, self.solution.weights)

    def lengths(self, X: Any, means: Array) -> Array:
        """|phi(t) - phi-bar|^2 (m,) from these means."""
        return squared_lengths(self.diagonal(X), means, self.training, self.solution.weights)

    def errors(self, X: Any) -> Array:
        """Bound (m, d) on the rounding error of each score; 0 where nothing is known of values."""
        if self.elements is None:
            return np.zeros((X.shape[0], self.solution.components))
        new, sizes = self.elements.new_errors(X), self.elements.new_sizes(X)
        return errors_of_values(self.solution, new + self.elements.error, sizes)


@dataclass(frozen=True)
class ByFeatures:
    """New samples are placed by their p centered features G: scores GW with W = F'H alpha.

    With weights the features of the fit are ``FeatureGram``'s, so that W = F'PV/mu^(1/2).

    The mean is the sum of ``mean`` and ``rest`` (p,): ``rest`` is what rounding leaves of the mean
    of the features less ``mean``, too small for one number to hold both.

    W (p, d)             coefficients
    center (q,)          is subtracted from all points
    of_mean, of_w (d,)   bounds on the errors of the mean and of the columns of W, as vectors
    """

    kernel: Kernel
    solution: Solution
    center: Array
    mean: Array
    rest: Array
    W: Array
    of_mean: float
    of_w: Array

    @classmethod
    def of(cls, elements: KernelElements, solution: Solution) -> "ByFeatures":
        """The rule of components that were solved by the features of these points.

        It takes three passes over the features, and no more memory than those of a few rows.
        """
        with one_thread():
            operator = FeatureGram(weighted(elements, solution.weights), 0.0)
            W = operator.to_features(solution.V / np.sqrt(solution.mu))
        return cls(
            elements.kernel,
            solution,
            elements.center,
            operator.mean,
            operator.rest,
            W,
            operator.mean_error,
            operator.factor_error / np.sqrt(solution.mu),
        )

    @property
    def width(self) -> int:
        """The numbers that a new sample is compared by: p."""
        return len(self.mean)

    def compared(self, X: Any) -> Array:
        """Features less their mean. That of a point without a feature is 0, as in scikit-learn."""
        points = np.asarray(X, dtype=float) - self.center
        defined = self.kernel.is_defined(points)
        if defined.all():
            F = self.kernel.features(points)
        else:
            F = np.zeros((len(points), self.width))
            F[defined] = self.kernel.features(points[defined])
        return (F - self.mean) - self.rest

    def scores(self, compared: Array) -> Array:
        """Scores (m, d) from centered features."""
        return compared @ self.W

    def means(self, compared: Array) -> Array:
        """Means (m,) of the kernel values with all training samples."""
        return compared @ self.mean + float(self.mean @ (self.mean + self.rest))

    def lengths(self, X: Any, means: Array) -> Array:
        """From the features, because kernel values have lost digits; the means are not needed."""
        return np.concatenate([squared_norms(G) for _, G in self._blocks(X)])

    def with_column(self, X: Array) -> Callable[[int, Array], Array]:
        """Scores (m, d) of points X (m, q) as a function of a column and of other values in it."""

        def scores(column: int, entries: Array) -> Array:
            changed = X.copy()
            changed[:, column] = entries
            return self.scores(self.compared(changed))

        return scores

    def gram(self, X: Array) -> Array:
        """Inner products (m, m) of the centered features, with the same centered matrix as K."""
        G = self.compared(X)
        return G @ G.T

    def errors(self, X: Any) -> Array:
        """Bound (m, d) on the rounding error of each score.

        |dG_a||W_l| + |G_a||dW_l| for features with rounding errors, and that of the product.
        Features are off by their relative rounding, the difference to a center included, and by
        that of both differences to the mean; the mean is off by ``of_mean``.
        """
        found = []
        for points, G in self._blocks(X):
            relative = self.kernel.rounding_of_features(points.shape[1]) + tolerances.dot(1)
            size, g = np.sqrt(self.kernel.diagonal(points - self.center)), lengths(G, 1)
            of_g = relative * size + self.of_mean + tolerances.dot(2) * (g + lengths(self.rest))
            of_g += tolerances.long_dot(self.width) * g
            found.append(np.outer(of_g, lengths(self.W) + self.of_w) + np.outer(g, self.of_w))
        return np.concatenate(found)

    def _blocks(self, X: Any) -> Any:
        """Some of the points and their centered features at a time."""
        step = max(1, VALUES // self.width)
        parts = (B[i : i + step] for B in blocks(X) for i in range(0, len(B), step))
        return ((part, self.compared(part)) for part in parts)


Rule = ByValues | ByFeatures
"""How new samples are compared with the training samples, and placed."""


def rule(elements: KernelElements, solved: Solved) -> Rule:
    """The rule by which new samples are placed as accurately as the samples of the fit."""
    if solved.by_features:
        return ByFeatures.of(elements, solved.solution)
    if solved.solver == LOW_RANK:
        # Its factor is made of values that are as accurate as those from the points.
        elements = replace(elements, precise=0.0)

    def diagonal(X: Any) -> Array:
        return np.concatenate([elements.new_diagonal(B) for B in blocks(X)])

    return ByValues(elements.new_rows, diagonal, solved.solution, solved.means, elements)


class Placed(NamedTuple):
    """Scores (m, d) of new samples, and means (m,) of their kernel values with all samples."""

    scores: Array
    means: Array


def in_tiles(rule: Rule, X: Any, threads: int = THREADS) -> Placed:
    """New samples X (m, q) in their places, without a matrix of all new samples and all samples.

    Raises ``NotFiniteError`` with the first new sample whose kernel values are not all finite.
    """
    m = X.shape[0]
    step, cached = (max(1, values // max(1, rule.width)) for values in (VALUES, CACHED))
    placed = Placed(np.empty((m, rule.solution.components)), np.empty(m))

    def compute(block: slice) -> None:
        # Values that are not finite are reported with their sample instead of a warning.
        with np.errstate(all="ignore"):
            compared, start = rule.compared(X[block]), block.start
            placed.means[block] = rule.means(compared)
            for first in range(0, len(compared), cached):
                scores = rule.scores(compared[first : first + cached])
                placed.scores[start + first : start + first + len(scores)] = scores

    by_rows(compute, m, step, threads)
    _require_finite(placed)
    return placed


def _require_finite(placed: Placed) -> None:
    finite = np.isfinite(placed.means) & np.isfinite(placed.scores).all(axis=1)
    if not finite.all():
        raise NotFiniteError(
            f"the kernel values of new sample {int(np.argmin(finite)) + 1} of {len(finite)} and "
            "the training samples, or their sums, are not finite; allowed: finite values; look for "
            "very large numbers in this sample, whose squares overflow above 1.3e154"
        )


def errors_of_values(solution: Solution, rounding: Array, sizes: Array) -> Array:
    """Bound (m, d) on the error of scores that come from kernel values with errors ``rounding``.

    |alpha_l|_1 times the error of a centered value: ``rounding`` (m,) is that of a value and of a
    training value in the means, ``sizes`` (m,) bound |k|, and means are sums in any order. The
    product with alpha adds its rounding, relative to |k~||alpha_l| <= 2 sqrt(n) |k|/sqrt(mu_l).
    With weights |alpha_l|_1 <= sqrt(N/mu_l), and means are off by the rounding of the sum N, too.
    """
    n, mean = solution.n, tolerances.long_dot(solution.n)
    if solution.weights is not None:
        mean += tolerances.pairwise_sum(n)
    each = rounding + tolerances.centering_element(n, 1.0, mean) * sizes
    products = 2.0 * np.sqrt(solution.total_weight) * tolerances.long_dot(n) * sizes
    return np.outer(each, np.abs(solution.alpha).sum(axis=0)) + np.outer(
        products, 1.0 / np.sqrt(solution.mu)
    )


class Doubt(NamedTuple):
    """A score that may be off by more than those of the fit: which one, and by how much.

    sample, component  indices
    deviations         bound on the error, in standard deviations of the component
    fit                the same bound of the scores of the fit
    """

    sample: int
    component: int
    deviations: float
    fit: float

    def in_words(self, sample: str) -> str:
        """What is doubtful about the sample of that name, and what helps."""
        return (
            f"the score of {sample} on component {self.component + 1} may be off by "
            f"{self.deviations:.2g} standard deviations of this component, by rounding, where the "
            f"scores of the training samples are off by {self.fit:.2g} at most; check the numbers "
            f"of this sample if it is far from all others, or {REMEDY}"
        )


def doubt(solution: Solution, errors: Array, scores: Callable[[], Array]) -> Doubt | None:
    """The score of new samples that is the least certain, if it is less certain than the fit.

    The ``errors`` (m, d) count relative to the standard deviation of the component, and to the
    score where that is larger; up to ``VISIBLE`` they do not count. The bound of the fit is
    |E|_2/sqrt(mu), with weights divided by the root of the least one. ``scores`` gives the scores
    (m, d); it is called where an error may count.
    """
    deviation, fit = np.sqrt(solution.variance), solution.matrix_error / np.sqrt(solution.mu)
    if solution.weights is not None:
        fit = fit / np.sqrt(solution.weights.min())
    beyond = errors > np.maximum(fit, VISIBLE * deviation)
    if not beyond.any():
        return None
    relative = np.where(beyond, errors / np.maximum(deviation, np.abs(scores())), 0.0)
    a, k = np.unravel_index(int(relative.argmax()), relative.shape)
    if relative[a, k] <= VISIBLE:
        return None
    return Doubt(int(a), int(k), float(errors[a, k] / deviation[k]), float(fit[k] / deviation[k]))
