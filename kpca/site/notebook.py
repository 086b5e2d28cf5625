"""An executed notebook as a page of the site: code in sight, captions, alt texts, links."""

import copy
import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from kpca.figures.metadata import METADATA
from kpca.figures.texts import as_text
from kpca.site import links
from kpca.site.contents import Executed

IN_SIGHT, WITHOUT_CODE, LEFT_OUT = "show-input", "remove-input", "remove-cell"
"""The tags of code that a page shows, of code that it does not, and of a cell that it leaves out.

Code that does mathematics is in sight. Of all other code, which reads a study or stores a result,
a page has the output only; the file has every cell.
"""

Notebook = dict[str, Any]


def read(path: Path) -> Notebook:
    """The notebook in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def page(
    notebook: Notebook,
    executed: Executed,
    pages: Mapping[str, str],
    also: Mapping[str, str],
    searched: bool,
) -> Notebook:
    """The notebook as a page.

    ``pages`` are those that links may name, ``also`` the same notebook on other studies, by study.
    If it is not ``searched``, the search of the site leaves it out.
    """
    made = copy.deepcopy(notebook)
    cells = (cell for cell in made["cells"] if LEFT_OUT not in _tags(cell))
    made["cells"] = [piece for cell in cells for piece in _cells(cell, executed, pages)]
    first = made["cells"][0]
    first["source"] = _opening("".join(first["source"]), executed, also)
    made["cells"].append(_closing(executed))
    made["metadata"] = {"kernelspec": made["metadata"].get("kernelspec", {})}
    if not searched:
        made["metadata"]["nosearch"] = True
    return made


PHONE = 600
"""Matplotlib's own pictures of at most so many pixels are as wide as a phone; wider ones scroll."""


def _tags(cell: dict[str, Any]) -> list[str]:
    return cell["metadata"].get("tags", [])


def _opening(text: str, executed: Executed, also: Mapping[str, str]) -> str:
    """The first cell with the study in its title, and with links to it and to other studies."""
    title, _, rest = text.partition("\n")
    name = f" · {executed.study}" if executed.study else ""
    beside = [
        f'<a href="{escape(links.relative(page, executed.page))}">{study}</a>'
        for study, page in also.items()
    ]
    of_study = f'A part of the study <a href="index.html">{executed.study}</a>.'
    elsewhere = f" The same on other data: {', '.join(beside)}." if beside else ""
    more = f"\n\n{of_study}{elsewhere}" if executed.study else ""
    return f"{title}{name}\n{rest}{more}"


def _closing(executed: Executed) -> dict[str, Any]:
    """The last cell: where all of the code is."""
    up = "../" * (executed.page.count("/") + 1)
    file = f'<a href="{up}{escape(executed.path)}">{escape(executed.path)}</a>'
    text = f"This page is the executed notebook {file}, which has all of its code."
    return {"cell_type": "markdown", "id": "closing", "metadata": {}, "source": text}


def _cells(
    cell: dict[str, Any], executed: Executed, pages: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The cell, and more of them without code where it shows a figure and something else, because
    the words of a figure belong to a cell."""
    if cell["cell_type"] == "markdown":
        yield cell | {"source": links.resolved("".join(cell["source"]), executed.page, pages)}
        return
    in_sight, groups = IN_SIGHT in _tags(cell), _groups(cell["outputs"])
    for number, outputs in enumerate(groups):
        if not outputs and not in_sight:
            continue
        tag = WITHOUT_CODE if number or not in_sight else IN_SIGHT
        piece = cell | {"metadata": {"tags": [tag]}}
        piece |= {"id": f"{cell.get('id', 'cell')}-{number}"} if number else {}
        if "alt" in cell["metadata"]:
            piece["metadata"]["mystnb"] = {"image": _plain(cell["metadata"]["alt"], outputs)}
        for words, size in _figures(outputs):
            piece["metadata"]["mystnb"] = _render(words, size, executed)
        yield piece | {"outputs": [_output(output) for output in outputs]}


def _words(output: dict[str, Any]) -> dict[str, Any]:
    """What an output says of itself."""
    return output.get("metadata", {}).get(METADATA, {})


def _groups(outputs: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The outputs without captions of figures, and each figure in a group of its own."""
    groups: list[list[dict[str, Any]]] = [[]]
    for output in outputs:
        if "caption_of" in _words(output):
            continue
        if groups[-1] and ("figure" in _words(output) or any(_figures(groups[-1]))):
            groups.append([])
        groups[-1].append(output)
    return groups


def _figures(outputs: list[dict[str, Any]]) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """The words of each figure among the outputs, and its size."""
    for output in outputs:
        if "figure" in _words(output):
            yield _words(output), output["metadata"].get("image/png", {})


def _output(output: dict[str, Any]) -> dict[str, Any]:
    data, words = output.get("data", {}), _words(output)
    if "figure" in words:
        return output | {"data": {"image/png": data["image/png"]}}
    if "text/html" in data:
        html = wide("".join(data["text/html"]), words.get("caption", "table"))
        return output | {"data": {"text/html": html}}
    return output


def _render(words: dict[str, str], size: dict[str, Any], executed: Executed) -> dict[str, Any]:
    """How the picture of a cell is shown."""
    image: dict[str, Any] = {"alt": words["alt"], "classes": "figure"}
    if "width" in size:
        image["width"] = f"{size['width']}px"
    name = f"{executed.study}-{executed.name}-{words['figure']}".strip("-")
    return {"image": image, "figure": {"caption": as_text(words["caption"]), "name": name}}


def _plain(alt: str, outputs: list[dict[str, Any]]) -> dict[str, Any]:
    """How a picture is shown that Matplotlib made by itself; its cell says the alternative text."""
    sizes = [output.get("metadata", {}).get("image/png", {}) for output in outputs]
    width = next((size["width"] for size in sizes if "width" in size), None)
    if width is None:
        return {"alt": alt, "classes": "figure", "width": "100%"}
    return {"alt": alt, "classes": "figure" + " narrow" * (width <= PHONE), "width": f"{width}px"}


def wide(html: str, label: str) -> str:
    """A table that scrolls by itself where it is too wide, also with the keyboard."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(label)}">{html}</div>'
