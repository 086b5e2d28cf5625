"""CSV and TSV, with or without a header and names of the rows."""

import csv
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from kpca.inputs.table import InputError, Table

SEPARATORS = {".tsv": "\t", ".tab": "\t"}


def read(path: Path, header: bool | None = None, square: bool = False) -> Table:
    """The table in a text file; ``header`` unless told is found out from its first row.

    A first row is a header if none of its cells is a number, if its first cell is empty, or if it
    has one cell less than the others (as R writes it). ``square`` says that the rows and columns
    are the same samples: then the shape tells.

    Raises ``InputError`` for a file that is empty, not UTF-8, or has rows of different lengths, and
    where a row of numbers 0, 1, 2, ... may be a header or not.
    """
    data = _content(path)
    separator = SEPARATORS.get(path.suffix.lower()) or _separator(data)
    first, second = _opening(path, data, separator)
    if not first:
        raise InputError(f"{path}, line 1: empty; allowed: the names of the columns, or a sample")
    short = bool(second) and len(second) == len(first) + 1
    rows = _rows(path, data, separator, len(second if short else first), skip=int(short))
    headed = short or (_is_header(path, first, rows, square) if header is None else header)
    if headed and not short:
        rows = [column.slice(1) for column in rows]
    if not rows or len(rows[0]) == 0:
        raise InputError(f"{path}: no rows below the header; is a quotation mark left open?")
    names = first if headed else [str(j + 1) for j in range(len(rows))]
    line, index = 1 + int(headed), None
    if short or (headed and first[0].strip() == ""):
        index = rows[0].to_pylist()
        names, rows = (first if short else first[1:]), rows[1:]
    names = [name.strip() for name in names]
    return Table(str(path), names, rows, index, first=line, headed=headed)


def _content(path: Path) -> bytes:
    data = path.read_bytes().removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8; save the file as UTF-8") from error
    if not data.strip():
        raise InputError(f"{path}: the file is empty; allowed: one sample a row")
    return data


def _separator(data: bytes) -> str:
    line = data.split(b"\n", 1)[0].decode("utf-8")
    return next((mark for mark in ",;\t" if mark in line), ",")


def _opening(path: Path, data: bytes, separator: str) -> tuple[list[str], list[str]]:
    """The first two rows, the second empty if there is one only."""
    reader = csv.reader(io.StringIO(data[: 1 << 24].decode("utf-8", "ignore")), delimiter=separator)
    try:
        first = next(reader)
        return first, next(reader, [])
    except csv.Error as error:
        raise InputError(
            f"{path}, line {reader.line_num}: {error}; save it as CSV again"
        ) from error


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
            f"{path}, line {row.number}: {row.actual_columns} cells, the first row has "
            f"{row.expected_columns}: {row.text[:60]!r}; allowed: rows of one length"
        )
    return [column.combine_chunks() for column in table.columns]


def _is_header(path: Path, first: list[str], rows: list[pa.Array], square: bool) -> bool:
    if first[0].strip() == "" and len(first) > 1:
        return True
    numeric = [_is_number(cell) for cell in first]
    if not any(numeric):
        return True
    if square:
        return len(rows[0]) - 1 == len(rows) - sum(not one for one in numeric[:1])
    if len(first) > 1 and first in ([str(j + k) for j in range(len(first))] for k in (0, 1)):
        raise InputError(
            f"{path}, line 1: {','.join(first[:4])}... may be the names of the columns or a "
            "sample; say which: 'header: true' or 'header: false'"
        )
    return False


def _is_number(cell: str) -> bool:
    try:
        pc.cast(pa.scalar(cell.strip()), pa.float64())
    except pa.ArrowInvalid:
        return False
    return True
