"""Texts as numbers: which are numbers, which are missing values, which only look like numbers."""

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array, Truths

MISSING = (
    "",
    "NA",
    "N/A",
    "#N/A",
    "<NA>",
    "na",
    "n/a",
    "NaN",
    "nan",
    "NAN",
    "null",
    "NULL",
    "None",
    "?",
)
"""Texts that mean a missing value in a text file."""

NOT_STORED = "formula, not stored"
"""What stands for a formula in a workbook that no spreadsheet program has computed."""

COMPUTE = "open the file in a spreadsheet program, such as LibreOffice, and save it"
"""What to do about it."""

MINUS = "\u2212"
"""The minus sign of books, which a program prints that sets its tables in type."""


@dataclass(frozen=True)
class Numerals:
    """How the numbers of a file are written.

    decimal    the sign before the decimals: a point or a comma
    thousands  the sign between groups of three digits; empty for none. A blank stands for every
               kind of blank, and ' for the typographic apostrophe, too
    missing    numbers and texts that mean a missing value, besides ``MISSING``
    """

    decimal: str = "."
    thousands: str = ""
    missing: tuple[float | str, ...] = ()

    def plain(self, texts: pa.Array) -> pa.Array:
        """Texts with each number as Arrow reads it; a number in another notation becomes none.

        >>> Numerals(",", ".").plain(pa.array(["1.065,5", "1.5", "x"])).to_pylist()
        ['1065.5', '1,5', 'x']
        """
        texts = pc.replace_substring(pc.utf8_trim_whitespace(texts), MINUS, "-")
        if self.thousands:
            signs = f"[{SIGNS.get(self.thousands, self.thousands)}]"
            grouped = rf"^[-+]?\d{{1,3}}({signs}\d{{3}})+([{self.decimal}]\d*)?([eE][-+]?\d+)?$"
            are_grouped = pc.match_substring_regex(texts, grouped)
            texts = pc.if_else(are_grouped, pc.replace_substring_regex(texts, signs, ""), texts)
        if self.decimal == ",":
            for old, new in ((".", "\0"), (",", "."), ("\0", ",")):
                texts = pc.replace_substring(texts, old, new)
        return texts


SIGNS = {" ": " \u00a0\u2009\u202f", "'": "'\u2019"}
"""The characters that are used for a sign between groups of digits, if there are several."""

PLAIN = Numerals()

Cells = dict[int, tuple[Array, Truths]]
"""Of some columns the numbers (n,), and which cells (n,) are numbers or missing."""


def is_number(text: str, numerals: Numerals = PLAIN) -> bool:
    """Whether a text is a number, blanks around it aside."""
    return are_numbers([text], numerals)[0]


def are_numbers(texts: list[str], numerals: Numerals = PLAIN) -> list[bool]:
    """Which texts are numbers, blanks around them aside."""
    return _are_plain(numerals.plain(pa.array(texts, pa.string())))


def _are_plain(plain: pa.Array) -> list[bool]:
    """Which texts are numbers as Arrow reads them."""
    # Most texts begin as no number does, and a cast of each takes its time.
    begins = pc.match_substring_regex(plain, r"^[-+]?(\.?\d|nan|inf)", ignore_case=True)
    return [
        may_be and _cast(plain.slice(i, 1)) is not None
        for i, may_be in enumerate(begins.to_pylist())
    ]


_OF_FORTRAN = r"^([-+]?\d*\.\d*)[dD]([-+]\d{2,3})$"
"""A number such as 1.5D+02."""


def _cast(texts: pa.Array) -> pa.Array | None:
    try:
        return pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        texts = pc.replace_substring_regex(texts, _OF_FORTRAN, r"\1E\2")
    try:
        return pc.cast(texts, pa.float64())
    except pa.ArrowInvalid:
        return None


def _floats(column: pa.Array) -> Array:
    return np.asarray(pc.fill_null(pc.cast(column, pa.float64(), safe=False), float("nan")))


def numbers_or_nan(
    columns: list[pa.Array], numerals: Numerals = PLAIN
) -> list[tuple[Array, Truths]]:
    """Of each column its numbers (n,), NaN where missing, and which cells (n,) are one of both.

    Truth values are 1 and 0. No cell is a number if a column is neither numbers nor texts.
    """
    cells = _numbers_or_nan(columns, numerals)
    numbers = [value for value in numerals.missing if not isinstance(value, str)]
    return [(np.where(np.isin(values, numbers), np.nan, values), are) for values, are in cells]


def _numbers_or_nan(columns: list[pa.Array], numerals: Numerals) -> list[tuple[Array, Truths]]:
    """As ``numbers_or_nan``, but numbers that mean a missing value are numbers."""
    if not columns or not all(pa.types.is_string(column.type) for column in columns):
        return [_number_or_nan(column, numerals) for column in columns]
    # A table may have thousands of columns, and a call of Arrow takes longer than a short one.
    values = _cast(_without_missing(pa.concat_arrays(columns), numerals))
    if values is not None:
        rows = _floats(values).reshape(len(columns), -1)
        return [(row, np.ones(len(row), dtype=bool)) for row in rows]
    if len(columns) == 1:
        return [_some_of_texts(columns[0], numerals)]
    half = len(columns) // 2
    return [
        cells
        for part in (columns[:half], columns[half:])
        for cells in _numbers_or_nan(part, numerals)
    ]


def _number_or_nan(column: pa.Array, numerals: Numerals) -> tuple[Array, Truths]:
    kind, all_cells = column.type, np.ones(len(column), dtype=bool)
    if pa.types.is_boolean(kind):
        return _floats(column.cast(pa.int8())), all_cells
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return _floats(column), all_cells
    if pa.types.is_string(kind):
        return _numbers_or_nan([column], numerals)[0]
    return np.full(len(column), np.nan), ~all_cells


def _without_missing(texts: pa.Array, numerals: Numerals) -> pa.Array:
    """Texts as Arrow reads numbers, "nan" for those that mean a missing value."""
    texts = pc.utf8_trim_whitespace(texts)
    signs = [*MISSING, *(text for text in numerals.missing if isinstance(text, str))]
    missing = pc.is_in(texts, value_set=pa.array(signs))
    return numerals.plain(pc.if_else(missing, pa.scalar("nan"), texts))


def _some_of_texts(column: pa.Array, numerals: Numerals) -> tuple[Array, Truths]:
    """Numbers, NaN where missing, and which cells are one of both, where other texts are."""
    plain = _without_missing(column, numerals)
    # Arrow casts a column or nothing.
    are_numbers = np.array(_are_plain(plain), dtype=bool)
    numbers = pc.if_else(pa.array(are_numbers), plain, pa.scalar("nan"))
    return _floats(_cast(numbers)), are_numbers


FEWEST_IN_ORDER = 6
"""Fewer numbers may increase by chance."""


def increases(values: Array) -> bool:
    """Whether many numbers (n,) are in order, as wavelengths are, and few are by chance."""
    return in_order(values) and len(values) >= FEWEST_IN_ORDER


def in_order(values: Array) -> bool:
    """Whether numbers (n,) increase from each to the next, or all decrease."""
    steps = np.diff(values)
    return len(values) > 2 and bool((steps > 0.0).all() or (steps < 0.0).all())


def is_count(values: Array) -> bool:
    """Whether numbers (n,) count from 0 or 1, as programs do that number rows and columns."""
    in_steps = bool((np.diff(values) == 1.0).all())
    return len(values) > 1 and values[0] in (0.0, 1.0) and in_steps


LIKE_NUMBERS = re.compile(r"[-+]?\d[\d.,\s']*\s*%?")
"""Texts that are meant as numbers: 1,5 or 1 200 or 12%."""

DATE = re.compile(r"\d{1,4}([./-])([A-Za-z]{3,9}|\d{1,2})\1\d{1,4}([T ].*|$)")
"""A day, such as 01.05.1973, 2021-03-07 or 01-Mar-23, and the time behind it."""

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

    Dates, times, identifiers and a code that is repeated, such as 2a beside +, are not.

    >>> many = (["0.5 cm", "1.5 cm"], ["3cm", "4cm"], ["1a", "1b", "2a"], ["2a", "2a", "+"])
    >>> [look_like_numbers(texts) for texts in many]
    [True, True, False, False]
    """
    matches = [_NUMERAL.fullmatch(text.strip().translate(_MINUS)) for text in texts]
    units = [numeral["unit"] for numeral in matches if numeral]
    alike = len(set(units)) == 1 < len({numeral[0] for numeral in matches if numeral})
    return 2 * sum(alike or _is_unit(unit) for unit in units) > len(texts)


def _is_unit(unit: str) -> bool:
    """Whether a text behind a number is a unit, whatever the other rows have."""
    short = unit[:1].isspace() and len(unit) <= LONGEST_UNIT
    return unit in ("", ")") or short or unit.lstrip().startswith("±")


def are_codes(cells: list[str]) -> bool:
    """Whether texts are codes of digits such as 00123, which no program writes for a number.

    >>> are_codes(["00123", "10115"]), are_codes(["0", "10"]), are_codes(["007", "7"])
    (True, False, False)
    """
    alike = len({len(cell) for cell in cells}) == 1 and all(cell.isdecimal() for cell in cells)
    return alike and len(cells[0]) > 1 and any(cell.startswith("0") for cell in cells)


def mostly_numbers(cells: Cells) -> list[int]:
    """The columns with more numbers than texts."""
    return [
        j
        for j, (values, are) in cells.items()
        if np.isfinite(values).sum() > np.count_nonzero(~are)
    ]
