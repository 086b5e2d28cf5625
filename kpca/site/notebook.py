"""An executed notebook as a page of the site: code in sight, captions, alt texts, links."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from kpca.figures.metadata import METADATA, ON_PHONE
from kpca.figures.style import PART, PIXELS
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


def _tags(cell: dict[str, Any]) -> list[str]:
    return cell["metadata"].get("tags", [])


def _opening(text: str, executed: Executed, also: Mapping[str, str]) -> str:
    """The first cell with the study in its title, and with links to the same on other studies."""
    title, _, rest = text.partition("\n")
    name = f" · {executed.study}" if executed.study else ""
    beside = [
        f'<a href="{escape(links.relative(page, executed.page))}">{study}</a>'
        for study, page in also.items()
    ]
    elsewhere = f"\n\nThe same on other data: {', '.join(beside)}." if beside else ""
    return f"{title}{name}\n{rest}{elsewhere}"


def _closing(executed: Executed) -> dict[str, Any]:
    """The last cell: where all of the code is."""
    up, name = "../" * executed.page.count("/"), f"{executed.name}.ipynb"
    file = f'<a href="{up}notebooks/{name}">{name}</a>'
    text = f"This page is an executed notebook. All of its cells, without results: {file}."
    return {"cell_type": "markdown", "id": "closing", "metadata": {}, "source": text}


def _cells(
    cell: dict[str, Any], executed: Executed, pages: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The cell, and one more without code for each further output, because a cell has the words of
    one figure."""
    if cell["cell_type"] == "markdown":
        yield cell | {"source": links.resolved("".join(cell["source"]), executed.page, pages)}
        return
    is_in_sight = IN_SIGHT in _tags(cell)
    cell = cell | {"source": "".join(cell["source"]).replace("\n\n\n", "\n\n")}
    outputs = [
        shown
        for output in cell["outputs"]
        if "caption_of" not in _words(output)
        for shown in [*_on_phone(output), output]
    ]
    if is_in_sight and not outputs:
        yield cell | {"metadata": {"tags": [IN_SIGHT]}}
    for number, output in enumerate(outputs):
        tag = WITHOUT_CODE if number or not is_in_sight else IN_SIGHT
        shown = _picture(output, cell["metadata"].get("alt"), executed)
        piece = {"id": f"{cell.get('id', 'cell')}-{number}", "outputs": [_output(output)]}
        yield cell | piece | {"metadata": {"tags": [tag], "mystnb": shown}}


def _words(output: dict[str, Any]) -> dict[str, Any]:
    """What an output says of itself."""
    return output.get("metadata", {}).get(METADATA, {})


_BRIGHTNESS = re.compile(r"\b(black|white|dark|light)", re.IGNORECASE)


def as_drawn(words: str) -> str:
    """The class of a picture whose words name its brightness, which a dark page keeps; else "".

    >>> as_drawn("Black: limits."), as_drawn("on a lighter ground"), as_drawn("delight")
    (' as-drawn', ' as-drawn', '')
    """
    return " as-drawn" * bool(_BRIGHTNESS.search(words))


def _on_phone(output: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The picture of a wide figure that a phone shows instead of it, if the output has one."""
    if ON_PHONE in output.get("data", {}):
        words = _words(output)
        classes = "figure on-phone" + as_drawn(words["caption"])
        about = {METADATA: {"alt": words["alt"], "classes": classes}}
        size = {"image/png": {"width": round(PART * PIXELS)}}
        data = {"image/png": output["data"][ON_PHONE]}
        yield output | {"data": data, "metadata": about | size}


def _output(output: dict[str, Any]) -> dict[str, Any]:
    data, words = output.get("data", {}), _words(output)
    if "figure" in words:
        return output | {"data": {"image/png": data["image/png"]}}
    if "text/html" in data:
        html = wide("".join(data["text/html"]), words.get("caption", "table"))
        return output | {"data": {"text/html": html}}
    return output


def _picture(output: dict[str, Any], alt: str | None, executed: Executed) -> dict[str, Any]:
    """How the picture of an output is shown; of one that Matplotlib made by itself, the cell says
    the alternative text ``alt``."""
    words, width = _words(output), output.get("metadata", {}).get("image/png", {}).get("width")
    has_other = ON_PHONE in output.get("data", {})
    classes = words.get("classes", "figure" + " on-desk" * has_other)
    image: dict[str, Any] = {"alt": words.get("alt", alt), "classes": classes}
    image["width"] = "100%" if width is None else f"{width}px"
    if "figure" in words:
        name = f"{executed.study}-{executed.name}-{words['figure']}".strip("-")
        return {"image": image, "figure": {"caption": as_text(words["caption"]), "name": name}}
    is_picture = image["alt"] is not None and "image/png" in output.get("data", {})
    return {"image": image} if is_picture else {}


def wide(html: str, label: str) -> str:
    """A table that scrolls by itself where it is too wide, also with the keyboard."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(label)}">{html}</div>'
