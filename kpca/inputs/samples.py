"""Samples as vectors: which columns are numbers, what is missing, what coincides."""

from dataclasses import dataclass, field

import numpy as np

from kpca.inputs.table import LIKE_NUMBERS, InputError, Table
from kpca.kernels import Array


@dataclass(frozen=True)
class Samples:
    """Points X (n, q) with the names of their columns, a name and a label for each, and notes.

    ``notes`` is what a reader of the results has to know and no error: dropped and equal samples.
    """

    X: Array
    columns: list[str]
    names: list[str]
    labels: list[str]
    notes: list[str] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.names)


def samples(
    table: Table,
    labels: str | int | None = None,
    names: str | int | None = None,
    columns: list[str | int] | None = None,
    drop_missing: bool = False,
) -> Samples:
    """The samples in a table, a row each.

    Raises ``InputError`` for text in a column of numbers, missing values unless they are dropped,
    infinite ones, names that are not distinct, and columns that are not there.
    """
    label_at = None if labels in table.extras else _place(table, labels, "labels")
    wanted = {table.find(column, "columns") for column in columns or []}
    name_at = _name_column(table, names, wanted | {label_at})
    chosen = _chosen(table, columns, {label_at, name_at})
    X = np.column_stack([table.numbers(j) for j in chosen])
    found_names = _names(table, name_at, names)
    found_labels = ["sample"] * len(table)
    if label_at is not None:
        found_labels = table.texts(label_at)
    elif labels is not None:
        found_labels = table.extras[str(labels)]
    kept, notes = _complete(table, X, chosen, drop_missing)
    X = X[kept]
    return Samples(
        X,
        [table.names[j] for j in chosen],
        [found_names[i] for i in kept],
        [found_labels[i] for i in kept],
        notes,
    )


def _place(table: Table, column: str | int | None, key: str) -> int | None:
    return None if column is None else table.find(column, key)


def _name_column(table: Table, names: str | int | None, taken: set[int | None]) -> int | None:
    """The column that was named, or a first column of distinct texts."""
    if names is not None:
        return None if names in table.extras else table.find(names, "names")
    if table.index is not None or 0 in taken or len(table.names) < 2 or not table.is_text(0):
        return None
    texts = table.texts(0)
    # Decimal commas are distinct texts too: they are told where numbers are asked for.
    is_name = len(set(texts)) == len(texts) and not any(map(LIKE_NUMBERS.fullmatch, texts))
    return 0 if is_name else None


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


def _names(table: Table, name_at: int | None, names: str | int | None) -> list[str]:
    if name_at is not None:
        found = table.texts(name_at)
    elif names is not None:
        found = table.extras[str(names)]
    else:
        found = table.index or [str(i + 1) for i in range(len(table))]
    first: dict[str, int] = {}
    for row, name in enumerate(found):
        if name in first:
            raise InputError(
                f"{table.path}, {table.place(row)}: the name {name!r} stands in "
                f"{table.place(first[name])} already; allowed: distinct names"
            )
        first[name] = row
    return found


def _complete(table: Table, X: Array, chosen: list[int], drop: bool) -> tuple[list[int], list[str]]:
    """Rows without a missing value, and a note if others were dropped."""
    for wrong, what in ((np.isinf(X), "infinite"), (np.isnan(X), "missing")):
        if wrong.any() and not (drop and what == "missing"):
            row, at = np.argwhere(wrong)[0]
            do = "; correct them, or leave these samples out with 'missing: drop'"
            raise InputError(
                f"{table.path}, {table.place(row)}, column {table.names[chosen[at]]!r}: the value "
                f"is {what}, as are {int(wrong.sum())} in all; allowed: finite numbers"
                + (do if what == "missing" else "; correct them")
            )
    gone = np.flatnonzero(np.isnan(X).any(axis=1))
    if not gone.size:
        return list(range(len(X))), []
    if gone.size == len(X):
        raise InputError(f"{table.path}: every sample has a missing value; none is left")
    shown = _some([table.place(row) for row in gone])
    note = f"{gone.size} of {len(X)} samples left out for missing values: {shown}"
    return list(np.flatnonzero(~np.isnan(X).any(axis=1))), [note]


def coinciding(X: Array, names: list[str]) -> str | None:
    """A note on samples that are equal to another, if there are any."""
    _, first, back = np.unique(X, axis=0, return_index=True, return_inverse=True)
    again = [(i, first[k]) for i, k in enumerate(back.ravel()) if first[k] != i]
    if not again:
        return None
    pairs = _some([f"{names[i]} = {names[j]}" for i, j in again])
    return f"{len(again)} samples are equal to another one: {pairs}"


def _some(texts: list[str]) -> str:
    return ", ".join(texts[:5]) + (", ..." if len(texts) > 5 else "")
