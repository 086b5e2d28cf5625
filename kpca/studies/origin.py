"""Where the data of a study come from, and what was done to them before the kernel."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kpca.arrays import Array

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
    numbers      what a raw new sample needs to be prepared in the same way: ``column_mean`` and
                 ``column_deviation`` (q,), or the constant that was added to distances
    """

    files: tuple[tuple[str, str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    preparation: str = ""
    numbers: Mapping[str, Array | float] = field(default_factory=dict)
