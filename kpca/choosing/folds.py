"""Cross-validation: samples that are left out in folds, their errors and their scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kpca.arrays import Array, Indices
from kpca.centering import row_means, squared_lengths
from kpca.formulations import dual
from kpca.solvers.solution import Solution

FOLDS = 5


@dataclass(frozen=True)
class LeftOutErrors:
    """Squared errors of samples that were left out.

    components (c,)   numbers of components, ascending
    folds (n,)        the fold in which each sample was left out
    errors (k, c, n)  squared error of each sample for each of k kernels, in the squared unit of the
                      data
    """

    components: Indices
    folds: Indices
    errors: Array

    @property
    def mean(self) -> Array:
        """Mean squared error (k, c)."""
        return self.errors.mean(axis=2)

    @property
    def standard_error(self) -> Array:
        """Standard error (k, c) of the mean, from the means of the folds."""
        numbers = np.unique(self.folds)
        means = np.stack([self.errors[:, :, self.folds == f].mean(axis=2) for f in numbers])
        return means.std(axis=0, ddof=1) / np.sqrt(len(numbers))

    def gain(self, reference: Array) -> "LeftOutErrors":
        """Paired differences: the errors (n,) of a reference, less those of the same samples.

        Their standard error leaves out what makes a sample hard for both.
        """
        return replace(self, errors=reference - self.errors)


def in_folds(n: int, folds: int, seed: int) -> Indices:
    """A random fold (n,) for each of n samples; the sizes of two folds differ by at most 1.

    Of fewer samples than folds each is a fold by itself. Raises ``ValueError`` for fewer than two
    samples or folds, where none would be left to learn from.
    """
    if min(n, folds) < 2:
        raise ValueError(f"folds: {folds}, samples: {n}; allowed: at least 2 of each")
    return np.random.default_rng(seed).permutation(n) % folds


def ascending(components: Sequence[int]) -> Indices:
    """The numbers (c,) of components, ascending; raises ``ValueError`` if there is none."""
    if not len(components):
        raise ValueError("no number of components; allowed: at least one")
    return np.array(sorted(components))


def solutions(K: Array, numbers: Indices) -> Iterator[Solution]:
    """The solution with each of ``numbers`` of components, ascending, from one eigen-solve."""
    whole = dual.fit(K, int(numbers[-1]))
    for d in numbers:
        yield whole.first(int(d))


def left_out(
    K: Array, components: int, folds: int = 10, seed: int = 0
) -> tuple[Array, Array, Array]:
    """Scores (n, d) of samples that were left out, their squared lengths (n,), and variances.

    Each of ``folds`` subsets of the samples is placed on the components of the other subsets; the
    length is that of the feature less the mean of theirs, and the variances (n, d) of the
    components are those of their training scores. Raises ``RankError`` if the samples that remain
    have fewer components, and ``ValueError`` for fewer than two samples or folds.
    """
    fold_of, n = in_folds(len(K), folds, seed), len(K)
    scores, lengths, variances = np.empty((n, components)), np.empty(n), np.empty((n, components))
    for fold in np.unique(fold_of):
        left, others = np.flatnonzero(fold_of == fold), np.flatnonzero(fold_of != fold)
        K_kept, K_left = K[np.ix_(others, others)], K[np.ix_(left, others)]
        solution = dual.fit(K_kept, components)
        scores[left], variances[left] = dual.place(solution, K_kept, K_left), solution.variance
        lengths[left] = squared_lengths(K.diagonal()[left], row_means(K_left), row_means(K_kept))
    return scores, lengths, variances
