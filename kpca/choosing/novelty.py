"""A novelty score: what the components leave of a sample in feature space (Hoffmann 2007)."""

import numpy as np

from kpca.arrays import Array
from kpca.centering import row_means, squared_lengths
from kpca.formulations import dual
from kpca.projection import lost
from kpca.solvers.solution import Solution


def reconstruction_error(solution: Solution, K: Array, K_new: Array, diagonal: Array) -> Array:
    """|phi~(t) - P_d phi~(t)|^2 (m,) of new samples, at least 0.

    ``K`` (n, n) is the Gram matrix of the samples, ``K_new`` (m, n) has k(t, x_i), and ``diagonal``
    (m,) has k(t, t). Without components it is |phi(t) - phi-bar|^2. For the Gaussian kernel this is
    a constant less twice a Parzen estimate of the density at t.
    """
    lengths = squared_lengths(diagonal, row_means(K_new), row_means(K))
    return squared_prediction_error(lengths, dual.place(solution, K, K_new))


def squared_prediction_error(lengths: Array, scores: Array) -> Array:
    """What d components leave of |phi~(t)|^2 (m,), at least 0, from the scores (m, d) of t."""
    return np.maximum(lost(lengths, scores), 0.0)


def area_under_curve(usual: Array, novel: Array) -> float:
    """Probability that a novel sample has a higher score than a usual one, ties counted half.

    This is the area under the ROC curve of the scores (p,) and (m,).

    >>> round(area_under_curve(np.array([0.1, 0.4]), np.array([0.3, 0.5, 0.6])), 12)
    0.833333333333
    """
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(*_truth_and_scores(usual, novel)))


def roc_curve(usual: Array, novel: Array) -> tuple[Array, Array]:
    """False alarms and detections (k,), as shares of the usual and of the novel samples.

    The corners of the curve, from (0, 0) to (1, 1).
    """
    from sklearn.metrics import roc_curve as by_peer

    alarms, detections, _ = by_peer(*_truth_and_scores(usual, novel))
    return alarms, detections


def _truth_and_scores(usual: Array, novel: Array) -> tuple[Array, Array]:
    if not len(usual) or not len(novel):
        raise ValueError(
            f"scores of {len(usual)} usual and {len(novel)} novel samples; allowed: at least one "
            "each"
        )
    truth = np.repeat([0.0, 1.0], [len(usual), len(novel)])
    return truth, np.concatenate([usual, novel])
