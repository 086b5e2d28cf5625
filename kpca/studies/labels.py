"""Classes of the samples of a matrix, from a table of their own."""

from collections.abc import Callable, Sequence
from pathlib import Path

from kpca.studies.matching import Rows, match
from kpca.tables.classes import NO_CLASS
from kpca.tables.columns import Column, find
from kpca.tables.messages import INSIDE, joined, setting
from kpca.tables.samples import MOST_LISTED, NO_LABEL
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed


def of_samples(
    path: Path,
    names: Sequence[str],
    column: Column | None,
    read: Callable[..., Table],
    count: int | None = None,
) -> tuple[list[str], list[str]]:
    """A class for each sample with these ``names`` (n,), and remarks on how they were found.

    ``count`` is the number of samples in the file of the matrix, if some of them were left out.
    ``column`` is the one with the classes, which is needed where the table has several besides the
    names. Rows are matched to the samples by name, or without names by position.

    Raises ``InputError`` for several columns, for samples without a row, and where the first row
    of a single column may be a header.
    """
    rows = Rows(names, len(names) if count is None else count)
    table = _table(path, rows, read)
    found = match(table, names, rows, "labels")
    others = [j for j in range(len(table.columns)) if j != found.column]
    if column is not None:
        others = [find(table, column, "label_column")]
    if len(others) != 1:
        raise InputError(_which(table, others))
    (j,) = others
    _require_no_header(table, table.texts(j))
    classes = [table.texts(j)[i] for i in found.at]
    return [NO_LABEL if one in NO_CLASS else one for one in classes], [
        "labels: " + one for one in found.remarks
    ]


def _table(path: Path, rows: Rows, read: Callable[..., Table]) -> Table:
    """The table, whose first row is a header unless it is the row of a sample."""
    table = read(path, header=False)
    first = {table.texts(j)[0] for j in range(len(table.columns))}
    has_names = not first.isdisjoint(rows.names) or len(table) == rows.count
    return table if has_names else read(path, header=True)


def _which(table: Table, others: Sequence[int]) -> str:
    """The message for a table with no column of classes, or with several."""
    called = [table.names[j] for j in others]
    if not called:
        return f"{table.path}: labels: no column besides the names; allowed: one with the classes"
    lines = [setting(label_column=name) for name in called[:MOST_LISTED]]
    return (
        f"{table.path}: labels: {listed([*map(repr, called)])} may have the classes; write "
        + joined(lines, " or ")
        + INSIDE
    )


def _require_no_header(table: Table, classes: Sequence[str]) -> None:
    """Raises ``InputError`` for a single column whose first cell may be a header."""
    others = map(classes.count, classes[1:])
    is_single = len(table.columns) == 1 and table.index is None
    if is_single and not table.headed and classes.count(classes[0]) == 1 < min(others, default=1):
        raise InputError(
            f"{table.path}: {classes[0]!r} stands once and every other label more often: it may be "
            "a header, with one label too few below; give the labels in two columns, the first "
            "with the names of the samples"
        )
