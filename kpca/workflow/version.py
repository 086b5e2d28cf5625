"""Hashes of everything that a job depends on. They do not depend on the dates of files.

Snakemake looks into a file only if its date is newer than that of the result. The hash of a module
leaves out comments, docstrings and layout, because no result depends on them. The hash of a
notebook includes its text, because the executed copy contains it.
"""

from functools import cache
from pathlib import Path

import kpca
from kpca.results import hashes
from kpca.studies.config import project
from kpca.studies.config.load import stored_name
from kpca.studies.config.study import Config, StudyConfig
from kpca.workflow import dependencies

LOCK = "requirements.lock"
RUNNING = ("kpca.workflow.notebooks.runner", "kpca.workflow.notebooks.notebook_kernel")
"""The modules that run every notebook."""


def of_site() -> str:
    """Hash of what the site shows besides results: its files and the public docstrings."""
    folders = ("kpca/site", "kpca/page/assets", "kpca/page/templates")
    own = {name for folder in folders for name in project.files(folder) if name[-3:] != ".py"}
    made_of = _of_files({*own, *SHOWN})
    documented = sorted({RETURNED}.union(*map(_documenting, kpca.public())))
    return hashes.of_texts([made_of, *(hashes.of_bytes(project.file(file)) for file in documented)])


def _documenting(name: str) -> list[str]:
    """The files with the docstrings of a public name."""
    module = kpca.public()[name]
    if module == "kpca":
        return project.files(f"kpca/{name}")
    return [f"{module.replace('.', '/')}.py"]


RETURNED = "kpca/studies/study.py"
"""The file of the class that ``kpca.open_study`` returns."""

PICTURES = [name for name in project.files("docs/pictures") if name.endswith(".svg")]
"""The pictures of the hand-written pages of the site; their scripts lie beside them."""

SHOWN = (
    *("docs/notation.md", "docs/references.md", "docs/dag.svg"),
    *PICTURES,
    "CITATION.cff",
)
"""Files of the project that the site shows."""


@cache
def of_module(name: str) -> str:
    """Hash of every file that a module is made of, and of the lock."""
    return _of_files({*dependencies.of_module(name)})


@cache
def of_notebook(path: str) -> str:
    """Hash of a notebook, of every file of the package that running it uses, and of the lock."""
    running = {file for module in RUNNING for file in dependencies.of_module(module)}
    return _of_files({path, *dependencies.of_notebook(path), *running})


def of_data(study: StudyConfig, folder: Path) -> str:
    """Hash of the files that a study reads, and of their names, which start from ``folder``."""
    return hashes.of_texts(
        text
        for key, file in study.files.items()
        for text in (key, stored_name(file, folder), hashes.of_bytes(folder / file))
    )


def of_run(config: Config, folder: Path) -> str:
    """Hash of everything that the results of a run depend on, by the bytes of every file.

    It changes whenever one of the hashes changes that are parameters of a job.
    """
    names = _names_of_run()
    of_files = (text for name in names for text in (name, hashes.of_bytes(project.file(name))))
    data = (of_data(study, folder) for study in config.studies.values())
    return hashes.of_texts([config.model_dump_json(), *data, *of_files])


Changes = list[tuple[int, int]]
"""When files and their inodes were last changed, in nanoseconds since 1970."""


def changes_of_run(config: Config, folder: Path, path: str) -> Changes:
    """When each file that the results depend on was last changed.

    No program can set back the change of an inode: a file that was edited and then restored has
    another one. Windows has none. ``path`` is the file of the configuration.
    """
    of_studies = (folder / file for one in config.studies.values() for file in one.files.values())
    given = [file for base in of_studies for file in [base, *base.rglob("*")]]
    own = [project.file(name) for name in _names_of_run()]
    found = (file.stat() for file in [*own, *given, Path(path)] if file.exists())
    return [(one.st_mtime_ns, one.st_ctime_ns) for one in found]


def _names_of_run() -> list[str]:
    """The files of the project that the results of a run depend on."""
    folders = (project.PACKAGE.name, "notebooks", "Snakefile", LOCK, *SHOWN)
    return [name for folder in folders for name in project.files(folder)]


def _of_files(paths: set[str]) -> str:
    return hashes.of_texts(
        text for path in sorted({*paths, LOCK}) for text in (path, _of_file(path))
    )


@cache
def _of_file(path: str) -> str:
    if path.endswith(".py"):
        return dependencies.read(path).code
    return hashes.of_bytes(project.file(path))
