"""The inflated variance of training scores, and its correction by samples that were left out."""

import numpy as np

from kpca.arrays import Array
from kpca.centering import row_means, squared_lengths
from kpca.choosing.preimage_error import in_folds
from kpca.formulations import dual


def left_out_variances(K: Array, components: int, folds: int = 10, seed: int = 0) -> Array:
    """Mean square (d,) of the scores of samples that were left out, from K (n, n).

    The components are those on which the training samples have the largest variance. New samples of
    the same distribution have a smaller one there. Abrahamsen and Hansen (2011) leave out one
    sample at a time, that is ``folds`` = n.

    Raises ``RankError`` if the samples that remain have fewer components, and ``ValueError`` for
    fewer than two samples or folds.
    """
    return (left_out(K, components, folds, seed)[0] ** 2).mean(axis=0)


def left_out(
    K: Array, components: int, folds: int = 10, seed: int = 0
) -> tuple[Array, Array, Array]:
    """Scores (n, d) of samples that were left out, their squared lengths (n,), and variances.

    Each of ``folds`` subsets of the samples is placed on the components of the other subsets; the
    length is that of the feature less the mean of theirs, and the variances (n, d) of the
    components are those of their training scores. Raises what ``left_out_variances`` raises.
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


def inflation(variances: Array, left_out: Array) -> Array:
    """The factor (d,) by which the variance of training scores is too large for new samples."""
    return variances / left_out


def corrected(placed: Array, variances: Array, left_out: Array) -> Array:
    """Scores (m, d) of new samples, on the scale of the training scores.

    From the scores ``placed`` (m, d), the variances lambda (d,) of the training scores and the
    variances ``left_out`` (d,). A method that was trained on the training scores can use them.
    """
    return placed * np.sqrt(inflation(variances, left_out))
