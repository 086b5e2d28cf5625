"""Texts as numbers: which are numbers, which are missing values, which only look like numbers."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array, Truths

MISSING = ("", "NA", "N/A", "na", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None", "?")
"""Texts that mean a missing value in a text file."""


def _number(text: str) -> float | None:
    """The number that a text is, without blanks around it; None for any other text."""
    try:
        return pc.cast(pa.scalar(text), pa.float64()).as_py()
    except pa.ArrowInvalid:
        return None


def is_number(text: str) -> bool:
    """Whether a text is a number, blanks around it aside."""
    return _number(text.strip()) is not None


def _floats(column: pa.Array) -> Array:
    return np.asarray(pc.fill_null(pc.cast(column, pa.float64(), safe=False), float("nan")))


def numbers_or_nan(columns: list[pa.Array]) -> list[tuple[Array, Truths]]:
    """Of each column its numbers (n,), NaN where missing, and which cells (n,) are one of both.

    Truth values are 1 and 0. No cell is a number if a column is neither numbers nor texts.
    """
    return [_number_or_nan(column) for column in columns]


def _number_or_nan(column: pa.Array) -> tuple[Array, Truths]:
    kind, all_cells = column.type, np.ones(len(column), dtype=bool)
    if pa.types.is_boolean(kind):
        return _floats(column.cast(pa.int8())), all_cells
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return _floats(column), all_cells
    if pa.types.is_string(kind):
        return _of_texts(column)
    return np.full(len(column), np.nan), ~all_cells


def _of_texts(column: pa.Array) -> tuple[Array, Truths]:
    texts = pc.utf8_trim_whitespace(column)
    missing = np.asarray(pc.is_in(texts, value_set=pa.array(MISSING)))
    try:
        blank = pc.if_else(pa.array(missing), pa.scalar("nan"), texts)
        return _floats(pc.cast(blank, pa.float64())), np.ones(len(missing), dtype=bool)
    except pa.ArrowInvalid:
        pass
    numbers = [
        None if gap else _number(text.as_py()) for gap, text in zip(missing, texts, strict=True)
    ]
    values = np.array(numbers, dtype=float)
    return values, missing | np.array([number is not None for number in numbers])


LIKE_NUMBERS = re.compile(r"[-+]?\d[\d.,\s']*\s*%?")
"""Texts that are meant as numbers: 1,5 or 1 200 or 12%."""

_MINUS = str.maketrans(dict.fromkeys("\u2212\u2013\ufe63\uff0d", "-"))
"""Minus signs and dashes that are not the minus sign of the keyboard."""

_NUMERAL = re.compile(
    r"""
    [($€£¥~≈<>≤≥=\s]*                               # a currency, or a bound: < 0.1
    [-+]?
    (0x[0-9a-f]+ | (\d[\d_',]*(\.\d*)? | \.\d+)     # 0x1, 1_000, 1'000, 0.5
    ([de][-+]?\d+)?)                                # 1.0D+02
    (?P<unit> \s*±.* | \s*[^\d\s:./-][^\d\s:]* | )  # 0.5 cm, but not 2019-01-01 or 10:30
    """,
    re.VERBOSE | re.IGNORECASE,
)

LONGEST_UNIT = 4
"""A longer word behind a number is no unit, with the blank before it, unless all rows have it."""


def look_like_numbers(texts: list[str]) -> bool:
    """Whether most of the texts of a column are numbers with a unit or a sign, or in another form.

    Dates, times and identifiers are not.

    >>> [look_like_numbers(texts) for texts in (["0.5 cm", "1.5 cm"], ["1a", "1b", "2a"])]
    [True, False]
    """
    matches = [_NUMERAL.fullmatch(text.strip().translate(_MINUS)) for text in texts]
    units = [numeral["unit"] for numeral in matches if numeral]
    alike = len(set(units)) == 1
    return 2 * sum(alike or _is_unit(unit) for unit in units) > len(texts)


def _is_unit(unit: str) -> bool:
    """Whether a text behind a number is a unit, whatever the other rows have."""
    short = unit[:1].isspace() and len(unit) <= LONGEST_UNIT
    return unit in ("", ")") or short or unit.lstrip().startswith("±")
