"""Standard errors of eigenvalues and shares: how much both differ between data sets of n samples.

A sample i with more weight changes the logarithm of lambda_l by z_il^2/lambda_l - 1 (Critchley
1985), and that of the share by z_il^2/lambda_l less its squared length over the mean one, tr K~/n.
The mean square of this influence over n is the squared relative error, for any distribution of
independent samples. With weights r it is the sum of (r_i times the influence)^2 over (sum r_i)^2: a
sample that stands for many was drawn once.

The kernel counts as given: a gamma by a rule, corrections of distances, and the scaling of columns.
Only for the linear kernel of columns that were standardized by the same samples, what a sample
changes in their scaling counts, too: sum_j u_lj^2 x_ij^2 takes the place of 1, for the unit vector
u_l of the component. The trace is the number of columns then, and the share as uncertain as lambda.

NaN stands for fewer than ``FEWEST`` samples, of weights r (sum r_i)^2/sum r_i^2, for a share of the
sum of |mu|, and for a component within ``CLOSE`` standard errors of its neighbor: of their
difference, by the difference of their influences. The scores behind the last component are not
known. Its neighbor counts as independent, with the same relative error, or that of normal samples
if it is larger; the bound ``after`` takes the place of an eigenvalue that is not known.
"""

import numpy as np

from kpca.arithmetic import lengths as norms
from kpca.arrays import Array, Truths
from kpca.centering import mean
from kpca.solvers.solution import PartialError, Solution

FEWEST, CLOSE = 20, 2.0


def of_eigenvalues(solution: Solution, standardized: Array | None = None) -> Array:
    """Standard errors (d,) of mu = n lambda: n times those of the variances lambda.

    ``standardized`` (n, q) are the points of the linear kernel if their columns were standardized.
    """
    influence = _influence(solution, _of_scaling(solution, standardized))
    errors = solution.mu * _relative_error(solution, influence)
    return np.where(_is_apart(solution, influence), errors, np.nan)


def of_shares(
    solution: Solution, squared_lengths: Array, standardized: Array | None = None
) -> Array:
    """Standard errors (d,) of the explained shares, with |phi~_i|^2 (n,) of each sample."""
    relative = of_eigenvalues(solution, standardized) / solution.mu
    if solution.complete and len(solution.negative):
        return np.full(len(relative), np.nan)
    if standardized is None and len(relative):
        reference = (squared_lengths / mean(squared_lengths, solution.weights))[:, None]
        errors = _relative_error(solution, _influence(solution, reference))
        relative = np.where(np.isnan(relative), np.nan, errors)
    try:
        return solution.explained * relative
    except PartialError:
        return np.full(len(relative), np.nan)


def _influence(solution: Solution, reference: Array | float) -> Array:
    """z^2/lambda (n, d) less a reference whose mean is 1."""
    return solution.total_weight * solution.axes**2 - reference


def _of_scaling(solution: Solution, standardized: Array | None) -> Array | float:
    """sum_j u_lj^2 x_ij^2 (n, d) of standardized columns; 1 for all others."""
    if standardized is None:
        return 1.0
    return standardized**2 @ (standardized.T @ solution.alpha) ** 2


def _relative_error(solution: Solution, influence: Array) -> Array:
    """Standard errors (k,) from the influences (n, k) of the samples."""
    r = 1.0 if solution.weights is None else solution.weights[:, None]
    return norms(r * influence) / solution.total_weight


def _is_apart(solution: Solution, influence: Array) -> Truths:
    """Which components (d,) of enough samples are close to no neighbor."""
    r = np.ones(solution.n) if solution.weights is None else solution.weights
    # As many samples of equal weight have a mean that is as certain.
    if r.sum() ** 2 < FEWEST * (r**2).sum() or not solution.components:
        return np.zeros(solution.components, dtype=bool)
    mu, behind = solution.mu, solution.spectrum[solution.components :]
    after = max(0.0, float(behind[0] if len(behind) else solution.after))
    of_last = _relative_error(solution, influence)[-1]
    of_normal = np.sqrt(2.0) * _relative_error(solution, np.ones((solution.n, 1)))[0]
    errors = np.append(
        _relative_error(solution, np.diff(mu * influence)),
        np.hypot(mu[-1] * of_last, after * max(of_last, of_normal)),
    )
    gaps = -np.diff(np.append(mu, after)) - 2.0 * solution.matrix_error
    apart = gaps > CLOSE * errors
    return apart & np.append(True, apart[:-1])
