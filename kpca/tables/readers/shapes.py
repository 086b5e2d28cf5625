"""Tables of another shape than one sample a row: one variable a row, and one number a row."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.tables import free_memory
from kpca.tables.messages import INSIDE, as_matrix, setting
from kpca.tables.numerals import increases, numbers_or_nan
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed


def shaped(table: Table, options: Options) -> Table:
    """The table with one sample a row, from the shape that the options name.

    Raises ``InputError`` with the line to write for a table that may be a list of triplets, and for
    one that is none although the options say so.
    """
    if options.wider == 0:
        return _from_pairs(table)
    if options.triplets is not False and options.wider is None:
        three = _without_constants(table)
        read = _from_triplets(three, options.triplets)
        table = table if read is three else read
    return _transposed(table, options.named) if options.transpose else table


def _transposed(table: Table, named: tuple[str | int, ...]) -> Table:
    """The samples in the columns of a table, whose rows are variables.

    The first column of distinct texts names the variables, or of numbers that increase from row to
    row, such as wavelengths; other texts are left out. If the configuration has ``named``
    variables, cells stay as they stand in the file, since names and labels may look like numbers.
    """
    cells = numbers_or_nan(table.columns, table.numerals)
    texts = [j for j, (_, are) in enumerate(cells) if not are.any()]
    names = table.index
    left_out, remarks = texts, []
    if names is None and texts[:1] == [0]:
        names, left_out = table.columns[0].to_pylist(), texts[1:]
    elif names is None and table.headed and increases(cells[0][0]):
        names, texts = [str(cell) for cell in table.columns[0].to_pylist()], [0, *texts]
        remarks.append(f"column {table.names[0]!r} is in order and names the variables")
    chosen = [j for j in range(len(cells)) if j not in texts]
    if not chosen:
        raise InputError(f"{table.path}: transpose: no column has a number; allowed: one a sample")
    remarks.append(
        f"transposed: {len(table)} rows are variables, {len(chosen)} columns are samples"
    )
    if left_out:
        shown = listed([repr(table.names[j]) for j in left_out])
        remarks.append(f"text left out: {shown}")
    if not named and all(cells[j][1].all() for j in chosen):
        columns = [pa.array(row) for row in np.stack([cells[j][0] for j in chosen], axis=1)]
    else:
        rows = zip(*(table.columns[j].to_pylist() for j in chosen), strict=True)
        columns = [pa.array([_text(cell) for cell in row]) for row in rows]
    return Table(
        table.path,
        [name.strip() for name in names] if names else [str(i + 1) for i in range(len(table))],
        columns,
        [table.names[j] for j in chosen],
        headed=names is not None,
        numerals=table.numerals,
        remarks=table.remarks + remarks,
    )


def _text(cell: object) -> str:
    """A cell as text, in which truth values are the numbers 1 and 0."""
    if cell is None:
        return ""
    return str(int(cell) if isinstance(cell, bool) else cell)


def _from_triplets(table: Table, wanted: bool | None) -> Table:
    """A table of the numbers that stand in rows of a row, a column and a number; others are 0."""
    keys = _keys(table, wanted)
    if keys is None:
        if wanted:
            raise InputError(
                f"{table.path}: triplets: {counted(len(table.columns), 'column')}; allowed: three "
                "columns, a row, a column and a number, and each pair of the first two once"
            )
        return table
    (rows, names), (columns, variables) = keys
    if wanted is None and _are_pairs(table, names, variables):
        raise InputError(
            f"{table.path}: its {len(table)} rows look like pairs of samples with a number, such "
            f"as {names[0]!r} and {variables[0]!r}; if it is their distance, write "
            + as_matrix(table.path, with_kernel=True)
            + "; if each row is a sample, write "
            + setting(triplets=False)
            + INSIDE
        )
    if wanted is None:
        raise InputError(
            f"{table.path}: its {len(table)} rows look like triplets (row, column, number) of a "
            f"table with {counted(len(names), 'row')} and {counted(len(variables), 'column')}; "
            "write "
            + setting(triplets=True)
            + INSIDE
            + " to read them so, or "
            + setting(triplets=False)
            + " if each row is a sample"
        )
    free_memory.require_bytes(Path(table.path), 8 * len(names) * len(variables))
    X = np.zeros((len(names), len(variables)))
    X[rows, columns] = numbers_or_nan(table.columns[2:], table.numerals)[0][0]
    absent = X.size - len(table)
    remark = f"read from triplets; {absent} of {X.size} numbers are not in the file and are 0"
    arrays = [pa.array(column) for column in X.T]
    return Table(table.path, variables, arrays, names, remarks=[*table.remarks, remark])


def _without_constants(table: Table) -> Table:
    """The three columns that are left without texts that are the same in all rows, if they are."""
    differ = [
        j
        for j, column in enumerate(table.columns[: MOST_BESIDE + 1])
        if not pa.types.is_string(column.type) or pc.count_distinct(column).as_py() > 1
    ]
    if len(differ) != 3 or not 3 < len(table.columns) <= MOST_BESIDE:
        return table
    names, columns = ([of[j] for j in differ] for of in (table.names, table.columns))
    return replace(table, names=names, columns=columns)


MOST_BESIDE = 8
"""Columns of a list of numbers, of which some say the same in each row, such as a unit."""


def _are_pairs(table: Table, names: list[str], others: list[str]) -> bool:
    """Whether the first two columns have names of the same samples."""
    if any(are.any() for _, are in numbers_or_nan(table.columns[:2], table.numerals)):
        return False
    return 2 * len({*names} & {*others}) >= max(len(names), len(others))


def _from_pairs(table: Table) -> Table:
    """The matrix of the numbers that stand in rows of two samples and a number, if a table is one.

    A number stands for both orders of its samples, and the diagonal is 0 where the file has none.
    Raises ``InputError`` for a pair without a number.
    """
    keys = _keys(table, True)
    if keys is None or not _are_pairs(table, keys[0][1], keys[1][1]):
        return table
    (rows, first), (columns, second) = keys
    names = list(dict.fromkeys([*first, *second]))
    at = {name: i for i, name in enumerate(names)}
    i, j = (
        np.array([at[name] for name in side])[k] for side, k in ((first, rows), (second, columns))
    )
    free_memory.require_bytes(Path(table.path), 8 * len(names) ** 2)
    A = np.full((len(names), len(names)), np.nan)
    values = numbers_or_nan(table.columns[2:], table.numerals)[0][0]
    A[j, i] = values
    A[i, j] = values
    if np.isnan(A.diagonal()).all():
        np.fill_diagonal(A, 0.0)
    if np.isnan(A).any():
        k, m = np.argwhere(np.isnan(A))[0]
        raise InputError(
            f"{table.path}: no row has {names[k]!r} and {names[m]!r}; allowed: a number for each "
            f"pair of the {len(names)} samples"
        )
    remark = f"{len(table)} rows are read as pairs of {len(names)} samples and their numbers"
    remarks = [*table.remarks, remark]
    return Table(table.path, names, [pa.array(column) for column in A.T], names, remarks=remarks)


Key = tuple[np.ndarray, list[str]]


def _keys(table: Table, wanted: bool | None) -> tuple[Key, Key] | None:
    """For the first two columns: the index of each cell, and the names; None for other tables."""
    if len(table.columns) != 3:
        return None
    first, second, (_, are_numbers) = numbers_or_nan(table.columns, table.numerals)
    keys = [_key(table, j, *cells) for j, cells in enumerate((first, second))]
    if not are_numbers.all() or keys[0] is None or keys[1] is None:
        return None
    (rows, names), (columns, variables) = keys
    if len(np.unique(rows * len(variables) + columns)) < len(table):
        return None
    dense = 2 * len(table) >= 3 * max(len(np.unique(rows)), len(np.unique(columns)))
    return (keys[0], keys[1]) if wanted or dense else None


def _key(table: Table, j: int, values: np.ndarray, are_numbers: np.ndarray) -> Key | None:
    """The index of each cell and the names, of texts or of whole numbers from 0 or 1."""
    column = table.columns[j]
    if not are_numbers.any() and pa.types.is_string(column.type):
        encoded = pc.dictionary_encode(column)
        return np.asarray(encoded.indices), encoded.dictionary.to_pylist()
    if not are_numbers.all() or not np.isfinite(values).all() or (values % 1.0).any():
        return None
    low, high = int(values.min()), int(values.max())
    if low not in (0, 1) or len(np.unique(values)) < 0.5 * (high - low + 1):
        return None
    return values.astype(int) - low, [str(i) for i in range(low, high + 1)]
