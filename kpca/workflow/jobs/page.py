"""The page of a study of a run in Markdown, for the site: that of ``kpca map``.

python -m kpca.workflow.jobs.page OUTPUT STUDY EIGEN AGREEMENT [DENOISED TABLE NOTEBOOK]

AGREEMENT is "none" for a study on which no statement is executed.
"""

import json
import re
import sys
from pathlib import Path

import xarray as xr

from kpca.figures.texts import as_option, as_text
from kpca.page import page, sections
from kpca.page.sections import Picture
from kpca.results import files, solved, studies
from kpca.results.files import replacing
from kpca.studies.study import Study
from kpca.workflow import catalog, jobs


def main(output: str, study: str, eigen: str, agreement: str, *denoised: str) -> int:
    """Write the page; ``denoised`` are the result, the table and the notebook, if there are any."""
    one = solved.load(studies.load(study), eigen)
    paths = [Path(path) for path in (study, eigen, agreement, *denoised[:2]) if path != "none"]
    content = page.of_run(
        one,
        None if agreement == "none" else _checks(files.read(agreement)),
        _denoised(*denoised) if denoised else [],
        [path.name for path in paths],
        catalog.from_page(one.name),
    )
    with replacing(output) as temporary:
        temporary.write_text(markdown(one, content), encoding="utf-8")
    return 0


def markdown(one: Study, content: str) -> str:
    """A page in Markdown with this content in HTML, and what the site lists of the study."""
    about = {"title": one.title, "samples": one.n, "kernel": one.formula}
    about["components"] = one.solution.components
    head = "".join(f"{name}: {as_option(str(value))}\n" for name, value in about.items())
    # Longer than any in the content, which would end it.
    fence = "`" * (3 + max(map(len, re.findall("`+", content)), default=0))
    title = as_text(one.title)
    return f"---\n{head}---\n\n# {title}\n\n{fence}{{raw}} html\n{content}\n{fence}\n"


def _checks(tree: xr.DataTree) -> xr.Dataset:
    on = str(tree.attrs.get("executed_on", ""))
    return tree["checks"].to_dataset().assign_attrs(executed_on=on)


def _denoised(result: str, table: str, notebook: str) -> list[Picture]:
    """Remarks, and what the notebook has drawn."""
    about = (
        "The pre-image of the projection of each sample on the components. The notebook denoised "
        f"says how it was found; {Path(table).name} has all of them, in the units of the data."
    )
    remarks = map(str, files.read(result)["denoised"]["remark"].values)
    path = Path(notebook)
    read = json.loads(path.read_text(encoding="utf-8"))
    folder = path.with_name(Path(catalog.DENOISED["figures"]).name)
    return [*map(Picture, (about, *remarks)), *sections.of_notebook(read, folder).values()]


if __name__ == "__main__":
    sys.exit(jobs.run(main, *sys.argv[1:]))
