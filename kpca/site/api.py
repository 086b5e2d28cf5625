"""The page with the public names: their signatures and docstrings as Markdown."""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, get_type_hints

import kpca

ROW = re.compile(r"(\S.*?) {2,}(\S.*)")
"""The first line of an entry in a table of a docstring: names, at least two blanks, words."""

ENTRY = re.compile(r"(\S.*?) : (.+)")
"""The first line of an entry in a section of numpydoc: a name and its type."""

RULE = re.compile(r"-{3,}")
"""The line below the title of a section of numpydoc."""

CODE = re.compile(r"``(.+?)``")


def page() -> str:
    """The page, with a section for each public name."""
    sections = ["# Public names"]
    for name in kpca.public():
        sections += [f"## `kpca.{name}`", *_section(f"kpca.{name}", getattr(kpca, name))]
    return "\n\n".join(filter(None, sections))


def _section(name: str, value: Any) -> Iterator[str]:
    """What a section says: of a module also its members, of a function also what it returns."""
    if isinstance(value, ModuleType):
        yield markdown(inspect.getdoc(value))
        for member in _of_module(value):
            called = f"{name}.{member.__name__}"
            yield f"### `{called}`"
            yield from (_example(called, member), markdown(inspect.getdoc(member)))
    elif inspect.isfunction(value):
        yield from (_example(name, value), markdown(inspect.getdoc(value)))
        returned = get_type_hints(value)["return"]
        if str(getattr(returned, "__module__", "")).startswith("kpca."):
            yield from (f"### `{returned.__name__}`", markdown(inspect.getdoc(returned)))
            yield _members(returned)
    else:
        if not issubclass(value, Exception):
            yield _example(name, value)
        yield from (markdown(inspect.getdoc(value)), _members(value))


def _of_module(module: ModuleType) -> list[Any]:
    """The kernels of a module, or else the public functions that it defines."""
    functions = [
        each
        for name, each in vars(module).items()
        if inspect.isfunction(each) and each.__module__ == module.__name__ and name[0] != "_"
    ]
    return list(getattr(module, "KERNELS", functions))


def _example(name: str, value: Callable[..., Any]) -> str:
    """A call with all parameters and their defaults, in lines of up to 80 letters."""
    lines = textwrap.wrap(_call(name, value), 80, subsequent_indent="    ")
    return "\n".join(["```python", *lines, "```"])


def _call(name: str, value: Callable[..., Any]) -> str:
    given = inspect.signature(value).parameters.values()
    plain = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in given
        if parameter.name != "self"
    ]
    return f"{name}{inspect.Signature(plain)}"


def _members(kind: type) -> str:
    """A table of the documented methods and properties that a class defines itself."""
    rows = []
    for name, member in vars(kind).items():
        document = inspect.getdoc(member)
        if name.startswith("_") or not document:
            continue
        if inspect.isfunction(member):
            rows.append((_call(name, member), document))
        elif isinstance(member, property):
            rows.append((name, document))
    return _table([(name, document.partition("\n\n")[0]) for name, document in rows])


def _table(rows: list[tuple[str, str]]) -> str:
    cells = [(name, _words(text).replace("|", "\\|")) for name, text in rows]
    lines = [f"| `{name}` | {text} |" for name, text in cells]
    return "\n".join(["| name | meaning |", "|---|---|", *lines]) if rows else ""


def markdown(document: str | None) -> str:
    """A docstring as Markdown: paragraphs, tables of names with their meaning, and examples.

    Sections are those of numpydoc.

    >>> print(markdown("A number, ``0`` or more."))
    A number, `0` or more.
    """
    return "\n\n".join(_paragraph(text) for text in (document or "").split("\n\n"))


def _paragraph(text: str) -> str:
    if text.startswith(">>>"):
        return f"```python\n{text}\n```"
    title, rule, rest = (text.split("\n", 2) + ["", ""])[:3]
    if RULE.fullmatch(rule):
        within = _entries(rest) if ENTRY.match(rest) else _paragraph(rest)
        return f"**{title}**\n\n{within}"
    if not ROW.match(text):
        return _words(text)
    rows: list[list[str]] = []
    after = []
    for line in text.splitlines():
        if entry := ROW.fullmatch(line):
            rows.append([entry[1], entry[2]])
        elif line.startswith(" "):
            rows[-1][1] += f" {line.strip()}"
        else:
            after.append(line)
    table = _table([(names, meaning) for names, meaning in rows])
    return f"{table}\n\n{_words(' '.join(after))}".rstrip()


def _entries(text: str) -> str:
    """The entries of a section of numpydoc as a table: names, and their type and meaning."""
    rows: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            name, meaning = rows.pop()
            rows.append((name, f"{meaning} {line.strip()}"))
        elif entry := ENTRY.fullmatch(line):
            rows.append((entry[1], f"{entry[2]}."))
    return _table(rows)


def _words(text: str) -> str:
    """Words in one line, in which only what stands between double backticks is markup."""
    pieces = CODE.split(" ".join(text.split()))
    pieces[::2] = [re.sub(r"([\\*_<>\[\]$^~])", r"\\\1", piece) for piece in pieces[::2]]
    pieces[1::2] = [f"`{piece}`" for piece in pieces[1::2]]
    return "".join(pieces)
