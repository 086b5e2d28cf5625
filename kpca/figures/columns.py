"""Columns that have an order, such as wavelengths, as the numbers in their names show."""

import re
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array

FEWEST = 3
"""Two columns are always in order."""

_NUMBER = r"(?P<number>[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_FIRST = re.compile(rf"(?P<before>\D*?){_NUMBER}(?P<after>(?:[^\d.].*)?)")
"""The first number of a name, with whatever follows: 4000 cm-1."""
_LAST = re.compile(rf"(?P<before>.*?){_NUMBER}(?P<after>\D*)")
"""The last number of a name, with whatever is before it: CO2 at 15."""
_BRACKETS = " _-.:=()[]"


@dataclass(frozen=True)
class Scale:
    """Numbers (q,) that the names of columns stand for, in a quantity and a unit ("" if unknown).

    ``values`` increase or decrease strictly.
    """

    values: Array
    quantity: str
    unit: str


def scale(names: list[str] | tuple[str, ...]) -> Scale | None:
    """The scale of columns whose names are increasing or decreasing numbers, else None.

    Every name may have the same text before its number and the same text after it. The text after
    it is the unit.

    >>> scale(["400 nm", "410 nm", "420 nm"])
    Scale(values=array([400., 410., 420.]), quantity='', unit='nm')
    >>> scale(["W400", "W402.5", "W405"]).quantity
    'W'
    >>> scale(["sepal length", "sepal width", "petal length"]) is None
    True
    """
    found = (_parts(names, pattern) for pattern in (_FIRST, _LAST))
    return next((one for one in found if one is not None), None)


def _parts(names: list[str] | tuple[str, ...], pattern: re.Pattern[str]) -> Scale | None:
    parts = [pattern.fullmatch(name.strip()) for name in names]
    if len(parts) < FEWEST or not all(parts):
        return None
    if len({(part["before"], part["after"].strip()) for part in parts}) > 1:
        return None
    values = np.array([float(part["number"]) for part in parts])
    steps = np.diff(values)
    if not (np.isfinite(values).all() and ((steps > 0).all() or (steps < 0).all())):
        return None
    return Scale(values, parts[0]["before"].strip(_BRACKETS), parts[0]["after"].strip(_BRACKETS))
