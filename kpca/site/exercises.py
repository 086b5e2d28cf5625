"""The exercises at the end of pages, as one list."""

import re
from collections.abc import Mapping

_EXERCISE = re.compile(r"^\*\*Exercise (\d+\.\d+)\.\*\* \*(.+?)\.\* ", re.MULTILINE)
"""How an exercise begins: 3.2 is the second one of the third page of the theory; other pages come
after it."""


def listed(texts: Mapping[str, str]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """For each page with exercises its name, its title, and of each exercise the number and what it
    trains, from the texts by name.

    >>> listed({"b": "# None", "a": "# First\\n**Exercise 1.1.** *Two means.* Compute"})
    [('a', 'First', [('1.1', 'Two means')])]
    """
    pages = [
        (name, text.partition("\n")[0].removeprefix("# "), found)
        for name, text in texts.items()
        if (found := _EXERCISE.findall(text))
    ]
    return sorted(pages, key=lambda page: float(page[2][0][0]))
