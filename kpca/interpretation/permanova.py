"""Whether classes differ in their means or in their spread: PERMANOVA, and dispersion.

Both need distances between the samples only, of any kind (Anderson, Austral Ecology 26, 2001, and
Biometrics 62, 2006), as ``adonis2`` and ``betadisper`` of the R package vegan.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from kpca import by_name, tolerances
from kpca.arrays import Array, Indices
from kpca.centering import center, gower
from kpca.interpretation.permutations import exchange, of_chosen

PERMUTATIONS = 999
"""The orders of the samples that are drawn unless a caller says how many."""

BLOCK = 256
"""So many columns of memberships of permuted classes are multiplied at once."""

FEWEST = 3
"""The fewest samples of a class whose spread is compared: two are equally far from their mean."""


@dataclass(frozen=True)
class Permanova:
    """An analysis of variance of squared distances between n samples of g classes.

    levels (g,)    the classes, sorted, and ``counts`` (g,) of their samples
    total          sum of squared distances to the mean; ``between`` is the part between the classes
    r_squared      the share of ``between`` in ``total``; not a number if that is not positive
    f              pseudo-F: between/(g - 1) over (total - between)/(n - g); not a number where no
                   sample of a class is apart from another one
    p              probability that permuted classes have as large a part, at least 1/(P + 1)
    assignments    how many assignments of the classes the permutations can make, up to 10^9; those
                   that exchange only names of classes count once, so that no p of all is below
                   1/assignments
    spreads (g,)   mean distance of the samples of each class from the mean of their class, times
                   (n_g/(n_g - 1))^(1/2), because the mean lies nearer to few samples than to many;
                   not a number for a class of one sample
    spread_f       F of an analysis of variance of these distances, in classes of three samples and
                   more; not a number without two such classes
    spread_p       probability that this F is as large if the classes have one spread: the
                   differences of samples and the mean of their class are permuted; not a number
                   with blocks
    permutations   their number P: what was asked for, or that of all others if these are fewer, of
                   which none is drawn twice then, so that p is exact
    """

    levels: tuple[str, ...]
    counts: Indices
    total: float
    between: float
    r_squared: float
    f: float
    p: float
    assignments: int
    spreads: Array
    spread_f: float
    spread_p: float
    permutations: int


def permanova(
    D: Any,
    classes: Iterable[object],
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    blocks: Sequence[Hashable] | None = None,
) -> Permanova:
    """PERMANOVA and dispersion of distances D (n, n), with the classes (n,) of the samples.

    A small ``p`` says that the means of the classes differ, or their spreads; a small ``spread_p``
    says that the spreads do. Distances that are not Euclidean are taken as they are, so that the
    part between the classes can be negative. The numbers are those of ``adonis2`` and of
    ``betadisper(type = "centroid", bias.adjust = TRUE)`` of the R package vegan, apart from
    ``spread_p``. There vegan permutes distances; in small classes these depend on each other.

    Without ``blocks`` both p-values hold if the samples are independent of each other. Several
    samples of each subject are not, and then a small p says little: where the subjects of two
    classes do not differ at all, and the four samples of each of ten subjects are much alike, most
    p-values are below 0.05. Name the subject of each sample in ``blocks``. The p-value then holds
    if the blocks are independent of each other, or, where classes differ within blocks, if the
    order of the samples in a block says nothing. There is no test of the spreads.

    Parameters
    ----------
    D : array or DataFrame (n, n)
        Distances between the samples, not squared. Columns with names are taken in the order of the
        rows.
    classes : sequence or Series of n texts or numbers
        The class of each sample; a Series is matched by name to a DataFrame (``kpca.by_name``).
        Samples without a class have no part in anything: None, NaN, ``pandas.NA``, and the texts
        "" and "NA".
    permutations : int, default 999
        How many orders of the classes are drawn.
    seed : int, default 0
        From which the orders follow.
    blocks : sequence of n texts or numbers, optional
        The block of each sample, such as the subject. If each block has samples of one class only,
        the classes of whole blocks are permuted; blocks may have different sizes, if these have
        nothing to do with the classes. If each has samples of several classes, these are permuted
        within the blocks.

    Returns
    -------
    Permanova
        With the sums of squares ``total`` and ``between``, which may be 0 or infinite if distances
        are extremely small or large, ``r_squared``, ``f`` and ``p``; for each of ``levels`` its
        number of samples in ``counts`` and their mean distance from the mean of the class in
        ``spreads``; ``spread_f`` and ``spread_p``. ``assignments`` says how many assignments of
        the classes the permutations can make: two classes of two blocks each have three, so that p
        is at least 1/3.

    Raises
    ------
    ValueError
        For distances that are not a symmetric matrix of finite numbers from 0, with 0 on the
        diagonal, for another number of classes, fewer than two of them, or one for each sample, for
        samples that are all the same, and for less than one permutation; for a sample without a
        block, if some blocks have one class and others several, and for names of which one is
        missing or stands more than once where they are matched.

    Examples
    --------
    >>> x = np.array([0.0, 1.0, 0.0, 5.0, 6.0, 7.0])
    >>> found = permanova(abs(x[:, None] - x), ["a", "a", "a", "b", "b", "b"], 99)
    >>> round(found.r_squared, 3), round(found.f, 2), found.counts.tolist()
    (0.948, 72.25, [3, 3])
    """
    D, names = by_name.samples_of(D, is_matrix=True)
    classes = by_name.in_order(classes, names, "classes")
    blocks = by_name.in_order(blocks, names, "blocks")
    D = np.asarray(D, dtype=float)
    _require_distances(D)
    # By a power of two, which rounds nothing, because squares could vanish or overflow.
    power = int(np.frexp(D.max())[1])
    found = of_centered(gower(np.ldexp(D, -power) ** 2), classes, permutations, seed, blocks)
    with np.errstate(over="ignore", under="ignore"):
        total, part = np.ldexp([found.total, found.between], 2 * power).tolist()
        spreads = np.ldexp(found.spreads, power)
    return replace(found, total=total, between=part, spreads=spreads)


def of_centered(
    A: Array,
    classes: Iterable[object],
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    blocks: Sequence[Hashable] | None = None,
) -> Permanova:
    """``permanova`` from a centered Gram matrix A (n, n), of a kernel or of distances."""
    given = np.array(by_name.labels_of(classes), dtype=str)
    if len(given) != len(A):
        raise ValueError(f"{len(given)} classes of {len(A)} samples; allowed: one for each sample")
    if permutations < 1:
        raise ValueError(f"permutations: {permutations}; allowed: at least 1, better 999")
    has_one = given != ""
    blocks = of_chosen(blocks, has_one)
    if not has_one.all():
        A, given = center(A[np.ix_(has_one, has_one)]), given[has_one]
    levels, at, counts = np.unique(given, return_inverse=True, return_counts=True)
    n, g = len(given), len(levels)
    if not 2 <= g < n:
        raise ValueError(f"{g} classes of {n} samples; allowed: at least 2, and fewer than samples")
    total, part = float(A.trace()), float(between(A, at))
    if not np.abs(A).max() > 0.0:
        raise ValueError("all samples are the same; allowed: samples that differ")
    rng, units = np.random.default_rng(seed), exchange(given, blocks)
    if units.reason:
        raise ValueError(units.reason)
    lost = 4.0 * tolerances.dot(n) * float(np.abs(A).sum())
    as_large = _as_large(A, at, units.orders(permutations, rng), part, lost)
    p = units.p(as_large, permutations, assignments := units.assignments(given))
    permutations = units.number(permutations)
    within = total - part if abs(total - part) > lost / float(counts.min()) else 0.0
    spreads = np.full(g, np.nan)
    several = counts > 1
    spreads[several] = (np.bincount(at, _unbiased(A, at, _rounding(A))) / counts)[several]
    compared = (counts >= FEWEST)[at]
    spread_f, spread_p = _spreads(
        A[np.ix_(compared, compared)],
        np.unique(at[compared], return_inverse=True)[1],
        permutations if blocks is None else 0,
        rng,
    )
    return Permanova(
        tuple(map(str, levels)),
        counts,
        total,
        part,
        part / total if total > 0.0 else float("nan"),
        part / (g - 1) / (within / (n - g)) if within else float("nan"),
        float(p),
        assignments,
        spreads,
        spread_f,
        spread_p,
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
    """Whether each sample is in each group, as 1 and 0: a last axis (g,) for ``groups``."""
    return (groups[..., None] == np.unique(groups)) * 1.0


def _as_large(A: Array, at: Indices, orders: Iterator[Indices], part: float, lost: float) -> int:
    """In how many ``orders`` of the groups ``between`` is ``part`` or more; several in a product.

    It counts also where it is smaller by ``lost``, which is rounding, over the fewest samples.
    """
    members = _members(at)
    n, g = members.shape
    fewest, found = members.sum(axis=0).min(), 0
    while drawn := list(islice(orders, max(1, BLOCK // g))):
        columns = members[np.array(drawn).T].reshape(n, -1)
        sums = (columns * (A @ columns)).sum(axis=0).reshape(-1, g)
        # Groups of whole blocks get other sizes where blocks have different ones.
        counts = columns.sum(axis=0).reshape(-1, g)
        rounding = lost / np.minimum(counts.min(axis=1), fewest)
        found += int(((sums / counts).sum(axis=1) >= part - rounding).sum())
    return found


def from_means(A: Array, groups: Indices) -> Array:
    """Distances of the samples from the mean of their group, for A = K~ (n, n).

    ``groups`` are the group of each sample, (n,), or of P partitions of equal sizes, (n, P); the
    distances have the same shape. Where negative eigenvalues make a square negative, its size is
    taken, as in vegan.
    """
    members = _members(groups)
    weights = members / members.sum(axis=0)
    products = (A @ weights.reshape(len(A), -1)).reshape(weights.shape)
    of_means = (weights * products).sum(axis=0)
    # One term of each sum is not zero: that of the sample's own group.
    inner, own = (members * products).sum(axis=-1), (members * of_means).sum(axis=-1)
    of_samples = np.expand_dims(A.diagonal(), tuple(range(1, groups.ndim)))
    return np.sqrt(np.abs(of_samples - 2.0 * inner + own))


def _rounding(A: Array) -> float:
    """A bound on the error of a squared distance of a sample from a mean, for A = K~ (n, n)."""
    n, largest = len(A), float(np.abs(A).max())
    return 8.0 * tolerances.dot(n) * largest + tolerances.centering_element(n, largest)


def _unbiased(A: Array, groups: Indices, lost: float) -> Array:
    """``from_means``, as if the mean of each group were that of its population.

    The mean square of n_g differences to their own mean is too small by 1 - 1/n_g. Squares up to
    ``lost``, which are rounding, are 0, so that they have no spread of their own.
    """
    counts = np.bincount(groups.reshape(len(A), -1)[:, 0])[groups]
    distances = from_means(A, groups)
    distances[distances**2 <= lost] = 0.0
    return distances * np.sqrt(counts / np.maximum(counts - 1, 1))


def _spreads(
    A: Array, at: Indices, permutations: int, rng: np.random.Generator
) -> tuple[float, float]:
    """F of the distances from the means of groups, and its probability if all have one spread.

    The differences of the samples and their means are exchanged between the groups, and each order
    has means and distances of its own. Each difference is as long as if its mean were known. The
    probability is not a number without permutations.
    """
    counts = np.bincount(at)
    if len(counts) < 2:
        return float("nan"), float("nan")
    lost = _rounding(A)
    spread_f = _f(_unbiased(A, at, lost), at)
    if not permutations:
        return spread_f, float("nan")
    members = _members(at)
    weights = members / counts
    rest = A - members @ (weights.T @ A)
    rest = rest - (rest @ weights) @ members.T
    longer = np.sqrt(counts / (counts - 1))[at]
    rest = longer[:, None] * rest * longer
    # Not "as large", because F is not a number where all distances are the same.
    large, step = 0, max(1, BLOCK // len(counts))
    for first in range(0, permutations, step):
        drawn = range(min(step, permutations - first))
        orders = np.array([rng.permutation(at) for _ in drawn])
        values = _unbiased(rest, orders.T, lost).T
        for of_one, order in zip(values, orders, strict=True):
            large += not _f(of_one, order) < spread_f * (1.0 - 1e-9)
    return spread_f, (1.0 + large) / (1.0 + permutations)


def _f(values: Array, at: Indices) -> float:
    """F of an analysis of variance of values (n,) in groups, perhaps infinite or not a number."""
    counts = np.bincount(at)
    means, n, g = np.bincount(at, values) / counts, len(values), len(counts)
    part = float((counts * (means - values.mean()) ** 2).sum()) / (g - 1)
    within = float(((values - means[at]) ** 2).sum()) / (n - g)
    # Beside values of this size a difference is rounding.
    lost = (tolerances.dot(n) * float(np.abs(values).max())) ** 2
    if within <= lost:
        return float("inf") if part > lost else float("nan")
    return part / within


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
