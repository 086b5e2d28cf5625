"""The mutants of a module, by those operators of Cosmic Ray that pyproject.toml allows."""

import ast
import difflib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutants"]


@dataclass(frozen=True)
class Mutant:
    """A module with one change: ``was`` and ``now`` are the lines that differ, in ``function``."""

    module: str
    function: str
    was: str
    now: str
    source: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names a mutant when lines have moved."""
        return self.module, self.function, self.was, self.now


def modules(names: list[str]) -> list[str]:
    """The modules of these names, or all that pyproject.toml has patterns for."""
    if names:
        return names
    paths = [path for pattern in SETTINGS["modules"] for path in ROOT.glob(pattern)]
    found = [path.relative_to(ROOT).as_posix() for path in paths if path.name != "__init__.py"]
    return list(dict.fromkeys(sorted(found)))


def created(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, each source once."""
    source = (ROOT / module).read_text()
    tree, seen = ast.parse(source), {source}
    for operator in _operators():
        for mutated in _mutations(source, operator):
            if mutated not in seen and _parses(mutated):
                seen.add(mutated)
                yield _described(module, tree, source, mutated)


def _operators() -> Iterator[object]:
    left_out = re.compile("|".join(SETTINGS["operators_left_out"]))
    for name in cosmic_ray.plugins.operator_names():
        operator = cosmic_ray.plugins.get_operator(name)
        if not operator.arguments() and not left_out.search(name):
            yield operator()


def _mutations(source: str, operator: object) -> Iterator[str]:
    occurrence = 0
    while (mutated := mutate_code(source, operator, occurrence)) is not None:
        yield mutated
        occurrence += 1


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _described(module: str, tree: ast.Module, source: str, mutated: str) -> Mutant:
    before, after = source.splitlines(), mutated.splitlines()
    changes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    _, first, last, start, stop = next(change for change in changes if change[0] != "equal")
    was, now = (
        " ".join(" ".join(lines).split()) for lines in (before[first:last], after[start:stop])
    )
    return Mutant(module, _function(tree, first + 1), was, now, mutated)


def _function(tree: ast.Module, line: int) -> str:
    """The innermost function or class around a line, or nothing."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and min([node.lineno, *(d.lineno for d in node.decorator_list)]) <= line <= node.end_lineno
    ]
    return ".".join(node.name for node in sorted(around, key=lambda node: node.lineno))
