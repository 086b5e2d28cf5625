"""What the jobs of a run have stored of a study, for the optional blocks of its page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from kpca.figures.metadata import INSTEAD_OF, of_outputs
from kpca.figures.shown import FIGURES, SECTIONS
from kpca.page.sections import Picture, Pictures, inside
from kpca.results import denoised as results

ROWS, COLUMNS = 10, 6
"""The most rows of each kind of sample, and the most columns of the data, in their table."""


@dataclass(frozen=True)
class Denoised:
    """The denoised samples of a study: their first rows and columns in six digits.

    counts   of each kind of sample how many rows are shown, and how many there are
    columns  of the data that are shown, and that there are
    """

    remarks: list[str]
    pictures: list[Picture]
    header: list[str]
    rows: list[list[str]]
    counts: list[tuple[str, int, int]]
    columns: tuple[int, int]


@dataclass(frozen=True)
class Stored:
    """What is shown of a study of a run besides its solution.

    checks    with the attribute ``executed_on``; None where no statement is executed
    pictures  that its notebook has drawn, by the fold in which they are shown
    files     addresses of its results, by their names
    figures   addresses of all its figures without their endings, by their names
    denoised  None for a study that asks for none
    """

    checks: xr.Dataset | None
    pictures: Pictures
    files: Mapping[str, str]
    figures: Mapping[str, str]
    denoised: Denoised | None = None


def drawn(notebook: Mapping[str, Any], folder: Path) -> dict[str, Picture]:
    """Each figure of an executed notebook by its name, or the sentence that stands instead.

    The figures lie in ``folder`` as SVG.
    """
    found = {}
    for about, output in of_outputs(notebook):
        if INSTEAD_OF in about:
            found[about[INSTEAD_OF]] = Picture("".join(output["data"]["text/plain"]))
        elif "figure" in about:
            name, width = about["figure"], output["metadata"]["image/png"]["width"]
            address = inside((folder / f"{name}.svg").read_bytes())
            found[name] = Picture(about["caption"], about["alt"], address, width)
    return found


def by_fold(pictures: Mapping[str, Picture]) -> Pictures:
    """The figures that are shown in a fold of the page, by the fold."""
    folds: Pictures = {section: [] for section in SECTIONS}
    for entry in FIGURES:
        if entry.section and entry.name in pictures:
            folds[entry.section].append(pictures[entry.name])
    return {fold: pictures for fold, pictures in folds.items() if pictures}


def denoised(
    remarks: Sequence[str], table: Sequence[list[str]], pictures: Sequence[Picture]
) -> Denoised:
    """What a page shows of ``table``, whose first row is the header (``kpca.results.denoised``)."""
    header, *rows = table
    kinds = Counter(row[1] for row in rows)
    shown = [row for kind in kinds for row in [r for r in rows if r[1] == kind][:ROWS]]
    begin, end = len(results.FIRST), len(header) - len(results.LAST)
    left_out = slice(min(end, begin + COLUMNS), end)
    return Denoised(
        list(remarks),
        list(pictures),
        _without(header, left_out),
        [_without([*row[:begin], *map(_short, row[begin:-1]), row[-1]], left_out) for row in shown],
        [(kind, min(number, ROWS), number) for kind, number in kinds.items()],
        (min(end - begin, COLUMNS), end - begin),
    )


def _without(row: list[str], left_out: slice) -> list[str]:
    return row[: left_out.start] + row[left_out.stop :]


def _short(number: str) -> str:
    return f"{float(number):.6g}" if number else ""
