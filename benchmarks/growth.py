"""How time and memory grow with n: the exponent of a power law, by least squares of logarithms."""

from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.table import Row

CASE = "speed"
"""The rows of this case, with one number of components, are those of several n."""

GROWTH = {"growth of time": "seconds", "growth of memory": "memory_mb"}
"""The cases of the rows made here, and the column whose exponent each has."""


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of log(values) (k,) on log(sizes) (k,).

    >>> round(exponent([1000, 2000, 4000], [3.0, 12.0, 48.0]), 3)
    2.0

    Raises ``ValueError`` for less than two sizes.
    """
    if len(set(sizes)) < 2:
        raise ValueError(f"{len(set(sizes))} sizes were measured; an exponent needs at least 2")
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def rows(table: Sequence[Row]) -> Iterator[Row]:
    """The exponents of each method that was measured for two n or more."""
    measured = [row for row in table if row.case == CASE and row.repeats]
    for method in dict.fromkeys(row.method for row in measured):
        of_method = [row for row in measured if row.method == method]
        sizes = [row.n for row in of_method]
        if len(sizes) < 2:
            continue
        for case, column in GROWTH.items():
            values = [getattr(row, column) for row in of_method]
            last = of_method[-1]
            yield Row(
                case,
                last.spectrum,
                max(sizes),
                last.d,
                method,
                exponent=exponent(sizes, values),
                note="n = " + ", ".join(map(str, sizes)),
            )
