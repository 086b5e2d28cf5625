"""Distances as PHYLIP and its relatives write them: a square or a lower triangle."""

import re
from pathlib import Path

import pyarrow as pa

from kpca.tables.numerals import is_number
from kpca.tables.readers.content import content
from kpca.tables.readers.registry import Options, reader
from kpca.tables.table import InputError, Table

NAME = 10
"""Characters of a name in the strict form, in which names may have blanks."""


@reader(".phy", ".phylip", ".dist", kind="distances of PHYLIP", is_text=True)
def read(path: Path, options: Options) -> Table:
    """The distances below the number n of samples: n rows with a name each, wrapped or not.

    Raises ``InputError`` for other content.
    """
    found = content(str(path), path.read_bytes(), options)
    first, *lines = [line for line in found.data.decode().split("\n") if line.strip()]
    n = int(first.strip()) if re.fullmatch(r"\s*[1-9]\d{0,8}\s*", first) else 0
    rows = (_relaxed(lines, n) or _strict(lines, n)) if 0 < n <= len(lines) else None
    if not rows:
        raise InputError(
            f"{path}: not distances of PHYLIP; allowed: the number n of samples, then n rows, each "
            "with a name and its distances to all samples, or to those above it"
        )
    names = [name for name, _ in rows]
    filled = [cells + [""] * (n - len(cells)) for _, cells in rows]
    columns = [pa.array(cells) for cells in zip(*filled, strict=True)]
    return Table(str(path), names, columns, names, remarks=found.remarks)


Row = tuple[str, list[str]]


def _widths(n: int) -> list[list[int]]:
    """The numbers of distances in the rows of a square, and of triangles."""
    return [[n] * n, list(range(n)), list(range(1, n + 1))]


def _relaxed(lines: list[str], n: int) -> list[Row] | None:
    """The rows if no name has a blank."""
    cells = " ".join(lines).split()
    for widths in _widths(n):
        if len(cells) == n + sum(widths):
            starts = [i + sum(widths[:i]) for i in range(n)]
            rows = [
                (cells[i], cells[i + 1 : i + 1 + k]) for i, k in zip(starts, widths, strict=True)
            ]
            return rows if all(is_number(cell) for _, row in rows for cell in row) else None
    return None


def _strict(lines: list[str], n: int) -> list[Row] | None:
    """The rows if names have ten characters, and lines that go on begin with a blank."""
    rows: list[Row] = []
    for line in lines:
        if line[:1].isspace() and rows:
            rows[-1][1].extend(line.split())
        else:
            rows.append((line[:NAME].strip(), line[NAME:].split()))
    numbers = all(is_number(cell) for _, row in rows for cell in row)
    return rows if numbers and [len(row) for _, row in rows] in _widths(n) else None
