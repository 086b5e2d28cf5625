"""The page of a study in Markdown, for the site: components, figures, checks.

python -m kpca.site.study_page OUTPUT STUDY EIGEN AGREEMENT NOTEBOOK [DENOISED TABLE NOTEBOOK]

AGREEMENT is "none" for a study on which no statement is executed. A page shows the figures of its
executed notebooks in their order, so that a new figure of a notebook is on the page.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from kpca.arrays import Array
from kpca.figures.metadata import INSTEAD_OF, of_outputs
from kpca.page import fitted_variables, interactive, scripts
from kpca.results import checks, files, solved, studies
from kpca.results import denoised as results
from kpca.results.files import replacing
from kpca.site.rendering import rendered
from kpca.solvers.partial import Solved
from kpca.statements.ledger import LEDGER
from kpca.studies.solved_study import SolvedStudy
from kpca.studies.study import Study
from kpca.workflow import catalog, jobs

ROWS, COLUMNS = 10, 6
"""The most rows of each kind of sample, and the most columns of the data, in their table."""


@dataclass(frozen=True)
class Denoised:
    """What a page shows of denoised samples: remarks, the table with its header, the notebook."""

    remarks: list[str]
    table: list[list[str]]
    notebook: dict[str, Any]


def render(
    study: Study,
    result: Solved,
    executed: xr.Dataset | None,
    notebook: dict[str, Any],
    denoised: Denoised | None = None,
    on: str = "",
    placed: tuple[Array, Array] | None = None,
) -> str:
    """The page; every name, label and title is shown as it is, and never read as markup.

    ``result`` is the solution with its certificate. ``executed`` are the checks, None where no
    statement is executed; ``on`` says on how many samples if not on all. ``notebook`` is the
    executed notebook with the figures. ``placed`` are scores and row means of the new samples.
    """
    solution = result.solution
    one = SolvedStudy(study, result, placed)
    folder = catalog.from_page(study.name)
    rows = [] if executed is None else _rows_of_checks(executed)
    return rendered(
        "study_page.md.j2",
        study=study,
        map=scripts.as_json(interactive.described([one], [study.name])),
        scripts=[path.name for path in scripts.files()],
        files=folder,
        columns=study.columns,
        solution=solution,
        kernel=one.kernel,
        components=interactive.components(solution, one.standard_errors[1]),
        known=solved.rank_in_words(solution),
        solver=solved.sentences(result),
        fitted=_tables_of_variables(one),
        on=on,
        figures=_figures(notebook, folder, catalog.FIGURES),
        denoised=_denoised(denoised, folder) if denoised else None,
        checks=None if executed is None else rows,
        not_executed=[] if executed is None else checks.not_executed(executed),
        not_available=[] if executed is None else checks.not_available(executed),
        statements=LEDGER,
        agreeing=sum(row["verdict"] == "agrees" for row in rows),
    )


def _tables_of_variables(one: SolvedStudy) -> list[fitted_variables.Table]:
    """The tables of the variables beside the data, if there are any."""
    return fitted_variables.tables(one.fitted_variables) if one.study.variables else []


def _denoised(denoised: Denoised, folder: str) -> dict[str, object]:
    """The remarks, the figures and the first rows of the table, in six digits."""
    header, *rows = denoised.table
    kinds = Counter(row[1] for row in rows)
    shown = [row for kind in kinds for row in [r for r in rows if r[1] == kind][:ROWS]]
    begin, end = len(results.FIRST), len(header) - len(results.LAST)
    left_out = slice(min(end, begin + COLUMNS), end)
    return {
        "remarks": denoised.remarks,
        "figures": _figures(denoised.notebook, folder, Path(catalog.DENOISED["figures"]).name),
        "header": _without(header, left_out),
        "rows": [
            _without([*row[:begin], *map(_short, row[begin:-1]), row[-1]], left_out)
            for row in shown
        ],
        "counts": [(kind, min(number, ROWS), number) for kind, number in kinds.items()],
        "columns": (min(end - begin, COLUMNS), end - begin),
        "file": Path(catalog.DENOISED["table"]).name,
    }


def _without(row: list[str], left_out: slice) -> list[str]:
    return row[: left_out.start] + row[left_out.stop :]


def _short(number: str) -> str:
    return f"{float(number):.6g}" if number else ""


def _figures(notebook: dict[str, Any], study_folder: str, folder: str) -> list[dict[str, object]]:
    """Each figure that a notebook has drawn, or the sentence that stands instead, in its order.

    ``folder`` has the files of the figures, and lies in ``study_folder`` as seen from the page.
    """
    return [
        _picture(about, output, study_folder, folder)
        if "figure" in about
        else {"caption": "".join(output["data"]["text/plain"])}
        for about, output in of_outputs(notebook)
        if {"figure", INSTEAD_OF} & about.keys()
    ]


def _picture(
    about: dict[str, str], output: dict[str, Any], study_folder: str, folder: str
) -> dict[str, object]:
    """A picture with its words, its width on a screen and its files."""
    name = about["figure"]
    return {
        "png": f"{folder}/{name}.png",
        "files": f"{study_folder}/{folder}/{name}",
        "caption": about["caption"],
        "alt": about["alt"],
        "width": output["metadata"]["image/png"]["width"],
    }


def _rows_of_checks(executed: xr.Dataset) -> list[dict[str, str]]:
    return [
        {
            "id": str(id),
            "text": LEDGER[str(id)].text,
            "verdict": str(executed["verdict"].values[k]),
            "report": str(executed["report"].values[k]),
            **{
                name: f"{float(executed[name].values[k]):.1e}"
                for name in ("discrepancy", "tolerance", "control")
            },
        }
        for k, id in enumerate(executed["statement"].values)
    ]


def main(output: str, study: str, eigen: str, agreement: str, notebook: str, *denoised: str) -> int:
    """Write the page; ``denoised`` are the result, the table and the notebook, if there are any."""
    executed = None if agreement == "none" else files.read(agreement)
    loaded = studies.from_tree(files.read(study))
    result, *placed = solved.placed(loaded, eigen)
    text = render(
        loaded,
        result,
        None if executed is None else executed["checks"].to_dataset(),
        _notebook(notebook),
        _read(*denoised) if denoised else None,
        "" if executed is None else str(executed.attrs.get("executed_on", "")),
        (placed[0], placed[1]),
    )
    with replacing(output) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return 0


def _read(result: str, table: str, notebook: str) -> Denoised:
    remarks = [str(remark) for remark in files.read(result)["denoised"]["remark"].values]
    return Denoised(remarks, results.read_table(table), _notebook(notebook))


def _notebook(path: str) -> dict[str, Any]:
    return json.loads(Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
