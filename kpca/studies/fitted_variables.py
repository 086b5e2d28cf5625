"""Variables beside the data, fitted to the scores of a study.

Numbers have arrows, and texts are classes with mean scores (``kpca.interpretation.supplementary``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from kpca.arrays import Array, Truths
from kpca.interpretation import supplementary
from kpca.interpretation.supplementary import FittedFactor, FittedVariables
from kpca.solvers.solution import Solution
from kpca.studies.variables import Variables

PLANE = 2
"""The components of the fit, which are those that the map with the arrows shows."""

DOUBTFUL = 0.05
"""A variable with a larger p has a dashed arrow: permuted ones have arrows as long quite often."""

SEED = 0
"""Seed of the permutations, which is the same for all studies of one size."""


@dataclass(frozen=True)
class Fitted:
    """Variables that were fitted to the scores on the first two components, or on the only one.

    The correlations of numbers and the mean scores of classes are those of every component.
    ``independent`` says what has to be so for the p-values: "samples", or "blocks".
    """

    names: tuple[str, ...]
    numbers: FittedVariables
    factors: dict[str, FittedFactor]
    independent: str = "samples"

    @property
    def assumption(self) -> str:
        """What has to be so for the p-values, in words."""
        return assumption(self.independent)

    @property
    def doubtful(self) -> Truths:
        """Which numbers (k,) fit hardly better than permuted ones: p is above ``DOUBTFUL``, or
        there is none."""
        return ~(self.numbers.p <= DOUBTFUL)

    @property
    def dashed(self) -> str:
        """What the dashed arrows of doubtful numbers mean, in words."""
        return (
            f"p is above {DOUBTFUL}, so that more than 5 of 100 arrows by chance are as long, "
            + self.assumption
            + (", or there is no p" if np.isnan(self.numbers.p).any() else "")
        )

    @property
    def plane(self) -> str:
        """The components of the fit, in words."""
        return "components 1 and 2" if self.numbers.directions.shape[1] > 1 else "component 1"

    @property
    def table(self) -> pd.DataFrame:
        """A row for each number and for each class (``kpca.studies.study.Study.variables``)."""
        numbers, rows = self.numbers, {}
        for j, name in enumerate(self.names):
            both = {"correlation": numbers.correlations[j], "arrow": numbers.arrows[j]}
            fit = {what: getattr(numbers, of)[j] for what, of in _FIT.items()}
            samples = {"samples": numbers.counts[j], "fitted to": self.plane}
            rows[name, ""] = _by_component(both) | samples | fit
        for name, factor in self.factors.items():
            fit = {"fitted to": self.plane}
            fit |= {what: getattr(factor, of) for what, of in _FIT.items()}
            for level, count, mean in zip(
                factor.levels, factor.counts, factor.centroids, strict=True
            ):
                rows[name, level] = {"samples": count} | _by_component({"mean": mean}) | fit
        index = pd.MultiIndex.from_tuples(rows, names=["variable", "class"])
        return pd.DataFrame(list(rows.values()), index=index)


_FIT = {
    **{"R2": "r_squared", "p": "p"},
    **{name: name for name in ("permutations", "assignments")},
}
"""Columns of the fit, and what they are called where it is made."""


def _by_component(values: Mapping[str, Array]) -> dict[str, float]:
    """Values, of which each has those of the first components, by component and what they are."""
    d = max(len(of) for of in values.values())
    return {
        f"component {k + 1} {what}": of[k]
        for k in range(d)
        for what, of in values.items()
        if k < len(of)
    }


def assumption(independent: str) -> str:
    """What has to be so for p-values of permutations of "samples" or of "blocks", in words."""
    within = ", or for what differs within blocks, if the order within a block says nothing"
    return f"if the {independent} are independent of each other{within * (independent == 'blocks')}"


def fit(variables: Variables, solution: Solution, blocks: Sequence[str] | None = None) -> Fitted:
    """The variables fitted to the scores (n, d) of the training samples, with seeded p-values.

    The p-values are those of permuted samples, or with ``blocks`` (n,) of blocks or of samples
    within them (``kpca.interpretation.permutations``).

    R^2, p and the arrows are those of the components that the map shows. So they do not change with
    the number of components that are computed. They are those of vegan's ``envfit(ord, env, choices
    = 1:2)`` for the same scores; for those of ``rda`` write ``scaling = "sites"``, too, because it
    gives all axes one length otherwise, which changes the fit of classes and directions.
    """
    Z = solution.scores
    return Fitted(
        variables.names,
        supplementary.fitted(Z, variables.values, seed=SEED, first=PLANE, blocks=blocks),
        {
            name: supplementary.fitted_factor(Z, classes, seed=SEED, first=PLANE, blocks=blocks)
            for name, classes in zip(variables.factors, variables.classes, strict=True)
        },
        "samples" if blocks is None else "blocks",
    )
