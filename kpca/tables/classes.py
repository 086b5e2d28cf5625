"""Columns of texts as numbers: each text is a class, and a number counts the classes."""

from collections.abc import Iterable, Sequence

import numpy as np

from kpca.arrays import Array
from kpca.tables.numerals import MISSING

NO_CLASS = {*MISSING} - {"None"}
"""Texts that mean a missing value in a column of texts, where "None" says that there is none of
something, as a class does."""


def coded(
    cells: Sequence[str], classes: Iterable[str] = (), more: Iterable[str] = ()
) -> tuple[Array, list[str]]:
    """The number (n,) of the class of each cell, nan for a missing one, and the list of classes.

    The list begins with the given ``classes``, so that a text that is none of them has a number
    that none of them has. ``more`` are texts that mean a missing value, too.

    >>> coded(["peat", "sand", "NA", "clay", "sand"], ["clay", "peat"])
    (array([ 1.,  2., nan,  0.,  2.]), ['clay', 'peat', 'sand'])
    """
    missing = NO_CLASS | {*more}
    every = list(dict.fromkeys([*classes, *(cell for cell in cells if cell not in missing)]))
    at = {text: float(code) for code, text in enumerate(every)}
    return np.array([np.nan if cell in missing else at[cell] for cell in cells]), every
