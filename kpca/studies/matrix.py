"""Given kernel values and distances: square, symmetric, finite, with names."""

from dataclasses import dataclass, field, replace

import numpy as np

from kpca import tolerances
from kpca.arrays import Array, Indices
from kpca.studies.limits import LENGTHS
from kpca.tables import triangles
from kpca.tables.columns import TEXTS, has_names, samples, without_numbers
from kpca.tables.known_names import SIMILARITY
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.names import are_count, as_in_r
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.omitted import Omitted
from kpca.tables.omitted import remarks as remarks_on
from kpca.tables.samples import apart
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, in_all

DISTANCES = "distance matrix"
"""What a matrix is called in messages, if it has distances."""

NOT_DEFINED = (
    ", a number; the distance of these two samples cannot be computed: correct their values, or "
    "leave one of them out with "
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

    ``kept`` (n,) are the numbers of the samples in the file, from 0; None for all of them, and
    ``count`` is the number of all that the file has.
    ``remarks`` are sentences on what was found out about the file.
    """

    A: Array
    names: list[str]
    path: str
    named: bool = True
    kept: Indices | None = None
    remarks: list[str] = field(default_factory=list)
    count: int = 0


def matrix(
    table: Table,
    what: str,
    omitted: Omitted = Omitted(),  # noqa: B008
    symmetrize: bool = False,
) -> Matrix:
    """The matrix in a table whose rows and columns are the same samples; ``what`` names it.

    Rows and columns of ``omitted`` samples are left out before their numbers are looked at.

    One triangle of it is enough, as ``triangles.whole`` reads it. An asymmetry that rounding
    explains is removed by averaging, and any one with ``symmetrize``; rounding is removed from
    distances that have to be 0 or more.

    Raises ``InputError`` for a matrix that is not square, not finite, or not symmetric; the message
    says by how much, and where.
    """
    table = triangles.whole(table, what == DISTANCES)
    if what == DISTANCES and SIMILARITY.fullmatch(table.pairs):
        raise InputError(
            f"{table.path}: the rows are pairs of samples, of which {table.pairs!r} is called as a "
            f"similarity is; allowed: distances, such as 1 - {table.pairs} or 100 - {table.pairs}; "
            "write a file with the two names and the distance" + SIMILARITIES
        )
    count = len(table)
    table, kept, of_omitted = _without(table, omitted)
    try:
        rows = samples(table, missing=None)
    except InputError:
        # Only now, because it takes as long as reading the numbers does.
        _require_every_number(table)
        raise
    A, (names, of_names) = rows.X, _names(table, rows.names, rows.columns)
    if A.shape[0] != A.shape[1]:
        raise InputError(
            f"{table.path}: {counted(A.shape[0], 'row')} and {counted(A.shape[1], 'column')}; "
            f"allowed for a {what}: as many rows as columns, besides a header and a column of names"
        )
    named = table.headed or table.index is not None or not are_count(names)
    if symmetrize:
        A, of_mean = 0.5 * (A + A.T), [_mean(A)]
    else:
        A, of_mean = _symmetric(A, names, table.path, what), []
    A, remarks = _rounded(A, what)
    remarks += of_mean
    left_out = [f"column {name!r} left out: {why}" for name, why in rows.left_out if why == TEXTS]
    remarks = table.remarks + of_omitted + of_names + left_out + remarks
    return Matrix(A, names, table.path, named, kept, remarks, count)


def _without(table: Table, omitted: Omitted) -> tuple[Table, Indices | None, list[str]]:
    """A matrix without some samples, those that are left (n,), and a remark on the others."""
    columns, names = _sides(table) if omitted.lines else ([], [])
    if not columns:
        return table, None, []
    gone = omitted.of_names(table.path, names)
    left = np.flatnonzero(~gone)
    if not left.size:
        raise InputError(f"{table.path}: " + named("omit_samples") + " leaves no sample")
    first = [0] if table.index is None and has_names(table) else []
    kept = [*first, *(columns[i] for i in left)]
    rows = replace(
        table,
        names=[table.names[j] for j in kept],
        columns=[table.columns[j] for j in kept],
        index=None if table.index is None else names,
    )
    return rows.taken(left), left, remarks_on(gone, names)


def _sides(table: Table) -> tuple[list[int], list[str]]:
    """The columns (n,) of a matrix and the names (n,) of its samples; none if it is not square."""
    first = int(table.index is None and has_names(table))
    cells = dict(enumerate(numbers_or_nan(table.columns, table.numerals)))
    texts = without_numbers(table, cells, [*range(first, len(cells))])
    columns = [j for j in range(first, len(cells)) if texts.get(j) != TEXTS]
    if len(columns) != len(table):
        return [], []
    of_rows = table.texts(0) if first else table.index
    is_called_above = table.headed and (of_rows is None or are_count(of_rows))
    names = [table.names[j] for j in columns] if is_called_above else of_rows or table.numbers
    return columns, names


def _require_every_number(table: Table) -> None:
    """Raises ``InputError`` for a pair of samples without a number, with a sample to leave out."""
    columns, names = _sides(table)
    cells = numbers_or_nan([table.columns[j] for j in columns], table.numerals)
    missing = np.array([np.isnan(values) & are for values, are in cells]).T
    if missing.any():
        row, j = np.argwhere(missing)[0]
        # The sample with the most holes, in its row and in its column.
        worst = names[int(np.argmax(missing.sum(axis=0) + missing.sum(axis=1)))]
        others = in_all(int(missing.sum()), "missing value")
        ways = "correct it, or leave a sample out with " + setting(omit_samples=[worst]) + INSIDE
        if missing.diagonal().all():
            ways = "add the diagonal, the numbers of the samples with themselves, to the file"
        raise InputError(
            f"{table.path}, {table.location(row)}, column {table.names[columns[j]]!r}: the number "
            f"of {names[row]!r} and {names[j]!r} is missing{others}; allowed: a number for each "
            "pair of samples; " + ways
        )


def _names(table: Table, rows: list[str], columns: list[str]) -> tuple[list[str], list[str]]:
    """Names of the samples, from the rows if these are named, else from the header; a remark."""
    if not table.headed or len(rows) != len(columns) or rows == columns:
        return rows, []
    if are_count(rows):
        return columns, []
    if [as_in_r(name) for name in rows] == columns:
        i = next(i for i, name in enumerate(rows) if name != columns[i])
        return rows, [
            f"R (make.names) has changed names in the header, as {rows[i]!r} to {columns[i]!r}; "
            "the samples have the names of their rows"
        ]
    at = next(i for i, pair in enumerate(zip(rows, columns, strict=True)) if len(set(pair)) > 1)
    raise InputError(
        f"{table.path}: row {at + 1} is {rows[at]!r} and column {at + 1} is {columns[at]!r}; "
        "allowed: the samples in one order"
    )


def _mean(A: Array) -> str:
    """A remark on the values that became means of both orders."""
    most = np.abs(A - A.T).max() / 2.0
    return f"both orders of two samples have their mean, from which they differ by up to {most:.3g}"


def _symmetric(A: Array, names: list[str], path: str, what: str) -> Array:
    """The mean of A and its transpose, if they differ by less than the rounding of centering."""
    off = np.abs(A - A.T)
    allowed = tolerances.centering_element(len(A), float(np.abs(A).max()))
    if off.max() > allowed:
        i, j = np.unravel_index(np.argmax(off), off.shape)
        raise InputError(
            f"{path}: not symmetric: from {names[i]!r} to {names[j]!r} it says {A[i, j]:g}, and "
            f"back {A[j, i]:g}, {off[i, j]:.3g} apart; allowed for a {what}: at most "
            f"{allowed:.1g}; make both equal, or take their mean with "
            + setting(symmetrize=True)
            + INSIDE
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


def of_correlations(K: Array) -> list[str]:
    """A remark on kernel values (n, n) that may be correlations of variables, else none.

    The diagonal is 1, and no value is larger. They may as well be those of a Gaussian kernel.
    """
    allowed = tolerances.centering_element(len(K), 1.0)
    is_one = np.abs(K.diagonal() - 1.0).max() <= allowed
    if not is_one or np.abs(K).max() > 1.0 + allowed:
        return []
    return [
        "the diagonal is 1 and no value is larger, as in a correlation matrix. Kernel values are "
        f"centered, which takes away {100.0 * K.mean():.3g} % of the sum of the eigenvalues here. "
        "That is right for samples, but no PCA of correlations: for this, give the table of the "
        "samples in place of the matrix, with " + named("standardize")
    ]


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
            + (NOT_DEFINED + setting(omit_samples=[names[i]]) if np.isnan(D_new[i, j]) else "")
        )


def require_distances(D: Array, names: list[str], path: str) -> None:
    """Raises ``InputError`` for negative distances, for nan, for a diagonal that is not zero, and
    for sizes whose fourth power overflows or vanishes."""
    wrong = ~(D >= 0)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise InputError(
            f"{path}: the distance from {names[i]!r} to {names[j]!r} is {D[i, j]:g}; allowed: >= 0"
            + (NOT_DEFINED + setting(omit_samples=[names[i]]) if np.isnan(D[i, j]) else "")
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
    if old.kept is not None and width > n + m:
        # The file has values to the samples, too, that are left out.
        left = [*old.kept, *range(width - m, width)]
        new = replace(new, X=new.X[:, left], columns=[new.columns[j] for j in left])
        width = len(left)
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
    if table.headed and not are_count(new.names) and new.columns[n:] != new.names:
        raise InputError(
            f"{table.path}: its last {'column is' if m == 1 else f'{m} columns are'} not called as "
            f"its {'row is' if m == 1 else 'rows are, in their order'}; allowed: the same names"
        )
    shown = apart(new.names, old.names)
    among, _ = _rounded(_symmetric(new.X[:, n:], shown, table.path, what), what)
    return new.X[:, :n], among, new.names
