"""Lines above and below a table of text that are no part of it: a title, what an instrument says,
or a source."""

import csv
from dataclasses import replace

from kpca.tables.numerals import is_number
from kpca.tables.readers.content import Content
from kpca.tables.readers.plain_text import cells
from kpca.tables.wording import counted

LOOKED_AT = 60
"""The number of lines in which the table has to begin."""

FEWEST = 3
"""Columns, and rows with the header, that a table has to have."""


def without_titles(found: Content, separators: str) -> Content:
    """The lines from the first row of the table on, with a remark if there are others above it.

    The rows of the table have equally many cells. A line above it has at least two cells less, so
    it is not a header that R has written, or no number and cells in its first half only. Commas
    decide nothing where another separator divides all lines alike, as between decimal commas.
    """
    lines = found.data.decode()[: 1 << 20].split("\n")[:LOOKED_AT]
    if any(_divides_all(lines, separator) for separator in separators if separator != ","):
        return found
    starts = [_start(lines, separator) for separator in separators]
    k = min((start for start in starts if start is not None), default=0)
    if not k:
        return found
    data = b"\n".join(found.data.split(b"\n")[k:])
    first = next((line.strip(" ") for line in lines[:k] if line.strip()), "")
    remark = f"{counted(k, 'line')} above the table left out: {first[:60]!r}"
    above = None if found.above is None else found.above + k
    return replace(found, data=data, above=above, remarks=[*found.remarks, remark])


def _divides_all(lines: list[str], separator: str) -> bool:
    """Whether all lines with text have equally many cells, and more than one."""
    try:
        rows = [*csv.reader(filter(str.strip, lines), delimiter=separator)]
    except csv.Error:
        return False
    return len({len(row) for row in rows}) == 1 and len(rows[0]) > 1


def _start(lines: list[str], separator: str) -> int | None:
    """The line with which a table begins; None for lines that have none with this separator.

    The header of R has a cell less.
    """
    rows = [cells(line, separator) for line in lines]
    filled = [i for i, row in enumerate(rows) if any(map(str.strip, row))]
    while len(filled) > FEWEST and len(rows[filled[-1]]) == 1:
        # A source below the table.
        filled.pop()
    width = len(rows[filled[-1]]) if filled else 0
    k = next((i for i in filled if not _is_title(rows[i], width)), len(lines))
    of_table = [len(rows[i]) for i in filled if i >= k]
    is_table = len(of_table) >= FEWEST and {*of_table[1:]} == {width} and of_table[0] >= width - 1
    return k if is_table and width >= FEWEST else None


def _is_title(row: list[str], width: int) -> bool:
    if len(row) < width:
        return len(row) <= width - 2
    own = max(i for i, cell in enumerate(row, 1) if cell.strip())
    return 2 * own < width and not any(map(is_number, row))


def below_other_lines(data: bytes, separator: str) -> int | None:
    """The line, from 1, from which on all lines have equally many cells; None for the first one.

    It has names, and no number.
    """
    lines = data.decode().split("\n")[:LOOKED_AT]
    if any(line.count('"') % 2 for line in lines):
        return None
    rows = [cells(line, separator) for line in lines]
    width = len(rows[-1])
    k = max((i + 1 for i, row in enumerate(rows) if len(row) != width), default=0)
    if not 0 < k <= len(rows) - FEWEST or width < 2 or any(map(is_number, rows[k])):
        return None
    return k + 1


def without_sources(found: Content, separator: str, is_matrix: bool) -> Content:
    """The lines up to the last row of the table, with a remark if there are others below it.

    These have at least two cells less than the first row, and no number. The last rows of a
    triangle may be as short, so that all rows of a matrix have to be of one length.
    """
    lines = found.data.split(b"\n")
    width, end = len(_row(lines[0], separator)), len(lines)
    while len(lines) - MOST_BELOW < end > FEWEST and _is_below(lines[end - 1], separator, width):
        end -= 1
    is_ragged = is_matrix and len({line.count(separator.encode()) for line in lines[:end]}) > 1
    return found if is_ragged else _up_to(end, lines, width, found)


def without_other_tables(found: Content, separator: str) -> Content:
    """The lines up to the first that ends the table: an empty one above others, or a few words.

    A program may write several tables into one file. The user has said where this one begins. Rows
    of numbers that fit are no other table, and nothing is left out above them.
    """
    lines = found.data.split(b"\n")
    width, end = len(_row(lines[0], separator)), len(lines)
    is_open = False
    for k, line in enumerate(lines):
        if k and not is_open and _is_below(line, separator, width):
            end = k
            break
        # A cell in quotes may go on in the next line.
        is_open ^= line.count(b'"') % 2 == 1
    rest = [_row(line, separator) for line in lines[end:] if line.strip()]
    goes_on = any(len(row) == width and any(map(is_number, row)) for row in rest)
    has_header = any(len(row) > 1 and not any(map(is_number, row)) for row in rest[:FEWEST])
    return found if goes_on and not has_header else _up_to(end, lines, width, found)


MOST_BELOW = 500
"""Lines below a table that may be left out."""


def _up_to(end: int, lines: list[bytes], width: int, found: Content) -> Content:
    """The ``lines`` of a table before ``end``, with a remark on the text from there on.

    A table of a smaller ``width`` than ``FEWEST`` has none below it.
    """
    below = [line.decode().strip() for line in lines[end:] if line.strip()]
    if width < FEWEST or not below:
        return found
    remark = f"{counted(len(below), 'line')} below the table left out: {below[0][:60]!r}"
    return replace(found, data=b"\n".join(lines[:end]), remarks=[*found.remarks, remark])


def _row(line: bytes, separator: str) -> list[str]:
    return cells(line.decode(), separator)


def _is_below(line: bytes, separator: str, width: int) -> bool:
    """Whether a line has few cells and no number; one with half of a cell in quotes has not."""
    if line.count(b'"') % 2:
        return False
    row = _row(line, separator)
    return len(row) <= width - 2 and not any(map(is_number, row))
