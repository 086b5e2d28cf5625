"""Whether the names of the columns stand in a row below the first one."""

from collections import Counter

import pyarrow as pa

from kpca.tables.messages import INSIDE, Message, setting
from kpca.tables.numerals import MISSING, is_number
from kpca.tables.table import InputError
from kpca.tables.wording import some


def require_no_second_header(
    path: str, names: list[str], columns: list[pa.Array], line: int | None, place: str
) -> None:
    """Raises ``InputError`` for ``names`` that occur twice: another row may have the names.

    That is a row of texts, of which nearly all differ. The ``columns`` begin in a ``line`` of a
    text file, or in such a ``place``.
    """
    if len({*names}) == len(names):
        return
    twice = next(name for name, count in Counter(names).items() if count > 1)
    what, way = "; rename one, or to number them, write ", setting(header=True) + INSIDE
    lower = below(columns, line, place)
    if lower:
        what, way = "", lower + "; if not, rename one"
    raise InputError(f"{path}: two columns are called {twice!r}{what}" + way)


def require_no_lower_names(
    path: str,
    names: list[str],
    columns: list[pa.Array],
    has_units: bool,
    line: int,
    place: str,
) -> None:
    """Raises ``InputError`` for ``names`` of which most are empty, above a row that has all.

    The ``columns`` begin in a ``line`` of a text file, or in such a ``place``. ``has_units`` says
    that their first row may be one of units.
    """
    given = sum(bool(name.strip()) for name in names)
    if 2 * given > len(names) or len(names) < FEWEST_BELOW:
        return
    for k in range(min(MOST_ABOVE, len(columns[0]))):
        cells = [column[k].as_py().strip() for column in columns]
        differ = 2 * len({*cells}) > len(cells) and {*cells}.isdisjoint(MISSING)
        if all(cells) and differ and not any(map(is_number, cells)):
            texts, otherwise = some([*map(repr, cells)], 3), Message()
            if not k and has_units:
                otherwise = "; if they are units, write " + setting(header=True) + INSIDE
            raise InputError(
                f"{path}: the first row names {given} of {len(names)} columns, and {place} "
                f"{line + k} has a text for each ({texts}); if these are the names, write "
                + setting(header=line + k)
                + INSIDE
                + otherwise
            )
        if any(map(is_number, cells)):
            return


FEWEST_BELOW = 3
"""Columns of which most may have no name because their names stand in a lower row."""


def below(columns: list[pa.Array], line: int | None, place: str) -> str:
    """What to write if a row has texts of which nearly all differ; "" if none has.

    The rows begin in a ``line`` of a text file, or in such a ``place``. The first cell may be
    empty, above names.
    """
    for k in range(0 if line is None else min(MOST_ABOVE, len(columns[0]))):
        cells = [column[k].as_py().strip() for column in columns]
        differ = 10 * len({*cells}) >= 9 * len(cells) > 18
        if differ and all(cells[1:]) and not any(map(is_number, cells)):
            shown = some([*map(repr, filter(None, cells))], 3)
            what = f"; if the names of the columns stand in {place} {line + k} ({shown}), write "
            return what + setting(header=line + k) + INSIDE
    return ""


MOST_ABOVE = 20
"""Rows that may stand above the names of the columns."""
