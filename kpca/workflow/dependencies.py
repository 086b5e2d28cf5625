"""Which files of the project a notebook or a module uses, read from its import statements, and
which templates, whose names stand in the code of a module or in another template.

Changing one of them reruns what depends on it (``kpca.workflow.version``). All paths start from the
folder of the project (``kpca.studies.config.project``). The Snakefile asks for some two hundred
files each time that it is read, so each is parsed once, and the walk enters statements only:
imports and bare texts are statements.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, meta

import kpca
from kpca.results import hashes
from kpca.studies.config import project


def of_notebook(path: str | Path) -> list[str]:
    """Files, of the package or beside the notebook, that its code cells use, transitively.

    ``kpca.KernelPCA`` uses the module of this public name, which no import statement names.
    """
    cells = json.loads(project.file(str(path)).read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    tree = ast.parse(code, str(path))
    attributes = (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    public = {f"kpca.{name}": f"{module}.{name}" for name, module in kpca.public().items()}
    names = [*_imported(tree), *public.keys() & attributes]
    return _closure(_among((public.get(name, name) for name in names), Path(path).parent))


def of_module(name: str) -> list[str]:
    """Package files, transitively, that the module ``name`` (dotted) is made of when it is run."""
    return _closure(set(_files(f"{name}.__main__", Path())))


def _closure(reached: set[Path]) -> list[str]:
    pending = list(reached)
    while pending:
        fresh = _used_by(pending.pop()) - reached
        reached |= fresh
        pending += fresh
    return sorted(path.as_posix() for path in reached)


@cache
def _used_by(path: Path) -> frozenset[Path]:
    if path.suffix == ".j2":
        text = project.file(path.as_posix()).read_text(encoding="utf-8")
        named = meta.find_referenced_templates(Environment().parse(text))
        return frozenset(_among(map(str, named), Path()))
    # A module of the package imports no module that lies beside it by its bare name.
    folder = Path() if path.parts[0] == project.PACKAGE.name else path.parent
    return frozenset(_among(read(path.as_posix()).imported, folder))


def _among(names: Iterable[str], folder: Path) -> set[Path]:
    return {path for name in names for path in _files(name, folder)}


@cache
def _files(name: str, folder: Path) -> frozenset[Path]:
    """The template of that name; or the module file of a dotted one, and each ``__init__`` above.

    The file is one of the package, or one in the folder of the file that imports it.
    """
    if name.endswith(".j2"):
        paths = [Path(project.PACKAGE.name, of, "templates", name) for of in ("page", "site")]
    else:
        names = name.split(".")
        home = Path() if names[0] == project.PACKAGE.name else folder
        bases = [home.joinpath(*names[:depth]) for depth in range(1, len(names) + 1)]
        paths = [path for base in bases for path in (base / "__init__.py", base.with_suffix(".py"))]
    return frozenset(path for path in paths if project.file(path.as_posix()).is_file())


class Module(NamedTuple):
    """A module file.

    imported  the dotted names that its import statements name, also inside of functions, and the
              names of templates that stand in its code
    code      hash of its code without comments, docstrings and other bare texts
    """

    imported: tuple[str, ...]
    code: str


@cache
def read(path: str) -> Module:
    """The module file with this name in the repository."""
    tree = ast.parse(project.file(path).read_text(encoding="utf-8"), path)
    names = [*_imported(tree)]
    for block in _blocks(tree):
        block[:] = [statement for statement in block if not _is_text(statement)]
    code = ast.dump(tree)
    # Most modules name no template, and the search goes through all letters of the dump.
    templates = re.findall(r"[\w.-]+\.j2\b", code) if ".j2" in code else ()
    return Module((*names, *templates), hashes.of_texts([code]))


def _imported(tree: ast.Module) -> Iterator[str]:
    """The dotted names that the import statements of a module or of a notebook name."""
    for block in _blocks(tree):
        for statement in block:
            if isinstance(statement, ast.Import):
                yield from (alias.name for alias in statement.names)
            elif isinstance(statement, ast.ImportFrom) and statement.module:
                yield from (f"{statement.module}.{alias.name}" for alias in statement.names)


def _blocks(node: ast.AST) -> Iterator[list[ast.AST]]:
    """Every list of statements, handlers of exceptions or cases in a module or in a statement."""
    for block in vars(node).values():
        if isinstance(block, list) and any(isinstance(inner, WITH_BLOCKS) for inner in block):
            yield block
            for inner in block:
                yield from _blocks(inner)


WITH_BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)


def _is_text(statement: ast.AST) -> bool:
    """Whether a statement is a text; one of another kind has no ``value``, or a node there."""
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(getattr(value, "value", None), str)
