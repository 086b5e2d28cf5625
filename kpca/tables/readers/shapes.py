"""Tables of another shape than one sample a row: one variable a row, and one number a row."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.tables import free_memory
from kpca.tables.known_names import OF_A_PAIR, SIMILARITY
from kpca.tables.messages import INSIDE, as_matrix, setting
from kpca.tables.numerals import are_codes, numbers_or_nan
from kpca.tables.readers.registry import Options
from kpca.tables.readers.transposed import transposed
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
        # Lists of pairs of names with one number are lists of triplets, too.
        every = chain([table], _of_two_parts(table))
        if options.triplets is None and (paired := _paired(every)):
            listing, (_, names), (_, others) = paired
            raise InputError(_may_be_pairs(listing, names, others))
        three = _named(table, options) or _without_constants(table)
        read = _from_triplets(three, options.triplets)
        table = table if read is three else read
    return transposed(table, options) if options.transpose else table


def _from_triplets(table: Table, wanted: bool | None) -> Table:
    """A table of the numbers that stand in rows of a row, a column and a number; others are 0."""
    keys = _keys(table, wanted) if len(table.columns) == 3 else None
    if keys is None:
        if wanted:
            raise InputError(
                f"{table.path}: triplets: {counted(len(table.columns), 'column')}; allowed: three "
                "columns, a row, a column and a number, and each pair of the first two once"
            )
        return table
    (rows, names), (columns, variables) = keys
    if wanted is None and _are_pairs(table, names, variables):
        raise InputError(_may_be_pairs(table, names, variables))
    if wanted is None:
        raise InputError(
            f"{table.path}: its {len(table)} rows look like triplets (row, column, number), "
            f"{listed([*map(repr, table.names)])}, of a table with "
            f"{counted(len(names), 'row')} and {counted(len(variables), 'column')}; write "
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
    remarks = [*table.remarks, remark]
    return Table(table.path, variables, arrays, names, remarks=remarks, settled=table.settled)


def _named(table: Table, options: Options) -> Table | None:
    """The three columns of triplets that the configuration names; None if it names no three."""
    names = [str(name) for name in options.columns or ()]
    if not options.triplets or len(names) != 3 or not {*names} <= {*table.names}:
        return None
    three = table.of_columns([*map(table.names.index, names)])
    return replace(three, settled=tuple(options.columns))


def _may_be_pairs(table: Table, names: list[str], others: list[str]) -> str:
    first, second = (np.array(table.texts(j)) for j in (0, 1))
    number = _number(table)
    values = numbers_or_nan([table.columns[number]], table.numerals)[0][0]
    what, form = "distance", "distance_matrix"
    is_similarity = SIMILARITY.fullmatch(table.names[number])
    if is_similarity or np.nan_to_num(values[first == second]).any():
        what, form = "kernel value", "kernel_matrix"
    return (
        f"{table.path}: its {len(table)} rows look like pairs of samples with a number, such "
        f"as {names[0]!r} and {others[0]!r}; if {table.names[number]!r} is their {what}, write "
        + as_matrix(table.path, form, with_kernel=True)
        + "; if each row is a sample, write "
        + setting(triplets=False)
        + INSIDE
    )


def _without_constants(table: Table) -> Table:
    """The three columns that are left without texts that are the same in all rows, if they are."""
    differ = [
        j
        for j, column in enumerate(table.columns[: MOST_BESIDE + 1])
        if not pa.types.is_string(column.type) or pc.count_distinct(column).as_py() > 1
    ]
    if len(differ) != 3 or not 3 < len(table.columns) <= MOST_BESIDE:
        return table
    return table.of_columns(differ)


MOST_BESIDE = 8
"""Columns of a list of numbers, of which some say the same in each row, such as a unit."""


def _are_pairs(table: Table, names: list[str], others: list[str]) -> bool:
    """Whether the first two columns have names of the same samples, or numbers of a triangle."""
    cells = numbers_or_nan(table.columns[:2], table.numerals)
    if all(are.all() for _, are in cells):
        return _are_triangle(*(values for values, _ in cells))
    if any(are.any() for _, are in cells):
        return False
    return 2 * len({*names} & {*others}) >= max(len(names), len(others))


def _are_triangle(i: np.ndarray, j: np.ndarray) -> bool:
    """Whether numbers (m,) of rows and columns are those of one half of a matrix, each once."""
    n = len(np.unique([i, j]))
    halves = (n * (n - 1) // 2, n * (n + 1) // 2)
    one_side = bool((i >= j).all() or (i <= j).all())
    return n >= FEWEST_OF_PAIRS and len(i) in halves and one_side and _counts(np.append(i, j))


FEWEST_OF_PAIRS = 4
"""Samples of which numbers may be pairs."""


def _number(table: Table) -> int:
    """The column with the number of a pair: the third, or in the files of GCTA the fourth.

    These have how many markers were used before the relationship, and no header. One that is called
    so is the column in a table with a header.
    """
    if table.headed:
        called = [j for j, name in enumerate(table.names) if OF_A_PAIR.fullmatch(name)]
        return next((j for j in called if j > 1), 2)
    if len(table.columns) != 4:
        return 2
    (counts, _), (values, are) = numbers_or_nan(table.columns[2:], table.numerals)
    is_gcta = (counts % 1.0 == 0.0).all() and are.all() and (values % 1.0).any()
    return 3 if is_gcta else 2


def _from_pairs(table: Table) -> Table:
    """The matrix of the numbers that stand in rows of two samples and a number, if a table is one.

    A number stands for both orders of its samples unless the file has both. Programs such as mash
    and FastANI write more behind it. A pair that has no row is a missing value, also one of a
    sample with itself. Raises ``InputError`` for a list in which a pair stands twice.
    """
    paired = _paired(chain([table], _of_two_parts(table)))
    if paired is None:
        _keys(table, None, is_matrix=True)
        return table
    table, (rows, first), (columns, second) = paired
    names = list(dict.fromkeys([*first, *second]))
    names = sorted(names, key=int) if all(map(str.isdecimal, names)) else names
    number = _number(table)
    at = {name: i for i, name in enumerate(names)}
    i, j = (
        np.array([at[name] for name in side])[k] for side, k in ((first, rows), (second, columns))
    )
    free_memory.require_bytes(Path(table.path), 8 * len(names) ** 2)
    A = np.full((len(names), len(names)), np.nan)
    values = numbers_or_nan([table.columns[number]], table.numerals)[0][0]
    A[j, i] = values
    A[i, j] = values
    A[np.isnan(A)] = A.T[np.isnan(A)]
    remark = f"{len(table)} rows are read as pairs of {len(names)} samples and their numbers"
    remarks = [*table.remarks, remark]
    if len(table.names) > 3:
        left_out = [*table.names[2:number], *table.names[number + 1 :]]
        shown = listed([*map(repr, left_out)])
        remarks.append(f"the numbers are those of {table.names[number]!r}; left out: {shown}")
    called = table.names[number] if table.headed else ""
    arrays = [pa.array(column) for column in A.T]
    return Table(table.path, names, arrays, names, remarks=remarks, pairs=called)


def _paired(tables: Iterable[Table]) -> "tuple[Table, Key, Key] | None":
    """The first of some tables whose rows begin with the names of a pair and a number, with the
    index and the names of the first and of the second sample; None if there is none."""
    for table in tables:
        keys = _keys(table, True)
        if keys is not None and _are_pairs(table, keys[0][1], keys[1][1]):
            return table, *keys
    return None


def _of_two_parts(table: Table) -> Iterator[Table]:
    """The table with one column for each name of a pair, if each may stand in two columns.

    A sample may be called by a family and by a person, as in the files of PLINK and KING, or have
    its class beside it. Other texts come behind the numbers, of which one is that of the pair.
    """
    parts, numbers = table.columns[:4], table.columns[4:]
    if table.index is not None or not numbers or not _are_texts(table, parts).any():
        return
    texts = [table.texts(j) for j in range(4)]
    first, second = (
        [" ".join(dict.fromkeys(name)) for name in zip(*texts[j : j + 2], strict=True)]
        for j in (0, 2)
    )
    rest = 4 + np.argsort(_are_texts(table, numbers), kind="stable")
    yield replace(
        table,
        names=["first of a pair", "second of a pair", *(table.names[j] for j in rest)],
        columns=[pa.array(first), pa.array(second), *(table.columns[j] for j in rest)],
    )


def _are_texts(table: Table, columns: list[pa.Array]) -> np.ndarray:
    """Which of some columns have no number, or other texts beside them."""
    cells = numbers_or_nan(columns, table.numerals)
    return np.array([not (are.all() and np.isfinite(values).any()) for values, are in cells])


def _repeated(table: Table, row: str, column: str, times: int, is_matrix: bool) -> str:
    """The message for pairs or for what looks like triplets of which some have the same names."""
    first, second, number = table.names[:3]
    if is_matrix:
        return (
            f"{table.path}: {row!r} and {column!r} stand together {counted(times, 'time')}; "
            "allowed: each pair of samples once, or once in each order; remove the other rows"
        )
    return (
        f"{table.path}: its {len(table)} rows look like triplets (row, column, number), but "
        f"{row!r} and {column!r} stand together {counted(times, 'time')}; if numbers of a pair may "
        f"be added, in Python: table.pivot_table(index={first!r}, columns={second!r}, "
        f"values={number!r}, aggfunc='sum', fill_value=0); if each row is a sample, write "
        + setting(triplets=False)
        + INSIDE
    )


Key = tuple[np.ndarray, list[str]]


def _keys(table: Table, wanted: bool | None, is_matrix: bool = False) -> tuple[Key, Key] | None:
    """For the first two columns: the index of each cell, and the names; None for other tables.

    Raises ``InputError`` for two texts that stand together several times, unless they are
    ``wanted``. ``is_matrix`` says that these are samples.
    """
    if len(table.columns) < 3:
        return None
    first, second, (_, are_numbers) = numbers_or_nan(table.columns[:3], table.numerals)
    keys = [_key(table, j, *cells) for j, cells in enumerate((first, second))]
    if not are_numbers.all() or keys[0] is None or keys[1] is None:
        return None
    # Other whole numbers beside a number are more often columns of data, unless the other is text.
    are_texts = [not are.all() for _, are in (first, second)]
    if not wanted and not any(are_texts) and not (_counts(first[0]) and _counts(second[0])):
        return None
    (rows, names), (columns, variables) = keys
    pairs, counts = np.unique(rows * len(variables) + columns, return_counts=True)
    if len(pairs) < len(table):
        if not wanted and all(are_texts) and 4 * len(pairs) >= 3 * len(table):
            i, j = divmod(pairs[counts > 1][0], len(variables))
            raise InputError(_repeated(table, names[i], variables[j], int(counts.max()), is_matrix))
        return None
    dense = 2 * len(table) >= 3 * max(len(np.unique(rows)), len(np.unique(columns)))
    return (keys[0], keys[1]) if wanted or dense else None


def _key(table: Table, j: int, values: np.ndarray, are_numbers: np.ndarray) -> Key | None:
    """The index of each cell and the names: texts, codes such as 007, numbers from 0 or 1, or other
    whole numbers."""
    column = table.columns[j]
    is_text = pa.types.is_string(column.type)
    if not (is_text and (not are_numbers.all() or are_codes(table.texts(j)))):
        if not are_numbers.all() or not np.isfinite(values).all() or (values % 1.0).any():
            return None
        if _counts(values):
            low, high = int(values.min()), int(values.max())
            return values.astype(int) - low, [str(i) for i in range(low, high + 1)]
        column = pa.array([str(int(value)) for value in values])
    # In the order of the file.
    encoded = pc.dictionary_encode(column)
    return np.asarray(encoded.indices), encoded.dictionary.to_pylist()


def _counts(values: np.ndarray) -> bool:
    """Whether whole numbers count rows or columns from 0 or 1, of which some may be absent."""
    low, high = values.min(), values.max()
    return bool(low in (0.0, 1.0) and len(np.unique(values)) >= 0.5 * (high - low + 1.0))
