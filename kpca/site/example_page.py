"""The page that ``kpca map`` makes of the table of ``kpca example``: the first page opens it."""

from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from kpca.page import map_of_table
from kpca.workflow.launch import example

NAME = "iris-map.html"
"""The file of the page in the folder of the site."""

BACK = (
    '<p><a href="index.html">Back to the book</a>, and to <a href="reading.html">how to read a map'
    "</a></p>"
)
"""Where a reader came from."""


@cache
def page() -> str:
    """The page as HTML, with links back to the book."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        example.write(Path(folder))
        map_of_table.main([f"{folder}/iris.csv", "--no-open"])
        made = Path(folder, "iris-kpca", map_of_table.PAGE).read_text(encoding="utf-8")
    return made.replace("<main>", f"<main>\n{BACK}", 1)
