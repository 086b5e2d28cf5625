"""Collect the claims of all result trees into one table, a row per statement and study.

python -m kpca.workflow.claims OUTPUT RESULT ...
"""

import csv
import os
import sys
from pathlib import Path

from kpca import results
from kpca.ledger import LEDGER

COLUMNS = ("id", "study", "status", "discrepancy", "tolerance", "control", "verdict")


def rows(paths: list[str]) -> list[dict[str, str]]:
    """One row per claim, studies in the order given, statements in the order of the ledger.

    Numbers are written so that they read back exactly.
    """
    found, studies = [], []
    for path in paths:
        tree = results.read(path)
        study = tree.attrs["study"]
        studies += [study] if study not in studies else []
        found += [
            {"id": str(id), "study": study}
            | {name: str(tree["claims"][name].values[k]) for name in COLUMNS[2:]}
            for k, id in enumerate(tree["claims"]["claim"].values)
        ]
    place = {id: number for number, id in enumerate(LEDGER)}
    return sorted(found, key=lambda row: (studies.index(row["study"]), place[row["id"]]))


def read(path: str | Path) -> list[dict[str, str]]:
    """The rows of a table of claims."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(found: list[dict[str, str]], path: str | Path) -> None:
    """Write the table under a temporary name, then rename."""
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(found)
    os.replace(temporary, path)


if __name__ == "__main__":
    write(rows(sys.argv[2:]), sys.argv[1])
