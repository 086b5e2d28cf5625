"""Supplementary variables: what is known of the samples beside the data, fitted to their scores."""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arrays import Array
from kpca.loadings import correlations

PERMUTATIONS = 999


@dataclass(frozen=True)
class FittedVariables:
    """k variables that were fitted to scores on d components.

    correlations (k, d)  of each variable with the scores of each component
    r_squared (k,)       share of the variance of a variable that a linear function of the scores
                         has
    directions (k, d)    unit vectors along which that function increases fastest; 0 for a variable
                         that does not vary
    p (k,)               probability that a permuted variable fits as well, at least 1/(P + 1)
    permutations         their number P
    """

    correlations: Array
    r_squared: Array
    directions: Array
    p: Array
    permutations: int

    @property
    def arrows(self) -> Array:
        """Arrows (k, d): the directions with the lengths sqrt(R^2)."""
        return self.directions * np.sqrt(self.r_squared)[:, None]


def fitted(
    Z: Array, variables: Array, permutations: int = PERMUTATIONS, seed: int = 0
) -> FittedVariables:
    """Variables (n, k) fitted to scores Z (n, d), as by ``envfit`` of the R package vegan.

    Least squares with an intercept (vegan, Oksanen et al., ``vectorfit``). The p-value is that of a
    permutation test, (1 + #)/(1 + P), where # counts the permutations of the samples with an R^2 at
    least as large (Phipson & Smyth, Permutation p-values should never be zero, 2010). A permutation
    counts also where its R^2 is smaller by rounding only. All variables share the permutations.

    Raises ``ValueError`` for a number of samples that is not that of the scores, for values that
    are not finite, and for less than one permutation.
    """
    _require(Z, variables, permutations)
    centered = variables - variables.mean(axis=0)
    largest = np.abs(centered).max(axis=0, initial=0.0)
    # What is left of a constant column is rounding, of which no direction is drawn.
    varies = largest > 4.0 * tolerances.U * len(Z) * np.abs(variables).max(axis=0, initial=0.0)
    unit = np.where(varies, centered, 0.0) / np.where(varies, largest, 1.0)
    unit /= np.where(varies, np.linalg.norm(unit, axis=0), 1.0)
    Q, R = scipy.linalg.qr(Z - Z.mean(axis=0), mode="economic")
    r_squared = _r_squared(Q, unit)
    rng, as_large = np.random.default_rng(seed), np.zeros(variables.shape[1])
    rounding = 4.0 * tolerances.dot(len(Z))
    for _ in range(permutations):
        as_large += _r_squared(Q, unit[rng.permutation(len(Z))]) >= r_squared - rounding
    slopes = scipy.linalg.solve_triangular(R, Q.T @ unit).T
    lengths = np.linalg.norm(slopes, axis=1, keepdims=True)
    return FittedVariables(
        correlations(unit, Z - Z.mean(axis=0)),
        r_squared,
        slopes / np.where(lengths > 0.0, lengths, 1.0),
        (1.0 + as_large) / (1.0 + permutations),
        permutations,
    )


def _r_squared(Q: Array, unit: Array) -> Array:
    """R^2 (k,) of centered variables of length one (n, k) on orthonormal columns Q (n, d)."""
    return np.minimum(((Q.T @ unit) ** 2).sum(axis=0), 1.0)


def _require(Z: Array, variables: Array, permutations: int) -> None:
    if len(Z) != len(variables):
        raise ValueError(
            f"variables of {len(variables)} samples for scores of {len(Z)}; allowed: one row for "
            "each sample, in the order of the scores"
        )
    if not np.isfinite(variables).all():
        i, j = np.argwhere(~np.isfinite(variables))[0]
        raise ValueError(
            f"variable {j + 1} is {variables[i, j]} for sample {i + 1}; allowed: finite numbers; "
            "leave out samples or variables with missing values"
        )
    if permutations < 1:
        raise ValueError(f"permutations: {permutations}; allowed: at least 1, better 999")
