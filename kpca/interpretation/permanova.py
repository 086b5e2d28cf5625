"""Whether classes differ in their means or in their spread: PERMANOVA, and dispersion.

Both need distances between the samples only, of any kind (Anderson, Austral Ecology 26, 2001, and
Biometrics 62, 2006), as ``adonis2`` and ``betadisper`` of the R package vegan.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca import tolerances
from kpca.arrays import Array, Indices
from kpca.centering import center, gower
from kpca.interpretation.supplementary import PERMUTATIONS

BLOCK = 256
"""So many columns of memberships of permuted classes are multiplied at once."""


@dataclass(frozen=True)
class Permanova:
    """An analysis of variance of squared distances between n samples of g classes.

    levels (g,)    the classes, sorted, and ``counts`` (g,) of their samples
    total          sum of squared distances to the mean; ``between`` is the part between the classes
    f              pseudo-F: between/(g - 1) over (total - between)/(n - g); not a number where no
                   sample of a class is apart from another one
    p              probability that permuted classes have as large a part, at least 1/(P + 1)
    spreads (g,)   mean distance of the samples of each class from the mean of their class
    spread_f       F of an analysis of variance of these distances
    spread_p       probability that this F is as large if the classes have one spread: their
                   distances from the mean distance of the class are permuted
    permutations   their number P
    """

    levels: tuple[str, ...]
    counts: Indices
    total: float
    between: float
    f: float
    p: float
    spreads: Array
    spread_f: float
    spread_p: float
    permutations: int

    @property
    def r_squared(self) -> float:
        """The share of the sum of squares that is between the classes."""
        return self.between / self.total


def permanova(
    D: Array, classes: Sequence[str], permutations: int = PERMUTATIONS, seed: int = 0
) -> Permanova:
    """PERMANOVA and dispersion of distances D (n, n), with the classes (n,) of the samples.

    A small ``p`` says that the means of the classes differ, or their spreads; a small ``spread_p``
    says that the spreads do. Distances that are not Euclidean are taken as they are, so that the
    part between the classes can be negative. The numbers are those of ``adonis2`` and of
    ``betadisper(type = "centroid")`` of the R package vegan.

    Parameters
    ----------
    D : array (n, n)
        Distances between the samples, not squared.
    classes : sequence of n texts
        The class of each sample. Samples without one, "", have no part in anything.
    permutations : int, default 999
        How many orders of the classes are drawn.
    seed : int, default 0
        From which the orders follow.

    Returns
    -------
    Permanova
        With the sums of squares ``total`` and ``between``, ``r_squared``, ``f`` and ``p``; for each
        of ``levels`` its number of samples in ``counts`` and their mean distance from the mean of
        the class in ``spreads``; ``spread_f`` and ``spread_p``.

    Raises
    ------
    ValueError
        For distances that are not a symmetric matrix of finite numbers from 0, with 0 on the
        diagonal, for another number of classes, fewer than two of them, or one for each sample, for
        samples that are all the same, and for less than one permutation.

    Examples
    --------
    >>> x = np.array([0.0, 1.0, 0.0, 5.0, 6.0, 7.0])
    >>> found = permanova(abs(x[:, None] - x), ["a", "a", "a", "b", "b", "b"], 99)
    >>> round(found.r_squared, 3), round(found.f, 2), found.counts.tolist()
    (0.948, 72.25, [3, 3])
    """
    D = np.asarray(D, dtype=float)
    _require_distances(D)
    return of_centered(gower(D**2), classes, permutations, seed)


def of_centered(
    A: Array, classes: Sequence[str], permutations: int = PERMUTATIONS, seed: int = 0
) -> Permanova:
    """``permanova`` from a centered Gram matrix A (n, n), of a kernel or of distances."""
    given = np.asarray(classes, dtype=str)
    if len(given) != len(A):
        raise ValueError(f"{len(given)} classes of {len(A)} samples; allowed: one for each sample")
    if permutations < 1:
        raise ValueError(f"permutations: {permutations}; allowed: at least 1, better 999")
    has_one = given != ""
    if not has_one.all():
        A, given = center(A[np.ix_(has_one, has_one)]), given[has_one]
    levels, at, counts = np.unique(given, return_inverse=True, return_counts=True)
    n, g = len(given), len(levels)
    if not 2 <= g < n:
        raise ValueError(f"{g} classes of {n} samples; allowed: at least 2, and fewer than samples")
    total, part = float(A.trace()), float(between(A, at))
    if not np.abs(A).max() > 0.0:
        raise ValueError("all samples are the same; allowed: samples that differ")
    rng = np.random.default_rng(seed)
    rounding = 4.0 * tolerances.dot(n) * float(np.abs(A).sum()) / float(counts.min())
    as_large = _permuted_between(A, at, permutations, rng) >= part - rounding
    distances = from_means(A, at)
    means = np.bincount(at, distances) / counts
    spread_f = _f(distances, at, counts)
    residuals, spread_large = distances - means[at], 0
    for _ in range(permutations):
        spread_large += _f(rng.permutation(residuals), at, counts) >= spread_f * (1.0 - 1e-9)
    return Permanova(
        tuple(map(str, levels)),
        counts,
        total,
        part,
        _ratio(part / (g - 1), (total - part) / (n - g)),
        (1.0 + int(as_large.sum())) / (1.0 + permutations),
        means,
        spread_f,
        (1.0 + spread_large) / (1.0 + permutations),
        permutations,
    )


def between(A: Array, groups: Indices) -> float:
    """tr(P K~), the sum of squares between groups, for K~ (n, n) and the group (n,) of each sample.

    P projects on the means of the groups: p_ij = 1/n_g if i and j are in the group g, else 0. For
    distances K~ is Gower's matrix (McArdle & Anderson, Ecology 82, 2001; ledger S11).
    """
    members = _members(groups)
    parts = (members * (A @ members)).sum(axis=0) / members.sum(axis=0)
    return parts.sum()


def _members(groups: Indices) -> Array:
    """Whether each sample is in each group (n, g), as 1 and 0."""
    return (groups[:, None] == np.unique(groups)) * 1.0


def _permuted_between(A: Array, at: Indices, permutations: int, rng: np.random.Generator) -> Array:
    """``between`` (P,) of permuted groups; several of them in each product."""
    members = _members(at)
    n, g = members.shape
    weights, found = 1.0 / members.sum(axis=0), []
    step = max(1, BLOCK // g)
    for first in range(0, permutations, step):
        orders = [rng.permutation(n) for _ in range(min(step, permutations - first))]
        columns = members[np.array(orders).T].reshape(n, -1)
        sums = (columns * (A @ columns)).sum(axis=0)
        found.append(sums.reshape(-1, g) @ weights)
    return np.concatenate(found)


def from_means(A: Array, groups: Indices) -> Array:
    """Distances (n,) of the samples from the mean of their group, for A = K~ (n, n).

    Where negative eigenvalues make a square negative, its size is taken, as in vegan.
    """
    members = _members(groups)
    weights = members / members.sum(axis=0)
    products = A @ weights
    own = members.argmax(axis=1)
    inner = products[np.arange(len(A)), own]
    of_means = (weights * products).sum(axis=0)
    return np.sqrt(np.abs(A.diagonal() - 2.0 * inner + of_means[own]))


def _f(values: Array, at: Indices, counts: Indices) -> float:
    """F of an analysis of variance of values (n,) in groups."""
    centered = values - values.mean()
    sums = np.bincount(at, centered)
    part, n, g = float((sums**2 / counts).sum()), len(values), len(counts)
    return _ratio(part / (g - 1), (float((centered**2).sum()) - part) / (n - g))


def _ratio(first: float, second: float) -> float:
    return first / second if second != 0.0 else float("nan")


def _require_distances(D: Array) -> None:
    if D.ndim != 2 or D.shape[0] != D.shape[1]:
        raise ValueError(f"distances of the shape {D.shape}; allowed: (n, n)")
    if not np.isfinite(D).all() or D.min() < 0.0:
        wrong = D[~(np.isfinite(D) & (D >= 0.0))][0]
        raise ValueError(f"a distance is {wrong:g}; allowed: finite numbers from 0")
    i, j = np.unravel_index(np.argmax(np.abs(D - D.T)), D.shape)
    if abs(D[i, j] - D[j, i]) > 1e-9 * D.max():
        raise ValueError(
            f"samples {i + 1} and {j + 1} have the distances {D[i, j]:g} and {D[j, i]:g}; allowed: "
            "a symmetric matrix"
        )
    if D.diagonal().any():
        raise ValueError(
            f"the distance of a sample to itself is {D.diagonal().max():g}; allowed: 0"
        )
