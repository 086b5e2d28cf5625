"""Samples that are matched by name, and labels that are missing: one rule for every function.

What has names is matched by name if both sides have them. Names are the index of a pandas object,
which is recognized by ``index`` and ``iloc``, because the mathematics does not import pandas. An
index 0 ... n-1 in this order says no more than the position, so it goes by position as arrays do.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from kpca.arrays import Indices

MISSING = {"", "NA", "nan", "<NA>", "NaT"}
"""Texts of a missing label: given as such, and made by NumPy and pandas of NaN, NA and NaT."""


def labels_of(given: Iterable[Any]) -> list[str]:
    """The labels (n,) as texts, "" for a missing one: None, NaN, NaT, ``pandas.NA`` or masked.

    The texts "" and "NA" are missing, too, and "nan", which NumPy makes of a missing value in an
    array of texts. Others, such as "None" and "null", are labels. A whole number has no point,
    because pandas makes 1.0 of 1 in a column with a missing value.

    >>> labels_of(["NA", None, "null", float("nan"), 2.0, 2, "2"])
    ['', '', 'null', '', '2', '2', '2']
    """
    texts = ["" if label is None or label is np.ma.masked else text_of(label) for label in given]
    return ["" if text.strip() in MISSING else text for text in texts]


def text_of(name: Any) -> str:
    """A name or label as a text, in which a whole number has no point: 1, 1.0 and "1" are one."""
    if isinstance(name, float | np.floating) and float(name).is_integer():
        return str(int(name))
    return str(name)


def names_of(given: Any) -> list[str] | None:
    """The index (n,) of a pandas object as texts; None for anything else."""
    index = getattr(given, "index", None)
    if index is None or callable(index) or not hasattr(given, "iloc"):
        return None
    return [text_of(name) for name in index]


def are_names(names: Sequence[str] | None) -> bool:
    """Whether these are names: neither None, nor 0 ... n-1 in this order.

    >>> are_names(["0", "1", "2"]), are_names(["0", "2", "1"])
    (False, True)
    """
    return names is not None and [*names] != [str(i) for i in range(len(names))]


def in_order(given: Any, names: Sequence[str] | None, what: str) -> Any:
    """What belongs to the samples with these ``names`` (n,), in their order.

    Rows of a pandas object are taken by name, and those of no sample are left out. Anything without
    names, or for samples without names, is returned as it is, and goes by position.

    Raises ``TypeError``, which calls it ``what``, for a text and for a mapping, whose keys would be
    taken for values; ``ValueError`` for a sample without a row, for a name that several samples or
    rows have, unless both sides have the same index, and where one side has the index 0 ... n-1 and
    the other one has it in another order.
    """
    if isinstance(given, str | Mapping):
        raise TypeError(
            f"{what} is a {type(given).__name__}; allowed: a value for each sample, in their "
            "order, or a pandas Series with their names, such as pandas.Series(mapping)"
        )
    rows = names_of(given)
    places = None if names is None or rows is None else _places(names, rows, what)
    return given if places is None else given.iloc[places]


def samples_of(X: Any, is_matrix: bool) -> tuple[Any, list[str] | None]:
    """The samples X, and their names (n,), None without an index.

    The columns of a matrix of all pairs (n, n) are taken in the order of its rows, and give the
    names if the rows have none. Raises ``ValueError`` as ``in_order`` does.
    """
    names = names_of(X)
    if is_matrix and names is not None and X.shape == (len(names), len(names)):
        columns = in_order(X.T, names, "the header of the matrix")
        return columns.T, names if are_names(names) else names_of(columns)
    return X, names


def _places(names: Sequence[str], others: Sequence[str], what: str) -> Indices | None:
    """The place (n,) of each name among the ``others``; None where they go by position."""
    both_have_names = are_names(names) and are_names(others)
    if [*names] == [*others] or (not both_have_names and {*names} != {*others}):
        return None
    at, needed = {name: place for place, name in enumerate(others)}, {*names}
    absent = [name for name in names if name not in at]
    counts = Counter(names) | Counter(name for name in others if name in needed)
    if both_have_names and not absent and max(counts.values()) == 1:
        return np.array([at[name] for name in names], dtype=np.intp)
    wrong = f"and the samples have the index 0 to {len(names) - 1} in different orders"
    if absent:
        wrong = f"has no {absent[0]!r}, as a sample is called ({len(absent)} of {len(names)})"
    elif both_have_names:
        wrong = f"or the samples have {counts.most_common(1)[0][0]!r} more than once"
    raise ValueError(
        f"{what} {wrong}; allowed: each name of a sample once, the same index in both, or an "
        "array, as of .to_numpy(), which goes by position"
    )
