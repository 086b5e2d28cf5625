"""The exercises at the end of pages, as one list."""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    number  such as "3.2": the second one of the third page of the theory; other pages come after it
    trains  what it is about
    """

    number: str
    trains: str


_EXERCISE = re.compile(r"^\*\*Exercise (\d+\.\d+)\.\*\* \*(.+?)\.\* ", re.MULTILINE)
"""How an exercise begins."""


def listed(texts: Mapping[str, str]) -> list[tuple[str, str, list[Exercise]]]:
    """For each page with exercises its name, its title and the exercises, from the texts by name.

    >>> listed({"theory-a": "# First\\n**Exercise 1.1.** *Two means.* Compute", "b": "# None"})
    [('theory-a', 'First', [Exercise(number='1.1', trains='Two means')])]
    """
    return [
        (name, text.partition("\n")[0].removeprefix("# "), [Exercise(*one) for one in found])
        for name, text in texts.items()
        if (found := _EXERCISE.findall(text))
    ]
