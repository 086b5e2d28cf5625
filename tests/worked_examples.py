"""The code blocks of a Markdown page: edits of files, commands, and programs with their output."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EDIT = re.compile(r"# (?P<path>\S+), (?P<how>after: |instead of: |at the end)(?P<line>.*)")
NEW_FILE = "# new file: "
COMMANDS, LONG, PROGRAM = "# commands", "# long commands", "# run"
OUTPUT = "text"


class PageError(ValueError):
    """A page does not fit to the files that it wants to change."""


@dataclass(frozen=True)
class Block:
    """One code block: its language, its first line, and the lines below it."""

    language: str
    first: str
    body: str

    @property
    def is_edit(self):
        return self.first.startswith(NEW_FILE) or EDIT.fullmatch(self.first) is not None

    @property
    def path(self):
        """The file that an edit changes."""
        named = EDIT.fullmatch(self.first)
        return named["path"] if named else self.first.removeprefix(NEW_FILE)


def blocks(text):
    """The code blocks of a page in their order; of an output the first line belongs to the body."""
    found = []
    for language, content in FENCE.findall(text):
        first, _, body = content.partition("\n")
        found.append(Block(language, *(("", content) if language == OUTPUT else (first, body))))
    return found


def edit(folder, block):
    """Make the edit of a block; raises ``PageError`` unless its line occurs once in the file."""
    path = Path(folder) / block.path
    if block.first.startswith(NEW_FILE):
        if path.exists():
            raise PageError(f"{path.name} is no new file: it exists")
        path.write_text(block.body, encoding="utf-8")
        return
    named = EDIT.fullmatch(block.first)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(_edited(lines, block, named)), encoding="utf-8")


def _edited(lines, block, named):
    if named["how"] == "at the end":
        return [*lines, block.body]
    places = [k for k, line in enumerate(lines) if line.rstrip("\n") == named["line"]]
    if len(places) != 1:
        raise PageError(f"{named['path']} has {len(places)} lines {named['line']!r}; allowed: 1")
    at = places[0]
    kept = at + (named["how"] == "after: ")
    return [*lines[:kept], block.body, *lines[at + 1 :]]


def run(folder, block):
    """Run the commands or the program of a block in a folder, and return the finished process."""
    shell = ["sh", "-e", "-c", block.body]
    command = [sys.executable, "-c", block.body] if block.first == PROGRAM else shell
    return subprocess.run(
        command,
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


def _environment(folder):
    """That of a reader in an activated environment, with the package of this folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return kept | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
        # The tests beside this one have the other cores.
        "PYTEST_ADDOPTS": "-n 0 -p no:cacheprovider",
    }
