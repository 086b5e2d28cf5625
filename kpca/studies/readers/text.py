"""CSV and TSV, with or without a header and names of the rows."""

import csv
import io
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from kpca.studies.readers.table import InputError, Table
from kpca.studies.wording import counted

LONGEST = 1 << 24
"""Bytes in which the first two rows have to end."""

DECIMAL_COMMAS = re.compile(r"([^,;]*|\s*[-+]?\d*,\d+\s*)(;([^,;]*|\s*[-+]?\d*,\d+\s*))*")
"""A line in which every comma stands in a number, and semicolons between the numbers."""

SEPARATORS = {".tsv": "\t", ".tab": "\t"}


class HeaderError(InputError):
    """The first row may be a header or a sample; ``cells`` are its texts."""

    def __init__(self, message: str, cells: list[str]) -> None:
        super().__init__(message)
        self.cells = [cell.strip() for cell in cells]


def read(path: Path, header: bool | None = None, wider: int | None = None) -> Table:
    """The table in a text file; ``header`` says whether its first row has names.

    Without ``header``, a first row without a number is a header, and so is a first row of names
    with one cell less than the others (as R writes it). ``wider`` is the number of columns that a
    matrix has more than rows: 0 if both are the same samples, None for a table that is no matrix.
    Of a matrix the shape decides. With a ``header`` or a fitting shape, a first row with one cell
    less may have numbers.

    Raises ``InputError`` for a file that is empty, not UTF-8, or has rows of different lengths, and
    ``HeaderError`` for a first row with a number, which may be a header or a sample.
    """
    data = _content(path)
    separator = SEPARATORS.get(path.suffix.lower()) or _separator(data)
    first, second = _opening(path, data, separator)
    if not first:
        raise InputError(f"{path}, line 1: empty; allowed: the names of the columns, or a sample")
    short = header is not False and len(second) == len(first) + 1
    rows = _rows(path, data, separator, len(second if short else first), skip=int(short))
    if not short and len(rows) > 1 and _is_blank(rows[-1]):
        first, rows = first[:-1], rows[:-1]
    if short:
        may_name = header or (wider is not None and len(first) == len(rows[0]) + wider)
        _require_row_names(path, first, rows[0].to_pylist(), bool(may_name))
    headed = short or (_is_header(path, first, rows, wider) if header is None else header)
    # If a cell contains a line break, rows are not lines, and rows are counted instead.
    are_lines = len(rows[0]) + int(short) == data.count(b"\n") + 1
    if headed and not short:
        rows = [column.slice(1) for column in rows]
    if not rows or len(rows[0]) == 0:
        raise InputError(f"{path}: no rows below the header; is a quotation mark left open?")
    names = first if headed else [str(j + 1) for j in range(len(rows))]
    index = None
    if short or (headed and first[0].strip() == "" and len(first) > 1):
        index = [name.strip() for name in rows[0].to_pylist()]
        names, rows = (first if short else first[1:]), rows[1:]
    names = [name.strip() for name in names]
    first_line = 1 + int(headed) if are_lines else None
    return Table(str(path), names, rows, index, first=first_line, headed=headed)


def _require_row_names(path: Path, first: list[str], names: list[str], may_name: bool) -> None:
    """Raises ``HeaderError`` unless a first row with a cell less can be a header of R.

    ``may_name`` says that it is one: by the key ``header``, or by the shape of a matrix.
    """
    if may_name:
        return
    numbers = sum(_is_number(name) for name in names)
    numbered = names == [str(i + 1) for i in range(len(names))] and len(first) > 1
    named = numbers == 0 and len(set(names)) == len(names)
    if not any(map(_is_number, first)) and (numbered or named):
        return
    cells = f"{counted(len(first), 'cell')}, and {len(first) + 1} in the next"
    raise HeaderError(
        f"{path}, line 1: {cells}; allowed: rows of one length, or names of the rows in a column "
        "without a name, as R writes them (then say 'header: true' inside 'data'); "
        "are these a title, or decimal commas?",
        first,
    )


def _content(path: Path) -> bytes:
    data = path.read_bytes().removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8; save the file as UTF-8") from error
    if b"\n" not in data:
        # Line ends of old Macs, which spreadsheets still offer.
        data = data.replace(b"\r", b"\n")
    if not data.strip():
        raise InputError(f"{path}: the file is empty; allowed: one sample a row")
    if data.lower().startswith(b"sep="):
        raise InputError(f"{path}, line 1: 'sep=' is a note to a spreadsheet; remove this line")
    return data


def _separator(data: bytes) -> str:
    """The separator, as frequent in the second line as in the first; names may have commas."""
    lines = [line.decode("utf-8") for line in data.split(b"\n", 2)[:2]]
    found = [mark for mark in ",;\t" if mark in lines[0]]
    alike = [mark for mark in found if len({line.count(mark) for line in lines}) == 1]
    if {",", ";"} <= set(alike) and all(DECIMAL_COMMAS.fullmatch(line) for line in lines):
        return ";"
    return (alike or found or [","])[0]


def _is_blank(column: pa.Array) -> bool:
    """Whether all cells of a column are empty, as if every row ends with a separator."""
    return not any(cell and cell.strip() for cell in column.to_pylist())


def _opening(path: Path, data: bytes, separator: str) -> tuple[list[str], list[str]]:
    """The first two rows, the second empty if there is one only."""
    csv.field_size_limit(LONGEST)
    reader = csv.reader(io.StringIO(data[:LONGEST].decode("utf-8", "ignore")), delimiter=separator)
    try:
        first = next(reader)
        return first, next(reader, [])
    except csv.Error as error:
        what = "line ends of several kinds" if "new-line" in str(error) else error
        raise InputError(f"{path}, line {reader.line_num}: {what}; save it as CSV again") from error


def _rows(path: Path, data: bytes, separator: str, width: int, skip: int) -> list[pa.Array]:
    """Every column as texts, the header (if any) among them."""
    ragged = []

    def keep(row: pyarrow.csv.InvalidRow) -> str:
        ragged.append(row)
        return "skip"

    names = [str(j) for j in range(width)]
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(data),
            pyarrow.csv.ReadOptions(
                use_threads=False,
                column_names=names,
                skip_rows=skip,
                block_size=min(len(data) + 1, 1 << 30),
            ),
            pyarrow.csv.ParseOptions(
                delimiter=separator, ignore_empty_lines=False, invalid_row_handler=keep
            ),
            pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid as error:
        raise InputError(f"{path}: {error}; save it as CSV again") from error
    if ragged:
        row = ragged[0]
        raise InputError(
            f"{path}, line {row.number}: {counted(row.actual_columns, 'cell')}, the first row has "
            f"{row.expected_columns}: {row.text[:60]!r}; allowed: rows of one length"
        )
    return [column.combine_chunks() for column in table.columns]


def _is_header(path: Path, first: list[str], rows: list[pa.Array], wider: int | None) -> bool:
    numeric = [_is_number(cell) for cell in first]
    if not any(numeric):
        return True
    if wider is not None:
        below, fitting = len(rows[0]) - 1, [len(rows)]
        if not numeric[0]:
            # The first column may have the names of the rows.
            fitting.append(len(rows) - 1)
        return below > 0 and below + wider in fitting
    raise HeaderError(
        f"{path}, line 1: {','.join(first[:4])}{',...' if first[4:] else ''} has a number, and may "
        "be the names of the columns or a sample; say which: 'header: true' or 'header: false', "
        "inside 'data'",
        first,
    )


def _is_number(cell: str) -> bool:
    try:
        pc.cast(pa.scalar(cell.strip()), pa.float64())
    except pa.ArrowInvalid:
        return False
    return True
