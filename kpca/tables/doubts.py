"""What a table of samples looks like, besides what it was given as: questions and remarks.

A question stops a study, because the result would be about something else: -999 for a missing
value, or distances given as points. It has the line to write for either answer. A remark states
what was done, and the line that changes it: the rows read as samples, or a class used as data.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isqrt

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array, Indices
from kpca.tables import triangles
from kpca.tables.columns import NAMES, Description
from kpca.tables.known_names import CLASSES, LONG, MEASURED, VALUE
from kpca.tables.messages import INSIDE, as_matrix, named, setting
from kpca.tables.names import are_count
from kpca.tables.numerals import in_order, increases, is_count, numbers_or_nan
from kpca.tables.samples import DOMINATING, Samples, without_one
from kpca.tables.sentinels import sentinels, where
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed

MOST_CLASSES = 10
"""Different whole numbers in a column that may be classes, whatever it is called."""

MOST_COUNTED = 50
"""The same in a column that is called as classes are, or counts them from 0 or 1."""


def require_no_triangle(data: Description, table: Table) -> None:
    """Raises ``InputError`` for a table that is one half of a matrix, or all but its diagonal."""
    # Names beside three numbers are no pairs.
    is_square = len(table.columns) > 2 and abs(len(table) - len(table.columns)) <= 1
    if data.columns is None and is_square and triangles.whole(table, True) is not table:
        raise InputError(
            f"{table.path}: a matrix without one triangle or its diagonal; write "
            + setting(kernel_matrix=...)
            + " or "
            + as_matrix(data.vectors, with_kernel=True)
            + "; if each row is a sample, name its columns with "
            + named("columns")
        )


def require_none(
    data: Description, given: Samples, rounding: Callable[[int, float], float]
) -> None:
    """Raises ``InputError`` with the lines to write if the numbers may mean something else.

    ``rounding(n, size)`` is how far two elements of a symmetric matrix (n, n) may be apart.
    """
    if data.missing_values is None:
        _require_no_sentinels(data.vectors, given.X, given.columns)
    if data.columns is None:
        _require_no_matrix(data.vectors, given, rounding)
        _require_no_list(data.vectors, given)
    if data.omit_samples is None:
        _require_no_axis(data.vectors, given)


def require_none_in_new(path: str, new: Samples, old: Samples) -> None:
    """Raises ``InputError`` for a number such as -999 in new samples, far from all others.

    These are the numbers of the other new samples and of the ``old`` ones.
    """
    _require_no_sentinels(path, np.vstack([new.X, old.X]), old.columns)


MOST_IN_LIST = 3
"""Columns of numbers in a list with a row for each number: the number, and identifiers."""


def _require_no_list(path: str, given: Samples) -> None:
    """Raises ``InputError`` for a table with a row for each number, and a text that says which.

    Such texts occur several times, and beside the number there are identifiers at most.
    """
    if len(given.columns) > MOST_IN_LIST:
        return
    texts = [name for name, role in given.left_out if role != NAMES]
    variable = next(filter(LONG.fullmatch, texts), None)
    value = next((name for name in given.columns if VALUE.fullmatch(name)), None)
    if variable is None or value is None:
        return
    raise InputError(
        f"{path}: {variable!r} says what each {value!r} is, so each row has one number of a "
        "sample; allowed: one sample a row; in Python, table.pivot(index=..., "
        f"columns={variable!r}, values={value!r}) makes one; if each row is a sample, name its "
        "columns: " + setting(columns=[value]) + INSIDE
    )


def _require_no_axis(path: str, given: Samples) -> None:
    """Raises ``InputError`` for a sample that may be an axis, in another unit than the header.

    It is in order, as the numbers in the header or as many others are, and without it nearly all
    of the variance is gone.
    """
    i, share = without_one(np.nan_to_num(given.X))
    if share < DOMINATING:
        return
    row = given.X[i]
    header, _ = numbers_or_nan([pa.array(given.columns)])[0]
    is_scale = in_order(header) and not are_count(given.columns)
    if not (increases(row) or (is_scale and in_order(row))):
        return
    name = given.names[i]
    raise InputError(
        f"{path}: the numbers of sample {name!r} are in order, and without it {100 * share:.4g} % "
        "of the squared distances from the mean are gone, as if it were an axis of the table; if "
        "it is none of the samples, write "
        + setting(omit_samples=[name])
        + INSIDE
        + "; if it is one, write "
        + setting(omit_samples=[])
    )


def _require_no_sentinels(path: str, X: Array, names: Sequence[str]) -> None:
    """Raises ``InputError`` for a number such as -999 that stands far from all others."""
    found = sentinels(X, names)
    if not found:
        return
    raise InputError(
        f"{path}: {where(found, X, names)}; if it means a missing value, write "
        + setting(missing_values=[*found], missing="drop")
        + INSIDE
        + "; if it is a number, write "
        + setting(missing_values=[])
    )


def _like_missing(data: Description, given: Samples) -> list[str]:
    """A remark on such numbers where the user has said which others mean a missing value."""
    found = sentinels(given.X, given.columns) if data.missing_values else {}
    if not found:
        return []
    return [
        f"{where(found, given.X, given.columns)}, and is read as a number; if it means a missing "
        "value, too, write " + setting(missing_values=[*data.missing_values, *found]) + INSIDE
    ]


def _require_no_matrix(path: str, given: Samples, rounding: Callable[[int, float], float]) -> None:
    """Raises ``InputError`` for a table that looks like a matrix of distances or of kernels.

    It is symmetric within rounding, or its rows and columns have the same names, or only its
    diagonal is 0. A matrix that is not symmetric is refused later, if it is given as one.
    """
    X = given.X
    if X.shape[0] != X.shape[1] or len(X) < 3 or not (X - np.diag(X.diagonal())).any():
        return
    numbers = np.nan_to_num(X)
    allowed = rounding(len(X), float(np.abs(numbers).max()))
    no_diagonal = not (np.abs(X.diagonal()) > allowed).any()
    key, what = "kernel_matrix", "a kernel"
    if no_diagonal and numbers.min() >= -allowed:
        key, what = "distance_matrix", "distances"
    if (np.abs(X - X.T) <= allowed).all():
        reason = f", and symmetric as {what}"
    elif given.names == given.columns and not are_count(given.names):
        reason = f" of the same names, as in a matrix of {what}"
    elif what == "distances" and (X + np.eye(len(X)) > allowed).all():
        reason = ", and 0 in the diagonal only, as distances"
    else:
        return
    raise InputError(
        f"{path}: {counted(len(X), 'row')} and as many columns{reason}; write "
        + as_matrix(path, key, with_kernel=True)
        + "; if each row is a sample, name its columns: "
        + setting(columns=[*given.columns[:2], ...])
        + INSIDE
    )


def with_remarks(data: Description, given: Samples, table: Table) -> tuple[Samples, list[str]]:
    """The samples, with labels that differ for all of them as names, and remarks on doubts."""
    given, remarks = _with_labels_as_names(data, given)
    remarks += _like_missing(data, given)
    if data.columns is None:
        remarks += _like_pairs(data.vectors, given) + _like_list(table, given)
        remarks += _repeated_axis(given)
        remarks += _like_classes(data, given)
        remarks += _like_sums(given)
    return given, remarks


def _with_labels_as_names(data: Description, given: Samples) -> tuple[Samples, list[str]]:
    """Labels that differ for all samples are their names, and no classes."""
    n = len(given.labels)
    if data.labels is None or n < 4 or len(set(given.labels)) < n:
        return given, []
    remark = f"the labels {data.labels!r} differ for all {n} samples, so they are no classes"
    names = given.names
    if data.names is None:
        names, remark = given.labels, f"{remark} and name the samples"
    return replace(given, labels=["sample"] * n, names=names), [remark]


FEWEST_PAIRS = 6
"""Fewer numbers are not taken for distances of pairs."""


def _like_pairs(path: str, given: Samples) -> list[str]:
    """A remark on a file of a single column whose numbers may be the distances of all pairs."""
    m = len(given.X)
    n = (1 + isqrt(1 + 8 * m)) // 2
    is_single = given.X.shape[1] == 1 and not given.left_out
    if not is_single or m < FEWEST_PAIRS or n * (n - 1) // 2 != m or not (given.X >= 0.0).all():
        return []
    return [
        f"{m} numbers in a column may be the distances of all pairs of {n} samples, and each is "
        "read as a sample; if they are distances, write " + as_matrix(path)
    ]


def _like_list(table: Table, given: Samples) -> list[str]:
    """A remark on texts that may say of what each row has a number, several rows a sample.

    Each text occurs once with each text of another column, and both occur several times.
    """
    n = len(table)
    texts = {
        name: table.texts(j)
        for j, name in enumerate(table.names)
        if name not in given.columns and 1 < pc.count_distinct(table.columns[j]).as_py() < n
    }
    for measured in filter(MEASURED.fullmatch, texts):
        for sample, cells in texts.items():
            pairs = {*zip(cells, texts[measured], strict=True)}
            if sample != measured and len(pairs) == n >= 2 * len({*cells}):
                return [
                    f"each {measured!r} stands once beside each {sample!r} at most, as in a list "
                    "that has a row for each number, and each row is read as a sample; if it is "
                    f"none, table.pivot(index={sample!r}, columns={measured!r}, values=...) in "
                    "Python makes one row a sample"
                ]
    return []


def _repeated_axis(given: Samples) -> list[str]:
    """A remark on a column that repeats one scale, as in a list with a row for each number."""
    n = len(given.X)
    for j, name in enumerate(given.columns if len(given.columns) <= MOST_REPEATED else []):
        column = given.X[:, j]
        again = np.flatnonzero(column[1:] == column[0])
        period = int(again[0]) + 1 if again.size else n
        if not FEWEST_REPEATED <= period < n or n % period:
            continue
        blocks = column.reshape(-1, period)
        is_scale = in_order(blocks[0]) and not is_count(blocks[0])
        if is_scale and (blocks == blocks[0]).all():
            return [
                f"column {name!r} repeats the same {period} numbers {n // period} times, as in a "
                "list that has a row for each number, and each row is read as a sample; if it is "
                f"none, table.pivot(index=[...], columns={name!r}, values=...) in Python makes one "
                "row a sample"
            ]
    return []


FEWEST_REPEATED, MOST_REPEATED = 10, 6
"""Numbers of a scale that is repeated, and columns of a list with a row for each number."""


def _like_classes(data: Description, given: Samples) -> list[str]:
    """A remark on each column of a few whole numbers that looks like a class for each sample."""
    X = given.X
    whole = ((np.round(X) == X) | np.isnan(X)).all(axis=0)
    counted_in = [j for j in np.flatnonzero(whole) if len(np.unique(X[:, j])) <= MOST_CLASSES]
    remarks = []
    for j in np.flatnonzero(whole):
        values, name = np.unique(X[~np.isnan(X[:, j]), j]), given.columns[j]
        few = 1 < len(values) <= min(MOST_COUNTED, len(X) / 3)
        alone = X.shape[1] > 1 and whole.sum() == 1 and len(values) <= MOST_CLASSES
        counts = values[0] in (0, 1) and len(values) == values[-1] - values[0] + 1
        others = 2 * whole.sum() < X.shape[1] or len(counted_in) == 1
        at_end = counts and j in (0, X.shape[1] - 1) and others
        if few and (alone or at_end or CLASSES.fullmatch(name)):
            labels = setting(labels=name) + " or " if data.labels is None else ""
            remarks.append(
                f"column {name!r} has {len(values)} different whole numbers, as a class has, and "
                "is used as data; if it is a class, write "
                + (labels + setting(omit=[name]))
                + INSIDE
            )
    return remarks


def _like_sums(given: Samples) -> list[str]:
    """A remark on rows that are the sums of all others, and one on columns that are."""
    n, q = given.X.shape
    rows = [given.names[i] for i in _sums(given.X.T)] if n > 3 and q > 1 else []
    columns = [given.columns[j] for j in _sums(given.X)] if n > 2 and q > 2 else []
    found = (rows, "row", "sample", "omit_samples"), (columns, "column", "variable", "omit")
    return [
        f"{listed([*map(repr, names)])} {'is' if len(names) == 1 else 'are'} the sum of the other "
        f"{side}s, and used as data; if "
        + (f"it is no {what}" if len(names) == 1 else f"they are no {what}s")
        + ", write "
        + setting(**{key: names})
        + INSIDE
        for names, side, what, key in found
        if names
    ]


def _sums(X: Array) -> Indices:
    """The columns of X (n, q) that are the sums of all others, within the rounding of a print."""
    others = np.nansum(X, axis=1, keepdims=True) - X
    return np.flatnonzero(np.isclose(X, others, rtol=1e-3, atol=0.0).all(axis=0))
