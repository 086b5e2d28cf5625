"""The readers of files, by the endings of the names of the files that they read.

A reader is one function that returns the table in a file. It registers under its endings:

    @reader(".csv", kind="CSV", uses=("header",), is_text=True)
    def read(path: Path, options: Options) -> Table: ...

``kpca.tables.table.Table`` says what the columns may be. A reader raises ``InputError`` for a file
that is broken or of another kind, and lets the ``OSError`` pass of one that is not there. It never
executes anything from a file. Before it makes an array that is larger than the file, it asks
``kpca.tables.free_memory``.

``kpca.tables.read.read`` is what calls a reader. It then sets the path of the table, and what
``missing_values`` says, puts its own remarks before those of the table, and transposes it or reads
it as triplets, if the configuration asks for it and the reader has not done so.

The message for an unknown ending, the JSON schema and ``config/README.md`` list what is registered.
``kpca.tables.readers.kinds`` chooses the reader of a file.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kpca.tables.table import InputError, Table


@dataclass(frozen=True)
class Options:
    """What the configuration says about a file. A reader uses what concerns its kind of file.

    header    whether the first row has names, or the line or row of the file that has them, from
              1; None where the rows decide
    variable  which of several tables is meant
    wider     how many columns a matrix has more than rows: 0 if both are the same samples; None
              for a table that is no matrix
    decimal, thousands, missing_values
              how numbers are written, as in ``kpca.tables.numerals.Numerals``; None where
              the cells decide
    encoding  of a text file, by its name in Python; None where the bytes decide
    comment   what a line that is left out begins with; None where the first lines decide
    sheet     which sheet of a workbook is meant, by its name or by its number from 1
    transpose whether the file has a row for each variable; a column for each sample
    triplets  whether the file has a row for each number, with its row and its column
    named     columns that the configuration names, of which only a header can have the texts
    names, omit
              with ``transpose``, the column that names the variables, and those to leave out
    columns   with ``triplets``, the columns of a row, a column and a number, if these are three
    """

    header: bool | int | None = None
    variable: str | None = None
    wider: int | None = None
    decimal: str | None = None
    thousands: str | None = None
    missing_values: tuple[float | str, ...] | None = None
    encoding: str | None = None
    comment: str | None = None
    sheet: str | int | None = None
    transpose: bool = False
    triplets: bool | None = None
    named: tuple[str | int, ...] = ()
    names: str | int | None = None
    omit: Sequence[str | int] | None = None
    columns: Sequence[str | int] | None = None

    @property
    def line(self) -> int | None:
        """The line with the names of the columns, from 1, if it is said."""
        return None if isinstance(self.header, bool) else self.header


OF_NUMBERS = ("decimal", "thousands")
OF_LINES = ("encoding", "comment")
OF_TEXTS = ("header", *OF_NUMBERS, *OF_LINES)

HINTS = (*OF_TEXTS, "sheet", "variable")
"""The fields of ``Options`` that some kinds of files have a use for, and others have not. One that
no file of a study has a use for is refused."""

FOR_ALL = ("wider", "missing_values", "transpose", "triplets", "named", "names", "omit", "columns")
"""The other fields, which hold for a table of any kind."""


@dataclass(frozen=True)
class Reader:
    """A function that reads files, and what they are.

    kind       the kind of the files, in words
    uses       which of the ``HINTS`` it looks at; all of them, if another reader is to decide, and
               then the table says which, as that of a file in an archive does
    in_folder  whether the data may be a folder
    is_text    whether the files are text; the memory of a job is then estimated from the number of
               lines, else from the bytes
    """

    read: Callable[[Path, Options], Table]
    kind: str
    uses: tuple[str, ...]
    in_folder: bool = False
    is_text: bool = False


READERS: dict[str, Reader] = {}
"""The reader for each ending, in lower case."""


def reader(*endings: str, **facts: object) -> Callable[[Callable], Callable]:
    """Register a function for files with these endings; ``facts`` are fields of ``Reader``."""

    def register(read: Callable[[Path, Options], Table]) -> Callable[[Path, Options], Table]:
        READERS.update(dict.fromkeys(endings, Reader(read, **facts)))
        return read

    return register


@contextmanager
def readable(
    path: Path, kind: str, way: str = "", faults: tuple[type[Exception], ...] = (Exception,)
) -> Iterator[None]:
    """What goes wrong inside of the ``with`` block is reported as a file that is not such a kind.

    For a broken file the libraries of readers raise exceptions of many types. For one that is not
    there the usual ``OSError`` passes, for which they have other words. ``way`` is what to do.
    Of a file with others inside only the ``faults`` are its own.
    """
    path.stat()
    try:
        yield
    except InputError:
        raise
    except faults as error:
        raise InputError(f"{path}: not {kind}: {error}{way}") from error


def allowed() -> str:
    """Every ending of a file that is read, for messages."""
    return ", ".join(sorted(READERS))


def kinds() -> str:
    """Every kind of file with its endings, in words.

    >>> from kpca.tables import read
    >>> "netCDF (.nc)" in kinds().split(", ")
    True
    """
    return ", ".join(f"{reader.kind} ({', '.join(endings)})" for reader, endings in by_kind())


def by_kind() -> list[tuple[Reader, list[str]]]:
    """Every kind of file in the order of the alphabet: its reader, and its endings."""
    endings: dict[Reader, list[str]] = {}
    for ending, of in READERS.items():
        endings.setdefault(of, []).append(ending)
    return sorted(endings.items(), key=lambda item: item[0].kind.lower())
