"""Cross-validation that hides values: each is predicted from the other values of its sample."""

from collections.abc import Callable, Sequence

import numpy as np

from kpca import projection, rkhs
from kpca.arrays import Array, Truths
from kpca.choosing.folds import FOLDS, LeftOutErrors, ascending, in_folds, solutions
from kpca.kernels import RBF, Kernel, Linear
from kpca.kernels.kernel import squared_norms
from kpca.preimages.preimages import NoMethodError

GROUPS = 4
"""The columns of a sample are hidden in this many groups, one group after the other."""

STEPS = 20
"""Steps of the restoration. They belong to the method: each starts from the column means."""

FACTORS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""The values of gamma that are tried, as multiples of the median heuristic."""

VANISHES = 1e-12
"""A value stays as it is if the denominator is at most this fraction of the sum of |weights|."""


def hidden_errors(
    kernels: Sequence[Kernel],
    X: Array,
    components: Sequence[int],
    folds: int = FOLDS,
    groups: int = GROUPS,
    seed: int = 0,
) -> LeftOutErrors:
    """Errors of values of X (n, q) that were hidden, summed over the values of a sample.

    The components come from the samples of the other folds. The columns of a sample are hidden in
    ``groups`` random groups of equal size (each column by itself if there are fewer). ``restored``
    finds the values of one group from the others, so that no value is used in its own
    prediction, as Bro et al. (2008) demand.

    Raises ``NoMethodError`` for a kernel that is neither linear nor Gaussian, ``RankError`` if the
    samples of a fold have fewer components, and ``ValueError`` for a single column or group, and
    as ``in_folds`` and ``ascending`` do.
    """
    if X.shape[1] < 2:
        raise ValueError("1 column has no other columns to predict it; allowed: at least 2 columns")
    if groups < 2:
        raise ValueError(
            f"columns hidden in {groups} groups: no value is left to predict the others; allowed: "
            "at least 2 groups"
        )
    numbers, fold_of = ascending(components), in_folds(len(X), folds, seed)
    errors = np.empty((len(kernels), len(numbers), len(X)))
    hidden = _groups(X, min(groups, X.shape[1]), seed)
    for out in (fold_of == fold for fold in np.unique(fold_of)):
        again = np.tile(X[out], (len(hidden), 1))
        masks = hidden[:, out].reshape(again.shape)
        for a, kernel in enumerate(kernels):
            K = kernel(X[~out], X[~out])
            for b, solution in enumerate(solutions(K, numbers)):
                filled = restored(kernel, X[~out], K, solution.alpha, again, masks)
                squares = ((filled - again) ** 2).sum(axis=1)
                errors[a, b, out] = squares.reshape(len(hidden), -1).sum(axis=0)
    return LeftOutErrors(numbers, fold_of, errors)


def errors_of_means(X: Array, folds: int = FOLDS, seed: int = 0) -> Array:
    """Errors (n,) where the means of the columns, over the other folds, are the prediction."""
    fold_of, errors = in_folds(len(X), folds, seed), np.empty(len(X))
    for out in (fold_of == fold for fold in np.unique(fold_of)):
        errors[out] = ((X[out] - X[~out].mean(axis=0)) ** 2).sum(axis=1)
    return errors


def _groups(X: Array, groups: int, seed: int) -> Truths:
    """Which values (groups, n, q) each group hides: every value is hidden in one group."""
    columns = np.broadcast_to(np.arange(X.shape[1]) % groups, X.shape)
    hidden_by = np.random.default_rng(seed).permuted(columns, axis=1)
    return np.arange(groups)[:, None, None] == hidden_by


def restored(
    kernel: Kernel, X: Array, K: Array, alpha: Array, points: Array, hidden: Truths
) -> Array:
    """The points (p, q) with their ``hidden`` values (p, q) found from the others.

    The hidden values start at the means of the samples X (n, q) with Gram matrix K (n, n). Then
    follow ``STEPS`` steps: project on the components of ``alpha`` (n, d), take one step of the
    fixed point towards the pre-image, and keep its hidden values only. A point where the steps
    end is stationary for the distance to the own projection |phi(x) - P(x)|^2, as a function of
    the hidden values. With the linear kernel this is PCA by expectation and maximization.
    """
    if not isinstance(kernel, RBF | Linear):
        raise NoMethodError(
            f"hidden values cannot be restored with the kernel {kernel.name}; allowed: linear, rbf"
        )
    Y, values_at = np.where(hidden, X.mean(axis=0), points), _values(kernel, X)
    a = rkhs.expansion(alpha)
    middle = rkhs.evaluate(a, K).mean(axis=0)
    for _ in range(STEPS):
        values = values_at(Y)
        W = projection.weights(alpha, rkhs.evaluate(a, values) - middle)
        weights = W if isinstance(kernel, Linear) else W * values
        total = weights.sum(axis=1, keepdims=True)
        moves = np.abs(total) > VANISHES * np.abs(W).sum(axis=1, keepdims=True)
        ends = (weights @ X) / np.where(moves, total, 1.0)
        Y = np.where(hidden & moves, ends, Y)
    return Y


def _values(kernel: RBF | Linear, X: Array) -> Callable[[Array], Array]:
    """The function with the kernel values (p, n) of points (p, q) and the samples X (n, q).

    For the Gaussian kernel squared distances are |y|^2 + |x|^2 - 2 x'y, which is 3 to 12 times
    faster than differences. The rounding error is that of the squares. It is far below what a mean
    error shows, also with a few samples far away, because the origin is the median of the columns.
    """
    if isinstance(kernel, Linear):
        return lambda Y: kernel(Y, X)
    gamma, origin = kernel.gamma, np.median(X, axis=0)
    samples = X - origin
    squares = squared_norms(samples)

    def values(Y: Array) -> Array:
        moved = Y - origin
        D2 = moved @ (-2.0 * samples.T)
        D2 += squares
        D2 += squared_norms(moved)[:, None]
        np.maximum(D2, 0.0, out=D2)
        D2 *= -gamma
        return np.exp(D2, out=D2)

    return values
