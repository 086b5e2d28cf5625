"""Tables of genes in GCT, versions 1.2 and 1.3, which have a column for each sample."""

import re
from pathlib import Path

import pyarrow as pa

from kpca.tables.readers.content import content
from kpca.tables.readers.registry import OF_LINES, Options, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed

ALLOWED = (
    "allowed: #1.2 or #1.3, a line with the numbers of rows and columns, the header, then a line "
    "for each row, with tabs between the cells"
)

Lines = list[list[str]]


@reader(".gct", kind="GCT", uses=OF_LINES, is_text=True)
def read(path: Path, options: Options) -> Table:
    """The table in a GCT file, with one sample a row: those are the columns of the file.

    What version 1.3 says about the samples is in ``extras``, by which they can be labeled.
    Raises ``InputError`` for other content and for another number of rows or columns.
    """
    found = content(str(path), path.read_bytes(), options)
    version = found.comments[-1].strip() if found.comments else ""
    texts = found.data.decode().split("\n")
    # A spreadsheet puts some cells in quotes, and descriptions have quotes of their own.
    lines = [[_unquoted(cell.strip()) for cell in line.split("\t")] for line in texts]
    numbers = [cell for cell in lines[0] if cell.strip()]
    expected = {"#1.2": 2, "#1.3": 4}.get(version)
    if len(numbers) != expected or not all(re.fullmatch(r"\s*\d+\s*", cell) for cell in numbers):
        raise InputError(f"{path}: not GCT; {ALLOWED}")
    n_rows, n_samples, n_before, n_above = map(int, [*numbers, "1", "0"][:4])
    width = 1 + n_before + n_samples
    header, *rows = _filled(path, lines[1:], width, 1 + n_above + n_rows)
    first = 1 + n_before
    above, below = rows[:n_above], rows[n_above:]
    about = listed([*map(repr, header[1:first])])
    remark = f"columns that say something about the rows left out: {about}"
    return Table(
        str(path),
        [row[0] for row in below],
        [pa.array(row[first:]) for row in below],
        header[first:],
        extras={row[0]: row[first:] for row in above},
        is_transposed=True,
        remarks=[*found.remarks, remark] if n_before else found.remarks,
    )


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if re.fullmatch('".*"', cell) else cell


def _filled(path: Path, lines: Lines, width: int, count: int) -> Lines:
    """The rows with a cell; raises ``InputError`` for other numbers of rows or cells."""
    for number, line in enumerate(lines, 3):
        while len(line) > width and not line[-1].strip():
            line.pop()
        if len(line) != width and any(map(str.strip, line)):
            raise InputError(
                f"{path}, line {number}: {counted(len(line), 'cell')}, and line 2 says that it is "
                f"{width}; {ALLOWED}"
            )
    rows = [line for line in lines if any(map(str.strip, line))]
    if len(rows) != count:
        raise InputError(
            f"{path}: {counted(len(rows), 'line')} below line 2, which says that it is {count}, "
            "with the header; is the file complete? if so, correct line 2"
        )
    return rows
