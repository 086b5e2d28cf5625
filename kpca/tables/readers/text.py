"""Text: the separator and the cells."""

import csv
import hashlib
import io
import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from kpca.tables.messages import INSIDE, as_matrix, setting
from kpca.tables.numerals import is_number
from kpca.tables.readers import blanks, headers, phylip, titles
from kpca.tables.readers.content import COMMENT, Content, are_steps, content
from kpca.tables.readers.registry import OF_TEXTS, Options, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted

LONGEST = 1 << 24
"""Bytes in which the first two rows have to end."""

_CELL = r"([^,;\t]*|\s*[-+]?\d*,\d+\s*)"
DECIMAL_COMMAS = re.compile(rf"{_CELL}([;\t]{_CELL})*")
"""A line in which every comma stands in a number, and semicolons or tabs between the numbers."""

MARKS = ",;\t|"
"""The separators that a file may have besides blanks."""

OF_COMMENTS = "#!%;*"
"""Marks with which programs begin a comment."""

SEPARATORS = {".tsv": "\t", ".tab": "\t"}


@reader(
    ".csv",
    ".tsv",
    ".tab",
    ".txt",
    ".dat",
    ".data",
    kind="text with commas, semicolons, tabs, bars or blanks",
    uses=OF_TEXTS,
    is_text=True,
)
def read(path: Path, options: Options) -> Table:
    """The table in a text file, of which ``kpca.tables.readers.headers`` finds the header.

    Raises ``InputError`` for a file that is empty, in an unknown encoding, or has rows of different
    lengths, and as ``headers.table`` does.
    """
    csv.field_size_limit(LONGEST)
    whole = path.read_bytes()
    found, sha256 = content(str(path), whole, options), hashlib.sha256(whole).hexdigest()
    del whole
    if (distances := phylip.in_text(path, found, options)) is not None:
        return replace(distances, sha256=sha256)
    given = found.separator or SEPARATORS.get(path.suffix.lower())
    found = found if options.line else titles.without_titles(found, given or MARKS)
    separator = given or _separator(found.data, options.wider == 0)
    if separator != " ":
        blanks.require_not_printed(path, found.data)
    if options.line:
        found = titles.without_other_tables(found, separator)
    else:
        found = titles.without_sources(found, separator, options.wider is not None)
    if separator == " ":
        remarks = [*found.remarks, "the cells are separated by blanks"]
        found, separator = replace(found, data=blanks.in_tabs(found.data), remarks=remarks), "\t"
    found, options = _with_header(found, separator, options)
    data = _filled(found.data, separator) if options.wider == 0 else found.data
    first, second = _opening(path, data, separator)
    if not first:
        raise InputError(f"{path}, line 1: empty; allowed: the names of the columns, or a sample")
    short = first if options.header is not False and len(second) == len(first) + 1 else None
    width = len(second if short else first)
    columns = _columns(path, data, separator, width, int(bool(short)), found.above)
    # If a cell contains a line break, rows are not lines, and rows are counted instead.
    are_lines = len(columns[0]) + bool(short) == data.count(b"\n") + 1 and found.above is not None
    table = headers.table(
        str(path), columns, options, short, are_lines, found.above or 0, separator
    )
    return replace(table, remarks=found.remarks + table.remarks, sha256=sha256)


def _with_header(found: Content, separator: str, options: Options) -> tuple[Content, Options]:
    """The lines with a header that stands in the last comment, as NumPy and QIIME write it.

    A comment that begins with a word and a colon has what the word says.
    """
    comments, remarks = found.comments, found.remarks
    mark = options.comment or (comments[0].lstrip()[:1] if comments else COMMENT)
    texts = [line.lstrip(mark).strip(" ") for line in comments]
    last = next(filter(None, reversed(texts)), "")
    below = found.data.split(b"\n", 1)[0].decode().split(separator)
    fitting = (len(below) - 1, len(below) - 2)
    if separator == "\t" and ("\t" not in last or last.count("\t") not in fitting):
        # Programs that write numbers in columns fill the header with more blanks or tabs.
        last = "\t".join(last.replace(mark, " ").split())
    fits = len(below) > 1 and last.count(separator) in fitting and not re.match(r"\S+:\s", last)
    if fits and found.above and options.header is None and any(map(is_number, below)):
        comments, options = comments[1:], replace(options, header=True)
        data = last.encode() + b"\n" + found.data
        remarks = [*remarks, f"the header is the last line beginning with {mark}"]
        found = replace(found, data=data, above=found.above - 1)
    if comments:
        remarks = [*remarks, f"{counted(len(comments), 'line')} beginning with {mark} left out"]
    return replace(found, remarks=remarks), options


_QUOTED = re.compile(rf'(^|[{MARKS}])"(?:[^"]|"")*"(?=[{MARKS}]|$)')
"""A cell in quotes, which may have any mark."""


def _separator(data: bytes, may_be_triangle: bool) -> str:
    """The separator, as frequent in the second line as in the first; names may have commas.

    If several are, it is the one between which the second line has the most numbers: a cell may
    be a list of names, with semicolons.
    """
    lines = [_QUOTED.sub(r"\1", line.decode("utf-8")) for line in data.split(b"\n", 3)[:3]]
    if may_be_triangle and len(lines) > 2 and not any(mark in lines[0] for mark in MARKS):
        # The first row of a triangle has one cell.
        marks = [mark for mark in MARKS if mark in lines[1] and mark in lines[2]]
        if marks and is_number(lines[0]):
            return marks[0]
    lines = lines[:2]
    marks = [mark for mark in MARKS if mark in lines[0]]
    alike = [mark for mark in marks if len({line.count(mark) for line in lines}) == 1]
    if len(alike) > 1 and "," in alike and all(DECIMAL_COMMAS.fullmatch(line) for line in lines):
        return alike[1]
    if blanks.separate(data, alike, may_be_triangle):
        return " "
    return (
        max(alike, key=lambda mark: sum(map(is_number, lines[-1].split(mark))), default="")
        or (marks or [","])[0]
    )


def _filled(data: bytes, separator: str) -> bytes:
    """Lines of a lower triangle, with empty cells up to the longest one."""
    lines = data.split(b"\n")
    cells = [line.count(separator.encode()) for line in lines]
    longest = max(cells)
    for first in (0, 1):
        if len(cells) - first > 2 and are_steps(cells[first:]):
            filled = (
                line + separator.encode() * (longest - width)
                for line, width in zip(lines, cells, strict=True)
            )
            return b"\n".join(filled)
    return data


def _opening(path: Path, data: bytes, separator: str) -> tuple[list[str], list[str]]:
    """The first two rows, the second empty if there is one only."""
    reader = csv.reader(io.StringIO(data[:LONGEST].decode("utf-8", "ignore")), delimiter=separator)
    try:
        first = next(reader)
        return first, next(reader, [])
    except csv.Error as error:
        what = "line ends of several kinds" if "new-line" in str(error) else error
        raise InputError(f"{path}, line {reader.line_num}: {what}; save it as CSV again") from error


def _columns(
    path: Path, data: bytes, separator: str, width: int, skip: int, above: int | None
) -> list[pa.Array]:
    """The columns as texts, without the first ``skip`` rows, below ``above`` other lines."""
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
        row, line = ragged[0], ragged[0].number + (above or 0)
        raise InputError(
            f"{path}, line {line}: {counted(row.actual_columns, 'cell')}, the first row has "
            f"{row.expected_columns}: {row.text[:60]!r}; allowed: rows of one length"
            + _what_to_do(path, data, separator, row, above)
        )
    return [column.combine_chunks() for column in table.columns]


def _what_to_do(
    path: Path, data: bytes, separator: str, row: pyarrow.csv.InvalidRow, above: int | None
) -> str:
    """What rows of several lengths may be, of which one is ``row``, and what to do about it."""
    header = titles.below_other_lines(data, separator)
    if header and row.number <= header and above is not None:
        return (
            "; does the table begin below other lines? then write "
            + setting(header=above + header)
            + INSIDE
        )
    # If lines were left out between others, the user has named what begins a comment.
    mark = row.text[:1]
    if mark and mark in OF_COMMENTS and above is not None:
        what = f"; are lines beginning with {mark} comments? then write "
        return what + setting(comment=mark) + INSIDE
    if _filled(data, separator) is not data:
        return "; are these a triangle of distances? then write " + as_matrix(str(path))
    return ""
