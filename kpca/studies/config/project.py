"""Where the files of the project lie: Snakefile, notebooks, configurations, data and documents.

A file has the same name everywhere: its path in the repository, such as ``data/eurodist.csv`` or
``kpca/data.py``. In a checkout these paths start from one folder. In an installed package, the
files that do not belong to the package lie in its folder ``_project``, where ``hatch_build.py``
puts them. Nothing is ever written there: results go to the folder of the user.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
"""The folder of the package ``kpca``."""

_INSTALLED = PACKAGE / "_project"
PROJECT = _INSTALLED if _INSTALLED.is_dir() else PACKAGE.parent
"""The folder in which Snakefile, notebooks, configurations, data and documents lie."""

SITE_FOLDER = "site"
"""The folder of the site among the results."""


def file(name: str) -> Path:
    """The file or folder that has this name in the repository."""
    of_package = Path(name).parts[0] == PACKAGE.name
    return (PACKAGE.parent if of_package else PROJECT) / name


def files(name: str) -> list[str]:
    """The names of all files in a folder of the repository, or of one file; sorted.

    Hidden files, compiled files and the files of the project in an installed package are left out.
    """
    top = file(name)
    paths = (path.relative_to(top) for path in [top, *top.rglob("*")] if path.is_file())
    return sorted((Path(name) / path).as_posix() for path in paths if not _is_left_out(path))


def _is_left_out(path: Path) -> bool:
    return any(part[0] == "." or part in ("__pycache__", _INSTALLED.name) for part in path.parts)
