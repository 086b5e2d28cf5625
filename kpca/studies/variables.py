"""Variables beside the data of a study: numbers, and classes of texts.

They have no part in the solution. ``kpca.studies.variables_table`` reads them, and
``kpca.studies.fitted_variables`` fits them to the scores.
"""

from dataclasses import dataclass

from kpca.arrays import Array
from kpca.tables.wording import counted


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
