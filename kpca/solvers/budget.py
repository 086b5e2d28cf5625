"""A memory budget: a number of bytes, or a text such as "8GB"."""

import re

UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
UNITS |= {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
"""The bytes of each unit, which may be written in small or capital letters."""

_NUMBER_AND_UNIT = re.compile(
    r"\s*(inf|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z]*)\s*", re.IGNORECASE
)


def in_bytes(budget: float | str) -> float:
    """The bytes of a budget. Raises ``ValueError`` if it is no number above 0 with a unit.

    >>> in_bytes("8GB"), in_bytes("1.5 GiB"), in_bytes(2e9), in_bytes("4096")
    (8000000000.0, 1610612736.0, 2000000000.0, 4096.0)
    """
    match = _NUMBER_AND_UNIT.fullmatch(str(budget))
    sizes = {name.lower(): size for name, size in UNITS.items()} | {"": 1}
    number, unit = match.groups() if match else ("0", "")
    if unit.lower() not in sizes or not float(number) > 0.0:
        raise ValueError(
            'it should be a number of bytes above 0, or a text with a unit such as "8GB"; the '
            f"units are {', '.join(UNITS)}"
        )
    return float(number) * sizes[unit.lower()]
