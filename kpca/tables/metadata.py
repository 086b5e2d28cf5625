"""What a table says about its samples besides the data: its columns that are not data."""

from collections.abc import Iterable, Mapping

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Indices
from kpca.tables.classes import NO_CLASS
from kpca.tables.dates import dates
from kpca.tables.numerals import is_number, numbers_or_nan
from kpca.tables.table import Table

MOST = 250_000
"""Values that are read: of a table with more of them, the first columns."""

ROW_NAMES = "row names"
"""What names of rows are called that the file marks as such."""


def of(table: Table, columns: Iterable[int], names: int | None, rows: Indices) -> dict[str, Array]:
    """Numbers (n,), nan for a missing one, or texts (n,), "" for a missing one, by column.

    They are those of the ``rows`` (n,) in some ``columns`` and in those beside the table. Names of
    the samples, in a column or marked as such, are among them if they are dates, which have an
    order.
    """
    every = {table.names[j]: table.columns[j] for j in columns if j != names}
    every = {name: pa.array(texts) for name, texts in table.extras.items()} | every
    first = list(every.items())[: max(1, MOST // len(table))]
    found = {name: _read(column.take(pa.array(rows)), table) for name, column in first}
    called = table.index if names is None else table.texts(names)
    texts = [called[i] for i in rows] if called else []
    if dates(texts):
        found[ROW_NAMES if names is None else table.names[names]] = np.array(texts, dtype=object)
    return found


def _read(column: pa.Array, table: Table) -> Array:
    missing = NO_CLASS | {*map(str, table.numerals.missing)}
    cells = ["" if cell is None else str(cell).strip() for cell in column.to_pylist()]
    texts = ["" if cell in missing else cell for cell in cells]
    first = next(filter(None, texts), "")
    if not pa.types.is_string(column.type) or is_number(first, table.numerals):
        values, are_numbers = numbers_or_nan([column], table.numerals)[0]
        if are_numbers.all():
            return np.where(np.isfinite(values), values, np.nan)
    return np.array(texts, dtype=object)


def joined(old: Mapping[str, Array], new: Mapping[str, Array], m: int) -> dict[str, Array]:
    """The columns of ``old`` samples (n,) and behind them of m ``new`` ones, which color a map.

    They are numbers that differ, dates that differ, as ISO 8601 has them, and texts of which one
    occurs twice. A value is missing where the new samples lack the column, or have another kind.
    """
    found = {
        name: np.concatenate([values, _like(values, new.get(name), m)])
        for name, values in old.items()
    }
    found = {name: _as_dates(values) for name, values in found.items()}
    return {name: values for name, values in found.items() if _differ(values)}


def _like(old: Array, new: Array | None, m: int) -> Array:
    if new is not None and new.dtype == old.dtype:
        return new
    return np.full(m, "", dtype=object) if old.dtype == object else np.full(m, np.nan)


def _as_dates(values: Array) -> Array:
    found = dates(list(values)) if values.dtype == object else None
    return np.array(found, dtype=object) if found else values


def _differ(values: Array) -> bool:
    """Whether numbers or texts tell groups of samples apart, or give them an order."""
    if values.dtype != object:
        return len(np.unique(values[~np.isnan(values)])) > 1
    present = [text for text in values if text]
    different, some_missing = len({*present}), len(present) < len(values)
    if different == len(present):
        return different > 1 and dates(present) is not None
    return different + some_missing > 1
