"""What a module file of the project imports and renders, and its code in a normal form.

The Snakefile asks for some two hundred files each time that it is read, so each is parsed once, and
the walk enters statements only: imports and bare texts are statements.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from kpca.results import hashes
from kpca.studies.config import project


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
    names = [*imported(tree)]
    for block in _blocks(tree):
        block[:] = [statement for statement in block if not _is_text(statement)]
    code = ast.dump(tree)
    return Module((*names, *re.findall(r"[\w.-]+\.j2\b", code)), hashes.of_texts([code]))


def imported(tree: ast.Module) -> Iterator[str]:
    """The dotted names that the import statements of a module or of a notebook name."""
    for block in _blocks(tree):
        for statement in block:
            if isinstance(statement, ast.Import):
                yield from (alias.name for alias in statement.names)
            elif isinstance(statement, ast.ImportFrom) and statement.module:
                yield from (f"{statement.module}.{alias.name}" for alias in statement.names)


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every list of statements in a module or in a statement."""
    for name in ("body", "orelse", "finalbody"):
        # The body of an expression, such as that of a lambda, is no list; no statement is in it.
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block
            for statement in block:
                yield from _blocks(statement)
    for name in ("handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield from _blocks(inner)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
