"""How the numbers in the cells of a file are written: found out, or asked for.

In 14,23 the comma is a decimal sign, and in 1,234.5 it groups digits. 1.065 may be either, and
1,065 too, so other cells have to decide. If none does, the user is asked.
"""

import re

import pyarrow as pa
import pyarrow.compute as pc

from kpca.tables.messages import INSIDE, setting
from kpca.tables.numerals import MINUS, MISSING, Numerals
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError

HEAD = 2000
"""Cells of a column in which its signs are looked for."""

OTHER = {".": ",", ",": "."}

_DOUBTFUL = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}")
"""A number with three decimals, or one above a thousand."""

_DECIMALS = re.compile(r"\d*([.,])\d+([eE][-+]?\d+)?")
_GROUPS = re.compile(r"\d{1,3}([.,\s'\u2019])\d{3}(\1\d{3})*(?:(?!\1)([.,])\d+)?")


def numerals(
    path: str, columns: list[pa.Array], options: Options, separator: str = ""
) -> tuple[Numerals, list[str]]:
    """How the numbers in ``columns`` of texts are written, and remarks that say so.

    A file with 0.5 in one column has a decimal point in all, and so has one whose cells are
    separated by commas: programs that write a decimal comma separate them by semicolons.
    Raises ``InputError`` with the line to write if the cells leave a doubt.
    """
    decimal, thousands = options.decimal, options.thousands
    if decimal is not None and decimal == thousands:
        raise InputError(
            f"{path}: decimal and thousands are both {decimal!r}; allowed: two different signs"
        )
    cells = _examples(columns)
    if decimal is None:
        decimal = OTHER[thousands] if thousands in OTHER else _decimal(path, cells)
    if thousands is None:
        thousands = _thousands(path, cells, decimal)
        if thousands and f"thousands {thousands}" not in cells:
            _require_no_mixture(path, columns, decimal, thousands)
    is_known = "decimal ." in cells or separator == ","
    is_open = options.decimal is options.thousands is None
    if decimal == "." and is_open and not is_known:
        _require_no_doubt(path, columns)
    numerals = Numerals(decimal, thousands, options.missing_values or ())
    remarks = _remarks(numerals, columns)
    if is_open and "doubtful ." in cells and not {"decimal .", "decimal ,"} & {*cells}:
        text = cells["doubtful ."]
        remark = f"numbers such as {text} are read with three decimals; if this is "
        whole = text.replace(".", "")
        remarks.append(f"{remark}{whole}, write " + setting(thousands=".") + INSIDE)
    return numerals, remarks


def _examples(columns: list[pa.Array]) -> dict[str, str]:
    """A cell for each sign that occurs in a column that is meant as numbers."""
    cells: dict[str, str] = {}
    heads = _heads(columns)
    # A table may have thousands of columns: what none of them has is not looked for in each.
    every = pa.concat_arrays(heads)
    signs = [sign for sign in ",'\u2019 \u00a0\u2009\u202f" if _any(every, sign)]
    for head in heads:
        grouped = any(_any(head, sign) for sign in signs)
        if grouped or ("decimal ." not in cells and _any(head, ".")):
            cells = _signs(head) | cells
    return cells


def _heads(columns: list[pa.Array]) -> list[pa.Array]:
    return [column.slice(0, HEAD) for column in columns]


def _any(column: pa.Array, sign: str) -> bool:
    return bool(pc.any(pc.match_substring(column, sign)).as_py())


def _signs(column: pa.Array) -> dict[str, str]:
    """A cell for each sign that a column has in its numbers; none unless most cells are numbers."""
    texts = [text for text in map(str.strip, column.to_pylist()) if text not in MISSING]
    signs = [_signs_of(text.lstrip(f"-+{MINUS}")) for text in texts]
    if 2 * sum(found is not None for found in signs) < len(texts):
        return {}
    pairs = zip(signs, texts, strict=True)
    return {sign: text for found, text in pairs for sign in found or ()}


def _signs_of(text: str) -> list[str] | None:
    """What the signs in a number are; None for a text that is no number."""
    if text.isdecimal():
        return []
    if _DOUBTFUL.fullmatch(text):
        return [f"doubtful {text[-4]}"]
    if decimals := _DECIMALS.fullmatch(text):
        return [f"decimal {decimals[1]}"]
    if not (groups := _GROUPS.fullmatch(text)):
        return None
    sign = " " if groups[1].isspace() else groups[1].replace("\u2019", "'")
    decimal = groups[3] or OTHER.get(sign)
    return [f"thousands {sign}"] + [f"decimal {decimal}"] * (decimal is not None)


def _decimal(path: str, cells: dict[str, str]) -> str:
    """The decimal sign, without which some of the ``cells`` would not be numbers."""
    needed = [sign for sign in OTHER if f"decimal {sign}" in cells]
    if len(needed) > 1:
        shown = " and ".join(repr(cells[f"decimal {sign}"]) for sign in needed)
        raise InputError(
            f"{path}: {shown} are numbers in two notations; allowed: one in a file; correct the "
            "cells, or write the one that is meant, "
            + setting(decimal=".")
            + " or "
            + setting(decimal=",")
            + INSIDE
        )
    if not needed and "doubtful ," in cells:
        raise _question(path, cells["doubtful ,"], ",")
    return needed[0] if needed else "."


def _thousands(path: str, cells: dict[str, str], decimal: str) -> str:
    """The sign between groups of digits, if there is one."""
    other = OTHER[decimal]
    signs = [sign for sign in (other, " ", "'") if f"thousands {sign}" in cells]
    if len(signs) > 1:
        shown = " and ".join(repr(cells[f"thousands {sign}"]) for sign in signs)
        raise InputError(
            f"{path}: {shown} have groups of digits in two notations; allowed: one in a file; "
            "correct the cells"
        )
    return signs[0] if signs else other if f"doubtful {other}" in cells else ""


_OTHER = re.compile(r"[-+]?((0|\d{4,})?\.\d.*|\d+\.(\d|\d\d|\d{4,})?([eE].*)?|\d{4,})")
"""Numbers that are not in thousands."""

_WHOLE = re.compile(r"[-+]?\d{1,3}")
"""Numbers that stand beside thousands, too."""


def _require_no_doubt(path: str, columns: list[pa.Array]) -> None:
    """Raises ``InputError`` for a column with numbers such as 1.065 beside 735, and no others with
    a point: they may have three decimals, or be above a thousand."""
    for column in columns:
        texts = _trimmed(column).to_pylist() if _any(column, ".") else []
        doubtful = filter(_DOUBTFUL.fullmatch, (text for text in texts if text[-4:-3] == "."))
        first = [next(found, "") for found in (doubtful, filter(_WHOLE.fullmatch, texts))]
        if all(first) and not any(map(_OTHER.fullmatch, texts)):
            raise _question(path, first[0], ".", first[1])


def _trimmed(cells: pa.Array) -> pa.Array:
    return pc.replace_substring(pc.utf8_trim_whitespace(cells), MINUS, "-")


def _question(path: str, text: str, sign: str, beside: str = "", second: str = "") -> InputError:
    """The error for a ``text`` with a ``sign`` that may group digits, or be the decimal sign.

    ``second`` is what to do in the second case, where this is not all to say.
    """
    also = f" beside {beside!r}" if beside else ""
    return InputError(
        f"{path}: {text!r}{also} may be {text.replace(sign, '')} or {text.replace(sign, '.')}; "
        "write "
        + setting(thousands=sign)
        + INSIDE
        + " for the first, or "
        + (second or "write " + setting(decimal=sign) + INSIDE)
        + " for the second"
    )


def _require_no_mixture(path: str, columns: list[pa.Array], decimal: str, sign: str) -> None:
    """Raises ``InputError`` for a column with numbers such as 1.065 and 7,5, of which the first
    may have another decimal sign than the others."""
    doubtful, other = rf"^[-+]?[1-9]\d{{0,2}}[{sign}]\d{{3}}$", rf"^[-+]?\d+[{decimal}]\d+$"
    for head in map(_trimmed, _heads(columns)):
        if not (_any(head, sign) and _any(head, decimal)):
            continue
        rows = [
            pc.index(pc.match_substring_regex(head, form), True).as_py()
            for form in (doubtful, other)
        ]
        if min(rows) >= 0:
            text, beside = (head[row].as_py() for row in rows)
            correct = f"correct the cell to {text.replace(sign, decimal)!r}"
            raise _question(path, text, sign, beside, correct)


def _remarks(numerals: Numerals, columns: list[pa.Array]) -> list[str]:
    remarks = []
    if numerals.decimal == ",":
        remarks.append("numbers are read with a decimal comma: 1,5 is 1.5")
    if numerals.thousands:
        remarks.append(f"digits are read in groups of three: 1{numerals.thousands}065 is 1065")
    if _any(pa.concat_arrays(columns), MINUS):
        remarks.append("the character U+2212 is read as a minus sign")
    return remarks
