"""Tables whose cells are separated by blanks, as R and NumPy write them."""

import csv
import io
import re
from pathlib import Path

from kpca.tables.numerals import is_number
from kpca.tables.readers.content import are_steps
from kpca.tables.readers.plain_text import cells
from kpca.tables.table import InputError

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
    if others not in ([], [","]) or any("\r" in line for line in lines):
        return False
    rows = [cells(line) for line in lines]
    widths = [*map(len, rows)]
    if may_be_triangle and are_steps(widths):
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


def in_tabs(data: bytes) -> bytes:
    """The same lines with a tab between the cells."""
    written = io.StringIO()
    text = data.decode().replace("\r", "\n").replace("\t", " ")
    rows = (line.strip() for line in text.split("\n"))
    of_rows = csv.reader(rows, delimiter=" ", skipinitialspace=True)
    csv.writer(written, delimiter="\t", lineterminator="\n").writerows(of_rows)
    return written.getvalue().rstrip("\n").encode()


def require_not_printed(path: Path, data: bytes) -> None:
    """Raises ``InputError`` for a triangle or a wrapped table as R prints it on the screen.

    The header is to the right, and the names are to the left.
    """
    lines = data[: 1 << 20].decode("utf-8", "ignore").split("\n")
    if len(lines) < 3 or not lines[0][:1].isspace() or re.search("[,;\t]", lines[0]):
        return
    if all(line[:1].strip() for line in lines[1:3]) and is_number(lines[2].split()[-1]):
        raise InputError(
            f"{path}: not a table but what R prints of one, whose cells are found by eye only; in "
            f'R: write.csv(as.matrix(x), "{path.stem}.csv") for the object x'
        )
