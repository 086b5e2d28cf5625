"""The samples in a table: which columns are data, names and labels, and what their cells say."""

from collections.abc import Mapping, Sequence, Set
from difflib import get_close_matches
from types import MappingProxyType
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.arrays import Array, Indices, Truths
from kpca.tables import metadata
from kpca.tables.cells import SEVERAL, cell, require_numbers
from kpca.tables.classes import NO_CLASS, coded
from kpca.tables.known_names import is_identifier
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.names import numbered
from kpca.tables.numerals import (
    COMPUTE,
    DATE,
    LIKE_NUMBERS,
    NOT_STORED,
    Cells,
    are_codes,
    increases,
    look_like_numbers,
    numbers_or_nan,
)
from kpca.tables.omitted import Omitted
from kpca.tables.omitted import remarks as remarks_on
from kpca.tables.rows import MISSING, Missing, complete_rows, few_missing, left_out_rows
from kpca.tables.samples import NO_LABEL, Samples
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed, some

Column = str | int
"""The name of a column, or its number from 1."""


class Description(Protocol):
    """What the configuration says about the samples in a table.

    vectors         the path of the file, as it stands there
    labels, names   the columns with a class and with a name for each sample
    columns         the columns that are data; None for all with numbers
    missing_values  numbers and texts that mean a missing value; None where it is not said
    omit_samples    samples to leave out; None where it is not said
    transpose       whether the file has a row for each variable
    """

    vectors: str
    labels: Column | None
    names: Column | None
    columns: list[Column] | None
    missing_values: list[int | float | str] | None
    omit_samples: list[str | int] | None
    transpose: bool


def samples(
    table: Table,
    labels: Column | None = None,
    names: Column | None = None,
    columns: list[Column] | None = None,
    missing: Missing | None = Missing(),  # noqa: B008
    omit: list[Column] | None = None,
    omitted: Omitted = Omitted(),  # noqa: B008
    with_texts: bool = False,
    known: Mapping[str, Sequence[str]] = MappingProxyType({}),
    weights: Column | None = None,
    blocks: Column | None = None,
) -> Samples:
    """The samples in a table, one row each, but for those that are ``omitted``.

    Without ``names``, the samples have the names of the rows, those of a first column of distinct
    texts, or numbers from 1. Names that occur several times are numbered. Without ``columns``, all
    columns are data but labels, names, those to ``omit``, empty ones and those in which no cell is
    a number, which a remark names. ``missing`` says what is done about missing values; None that
    no row can be left out.

    ``with_texts`` says that columns of texts are data, too, as numbers of classes, but for one in
    which each sample has another text. Columns with ``known`` classes, by name, are in any case.
    The column of ``weights`` is no data unless ``columns`` names it; a cell that is no number is
    nan. That of ``blocks`` neither; a block is "" where a cell is empty.

    Raises ``InputError`` for text in a column of numbers, missing values that are refused,
    infinite ones, and columns and samples that are not there.
    """
    names = None if names in table.settled else names
    columns = None if columns and {*columns} <= {*table.settled} else columns
    asked = {"blocks": blocks, "weights": weights, "labels": labels, "names": names}
    at, of_data, roles = _asked(table, asked, columns, omit)
    in_file = _names(table, at["names"], names) or table.index or table.numbers
    every, of_names = numbered(table, in_file)
    gone, idle = omitted.of_rows(table, every, in_file)
    # Those that are left out need no numbers.
    stay = np.flatnonzero(~gone | omitted.are_taken)
    _require_some(table, stay, omitted)
    table, rows = table.taken(stay) if gone.any() else table, [every[i] for i in stay]
    X, chosen, codes = _numbers(table, of_data, roles, rows, missing, with_texts, known)
    empty = omitted.of_points(X, every)
    wanted = gone | empty if omitted.are_taken else ~empty
    whole = complete_rows(table, X, chosen, missing)
    of_missing = left_out_rows(table, np.flatnonzero(wanted), whole, missing)
    taken = np.flatnonzero(whole & wanted)
    _require_some(table, taken, omitted)
    remarks = [*table.remarks, *_beside(table, {*asked.values()})]
    remarks += _left_out_columns(table, roles, labels is None)
    remarks += of_missing + of_names
    if not omitted.are_taken:
        gone[stay[empty]] = True
        remarks += remarks_on(gone, every) + idle
    numbers = [k for k, j in enumerate(chosen) if j not in codes]
    if columns is None:
        of_numbers = [chosen[k] for k in numbers]
        remarks += _like_identifiers(table, X[wanted][:, numbers], of_numbers)
    if names is None and at["names"] is not None:
        remarks += _names_like_numbers(table, at["names"])
    classes = _texts(table, at["labels"], labels) or ["sample"] * len(X)
    of_samples = None if weights is None else _weights(table, at["weights"], weights)[taken]
    of_blocks = _names(table, at["blocks"], blocks)
    no_labels = NO_CLASS | {*map(str, table.numerals.missing)}
    index = [(metadata.ROW_NAMES, NAMES)] if table.index is not None else []
    no_data = sorted({*range(len(table.columns))} - {*chosen})
    return Samples(
        X[taken],
        [table.names[j] for j in chosen],
        [rows[i] for i in taken],
        [NO_LABEL if classes[i] in no_labels else classes[i] for i in taken],
        remarks,
        index + [(table.names[j], roles.get(j, "not one of 'columns'")) for j in no_data],
        {table.names[j]: codes[j] for j in chosen if j in codes},
        metadata.of(table, no_data, at["names"], taken),
        of_samples,
        of_blocks and ["" if of_blocks[i] in no_labels else of_blocks[i] for i in taken],
    )


def _asked(
    table: Table,
    asked: Mapping[str, Column | None],
    columns: list[Column] | None,
    omit: list[Column] | None,
) -> tuple[dict[str, int | None], list[int] | None, dict[int, str]]:
    """Where the columns stand that are ``asked`` for as labels, names and so on, and those that are
    data, None for all that are numbers; and what each column is that is no data."""
    at = {key: _index(table, column, key) for key, column in asked.items()}
    every = [name for one in columns or [] for name in table.groups.get(one, [one])]
    wanted = None if columns is None else [find(table, one, "columns") for one in every]
    out = {find(table, column, "omit") for column in omit or [] if column not in table.settled}
    is_free = asked["names"] is None and 0 not in {*at.values(), *out, *(wanted or [])}
    if is_free and has_names(table):
        at["names"] = 0
    roles = dict.fromkeys(out, "left out by 'omit'")
    of_keys = {j: NAMES if key == "names" else key for key, j in at.items() if j is not None}
    return at, wanted, roles | of_keys


def _numbers(
    table: Table,
    wanted: list[int] | None,
    roles: dict[int, str],
    rows: Sequence[str],
    missing: Missing | None,
    with_texts: bool,
    known: Mapping[str, Sequence[str]],
) -> tuple[Array, list[int], dict[int, list[str]]]:
    """The numbers (n, q) in the columns of data, these columns, and the classes of those of texts.

    ``roles`` gets what the other columns are. ``rows`` are the names (n,) of the samples.
    """
    candidates = [j for j in range(len(table.columns)) if j not in roles]
    candidates = candidates if wanted is None else wanted
    found = numbers_or_nan([table.columns[j] for j in candidates], table.numerals)
    cells = dict(zip(candidates, found, strict=True))
    texts = without_numbers(table, cells, candidates) if wanted is None else {}
    codes = _coded(table, cells, candidates, with_texts, known)
    distinct = [j for j in codes if wanted is None and _are_distinct(cells[j][0])]
    roles |= {j: role for j, role in texts.items() if j not in codes}
    roles |= dict.fromkeys(distinct, DISTINCT)
    chosen = [j for j in candidates if wanted is not None or j not in roles]
    _require_columns(table, chosen)
    names = None if missing is None else rows
    require_numbers(table, {j: cells[j] for j in chosen}, names, NAMES not in roles.values())
    X = np.column_stack([cells[j][0] for j in chosen])
    few = few_missing(table.path, X, missing)
    roles |= {chosen[j]: missing.words for j in np.flatnonzero(~few)}
    return X[:, few], [chosen[j] for j in np.flatnonzero(few)], codes


def _require_some(table: Table, rows: Indices, omitted: Omitted) -> None:
    if not rows.size and omitted.lines:
        raise InputError(
            f"{table.path}: " + named("omit_samples") + " leaves no sample; allowed: at least one"
        )


def _coded(
    table: Table,
    cells: Cells,
    considered: list[int],
    with_texts: bool,
    known: Mapping[str, Sequence[str]],
) -> dict[int, list[str]]:
    """The classes of the columns of texts, whose ``cells`` become the numbers of the classes."""
    are_classes = {j for j in considered if _has_classes(table, j, *cells[j])} if with_texts else ()
    more = [text for text in table.numerals.missing if isinstance(text, str)]
    found = {}
    for j in considered:
        if j in are_classes or table.names[j] in known:
            numbers, found[j] = coded(table.texts(j), known.get(table.names[j], ()), more)
            cells[j] = numbers, np.ones(len(numbers), dtype=bool)
    return found


def _has_classes(table: Table, j: int, values: Array, are_numbers: Truths) -> bool:
    """Whether a column has at least as many texts as numbers, and these are not meant as numbers.

    Codes of cover such as r, +, 1, 2a are such texts.
    """
    cells = table.texts(j) if pa.types.is_string(table.columns[j].type) else []
    texts = [cells[i] for i in np.flatnonzero(~are_numbers)] if cells else []
    return 0 < len(texts) >= np.isfinite(values).sum() and not _are_meant_as_numbers(texts)


def _are_distinct(codes: Array) -> bool:
    """Whether all texts of a column differ, which then is an identifier."""
    present = codes[~np.isnan(codes)]
    return len(np.unique(present)) == len(present) > 1


def find(table: Table, column: Column, key: str) -> int:
    """Index of a column, as ``Table.at`` has it; ``key`` is for the message."""
    if (at := table.at(column)) is not None:
        return at
    nearest = get_close_matches(str(column), table.names, n=1, cutoff=0.5)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    if "." in str(column) and key == "labels":
        hint = "; for the columns of another table, remove it and write "
        hint = hint + setting(variables=str(column))
    shown = ", ".join(table.names[:12]) + (", ..." if len(table.names) > 12 else "")
    raise InputError(
        f"{table.path}: "
        + named(key)
        + f": there is no column {column!r}"
        + hint
        + f"; allowed: {shown}, or a number from 1 to {len(table.names)}"
    )


def _index(table: Table, column: Column | None, key: str) -> int | None:
    """Index of a column of texts; None for none, and for one beside the table."""
    return None if column is None or column in table.extras else find(table, column, key)


def _names(table: Table, j: int | None, column: Column | None) -> list[str] | None:
    """The texts of a column of names; statistics programs store identifiers as doubles."""
    texts = _texts(table, j, column)
    if j is None or texts is None or not pa.types.is_floating(table.columns[j].type):
        return texts
    return [text.removesuffix(".0") for text in texts]


def _weights(table: Table, j: int | None, column: Column) -> Array:
    """The numbers (n,) in a column of weights, nan where a cell is none."""
    texts = pa.array(table.extras[str(column)]) if j is None else table.columns[j]
    values, _ = numbers_or_nan([texts], table.numerals)[0]
    return values


def _texts(table: Table, j: int | None, column: Column | None) -> list[str] | None:
    if j is not None:
        return table.texts(j)
    return None if column is None else table.extras[str(column)]


def has_names(table: Table) -> bool:
    """Whether the first column has distinct texts of which none is a number, or distinct codes."""
    is_text = pa.types.is_string(table.columns[0].type)
    if table.index is not None or len(table.names) < 2 or not is_text:
        return False
    cells = table.texts(0)
    if len(set(cells)) < len(cells):
        return False
    if numbers_or_nan(table.columns[:1], table.numerals)[0][1].any():
        return are_codes(cells)
    # Shares such as 12% are distinct texts too. They are reported as no numbers.
    return not any(map(_is_like_a_number, cells))


def _is_like_a_number(text: str) -> bool:
    return LIKE_NUMBERS.fullmatch(text) is not None and DATE.fullmatch(text) is None


EMPTY, TEXTS, NAMES = "empty", "texts", "names of the samples"
"""What a column is in which no cell is a number, and one that names the rows."""

DISTINCT = "another text for each sample"
"""What a column is that says no more than which sample it is."""


def without_numbers(table: Table, cells: Cells, candidates: list[int]) -> dict[int, str]:
    """The columns in which no cell is a number or is meant as one, and what they are."""
    roles = {}
    for j in candidates:
        values, are_numbers = cells[j]
        if np.isfinite(values).any() or np.isinf(values).any():
            continue
        if are_numbers.all():
            roles[j] = EMPTY
        elif pa.types.is_string(table.columns[j].type):
            texts = table.texts(j)
            are_several = len(table.names) == 1 and SEVERAL.fullmatch(texts[0])
            if not are_several and not _are_meant_as_numbers(texts):
                roles[j] = TEXTS
    return roles


def _are_meant_as_numbers(texts: list[str]) -> bool:
    return any(map(_is_like_a_number, texts)) or look_like_numbers(texts)


def _require_columns(table: Table, chosen: list[int]) -> None:
    if not chosen:
        cells = [f"{name!r} ({cell(table, j, 0)})" for j, name in enumerate(table.names)]
        mark = table.names[0][:1]
        formulas = any(NOT_STORED in one for one in cells)
        comments = (
            f"; are lines beginning with {mark} comments? then write "
            + setting(comment=mark)
            + INSIDE
        )
        raise InputError(
            f"{table.path}: no column is left for numbers: {some(cells)}; allowed: at least one "
            "with numbers such as 1.5 or 2e-3"
            + (f"; to have the values of formulas, {COMPUTE}" if formulas else "")
            + (comments if mark and not mark.isalnum() and mark not in "_\"'." else "")
        )
    if len(set(chosen)) < len(chosen):
        twice = next(table.names[j] for j in chosen if chosen.count(j) > 1)
        raise InputError(
            f"{table.path}: " + named("columns") + f": {twice!r} stands twice; allowed: each once"
        )


def _left_out_columns(table: Table, roles: dict[int, str], offer_labels: bool) -> list[str]:
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
        remarks.append(f"left out, because each has {words}: {listed(names)}")
    if not of_texts:
        return remarks
    names = [table.names[j] for j in of_texts]
    counts = {j: pc.count_distinct(table.columns[j]).as_py() for j in of_texts}
    likely = min(of_texts, key=lambda j: (not 1 < counts[j] <= len(table) / 2, j))
    every = [j for j in of_texts if counts[j] == len(table) and _may_name(table, j)]
    if every and table.index is None and NAMES not in roles.values():
        way = setting(names=table.names[every[0]]) + INSIDE
        remarks.append(f"to name the samples by {table.names[every[0]]!r}, write " + way)
    offer = "to color by one, write " + setting(labels=table.names[likely]) + INSIDE + "; "
    return [
        *remarks,
        f"left out, because no cell is a number: {listed(list(map(repr, names)))}; "
        + (offer if offer_labels else "")
        + setting(omit=names)
        + " leaves out the same",
    ]


def _beside(table: Table, used: Set[Column | None]) -> list[str]:
    """A remark on what a file says about its samples beside the table, where it is not ``used``."""
    counts = {
        name: len({*texts})
        for name, texts in table.extras.items()
        if name not in used and texts != table.index
    }
    if not counts:
        return []
    likely = min(counts, key=lambda name: not 1 < counts[name] <= len(table) / 2)
    remark = f"no data, but about the samples: {listed([*map(repr, counts)])}"
    if not table.extras.keys().isdisjoint(used):
        return [remark]
    return [remark + "; to color by one, write " + setting(labels=likely) + INSIDE]


def _may_name(table: Table, j: int) -> bool:
    """Whether a column is called as identifiers are, or has dates."""
    return is_identifier(table.names[j]) or all(map(DATE.fullmatch, table.texts(j)))


def _like_identifiers(table: Table, X: Array, chosen: list[int]) -> list[str]:
    """A remark on each column (n,) of numbers that may tell the samples apart, and no more.

    They are whole numbers in equal steps, in whatever order they stand, or all different in a
    column that is called as identifiers are, or codes such as 00123, or increase in the first
    columns. A single column and fewer than three samples have no remark.
    """
    if len(X) < 3 or len(chosen) < 2:
        return []
    steps, whole = np.diff(np.sort(X, axis=0), axis=0), (np.round(X) == X).all(axis=0)
    even = whole & (steps == steps[0]).all(axis=0) & (steps[0] > 0)
    differ = whole & (steps > 0).all(axis=0)
    ordered = [increases(x) for x in X.T]
    # Where all columns are in order, the data are.
    axes = ordered.index(False) if False in ordered else 1
    reasons = {}
    for k, j in enumerate(chosen):
        if even[k]:
            reasons[j] = "has whole numbers in equal steps, as identifiers have"
        elif differ[k] and is_identifier(table.names[j]):
            reasons[j] = "has a different whole number for each sample, as identifiers have"
        elif (
            whole[k]
            and np.ptp(X[:, k]) > 0.0
            and pa.types.is_string(table.columns[j].type)
            and are_codes(table.texts(j))
        ):
            reasons[j] = "has zeros before its numbers, as identifiers have"
        elif k < axes and ordered[k]:
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
    cells, name = table.texts(name_at), table.names[name_at]
    if not look_like_numbers(cells):
        return []
    return [
        f"column {name!r} names the samples and is not data, although its texts, such as "
        f"{cells[0][:40]!r}, begin like numbers; if they are numbers, write them as 1.5, -1 or "
        "2e-3, without a unit; if they are names, say " + setting(names=name)
    ]
