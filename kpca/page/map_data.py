"""The data of an interactive map, which Python writes and the scripts in ``assets`` read.

This is the one definition of both sides. ``kpca.page.interactive`` makes these objects, so that no
field is missing or has another name, and the JSON in the page has their fields in this order. The
tests of the scripts raise an error for a field that is read and not written, and for one that is
written and not read.

Numbers (n,) become base64 of little-endian single precision, which is enough for a screen.
"""

import base64
from dataclasses import dataclass, field

import numpy as np

from kpca.arrays import Array

NONE = np.empty(0)
"""No numbers, which is the text ""."""


def plain(value: object) -> object:
    """What JSON has of numbers (n,), a text, and of another object, its fields."""
    if not isinstance(value, np.ndarray):
        return vars(value)
    with np.errstate(over="ignore"):
        return base64.b64encode(value.astype("<f4").tobytes()).decode("ascii")


@dataclass(frozen=True)
class Look:
    """A class in the order of the legend: its label, its look, and how many samples it has.

    marker  BokehJS's name of it
    last    whether it is drawn behind the others: the samples that have no class
    """

    label: str
    color: str
    marker: str
    last: bool
    count: int


@dataclass(frozen=True)
class Column:
    """A column of the table, or of scores: its name, and its numbers (n,).

    Those of the table are in the units of the user. The name of scores is the label of their axis.
    """

    name: str
    values: Array


@dataclass(frozen=True)
class Scale:
    """The numbers (q,) in the names of columns that are a scale, and labels of axes.

    across  of the numbers
    up      of the values of the columns
    """

    values: Array
    across: str
    up: str


@dataclass(frozen=True)
class Beside:
    """A column that is not data, or a variable: numbers, dates or classes, which color the map.

    of                 the group in the list of colors
    values             numbers (n,), nan for a missing one; empty for another kind
    dates              as ISO 8601 has them (n,), "" for a missing one; empty for another kind
    classes, class_of  as those of the map; empty for another kind
    """

    name: str
    of: str
    values: Array = field(default_factory=lambda: NONE)
    dates: list[str] = field(default_factory=list)
    classes: list[Look] = field(default_factory=list)
    class_of: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Arrows:
    """Variables beside the data: those (k,) that fit best.

    correlations  of each with the scores of the components (d,)
    deviations    of the scores of the samples that have the variable (d,), for each
    between       correlations between these scores (d * d,), for each; empty where all samples have
                  it, because the scores of all are uncorrelated
    doubtful      whether its p on components 1 and 2 is above 0.05 or missing, for each
    dashed        what this means, in words
    """

    names: list[str]
    correlations: list[Array]
    deviations: list[Array]
    between: list[Array]
    doubtful: list[bool]
    dashed: str


@dataclass(frozen=True)
class OneMap:
    """The map of a study.

    name        of the study, as files of numbers have it
    meaning     how to read it: how many of the nearest neighbors of a sample it keeps
    statistics  T² and SPE: squared distances along the components, in units of their variances, and
                from their span
    variables   None without numbers beside the data
    components  (d,), where each map has its own number of them
    """

    title: str
    name: str
    meaning: str
    statistics: list[Column]
    variables: Arrows | None
    components: list[Column]


@dataclass(frozen=True)
class MapData:
    """Samples (n,), new ones behind the others, and the maps of them.

    alone          that the second map has the shape of the first one, and is shown on demand; ""
                   where all maps are shown
    scaled         "standardized" or "as measured", which the columns of these maps are, where the
                   page has maps of the others, too; "" where it has not
    first_columns  positions of the columns that make most of the axes, the largest first
    title          of the table, for pictures and the names of files
    nearest        positions of the nearest samples of each among all columns (n, 5); or none at all
    class_of       the position of its class in ``classes``
    odd            positions of the odd samples, whose names come first on the map
    of_classes     what the classes are called
    has_ellipses   whether ellipses of classes are offered, which count each sample once
    with_names     whether the map shows names at first, where it is wide enough
    color          what colors the samples at first, among the choices of a color
    scale          None where the names of the columns are no numbers in an order
    more_columns   columns of the table for which the page has no room
    """

    alone: str
    scaled: str
    first_columns: list[int]
    title: str
    names: list[str]
    is_new: list[bool]
    nearest: list[list[int]]
    classes: list[Look]
    class_of: list[int]
    odd: list[int]
    of_classes: str
    has_ellipses: bool
    with_names: bool
    color: str
    columns: list[Column]
    scale: Scale | None
    more_columns: int
    beside: list[Beside]
    maps: list[OneMap]
