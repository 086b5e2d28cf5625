"""The samples in a table: which columns are data, names and labels, and what their cells say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array, Truths
from kpca.tables.classes import coded
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.numerals import (
    DATE,
    LIKE_NUMBERS,
    increases,
    look_like_numbers,
    numbers_or_nan,
)
from kpca.tables.samples import NO_LABEL, Samples
from kpca.tables.table import InputError, Table
from kpca.tables.wording import in_all, listed, some

SEVERAL = re.compile(r"\s*[^\s|]+[\s|](.*[\s|])?[-+.]?\d\S*\s*")
"""Several cells in one, with blanks or bars between them, of which the last one is a number."""

GROUPED = re.compile(r"\d[\s']+\d")
"""Digits in groups: 1 000 or 1'000."""

IDENTIFIER = re.compile(
    r"(.*[ _.])?(id|nr|no|number|key|code|barcode|index)|\w*ID|patient|subject|sample|case|record",
    re.IGNORECASE,
)
"""Names of columns with an identifier of each sample."""

MISSING = "of its values missing"
"""How the words end that say why a column is left out."""


@dataclass(frozen=True)
class Missing:
    """What is done about missing values.

    rule  ``refuse`` them, ``drop`` their samples, or leave them for ``impute``
    most_of_columns, most_of_samples  columns, then samples, with a larger share are left out
    """

    rule: str = "refuse"
    most_of_columns: float = 1.0
    most_of_samples: float = 0.0

    @property
    def words(self) -> str:
        """Why a column is left out."""
        return f"more than {self.most_of_columns:.0%} {MISSING}"


WHOLE = 2.0**53
"""Larger whole numbers may be rounded when they become floating-point numbers."""

Column = str | int
"""The name of a column, or its number from 1."""


class Description(Protocol):
    """What the configuration says about the samples in a table.

    vectors         the path of the file, as it stands there
    labels, names   the columns with a class and with a name for each sample
    columns         the columns that are data; None for all with numbers
    missing_values  numbers and texts that mean a missing value; None where it is not said
    transpose       whether the file has a row for each variable
    """

    vectors: str
    labels: Column | None
    names: Column | None
    columns: list[Column] | None
    missing_values: list[int | float | str] | None
    transpose: bool


def samples(
    table: Table,
    labels: Column | None = None,
    names: Column | None = None,
    columns: list[Column] | None = None,
    missing: Missing | None = Missing(),  # noqa: B008
    omit: list[Column] | None = None,
    with_texts: bool = False,
    known: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Samples:
    """The samples in a table, one row each.

    Without ``names``, the samples have the names of the rows, those of a first column of distinct
    texts, or numbers from 1. Without ``columns``, all columns are data but labels, names, those to
    ``omit``, empty ones and those in which no cell is a number, which a remark names.
    ``missing`` says what is done about missing values; None that no row can be left out.

    ``with_texts`` says that columns of texts are data, too, as numbers of classes, but for one in
    which each sample has another text. Columns with ``known`` classes, by name, are in any case.

    Raises ``InputError`` for text in a column of numbers, missing values that are refused,
    infinite ones, names that are not distinct, and columns that are not there.
    """
    label_at = _index(table, labels, "labels")
    wanted = [find(table, column, "columns") for column in columns or []]
    name_at = _index(table, names, "names")
    omitted = {find(table, column, "omit") for column in omit or []}
    indices = range(len(table.columns))
    # The first column may have the names of the samples.
    others = {*indices} if columns is None else {0}
    cells = _numbers(table, sorted({*wanted, *(others - omitted - {label_at, name_at})}))
    if names is None and 0 in cells and 0 not in wanted and has_names(table, cells[0][1]):
        name_at = 0
    roles = dict.fromkeys(omitted, "left out by 'omit'")
    roles |= {label_at: "labels", name_at: NAMES}
    candidates = [j for j in cells if j not in roles]
    roles |= without_numbers(table, cells, candidates) if columns is None else {}
    considered = wanted if columns is not None else candidates
    classes_of = _coded(table, cells, considered, with_texts, known)
    if columns is None:
        unlike = {j for j in classes_of if _are_distinct(cells[j][0])}
        roles = {j: role for j, role in roles.items() if j not in classes_of}
        roles |= dict.fromkeys(unlike, DISTINCT)
    chosen = wanted if columns is not None else [j for j in candidates if j not in roles]
    _require_columns(table, chosen)
    require_numbers(table, {j: cells[j] for j in chosen}, missing is not None)
    X = np.column_stack([cells[j][0] for j in chosen])
    rows = _texts(table, name_at, names) or table.index or [str(i + 1) for i in range(len(X))]
    require_distinct(table, rows)
    classes = _texts(table, label_at, labels) or ["sample"] * len(X)
    no_labels = {"", *map(str, table.numerals.missing)}
    few = _few_missing(X, missing)
    roles |= {chosen[j]: missing.words for j in np.flatnonzero(~few)}
    chosen, X = [chosen[j] for j in np.flatnonzero(few)], X[:, few]
    complete = _complete(table, X, chosen, missing)
    remarks = [*table.remarks, *_left_out_columns(table, roles, labels is None)]
    remarks += _left_out_rows(table, complete, missing)
    numbers = [k for k, j in enumerate(chosen) if j not in classes_of]
    of_numbers = [chosen[k] for k in numbers]
    remarks += _like_identifiers(table, X[:, numbers], of_numbers) if columns is None else []
    remarks += _names_like_numbers(table, name_at) if names is None and name_at is not None else []
    index = [("row names", NAMES)] if table.index is not None else []
    no_data = sorted({*indices} - {*chosen})
    return Samples(
        X[complete],
        [table.names[j] for j in chosen],
        [rows[i] for i in np.flatnonzero(complete)],
        [NO_LABEL if classes[i] in no_labels else classes[i] for i in np.flatnonzero(complete)],
        remarks,
        index + [(table.names[j], roles.get(j, "not one of 'columns'")) for j in no_data],
        {table.names[j]: classes_of[j] for j in chosen if j in classes_of},
    )


def _coded(
    table: Table,
    cells: dict[int, tuple[Array, Truths]],
    considered: list[int],
    with_texts: bool,
    known: Mapping[str, Sequence[str]],
) -> dict[int, list[str]]:
    """The classes of the columns of texts, whose ``cells`` become the numbers of the classes."""
    are_texts = without_numbers(table, cells, considered) if with_texts else {}
    more = [text for text in table.numerals.missing if isinstance(text, str)]
    found = {}
    for j in considered:
        if are_texts.get(j) == TEXTS or table.names[j] in known:
            numbers, found[j] = coded(texts(table, j), known.get(table.names[j], ()), more)
            cells[j] = numbers, np.ones(len(numbers), dtype=bool)
    return found


def _are_distinct(codes: Array) -> bool:
    """Whether all texts of a column differ, which then is an identifier."""
    present = codes[~np.isnan(codes)]
    return len(np.unique(present)) == len(present) > 1


def find(table: Table, column: Column, key: str) -> int:
    """Index of a column, by name or by number from 1; ``key`` is for the message.

    A number that no column has may be a name such as 2020, which YAML reads as a number.
    """
    if isinstance(column, int) and 1 <= column <= len(table.names):
        return column - 1
    if str(column) in table.names:
        return table.names.index(str(column))
    nearest = get_close_matches(str(column), table.names, n=1, cutoff=0.5)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    shown = ", ".join(table.names[:12]) + (", ..." if len(table.names) > 12 else "")
    raise InputError(
        f"{table.path}: "
        + named(key)
        + f": there is no column {column!r}{hint}; allowed: {shown}, or a "
        f"number from 1 to {len(table.names)}"
    )


def _index(table: Table, column: Column | None, key: str) -> int | None:
    """Index of a column of texts; None for none, and for one beside the table."""
    return None if column is None or column in table.extras else find(table, column, key)


def _texts(table: Table, j: int | None, column: Column | None) -> list[str] | None:
    if j is not None:
        return texts(table, j)
    return None if column is None else table.extras[str(column)]


def texts(table: Table, j: int) -> list[str]:
    """A column (n,) as it stands in the file, without blanks around it."""
    cells = table.columns[j].to_pylist()
    return ["" if cell is None else str(cell).strip().replace("\0", "") for cell in cells]


def _numbers(table: Table, indices: list[int]) -> dict[int, tuple[Array, Truths]]:
    """Of some columns the numbers (n,), and which cells (n,) are numbers or missing."""
    cells = numbers_or_nan([table.columns[j] for j in indices], table.numerals)
    return dict(zip(indices, cells, strict=True))


def has_names(table: Table, are_numbers: Truths) -> bool:
    """Whether the first column has distinct texts of which none is a number, or distinct codes."""
    is_text = pa.types.is_string(table.columns[0].type)
    if table.index is not None or len(table.names) < 2 or not is_text:
        return False
    cells = texts(table, 0)
    if len(set(cells)) < len(cells):
        return False
    if are_numbers.any():
        return are_codes(cells)
    # Shares such as 12% are distinct texts too. They are reported as no numbers.
    return not any(map(_is_like_a_number, cells))


def are_codes(cells: list[str]) -> bool:
    """Whether texts are codes of digits such as 00123, which no program writes for a number.

    >>> are_codes(["00123", "10115"]), are_codes(["0", "10"]), are_codes(["007", "7"])
    (True, False, False)
    """
    alike = len({len(cell) for cell in cells}) == 1 and all(cell.isdecimal() for cell in cells)
    return alike and len(cells[0]) > 1 and any(cell.startswith("0") for cell in cells)


def _is_like_a_number(text: str) -> bool:
    return LIKE_NUMBERS.fullmatch(text) is not None and DATE.fullmatch(text) is None


EMPTY, TEXTS, NAMES = "empty", "texts", "names of the samples"
"""What a column is in which no cell is a number, and one that names the rows."""

DISTINCT = "another text for each sample"
"""What a column is that says no more than which sample it is."""


def without_numbers(
    table: Table, cells: dict[int, tuple[Array, Truths]], candidates: list[int]
) -> dict[int, str]:
    """The columns in which no cell is a number or is meant as one, and what they are."""
    roles = {}
    for j in candidates:
        values, are_numbers = cells[j]
        if np.isfinite(values).any() or np.isinf(values).any():
            continue
        if are_numbers.all():
            roles[j] = EMPTY
        elif pa.types.is_string(table.columns[j].type) and not _are_meant_as_numbers(table, j):
            roles[j] = TEXTS
    return roles


def _are_meant_as_numbers(table: Table, j: int) -> bool:
    """Whether the texts of a column look like numbers, or like several columns in one."""
    cells = texts(table, j)
    one = len(table.names) == 1 and SEVERAL.fullmatch(cells[0]) is not None
    return one or any(map(_is_like_a_number, cells)) or look_like_numbers(cells)


def _require_columns(table: Table, chosen: list[int]) -> None:
    if not chosen:
        cells = [f"{name!r} ({_cell(table, j, 0)})" for j, name in enumerate(table.names)]
        mark = table.names[0][:1]
        comments = (
            f"; are lines beginning with {mark} comments? then write "
            + setting(comment=mark)
            + INSIDE
        )
        raise InputError(
            f"{table.path}: no column is left for numbers: {some(cells)}; allowed: at least one "
            "with numbers such as 1.5 or 2e-3"
            + (comments if mark and not mark.isalnum() and mark not in "_\"'." else "")
        )
    if len(set(chosen)) < len(chosen):
        raise InputError(f"{table.path}: columns: one stands twice; allowed: each once")


def require_numbers(table: Table, cells: dict[int, tuple[Array, Truths]], can_omit: bool) -> None:
    """Raises ``InputError`` for columns with a cell that is neither a number nor missing, and for
    the first whole number that was rounded when it became one of the values (n,) in ``cells``."""
    wrong = [j for j, (_, are_numbers) in cells.items() if not are_numbers.all()]
    if wrong:
        raise InputError(_no_numbers(table, wrong, cells, can_omit))
    for j, (values, _) in cells.items():
        _require_digits(table, j, values)


def _no_numbers(
    table: Table, wrong: list[int], cells: dict[int, tuple[Array, Truths]], can_omit: bool
) -> str:
    """The message for columns with a cell that is no number: about the first, then the others."""
    first, rows = wrong[0], {j: int(np.argmin(cells[j][1])) for j in wrong}
    kind, row = table.columns[first].type, rows[first]
    where = f"column {table.names[first]!r}"
    omit = ""
    if can_omit:
        omit = f"; to leave {'it' if len(wrong) == 1 else 'them'} out, write "
        omit = omit + setting(omit=[table.names[j] for j in wrong]) + INSIDE
    if not pa.types.is_string(kind):
        return f"{table.path}, {where}: {kind} is neither a number nor text" + omit
    text = texts(table, first)[row]
    also = some([f"{table.names[j]!r} ({_cell(table, j, rows[j])})" for j in wrong[1:]], 20)
    return (
        f"{table.path}, {table.location(row)}, {where}: {text[:40]!r} is not a number; allowed: "
        "numbers such as 1.5 or 2e-3"
        + _what_to_do(table, text, cells, can_omit)
        + (f"; such cells are also in {also}" if also else "")
        + omit
    )


def _cell(table: Table, j: int, row: int) -> str:
    return f"{table.location(row)}: {str(table.columns[j][row].as_py())[:20]!r}"


def _require_digits(table: Table, j: int, values: Array) -> None:
    where, name = table.path, table.names[j]
    large = np.flatnonzero((np.abs(values) >= WHOLE) & np.isfinite(values))
    cells = texts(table, j) if large.size else []
    for row in large:
        digits = cells[row].removeprefix("-").removeprefix("+")
        if digits.isdecimal() and int(digits) != abs(int(values[row])):
            raise InputError(
                f"{where}, {table.location(row)}, column {name!r}: {cells[row]} has more digits "
                "than a floating-point number; allowed: whole numbers up to 2^53; are these "
                "identifiers? then name the column with " + named("names") + ", or leave it out"
            )


def _what_to_do(
    table: Table, text: str, cells: dict[int, tuple[Array, Truths]], can_omit: bool
) -> str:
    """What a text that is not a number may mean, and what to do about it."""
    if len(table.names) == 1 and SEVERAL.fullmatch(text):
        return (
            "; are these several columns? allowed between them: comma, semicolon or tab (in R, "
            "write.csv writes commas, and write.table blanks)"
        )
    if LIKE_NUMBERS.fullmatch(text) and GROUPED.search(text):
        return "; are these groups of digits? write 1000 and not 1 000 or 1'000"
    if LIKE_NUMBERS.fullmatch(text):
        return "; is it a decimal comma, a unit or a percent sign? write 1.5 and not 1,5"
    others = _among_numbers(table, cells)
    if _NUMBER_AND_MORE.match(text):
        return "; write only the number in a cell, without a unit, brackets or an uncertainty"
    if text in others and not can_omit:
        return "; correct the cell"
    if text in others:
        return (
            "; correct the cell, or if it means a missing value, write "
            + setting(missing_values=others, missing="drop")
            + INSIDE
        )
    return "; if the column is not data, name it with " + named("labels", "names")


_NUMBER_AND_MORE = re.compile(r"[($€£¥]+[-+]?\d|[-+]?\d+([.,]\d+)?\s*(±|[A-Za-zµ°%]{1,3}$)")
"""A number with an uncertainty, a unit or brackets: 1.5 ± 0.1, 47.4N, (1.5)."""

MOST_WORDS = 8
"""Different texts among numbers that a message offers to read as missing values."""


def _among_numbers(table: Table, cells: dict[int, tuple[Array, Truths]]) -> list[str]:
    """The different texts in columns of numbers, in their order."""
    found: dict[str, None] = {}
    for j, (_, are_numbers) in cells.items():
        if are_numbers.any() and not are_numbers.all():
            column = texts(table, j)
            found |= dict.fromkeys(column[row] for row in np.flatnonzero(~are_numbers))
    return list(found)[:MOST_WORDS]


def require_distinct(table: Table, names: list[str]) -> None:
    """Raises ``InputError`` for a name that several rows have."""
    first: dict[str, int] = {}
    for row, name in enumerate(names):
        if name in first:
            raise InputError(
                f"{table.path}, {table.location(row)}: the name {name!r} stands in "
                f"{table.location(first[name])} already; allowed: distinct names"
            )
        first[name] = row


def _few_missing(X: Array, missing: Missing | None) -> Truths:
    """Which columns (q,) of X (n, q) have a share of missing values that is not too large."""
    shares = np.isnan(X).mean(axis=0)
    few = shares <= (1.0 if missing is None else missing.most_of_columns)
    if not few.any():
        raise InputError(
            f"every column has more than {missing.most_of_columns:.0%} missing values; allowed: "
            "a larger " + named("most_missing")
        )
    return few


def _complete(table: Table, X: Array, chosen: list[int], missing: Missing | None) -> Truths:
    """Which rows (n,) stay: those without a missing value, or if these are imputed, with few.

    Raises ``InputError`` for infinite values, and for missing ones that are refused.
    """
    accepted = missing is not None and missing.rule != "refuse"
    for wrong, what in ((np.isinf(X), "infinite"), (np.isnan(X), "missing")):
        if wrong.any() and not (accepted and what == "missing"):
            row, at = np.argwhere(wrong)[0]
            do = "; correct them"
            if what == "missing" and missing is not None:
                do += ", or leave these samples out with " + setting(missing="drop")
                do += ", or predict the values with " + setting(missing="impute")
            raise InputError(
                f"{table.path}, {table.location(row)}, column {table.names[chosen[at]]!r}: the "
                f"value is {what}{in_all(int(wrong.sum()), f'{what} value')}; allowed: finite "
                "numbers" + do
            )
    most = missing.most_of_samples if missing is not None else 0.0
    complete = np.isnan(X).mean(axis=1) <= most
    if not complete.any():
        raise InputError(
            f"{table.path}: every sample has a missing value{f' above {most:.0%}' if most else ''}"
            "; none is left"
        )
    return complete


def _left_out_columns(table: Table, roles: dict[int | None, str], offer_labels: bool) -> list[str]:
    """Remarks on empty columns and on those of texts, if there are any."""
    empty = [
        repr(table.names[j]) if table.names[j] else f"column {j + 1}, which has no name"
        for j, role in roles.items()
        if role == EMPTY
    ]
    of_texts = [j for j, role in roles.items() if role == TEXTS]
    remarks = [f"left out, because they are empty: {listed(empty)}"] if empty else []
    for words in dict.fromkeys(
        role for role in roles.values() if role.endswith(MISSING) or role == DISTINCT
    ):
        names = [repr(table.names[j]) for j, role in roles.items() if role == words]
        remarks.append(f"left out, because they have {words}: {listed(names)}")
    if not of_texts:
        return remarks
    names = [table.names[j] for j in of_texts]
    counts = {j: pc.count_distinct(table.columns[j]).as_py() for j in of_texts}
    likely = min(of_texts, key=lambda j: (not 1 < counts[j] <= len(table) / 2, j))
    offer = "to color by one, write " + setting(labels=table.names[likely]) + INSIDE + "; "
    return [
        *remarks,
        f"left out, because no cell is a number: {listed(list(map(repr, names)))}; "
        + (offer if offer_labels else "")
        + setting(omit=names)
        + " leaves out the same",
    ]


def _left_out_rows(table: Table, complete: Truths, missing: Missing | None) -> list[str]:
    """A remark on rows that are left out for missing values, if there are any."""
    gone = np.flatnonzero(~complete)
    if not gone.size:
        return []
    shown = some([table.location(row) for row in gone])
    most = missing.most_of_samples
    why = f"more than {most:.0%} missing values" if most else "missing values"
    return [f"{gone.size} of {len(complete)} samples left out for {why}: {shown}"]


def _like_identifiers(table: Table, X: Array, chosen: list[int]) -> list[str]:
    """A remark on each column (n,) of numbers that may tell the samples apart, and no more.

    They are whole numbers in equal steps, in whatever order they stand, or all different in a
    column that is called as identifiers are, or codes such as 00123, or increase in the first
    column. A single column and fewer than three samples have no remark.
    """
    if len(X) < 3 or len(chosen) < 2:
        return []
    steps, whole = np.diff(np.sort(X, axis=0), axis=0), (np.round(X) == X).all(axis=0)
    even = whole & (steps == steps[0]).all(axis=0) & (steps[0] > 0)
    differ = whole & (steps > 0).all(axis=0)
    reasons = {}
    for k, j in enumerate(chosen):
        if even[k]:
            reasons[j] = "has whole numbers in equal steps, as identifiers have"
        elif differ[k] and IDENTIFIER.fullmatch(table.names[j]):
            reasons[j] = "has a different whole number for each sample, as identifiers have"
        elif whole[k] and pa.types.is_string(table.columns[j].type) and are_codes(texts(table, j)):
            reasons[j] = "has zeros before its numbers, as identifiers have"
        elif j == 0 and increases(X[:, k]):
            reasons[j] = "increases or decreases from row to row, as identifiers and times do"
    return [
        f"column {table.names[j]!r} {reason}, and is used as data; if it is one, write "
        + setting(names=table.names[j])
        + " or "
        + setting(omit=[table.names[j]])
        + INSIDE
        for j, reason in reasons.items()
    ]


def _names_like_numbers(table: Table, name_at: int) -> list[str]:
    """A remark on a first column that names the samples and may have been meant as numbers."""
    cells, name = texts(table, name_at), table.names[name_at]
    if not look_like_numbers(cells):
        return []
    return [
        f"column {name!r} names the samples and is not data, although its texts, such as "
        f"{cells[0][:40]!r}, begin like numbers; if they are numbers, write them as 1.5, -1 or "
        "2e-3, without a unit; if they are names, say " + setting(names=name)
    ]
