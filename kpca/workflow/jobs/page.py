"""One study as one HTML page without other files: figures, components, checks.

python -m kpca.workflow.jobs.page OUTPUT STUDY EIGEN AGREEMENT FIGURES
"""

import base64
import sys
from pathlib import Path

import jinja2
import xarray as xr

from kpca.figures import style
from kpca.results import checks, files, solutions, studies
from kpca.results.files import replacing
from kpca.solvers.solution import Solution
from kpca.statements.ledger import LEDGER
from kpca.studies.study import Study
from kpca.workflow import jobs

FIGURES = (
    "automatic-gamma",
    "automatic-components",
    "spectrum",
    "scores",
    "represented",
    "loadings",
    "biplot",
    "new-points",
)
"""The figures of a page, in the order of reading."""


def render(study: Study, solution: Solution, executed: xr.Dataset, folder: Path) -> str:
    """The page; every name, label and title is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    rows = _rows_of_checks(executed)
    return environment.get_template("page.html.j2").render(
        study=study,
        columns=study.columns,
        solution=solution,
        kernel=study.kernel.formula if study.kernel else str(study).rpartition("; ")[2],
        components=_components(solution),
        figures=_figures(folder),
        checks=rows,
        not_executed=checks.not_executed(executed),
        not_available=checks.not_available(executed),
        statements=LEDGER,
        agreeing=sum(row["verdict"] == "agrees" for row in rows),
    )


def _components(solution: Solution) -> list[list[str]]:
    so_far = solution.explained.cumsum()
    values = zip(solution.mu, solution.variance, solution.explained, so_far, strict=True)
    return [
        [str(number), f"{mu:.6g}", f"{variance:.6g}", f"{share:.2%}", f"{together:.2%}"]
        for number, (mu, variance, share, together) in enumerate(values, 1)
    ]


def _figures(folder: Path) -> list[dict[str, object]]:
    """Each figure that the notebook has drawn, or the sentence that it has shown instead."""
    return [
        {"name": name, "caption": _text(folder / f"{name}.txt")} | _picture(folder, name)
        for name in FIGURES
        if (folder / f"{name}.txt").is_file()
    ]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def _picture(folder: Path, name: str) -> dict[str, object]:
    """A picture, its alt text and its width on a screen; nothing for a figure not drawn."""
    path = folder / f"{name}.png"
    if not path.is_file():
        return {}
    content = path.read_bytes()
    return {
        "png": base64.b64encode(content).decode("ascii"),
        "alt": _text(folder / f"{name}.alt.txt"),
        "width": int.from_bytes(content[16:20]) * style.PIXELS // style.DPI,
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


def main(output: str, study: str, eigen: str, agreement: str, folder: str) -> int:
    """Write the page."""
    text = render(
        studies.from_tree(files.read(study)),
        solutions.from_tree(files.read(eigen))[0],
        files.read(agreement)["checks"].to_dataset(),
        Path(folder),
    )
    with replacing(output) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
