"""Tables whose cells are separated by blanks, as R and NumPy write and print them."""

import csv
import io
import re

from kpca.tables.numerals import is_number

_COMMAS = re.compile(r"[-+]?\d*(,\d+)?([eE][-+]?\d+)?")
_GROUPS = re.compile(r"\s*[-+]?\d{1,3}( \d{3})+\s*")

LOOKED_AT = 5
"""The number of lines whose cells have to agree."""


def separate(data: bytes, others: list[str], may_be_triangle: bool = False) -> bool:
    """Whether blanks separate the cells of the lines, and not one of the ``others``.

    The lines below the first have equally many cells, of which two are numbers, or one beside a
    name in quotes, or beside two names in a file of a matrix. Numbers such as 1 000 are no two
    cells. Of a triangle each line has a cell more.
    """
    lines = data[: 1 << 20].decode("utf-8", "ignore").split("\n")[: LOOKED_AT + 1]
    if is_printed(lines):
        return True
    if others not in ([], [","]) or any("\r" in line.rstrip("\r") for line in lines):
        return False
    rows = [_cells(line) for line in lines]
    widths = [len(cells) for cells in rows]
    if may_be_triangle and widths == list(range(widths[0], widths[0] + len(widths))):
        return len(rows) > 2 and all(map(is_number, rows[-1][-2:]))
    below = rows[1:] or rows
    # The header of R has a cell less, for the names of the rows.
    if (
        len({*widths[1:]}) > 1
        or widths[0] not in (len(below[0]), len(below[0]) - 1)
        or len(below[0]) < 2
    ):
        return False
    if all(_GROUPS.fullmatch(line) for line in lines[1:] or lines):
        return False
    quoted = lines[-1].lstrip().startswith('"')
    are_numbers = _COMMAS.fullmatch if others else is_number
    is_pair = may_be_triangle and len(below[-1]) > 2
    return sum(bool(are_numbers(cell)) for cell in below[-1]) >= (1 if quoted or is_pair else 2)


def _cells(line: str) -> list[str]:
    return next(csv.reader([line.strip()], delimiter=" ", skipinitialspace=True), [])


def in_tabs(data: bytes) -> bytes:
    """The same lines with a tab between the cells; a table that R has printed becomes one table."""
    text = data.decode()
    if is_printed(text[: 1 << 20].split("\n")):
        try:
            return "\n".join("\t".join(row) for row in _unwrapped(text.split("\n"))).encode()
        except (IndexError, ValueError):
            # Blocks of different lengths: the lines only begin as those of R.
            pass
    if '"' not in text:
        text = re.sub(r"^[ \t]+|[ \t]+\r?$", "", text, flags=re.MULTILINE)
        return re.sub(r"[ \t]+", "\t", text).encode()
    written = io.StringIO()
    rows = (line.strip() for line in text.split("\n"))
    cells = csv.reader(rows, delimiter=" ", skipinitialspace=True)
    csv.writer(written, delimiter="\t", lineterminator="\n").writerows(cells)
    return written.getvalue().rstrip("\n").encode()


def is_printed(lines: list[str]) -> bool:
    """Whether the lines are a table as R prints it: a header to the right, names to the left."""
    if len(lines) < 3 or not lines[0][:1].isspace() or re.search("[,;\t]", lines[0]):
        return False
    return all(line[:1].strip() for line in lines[1:3]) and is_number(lines[2].split()[-1])


def _unwrapped(lines: list[str]) -> list[list[str]]:
    """The rows of a printed table, whose columns R has wrapped into blocks; the first is empty."""
    starts = [i for i, line in enumerate(lines) if line[:1].isspace()]
    blocks = [lines[i:j] for i, j in zip(starts, [*starts[1:], len(lines)], strict=True)]
    names: list[str] = []
    rows: list[list[str]] = [[] for _ in blocks[0]]
    for block in blocks:
        ends = _ends(block)
        # Only in the first block all rows have a value in the first column.
        names = names or ["", *(line[: ends[0]].rsplit(None, 1)[0] for line in block[1:])]
        for row, name, line in zip(rows, names, block, strict=True):
            first = line[len(name) : ends[0]].strip()
            others = [line[i:j].strip() for i, j in zip(ends, ends[1:], strict=False)]
            row.extend([first, *others])
    return [[name, *row] for name, row in zip(names, rows, strict=True)]


def _ends(block: list[str]) -> list[int]:
    """Where the columns of a block end, which are to the right; its last row is complete."""
    heads, cells = ([*re.finditer(r"\S+", line)] for line in (block[0], block[-1]))
    if [head.end() for head in heads] == [cell.end() for cell in cells[1:]]:
        return [cell.end() for cell in cells[1:]]
    # Names have blanks; what is behind the name of the last row are numbers.
    numbers = [is_number(cell[0]) for cell in cells[1:]]
    columns = numbers[::-1].index(False) if False in numbers else len(numbers)
    return [cell.end() for cell in cells[len(cells) - columns :]]
