"""The gallery of notebooks: each with a picture, the minutes that it takes, and where it is.

Its order is that of reading: first the method, then the statements, then what a run makes of data.
"""

from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from kpca.figures.metadata import METADATA, ON_PHONE
from kpca.site.contents import START
from kpca.studies.config.notebooks import NOTEBOOKS, Kind

WORDS_IN_A_MINUTE = 200

HALF = 600
"""Pixels of the widest picture whose letters can be read in a half of a page."""

PARTS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("The method, to try out", ("interactive",)),
    ("The theory, executed", ("chapter",)),
    ("What is made of each study", ("analysis", "view")),
    ("Demonstrations: figures and tables of the notes", ("demonstration",)),
    ("Experiments", ("experiment",)),
    ("All studies together", ("report",)),
)
"""The parts of the gallery with their kinds of notebooks, in their order."""


class Picture(NamedTuple):
    """A picture of a notebook: the file to which MyST-NB writes it, its alternative text, whether
    it is too wide for a half of a page, and the file of the picture for a phone, if it has one."""

    file: str
    alt: str
    wide: bool
    on_phone: str


def parts() -> Iterator[tuple[str, list[str]]]:
    """Each part with the names of its notebooks. Those to start with stand in the first one."""
    for place, (title, kinds) in enumerate(PARTS):
        of_kinds = [name for name, one in NOTEBOOKS.items() if one.about.kind in kinds]
        others = [name for name in of_kinds if name not in START]
        yield title, others if place else [*START, *others]


def minutes(notebook: dict[str, Any]) -> int:
    """How long it takes to read the text of a notebook, at least 1."""
    texts = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    words = sum(len("".join(text).split()) for text in texts)
    return max(1, round(words / WORDS_IN_A_MINUTE))


def picture(notebook: dict[str, Any]) -> Picture | None:
    """The first picture of an executed notebook that has an alternative text and fits into a half
    of a page; else the first wider one, if there is one."""
    return min(_pictures(notebook), key=lambda one: one.wide, default=None)


def _pictures(notebook: dict[str, Any]) -> Iterator[Picture]:
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            about = output.get("metadata", {})
            alt = about.get(METADATA, {}).get("alt") or cell["metadata"].get("alt")
            png, on_phone = (output.get("data", {}).get(k, "") for k in ("image/png", ON_PHONE))
            if alt and png:
                wide = about.get("image/png", {}).get("width", 0) > HALF
                yield Picture(_file(png), alt, wide, on_phone and _file(on_phone))


def _file(png: str) -> str:
    return f"_images/{sha256(b64decode(png)).hexdigest()}.png"
