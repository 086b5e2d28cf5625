"""Matrices of which a file has one half: a triangle, or the condensed vector of SciPy."""

from dataclasses import replace
from math import isqrt

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Truths
from kpca.tables import similarities
from kpca.tables.names import are_count
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.table import InputError, Table


def whole(table: Table, distances: bool) -> Table:
    """The table with both halves of a symmetric matrix, if it has one of them; else as it is.

    The other half is empty or 0. ``distances`` may come without their diagonal of zeros, as R
    prints them, or with texts or nothing in it, and as a single column d_12, d_13, ..., d_23, ...
    A remark states what was read, and another one if numbers without a diagonal look like
    similarities. Raises ``InputError`` for a single column of distances that have names.
    """
    cells = numbers_or_nan(table.columns, table.numerals)
    first = int(table.index is None and len(cells) > 1 and not cells[0][1].any())
    A, are_numbers = (np.column_stack(part) for part in zip(*cells[first:], strict=True))
    columns = table.names[first:]
    if not are_numbers.all() and not (distances and _lack_diagonal(A, are_numbers)):
        return table
    rows = [name.strip() for name in table.columns[0].to_pylist()] if first else table.index
    if distances and A.shape[1] == 1:
        return _from_condensed(table, A[:, 0], rows)
    if rows is not None and len(A) == A.shape[1] + 1 and np.isnan(A[0]).all():
        A, columns = np.pad(A, ((0, 0), (0, 1)), constant_values=np.nan), rows
    elif (distances or rows is not None) and _lacks_diagonal(A, rows, columns):
        A = np.pad(A, ((1, 0), (0, 1)), constant_values=np.nan)
        rows = None if rows is None else [columns[0], *rows]
        columns = rows or [str(i + 1) for i in range(len(A))]
    remark, side = "the diagonal, in which no cell is a number, is read as 0", _half(A)
    if side is not None:
        half = np.tril(A, -1) if side == "lower" else np.triu(A, 1)
        remark = f"the {side} triangle of the matrix is read, and the other one is equal to it"
        A = half + half.T + np.diag(A.diagonal())
    elif not (distances and _has_no_selves(A)):
        return table
    if distances:
        lacks_all = np.isnan(A.diagonal()).all()
        np.fill_diagonal(A, np.nan_to_num(A.diagonal()))
        of_numbers = similarities.remarks(A, columns) if lacks_all else []
        table = replace(table, remarks=[*table.remarks, *of_numbers])
    return _with_numbers(table, A, columns, rows, remark)


def _with_numbers(
    table: Table, A: Array, columns: list[str], rows: list[str] | None, remark: str
) -> Table:
    arrays = [pa.array(column) for column in A.T]
    remarks = [*table.remarks, remark]
    return replace(table, names=columns, columns=arrays, index=rows, remarks=remarks)


def _has_no_selves(A: Array) -> bool:
    """Whether A (n, n) has both orders of all pairs that it has, and at most 0 in its diagonal."""
    lacks = np.isnan(A)
    if A.shape[0] != A.shape[1] or np.nan_to_num(A.diagonal()).any():
        return False
    return bool(lacks.diagonal().any() and (lacks == lacks.T).all())


def _lack_diagonal(A: Array, are_numbers: Truths) -> bool:
    """Whether the diagonal of a square A (n, n) has no number, and only it has other texts."""
    n, q = A.shape
    if n != q or not np.isnan(A.diagonal()).all():
        return False
    return bool((are_numbers | np.eye(n, dtype=bool)).all())


def _half(A: Array) -> str | None:
    """Which triangle of A has numbers, if the other one is empty or 0."""
    if A.shape[0] != A.shape[1] or len(A) < 3:
        return None
    lower, upper = A[np.tril_indices(len(A), -1)], A[np.triu_indices(len(A), 1)]
    for side, given, other in (("lower", lower, upper), ("upper", upper, lower)):
        is_empty = np.isnan(other).all() or not other.any()
        if is_empty and given.any() and not np.isnan(given).any():
            return side
    return None


def _lacks_diagonal(A: Array, rows: list[str] | None, columns: list[str]) -> bool:
    """Whether the rows of a lower triangle begin with the second sample.

    Their names say so, or without names the numbers where the diagonal would be.
    """
    if A.shape[0] != A.shape[1] or not np.isnan(A[np.triu_indices(len(A), 1)]).all():
        return False
    if rows is not None:
        return rows[:-1] == columns[1:] and rows[-1] not in columns
    return bool(np.ptp(A.diagonal()) > 0.0)


def _from_condensed(table: Table, d: Array, rows: list[str] | None) -> Table:
    """The square of the distances of a condensed vector, if their number fits.

    Raises ``InputError`` if the ``rows`` have names, which may be those of pairs in another order.
    """
    from scipy.spatial.distance import squareform

    n = (1 + isqrt(1 + 8 * len(d))) // 2
    if len(d) < 3 or n * (n - 1) // 2 != len(d) or np.isnan(d).any():
        return table
    if rows is not None and not are_count(rows):
        raise InputError(
            f"{table.path}: {len(d)} distances, each with a name such as {rows[0]!r}; allowed: "
            "rows of the two names of a pair and their distance, or a column of distances only, "
            "d_12, d_13, ..., d_23, ..., in this order; if each cell has two "
            "names, in Python, for the table x and the sign between them: x.iloc[:, 0].str.split("
            '"-", expand=True).add_prefix("name").assign(d=x.iloc[:, 1]).to_csv("pairs.csv", '
            "index=False)"
        )
    remark = f"{len(d)} numbers are read as the distances of {n} samples, condensed as by SciPy"
    names = [str(i + 1) for i in range(n)]
    remarks = [*table.remarks, *similarities.remarks(squareform(d), names)]
    table = replace(table, remarks=remarks, headed=False)
    return _with_numbers(table, squareform(d), names, None, remark)
