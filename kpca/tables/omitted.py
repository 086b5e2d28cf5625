"""Samples that the user leaves out: by name, by a condition on a column, or as they are empty."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from kpca.arrays import Array, Truths
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed, some

EMPTY = "empty"
"""The word for all samples that are 0 in every column."""

_SIGN = re.compile(r"\s*(<=|>=|!=|=|<|>)\s*")

_ORDERS: dict[str, Callable[[Array, float], Truths]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Omitted:
    """Names of samples, conditions such as ``batch = QC`` or ``depth < 1000``, and ``empty``.

    ``are_taken`` says that these samples are taken, and not all others.
    """

    lines: Sequence[str | int] = ()
    are_taken: bool = False

    def of_rows(
        self, table: Table, names: Sequence[str], in_file: Sequence[str] = ()
    ) -> tuple[Truths, list[str]]:
        """Which rows (n,) of a table with these ``names`` (n,) are meant, the empty ones aside.

        Names that stand ``in_file`` (n,) are meant by all rows that have them. A remark names the
        conditions that no row fulfills.
        Raises ``InputError`` for a line that is neither a name nor a condition on a column.
        """
        are, idle = np.zeros(len(table), dtype=bool), []
        for line in map(str, self.lines):
            called = names if line in names else in_file
            if line in called:
                are |= np.array([name == line for name in called])
            elif line != EMPTY:
                fulfill = self._under(line, table, names)
                are |= fulfill
                idle += [] if fulfill.any() else [repr(line)]
        none = f"no sample fulfills {listed(idle)} of " + named("omit_samples")
        return are, [none] if idle else []

    def of_points(self, X: Array, names: Sequence[str]) -> Truths:
        """Which of the points X (n, q) are meant because they are empty."""
        is_meant = EMPTY in self.lines and EMPTY not in names
        return ~X.any(axis=1) & is_meant

    def of_names(self, path: str, names: Sequence[str]) -> Truths:
        """Which of the samples (n,) of a matrix are meant, of which only the names are known."""
        for line in map(str, self.lines):
            if line not in names:
                raise InputError(_unknown(line, path, names))
        return np.isin(names, [*map(str, self.lines)])

    def _under(self, line: str, table: Table, names: Sequence[str]) -> Truths:
        # A name of a column may have signs, too.
        for sign in _SIGN.finditer(line):
            column, value = line[: sign.start()], line[sign.end() :]
            if column in (*table.names, *table.extras) and value and value[0] not in "<>=!":
                return _fulfill(table, column, sign[1], value)
        raise InputError(_unknown(line, table.path, names, table.names))


def _fulfill(table: Table, column: str, sign: str, value: str) -> Truths:
    """Which rows (n,) of a table have in a column what a condition says."""
    if column in table.names:
        j = table.names.index(column)
        texts = table.texts(j)
        numbers = numbers_or_nan([table.columns[j]], table.numerals)[0][0]
    else:
        texts, numbers = table.extras[column], np.array(list(map(_number, table.extras[column])))
    if sign in _ORDERS:
        return _ORDERS[sign](numbers, _required(value, table.path))
    equal = np.array([text == value for text in texts]) | (numbers == _number(value))
    return ~equal if sign == "!=" else equal


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return np.nan


def _required(value: str, path: str) -> float:
    number = _number(value)
    if np.isnan(number):
        raise InputError(
            f"{path}: " + named("omit_samples") + f": {value!r} is not a number; allowed behind < "
            "and >: numbers such as 1.5"
        )
    return number


def _unknown(line: str, path: str, names: Sequence[str], columns: Sequence[str] = ()) -> str:
    nearest = get_close_matches(line, [*names, *columns], n=1, cutoff=0.5)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    if line in columns:
        hint = "; it is a column, which is left out with " + setting(omit=[line]) + INSIDE
    others = [
        f", conditions such as {name + ' < 1'!r} or {name + ' = A'!r}, and {EMPTY!r} for samples "
        "that are 0 in every column"
        for name in columns[:1]
    ]
    before, sign, _ = (_SIGN.split(line, 1) + ["", ""])[:3]
    is_condition = columns and sign and before not in columns
    column = f", and no column {before!r}" if is_condition else ""
    return (
        f"{path}: "
        + named("omit_samples")
        + f": no sample is called {line!r}{column}"
        + hint
        + "; allowed: names of samples, such as "
        + some([*map(repr, names)], 3)
        + "".join(others)
    )


def remarks(gone: Truths, names: Sequence[str]) -> list[str]:
    """A remark on the samples that are ``gone`` (n,), by their ``names`` (n,), if there are any."""
    if not gone.any():
        return []
    shown = some([repr(names[i]) for i in np.flatnonzero(gone)])
    return [
        f"{gone.sum()} of {counted(len(names), 'sample')} left out by "
        + named("omit_samples")
        + f": {shown}"
    ]
