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


@cache
def page() -> str:
    """The page as HTML, which needs no other file."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        example.write(Path(folder))
        map_of_table.main([f"{folder}/iris.csv", "--no-open"])
        return Path(folder, "iris-kpca", map_of_table.PAGE).read_text(encoding="utf-8")
