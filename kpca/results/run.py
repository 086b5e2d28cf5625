"""The results of one run, as the report reads them."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import files, solutions, studies
from kpca.results.checks import subsets_of
from kpca.solvers.solution import Solution
from kpca.statements import every
from kpca.statements.case import Case
from kpca.statements.status import STATUS
from kpca.studies.study import Study


class Row(NamedTuple):
    """One check of one study, as the table of all checks stores it."""

    id: str
    study: str
    discrepancy: float
    tolerance: float
    margin: float
    verdict: str
    report: str


@dataclass(frozen=True)
class Run:
    """Studies, solutions by the eigen-solve, and the checks of all studies.

    ``subsets`` says on how many samples, of each study whose statements are not executed on all.
    """

    folder: Path | None
    studies: dict[str, Study]
    solutions: dict[str, Solution]
    checks: list[Row]
    subsets: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: str | Path | None) -> "Run":
        """The results in a folder; without one those of the last run, or one small study.

        Raises ``OSError`` if the folder has no results.
        """
        path = Path(folder) if folder else _last()
        return cls._read(path) if path else cls._example()

    @classmethod
    def _read(cls, folder: Path) -> "Run":
        table = files.read(folder / TABLE)["checks"]
        rows = _rows(table)
        names = list(dict.fromkeys(row.study for row in rows))
        return cls(
            folder,
            {name: studies.load(folder / name / "study.nc") for name in names},
            {name: _solution(folder / name / "eigen-solve.nc") for name in names},
            rows,
            subsets_of(table),
        )

    @classmethod
    def _example(cls) -> "Run":
        study = studies.load(None)
        case = Case.of(study)
        numbers = ("discrepancy", "tolerance", "margin_of_all", "verdict", "report")
        rows = [
            Row(check.id, study.name, *(getattr(check, name) for name in numbers))
            for check in every.execute(case)
        ]
        return cls(None, {study.name: study}, {study.name: case.dual}, rows)

    def experiment(self, name: str, part_of_the_run: str) -> xr.DataTree | None:
        """The results of a notebook that belongs to no study, if it is part of this run."""
        path = self.folder / f"{name}.nc" if self.folder else None
        is_stored = path is not None and name in part_of_the_run.split() and path.is_file()
        return files.read(path) if is_stored else None

    @property
    def executed(self) -> dict[str, int]:
        """On how many studies each statement is executed, in the order of the ledger."""
        ids = [row.id for row in self.checks]
        return {id: ids.count(id) for id in STATUS if id in ids}

    def matrix(self) -> tuple[Array, Array]:
        """Discrepancy over tolerance, by study and executed statement, and whether none fails.

        NaN if a statement is not executed on a study or undecided there.
        """
        ids, names = list(self.executed), list(self.studies)
        ratio = np.full((len(names), len(ids)), np.nan)
        agrees = np.ones(ratio.shape, dtype=bool)
        for row in (row for row in self.checks if row.verdict != "undecided"):
            cell = names.index(row.study), ids.index(row.id)
            ratio[cell] = row.discrepancy / row.tolerance
            agrees[cell] = row.verdict != "fails"
        return ratio, agrees

    @staticmethod
    def in_two_arithmetics(result: xr.DataTree) -> tuple[list[str], Array, Array]:
        """Ids of checks, and their discrepancies in double precision and with fifty digits."""
        node = result["checks"]
        ids = [str(id) for id in node["statement"].values]
        return ids, node["discrepancy"].values, node["discrepancy_fifty"].values

    @staticmethod
    def errors_on(name: str, result: xr.DataTree) -> tuple[Array, dict[str, Array]]:
        """Eigenvalues above 0 that a matrix was made with; relative errors by formulation."""
        node = result[name]
        chosen, names = node["chosen"].values, node["formulation"].values
        errors = {
            str(formulation): np.abs(solved[chosen > 0] / chosen[chosen > 0] - 1)
            for formulation, solved in zip(names, node["computed"].values, strict=True)
        }
        return chosen[chosen > 0], errors


TABLE = "checks.nc"


def _rows(node: xr.DataTree) -> list[Row]:
    names = ("statement", "in_study", *Row._fields[2:])
    return [Row(*row) for row in zip(*(node[name].values.tolist() for name in names), strict=True)]


def _solution(path: Path) -> Solution:
    return solutions.from_tree(files.read(path))[0]


def _last() -> Path | None:
    """The results of the last run, seen from the folder of the notebooks or of the project."""
    folders = (Path(up) / "results" for up in ("..", "."))
    return next((folder for folder in folders if (folder / TABLE).is_file()), None)
