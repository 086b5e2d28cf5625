"""Names of rows: whether they only count, are distinct, or were changed by R."""

import re
from collections import Counter
from collections.abc import Sequence

from kpca.tables.messages import setting
from kpca.tables.table import Table
from kpca.tables.wording import counted, some


def are_count(names: Sequence[str]) -> bool:
    """Whether the names are just the numbers from 0 or from 1."""
    return any([*names] == [str(first + i) for i in range(len(names))] for first in (0, 1))


def numbered(table: Table, names: list[str], of: str = "samples") -> tuple[list[str], list[str]]:
    """The ``names`` (n,) of the rows, those that several have with a number, and a remark on them.

    A row without a name gets that of its line. The rows are samples, or what they are names ``of``.
    """
    names = [name or table.location(row) for row, name in enumerate(names)]
    distinct, remarks = with_numbers(names, of)
    return distinct, [one + "; for other names, write " + setting(names=...) for one in remarks]


def with_numbers(names: Sequence[str], of: str = "columns") -> tuple[list[str], list[str]]:
    """The names with a number behind those that occur several times, and a remark on these.

    >>> with_numbers(["may", "june", "may"])[0]
    ['may (1)', 'june', 'may (2)']
    >>> with_numbers(["g", "g", "g (1)"])[0]
    ['g (2)', 'g (3)', 'g (1)']
    """
    counts, seen, distinct = Counter(names), Counter[str](), list[str]()
    for name in names:
        new = name
        while counts[name] > 1 and new in counts:
            seen[name] += 1
            new = f"{name} ({seen[name]})"
        distinct.append(new)
    again = [f"{name!r} ({counted(k, 'time')})" for name, k in counts.items() if k > 1]
    remark = f"names that several {of} have are numbered: {some(again, 3)}"
    return distinct, [remark] if again else []


def form_of(name: str) -> str:
    """A name with 0 for each number in it, so that s9 and s10 have one form."""
    return re.sub(r"\d+", "0", name)


_RESERVED = (
    *("if", "else", "repeat", "while", "function", "for", "next", "break", "in"),
    *("TRUE", "FALSE", "NULL", "Inf", "NaN", "NA"),
)


def as_in_r(name: str) -> str:
    """A name as ``make.names`` of R changes it, which ``read.csv`` calls for each column.

    >>> [as_in_r(name) for name in ("Site-1", "3rd", "_a", ".5", "if", "ä b")]
    ['Site.1', 'X3rd', 'X_a', 'X.5', 'if.', 'ä.b']
    """
    name = name if re.match(r"[^\W\d_]|\.(?!\d)", name) else f"X{name}"
    name = re.sub(r"[^\w.]", ".", name)
    return f"{name}." if name in _RESERVED else name
