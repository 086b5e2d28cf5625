"""Groups of samples between which there are gaps, and how many there are."""

from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array, Indices
from kpca.interpretation.unit_columns import varies

MOST = 6
"""The most groups that are looked for."""

FEWEST, SHARE = 3, 0.05
"""Samples that a group has, and the least share of all."""

SAMPLES, COMPONENTS = 10, 5
"""Samples of a study from which on groups are looked for, and the leading components on which."""

APART = ((60, 5.5), (20, 6.5), (0, 9.0))
"""The gap from which on groups are apart, for so many samples and more. Of clouds, gradients and
rings k-means makes parts with smaller gaps: an even gradient is cut in two with 3.5, normal samples
with 3. How often the rule is wrong is in the guide to reading a map."""

STARTS, SEED, STEPS = 6, 0, 10

DIGITS, DISTINCT, LEAST = 9, 0.8, 1e-9
"""Points that agree in so many digits are one; the share of samples that are points of their own,
if there are more than a few points; and the least variance of a group in a direction, as a share of
that of all samples: equal values do not make it 0."""


@dataclass(frozen=True)
class Groups:
    """The group (n,) of each sample, from 0, the largest group first; and how many there are."""

    of: Indices
    number: int


def found(Z: Array) -> Groups:
    """The groups of samples with centered scores Z (n, d), which lie apart from each other.

    For k = 2 ... 6, k-means divides the leading max(2, k - 1) components, and its parts are mended
    by the distances of Mahalanobis to their means. The number of groups is the largest k whose
    parts are all ``apart`` and none of which is small; 1 if there is no such k.
    """
    from sklearn.cluster import KMeans

    best = np.zeros(len(Z), dtype=int)
    # In an order of their own, as the random starts of k-means depend on that of the samples.
    order = np.lexsort(Z.T)
    Z = Z[order] / (np.abs(Z).max(initial=0.0) or 1.0)
    for k in range(2, min(MOST, len(Z) // FEWEST) + 1):
        leading = Z[:, : max(2, k - 1)]
        points = len(np.unique(np.round(leading, DIGITS), axis=0))
        # Of a few whole numbers, samples lie in heaps that say nothing of groups.
        if points < k or MOST < points < DISTINCT * len(Z):
            break
        parts = KMeans(k, n_init=STARTS, random_state=SEED).fit(leading).labels_
        parts = _mended(leading, parts, k)
        is_large = np.bincount(parts, minlength=k).min() >= max(FEWEST, SHARE * len(Z))
        if is_large and gaps(leading, parts)[np.triu_indices(k, 1)].min() >= apart(len(Z)):
            best[order] = parts
    by_size = np.argsort(-np.bincount(best), kind="stable")
    return Groups(np.argsort(by_size)[best], len(by_size))


def apart(n: int) -> float:
    """The gap from which on groups of n samples together are apart."""
    return next(gap for fewest, gap in APART if n >= fewest)


def gaps(Z: Array, groups: Indices) -> Array:
    """The gaps (k, k) between groups, from 0, of samples with scores Z (n, d).

    The gap of two groups is the distance of their means along the direction of Fisher's linear
    discriminant of all groups, over the mean of their own standard deviations along it. If all
    groups have one covariance it is the distance of Mahalanobis. It is infinite for groups that are
    single points. A group with one sample has the deviation 0.

    >>> z = np.array([[-1.0], [1.0], [11.0], [9.0]])
    >>> round(float(gaps(z, np.array([0, 0, 1, 1]))[0, 1]) / 2.0**0.5, 9)
    5.0
    """
    means, inverse = _metric(Z, groups)
    k = len(means)
    between = np.full((k, k), np.inf)
    for a in range(k):
        for b in range(a):
            along = Z @ inverse @ (means[a] - means[b])
            gap = in_columns(along[groups == a], along[groups == b])
            between[a, b] = between[b, a] = np.inf if np.isnan(gap) else gap
    return between


def in_columns(a: Array, b: Array) -> Array:
    """The gaps (q,) of two groups, a (n, q) and b (m, q), along each column.

    They are infinite where only the groups have different values, and nan where all are equal.
    """
    deviations = [one.std(axis=0, ddof=1) if len(one) > 1 else 0.0 * one[0] for one in (a, b)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return 2.0 * np.abs(a.mean(axis=0) - b.mean(axis=0)) / sum(deviations)


def standard_error(gap: float, n: int, m: int) -> float:
    """The standard error of the gap of two normal groups, of n and m samples, of equal spread.

    By the delta method: the distance of the means has the variance 1/n + 1/m, and the deviations
    have 1/(2n) and 1/(2m), in units of the squared spread.
    """
    return float(np.sqrt((1.0 / n + 1.0 / m) * (1.0 + gap**2 / 8.0)))


def _metric(Z: Array, groups: Indices) -> tuple[Array, Array]:
    """The means (k, d) of groups, and the inverse (d, d) of their pooled covariance (``LEAST``)."""
    means = np.array([Z[groups == one].mean(axis=0) for one in range(groups.max() + 1)])
    within = Z - means[groups]
    covariance = within.T @ within / max(1, len(Z) - len(means))
    least = LEAST * Z.var(axis=0).max() or 1.0
    return means, np.linalg.inv(covariance + least * np.eye(Z.shape[1]))


def _mended(Z: Array, parts: Indices, k: int) -> Indices:
    """The parts after moving each sample to the nearest mean by the distance of Mahalanobis."""
    for _ in range(STEPS):
        means, inverse = _metric(Z, parts)
        differences = Z[:, None] - means
        nearest = np.einsum("nki,ij,nkj->nk", differences, inverse, differences).argmin(axis=1)
        if np.bincount(nearest, minlength=k).min() < FEWEST or (nearest == parts).all():
            break
        parts = nearest
    return parts


def two_in_columns(X: Array) -> bool:
    """Whether a column of X (n, q) alone has two groups by the same rule.

    They are divided where the squares within both parts are smallest.
    """
    n, few = len(X), max(FEWEST, int(np.ceil(SHARE * len(X))))
    if n < 2 * few:
        return False
    ordered = np.sort(X[:, varies(X)], axis=0)
    if not ordered.size:
        return False
    ordered = ordered - ordered[0]
    ordered = ordered / ordered[-1] - (ordered / ordered[-1]).mean(axis=0)
    sums, squares = np.cumsum(ordered, axis=0), np.cumsum(ordered**2, axis=0)
    at = np.arange(few, n - few + 1)
    left, right = (at[:, None], n - at[:, None])
    lower, upper = sums[at - 1], sums[-1] - sums[at - 1]
    within_lower = np.maximum(squares[at - 1] - lower**2 / left, 0.0)
    within_upper = np.maximum(squares[-1] - squares[at - 1] - upper**2 / right, 0.0)
    best = (within_lower + within_upper).argmin(axis=0), np.arange(ordered.shape[1])
    deviations = np.sqrt(within_lower / (left - 1)) + np.sqrt(within_upper / (right - 1))
    distance = upper / right - lower / left
    are_apart = 2.0 * distance[best] >= apart(n) * deviations[best]
    return bool((are_apart & (distance[best] > 0.0)).any())


def touching(between: Array, n: int) -> list[list[int]]:
    """The groups in sets, of which each is apart from all others (``gaps``), by their numbers."""
    sets: list[list[int]] = []
    for i in range(len(between)):
        near = [one for one in sets if any(between[i, j] < apart(n) for j in one)]
        sets = [one for one in sets if one not in near] + [[*sum(near, []), i]]
    return sorted((sorted(one) for one in sets), key=min)
