"""Which files of the project a notebook or a module uses, read from its import statements.

Changing one of them reruns what depends on it (``kpca.workflow.version``). All paths start from the
folder of the project (``kpca.studies.config.project``).
"""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kpca.studies.config import project


def of_notebook(path: str | Path) -> list[str]:
    """Files, of the package or beside the notebook, that its code cells import, transitively."""
    cells = json.loads(project.file(str(path)).read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return _closure(_imported(ast.parse(code, str(path)), Path(path).parent))


def of_module(name: str) -> list[str]:
    """Package files, transitively, that the module ``name`` (dotted) is made of."""
    return _closure(_files(name, Path()))


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
    return frozenset(_imported(parse(path.as_posix()), folder))


def parse(path: str) -> ast.Module:
    """The syntax tree of a module file, which belongs to the caller."""
    return ast.parse(project.file(path).read_text(encoding="utf-8"), path)


def _imported(tree: ast.AST, folder: Path) -> set[Path]:
    return {path for name in _names(tree) for path in _files(name, folder)}


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _files(name: str, folder: Path) -> set[Path]:
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
    return paths
