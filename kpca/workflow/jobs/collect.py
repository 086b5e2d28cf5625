"""Collect the checks of all studies into one table, a row per statement and study.

python -m kpca.workflow.jobs.collect [--every] OUTPUT.csv OUTPUT.nc RESULT ...
"""

import csv
import sys
from pathlib import Path

from kpca.results import checks, files
from kpca.results.files import replacing
from kpca.statements.status import STATUS
from kpca.workflow import jobs

COLUMNS = (
    *("id", "study", "status", "discrepancy", "tolerance", "control", "verdict"),
    *("decided", "entries"),
)
"""The columns of ``checks.csv``; ``config/README.md`` explains each."""

IN_THE_TREE = ("margin", "part", "report")


def rows(paths: list[str]) -> list[dict[str, str]]:
    """One row per check, studies in the order given, statements in the order of the ledger.

    Numbers are written with all their digits. A statement that raised an exception has no numbers,
    and its message is in the column ``verdict``. ``IN_THE_TREE`` goes into the tree only.
    """
    collected, studies = [], []
    for path in paths:
        tree = files.read(path)
        study, node = tree.attrs["study"], tree["checks"]
        studies += [study] if study not in studies else []
        collected += [
            {"id": str(id), "study": study}
            | {name: str(node[name].values[k]) for name in (*COLUMNS[2:], *IN_THE_TREE)}
            for k, id in enumerate(node["statement"].values)
        ]
        collected += [_lost(study, str(id), reason) for id, reason in checks.not_executed(node)]
    position = {id: number for number, id in enumerate(STATUS)}
    return sorted(collected, key=lambda row: (studies.index(row["study"]), position[row["id"]]))


def subsets(paths: list[str]) -> dict[str, str]:
    """On which samples, of each study whose statements were executed on others than its own."""
    trees = [files.read(path) for path in paths]
    attributes = [tree.attrs for tree in trees if "executed_on" in tree.attrs]
    return {str(study["study"]): str(study["executed_on"]) for study in attributes}


def _lost(study: str, id: str, reason: str) -> dict[str, str]:
    empty = dict.fromkeys((*COLUMNS, *IN_THE_TREE), "")
    words = {"status": STATUS[id], "verdict": checks.NOT_EXECUTED + reason}
    return empty | {"id": id, "study": study} | words


def not_executed(table: list[dict[str, str]]) -> list[str]:
    """Ids of statements without a row, or with rows of exceptions only."""
    executed = {row["id"] for row in table if not row["verdict"].startswith(checks.NOT_EXECUTED)}
    return [id for id in STATUS if id not in executed]


def read(path: str | Path) -> list[dict[str, str]]:
    """The rows of a table of checks."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(table: list[dict[str, str]], path: str | Path) -> None:
    """Write the table."""
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(table)


def main(arguments: list[str]) -> int:
    """Write both tables; return 1 and report it if a required statement was not executed."""
    every = arguments[:1] == ["--every"]
    csv_path, tree_path, *paths = arguments[every:]
    table = rows(paths)
    if every and (missing := not_executed(table)):
        print(
            f"no study meets the precondition of {', '.join(missing)}; allowed: none, because "
            "the configuration says 'every_statement: true'; add a study with what they need "
            "(points, a kernel with an explicit feature map, distances) or remove that key",
            file=sys.stderr,
        )
        return 1
    files.write(checks.to_tree(table, subsets(paths)), tree_path)
    write(table, csv_path)
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, sys.argv[1:]))
