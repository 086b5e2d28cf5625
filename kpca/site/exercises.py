"""The exercises at the end of pages, as one list."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_EXERCISE = re.compile(
    r"^\*\*Exercise ([A-Z\d]+\.\d+)\.\*\* \*(.+?)\.\* \((\w+), (\d+) min\) ", re.MULTILINE
)
"""How an exercise begins: 3.2 is the second one of the third page of the theory. Other pages
have letters, and come before these."""


class Exercise(NamedTuple):
    """An exercise: its number, what it trains, its level (easy, medium, hard), and minutes."""

    number: str
    trains: str
    level: str
    minutes: str

    @property
    def id(self) -> str:
        """The position on its page."""
        return f"exercise-{self.number}".replace(".", "-")


def listed(texts: Mapping[str, str]) -> list[tuple[str, str, list[Exercise]]]:
    """For each page with exercises its name, its title and the exercises, from the texts by name.

    >>> listed({"b": "# None", "a": "# First\\n**Exercise 1.1.** *Two means.* (easy, 5 min) Go"})
    [('a', 'First', [Exercise(number='1.1', trains='Two means', level='easy', minutes='5')])]
    """
    pages = [
        (name, text.partition("\n")[0].removeprefix("# "), [Exercise(*one) for one in found])
        for name, text in texts.items()
        if (found := _EXERCISE.findall(text))
    ]
    return sorted(pages, key=lambda page: ((one := page[2][0].number) < "A", len(one), one))


def with_ids(text: str) -> str:
    """The text of a page with the position of each exercise, to which the list leads."""
    return _EXERCISE.sub(
        lambda found: f'<a id="{Exercise(*found.groups()).id}"></a>{found[0]}', text
    )
