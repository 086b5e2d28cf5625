"""Whether a file of an unknown kind is a text with the cells of a table."""

import codecs
import csv
import re

from kpca.tables.numerals import is_number
from kpca.tables.readers.content import COMMENT, are_steps, marked

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Characters that no text has; form feeds and vertical tabs are rare, but they occur."""

SEPARATORS = "\t,;| "


def has_cells(head: bytes, encoding: str | None = None, is_whole: bool = True) -> bool:
    """Whether the first bytes of a file are text, with a number in the last of several rows.

    The last two lines have equally many cells, or those of a triangle. A file that ``is_whole`` has
    a complete last line.
    """
    text = (_decoded(head, encoding) or "") if is_text(head, encoding) else ""
    every = text.splitlines()[: None if is_whole else -1]
    lines = [line for line in every if line.strip() and not line.startswith(COMMENT)]
    return len(lines) > 1 and any(_divides(separator, lines[-3:]) for separator in SEPARATORS)


def is_text(head: bytes, encoding: str | None = None) -> bool:
    """Whether the first bytes of a file are those of a text."""
    text = _decoded(head, encoding)
    return text is not None and not _CONTROL.search(text)


def _decoded(head: bytes, encoding: str | None) -> str | None:
    """The text in bytes of which the last may be the first ones of a character."""
    name = encoding or marked(head)
    try:
        if name:
            return head.decode(name, "ignore")
        return codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return head.decode("latin-1")
    except LookupError:
        return None


def _divides(separator: str, lines: list[str]) -> bool:
    """Whether a separator gives lines equally many cells, or one cell more from line to line."""
    rows = [cells(line, separator) for line in lines]
    widths = [len(row) for row in rows]
    if widths[-1] != widths[-2] and not (len(rows) > 2 and are_steps(widths)):
        return False
    if widths[-1] == 1:
        return all(is_number(row[0]) for row in rows[-2:])
    return any(map(is_number, rows[-1]))


def cells(line: str, separator: str = " ") -> list[str]:
    """The cells of a line, between which several blanks are one separator.

    A line end of another kind within the line, which is reported later, is a blank.
    """
    is_blank = separator == " "
    text = (line.strip() if is_blank else line).replace("\r", " ")
    return next(csv.reader([text], delimiter=separator, skipinitialspace=is_blank), [])
