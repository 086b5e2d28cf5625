"""Samples as vectors: which columns are numbers, missing values, equal samples."""

import re
from dataclasses import dataclass, field

import numpy as np

from kpca.arrays import Array
from kpca.studies.readers.numerals import LIKE_NUMBERS, look_like_numbers
from kpca.studies.readers.table import InputError, Table
from kpca.studies.wording import in_all


@dataclass(frozen=True)
class Samples:
    """Points X (n, q) with the names of their columns, a name and a label for each, and notes.

    ``notes`` are sentences on the data that are no errors: samples left out, or a column that looks
    like an identifier. ``left_out`` has the columns of the table that are not data, and what each
    is instead.
    """

    X: Array
    columns: list[str]
    names: list[str]
    labels: list[str]
    notes: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.names)


def samples(
    table: Table,
    labels: str | int | None = None,
    names: str | int | None = None,
    columns: list[str | int] | None = None,
    drop_missing: bool | None = False,
) -> Samples:
    """The samples in a table, one row each.

    ``drop_missing`` leaves out rows with a missing value; None says that no row can be left out.
    Raises ``InputError`` for text in a column of numbers, missing values unless they are dropped,
    infinite ones, names that are not distinct, and columns that are not there.
    """
    label_at = _place(table, labels, "labels")
    wanted = {table.find(column, "columns") for column in columns or []}
    name_at = _name_column(table, names, wanted | {label_at})
    chosen = _chosen(table, columns, {label_at, name_at})
    X = np.column_stack([table.numbers(j) for j in chosen])
    found_names = _texts(table, name_at, names) or table.index or _numbered(len(table))
    _require_distinct(table, found_names)
    found_labels = _texts(table, label_at, labels) or ["sample"] * len(table)
    kept, notes = _complete(table, X, chosen, drop_missing)
    notes += _identifiers(table, X, chosen) if columns is None else []
    notes += _names_like_numbers(table, name_at) if names is None else []
    return Samples(
        X[kept],
        [table.names[j] for j in chosen],
        [found_names[i] for i in kept],
        [found_labels[i] or "no label" for i in kept],
        notes,
        _left_out(table, chosen, label_at, name_at),
    )


def _numbered(n: int) -> list[str]:
    return [str(i + 1) for i in range(n)]


def _place(table: Table, column: str | int | None, key: str) -> int | None:
    """Place of a column of texts; None for none, and for one beside the table."""
    return None if column is None or column in table.extras else table.find(column, key)


def _texts(table: Table, place: int | None, column: str | int | None) -> list[str] | None:
    if place is not None:
        return table.texts(place)
    return None if column is None else table.extras[str(column)]


def _name_column(table: Table, names: str | int | None, taken: set[int | None]) -> int | None:
    """The column that was named, or a first column of distinct texts."""
    if names is not None:
        return _place(table, names, "names")
    if table.index is not None or 0 in taken or len(table.names) < 2 or not table.is_text(0):
        return None
    texts = table.texts(0)
    # Numbers with decimal commas are distinct texts too. They are reported when numbers are read.
    is_name = len(set(texts)) == len(texts) and not any(map(LIKE_NUMBERS.fullmatch, texts))
    return 0 if is_name else None


def _names_like_numbers(table: Table, name_at: int | None) -> list[str]:
    """A note on a first column that names the samples and may have been meant as numbers."""
    if name_at is None or not look_like_numbers(table.texts(name_at)):
        return []
    name = table.names[name_at]
    return [
        f"column {name!r} names the samples and is not data, although its texts, such as "
        f"{table.texts(name_at)[0][:40]!r}, begin like numbers; if they are numbers, write them as "
        f"1.5, -1 or 2e-3, without a unit; if they are names, say 'names: {name}'"
    ]


def _chosen(table: Table, columns: list[str | int] | None, taken: set[int | None]) -> list[int]:
    if columns is None:
        chosen = [j for j in range(len(table.columns)) if j not in taken]
    else:
        chosen = [table.find(column, "columns") for column in columns]
    if not chosen:
        raise InputError(f"{table.path}: no column is left for numbers; allowed: at least one")
    if len(set(chosen)) < len(chosen):
        raise InputError(f"{table.path}: columns: one stands twice; allowed: each once")
    return chosen


def _require_distinct(table: Table, names: list[str]) -> None:
    first: dict[str, int] = {}
    for row, name in enumerate(names):
        if name in first:
            raise InputError(
                f"{table.path}, {table.place(row)}: the name {name!r} stands in "
                f"{table.place(first[name])} already; allowed: distinct names"
            )
        first[name] = row


def _complete(
    table: Table, X: Array, chosen: list[int], drop: bool | None
) -> tuple[list[int], list[str]]:
    """Rows without a missing value, and a note if others were dropped."""
    for wrong, what in ((np.isinf(X), "infinite"), (np.isnan(X), "missing")):
        if wrong.any() and not (drop and what == "missing"):
            row, at = np.argwhere(wrong)[0]
            do = "; correct them"
            if what == "missing" and drop is not None:
                do += ", or leave these samples out with 'missing: drop'"
            raise InputError(
                f"{table.path}, {table.place(row)}, column {table.names[chosen[at]]!r}: the value "
                f"is {what}{in_all(int(wrong.sum()), f'{what} value')}; allowed: finite numbers{do}"
            )
    gone = np.flatnonzero(np.isnan(X).any(axis=1))
    if not gone.size:
        return list(range(len(X))), []
    if gone.size == len(X):
        raise InputError(f"{table.path}: every sample has a missing value; none is left")
    shown = _some([table.place(row) for row in gone])
    note = f"{gone.size} of {len(X)} samples left out for missing values: {shown}"
    return list(np.flatnonzero(~np.isnan(X).any(axis=1))), [note]


def _left_out(
    table: Table, chosen: list[int], label_at: int | None, name_at: int | None
) -> list[tuple[str, str]]:
    """Columns that are not data, in the order of the table, and what they are instead."""
    index = [("row names", "names of the samples")] if table.index is not None else []
    roles = {label_at: "labels", name_at: "names of the samples"}
    others = (j for j in range(len(table.names)) if j not in set(chosen))
    return index + [(table.names[j], roles.get(j, "not one of 'columns'")) for j in others]


IDENTIFIERS = {"id", "ids", "identifier", "subject", "participant", "patient", "person", "specimen"}
"""Words that name an identifier, even if a number occurs twice, as in repeated measurements."""

NUMBERING = {"no", "nr", "num", "number", "numbers", "index", "idx", "sample", "samples", "row"}
NUMBERING |= {"case", "record", "probe", "respondent"}
"""Words that name an identifier if no number occurs twice; otherwise they may name a count."""


def _identifiers(table: Table, X: Array, chosen: list[int]) -> list[str]:
    """A note on each column that looks like an identifier, unless ``columns`` names it."""
    if len(X) < 3 or len(chosen) < 2:
        return []
    names = [table.names[j] for j in chosen]
    reasons = [(name, _like_identifier(name, one)) for name, one in zip(names, X.T, strict=True)]
    return [
        f"column {name!r} looks like an identifier ({reason}) and is used as data; if it is one, "
        "name it with 'names', or leave it out with 'columns'"
        for name, reason in reasons
        if reason
    ]


def _like_identifier(name: str, column: Array) -> str:
    """Why a column of whole numbers looks like an identifier; "" if it does not.

    The order of the rows does not matter.
    """
    if not (column == np.round(column)).all():
        return ""
    words = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())
    if IDENTIFIERS.intersection(words):
        return "by its name, with whole numbers"
    if len(np.unique(column)) < len(column):
        return ""
    if NUMBERING.intersection(words):
        return "by its name, with distinct whole numbers"
    steps = np.diff(np.sort(column))
    return "whole numbers in even steps" if (steps == steps[0]).all() else ""


DOMINATING = 0.9
"""A column with a larger share of the variance dominates the others."""


def dominating(X: Array, columns: list[str]) -> list[str]:
    """A note on a column of X (n, q) that holds nearly all of the variance, if there is one.

    Distances, inner products and every kernel then depend on little but this column.
    """
    centered = X - X.mean(axis=0)
    size = np.abs(centered).max()
    if X.shape[1] < 2 or not 0.0 < size < np.inf:
        return []
    variance = ((centered / size) ** 2).sum(axis=0)
    share, at = variance.max() / variance.sum(), int(variance.argmax())
    if share < DOMINATING:
        return []
    return [
        f"column {columns[at]!r} holds {100 * share:.4g} % of the variance of all columns and "
        "dominates the distances; if the columns have different units, take 'standardize: true' or "
        "another unit"
    ]


def coinciding(found: Samples) -> list[str]:
    """A note on samples that are equal to another, if there are any."""
    return equal(first_equal(found.X), found.names)


def first_equal(rows: Array) -> Array:
    """Place (n,) of the first row that equals each of the rows (n, k)."""
    _, first, back = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first[back.ravel()]


def equal(first: Array, names: list[str]) -> list[str]:
    """A note on samples that are equal to another one, from the ``first`` (n,) equal to each."""
    again = [(i, j) for i, j in enumerate(first) if j != i]
    if not again:
        return []
    pairs = _some([f"{names[i]} = {names[j]}" for i, j in again])
    are = "sample is" if len(again) == 1 else "samples are"
    return [f"{len(again)} {are} equal to another one: {pairs}"]


def apart(names: list[str], known: list[str]) -> list[str]:
    """Names of new samples, with "new" before them if they are also names of known samples."""
    while not set(names).isdisjoint(known):
        names = [f"new {name}" for name in names]
    return names


def _some(texts: list[str]) -> str:
    return ", ".join(texts[:5]) + (", ..." if len(texts) > 5 else "")
