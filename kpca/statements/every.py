"""Every statement, executed on one case."""

from kpca.statements import (  # noqa: F401  each import registers its statements
    best_maps,
    by_hand,
    centering,
    covariance,
    distances,
    eigenproblem,
    feature_maps,
    feature_space,
    formulations_agree,
    kernel_functions,
    kernel_values,
    new_samples,
    preimages,
    projecting,
    relatives,
    reproducing,
    samples,
    scaling,
    separable,
    subspaces,
    sums_of_squares,
    two_kernels,
    unusual_samples,
    varied_samples,
    with_covariates,
)
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS, Check, Failure
from kpca.statements.status import STATUS


def execute(case: Case) -> list[Check]:
    """The checks of all statements whose preconditions a case meets, in the ledger's order."""
    checks = [STATEMENTS[id].on(case) for id in STATUS]
    return [check for check in checks if check is not None]


def attempt(case: Case) -> tuple[list[Check], list[Failure]]:
    """As ``execute``, and the statements that raise an exception."""
    outcomes = [STATEMENTS[id].attempt(case) for id in STATUS]
    checks = [outcome for outcome in outcomes if isinstance(outcome, Check)]
    return checks, [outcome for outcome in outcomes if isinstance(outcome, Failure)]
