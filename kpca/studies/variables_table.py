"""A table of variables beside the data: its rows are matched to the training samples."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Truths
from kpca.studies.variables import LEAST, Variables, why_no_factor, why_no_number
from kpca.tables import columns, doubts
from kpca.tables.columns import EMPTY, TEXTS
from kpca.tables.messages import INSIDE, joined, setting
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.read import read
from kpca.tables.samples import MOST_LISTED
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed


@dataclass(frozen=True)
class Rows:
    """The rows of a study's file: the names (n,) of its samples in their order, and their number.

    ``count`` is larger than n where samples were left out for missing values. ``columns`` are the
    names in the header of the file, if it has one.
    """

    names: Sequence[str]
    count: int
    columns: Sequence[str] = ()

    @property
    def are_numbered(self) -> bool:
        """Whether the samples have no other names than the numbers of their rows."""
        if not all(name.isdecimal() for name in self.names):
            return False
        numbers = [int(name) for name in self.names]
        return numbers == sorted(set(numbers)) and 1 <= numbers[0] <= numbers[-1] <= self.count


Doubt = Callable[[float], str]
"""The reason to leave out a column with a number that may mean a missing value."""

Cells = dict[int, tuple[Array, Truths]]
"""Of some columns the numbers (n,), and which cells (n,) are numbers or missing."""

SHARED = ("decimal", "thousands", "encoding", "comment", "missing_values")
"""What is said about the file of the data and holds for the table of variables, too."""


def load(
    path: Path,
    data: Any,
    training: Sequence[str],
    rows: Rows,
    read: Callable[..., Table] = read,
) -> tuple[Variables, list[str]]:
    """The variables of the ``training`` samples (n,) in a file, and remarks.

    ``data`` is the form of data of the study; ``rows`` are those of its file. The rows of both
    tables are matched by name where both have names, else by position. Of a variable with missing
    values a remark says how many samples have one.

    Raises ``InputError`` for a table that cannot be read, samples that have no row, another number
    of rows where names are missing, a column by which the rows may have to be matched, and if no
    variable is left.
    """
    given = getattr(data, "hints", {})
    # Without a header, the other table may have one all the same.
    hints = {key: given.get(key) for key in SHARED} | {"header": given.get("header") or None}
    name_at = getattr(data, "names", None)
    named = (name_at,) if isinstance(name_at, str) else ()
    table = read(path, **hints, named=named, triplets=False)
    cells = dict(enumerate(numbers_or_nan(table.columns, table.numerals)))
    column, names = _names(table, named, cells, rows)
    is_named = column is not None and table.names[column] in named
    at, remarks = _matched(table, names, training, rows, is_named)
    others = {j: of for j, of in cells.items() if j != column}
    # Only a table of samples has the key that answers the question.
    doubt = _may_be_missing if "missing_values" in given else _is_far
    is_answered = given.get("missing_values") is not None
    variables, left_out = _chosen(table, others, at, None if is_answered else doubt)
    return variables, ["variables: " + remark for remark in (*table.remarks, *remarks, *left_out)]


def _names(
    table: Table, named: tuple[str, ...], cells: Cells, rows: Rows
) -> tuple[int | None, list[str] | None]:
    """The column with the names of the rows, and these names; None where there is none.

    It is called as that of the data, or it is the first column that has the names of all samples,
    or a first column of distinct texts.
    """
    at = next((table.names.index(name) for name in named if name in table.names), None)
    if at is None and table.index is not None:
        return None, table.index
    if at is None and not rows.are_numbered:
        every = set(rows.names)
        have_all = (j for j in range(len(table.names)) if every <= set(columns.texts(table, j)))
        at = next(have_all, None)
    if at is None and columns.has_names(table, cells[0][1]):
        at = 0
    return at, None if at is None else columns.texts(table, at)


def _matched(
    table: Table, names: list[str] | None, training: Sequence[str], rows: Rows, is_named: bool
) -> tuple[list[int], list[str]]:
    """The row of the table for each training sample, and remarks on how they were matched.

    ``is_named`` says that the configuration names the column with the names.
    """
    is_count = names is None or any(
        names == [str(first + i) for i in range(len(names))] for first in (0, 1)
    )
    by_number = rows.are_numbered and not is_count and set(rows.names) <= set(names)
    if not is_named and (is_count or (rows.are_numbered and not by_number)):
        _require_no_key(table, rows)
        return _by_position(table, training, rows)
    columns.require_distinct(table, names)
    at = {name: i for i, name in enumerate(names)}
    missing = [name for name in training if name not in at]
    if missing:
        raise InputError(
            f"{table.path}: variables: no row is called {_some(missing)}, as "
            f"{'a sample is' if len(missing) == 1 else 'samples are'}; its rows are called "
            f"{_some(names)}; allowed: a row for each of the {len(training)} training samples"
        )
    extra = [name for name in names if name not in set(training)]
    remarks = ["its rows were matched to the samples by name"]
    if extra:
        what = counted(len(extra), "row")
        remarks.append(f"left out {what} of no training sample: {_some(extra)}")
    return [at[name] for name in training], remarks


def _require_no_key(table: Table, rows: Rows) -> None:
    """Raises ``InputError`` for a column of both tables that tells the rows of this one apart."""
    for j, name in enumerate(table.names):
        if (
            table.headed
            and name in rows.columns
            and len(set(columns.texts(table, j))) == len(table)
        ):
            raise InputError(
                f"{table.path}: variables: both tables have a column {name!r}, so their rows may "
                "stand in different orders; write "
                + setting(names=name)
                + INSIDE
                + " to match them by it, or rename it in one of them to match them by position"
            )


def _some(names: list[str]) -> str:
    return listed(list(map(repr, names)), MOST_LISTED)


def _by_position(table: Table, training: Sequence[str], rows: Rows) -> tuple[list[int], list[str]]:
    if len(table) != rows.count or (len(rows.names) < rows.count and not rows.are_numbered):
        n = rows.count if rows.are_numbered else len(rows.names)
        raise InputError(
            f"{table.path}: variables: {counted(len(table), 'row')} for {counted(n, 'sample')}, "
            "and one of the tables has no names of samples; allowed: as many rows, in the order "
            "of the samples, or a first column with their names in both"
        )
    names = rows.names
    at = {name: int(name) - 1 if rows.are_numbered else i for i, name in enumerate(names)}
    return [at[name] for name in training], [
        "its rows were matched to the samples by position, as one of the tables has no names of "
        "samples"
    ]


def _chosen(
    table: Table, cells: Cells, at: list[int], doubt: Doubt | None
) -> tuple[Variables, list[str]]:
    """The variables of the rows ``at``, and remarks on the columns that are left out.

    ``doubt`` is why a column with a number such as -999 is left out; None to keep it.
    """
    roles = columns.without_numbers(table, cells, list(cells))
    texts = {j: _classes(table, j, cells[j][1], at) for j, role in roles.items() if role == TEXTS}
    reasons: dict[int, str] = {j: "they are empty" for j, role in roles.items() if role == EMPTY}
    reasons |= {j: STRANGE for j in cells if j not in roles and not _is_read(table, j)}
    numbers = {j: cells[j] for j in cells if j not in roles and j not in reasons}
    columns.require_numbers(table, numbers, False)
    values = {j: of[at] for j, (of, _) in numbers.items()}
    reasons |= _doubtful(table, values, doubt) if doubt else {}
    kept = {j: of for j, of in values.items() if j not in reasons}
    _require_finite(table, kept)
    reasons |= {j: why for j, of in texts.items() if (why := why_no_factor(of))}
    reasons |= {j: why for j, of in kept.items() if (why := why_no_number(of))}
    left_out = _left_out(table, reasons)
    of_numbers, of_texts = ([j for j in kind if j not in reasons] for kind in (values, texts))
    if not of_numbers and not of_texts:
        raise InputError(
            f"{table.path}: no variable is left: "
            + (joined(left_out, "; ") if left_out else "names only")
            + "; allowed: at least one column of numbers or classes that differ, with values of at "
            f"least {LEAST} samples"
        )
    X = np.column_stack([values[j] for j in of_numbers]) if of_numbers else np.empty((len(at), 0))
    variables = Variables(
        tuple(table.names[j] for j in of_numbers),
        X,
        tuple(table.names[j] for j in of_texts),
        tuple(texts[j] for j in of_texts),
    )
    return variables, left_out + _incomplete(variables, len(at))


STRANGE = "they are neither numbers nor texts"
"""Why a column is left out. Dates are neither numbers nor texts."""


def _incomplete(variables: Variables, n: int) -> list[str]:
    """A remark on the variables that not all of the n samples have, and how many have them."""
    counts = dict(zip(variables.names, (~np.isnan(variables.values)).sum(axis=0), strict=True))
    classes = zip(variables.factors, variables.classes, strict=True)
    counts |= {name: n - of.count("") for name, of in classes}
    few = [f"{name!r} ({count} of {n})" for name, count in counts.items() if count < n]
    return [f"fitted to the samples that have a value: {listed(few)}"] if few else []


def _doubtful(table: Table, values: dict[int, Array], doubt: Doubt) -> dict[int, str]:
    """The columns with a number such as -999 that may mean a missing value, and why."""
    if not values:
        return {}
    found = doubts.sentinels(
        np.column_stack(list(values.values())), [table.names[j] for j in values]
    )
    return {
        table.names.index(name): doubt(number) for number, names in found.items() for name in names
    }


def _is_far(number: float) -> str:
    """Why a column is left out in which a number such as -999 stands far from all others."""
    return f"far from their other numbers, {number:g} may mean a missing value"


def _may_be_missing(number: float) -> str:
    """The same with the keys that answer the question."""
    answers = setting(missing_values=[number]) + " or " + setting(missing_values=[]) + INSIDE
    return _is_far(number) + " (write " + answers + ")"


def _is_read(table: Table, j: int) -> bool:
    kind = table.columns[j].type
    plain = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_boolean)
    return pa.types.is_string(kind) or any(is_kind(kind) for is_kind in plain)


def _classes(table: Table, j: int, are_missing: Truths, at: list[int]) -> tuple[str, ...]:
    """The texts of a column in the rows ``at``; "" for a missing one."""
    texts = columns.texts(table, j)
    return tuple("" if are_missing[i] else texts[i] for i in at)


def _left_out(table: Table, reasons: dict[int, str]) -> list[str]:
    """Remarks on the columns that are left out, by name."""
    return [
        "left out, because "
        + why
        + f": {listed([repr(table.names[j]) for j in reasons if reasons[j] == why])}"
        for why in dict.fromkeys(reasons.values())
    ]


def _require_finite(table: Table, values: dict[int, Array]) -> None:
    for j, of in values.items():
        if np.isinf(of).any():
            raise InputError(
                f"{table.path}, column {table.names[j]!r}: a value is infinite; allowed: "
                "finite numbers; correct it"
            )
