"""Variables beside the data of a study, and their fit to the scores.

Numbers have arrows, and texts are classes with mean scores (``kpca.supplementary``). They have no
part in the solution. ``kpca.studies.variables_table`` reads them.
"""

from dataclasses import dataclass

from kpca import supplementary
from kpca.arrays import Array
from kpca.solvers.solution import Solution
from kpca.studies.wording import counted
from kpca.supplementary import FittedFactor, FittedVariables

SEED = 0
"""Seed of the permutations, which is the same for all studies of one size."""


@dataclass(frozen=True)
class Variables:
    """What is known of n samples beside their data.

    names, values (n, k)  variables that are numbers
    factors, classes      variables that are texts: a class of each sample (n,) for each factor
    """

    names: tuple[str, ...]
    values: Array
    factors: tuple[str, ...] = ()
    classes: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return f"{counted(len(self.names), 'number')}, {counted(len(self.factors), 'factor')}"


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
