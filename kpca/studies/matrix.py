"""Given kernel values and distances: square, symmetric, finite, with names."""

from dataclasses import dataclass, field

import numpy as np

from kpca import tolerances
from kpca.arrays import Array
from kpca.studies.limits import LENGTHS
from kpca.tables import triangles
from kpca.tables.columns import TEXTS, samples, texts
from kpca.tables.messages import named
from kpca.tables.samples import apart
from kpca.tables.table import InputError, Table
from kpca.tables.wording import are_counted, counted

DISTANCES = "distance matrix"
"""What a matrix is called in messages, if it has distances."""

NOT_DEFINED = (
    ", a number; the distance of these two samples cannot be computed: correct their values, or "
    "leave one of them out"
)

SIMILARITIES = (
    "; if these are similarities, write "
    + named("kernel_matrix")
    + " instead of "
    + named("distance_matrix")
)


@dataclass(frozen=True)
class Matrix:
    """A symmetric matrix A (n, n) with a name for each sample; if not ``named``, a number.

    ``remarks`` are sentences on what was found out about the file.
    """

    A: Array
    names: list[str]
    path: str
    named: bool = True
    remarks: list[str] = field(default_factory=list)


def matrix(table: Table, what: str) -> Matrix:
    """The matrix in a table whose rows and columns are the same samples; ``what`` names it.

    One triangle of it is enough, as ``triangles.whole`` reads it. An asymmetry that rounding
    explains is removed by averaging, and rounding is removed from distances that have to be 0 or
    more. Raises ``InputError`` for a matrix that is not square, not finite, or not symmetric; the
    message says by how much, and where.
    """
    table = triangles.whole(table, what == DISTANCES)
    rows = samples(table, missing=None)
    A, names = rows.X, _names(table, rows.names, rows.columns)
    if A.shape[0] != A.shape[1]:
        raise InputError(
            f"{table.path}: {counted(A.shape[0], 'row')} and {counted(A.shape[1], 'column')}; "
            f"allowed for a {what}: as many rows as columns, besides a header and a column of names"
        )
    named = table.headed or table.index is not None or not are_counted(names)
    A, remarks = _rounded(_symmetric(A, names, table.path, what), what)
    left_out = [f"column {name!r} left out: {why}" for name, why in rows.left_out if why == TEXTS]
    remarks = table.remarks + left_out + remarks
    return Matrix(A, names, table.path, named, remarks)


def _names(table: Table, rows: list[str], columns: list[str]) -> list[str]:
    """Names of the samples, from the rows if these are named, else from the header."""
    if not table.headed or len(rows) != len(columns):
        return rows
    if rows != columns and not are_counted(rows):
        at = next(i for i, pair in enumerate(zip(rows, columns, strict=True)) if len(set(pair)) > 1)
        raise InputError(
            f"{table.path}: row {at + 1} is {rows[at]!r} and column {at + 1} is {columns[at]!r}; "
            "allowed: the samples in one order"
        )
    return columns


def _symmetric(A: Array, names: list[str], path: str, what: str) -> Array:
    """The mean of A and its transpose, if they differ by less than the rounding of centering."""
    off = np.abs(A - A.T)
    allowed = tolerances.centering_element(len(A), float(np.abs(A).max()))
    if off.max() > allowed:
        i, j = np.unravel_index(np.argmax(off), off.shape)
        raise InputError(
            f"{path}: not symmetric: from {names[i]!r} to {names[j]!r} it says {A[i, j]:g}, and "
            f"back {A[j, i]:g}, {off[i, j]:.3g} apart; allowed for a {what}: at most "
            f"{allowed:.1g}; make both equal"
        )
    return 0.5 * (A + A.T)


def _rounded(A: Array, what: str) -> tuple[Array, list[str]]:
    """Distances without those that rounding made negative, or not 0 to the same sample."""
    allowed = tolerances.centering_element(len(A), float(np.abs(A).max()))
    wrong = (np.abs(A) <= allowed) & ((A < 0.0) | (np.eye(len(A), dtype=bool) & (A != 0.0)))
    if what != DISTANCES or not wrong.any():
        return A, []
    size = np.abs(A[wrong]).max()
    return np.where(wrong, 0.0, A), [f"{size:.1g} is rounding in these distances and is read as 0"]


def require_new_distances(D_new: Array, D_pairs: Array, names: list[str], path: str) -> None:
    """Raises ``InputError`` for values of new samples that are not distances."""
    require_distances_to_training(D_new, names, path)
    require_distances(D_pairs, names, path)


def require_distances_to_training(D_new: Array, names: list[str], path: str) -> None:
    """Raises ``InputError`` for values to the training samples that are not distances, or nan."""
    wrong = ~((D_new >= 0) & (D_new < LENGTHS[1]))
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise InputError(
            f"{path}: a distance of {names[i]!r} is {D_new[i, j]:g}; allowed: 0 to {LENGTHS[1]:g}"
            + (NOT_DEFINED if np.isnan(D_new[i, j]) else "")
        )


def require_distances(D: Array, names: list[str], path: str) -> None:
    """Raises ``InputError`` for negative distances, for nan, for a diagonal that is not zero, and
    for sizes whose fourth power overflows or vanishes."""
    wrong = ~(D >= 0)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise InputError(
            f"{path}: the distance from {names[i]!r} to {names[j]!r} is {D[i, j]:g}; allowed: >= 0"
            + (NOT_DEFINED if np.isnan(D[i, j]) else "")
        )
    if D.any() and not LENGTHS[0] < D.max() < LENGTHS[1]:
        raise InputError(
            f"{path}: distances up to {D.max():g}; allowed: {LENGTHS[0]:g} to {LENGTHS[1]:g}; give "
            "them in another unit"
        )
    if D.diagonal().any():
        i = int(np.flatnonzero(D.diagonal())[0])
        raise InputError(
            f"{path}: the distance of {names[i]!r} to itself is {D[i, i]:g}; allowed: 0"
            + (SIMILARITIES if D[i, i] > 0 else "")
        )


def beside(table: Table, old: Matrix, what: str) -> tuple[Array, Array, list[str]]:
    """Values (m, n) of new samples to the old ones, values (m, m) among them, and their names.

    Raises ``InputError`` unless the table has m rows of n + m columns.
    """
    new, n = samples(table, missing=None), len(old.names)
    m, width = new.X.shape
    if width != n + m:
        raise InputError(
            f"{table.path}: {counted(m, 'row')} of {counted(width, 'column')}; allowed: "
            f"{counted(m, 'row')} of {n} + {m} columns, the values to the {n} samples of "
            f"{old.path}, then those among the new ones"
        )
    if table.headed and old.named and new.columns[:n] != old.names:
        raise InputError(
            f"{table.path}: its first {n} columns are not called as the samples of {old.path} "
            "are, in their order; allowed: the same names"
        )
    if table.headed and not are_counted(new.names) and new.columns[n:] != new.names:
        raise InputError(
            f"{table.path}: its last {'column is' if m == 1 else f'{m} columns are'} not called as "
            f"its {'row is' if m == 1 else 'rows are, in their order'}; allowed: the same names"
        )
    shown = apart(new.names, old.names)
    among, _ = _rounded(_symmetric(new.X[:, n:], shown, table.path, what), what)
    return new.X[:, :n], among, new.names


def labels(table: Table, names: list[str]) -> list[str]:
    """A class for each named sample: the last column, in the order of the names or beside them.

    Raises ``InputError`` for other names or another number of labels, and if the first row of a
    single column may be a header.
    """
    classes = texts(table, len(table.columns) - 1)
    keys = table.index or (texts(table, 0) if len(table.columns) > 1 else None)
    if len(classes) != len(names):
        raise InputError(
            f"{table.path}: {counted(len(classes), 'label')} for "
            f"{counted(len(names), 'sample')}; allowed: one each"
        )
    others = map(classes.count, classes[1:])
    if keys is None and classes.count(classes[0]) == 1 < min(others, default=1):
        raise InputError(
            f"{table.path}: {classes[0]!r} stands once and every other label more often: it may be "
            "a header, with one label too few below; give the labels in two columns, the first "
            "with the names of the samples"
        )
    same = keys is not None and sorted(keys) == sorted(names)
    if keys is None or (are_counted(keys) and not same):
        return classes
    if not same:
        odd = sorted(set(keys) - set(names))[:1] or keys[:1]
        raise InputError(f"{table.path}: {odd[0]!r} is the name of no sample, or stands twice")
    by_name = dict(zip(keys, classes, strict=True))
    return [by_name[name] for name in names]
