"""Supplementary variables: what is known of the samples beside the data, fitted to their scores."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from kpca import by_name, tolerances
from kpca.arrays import Array, Indices
from kpca.interpretation.loadings import correlations
from kpca.interpretation.permanova import PERMUTATIONS
from kpca.interpretation.permutations import Exchange, exchange, of_chosen
from kpca.interpretation.unit_columns import of_length_one, varies


@dataclass(frozen=True)
class FittedVariables:
    """k variables that were fitted to scores on the first c of d components.

    correlations (k, d)  of each variable with the scores of each component
    r_squared (k,)       share of the variance of a variable that a linear function of the scores on
                         c components has
    directions (k, c)    unit vectors along which that function increases fastest; 0 for a variable
                         that does not vary
    p (k,)               probability that a permuted variable fits as well, at least 1/(P + 1); nan
                         where neither blocks nor samples within them can be permuted
    counts (k,)          samples that have a value of a variable; everything is among these
    permutations (k,)    their number P: what was asked for, or that of all others if these are
                         fewer, so that p is exact; 0 where there is no p
    assignments (k,)     how many assignments of its values the permutations can make, up to 10^9,
                         so that no p of all is below 1/assignments; 0 where there is no p
    """

    correlations: Array
    r_squared: Array
    directions: Array
    p: Array
    counts: Indices
    permutations: Indices
    assignments: Indices

    @property
    def arrows(self) -> Array:
        """Arrows (k, c): the directions with the lengths sqrt(R^2)."""
        return self.directions * np.sqrt(self.r_squared)[:, None]


@dataclass(frozen=True)
class FittedFactor:
    """A variable with classes (a factor), fitted to scores on the first c of d components.

    levels (L,)       the classes, sorted, and ``counts`` (L,) of their samples
    centroids (L, d)  the mean score of the samples of each class
    r_squared         share of the squared distances of the scores to their mean that the
                      centroids have, on c components
    p                 probability that permuted classes fit as well, at least 1/(P + 1); nan where
                      neither blocks nor samples within them can be permuted
    permutations      their number P, as that of numbers
    assignments       how many assignments of the classes the permutations can make, up to 10^9;
                      those that exchange only names of classes count once
    """

    levels: tuple[str, ...]
    counts: Indices
    centroids: Array
    r_squared: float
    p: float
    permutations: int
    assignments: int


def fitted(
    Z: Array,
    variables: Array,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    first: int | None = None,
    blocks: Sequence[Hashable] | None = None,
) -> FittedVariables:
    """Variables (n, k) fitted to scores Z (n, d), as by ``envfit`` of the R package vegan.

    The fit is to the ``first`` c components, or to all of them without this number, as with
    ``choices`` of ``envfit``; correlations are those with the scores of every component.

    Least squares with an intercept (vegan, Oksanen et al., ``vectorfit``). The p-value is that of a
    permutation test, (1 + #)/(1 + P), where # counts the permutations of the samples with an R^2 at
    least as large (Phipson & Smyth, Permutation p-values should never be zero, 2010). A permutation
    counts also where its R^2 is smaller by rounding only. All variables share the permutations.

    The p-value holds if the samples are independent of each other. If they are not, because there
    are several of each subject, name the block (n,) of each in ``blocks``. A variable with one
    value in each block is then permuted between the blocks, one that varies in each of them within
    the blocks, and any other one has no p (``kpca.interpretation.permutations``).

    Scores that depend linearly on those of other components, or do not vary, change neither R^2 nor
    p. Of all linear functions that then fit equally well, the directions are those of the one with
    the least slopes, in units of the deviations of the scores.

    A variable with missing values (nan) is fitted to the scores of the samples that have a value,
    and its permutations are among these. One without any value has 0 everywhere and p = 1.

    Raises ``ValueError`` for a number of samples that is not that of the scores, for values that
    are infinite, for less than one permutation, and for a sample with a value and without a block.
    """
    _require(Z, len(variables), permutations)
    _require_no_infinite(variables)
    k, have = variables.shape[1], ~np.isnan(variables)
    found = {
        "correlations": np.zeros((k, Z.shape[1])),
        "r_squared": np.zeros(k),
        "directions": np.zeros((k, Z[:, :first].shape[1])),
        "p": np.ones(k),
        "permutations": np.zeros(k, dtype=int),
    }
    assignments = np.ones(k, dtype=int)
    alike: dict[tuple[bytes, int, int], tuple[Exchange, list[int]]] = {}
    for j, samples in enumerate(have.T):
        if samples.any():
            values = variables[samples, j]
            units = exchange(values, of_chosen(blocks, samples))
            assignments[j] = units.assignments(values)
            key = samples.tobytes(), len(units.first), len(units.cells)
            alike.setdefault(key, (units, []))[1].append(j)
    for units, which in alike.values():
        samples = have[:, which[0]]
        values = variables[np.ix_(samples, np.array(which))]
        part = _fitted(Z[samples], values, units, permutations, seed, first, assignments[which])
        for name in found:
            found[name][which] = part[name]
    return FittedVariables(
        **found,
        assignments=assignments,
        counts=have.sum(axis=0),
    )


def _fitted(
    Z: Array,
    variables: Array,
    units: Exchange,
    permutations: int,
    seed: int,
    first: int | None,
    assignments: Indices,
) -> dict[str, Array | float]:
    """The fit of variables (n, k) without missing values, by the names of its fields."""
    unit, _ = of_length_one(variables)
    Q, to_slopes = _basis(Z[:, :first])
    r_squared = _r_squared(Q, unit)
    rng, as_large = np.random.default_rng(seed), np.zeros(variables.shape[1])
    rounding = 4.0 * tolerances.dot(len(Z))
    for order in units.orders(permutations, rng):
        permuted = unit[order]
        if len(units.first) < len(Z):
            # Blocks of other sizes have another mean.
            permuted, _ = of_length_one(permuted)
        as_large += _r_squared(Q, permuted) >= r_squared - rounding
    slopes = (to_slopes @ (Q.T @ unit)).T
    lengths = np.linalg.norm(slopes, axis=1, keepdims=True)
    return {
        "correlations": correlations(variables, Z),
        "r_squared": r_squared,
        "directions": slopes / np.where(lengths > 0.0, lengths, 1.0),
        "p": units.p(as_large, permutations, assignments),
        "permutations": units.number(permutations),
    }


def fitted_factor(
    Z: Array,
    classes: Sequence[object],
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    first: int | None = None,
    blocks: Sequence[Hashable] | None = None,
) -> FittedFactor:
    """Classes (n,) fitted to scores Z (n, d), as by ``envfit`` of the R package vegan.

    R^2 is the sum of squares between the classes over the ``first`` c components, over the total
    sum of squares (vegan, Oksanen et al., ``factorfit``); 0 for scores that do not vary. Without
    this number it is that of all components. The mean scores are those on every component. The
    p-value is that of ``fitted``, also with ``blocks``. Samples without a class have no part in
    anything (``kpca.by_name.labels_of``).

    Raises ``ValueError`` for a number of samples that is not that of the scores, for less than one
    permutation, where no sample has a class, and for a sample with a class and without a block.
    """
    _require(Z, len(classes), permutations)
    given = np.array(by_name.labels_of(classes), dtype=str)
    has_one = given != ""
    units = exchange(given[has_one], of_chosen(blocks, has_one))
    Z, given = Z[has_one], given[has_one]
    if not len(given):
        raise ValueError("no sample has a class; allowed: a class of at least one sample")
    levels, at, counts = np.unique(given, return_inverse=True, return_counts=True)
    mean = Z.mean(axis=0)
    centered = np.where(varies(Z), Z - mean, 0.0)
    # In units of the largest element, because squares of very small numbers would vanish.
    unit = centered[:, :first] / (np.abs(centered[:, :first]).max() or 1.0)
    total = float((unit**2).sum()) or 1.0
    r_squared = _between(unit, at) / total
    rng, as_large = np.random.default_rng(seed), 0
    rounding = 4.0 * tolerances.dot(len(Z))
    for order in units.orders(permutations, rng):
        as_large += _between(unit, at[order]) / total >= r_squared - rounding
    assignments = units.assignments(given)
    return FittedFactor(
        tuple(map(str, levels)),
        counts,
        mean + _sums(centered, at) / counts[:, None],
        r_squared,
        float(units.p(as_large, permutations, assignments)),
        units.number(permutations),
        assignments,
    )


def _basis(Z: Array) -> tuple[Array, Array]:
    """An orthonormal basis (n, r) of the centered scores Z (n, d) of rank r, and the matrix (d, r)
    that turns coordinates in it into slopes, up to a factor.

    Columns of length one are known up to the rounding of their mean, and the singular values up to
    that of n d products, relative to the Frobenius norm sqrt(d): those below count as 0.
    """
    unit, lengths = of_length_one(Z)
    basis, values, rows = np.linalg.svd(unit, full_matrices=False)
    kept = values > 2.0 * tolerances.long_dot(Z.size) * np.sqrt(Z.shape[1])
    # Scores that do not vary have no slope, and their length is no unit of the others.
    vary = varies(Z)
    largest = lengths[vary].max(initial=np.finfo(float).tiny)
    slopes = rows[kept].T / values[kept] / np.where(vary, lengths / largest, 1.0)[:, None]
    return basis[:, kept], slopes


def _between(centered: Array, at: Indices) -> float:
    """Sum of squares between classes, for the class ``at`` (n,) of each sample."""
    counts = np.bincount(at)[:, None]
    return float((_sums(centered, at) ** 2 / counts).sum())


def _sums(centered: Array, at: Indices) -> Array:
    """The sums (L, d) of the samples of each class."""
    return (at == np.arange(at.max() + 1)[:, None]) @ centered


def _r_squared(Q: Array, unit: Array) -> Array:
    """R^2 (k,) of centered variables of length one (n, k) on orthonormal columns Q (n, d)."""
    return np.minimum(((Q.T @ unit) ** 2).sum(axis=0), 1.0)


def _require(Z: Array, n: int, permutations: int) -> None:
    if len(Z) != n:
        raise ValueError(
            f"variables of {n} samples for scores of {len(Z)}; allowed: one row for "
            "each sample, in the order of the scores"
        )
    if permutations < 1:
        raise ValueError(f"permutations: {permutations}; allowed: at least 1, better 999")


def _require_no_infinite(variables: Array) -> None:
    if np.isinf(variables).any():
        i, j = np.argwhere(np.isinf(variables))[0]
        raise ValueError(
            f"variable {j + 1} is {variables[i, j]} for sample {i + 1}; allowed: finite numbers, "
            "and nan for a missing one"
        )
