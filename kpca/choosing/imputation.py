"""Missing values, predicted from the other values of their sample by complete samples."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array
from kpca.choosing.folds import FOLDS
from kpca.choosing.hidden_values import FACTORS, errors_of_means, hidden_errors, restored
from kpca.formulations import dual
from kpca.interpretation.unit_columns import of_length_one, varies
from kpca.kernels import RBF, Linear
from kpca.kernels.bandwidth import BandwidthError, median
from kpca.solvers.solution import RankError

MOST, MOST_HIDDEN = 1000, 300
"""The most complete samples that predict, and the most of which values are hidden; of more a random
subset."""

FEWEST = FOLDS
"""Fewer complete samples predict nothing."""

LINEAR, GAUSSIAN = (1, 2, 3, 4, 5), 5
"""The numbers of components that are tried with the linear kernel, and the one with others."""

SEED = 0


class ImputationError(ValueError):
    """There are too few complete samples, or too few columns."""


@dataclass(frozen=True)
class Imputation:
    """How missing values are predicted.

    X (c, q)        complete samples; the kernel compares them after each column was standardized
    kernel          linear, or Gaussian
    components      of the complete samples; 0 for the column means, if nothing predicts better
    """

    X: Array
    kernel: Linear | RBF
    components: int

    def filled(self, points: Array) -> Array:
        """The points (p, q) with their missing values (nan) predicted, and no other changed."""
        hidden = np.isnan(points)
        rows = hidden.any(axis=1)
        standard, mean, deviation = standardized(self.X)
        K = self.kernel(standard, standard)
        alpha = dual.fit(K, self.components).alpha if self.components else np.zeros((len(K), 0))
        # A missing value is the mean at first, and no number that stands there takes part.
        points_there = np.where(hidden, mean, points)[rows]
        start = np.where(varies(self.X), (points_there - mean) / deviation, 0.0)
        found = restored(self.kernel, standard, K, alpha, start, hidden[rows])
        filled = points.copy()
        filled[rows] = np.where(hidden[rows], found * deviation + mean, points[rows])
        return filled


@dataclass(frozen=True)
class HiddenError:
    """Root mean square errors of known values that were hidden, in standard deviations.

    error     of the imputation; ``of_means`` with the column means instead
    samples   the number of complete samples of which values were hidden
    """

    error: float
    of_means: float
    samples: int


def standardized(X: Array) -> tuple[Array, Array, Array]:
    """Standardized columns of X (n, q), their means (q,) and their standard deviations (q,).

    A column that does not vary (``kpca.interpretation.unit_columns.varies``) becomes 0, and its
    mean is its first value and its deviation 1: whatever a point has there tells nothing of its
    other values.
    """
    unit, lengths = of_length_one(X)
    vary, root = varies(X), np.sqrt(len(X))
    return root * unit, np.where(vary, X.mean(axis=0), X[0]), np.where(vary, lengths / root, 1.0)


def learned(X: Array, seed: int = SEED) -> tuple[Imputation, HiddenError]:
    """How missing values are predicted by the complete ones of the samples X (n, q), and how well.

    Values of complete samples are hidden by ``hidden_errors`` and predicted by the samples of the
    other folds: by the linear kernel with 1 to 5 components, and by the Gaussian kernel with 5 and
    multiples of the median heuristic. The rule with the least error is taken if its error is below
    that of the column means by more than one standard error of the difference, paired by sample.
    Columns that do not vary take no part.

    The error is optimistic: it is the least of up to 11 rules, and the means and deviations of the
    columns and the median of the distances come from all complete samples, the hidden values
    included.

    Raises ``ImputationError`` for fewer than two columns that vary and for fewer than 5 complete
    samples.
    """
    if X.shape[1] < 2:
        raise ImputationError("1 column has no other columns to predict it")
    complete = X[~np.isnan(X).any(axis=1)]
    if len(complete) < FEWEST:
        raise ImputationError(
            f"{len(complete)} of {len(X)} training samples are complete, and at least {FEWEST} "
            "are needed to predict missing values"
        )
    complete = _subset(complete, MOST, seed)
    standard = _subset(standardized(complete)[0][:, varies(complete)], MOST_HIDDEN, seed)
    if standard.shape[1] < 2:
        raise ImputationError(
            f"{standard.shape[1]} of {X.shape[1]} columns vary among the complete samples, and at "
            "least 2 are needed to predict one by another"
        )
    means = errors_of_means(standard, seed=seed)
    rules = [(float(means.mean()), Linear(), 0), *_tried(standard, means, seed)]
    least, kernel, components = min(rules, key=lambda rule: rule[0])
    error, of_means = np.sqrt(np.array([least, means.mean()]) / standard.shape[1])
    found = HiddenError(float(error), float(of_means), len(standard))
    return Imputation(complete, kernel, components), found


def _subset(X: Array, most: int, seed: int) -> Array:
    """At most so many of the samples, drawn at random."""
    return X[np.sort(np.random.default_rng(seed).permutation(len(X))[:most])]


def _tried(X: Array, means: Array, seed: int) -> Iterator[tuple[float, Linear | RBF, int]]:
    """Error, kernel and number of components of each rule that predicts better than ``means``."""
    candidates: list[tuple[Linear | RBF, int]] = [(Linear(), d) for d in LINEAR if d < X.shape[1]]
    try:
        middle = median(X)
        candidates += [(RBF(factor * middle), GAUSSIAN) for factor in FACTORS]
    except BandwidthError:
        pass
    for kernel, d in candidates:
        try:
            hidden = hidden_errors([kernel], X, [d], seed=seed)
        except RankError:
            continue
        gain = hidden.gain(means)
        if gain.mean[0, 0] > gain.standard_error[0, 0]:
            yield float(hidden.mean[0, 0]), kernel, d
