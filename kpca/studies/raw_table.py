"""A raw table of new samples, read as a solved study reads it: its columns, steps and distances."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Number
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from kpca.arrays import Array
from kpca.data import Data, Distances, Gram, Vectors
from kpca.formulations.corrections import Constant
from kpca.studies import steps
from kpca.tables import doubts
from kpca.tables.classes import coded
from kpca.tables.messages import in_python, written
from kpca.tables.samples import Samples
from kpca.tables.table import InputError

if TYPE_CHECKING:
    from kpca.studies.study import Study


class NotOpenedError(ValueError):
    """What was asked for is not in the results, or does not fit the study."""


WHERE = "the table"
"""What messages call the raw table, which has no file."""


def compared(study: "Study", table: pd.DataFrame | Array) -> tuple[list[str], Data]:
    """Names (p,) of the raw samples in a table, and the data of the study with them as new ones.

    ``Study.place`` says what a table may be, and what is raised.
    """
    of_table = bool(study.origin.distance)
    expected = list(study.named_columns if of_table else study.columns or study.names)
    coded_table = _coded(table, expected, study.origin.classes_of)
    values = _values(coded_table, expected, study.origin.numbers)
    index = table.index if isinstance(table, pd.DataFrame) else pd.RangeIndex(len(table))
    # pandas counts rows from 0 where a file has no names; the samples of a study count from 1.
    counted = index + 1 if isinstance(index, pd.RangeIndex) else index
    names = [str(name) for name in counted]
    try:
        if "missing_value" not in study.origin.numbers:
            _require_no_sentinels(study, expected, values)
        return names, _with_new(study, values, names)
    except InputError as error:
        raise NotOpenedError(written(error.message, in_python)) from error


def _require_no_sentinels(study: "Study", expected: list[str], values: Array) -> None:
    """Raises ``InputError`` for a number such as -999 in new samples (p, q), far from all others.

    Those of the study are others, unless it has a transform. Given matrices are not
    asked about. A study whose configuration says which numbers mean a missing value has answered.
    """
    if study.table is None:
        return
    columns, old, _ = study.table
    X = values[:, [expected.index(name) for name in columns]]
    new = Samples(X, list(columns), [], [])
    where = f"{WHERE} (keys are those of the configuration of the study)"
    doubts.require_none_in_new(
        where, new, replace(new, X=old[:0] if study.origin.transform else old)
    )


def _with_new(study: "Study", raw: Array, names: list[str]) -> Data:
    match study.data:
        case Vectors() as data:
            return replace(data, X_new=_prepared(study, raw, names).X)
        case Distances() as data:
            if study.origin.distance:
                raw = steps.distances(_prepared(study, raw, names), study.origin, WHERE)
            return replace(data, D_new=_corrected(study, data, raw, names))
        case Gram() as data:
            return replace(data, K_new=raw)


def _coded(
    table: pd.DataFrame | Array, expected: list[str], classes: Mapping[str, Sequence[str]]
) -> pd.DataFrame | Array:
    """The table with the numbers of classes in place of texts, if the study has such columns.

    A class that no sample of the study has becomes a number that no other class has.
    """
    if not classes:
        return table
    if not isinstance(table, pd.DataFrame):
        cells = np.ma.filled(np.ma.asarray(table).astype(object), np.nan)
        if cells.ndim != 2 or cells.shape[1] != len(expected):
            return table
        table = pd.DataFrame(cells, columns=expected)
    table = table.rename(columns=str)
    for name, texts in classes.items():
        if list(table.columns).count(name) == 1:
            cells = ["" if pd.isna(cell) else str(cell).strip() for cell in table[name]]
            table = table.assign(**{name: coded(cells, texts)[0]})
    return table


def _values(
    table: pd.DataFrame | Array, expected: list[str], numbers: Mapping[str, Array | float]
) -> Array:
    """The numbers (p, q) in the ``expected`` columns (q,) of a table; nan where missing.

    ``numbers`` are those of the study's ``Origin``: which of them mean a missing value, and
    whether missing values are predicted. Where they are not, ``NotOpenedError`` is raised for one.
    """
    if isinstance(table, pd.DataFrame):
        table = table.rename(columns=str)
        missing = [name for name in expected if name not in table.columns]
        if missing:
            raise NotOpenedError(
                f"the table has no column {', '.join(map(repr, missing[:5]))}"
                f"{' ...' if len(missing) > 5 else ''}; allowed: the {len(expected)} columns "
                f"of the study, {', '.join(map(repr, expected[:5]))}"
                f"{' ...' if len(expected) > 5 else ''}"
            )
        table = table[expected]
        twice = table.columns[table.columns.duplicated()]
        if len(twice):
            raise NotOpenedError(
                f"the table has the column {twice[0]!r} more than once; allowed: each column "
                "of the study once"
            )
        _require_numbers(table.to_numpy(dtype=object), expected)
        table = table.astype(object).where(table.notna(), np.nan)
    if np.iscomplexobj(table):
        raise NotOpenedError("the numbers are complex; allowed: real numbers")
    try:
        hidden = np.ma.asarray(table, dtype=float) if np.ma.isMaskedArray(table) else table
        values = np.asarray(np.ma.filled(hidden, np.nan), dtype=float)
    except (TypeError, ValueError) as error:
        raise NotOpenedError(
            f"{type(table).__name__}: {error}; allowed: a table or an array of numbers"
        ) from error
    if values.ndim != 2 or values.shape[1] != len(expected):
        raise NotOpenedError(
            f"the array has the shape {values.shape}; allowed: (p, {len(expected)})"
        )
    if not isinstance(table, pd.DataFrame):
        _require_numbers(np.ma.getdata(table), expected)
    given = values
    values = np.where(np.isin(given, numbers.get("missing_value", ())), np.nan, given)
    can_be_missing = np.isnan(values) & ("complete_row" in numbers)
    if not (np.isfinite(values) | can_be_missing).all():
        i, j = np.argwhere(~np.isfinite(values) & ~can_be_missing)[0]
        means = ", which means a missing value in this study" if np.isfinite(given[i, j]) else ""
        raise NotOpenedError(
            f"row {i + 1} has {given[i, j]} for {expected[j]!r}{means}; allowed: finite numbers; "
            "leave out rows with missing values"
        )
    return values


def _prepared(study: "Study", raw: Array, names: list[str]) -> Samples:
    columns = list(study.named_columns or study.columns)
    return steps.prepared(Samples(raw, columns, names, names), study.origin, WHERE)


def _corrected(study: "Study", data: Distances, D_new: Array, names: list[str]) -> Array:
    """Distances (p, n) with the constant that was added to those of the study."""
    if (D_new < 0.0).any():
        i, j = np.argwhere(D_new < 0.0)[0]
        raise NotOpenedError(
            f"row {i + 1} has {D_new[i, j]} for {study.names[j]!r}; allowed: distances of "
            "at least 0"
        )
    numbers = study.origin.numbers
    constant = Constant(
        float(numbers.get("added_to_distances", 0.0)),
        float(numbers.get("added_to_squares", 0.0)),
    )
    same = constant.same_samples(D_new, data.D, names, study.names)
    return constant.added_to_new(D_new, same)


def _require_numbers(cells: np.ndarray, names: list[str]) -> None:
    """Raises ``NotOpenedError`` for the first of the cells (p, q) that is a text, date or time.

    NumPy makes a number of it where it can.
    """
    if cells.dtype.kind in "biuf":
        return
    # As objects, dates and times of NumPy in nanoseconds are plain numbers.
    is_number = np.array([_is_number(cell) for cell in cells.flat], dtype=bool)
    for i, j in np.argwhere(~is_number.reshape(cells.shape)):
        raise NotOpenedError(
            f"row {i + 1} has {str(cells[i, j])!r} for {names[j]!r}, which is not a number; "
            "allowed: numbers only; convert texts with astype(float)"
        )


def _is_number(value: object) -> bool:
    missing = value is None or value is pd.NA or value is pd.NaT
    number = isinstance(value, Number | np.bool_) and not isinstance(value, np.timedelta64)
    return missing or number
