"""Where the data of a study come from, and what was done to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from kpca.arrays import Array, Indices

STANDARDIZED = (
    "each column less its mean (column_mean), divided by its standard deviation "
    "(column_deviation, with divisor n), both of the {n} {of}"
)


@dataclass(frozen=True)
class Origin:
    """The provenance of a study's data.

    files        key in the configuration, name and SHA-256 of each input file
    left_out     name of each column of the table that is not data, and what it is instead
    preparation  what was done to the data, in words; "" for nothing
    transform    of each sample (``kpca.studies.transforms``); "" for none
    distance     of two samples (``kpca.studies.measures``); "" for none
    classes      name of each column of texts, with each of its classes: ``table_row`` has their
                 positions among those of the column
    numbers      what a raw new sample needs to be prepared in the same way by
                 ``kpca.studies.steps``: ``missing_value`` (k,), numbers that mean one;
                 ``complete_row`` (c, q), ``imputing_gamma`` and ``imputing_components``;
                 ``pseudocount``; ``column_mean`` and ``column_deviation`` (q,); ``table_row``
                 (n, q), the prepared training samples to which distances are computed, and
                 ``column_range`` (q,), 0 for classes; the constant that was added to distances.
                 ``new_table_row`` (m, q) are the prepared new samples of the study itself, for
                 its map
    """

    files: tuple[tuple[str, str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    preparation: str = ""
    transform: str = ""
    distance: str = ""
    classes: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, Array | float] = field(default_factory=dict)

    @property
    def standardized(self) -> bool:
        """Whether the columns of the user's table were standardized."""
        return "column_mean" in self.numbers

    @property
    def classes_of(self) -> dict[str, list[str]]:
        """The classes of each column of texts, by its name."""
        names = dict.fromkeys(name for name, _ in self.classes)
        return {name: [text for of, text in self.classes if of == name] for name in names}

    def then(self, preparation: str, **numbers: Array | float) -> "Origin":
        """The origin after one more step, in words, with the numbers that it needs."""
        words = "; ".join(filter(None, (self.preparation, preparation)))
        return replace(self, preparation=words, numbers={**self.numbers, **numbers})

    def in_raw_units(self, points: Array, columns: Indices | slice = slice(None)) -> Array:
        """Points (p, q) in the units of the user's table, where the columns were standardized.

        If the table was transformed, the units are those after the transform.

        ``columns`` are the indices (q,) of the columns of the points, if they have not all columns.
        """
        if not self.standardized:
            return points
        mean, deviation = (self.numbers[f"column_{name}"] for name in ("mean", "deviation"))
        return points * np.asarray(deviation)[columns] + np.asarray(mean)[columns]
