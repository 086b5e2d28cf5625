"""The samples in a file of new samples of a study of points."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from kpca.studies.config.data import VectorFile
from kpca.tables import columns
from kpca.tables.columns import MISSING, Column
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.read import read
from kpca.tables.readers.headers import HeaderError
from kpca.tables.samples import Samples, apart
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted


def samples(
    data: VectorFile,
    folder: Path,
    old_table: Table,
    old: Samples,
    read: Callable[..., Table] = read,
) -> Samples:
    """New samples with the columns of the samples in the ``old_table``; they need no labels.

    Raises ``InputError`` for other columns, and as ``columns.samples`` does.
    """
    table = _table(data, folder / str(data.new), old_table, old.columns, read)
    labels, names = (_same(column, table, old_table) for column in (data.labels, data.names))
    same, omit = (old.columns, None) if table.headed else (data.columns, data.omit)
    if not table.headed and data.columns is None:
        omit = [*(omit or []), *(name for name, why in old.left_out if why.endswith(MISSING))]
    missing = replace(data.on_missing, most_of_columns=1.0)
    new = columns.samples(table, labels, names, same, missing, omit)
    if new.X.shape[1] != old.X.shape[1]:
        raise InputError(
            f"{table.path}: {counted(new.X.shape[1], 'column')} of numbers, {data.vectors} has "
            f"{old.X.shape[1]}; allowed: the same columns"
        )
    classes = new.labels if labels is not None else ["new"] * len(new.names)
    return replace(new, names=apart(new.names, old.names), labels=classes)


def _table(
    data: VectorFile, path: Path, old: Table, names: list[str], read: Callable[..., Table]
) -> Table:
    """The table of new samples; raises ``InputError`` unless both files or none have a header.

    The first row of a text file is a header if it has one of the ``names`` of the columns. If the
    old file has no header, the first row is one if it has no number but texts above numbers.
    """
    try:
        header = None if old.headed else False
        table = read(path, **data.hints | {"header": header})
        headed = table.headed or _has_texts_above_numbers(table)
    except HeaderError as question:
        headed = not set(names).isdisjoint(question.cells)
        table = read(path, **data.hints | {"header": True}) if headed else old
    if headed != old.headed:
        raise InputError(
            f"{path}: {'has' if headed else 'lacks'} a header, and {data.vectors} "
            f"{'lacks one' if headed else 'has one'}; allowed: both or none"
        )
    return table


def _has_texts_above_numbers(table: Table) -> bool:
    """Whether the first row of a table has no number, but a text in a column of numbers."""
    if len(table) < 2 or not all(pa.types.is_string(column.type) for column in table.columns):
        return False
    cells = numbers_or_nan(table.columns, table.numerals)
    is_text = all(np.isnan(values[0]) for values, _ in cells)
    return is_text and any(not are[0] and are[1:].all() for _, are in cells)


def _same(column: Column | None, table: Table, old: Table) -> Column | None:
    """The column of labels or names in a file of new samples, if the file has it."""
    if isinstance(column, int) and old.headed:
        column = old.names[columns.find(old, column, "labels or names")]
    has = [*table.names, *table.extras]
    by_number = not table.headed and isinstance(column, int) and column <= len(has)
    return column if column in has or by_number else None
