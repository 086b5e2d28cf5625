"""What the program says: every condition of the tables beside this file, and its words.

``messages.txt`` has the errors, warnings and remarks of each row in the order of the tables. Other
tests compare kinds, numbers and places. To write it again, after which the difference is read:
python tests/wording/test_messages.py
"""

import contextlib
import importlib
import os
import sys
import tempfile
import warnings
from difflib import unified_diff
from pathlib import Path

import numpy as np

FOLDERS = (
    *("kernels", "solvers", "estimators", "interpretation", "choosing", "tables"),
    *("configurations", "studies", "results", "workflow", "page"),
)
STORED = Path(__file__).with_name("messages.txt")
AGAIN = "run: python tests/wording/test_messages.py, and read the rows that change"


def said(call):
    """The lines that a call raises, warns and returns, in an empty folder of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        warnings.catch_warnings(record=True) as warned,
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("always")
        try:
            returned = call()
            words = [returned] if isinstance(returned, str) else returned
            lines = (list(words) or ["nothing"]) if isinstance(words, list | tuple) else []
        except Exception as error:
            if type(error) in (AttributeError, IndexError, KeyError, NameError):
                raise  # The row no longer fits the program.
            lines = [f"{type(error).__name__}: {error}"]
    lines = [f"{one.category.__name__}: {one.message}" for one in warned] + lines
    return [line.replace(os.path.realpath(folder), "FOLDER") for line in lines]


def rows():
    """The text of ``messages.txt``, as the program says it now."""
    lines = []
    for folder in FOLDERS:
        for kind, call in importlib.import_module(f"wording.{folder}").MESSAGES.items():
            lines += [f"## {folder}: {kind}", *said(call), ""]
    return "\n".join(lines)


def test_every_message_is_the_stored_one():
    before, now = STORED.read_text().splitlines(), rows().splitlines()
    assert before == now, "\n".join([AGAIN, *unified_diff(before, now, "stored", "now", n=1)])


def test_every_row_says_something_and_nothing_of_this_machine():
    kind = ""
    for line, following in zip(lines := STORED.read_text().splitlines(), lines[1:], strict=False):
        kind = line if line.startswith("## ") else kind
        assert not line.startswith("## ") or following, f"{kind} says nothing"
        assert " at 0x" not in line and tempfile.gettempdir() not in line, kind


if __name__ == "__main__":
    root = Path(__file__).parents[2]
    sys.path[:1] = map(str, [root / "tests", root, root / "notebooks/gallery"])
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    STORED.write_text(rows())
