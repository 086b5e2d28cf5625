"""Rows of another table that belong to the samples of a study: matched by name or by position."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from kpca.tables import columns
from kpca.tables.messages import INSIDE, setting
from kpca.tables.names import are_count, as_in_r, numbered
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


@dataclass(frozen=True)
class Match:
    """Which row of a table belongs to each sample, and the column with the names of its rows.

    at       the row of each of the samples
    column   None where the rows have no names, or names beside the columns
    remarks  how they were matched
    """

    at: list[int]
    column: int | None
    remarks: list[str]


def match(
    table: Table, training: Sequence[str], rows: Rows, what: str, named: Sequence[str] = ()
) -> Match:
    """The rows of a table that belong to the ``training`` samples, which are of the ``rows``.

    The rows of both tables are matched by name where both have names, else by position. ``what``
    is the key that names the table. Columns that are ``named`` have the names of the rows.

    Raises ``InputError`` for samples that have no row, another number of rows where names are
    missing, and a column by which the rows may have to be matched.
    """
    column, names = _names(table, named, rows)
    is_named = column is not None and table.names[column] in named
    is_count = names is None or are_count(names)
    by_number = rows.are_numbered and not is_count and set(rows.names) <= set(names)
    if is_named or not (is_count or (rows.are_numbered and not by_number)):
        at, remarks = _by_name(table, names, training, rows, what)
    else:
        _require_no_key(table, rows, what)
        at, remarks = _by_position(table, training, rows, what)
    return Match(at, column, remarks)


def _names(table: Table, named: Sequence[str], rows: Rows) -> tuple[int | None, list[str] | None]:
    """The column with the names of the rows, and these names; None where there is none.

    It is called as that of the data, or it is the first column that has the names of all samples,
    or a first column of distinct texts.
    """
    every = set(rows.names)
    at = next((table.names.index(name) for name in named if name in table.names), None)
    if at is None and table.index is not None:
        return None, table.index
    if at is None and not rows.are_numbered:
        have_all = (j for j in range(len(table.names)) if every <= set(table.texts(j)))
        at = next(have_all, None)
    if at is None and columns.has_names(table):
        at = 0
    if at is None and not rows.are_numbered:
        # Names with a fault, which is reported: rows in another order would be matched by position.
        have_most = (
            j for j in range(len(table.names)) if 2 * len(every & {*table.texts(j)}) >= len(every)
        )
        at = next(have_most, None)
    return at, None if at is None else table.texts(at)


def _by_name(
    table: Table, names: list[str], training: Sequence[str], rows: Rows, what: str
) -> tuple[list[int], list[str]]:
    if [*rows.names] == numbered(table, names)[0]:
        # The same names in the same order, of which some may occur several times.
        names = [*rows.names]
    _require_distinct(table, names)
    at = {name: i for i, name in enumerate(names)}
    changed, remark = _as_in_r(training, at)
    missing = [name for name in training if changed[name] not in at]
    if missing:
        raise InputError(
            f"{table.path}: {what}: no row is called {_some(missing)}, as "
            f"{'a sample is' if len(missing) == 1 else 'samples are'}; its rows are called "
            f"{_some(names)}; allowed: a row for each of the {len(training)} training samples"
            + _without(missing if len(missing) < len(training) else [])
        )
    chosen = [at[changed[name]] for name in training]
    extra = [names[i] for i in sorted({*range(len(names))} - {*chosen})]
    remarks = [f"its rows were matched to the samples by name{remark}"]
    if extra:
        rows_of = counted(len(extra), "row")
        remarks.append(f"left out {rows_of} of no training sample: {_some(extra)}")
    return chosen, remarks


def _require_distinct(table: Table, names: Sequence[str]) -> None:
    """Raises ``InputError`` for a name that several rows have."""
    first: dict[str, int] = {}
    for row, name in enumerate(names):
        if name in first:
            raise InputError(
                f"{table.path}, {table.location(row)}: the name {name!r} stands in "
                f"{table.location(first[name])} already; allowed: distinct names; add a number to "
                "each, or name another column with " + setting(names=...)
            )
        first[name] = row


def _without(missing: list[str]) -> str:
    """What to write to leave out samples that are missing; "" if that would leave none."""
    way = setting(omit_samples=missing[:MOST_LISTED]) + INSIDE
    return "; to leave out samples, write " + way if missing else ", with its name"


def _as_in_r(names: Sequence[str], others: Container[str]) -> tuple[dict[str, str], str]:
    """How each of the ``names`` stands among the ``others``: as it is, or as R has changed it.

    The text is the end of a remark. R changes no name where two of them would become one.
    """
    changed = {name: as_in_r(name) for name in names}
    first = next((name for name in names if name not in others), None)
    if first is None or len({*changed.values()}) < len(names):
        return {name: name for name in names}, ""
    if not all(name in others for name in changed.values()):
        return {name: name for name in names}, ""
    return changed, f", which R (make.names) has changed, as {first!r} to {changed[first]!r}"


def _require_no_key(table: Table, rows: Rows, what: str) -> None:
    """Raises ``InputError`` for a column of both tables that tells the rows of this one apart."""
    for j, name in enumerate(table.names):
        if table.headed and name in rows.columns and len(set(table.texts(j))) == len(table):
            raise InputError(
                f"{table.path}: {what}: both tables have a column {name!r}, so their rows may "
                "stand in different orders; write "
                + setting(names=name)
                + INSIDE
                + " to match them by it, or rename it in one of them to match them by position"
            )


def _some(names: list[str]) -> str:
    return listed(list(map(repr, names)), MOST_LISTED)


def _by_position(
    table: Table, training: Sequence[str], rows: Rows, what: str
) -> tuple[list[int], list[str]]:
    if len(table) != rows.count or (len(rows.names) < rows.count and not rows.are_numbered):
        n = rows.count if rows.are_numbered else len(rows.names)
        raise InputError(
            f"{table.path}: {what}: {counted(len(table), 'row')} for {counted(n, 'sample')}, "
            "and one of the tables has no names of samples; allowed: as many rows, in the order "
            "of the samples, or a first column with their names in both"
        )
    names = rows.names
    at = {name: int(name) - 1 if rows.are_numbered else i for i, name in enumerate(names)}
    return [at[name] for name in training], [
        "its rows were matched to the samples by position, as one of the tables has no names of "
        "samples"
    ]
