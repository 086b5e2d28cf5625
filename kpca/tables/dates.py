"""Texts as dates, in the one form that leaves no doubt."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import product

DAYS = (
    *("%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y"),
    *("%d-%b-%Y", "%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y"),
)
TIMES = ("", " %H:%M", " %H:%M:%S")
"""How a day and the time behind it may be written, besides ISO 8601. Years have four digits."""

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def dates(texts: Sequence[str]) -> list[str] | None:
    """Texts as ISO 8601 has dates, such as 2021-03-07 or 2021-03-07T10:30:00; "" stays "".

    None unless all texts but "" are dates in one form, and in one form only: if no day is after
    the twelfth, nobody can tell 7/3/2021 from 3/7/2021. Times with an offset are in UTC.

    >>> dates(["7.3.2021", "", "15.12.2020"]), dates(["2021-03-07 10:30", "2021-03-08"])
    (['2021-03-07', '', '2020-12-15'], ['2021-03-07T10:30:00', '2021-03-08T00:00:00'])
    >>> dates(["7/3/2021", "8/4/2021"]), dates(["March", "May"])
    (None, None)
    """
    present = [text for text in texts if text]
    # Most columns of texts are no dates, and to try every form takes its time.
    if not present or not _YEAR.search(present[0]):
        return None
    read = [form for form in _FORMS if _read(present[:1], form)]
    results = [found for form in read if (found := _read(present, form))]
    if not results or any(found != results[0] for found in results):
        return None
    written = iter(_written(results[0]))
    return [next(written) if text else "" for text in texts]


_FORMS = ("", *map("".join, product(DAYS, TIMES)))
"""Forms of ``strptime``, and "" for ISO 8601."""


def _read(texts: Sequence[str], form: str) -> list[datetime] | None:
    read = datetime.strptime if form else datetime.fromisoformat
    try:
        found = [read(text, *filter(None, [form])) for text in texts]
    except ValueError:
        return None
    offsets = {one.tzinfo is not None for one in found}
    if len(offsets) > 1:
        return None
    return [one.astimezone(UTC).replace(tzinfo=None) for one in found] if True in offsets else found


def _written(found: Sequence[datetime]) -> list[str]:
    """Days without a time, unless one of them has one."""
    are_days = all((one.hour, one.minute, one.second, one.microsecond) == (0,) * 4 for one in found)
    return [one.date().isoformat() if are_days else one.isoformat() for one in found]
