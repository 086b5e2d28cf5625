"""Which files of the project a notebook or a module uses, read from its import statements.

Changing one of them reruns what depends on it (``kpca.workflow.version``). All paths start from the
folder of the project (``kpca.studies.config.project``).
"""

import ast
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kpca.studies.config import project
from kpca.workflow import modules


def of_notebook(path: str | Path) -> list[str]:
    """Files, of the package or beside the notebook, that its code cells import, transitively."""
    cells = json.loads(project.file(str(path)).read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return _closure(_among(modules.imported(ast.parse(code, str(path))), Path(path).parent))


def of_module(name: str) -> list[str]:
    """Package files, transitively, that the module ``name`` (dotted) is made of."""
    return _closure(set(_files(name, Path())))


def _closure(reached: set[Path]) -> list[str]:
    pending = list(reached)
    while pending:
        fresh = _imported_by(pending.pop()) - reached
        reached |= fresh
        pending += fresh
    return sorted(path.as_posix() for path in reached)


@cache
def _imported_by(path: Path) -> frozenset[Path]:
    # A module of the package imports no module that lies beside it by its bare name.
    folder = Path() if path.parts[0] == project.PACKAGE.name else path.parent
    return frozenset(_among(modules.read(path.as_posix()).imported, folder))


def _among(names: Iterable[str], folder: Path) -> set[Path]:
    return {path for name in names for path in _files(name, folder)}


@cache
def _files(name: str, folder: Path) -> frozenset[Path]:
    """The module file of a dotted name and the ``__init__`` of each package above it.

    The file is one of the package, or one in the folder of the file that imports it.
    """
    names = name.split(".")
    home = Path() if names[0] == project.PACKAGE.name else folder
    paths = set()
    for depth in range(1, len(names) + 1):
        base = home.joinpath(*names[:depth])
        both = (base / "__init__.py", base.with_suffix(".py"))
        paths |= {path for path in both if project.file(path.as_posix()).is_file()}
    return frozenset(paths)
