"""A table as a file has it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pyarrow as pa

from kpca.arrays import Indices
from kpca.tables.messages import MessageError
from kpca.tables.numerals import PLAIN, Numerals


class InputError(MessageError):
    """Data that cannot be used; the message says what, where, what is allowed and what to do."""


@dataclass(frozen=True)
class Table:
    """Columns of equal length.

    path      the file, for messages
    names     a name for each column; numbers from 1 where the file has none
    columns   Arrow arrays, one for each name, in one of these types:
              ``pa.string()`` for texts as they stand in the file, "" for a missing one, and for
              dates and categories, which become texts;
              ``pa.float64()`` for numbers, null or NaN for a missing one;
              ``pa.int64()`` for whole numbers, so that one with more digits than a double is found;
              ``pa.bool_()`` for truth values, which count as 1 and 0.
              A column of another type has no numbers and no texts
    index     names of the rows, where the file marks them as such
    first     line of the first row in a text file, or its row in a sheet; None where rows are
              counted from 1
    place     what such a number counts: "line" or "row"
    extras    columns that are no part of the table: texts that label its rows
    headed    whether the names stand in the file
    numerals  how the numbers in texts are written
    remarks   sentences on what was found out about the file
    sha256    of the bytes that were read, where these are those of the whole file; else ""
    settled   columns of the file that the reader has taken: as names, or to leave them out
    kept      the rows (n,) of the file that are left, from 0; None for all of them
    groups    columns that one name stands for in the key ``columns``, by that name
    is_transposed  whether the samples are the columns of the file, of which the reader made rows
    uses      the hints on reading that had a use; None for those that the reader says
    pairs     in a list of pairs, how the file calls their numbers
    """

    path: str
    names: list[str]
    columns: list[pa.Array]
    index: list[str] | None = None
    first: int | None = None
    place: str = "line"
    extras: dict[str, list[str]] = field(default_factory=dict)
    headed: bool = True
    numerals: Numerals = PLAIN
    remarks: list[str] = field(default_factory=list)
    sha256: str = ""
    settled: tuple[str | int, ...] = ()
    kept: Indices | None = None
    groups: dict[str, list[str]] = field(default_factory=dict)
    is_transposed: bool = False
    uses: tuple[str, ...] | None = None
    pairs: str = ""

    def __post_init__(self) -> None:
        twice = sorted(name for name, count in Counter(self.names).items() if count > 1)
        if twice:
            what = f"are called {twice[0]!r}; rename one" if twice[0] else "have no name; name both"
            raise InputError(
                f"{self.path}: two columns {what}, and if there are two rows of names, join them"
            )
        if not self.columns or len(self) == 0:
            raise InputError(f"{self.path}: the file is empty; allowed: one sample a row")

    def __len__(self) -> int:
        return len(self.columns[0])

    def location(self, row: int) -> str:
        """Where a row stands: its line in a text file, its row in a sheet, else its number."""
        row = row if self.kept is None else int(self.kept[row])
        return f"row {row + 1}" if self.first is None else f"{self.place} {row + self.first}"

    def at(self, column: str | int) -> int | None:
        """Index of a column, by its name or its number from 1; None if there is none such.

        A number that no column has may be a name such as 2020, which YAML reads as a number.
        """
        if isinstance(column, int) and 1 <= column <= len(self.names):
            return column - 1
        return self.names.index(str(column)) if str(column) in self.names else None

    def of_columns(self, chosen: Sequence[int]) -> "Table":
        """The table with some of the columns, by their index."""
        names, columns = ([of[j] for j in chosen] for of in (self.names, self.columns))
        return replace(self, names=names, columns=columns)

    def texts(self, j: int) -> list[str]:
        """A column (n,) as it stands in the file, without blanks around it."""
        cells = self.columns[j].to_pylist()
        return ["" if cell is None else str(cell).strip().replace("\0", "") for cell in cells]

    @property
    def numbers(self) -> list[str]:
        """The numbers (n,) of the rows in the file, from 1, as names."""
        rows = range(len(self)) if self.kept is None else self.kept
        return [str(row + 1) for row in rows]

    def taken(self, rows: Indices) -> "Table":
        """Some of the rows, by their numbers from 0, where they stand in the file."""
        extras = {name: [texts[i] for i in rows] for name, texts in self.extras.items()}
        return replace(
            self,
            columns=[column.take(pa.array(rows)) for column in self.columns],
            index=None if self.index is None else [self.index[i] for i in rows],
            extras=extras,
            kept=rows if self.kept is None else self.kept[rows],
        )
