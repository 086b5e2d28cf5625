"""Texts in figures: names as they stand, units, and the labels of components."""

from kpca.arrays import Array
from kpca.figures.names import plain
from kpca.studies.wording import base
from kpca.studies.wording import counted as counted
from kpca.studies.wording import listed as listed


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


LONGEST = 28
"""The most letters of the name of a class or of a column beside a figure."""
