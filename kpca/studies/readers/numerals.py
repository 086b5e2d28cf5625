"""Texts that people write for numbers, and that are not read as numbers."""

import re

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
    found = [_NUMERAL.fullmatch(text.strip().translate(_MINUS)) for text in texts]
    units = [numeral["unit"] for numeral in found if numeral]
    alike = len(set(units)) == 1
    return 2 * sum(alike or _is_unit(unit) for unit in units) > len(texts)


def _is_unit(unit: str) -> bool:
    """Whether a text behind a number is a unit, whatever the other rows have."""
    short = unit[:1].isspace() and len(unit) <= LONGEST_UNIT
    return unit in ("", ")") or short or unit.lstrip().startswith("±")
