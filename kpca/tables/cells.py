"""The cells of columns that are meant as numbers: which are none, and what they may mean."""

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Indices, Truths
from kpca.tables.messages import INSIDE, Value, joined, named, setting
from kpca.tables.numerals import COMPUTE, LIKE_NUMBERS, NOT_STORED, Cells, mostly_numbers
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed, some

SEVERAL = re.compile(r"\s*[^\s|]+[\s|](.*[\s|])?[-+.]?\d\S*\s*")
"""Several cells in one, with blanks or bars between them, of which the last one is a number."""

WHOLE = 2.0**53
"""Larger whole numbers may be rounded when they become floating-point numbers."""


def require_numbers(
    table: Table, cells: Cells, rows: Sequence[str] | None = None, can_name: bool = False
) -> None:
    """Raises ``InputError`` for columns with a cell that is neither a number nor missing, and for
    the first whole number that was rounded when it became one of the values (n,) in ``cells``.

    ``rows`` are the names (n,) of the samples, if samples and columns can be left out; ``can_name``
    says that the first column may have such names.
    """
    wrong = [j for j, (_, are_numbers) in cells.items() if not are_numbers.all()]
    if wrong and rows is not None and (of_texts := _rows_of_texts(table, cells)).size:
        raise InputError(_no_samples(table, cells, of_texts, rows))
    if wrong:
        names = can_name and wrong[0] == 0 and _may_be_names(table, cells[0][1])
        raise InputError(_no_numbers(table, wrong, cells, rows is not None, names))
    for j, (values, _) in cells.items():
        _require_digits(table, j, values)


MOST_WITHOUT = 12
"""Rows without a number that may be no samples, such as units, or a second header."""


def _rows_of_texts(table: Table, cells: Cells) -> Indices:
    """The few rows that have at least two texts and no number in columns that are mostly numbers.

    Texts that begin as numbers do, such as 1.2*, are numbers with a flag.
    """
    numeric = mostly_numbers(cells)
    if len(numeric) < 2:
        return np.array([], dtype=int)
    are_texts = np.column_stack([~cells[j][1] for j in numeric])
    has_none = ~np.column_stack([np.isfinite(cells[j][0]) for j in numeric]).any(axis=1)
    rows = np.flatnonzero(has_none & (are_texts.sum(axis=1) >= 2))
    if rows.size > MOST_WITHOUT:
        return rows[:0]
    texts = [[table.texts(j)[i] for j in numeric if not cells[j][1][i]] for i in rows]
    flagged = [2 * sum(map(bool, map(_FLAGGED.match, row))) > len(row) for row in texts]
    return rows[~np.array(flagged, dtype=bool)]


_FLAGGED = re.compile(r"[<>~]?\s*[-+]?\d*[.,]?\d")
"""How a number begins, whatever is behind it."""


def _no_samples(table: Table, cells: Cells, of_texts: Indices, rows: Sequence[str]) -> str:
    """The message for the rows ``of_texts``, and for what else is no number."""
    left = {j: (cells[j][0], cells[j][1].copy()) for j in mostly_numbers(cells)}
    for _, are in left.values():
        are[of_texts] = True
    keys: dict[str, Value] = {"omit_samples": [rows[i] for i in of_texts]}
    others = _among_numbers(table, left)
    also = ""
    if others:
        keys |= {"missing_values": [*others], "missing": "drop"}
        also = f", and {listed([*map(repr, others)])} among the numbers a missing value"
    shown = [
        f"{table.location(i)}: "
        + some([repr(table.texts(j)[i][:20]) for j, (_, are) in cells.items() if not are[i]], 3)
        for i in of_texts
    ]
    have, are_none = "a row has", "it is no sample, as one of units is"
    if of_texts.size > 1:
        have, are_none = f"{of_texts.size} rows have", "they are no samples, as units are"
    ways = [f"if {are_none}{also}, write " + setting(**keys) + INSIDE]
    ways += _as_header(table, cells, int(of_texts[0])) if not table.is_transposed else []
    if any(name == str(j + 1) for j, name in enumerate(table.names)):
        # A column has no name in the file, and is called by its number.
        ways.reverse()
    return (
        f"{table.path}: {have} texts and no number in columns of numbers ({'; '.join(shown)}); "
        + joined(ways, "; ")
    )


def _as_header(table: Table, cells: Cells, row: int) -> list[str]:
    """What to write if a row of texts has the names of the columns, or the classes of samples."""
    texts = [table.texts(j)[row] for j, (_, are) in cells.items() if not are[row]]
    if table.headed and row == 0 and len({*texts}) == len(texts):
        at = ... if table.first is None else table.first + row
        return ["if the names of the columns stand there, write " + setting(header=at) + INSIDE]
    if len({*texts}) > 1 and min(map(texts.count, texts)) > 1:
        what = f"if the columns are samples, and {texts[0]!r} the class of one, write "
        return [what + setting(transpose=True) + INSIDE]
    return []


def _no_numbers(table: Table, wrong: list[int], cells: Cells, can_omit: bool, names: bool) -> str:
    """The message for columns with a cell that is no number: about the first, then the others.

    ``names`` says that the first one may have the names of the samples.
    """
    first, rows = wrong[0], {j: int(np.argmin(cells[j][1])) for j in wrong}
    kind, row = table.columns[first].type, rows[first]
    where = f"column {table.names[first]!r}"
    omit = ""
    numeric = mostly_numbers(cells)
    if can_omit and not names and {*wrong}.isdisjoint(numeric):
        omit = "; if they are classes, to compare them as equal or different, write "
        omit = omit + setting(distance="gower") + INSIDE + ", in place of a kernel"
    if can_omit and len(wrong) < len(cells):
        omit = omit + f"; to leave {'it' if len(wrong) == 1 else 'them'} out, write "
        omit = omit + setting(omit=[table.names[j] for j in wrong]) + INSIDE
    if not pa.types.is_string(kind):
        return f"{table.path}, {where}: {kind} is neither a number nor text" + omit
    text = table.texts(first)[row]
    also = some([f"{table.names[j]!r} ({cell(table, j, rows[j])})" for j in wrong[1:]], 20)
    return (
        f"{table.path}, {table.location(row)}, {where}: {text[:40]!r} is not a number; allowed: "
        "numbers such as 1.5 or 2e-3"
        + _what_to_do(table, text, cells, can_omit, names)
        + (f"; such cells are also in {also}" if also else "")
        + omit
    )


def _may_be_names(table: Table, are_numbers: Truths) -> bool:
    """Whether the first of several columns has a different cell in each row, as names are.

    Cells that are no numbers are not meant as numbers, either, such as 12% or 1.5 mm.
    """
    cells = table.texts(0)
    if table.index is not None or len(table.names) < 2 or len({*cells}) < len(cells):
        return False
    others = [cells[row] for row in np.flatnonzero(~are_numbers)]
    return not any(LIKE_NUMBERS.fullmatch(text) or _NUMBER_AND_MORE.match(text) for text in others)


def cell(table: Table, j: int, row: int) -> str:
    """Where a cell stands, and the beginning of its text."""
    return f"{table.location(row)}: {str(table.columns[j][row].as_py())[:20]!r}"


def _require_digits(table: Table, j: int, values: Array) -> None:
    where, name = table.path, table.names[j]
    large = np.flatnonzero((np.abs(values) >= WHOLE) & np.isfinite(values))
    cells = table.texts(j) if large.size else []
    for row in large:
        digits = cells[row].removeprefix("-").removeprefix("+")
        if digits.isdecimal() and int(digits) != abs(int(values[row])):
            raise InputError(
                f"{where}, {table.location(row)}, column {name!r}: {cells[row]} has more digits "
                "than a floating-point number; allowed: whole numbers up to 2^53; are these "
                "identifiers? then name the column with " + named("names") + ", or leave it out"
            )


def _what_to_do(table: Table, text: str, cells: Cells, can_omit: bool, names: bool) -> str:
    """What a text that is not a number may mean, and what to do about it."""
    if names:
        as_names = "; if the column names the samples, write " + setting(names=table.names[0])
        few = 2 * np.count_nonzero(cells[0][1]) > len(table)
        also = _what_to_do(table, text, cells, can_omit, False) if few else ""
        return as_names + INSIDE + also
    if len(table.names) == 1 and SEVERAL.fullmatch(text):
        return (
            "; are these several columns? allowed between them: comma, semicolon or tab (in R, "
            "write.csv writes commas, and write.table blanks)"
        )
    if LIKE_NUMBERS.fullmatch(text):
        return (
            "; is it a decimal comma, a group of digits, a unit or a percent sign? write 1.5 and "
            "not 1,5, and 1000 and not 1 000"
        )
    if text == NOT_STORED:
        return f"; to have the values of formulas, {COMPUTE}"
    others = _among_numbers(table, cells)
    if _NUMBER_AND_MORE.match(text):
        return "; write only the number in a cell, without a unit, brackets or an uncertainty"
    if text in others and not can_omit:
        return "; correct the cell"
    if text in others:
        return (
            "; correct the cell, or if it means a missing value, write "
            + setting(missing_values=others, missing="drop")
            + INSIDE
        )
    return "; if the column is not data, name it with " + named("labels", "names")


_NUMBER_AND_MORE = re.compile(r"[($€£¥]+[-+]?\d|[-+]?\d+([.,]\d+)?\s*(±|[A-Za-zµ°%]{1,3}$)")
"""A number with an uncertainty, a unit or brackets: 1.5 ± 0.1, 47.4N, (1.5)."""

MOST_WORDS = 8
"""Different texts among numbers that a message offers to read as missing values."""


def _among_numbers(table: Table, cells: Cells) -> list[str]:
    """The different texts in columns of numbers, in their order."""
    found: dict[str, None] = {}
    for j, (_, are_numbers) in cells.items():
        if are_numbers.any() and not are_numbers.all():
            column = table.texts(j)
            found |= dict.fromkeys(column[row] for row in np.flatnonzero(~are_numbers))
    # A number with a flag or a unit is a value.
    words = [text for text in found if not _NUMBER_AND_MORE.match(text)]
    return (words or list(found))[:MOST_WORDS]
