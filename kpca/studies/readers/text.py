"""CSV and TSV: the encoding, the separator and the cells."""

import csv
import io
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from kpca.studies.readers import headers
from kpca.studies.readers.registry import Options, reader
from kpca.studies.readers.table import InputError, Table
from kpca.studies.wording import counted

LONGEST = 1 << 24
"""Bytes in which the first two rows have to end."""

DECIMAL_COMMAS = re.compile(r"([^,;]*|\s*[-+]?\d*,\d+\s*)(;([^,;]*|\s*[-+]?\d*,\d+\s*))*")
"""A line in which every comma stands in a number, and semicolons between the numbers."""

SEPARATORS = {".tsv": "\t", ".tab": "\t"}


@reader(".csv", ".tsv", ".tab", ".txt", kind="text with commas, semicolons or tabs", in_lines=True)
def read(path: Path, options: Options) -> Table:
    """The table in a text file, of which ``kpca.studies.readers.headers`` finds the header.

    Raises ``InputError`` for a file that is empty, not UTF-8, or has rows of different lengths, and
    as ``headers.table`` does.
    """
    data = _content(path)
    separator = SEPARATORS.get(path.suffix.lower()) or _separator(data)
    first, second = _opening(path, data, separator)
    if not first:
        raise InputError(f"{path}, line 1: empty; allowed: the names of the columns, or a sample")
    short = first if options.header is not False and len(second) == len(first) + 1 else None
    columns = _columns(path, data, separator, len(second if short else first), int(bool(short)))
    # If a cell contains a line break, rows are not lines, and rows are counted instead.
    are_lines = len(columns[0]) + bool(short) == data.count(b"\n") + 1
    return headers.table(str(path), columns, options, short, are_lines)


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
        raise InputError(
            f"{path}, line 1: 'sep=' is an instruction to a spreadsheet; remove this line"
        )
    return data


def _separator(data: bytes) -> str:
    """The separator, as frequent in the second line as in the first; names may have commas."""
    lines = [line.decode("utf-8") for line in data.split(b"\n", 2)[:2]]
    marks = [mark for mark in ",;\t" if mark in lines[0]]
    alike = [mark for mark in marks if len({line.count(mark) for line in lines}) == 1]
    if {",", ";"} <= set(alike) and all(DECIMAL_COMMAS.fullmatch(line) for line in lines):
        return ";"
    return (alike or marks or [","])[0]


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


def _columns(path: Path, data: bytes, separator: str, width: int, skip: int) -> list[pa.Array]:
    """The columns as texts, without the first ``skip`` rows."""
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
