"""Texts that a user gave, and units, in figures, tables and Markdown: each stands as it is.

No name is read as markup or as a formula, no name is longer than there is room for, and different
names stay different.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import count

from kpca.arrays import Array
from kpca.tables.wording import base
from kpca.tables.wording import counted as counted
from kpca.tables.wording import listed as listed

LONGEST = 28
"""The most letters of the name of a class or of a column beside a figure."""

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def plain(name: object, longest: int = 40) -> str:
    """One name as it stands: no control characters, the middle left out where it is too long.

    >>> plain("a very long name of a column", 15)
    'a very … column'
    """
    return shortened([name], longest)[0]


def in_symbols(formula: str) -> str:
    """A formula of a kernel with the signs of a book, and three digits of each number.

    >>> in_symbols("k(x, y) = exp(-1.25595e-05 |x - y|^2)")
    'k(x, y) = exp(−1.26·10⁻⁵ ‖x − y‖²)'
    >>> in_symbols("k(x, y) = (1 + z) exp(-z), z = sqrt(3) |x - y|/0.164204")
    'k(x, y) = (1 + z) exp(−z), z = √3 ‖x − y‖/0.164'
    >>> in_symbols("k(x, y) = (1 x·y + 1)^2"), in_symbols("k(x, y) = tanh(0.02 x·y + 0)")
    ('k(x, y) = (x·y + 1)²', 'k(x, y) = tanh(0.02 x·y)')
    """
    formula = _NUMBER.sub(_three_digits, formula)
    for old, new in _SYMBOLS.items():
        formula = re.sub(old, new, formula)
    return formula


_NUMBER = re.compile(r"(?<![\w.])(\d+\.?\d*)(?:e([-+]?\d+))?(?![\w.])")

_SYMBOLS = {
    r"(?<=\()1 (?=x·y)| \+ 0(?=\))": "",
    r"\|x - y\|": "‖x − y‖",
    r"‖_1": "‖₁",
    r"\^2(?!\d)": "²",
    r"sqrt\((\d)\)": r"√\1",
    r"-(?=[\dz ])": "−",
}
"""What stands for what in a formula, in the order in which it is replaced."""


def _three_digits(number: re.Match[str]) -> str:
    digits = number[1]
    if "." in digits and len(digits) > 4:
        value = float(digits)
        digits = f"{value:.3g}" if value < 1000.0 else f"{value:.0f}"
    if number[2] is None:
        return digits
    return (
        f"{digits}·10{str(int(number[2])).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
    )


def shortened(names: Sequence[object], longest: int = 40) -> list[str]:
    """Each of ``names`` in at most ``longest`` letters; different names have different texts.

    One part is left out of every long name: the middle, or the part nearest to it that leaves all
    names distinct. Names that no such part leaves distinct end with a number in brackets.

    >>> shortened(["absorbance at 400 nm", "absorbance at 410 nm"], 12)
    ['absorb…00 nm', 'absorb…10 nm']
    """
    given = list(dict.fromkeys(map(str, names)))
    middle = longest // 2
    for head in sorted(range(longest), key=lambda head: abs(head - middle)):
        texts = [_cut(name, head, longest) for name in given]
        if len(set(texts)) == len(given):
            break
    else:
        texts = _numbered([_cut(name, middle, longest) for name in given], longest)
    shown = dict(zip(given, texts, strict=True))
    return [shown[str(name)] for name in names]


def _cut(name: str, head: int, longest: int) -> str:
    """``head`` letters, an ellipsis and as many letters of the end as ``longest`` leaves."""
    text = "".join(mark if mark.isprintable() else " " for mark in name)
    tail = longest - 1 - head
    return text if len(text) <= longest else f"{text[:head]}…{text[len(text) - tail :]}"


def _numbered(texts: list[str], longest: int) -> list[str]:
    """The texts; those that occur several times end with a number that makes them distinct."""
    often = Counter(texts)
    taken, distinct = set(texts), []
    for text in texts:
        if often[text] > 1:
            endings = (f" ({number})" for number in count(1))
            candidates = (text[: longest - len(ending)] + ending for ending in endings)
            text = next(candidate for candidate in candidates if candidate not in taken)
            taken.add(text)
        distinct.append(text)
    return distinct


def literal(text: str) -> str:
    """Text as Matplotlib has to be given it, so that it draws the text as it stands.

    Matplotlib reads what stands between dollars as a formula, and leaves a label that is empty or
    begins with an underscore out of a legend.
    """
    escaped = text.replace("$", r"\$")
    return escaped if escaped and not escaped.startswith("_") else f"\u200b{escaped}"


def with_unit(text: str, unit: str) -> str:
    """An axis label with its unit; "1" is a number without one."""
    return text if unit == "1" else f"{text} [{literal(plain(unit))}]"


def squared(unit: str) -> str:
    """The unit of a square, such as an eigenvalue."""
    return unit if unit == "1" else f"{base(unit)}²"


def component(number: int, unit: str, explained: Array | None = None) -> str:
    """Label of an axis: the number of a component from 1, its share of the variance, its unit."""
    share = "" if explained is None else f" ({100 * explained[number - 1]:.3g} %)"
    return with_unit(f"component {number}{share}", unit)


def with_error(share: float, error: float) -> str:
    """A share in percent with its standard error in words, both to the first digit of the error.

    They have a digit behind the point at least, as shares elsewhere.

    >>> with_error(0.4413, 0.0261), with_error(0.0231, 0.0004), with_error(0.4413, math.nan)
    ('44.1 % (standard error 2.6)', '2.31 % (standard error 0.04)', '44.1 %')
    """
    if not error > 0.0:
        return f"{100 * share:.3g} %"
    places = max(1, -math.floor(math.log10(100 * error)))
    return f"{100 * share:.{places}f} % (standard error {100 * error:.{places}f})"


def as_text(text: object) -> str:
    """A text on one line in which Markdown finds no markup, no formula and no character reference.

    >>> as_text("1. a*b & $c$")
    '1\\\\. a\\\\*b \\\\& \\\\$c\\\\$'
    """
    return _PUNCTUATION.sub(r"\\\1", " ".join(str(text).split()))


def as_option(text: str) -> str:
    """A text in quotes, as the value of an option of a Markdown directive or of a key in YAML.

    >>> as_option('three "dots" ☺')
    '"three \\\\"dots\\\\" ☺"'
    """
    # Escapes such as \ud83d would be halves of a character.
    return json.dumps(text, ensure_ascii=False)


def two_decimals(value: float) -> str:
    """A number with two digits behind the point and the sign of mathematics.

    >>> two_decimals(-0.126), two_decimals(3)
    ('−0.13', '3.00')
    """
    return f"{value:.2f}".replace("-", "−")
