"""Which files of the project a notebook or a module uses, read from its import statements, and
which templates, whose names stand in the code of a module or in another template.

Changing one of them reruns what depends on it (``kpca.workflow.version``). All paths start from the
folder of the project (``kpca.studies.config.project``).
"""

import ast
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, meta

import kpca
from kpca.studies.config import project
from kpca.workflow import modules


def of_notebook(path: str | Path) -> list[str]:
    """Files, of the package or beside the notebook, that its code cells use, transitively.

    ``kpca.KernelPCA`` uses the module of this public name, which no import statement names.
    """
    cells = json.loads(project.file(str(path)).read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    tree = ast.parse(code, str(path))
    attributes = (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    public = {f"kpca.{name}": f"{module}.{name}" for name, module in kpca.public().items()}
    names = [*modules.imported(tree), *public.keys() & attributes]
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
        return _templates(meta.find_referenced_templates(Environment().parse(text)))
    # A module of the package imports no module that lies beside it by its bare name.
    folder = Path() if path.parts[0] == project.PACKAGE.name else path.parent
    module = modules.read(path.as_posix())
    return _templates(module.rendered) | _among(module.imported, folder)


def _templates(names: Iterable[str | None]) -> frozenset[Path]:
    """The templates of these names. No two have one name; a name that is made up is not found."""
    folders = [Path(project.PACKAGE.name, part, "templates") for part in ("page", "site")]
    paths = (folder / str(name) for name in names for folder in folders)
    return frozenset(path for path in paths if project.file(path.as_posix()).is_file())


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
