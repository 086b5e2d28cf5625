"""What ``kpca map`` and its page say: refusals, what reads a table after them, and verdicts."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
from page.test_verdict import ALONG, CLOUD, GROUPS, KINDS, NOISE, ONE
from solved_tables import solved_of, written
from wording.workflow import printed

from kpca import kernels
from kpca.data import Distances, Gram
from kpca.interpretation import groups
from kpca.page import answers, chosen, map_of_table, meaning, options, sections, verdict
from kpca.page.drafted import drafted
from kpca.page.map_of_table import CONFIGURATION
from kpca.studies import odd
from kpca.tables.messages import written as in_words
from kpca.tables.once import Once

TWO = np.vstack([NOISE[:-2], [[0.0, 14.0, 9.0, 0.0, 0.0], [0.0, -13.0, 0.0, 9.0, 0.0]]])
HALF = NOISE + 9.0 * np.outer(np.arange(40) % 3 == 1, [1.0, 0, 1, 0, 0])
ROWS = "height,width,kind\n1.5,7.25,a\n2.5,1,b\n4,6.5,a\n-3,2,c\n.5,-4,b\n6.25,3,c\n-1,.5,a\n"
HOLE = "a,b\n1.5,7\n2,8.5\n-999,3\n4,1.25\n3,5\n"


def _map(*words, content=ROWS, name="my.csv", last=False):
    """What the command prints for a table and these options."""

    def call():
        if isinstance(content, str):
            Path(name).write_text(content)
        else:
            content(Path(name))
        return printed(map_of_table.main, [name, *words, "--no-open"], last=last)

    return call


def _seen(X, classes=None, named=("linear",), components=5, **data):
    """The verdict on the maps of a table, and the sentences with tests."""

    def call():
        keys = {"kernels": named, "components": components, "of_file": False}
        solved = solved_of(Path(), X, classes, **keys, **data)
        seen = verdict.seen(solved)
        readings = meaning.readings([*solved.values()], len(solved) > 1)
        return [*seen.verdict, *seen.more, *filter(None, readings)]

    return call


def _chosen(X, *words, classes=None):
    """What was decided for the user about a table, and the remarks on it."""

    def call():
        written(Path("t.csv"), X, classes)
        choice, _ = drafted(options.parse(["t.csv", *words]), Once())
        said = filter(None, [chosen.before_reading(choice), *chosen.remarks(choice)])
        return [in_words(one, options.as_option) for one in said]

    return call


def _title(kernel, data=None, distance=""):
    origin = SimpleNamespace(distance=distance)
    return meaning.title(SimpleNamespace(kernel=kernel, data=data, origin=origin))


def _broken(*_, **__):
    raise RuntimeError("seven")


def _in_folder():
    Path("s").mkdir()
    return printed(map_of_table.main, ["s", "--folder", "s/mine"])


def _without_memory():
    with patch.object(map_of_table, "finish", side_effect=MemoryError("no room for 8 GB")):
        return _map("--statements", "none")()


def _edited():
    Path(CONFIGURATION).write_text("# mine\n")
    return printed(map_of_table._keep_edited, Path(CONFIGURATION), "# new\n")


def _without_a_part(part):
    with patch.object(*part, _broken):
        return _seen(ONE)()


GIVEN = np.eye(3), np.eye(3), np.eye(3)
MESSAGES = {
    # What is refused, and what reads the table.
    "an unknown option": _map("--gama", "3", last=True),
    "an option without an effect": _map("--ranks", "3", last=True),
    "another option without an effect": _map("--denoise", "3", last=True),
    "neither true nor false": _map("--standardize", "yes", last=True),
    "no table": lambda: printed(map_of_table.main, ["no.csv"]),
    "a text among numbers": _map(content=ROWS.replace("6.5", "six")),
    "a sentinel": _map(content=HOLE),
    "a sentinel and a missing value": _map(content=HOLE.replace("8.5", "")),
    "distances as a table": _map(content=",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n"),
    "no such kernel": _map("--kernel", "gauss"),
    "no such kernel, and one that is nearly called so": _map("--kernel", "rbff"),
    "a word for a width": _map("--gamma", "abc"),
    "columns and others that are left out": _map("--columns", "1", "--omit", "2"),
    "a share of missing values above 1": _map("--missing", "drop", "--most-missing", "2"),
    "a measure and a kernel": _map("--distance", "gower", "--kernel", "rbf"),
    "a header that is in doubt": _map(content="1,5;2,25\n3,5;-4,0\n0,75;6,5\n-2,0;1,0\n"),
    "no such column": _map("--labels", "sort"),
    "an option for points, of distances": _map("--distance-matrix", "--omit", "s1"),
    "two options for points, of kernel values": _map(
        *("--kernel-matrix", "--transpose", "--gamma", "2")
    ),
    "an option for kernels, of distances": _map("--distance", "gower", "--gamma", "2"),
    "more components than there are": _map("--components", "9"),
    "a table that would be replaced": _map("--folder", ".", name="scores.csv"),
    "a folder in a table": _in_folder,
    "a folder that is a file": _map("--folder", "my.csv", "--statements", "none"),
    "too little memory": _without_memory,
    # What was decided for the user.
    "an edited configuration": _edited,
    "columns of other units": _chosen(NOISE * [1.0, 1.0, 1.0, 90.0, 1.0]),
    "columns of many units": _chosen(NOISE * [11.0, 12.0, 1.0, 1.0, 1.0]),
    "a column of classes": _chosen(NOISE, classes=KINDS),
    "a column of classes as numbers": _chosen(NOISE, classes=[*map(int, np.arange(40) % 3)]),
    "few missing values": _chosen(np.where(NOISE[7, 2] == NOISE, np.nan, NOISE)),
    # The verdict, and the sentences below the map.
    "three groups": _seen(GROUPS),
    "three groups and their classes": _seen(GROUPS, KINDS),
    "classes that touch": _seen(HALF, KINDS),
    "classes that do not differ": _seen(CLOUD, ["u", "v"] * 20),
    "classes with two kernels": _seen(GROUPS, KINDS, ("linear", "rbf")),
    "classes that overlap": _seen(CLOUD, [f"k{int(one)}" for one in CLOUD[:, 2] > 0.0]),
    "a gradient": _seen(ALONG),
    "gaps": _seen(np.column_stack([ALONG[:, :4], 1.4 * (np.arange(40) * 7 % 3)]), components=2),
    "a cloud": _seen(CLOUD),
    "no structure": _seen(NOISE),
    "few samples": _seen(GROUPS[:9]),
    "an odd sample": _seen(ONE),
    "two odd samples": _seen(TWO),
    "a column that outweighs others": _seen(CLOUD * [1.0, 1.0, 1.0, 90.0, 1.0]),
    "weights": _seen(np.abs(CLOUD) + 0.1, components=2, weights="c4"),
    "a verdict that breaks": lambda: _without_a_part((groups, "found")),
    "a test that breaks": lambda: _without_a_part((answers, "parallel_analysis")),
    "a sentence that breaks": lambda: _without_a_part((odd, "columns")),
    "a figure that breaks": lambda: sections.picture(_broken).caption,
    **{
        f"the title of {kernel.name}": partial(_title, kernel)
        for kernel in (
            kernels.Linear(),
            kernels.RBF(0.5),
            kernels.Matern32(0.5),
            kernels.Polynomial(1.0, 1),
        )
    },
    "the title of distances": lambda: _title(None, Distances(*GIVEN)),
    "the title of a measure": lambda: _title(None, Distances(*GIVEN), "gower"),
    "the title of a kernel matrix": lambda: _title(None, Gram(*GIVEN)),
}
