"""The weights of samples: what ``sample_weight`` may be, which samples take part, and refusals."""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _check_sample_weight

from kpca import by_name
from kpca.arrays import Array, Truths
from kpca.centering import LEAST
from kpca.estimators.numbers import require_numbers
from kpca.solvers.file_points import FilePoints
from kpca.solvers.solution import Solution


class Samples(NamedTuple):
    """The samples X of a fit that take part, with their weights (n,), None without weights.

    of_all (m,)  which of the given samples they are; None if all of them are
    names (n,)   the index of the samples; None without one
    """

    X: Any
    weights: Array | None
    of_all: Truths | None
    names: list[str] | None


def taking_part(
    X: Any, sample_weight: Any, given: bool = False, names: list[str] | None = None
) -> Samples:
    """The samples with a weight above 0 among X (m, q), or all of a ``given`` matrix (m, m).

    Weights with an index are matched to the ``names`` (m,) of the samples.

    Raises ``ValueError`` for weights that are not finite, negative, all 0, of another number, too
    large for their sum or below ``LEAST``, and for a weight of 0 where no sample can be left out.
    """
    if sample_weight is None:
        return Samples(X, None, None, names)
    sample_weight = by_name.in_order(sample_weight, names, "sample_weight")
    require_numbers(sample_weight)
    weights = _check_sample_weight(sample_weight, X, dtype=np.float64, copy=True)
    if (weights < 0.0).any():
        i = int(weights.argmin())
        raise ValueError(
            f"the weight of sample {i + 1} is {weights[i]:g}; allowed: finite numbers of at least "
            "0; a weight says how many samples a sample stands for"
        )
    with np.errstate(over="ignore"):
        total = float(weights.sum())
    if not 0.0 < total < np.inf:
        raise ValueError(
            f"the weights add up to {total:g}; allowed: weights of which at least one is not zero, "
            "with a finite sum; divide all weights by a constant if they are very large"
        )
    of_all = weights > 0.0
    least = LEAST * total / int(of_all.sum())
    if (weights[of_all] < least).any():
        i = int(np.where(of_all, weights, np.inf).argmin())
        raise ValueError(
            f"the weight of sample {i + 1} is {weights[i]:g}, and its score would be rounding; "
            f"allowed: at least {least:.3g}, {LEAST:g} of the mean weight, or 0; a sample with "
            "weight 0 takes no part in the fit, and is placed afterwards"
        )
    if of_all.all():
        return Samples(X, weights, None, names)
    if given or isinstance(X, FilePoints):
        where = "a given matrix" if given else "points in a file"
        raise ValueError(
            f"the weight of sample {int(of_all.argmin()) + 1} is 0, and the samples are {where}; "
            "allowed here: weights above 0; leave the samples with weight 0 out of the fit, and "
            "place them with transform"
        )
    names = names and [name for name, is_one in zip(names, of_all, strict=True) if is_one]
    return Samples(X[of_all], weights[of_all], of_all, names)


def in_their_rows(of_all: Truths, fitted: Array, placed: Array) -> Array:
    """Scores (m, d) of all samples: those of the fit, and of those that were placed afterwards."""
    scores = np.empty((len(of_all), fitted.shape[1]), dtype=fitted.dtype)
    scores[of_all], scores[~of_all] = fitted, placed
    return scores


def left_out(X: Any, of_all: Truths) -> Any:
    """The samples of X (m, q) that do not take part; X may be sparse, or a table."""
    return _safe_indexing(X.tocsr() if issparse(X) else X, np.flatnonzero(~of_all))


def require_none(solution: Solution, what: str) -> None:
    """Raises ``ValueError`` for the solution of a weighted fit, which ``what`` would not honor."""
    if solution.weights is not None:
        raise ValueError(
            f"the model was fitted with sample_weight, and {what} would count every sample once; "
            "allowed: a model that was fitted without weights; its own scores, shares, "
            "transform, score_samples and inverse_transform honor the weights"
        )


def require_unused(sample_weight: Any, what: str, instead: str) -> None:
    """Raises ``ValueError`` for weights beside ``what``, which would not honor them."""
    if sample_weight is not None:
        raise ValueError(
            f"sample_weight is given together with {what}, which would count every sample once; "
            f"allowed: {instead}, or no weights"
        )
