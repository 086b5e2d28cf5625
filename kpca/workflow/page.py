"""One study as one HTML page that needs nothing else: figures, components, statements.

python -m kpca.workflow.page OUTPUT STUDY EIGEN AGREEMENT FIGURES
"""

import base64
import sys
from pathlib import Path

import jinja2
import xarray as xr

from kpca import records, results
from kpca.formulations.solution import DENOMINATOR, Solution
from kpca.ledger import LEDGER
from kpca.replacing import replacing
from kpca.study import Study
from kpca.workflow import command

FIGURES = {
    "spectrum": "The spectrum, and the share of the variance that each component holds",
    "scores": "The map: scores of the samples, and new points",
    "represented": "How much of each sample the components hold",
    "loadings": "What the components are made of",
    "biplot": "Samples and loadings on one map",
    "new-points": "New points beside the training samples",
}


def render(study: Study, solution: Solution, claims: xr.Dataset, figures: Path) -> str:
    """The page; every name, label and title is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    rows = _claims(claims)
    return environment.get_template("page.html.j2").render(
        study=study,
        solution=solution,
        kernel=str(study).rpartition("; ")[2],
        denominator=DENOMINATOR,
        components=_components(solution),
        figures=_figures(figures),
        claims=rows,
        agreeing=sum(row["verdict"] == "agrees" for row in rows),
    )


def _components(solution: Solution) -> list[list[str]]:
    so_far = solution.explained.cumsum()
    values = zip(solution.mu, solution.variance, solution.explained, so_far, strict=True)
    return [
        [str(number), f"{mu:.6g}", f"{variance:.6g}", f"{share:.2%}", f"{together:.2%}"]
        for number, (mu, variance, share, together) in enumerate(values, 1)
    ]


def _figures(folder: Path) -> list[dict[str, str]]:
    """What the notebook has drawn, in the order of reading."""
    found = [(name, alt, folder / f"{name}.png") for name, alt in FIGURES.items()]
    return [
        {"name": name, "alt": alt, "png": base64.b64encode(path.read_bytes()).decode("ascii")}
        for name, alt, path in found
        if path.is_file()
    ]


def _claims(claims: xr.Dataset) -> list[dict[str, str]]:
    return [
        {
            "id": str(id),
            "text": LEDGER[str(id)].text,
            "verdict": str(claims["verdict"].values[k]),
            **{
                name: f"{float(claims[name].values[k]):.1e}"
                for name in ("discrepancy", "tolerance", "control")
            },
        }
        for k, id in enumerate(claims["claim"].values)
    ]


def main(output: str, study: str, eigen: str, agreement: str, figures: str) -> int:
    """Write the page."""
    text = render(
        records.to_study(results.read(study)),
        records.to_solution(results.read(eigen))[0],
        results.read(agreement)["claims"].to_dataset(),
        Path(figures),
    )
    with replacing(output) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(command.run(main, *sys.argv[1:]))
