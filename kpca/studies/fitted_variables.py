"""Variables beside the data, fitted to the scores of a study.

Numbers have arrows, and texts are classes with mean scores (``kpca.interpretation.supplementary``).
"""

from dataclasses import dataclass

from kpca.interpretation import supplementary
from kpca.interpretation.supplementary import FittedFactor, FittedVariables
from kpca.solvers.solution import Solution
from kpca.studies.variables import Variables

SEED = 0
"""Seed of the permutations, which is the same for all studies of one size."""


@dataclass(frozen=True)
class Fitted:
    """Variables that were fitted to the scores on all components."""

    names: tuple[str, ...]
    numbers: FittedVariables
    factors: dict[str, FittedFactor]


def fit(variables: Variables, solution: Solution) -> Fitted:
    """The variables fitted to the scores (n, d) of the training samples, with seeded p-values."""
    Z = solution.scores
    return Fitted(
        variables.names,
        supplementary.fitted(Z, variables.values, seed=SEED),
        {
            name: supplementary.fitted_factor(Z, classes, seed=SEED)
            for name, classes in zip(variables.factors, variables.classes, strict=True)
        },
    )
