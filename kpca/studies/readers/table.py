"""A table as a file has it, and its columns as numbers or texts."""

import re
from collections import Counter
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array
from kpca.studies.readers.numerals import LIKE_NUMBERS

MISSING = ("", "NA", "N/A", "na", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None", "?")
"""Texts that mean a missing value in a text file."""

SEVERAL = re.compile(r"\s*[^\s|]+[\s|](.*[\s|])?[-+.]?\d\S*\s*")
"""Several cells in one, with blanks or bars between them, of which the last one is a number."""

GROUPED = re.compile(r"\d[\s']+\d")
"""Digits in groups: 1 000 or 1'000."""

WHOLE = 2.0**53
"""Larger whole numbers may be rounded when they become floating-point numbers."""


class InputError(ValueError):
    """Data that cannot be used; the message says what, where, what is allowed and what to do."""


@dataclass(frozen=True)
class Table:
    """Columns of equal length.

    path      the file, for messages
    names     a name for each column; numbers from 1 where the file has none
    columns   Arrow arrays: numbers, or texts as they stand in the file
    index     names of the rows, where the file marks them as such
    first     line of the first row in a text file; None where rows are counted from 1
    extras    columns that are no part of the table: texts that label its rows
    headed    whether the names stand in the file
    """

    path: str
    names: list[str]
    columns: list[pa.Array]
    index: list[str] | None = None
    first: int | None = None
    extras: dict[str, list[str]] = field(default_factory=dict)
    headed: bool = True

    def __post_init__(self) -> None:
        twice = sorted(name for name, count in Counter(self.names).items() if count > 1)
        if twice:
            raise InputError(f"{self.path}: two columns are called {twice[0]!r}; rename one")
        if not self.columns or len(self) == 0:
            raise InputError(f"{self.path}: the file is empty; allowed: one sample a row")

    def __len__(self) -> int:
        return len(self.columns[0])

    def place(self, row: int) -> str:
        """The place of a row: its line in a text file, else its number."""
        return f"line {row + self.first}" if self.first is not None else f"row {row + 1}"

    def find(self, column: str | int, key: str) -> int:
        """Place of a column, by name or by number from 1; ``key`` is for the message."""
        if isinstance(column, str) and column in self.names:
            return self.names.index(column)
        if isinstance(column, int) and 1 <= column <= len(self.names):
            return column - 1
        nearest = get_close_matches(str(column), self.names, n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
        shown = ", ".join(self.names[:12]) + (", ..." if len(self.names) > 12 else "")
        raise InputError(
            f"{self.path}: {key}: there is no column {column!r}{hint}; allowed: {shown}, or a "
            f"number from 1 to {len(self.names)}"
        )

    def is_text(self, j: int) -> bool:
        """Whether no cell of a column is a number."""
        column = self.columns[j]
        return pa.types.is_string(column.type) and not number_or_nan(column)[1].any()

    def has_texts_above_numbers(self) -> bool:
        """Whether the first row has no number, but a text in a column of numbers."""
        if len(self) < 2 or not all(pa.types.is_string(column.type) for column in self.columns):
            return False
        read = [number_or_nan(column) for column in self.columns]
        is_text = all(np.isnan(values[0]) for values, _ in read)
        return is_text and any(not known[0] and known[1:].all() for _, known in read)

    def texts(self, j: int) -> list[str]:
        """A column (n,) as it stands in the file, without blanks around it."""
        values = self.columns[j].to_pylist()
        return ["" if one is None else str(one).strip().replace("\0", "") for one in values]

    def numbers(self, j: int) -> Array:
        """A column (n,) as numbers, NaN where a value is missing.

        Raises ``InputError`` for the first cell that is neither, and for the first whole number
        that would be rounded.
        """
        column = self.columns[j]
        if pa.types.is_boolean(column.type):
            return _floats(column.cast(pa.int8()))
        if _is_numeric(column.type):
            return self._exact(j, _floats(column))
        if not pa.types.is_string(column.type):
            raise InputError(
                f"{self.path}, column {self.names[j]!r}: {column.type} is neither a number nor "
                "text; leave it out with 'columns'"
            )
        values, known = number_or_nan(column)
        if not known.all():
            row = int(np.argmin(known))
            raise InputError(
                f"{self.path}, {self.place(row)}, column {self.names[j]!r}: "
                f"{str(column[row].as_py())[:40]!r} is not a number; allowed: numbers such as 1.5 "
                f"or 2e-3{self._what_to_do(j, known)}"
            )
        return self._exact(j, values)

    def _exact(self, j: int, values: Array) -> Array:
        large = np.flatnonzero((np.abs(values) >= WHOLE) & np.isfinite(values))
        texts = self.texts(j) if large.size else []
        for row in large:
            digits = texts[row].removeprefix("-").removeprefix("+")
            if digits.isdecimal() and int(digits) != abs(int(values[row])):
                raise InputError(
                    f"{self.path}, {self.place(row)}, column {self.names[j]!r}: {texts[row]} has "
                    "more digits than a floating-point number; allowed: whole numbers up to 2^53; "
                    "are these identifiers? then name the column with 'names', or leave it out"
                )
        return values

    def _what_to_do(self, j: int, known: Array) -> str:
        text = self.texts(j)[int(np.argmin(known))]
        if len(self.names) == 1 and SEVERAL.fullmatch(text):
            return (
                "; are these several columns? allowed between them: comma, semicolon or tab (in R, "
                "write.csv writes commas, and write.table blanks)"
            )
        if LIKE_NUMBERS.fullmatch(text) and GROUPED.search(text):
            return "; are these groups of digits? write 1000 and not 1 000 or 1'000"
        if LIKE_NUMBERS.fullmatch(text):
            return "; is it a decimal comma, a unit or a percent sign? write 1.5 and not 1,5"
        if known.any():
            return "; correct the cell, or name the columns to use with 'columns'"
        return "; if the column is not data, name it with 'labels' or 'names', or leave it out"


def _is_numeric(kind: pa.DataType) -> bool:
    decimal = pa.types.is_decimal(kind)
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or decimal


def _floats(column: pa.Array) -> Array:
    return np.asarray(pc.fill_null(pc.cast(column, pa.float64(), safe=False), float("nan")))


def number_or_nan(column: pa.Array) -> tuple[Array, Array]:
    """Numbers (n,) with NaN where missing, and which cells are a number or missing."""
    texts = pc.utf8_trim_whitespace(column)
    missing = np.asarray(pc.is_in(texts, value_set=pa.array(MISSING)))
    try:
        blank = pc.if_else(pa.array(missing), pa.scalar("nan"), texts)
        return _floats(pc.cast(blank, pa.float64())), np.ones(len(missing), dtype=bool)
    except pa.ArrowInvalid:
        pass
    values, known = np.full(len(missing), np.nan), missing.copy()
    for row, text in enumerate(texts.to_pylist()):
        if not missing[row]:
            try:
                values[row] = pc.cast(pa.scalar(text), pa.float64()).as_py()
                known[row] = True
            except pa.ArrowInvalid:
                continue
    return values, known
