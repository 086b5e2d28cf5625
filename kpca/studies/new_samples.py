"""The samples in a file of new samples of a study of points."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from kpca.studies.config.data import VectorFile
from kpca.tables import columns, doubts
from kpca.tables.columns import NAMES, Column
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.read import read
from kpca.tables.readers.headers import HeaderError
from kpca.tables.samples import Samples
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed


def samples(
    data: VectorFile,
    folder: Path,
    old_table: Table,
    old: Samples,
    read: Callable[..., Table] = read,
) -> Samples:
    """New samples with the columns of the samples in the ``old_table``; they need no labels.

    Raises ``InputError`` for other columns, for numbers that may mean a missing value
    (``kpca.tables.doubts``), and as ``columns.samples`` does.
    """
    table = _table(data, folder / str(data.new), old_table, old.columns, read)
    _require_one_notation(data, table, old_table)
    lacks_names = _lacks_names(data, table, old_table, old)
    labels, names = (
        _same(column, table, old_table, lacks_names) for column in (data.labels, data.names)
    )
    same = _columns(data, table, old_table, old, lacks_names)
    missing = replace(data.on_missing, most_of_columns=1.0)
    known = dict(zip(same, (old.classes.get(name) for name in old.columns), strict=True))
    known = {name: texts for name, texts in known.items() if texts is not None}
    new = columns.samples(table, labels, names, same, missing, known=known)
    if data.missing_values is None:
        doubts.require_none_in_new(str(data.new), new.of_numbers, old.of_numbers)
    by_old_name = dict(zip(same, old.columns, strict=True))
    new = replace(new, classes={by_old_name[name]: of for name, of in new.classes.items()})
    classes = new.labels if labels is not None else ["new"] * len(new.names)
    # Without a column of names, the columns have other numbers.
    metadata = {} if lacks_names else new.metadata
    return replace(new, labels=classes, metadata=metadata)


def _table(
    data: VectorFile, path: Path, old: Table, names: list[str], read: Callable[..., Table]
) -> Table:
    """The table of new samples; raises ``InputError`` unless both files or none have a header.

    The first row of a text file is a header if it has one of the ``names`` of the columns. If the
    old file has no header, the first row is one if it has no number but texts above numbers. In a
    file of triplets or with a column for each sample, the names of columns are not in that row. A
    line that is said to be the header is that of both files. Columns of another order than the
    samples were asked about in the old file.
    """
    are_below = data.transpose or data.triplets
    is_said = are_below or not isinstance(data.header, bool | None)
    header = data.header if is_said else None if old.headed else False
    hints = data.hints | {"omit": data.omit or []}
    try:
        table = read(path, **hints | {"header": header})
        headed = table.headed or _has_texts_above_numbers(table)
    except HeaderError as question:
        if are_below:
            raise
        headed = not set(names).isdisjoint(question.cells)
        table = read(path, **hints | {"header": True}) if headed else old
    if headed != old.headed:
        raise InputError(
            f"{path}: {'has' if headed else 'lacks'} a header, and {data.vectors} "
            f"{'lacks one' if headed else 'has one'}; allowed: both or none"
        )
    return table


def _require_one_notation(data: VectorFile, table: Table, old: Table) -> None:
    """Raises ``InputError`` if each point in numbers of new samples may group digits, as in 1.065.

    In the ``old`` table it can be no decimal sign, because that is a comma.
    """
    is_named = data.decimal is not None or data.thousands is not None
    if is_named or old.numerals.decimal == "." or table.numerals.decimal == ",":
        return
    grouped, example = replace(old.numerals, thousands="."), None
    for column in table.columns:
        values, are_numbers = numbers_or_nan([column], table.numerals)[0]
        others, are_grouped = numbers_or_nan([column], grouped)[0]
        if are_numbers.all() and not are_grouped.all():
            return
        differ = np.flatnonzero(are_numbers & are_grouped & (np.nan_to_num(values - others) != 0.0))
        if differ.size and example is None:
            at = int(differ[0])
            example = column[at].as_py(), others[at], values[at]
    if example is not None:
        text, first, second = example
        raise InputError(
            f"{table.path}: {text!r} may be {first:.15g} or {second:.15g}, and {data.vectors} has "
            "a decimal comma; write "
            + setting(thousands=".")
            + INSIDE
            + " for the first, or the numbers with a decimal comma for the second"
        )


def _lacks_names(data: VectorFile, table: Table, old_table: Table, old: Samples) -> bool:
    """Whether only the old samples have names, in a first column of files without a header.

    The number of each other column is then less by one.
    """
    if table.headed or len(table.names) >= len(old_table.names):
        return False
    has_names = data.names is not None or columns.has_names(table)
    return ("1", NAMES) in old.left_out and not has_names


def _columns(
    data: VectorFile, table: Table, old_table: Table, old: Samples, lacks_names: bool
) -> list[str]:
    """The names of the columns of the samples in a table of new ones.

    Raises ``InputError`` if the table has more columns without a header, or lacks one of these, and
    if its rows are called as they are.
    """
    if table.headed:
        rows = {*(table.index or table.texts(0))} & {*old.columns}
        if rows and {*table.names}.isdisjoint(old.columns):
            raise InputError(
                f"{table.path}: {sorted(rows)[0]!r} is a row, and in {data.vectors} a column; "
                + TURNED
            )
        if lacking := [name for name in old.columns if name not in table.names]:
            raise InputError(
                f"{table.path}: no column is called {listed([*map(repr, lacking)])}, as in "
                f"{data.vectors}; allowed: all columns of the samples; this file has "
                + listed([*map(repr, table.names)])
            )
        return old.columns
    width, old_width = len(table.names), len(old_table.names)
    same = [str(int(name) - lacks_names) for name in old.columns]
    if width > old_width or not {*same} <= {*table.names}:
        raise InputError(
            f"{table.path}: {counted(width, 'column')}, {data.vectors} has {old_width}; allowed: "
            "the same columns; write NA for a value that is missing"
            + (f"; {TURNED}" if data.transpose else "")
        )
    return same


TURNED = named("transpose") + (
    " holds for both files; to turn one of them, in Python: "
    "pandas.read_csv(FILE, header=None).T.to_csv(NEW, header=False, index=False)"
)


def _has_texts_above_numbers(table: Table) -> bool:
    """Whether the first row of a table has no number, but a text in a column of numbers."""
    if len(table) < 2 or not all(pa.types.is_string(column.type) for column in table.columns):
        return False
    cells = numbers_or_nan(table.columns, table.numerals)
    is_text = all(np.isnan(values[0]) for values, _ in cells)
    return is_text and any(not are[0] and are[1:].all() for _, are in cells)


def _same(column: Column | None, table: Table, old: Table, lacks_names: bool) -> Column | None:
    """The column of labels or names in a file of new samples, if the file has it."""
    if isinstance(column, int):
        at = columns.find(old, column, "labels or names")
        column = old.names[at] if old.headed else column - lacks_names
    has = [*table.names, *table.extras]
    by_number = not table.headed and isinstance(column, int) and column <= len(has)
    return column if column in has or by_number else None
