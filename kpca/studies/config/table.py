"""The table of the kernels in the documentation, from the kernels' own files.

python -m kpca.studies.config.table config/README.md
"""

import re
import sys
from dataclasses import fields
from pathlib import Path

from pydantic.fields import FieldInfo

from kpca.kernels import KERNELS, Kernel
from kpca.studies.config.kernel import KERNEL_FORMS

BLOCK = re.compile(r"(?<=<!-- kernels -->\n).*?(?=<!-- end of kernels -->)", re.DOTALL)
"""The lines of a document that the table replaces."""


def text() -> str:
    """The table as Markdown, one row for each kernel."""
    rows = ["| `name` | k(x, y) | other keys |", "|---|---|---|", *map(_row, KERNELS)]
    return "\n".join(rows) + "\n"


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


def main(path: str) -> None:
    """Write the table into a document, between its two marks."""
    document = Path(path)
    before = document.read_text(encoding="utf-8")
    document.write_text(BLOCK.sub(lambda _: text(), before), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
