"""Whether the names of the columns stand in a row below the first one."""

from collections import Counter

import pyarrow as pa

from kpca.tables.messages import INSIDE, Message, setting
from kpca.tables.numerals import MISSING, is_number
from kpca.tables.table import InputError
from kpca.tables.wording import some


def twice(
    path: str, names: list[str], columns: list[pa.Array], line: int | None, place: str
) -> InputError:
    """The error for ``names`` of which one occurs twice: another row may have the names.

    The ``columns`` begin in a ``line`` of a text file, or in such a ``place``.
    """
    name = next(name for name, count in Counter(names).items() if count > 1)
    way = "; rename one, or to number them, write " + setting(header=True) + INSIDE
    if lower := below(columns, line, place):
        way = lower + "; if not, rename one"
    return InputError(f"{path}: two columns are called {name!r}" + way)


def require_none(
    path: str, given: int, columns: list[pa.Array], line: int, place: str, has_units: bool
) -> None:
    """Raises ``InputError`` for a few ``given`` names above a row that has one for each column.

    ``has_units`` says that the first row of the ``columns`` may be one of units.
    """
    lower = below(columns, line, place, True)
    if not lower:
        return
    otherwise = Message()
    if has_units and lower.settings[0].value == line:
        otherwise = "; if they are units, write " + setting(header=True) + INSIDE
    raise InputError(
        f"{path}: the first row names {given} of {len(columns)} columns" + lower + otherwise
    )


def below(columns: list[pa.Array], line: int | None, place: str, are_all: bool = False) -> Message:
    """What to write if a row has texts of which nearly all differ; "" if none has.

    The rows begin in a ``line`` of a text file, or in such a ``place``. The first cell may be
    empty, above names, unless ``are_all`` to have a text.
    """
    for k in range(0 if line is None else min(MOST_ABOVE, len(columns[0]))):
        cells = [column[k].as_py().strip() for column in columns]
        differ = 10 * len({*cells}) >= 9 * len(cells) > 18
        if (
            differ
            and {*cells[not are_all :]}.isdisjoint(MISSING)
            and not any(map(is_number, cells))
        ):
            shown = some([*map(repr, filter(None, cells))], 3)
            what = f"; if the names of the columns stand in {place} {line + k} ({shown}), write "
            return what + setting(header=line + k) + INSIDE
    return Message()


MOST_ABOVE = 20
"""Rows that may stand above the names of the columns."""
