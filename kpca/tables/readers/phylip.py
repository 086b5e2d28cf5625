"""Distances as PHYLIP, mash and their relatives write them: a square or a lower triangle."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from kpca.tables.messages import as_matrix
from kpca.tables.numerals import is_number
from kpca.tables.readers.content import Content, content
from kpca.tables.readers.registry import OF_LINES, Options, reader
from kpca.tables.table import InputError, Table

Row = tuple[str, list[str]]
"""The name of a sample and its distances."""

NAME = 10
"""Characters of a name in the strict form, in which names may have blanks."""


@reader(
    ".phy",
    ".phylip",
    ".dist",
    kind="distances of PHYLIP",
    uses=OF_LINES,
    is_text=True,
)
def read(path: Path, options: Options) -> Table:
    """The distances below the number n of samples: n rows with a name each, wrapped or not.

    Raises ``InputError`` for other content.
    """
    found = content(str(path), path.read_bytes(), options)
    rows = _rows(*_parts(found))
    if not rows:
        raise InputError(
            f"{path}: not distances of PHYLIP; allowed: the number n of samples, then n rows, each "
            "with a name and its distances to all samples, or to those above it"
        )
    return _table(path, found, rows)


def in_text(path: Path, found: Content, options: Options) -> Table | None:
    """The distances in a text of another ending; None for a text that is plainly no such matrix.

    Below the number n there are n lines, each with a name. Raises ``InputError`` with the line to
    write for such a text that is given as a table.
    """
    if options.wider not in (0, None) or not _NUMBER.fullmatch(found.data[:20].split(b"\n")[0]):
        return None
    n, lines = _parts(found)
    rows = _rows(n, lines) if n == len(lines) > 1 else None
    # Rows of numbers below a number may be anything, unless it has a tab before it as from mash.
    are_numbers = not found.data.startswith(b"\t") and all(
        is_number(name) for name, _ in rows or []
    )
    if not rows or are_numbers:
        return None
    if options.wider is None:
        raise InputError(
            f"{path}: the first line has the number {n}, and below it are {n} rows of distances, "
            "as PHYLIP and mash write them; write "
            + as_matrix(str(path), with_kernel=True)
            + "; if each row is a sample, remove the first line"
        )
    remark = f"read as PHYLIP and mash write distances: their number {n}, then a row for each"
    return _table(path, replace(found, remarks=[*found.remarks, remark]), rows)


_NUMBER = re.compile(rb"\s*[1-9]\d{0,8}\s*")


def _parts(found: Content) -> tuple[int, list[str]]:
    """The number in the first line, 0 for another line, and the lines below it."""
    first, *lines = [line for line in found.data.decode().split("\n") if line.strip()]
    return int(first) if _NUMBER.fullmatch(first.encode()) else 0, lines


def _table(path: Path, found: Content, rows: list[Row]) -> Table:
    names = [name for name, _ in rows]
    filled = [cells + [""] * (len(rows) - len(cells)) for _, cells in rows]
    columns = [pa.array(cells) for cells in zip(*filled, strict=True)]
    return Table(str(path), names, columns, names, remarks=found.remarks)


def _rows(n: int, lines: list[str]) -> list[Row] | None:
    """The name and the distances of each sample; None for lines that have no such matrix."""
    if not 0 < n <= len(lines):
        return None
    widths = [[n] * n, list(range(n)), list(range(1, n + 1))]
    for rows in _divided(lines, widths):
        fit = [len(row) for _, row in rows] in widths
        if fit and all(is_number(cell) for _, row in rows for cell in row):
            return rows if all(name for name, _ in rows) else None
    return None


def _divided(lines: list[str], widths: list[list[int]]) -> Iterator[list[Row]]:
    """What may be the rows of a square or a triangle with so many distances in each."""
    # With tabs between cells, as mash writes them, names may have blanks.
    tabbed = [[cell.strip() for cell in line.rstrip().split("\t")] for line in lines]
    yield [(row[0], row[1:]) for row in tabbed]
    # If no name has a blank, rows may be wrapped anywhere.
    cells = " ".join(lines).split()
    for of in widths:
        starts = [i + sum(of[:i]) for i in range(len(of))]
        if len(cells) == len(of) + sum(of):
            yield [(cells[i], cells[i + 1 : i + 1 + k]) for i, k in zip(starts, of, strict=True)]
    # If names have ten characters, lines that go on begin with a blank.
    rows: list[Row] = []
    for line in lines:
        if line[:1].isspace() and rows:
            rows[-1][1].extend(line.split())
        else:
            rows.append((line[:NAME].strip(), line[NAME:].split()))
    yield rows
