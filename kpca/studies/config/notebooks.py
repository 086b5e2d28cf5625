"""The notebooks of the project. Each one says in its metadata what kind of notebook it is:

    "kpca": {"kind": "demonstration", "order": 3}

The configuration, the workflow and the site take the names of notebooks from here. A notebook
without this key, such as somebody's draft, belongs to none of them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import PositiveInt, ValidationError

from kpca.studies.config.project import PROJECT
from kpca.studies.config.strict import Strict

GALLERY = "notebooks/gallery"
"""The folder of experiments and demonstrations, and of the modules that only they use."""

FOLDERS = ("notebooks", "notebooks/studies", "notebooks/chapters", GALLERY)

Kind = Literal[
    "analysis", "view", "chapter", "experiment", "demonstration", "report", "interactive"
]
"""An analysis stores a result of a study, and a view stores figures of it. A chapter executes a
section of the ledger on a study. An experiment belongs to no study, and a demonstration repeats a
random experiment. The report shows all studies. No run executes an interactive notebook."""


class About(Strict):
    """What a notebook says of itself."""

    kind: Kind
    order: PositiveInt
    """Its position among the notebooks of its kind."""


@dataclass(frozen=True)
class Notebook:
    """One notebook.

    name   of its file, without the ending
    path   of its file, from the folder of the project
    title  its first heading
    about  what it says of itself
    """

    name: str
    path: str
    title: str
    about: About


def read(project: Path) -> dict[str, Notebook]:
    """The notebooks of a project, by name: those of one kind together, in their order.

    Raises ``ValueError`` for a value that is not understood, and for a name that two have.
    """
    notebooks = [notebook for path in _files(project) for notebook in _read(path, project)]
    notebooks.sort(
        key=lambda notebook: (
            get_args(Kind).index(notebook.about.kind),
            notebook.about.order,
            notebook.name,
        )
    )
    paths: dict[str, str] = {}
    for notebook in notebooks:
        if notebook.name in paths:
            raise ValueError(
                f"{notebook.path} has the name of {paths[notebook.name]}, and the results of both "
                "would have the same names; rename one of them"
            )
        paths[notebook.name] = notebook.path
    return {notebook.name: notebook for notebook in notebooks}


def _files(project: Path) -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((project / folder).glob("[!.]*.ipynb"))]


def _read(path: Path, project: Path) -> Iterator[Notebook]:
    content = json.loads(path.read_text(encoding="utf-8"))
    values = content.get("metadata", {}).get("kpca")
    if values is None:
        return
    name = path.relative_to(project).as_posix()
    try:
        about = About.model_validate(values)
    except ValidationError as error:
        raise ValueError(f"{name}: the key 'kpca' of its metadata: {error}") from None
    heading = "".join(content["cells"][0]["source"]).partition("\n")[0]
    yield Notebook(path.stem, name, heading.removeprefix("# "), about)


NOTEBOOKS = read(PROJECT)


def names(kind: Kind) -> tuple[str, ...]:
    """The names of all notebooks of a kind, in their order."""
    return tuple(name for name, notebook in NOTEBOOKS.items() if notebook.about.kind == kind)
