"""Importance of the columns for a component: of a small change, and of a permutation.

Both have no unit. They answer different questions: the derivative describes small changes of the
samples as they are, and the permutation describes changes as large as the column itself, to points
that need not look like any sample.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kpca import rkhs, tolerances
from kpca.arrays import Array, Indices
from kpca.interpretation.unit_columns import deviations
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

CLEAR, FACTOR, NAMED = 0.25, 2.0, 5
"""The least share of the largest importance and the least ratio for which both are said to
disagree, and how many columns are named."""


@dataclass(frozen=True)
class Importance:
    """Importance (q, d) of q columns for d components, from ``samples`` of ``of`` samples.

    derivative      mean squared derivative of the score along the column, times the variance of the
                    column over the variance of the score
    error           bound on the error of ``derivative``, infinite where rounding does not separate
                    the component from another one
    permutation     mean squared change of the score if the column is permuted, over twice the
                    variance of the score: 1 means as much change as if samples were exchanged
    standard_error  of ``permutation``, from permutations that were drawn again
    """

    derivative: Array
    error: Array
    permutation: Array
    standard_error: Array
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
    """Both importances of the columns of X (n, q) for the components of ``solution``.

    The derivative is that of Briscik, Dillies & Dejean (2023), who average its length over the
    samples; here its square is averaged, for each component by itself. The permutation is that of
    Breiman (Random forests, 2001), with scores in place of predictions. A column that occurs twice
    shares its importance: with the linear kernel, each copy of x has a quarter of that of one
    column sqrt(2) x in their place, which has the same scores. Columns that act
    through their square are important, too, because squared derivatives do not cancel.

    With the Laplacian kernel, which has a kink there, a pair of samples that are equal in a column
    adds nothing to the derivative along it.

    Of a solution with weights both are those of the table with copies: means are weighted, and
    samples are drawn as often as their weights say.

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
    at_all = weights is not None and size == n
    chosen = np.arange(n) if at_all else np.sort(_drawn(n, size, weights, rng))
    derivative, error = by_derivative(kernel, X, solution, chosen, weights if at_all else None)
    draws = []
    for _ in range(permutations):
        # Another subset for each permutation, so that the standard error includes the draw.
        rows = _drawn(n, size if weights is None else most, weights, rng)
        draws.append(by_permutation(kernel, X, solution, rows, rng, features))
    mean, deviation = np.mean(draws, axis=0), np.std(draws, axis=0, ddof=1)
    return Importance(derivative, error, mean, deviation / np.sqrt(permutations), size, n)


def _drawn(n: int, size: int, weights: Array | None, rng: np.random.Generator) -> Indices:
    """Some of n samples, each once at most; or of the copies that ``weights`` (n,) say."""
    if weights is None:
        return rng.permutation(n)[:size]
    return rng.choice(n, size, p=weights / weights.sum())


def by_derivative(
    kernel: Kernel,
    X: Array,
    solution: Solution,
    rows: Indices | slice = slice(None),
    weights: Array | None = None,
) -> tuple[Array, Array]:
    """``Importance.derivative`` (q, d) at the samples ``rows`` of X (n, q), and its ``error``.

    ``weights`` (p,) are those of the rows in the mean; by default they count alike.

    The score of a point x is sum_i a_i k(x, x_i) and a constant, a = H alpha. With the linear
    kernel its derivative along column j is the loading w_j, and the importance is w_j^2 var_j over
    lambda.

    The error of a derivative follows from the rounding of the sum and from the error of a. An error
    e of every derivative changes their mean square by 2 e times its root, and e^2.
    """
    X = _around_the_mean(kernel, X)
    points, a = X[rows], rkhs.expansion(solution.alpha)
    counts = np.ones(len(points)) if weights is None else weights
    spreads = deviations(X, solution.weights)
    unit = np.outer(1.0 / np.sqrt(solution.variance), spreads)
    squares = np.zeros((X.shape[1], solution.components))
    # Of one row, the weights of all components and a row of the kernel.
    step = max(1, TILE // (len(X) * (solution.components + 1)))
    for first in range(0, len(points), step):
        slopes = kernel.gradient(points[first : first + step], X, a.T[:, None, :])
        # In these units, because squares of very small or large numbers would vanish or overflow.
        slopes = slopes * unit[:, None, :]
        squares += np.einsum("p,lpq,lpq->ql", counts[first : first + step], slopes, slopes)
    mean, varies = squares / counts.sum(), spreads[:, None] > 0.0
    # The mean of a column, whose error adds its square to the variance.
    sizes = np.average(np.abs(X), axis=0, weights=solution.weights)
    # Of a sum over all samples, divided by the sum of the weights where there are some.
    sums = len(X) if solution.weights is None else 2 * len(X)
    of_mean = tolerances.dot(sums + 1) * sizes
    of_mean /= np.where(spreads > 0.0, spreads, 1.0)
    with np.errstate(invalid="ignore"):
        of_one = unit.T * _error_of_a_derivative(kernel, X, solution)
        error = of_one * (2.0 * np.sqrt(mean) + of_one) + of_mean[:, None] ** 2 * mean
    # Squares and their mean; the deviation of a column; lambda; the units.
    of_sums = tolerances.dot(len(X) + sums + 26 + _of_weights(solution))
    relative = of_sums + solution.errors[: solution.components] / solution.mu
    return mean, np.where(varies, error + relative * mean, 0.0)


def _of_weights(solution: Solution) -> int:
    """Roundings that weights add to a coefficient or a deviation: a root, and a product with it."""
    return 0 if solution.weights is None else 2


def _around_the_mean(kernel: Kernel, X: Array) -> Array:
    """The points X (n, q) around their mean if no score changes with that, as for the linear
    kernel, whose products lose digits far from the origin. Differences of points lose none."""
    return X - X.mean(axis=0) if kernel.movable and not kernel.unit else X


def _error_of_a_derivative(kernel: Kernel, X: Array, solution: Solution) -> Array:
    """Bound (d,) on the error of every derivative of a score.

    |alpha' - alpha|_2 is the error of the unit eigenvector, by the gap to all other eigenvalues
    (``tolerances.eigenvector``), and the relative error of mu, over sqrt(mu); with weights of sum N
    times sqrt(N) for the sum of all sizes, as without them times sqrt(n). A component in a
    group of eigenvalues that rounding does not separate has no eigenvector of its own.
    """
    n, d = X.shape[0], solution.components
    of_vectors = np.full(d, np.inf)
    for group in solution.groups:
        gap = solution.gap(group)
        if group.stop - group.start == 1 and gap > 0.0:
            error = solution.matrix_error + float(solution.residuals[group.start])
            of_vectors[group.start] = tolerances.eigenvector(gap, error)
    of_alpha = (of_vectors + solution.errors[:d] / solution.mu) / np.sqrt(solution.mu)
    # Of the quotient, the mean of alpha, and the difference; and of points around their mean.
    rounded = tolerances.dot(n + 6 + _of_weights(solution)) * np.abs(solution.alpha).sum(axis=0)
    of_weights = (np.sqrt(solution.total_weight) * of_alpha + rounded) * kernel.steepness(X, X)
    sizes = np.abs(rkhs.expansion(solution.alpha)).sum(axis=0)
    return of_weights + sizes * kernel.rounding_of_gradient(X, X)


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
            before, scores_with = (
                features.scores(features.compared(tile)),
                features.with_column(tile),
            )
        else:
            before, scores_with = kernel(tile, X) @ a, _with_column(kernel, tile, X, a)
        for column, entries in enumerate(permuted[first : first + step].T):
            after = scores_with(column, entries)
            changes[column] += ((after - before) ** 2).sum(axis=0)
    # A subset of m has a smaller variance than all n have, (m - 1)/m of n/(n - 1) times as large;
    # and m that are drawn from all copies, each at a time, have (m - 1)/m of their variance.
    of_all = 1.0 if solution.weights is not None else len(X) / (len(X) - 1)
    return changes / (2.0 * (len(points) - 1) * of_all * solution.variance)


def _with_column(kernel: Kernel, points: Array, X: Array, a: Array) -> Callable[..., Array]:
    """Scores (p, d), up to a constant, as a function of a column and of other values in it."""
    values_with = kernel.with_column(points, X)
    return lambda column, entries: values_with(column, entries) @ a


def _permuted(kernel: Kernel, points: Array, rng: np.random.Generator) -> Array:
    """The points (p, q) with each column permuted, from which one column at a time is taken."""
    permuted = rng.permuted(points, axis=0)
    if kernel.is_defined(0.0 * points[:1]).all():
        return permuted
    others = np.count_nonzero(points, axis=1)[:, None] - (points != 0.0)
    return np.where((others == 0) & (permuted == 0.0), points, permuted)


def disagreements(found: Importance, names: Sequence[str], most: int = 3) -> str:
    """On which columns both importances disagree for the first ``most`` components, and why.

    Both are compared in units of their largest value. A column counts if one importance has at
    least a quarter of the largest value, and at least twice what the other one has.
    """
    d = min(most, found.derivative.shape[1])
    sentences = []
    for k in range(d):
        local, whole = _relative(found.derivative[:, k]), _relative(found.permutation[:, k])
        by_one = (
            ("derivative", _larger(local, whole, names)),
            ("permutation", _larger(whole, local, names)),
        )
        larger = [f"the {which} is clearly larger for {them}" for which, them in by_one if them]
        if larger:
            sentences.append(f"For component {k + 1}, {', and '.join(larger)}.")
    if not sentences:
        components = "component 1" if d == 1 else f"components 1 to {d}"
        return f"Both importances agree on the columns of {components}."
    return (
        "The importances disagree, each in units of its largest value for a component. "
        f"{' '.join(sentences)} A small "
        "change can move a score where larger ones cancel, as where the score goes up and down. "
        "Exchanged values can make points that are unlike all samples, or step over where the "
        "score is flat."
    )


def _relative(values: Array) -> Array:
    """Values (q,) in units of the largest one; 0 if all are."""
    return values / values.max() if values.any() else values


def _larger(first: Array, second: Array, names: Sequence[str]) -> str:
    """The columns with clearly more of the first importance (q,), the largest first; "" for none.

    Names stand in quotes, because they may be numbers.
    """
    clear = (first >= CLEAR) & (first >= FACTOR * second)
    order = np.argsort(-first, kind="stable")
    chosen = [repr(str(names[j])) for j in order if clear[j]]
    if len(chosen) < 2:
        return f"the column {chosen[0]}" if chosen else ""
    left = len(chosen) - NAMED
    *before, last = [*chosen[:NAMED], f"{left} more"] if left > 0 else chosen
    return f"the columns {', '.join(before)} and {last}"
