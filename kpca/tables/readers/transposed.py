"""A table whose rows are variables, as one with a sample in each row."""

from itertools import pairwise

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Truths
from kpca.tables.messages import INSIDE, setting
from kpca.tables.names import form_of, numbered
from kpca.tables.numerals import increases, numbers_or_nan
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed


def transposed(table: Table, options: Options) -> Table:
    """The samples in the columns of a table, whose rows are variables.

    The column ``options.names`` names the variables, or a first column of texts, of identifiers,
    or of numbers that increase from row to row, such as wavelengths. Other texts are left out,
    which a remark says, and so are the columns to ``omit``. If the configuration has ``named``
    variables, cells stay as they stand in the file, since names and labels may look like numbers.
    Raises ``InputError`` for columns of another order of magnitude, unless ``omit`` is given.
    """
    every = numbers_or_nan(table.columns, table.numerals)
    # A column with more texts than numbers, or no number, describes the variables.
    known = [np.isfinite(values).sum() for values, _ in every]
    texts = [j for j, (_, are) in enumerate(every) if known[j] < max(1, np.count_nonzero(~are))]
    omitted = {one: j for one in options.omit or () if (j := table.at(one)) is not None}
    named = None if options.names is None else table.at(options.names)
    naming, remarks = (named, []) if named is not None else _naming(table, every, texts)
    free = [j for j in range(len(every)) if j not in {*omitted.values(), naming}]
    chosen = [j for j in free if j not in texts]
    if not chosen:
        raise InputError(f"{table.path}: transpose: no column has a number; allowed: one a sample")
    if options.omit is None:
        _require_one_order(table, chosen, every)
    if left_out := [repr(table.names[j]) for j in texts if j in free]:
        remarks = [*remarks, f"text left out: {listed(left_out)}"]
    samples, cells = [table.columns[j] for j in chosen], [every[j] for j in chosen]
    if not options.named and all(are.all() for _, are in cells):
        arrays = [pa.array(row) for row in np.stack([values for values, _ in cells], axis=1)]
    else:
        rows = zip(*(column.to_pylist() for column in samples), strict=True)
        arrays = [pa.array([_text(cell) for cell in row]) for row in rows]
    names = table.index if naming is None else table.texts(naming)
    variables, twice = numbered(table, [*map(str.strip, names)], "variables") if names else ([], [])
    return Table(
        table.path,
        variables or table.numbers,
        arrays,
        [table.names[j] for j in chosen],
        headed=names is not None,
        numerals=table.numerals,
        remarks=[*table.remarks, *remarks, *twice],
        settled=(*omitted, *([] if named is None else [options.names])),
    )


def _require_one_order(table: Table, samples: list[int], cells: list[tuple[Array, Truths]]) -> None:
    """Raises ``InputError`` for columns of another order of magnitude than those of the samples.

    Beside counts of genes these may be lengths or positions, beside intensities masses or p-values.
    The size of a column is the median of its numbers over the medians of their rows, all without
    zeros and signs. Columns are of one order if no gap of a factor of 10 lies between the sizes of
    two of them that follow on each other. The samples are the columns of the order that most have,
    or the last one has.
    """
    sizes = _sizes(samples, np.column_stack([cells[j][0] for j in samples]))
    in_order = sorted(sizes, key=sizes.__getitem__)
    gaps = [k for k, (i, j) in enumerate(pairwise(in_order), 1) if sizes[j] >= 10.0 * sizes[i]]
    orders = [in_order[k:end] for k, end in pairwise([0, *gaps, len(in_order)])]
    most = max(orders, key=lambda order: (len(order), max(order, default=0)))
    others = [j for j in samples if j in sizes and j not in most]
    if not others or len(most) < FEWEST_SAMPLES:
        return
    shown = [f"{table.names[j]!r} ({sizes[j]:.3g} times)" for j in others]
    raise InputError(
        f"{table.path}: the numbers of {listed(shown, 5)} are of another order than the median of "
        f"their row, those of {counted(len(most), 'column')} are not ({sizes[most[0]]:.3g} to "
        f"{sizes[most[-1]]:.3g} times); if "
        + ("it is no sample" if len(others) == 1 else "they are no samples")
        + ", write "
        + setting(omit=[table.names[j] for j in others])
        + INSIDE
        + "; if each column is a sample, write "
        + setting(omit=[])
    )


def _sizes(columns: list[int], X: Array) -> dict[int, float]:
    """The median of |x| over that of its row, for each of the ``columns`` of X (n, q) without 0."""
    sizes = np.ma.masked_where(~np.isfinite(X) | (X == 0.0), np.abs(X))
    ratios = np.ma.median(sizes / np.ma.median(sizes, axis=1)[:, None], axis=0)
    return {j: float(ratio) for j, ratio in zip(columns, ratios, strict=True) if ratio}


FEWEST_SAMPLES = 3
"""Columns that have an order of magnitude by which others are asked about."""


def _naming(
    table: Table, cells: list[tuple[Array, Truths]], texts: list[int]
) -> tuple[int | None, list[str]]:
    """The column that names the variables, if there is one, and a remark if it has numbers."""
    if table.index is not None or not table.headed:
        return (0 if texts[:1] == [0] and table.index is None else None), []
    if texts[:1] == [0]:
        return 0, []
    (values, are_numbers), name = cells[0], table.names[0]
    if increases(values):
        return 0, [f"column {name!r} is in order and names the variables"]
    if len({*table.texts(0)}) < len(table) or len(table.names) < 2:
        return None, []
    if not are_numbers.all():
        return 0, []
    if (values % 1.0).any() or not np.isfinite(values).all() or len(table) < 3:
        return None, []
    forms = [form_of(name) for name in table.names]
    if 2 * forms[1:].count(forms[0]) > len(forms) - 1:
        # It is called as most others are, but for numbers.
        return None, []
    return 0, [
        f"column {name!r} has a different whole number in each row and names the variables; if it "
        "is a sample, write another column as " + setting(names=...)
    ]


def _text(cell: object) -> str:
    """A cell as text, in which truth values are the numbers 1 and 0."""
    if cell is None:
        return ""
    return str(int(cell) if isinstance(cell, bool) else cell)
