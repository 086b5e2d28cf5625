"""Kernel PCA in several formulations, checked statement by statement.

The names that ``import kpca`` offers are listed in ``__init__.pyi``, where editors and type
checkers find them. Each is imported when it is first used, so that importing one part of the
library never loads another: the workflow reruns only the jobs that depend on an edited file.
"""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.1.0"


@cache
def public() -> dict[str, str]:
    """The public names, in the order of ``__init__.pyi``, each with the module that defines it."""
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def __getattr__(name: str) -> Any:
    if name not in public():
        raise AttributeError(
            f"module 'kpca' has no attribute {name!r}; it has {', '.join(public())}"
        )
    module = public()[name]
    try:
        if module == __name__:
            return import_module(f"{module}.{name}")
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'kpca.{name} needs {error.name}, which is not installed: pip install "kpca[map]"',
            name=error.name,
        ) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *public()})
