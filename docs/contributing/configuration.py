"""What the configuration has beside it, from the code: its schema, and the tables of its page.

python docs/contributing/configuration.py
"""

import json
import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from pydantic.fields import FieldInfo

from kpca.kernels import KERNELS, Kernel
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.study import Config
from kpca.studies.measures import MEASURES
from kpca.studies.transforms import TRANSFORMS
from kpca.tables.read import by_kind
from kpca.tables.readers.registry import HINTS, Reader

FOLDER = Path(__file__).parents[2] / "config"

BLOCK = re.compile(r"<!-- (\w+) -->\n(.*?)<!-- end of \1 -->", re.DOTALL)
"""The name of a table, and the lines of a document that it replaces, between their marks."""


def kernels() -> str:
    """The table as Markdown, one row for each kernel."""
    rows = ["| `name` | k(x, y) | other keys |", "|---|---|---|", *map(_row, KERNELS)]
    return "\n".join(rows) + "\n"


def files() -> str:
    """The table as Markdown, one row for each kind of file."""
    rows = [
        f"| {reader.kind} | {_quoted(endings)} | {_uses(reader)} |" for reader, endings in by_kind()
    ]
    head = "| file | endings of its name | keys that say how it is read |"
    return "\n".join([head, "|---|---|---|", *rows]) + "\n"


def _uses(reader: Reader) -> str:
    if {*reader.uses} == {*HINTS}:
        return "those of the file in it"
    return _quoted(reader.uses) or "none"


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def transforms() -> str:
    """The table as Markdown, one row for each transform."""
    rows = [
        f"| `{name}` | {one.formula} | {one.allowed}{'' if one.of_zeros else ', not all 0'} |"
        for name, one in TRANSFORMS.items()
    ]
    return "\n".join(["| `transform` | becomes | allowed |", "|---|---|---|", *rows]) + "\n"


def distances() -> str:
    """The table as Markdown, one row for each distance."""
    rows = [
        f"| `{name}` | {one.formula.replace('|', BAR)} | "
        f"{'numbers ≥ 0, not all 0' if one.of_amounts else 'any numbers'}"
        f"{', and texts' if one.of_texts else ''} |"
        for name, one in MEASURES.items()
    ]
    return "\n".join(["| `distance` | d(x, y) | allowed |", "|---|---|---|", *rows]) + "\n"


BAR = "\\|"
"""A bar in a cell of a table in Markdown."""

TABLES = {"kernels": kernels, "files": files, "transforms": transforms, "distances": distances}
"""Each table by the name that stands in its marks."""


def _row(kind: type[Kernel]) -> str:
    form = KERNEL_FORMS[kind.name].model_fields
    keys = [
        f"`{parameter.name}`: {form[parameter.name].description}{_default(form[parameter.name])}"
        for parameter in fields(kind)
    ]
    remarks = [f"Not defined for samples that are {kind.undefined}."] if kind.undefined else []
    return f"| `{kind.name}` | {kind.notation} | {'. '.join([*keys, *remarks]) or 'none'} |"


def _default(key: FieldInfo) -> str:
    if key.is_required():
        return ""
    value = f"`{key.default}`" if isinstance(key.default, str) else f"{key.default:g}"
    return f"; {value} unless given"


def schema() -> str:
    """The JSON schema of the configuration, from which editors complete and explain the keys."""
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps(about | Config.model_json_schema(), indent=1) + "\n"


def with_tables(document: str) -> str:
    """The document with the tables as they are, each between its two marks."""
    written = "<!-- {0} -->\n{1}<!-- end of {0} -->"
    return BLOCK.sub(lambda block: written.format(block[1], TABLES[block[1]]()), document)


if __name__ == "__main__":
    (FOLDER / "schema.json").write_text(schema(), encoding="utf-8")
    page = FOLDER / "README.md"
    page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
