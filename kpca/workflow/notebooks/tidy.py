"""Clean up an executed notebook: keep what was computed, remove traces of the run itself."""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count, groupby
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from kpca.studies.config.project import PACKAGE, SITE_FOLDER

PRINTED_LINES = 1000
"""Of each end of what a cell prints; the middle of more than twice as many is left out."""


def rewrite(path: Path, change: Callable[[NotebookNode], None]) -> None:
    """Change a notebook in its file."""
    executed = nbformat.read(path, as_version=4)
    change(executed)
    nbformat.write(executed, path)


ADDRESS = re.compile(r" at 0x[0-9a-f]+")
DOCUMENT = re.compile(r"\]\((?:\.\./)*docs/([\w-]+)\.md(#[\w-]+)?\)")
"""A link of a notebook to a file in docs/, which is also a page of the site."""

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


def strip(executed: NotebookNode, guard: str = "", site: str = SITE_FOLDER) -> None:
    """Remove what differs from run to run: times, durations, paths, random ids.

    ``guard`` is code that goes before the parameters, for a second run (``stored.guard``).
    ``site`` is the folder of the site as seen from the notebook: links to files in docs/ lead to
    its pages, because a result may lie far from the project.
    """
    bound(executed)
    _number_ids(executed)
    executed.metadata.pop("papermill", None)
    for number, cell in enumerate(executed.cells):
        cell.id = f"cell-{number:02d}"
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if cell.cell_type == "markdown":
            cell.source = DOCUMENT.sub(rf"]({site}/\1.html\2)", cell.source)
        if guard and "injected-parameters" in cell.metadata.get("tags", []):
            own = cell.source.removeprefix("# Parameters\n")
            cell.source = f"{guard}\n# Parameters; the paths start from this folder\n{own}"


def _number_ids(executed: NotebookNode) -> None:
    """Random ids in HTML (xarray's folding sections) become numbers; addresses are left out."""
    numbers = defaultdict(count().__next__)
    for cell in executed.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                html = data["text/html"]
                data["text/html"] = UUID.sub(lambda id: f"id-{numbers[id[0]]}", html)
            if "text/plain" in data:
                data["text/plain"] = ADDRESS.sub("", data["text/plain"])


def bound(executed: NotebookNode) -> None:
    """Join what was printed in pieces, and keep both ends of what is very long."""
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs = list(_joined(cell.outputs))


def _joined(outputs: list[NotebookNode]) -> Iterator[NotebookNode]:
    for stream, group in groupby(outputs, key=lambda output: output.get("name")):
        if stream is None:
            yield from group
            continue
        pieces = list(group)
        text = both_ends("".join(piece.text for piece in pieces))
        pieces[0].text = without_paths(text) if stream == "stderr" else text
        yield pieces[0]


def both_ends(text: str) -> str:
    """A text of at most 2 x ``PRINTED_LINES`` lines, and how many are left out."""
    lines = text.splitlines(keepends=True)
    left_out = len(lines) - 2 * PRINTED_LINES
    if left_out <= 0:
        return text
    middle = f"... {left_out} lines are left out here ...\n"
    return "".join([*lines[:PRINTED_LINES], middle, *lines[-PRINTED_LINES:]])


def without_paths(text: str) -> str:
    """A warning with the name of the file that it comes from, without the path on this machine."""
    text = re.sub(r"\S*ipykernel_\d+/\d+\.py", "cell", text)
    for folder, name in ((sys.prefix, ".venv"), (str(PACKAGE.parent), ".")):
        text = text.replace(folder, name)
    return text
