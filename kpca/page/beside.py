"""What a map can be colored by besides the columns of its table: other columns, and variables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kpca.figures.classes import Classes, classes_of
from kpca.figures.palette import COLORS, GRAY, looks
from kpca.figures.texts import shortened
from kpca.page import verdict
from kpca.page.map_data import Beside, Look
from kpca.studies.study import Study
from kpca.studies.variables import Variables
from kpca.tables.dates import dates
from kpca.tables.metadata import MOST
from kpca.tables.samples import NO_LABEL

MARKERS = (
    *("circle", "square", "triangle", "diamond", "inverted_triangle"),
    *("hex", "star", "square_pin", "triangle_pin", "plus"),
)
"""BokehJS's names of ten filled markers."""

TURN = 2.0 * np.pi

NO_VALUE = "no value"
"""What a sample is called that has no value in a column."""

OF_DATA, OF_TABLE = "columns of the data", "columns that are not data"
VARIABLES, OF_MAP = "variables beside the data", "found on the map"
"""The groups in the list of colors; the numbers of the data are in the first one, too."""


def looks_of(found: Classes, class_of: Sequence[int]) -> list[Look]:
    """The look of each class, and of the samples (n,) without a class behind them."""
    counts = Counter(class_of)
    shown = [
        Look(label, *look, False, counts[at])
        for at, (label, look) in enumerate(zip(found.names, looks(MARKERS), strict=False))
    ]
    at = len(found.names)
    if at in counts:
        color = GRAY if found.names else COLORS[0]
        shown.append(Look(found.others or "new sample", color, "circle", True, counts[at]))
    return shown


def beside(study: Study, title: str) -> list[Beside]:
    """The columns that are not data, and the variables, of the training samples and the new ones.

    The labels, which are called ``title``, are not repeated, unless they are dates, or numbers that
    are no classes. Of a large table the first columns are on the page.
    """
    n = len(study.samples)
    groups = {OF_DATA: _of_data(study), OF_TABLE: study.metadata, VARIABLES: study.other_variables}
    every = [one for of, given in groups.items() for one in _columns(study, given, of)]
    labels = [*study.labels, *study.new_labels][:n]
    others = [one for one in every if not _repeats(one, labels, study.n, title)]
    chosen = others[: max(1, MOST // n)]
    names = shortened([one.name for one in chosen])
    return [replace(one, name=name) for one, name in zip(chosen, names, strict=True)]


def found_on_map(one: Study) -> list[Beside]:
    """The groups of the verdict as classes, or the order of the samples along a gradient.

    The order goes around the mean, from one end of the largest opening of the curve to the other.
    """
    if one.groups is None:
        return []
    if one.groups.number > 1:
        labels = [f"group {group + 1}" for group in one.groups.of]
        groups = Variables.of_columns({"groups found": np.array(labels, dtype=object)})
        return [*_columns(one, groups, OF_MAP)]
    if verdict.few_columns(one) or not verdict.along_one(one, None):
        return []
    angles = np.arctan2(*one.coordinates[:, 1::-1].T)
    around = np.sort(angles)
    first = around[(int(np.diff(around, append=around[0] + TURN).argmax()) + 1) % len(around)]
    order = 1.0 + np.argsort(np.argsort((angles - first) % TURN, kind="stable"))
    return [Beside("order along the curve", OF_MAP, order)]


def _of_data(study: Study) -> Variables | None:
    """The columns of texts that are data, whose cells are the numbers of classes."""
    origin = study.origin
    if not origin.classes:
        return None
    keys = ("table_row", "new_table_row")
    rows = np.vstack([origin.numbers[key] for key in keys if key in origin.numbers])
    codes = dict(zip(study.named_columns, rows.T.astype(int), strict=True))
    texts = {
        name: np.array([classes[code] for code in codes[name]], dtype=object)
        for name, classes in origin.classes_of.items()
    }
    return Variables.of_columns(texts)


def _repeats(one: Beside, labels: Sequence[str], n: int, title: str) -> bool:
    """Whether a column has the labels of n training samples and the new ones, and says no more."""
    found = classes_of(labels[:n], labels[n:])
    if one.of != OF_TABLE or not found.names:
        return False
    if one.values.size:
        return one.name == title and found.others in ("", NO_LABEL)
    # Labels beside the table have no title, so the classes are compared.
    names = [look.label for look in one.classes if not look.last]
    return (names, one.class_of) == (found.names, [found.position(label) for label in labels])


def _columns(study: Study, given: Variables | None, of: str) -> Iterator[Beside]:
    """The columns of numbers, of dates and of classes; new samples may have no values."""
    if given is None:
        return
    n, more = study.n, len(study.samples) - len(given)
    values = np.vstack([given.values, np.full((more, len(given.names)), np.nan)])
    for name, column in zip(given.names, values.T, strict=True):
        yield Beside(name, of, column)
    for name, classes in zip(given.factors, given.classes, strict=True):
        texts = [*classes, *[""] * more]
        in_time = dates(texts)
        if in_time is not None:
            yield Beside(name, of, dates=in_time)
            continue
        labels = [text or NO_VALUE for text in texts]
        found = classes_of(labels[:n], labels[n:], NO_VALUE)
        class_of = [found.position(label) for label in labels]
        if found.names:
            yield Beside(name, of, classes=looks_of(found, class_of), class_of=class_of)
