"""Variables beside the data of a study: numbers, and classes of texts.

They have no part in the solution. ``kpca.studies.variables_table`` reads them, and
``kpca.studies.fitted_variables`` fits them to the scores.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array
from kpca.interpretation.unit_columns import varies
from kpca.tables.wording import counted

LEAST = 4
"""The fewest samples that a fit needs: with three, two components and a mean fit any numbers."""

FEW = f"they have values of fewer than {LEAST} samples"
STILL = "they have one value only"
ONE_CLASS = "they have one class only"
DISTINCT = "each sample has another text"
"""Why a variable cannot be fitted."""


@dataclass(frozen=True)
class Variables:
    """What is known of n samples beside their data.

    A factor may also be dates, as ISO 8601 has them (``kpca.tables.dates``).

    names, values (n, k)  variables that are numbers; nan for a missing one
    factors, classes      variables that are texts: a class of each sample (n,) for each factor, ""
                          for a missing one
    """

    names: tuple[str, ...]
    values: Array
    factors: tuple[str, ...] = ()
    classes: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of_columns(cls, columns: Mapping[str, Array]) -> "Variables":
        """Columns of numbers (n,) and of texts (n,), by name; there is at least one."""
        texts = [name for name, values in columns.items() if values.dtype == object]
        numbers = [name for name in columns if name not in texts]
        n = len(next(iter(columns.values())))
        values = np.column_stack([np.empty((n, 0)), *(columns[name] for name in numbers)])
        return cls(
            tuple(numbers), values, tuple(texts), tuple(tuple(columns[one]) for one in texts)
        )

    def __len__(self) -> int:
        """The number of samples."""
        return len(self.values)

    def __str__(self) -> str:
        return f"{counted(len(self.names), 'number')}, {counted(len(self.factors), 'factor')}"


def why_no_number(values: Array) -> str:
    """Why values (n,) of a variable, nan for missing ones, cannot be fitted; "" if they can."""
    present = values[~np.isnan(values)]
    if len(present) < LEAST:
        return FEW
    return "" if varies(present[:, None])[0] else STILL


def why_no_factor(classes: Sequence[str]) -> str:
    """Why the classes of samples (n,), "" for missing ones, cannot be fitted; "" if they can."""
    present = [name for name in classes if name]
    if len(present) < LEAST:
        return FEW
    if len(set(present)) == len(present):
        return DISTINCT
    return ONE_CLASS if len(set(present)) == 1 else ""
