"""Prints the tests of the library: ``python -m pytest $(python tests/library.py)`` runs them.

The library is what lies below the studies in the layers of ``pyproject.toml``, without the tables.
Its tests run on every system and with every version of Python that README.md names.
"""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
ABOVE = "studies"
"""The lowest layer of the application that imports the library."""

TABLES = "tables"
"""A layer of the application that imports nothing of the library."""


def modules() -> list[str]:
    """The names of the library's modules and folders, from above."""
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = configured["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    below = layers[layers.index(ABOVE) + 1 :]
    return [name for layer in below for name in layer.split(" | ") if name != TABLES]


def paths() -> list[str]:
    """The tests of these modules, and the modules themselves for their doctests."""
    both = (f"{place}{name}" for name in modules() for place in ("tests/", "tests/test_", "kpca/"))
    found = (path for name in both for path in (name, f"{name}.py") if (ROOT / path).exists())
    return sorted(found)


if __name__ == "__main__":
    print(*paths())
