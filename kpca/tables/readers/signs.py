"""Percent signs and currencies beside the numbers of a column, which are left out."""

import pyarrow as pa
import pyarrow.compute as pc

from kpca.tables.numerals import MINUS, MISSING
from kpca.tables.wording import listed

SIGNS = "%€$£¥"

HEAD = 100
"""Cells of a column in which a sign is looked for."""

_NUMBER = rf"[-+{MINUS}]?\d[\d.,'\s]*?"


def without_signs(columns: list[pa.Array]) -> tuple[list[pa.Array], list[str]]:
    """The columns, and a remark that names the first cell of those that lost a sign.

    A column loses its signs if all cells below the first row, which may be a header, have the same
    one and are numbers otherwise, or missing.
    """
    plain, cells = _joined(columns), []
    # A table may have thousands of columns: what none of them has is not looked for in each.
    heads = pa.concat_arrays([column.slice(1, HEAD) for column in columns])
    for sign in SIGNS:
        form = rf"^(?:([-+{MINUS}]?)[{sign}]\s?({_NUMBER})|({_NUMBER})\s?[{sign}])$"
        has_sign = pc.any(pc.match_substring(heads, sign)).as_py()
        for j, column in enumerate(columns if has_sign else []):
            texts = pc.utf8_trim_whitespace(column)
            below = texts.slice(1)
            given = below.filter(pc.invert(pc.is_in(below, value_set=pa.array(MISSING))))
            if len(given) and pc.all(pc.match_substring_regex(given, form)).as_py():
                plain[j] = pc.replace_substring_regex(texts, form, r"\1\2\3")
                cells.append(repr(given[0].as_py()))
    remarks = [f"signs beside numbers left out, as in {listed(cells, 4)}"] if cells else []
    return plain, remarks


_APART = rf"^\s*([-+{MINUS}])\s+(\d[\d.,]*)\s*$"
"""A sign and the blanks behind it, as loggers write them so that numbers stand in columns."""


def _joined(columns: list[pa.Array]) -> list[pa.Array]:
    """The columns without blanks behind the signs of numbers, where most cells have them."""
    joined = []
    for column in columns:
        head = pc.match_substring_regex(column.slice(0, HEAD), _APART)
        most = 2 * (pc.sum(head).as_py() or 0) > len(head)
        joined.append(pc.replace_substring_regex(column, _APART, r"\1\2") if most else column)
    return joined
