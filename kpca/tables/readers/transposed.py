"""A table whose rows are variables, as one with a sample in each row."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from kpca.arrays import Array, Truths
from kpca.tables.known_names import DESCRIBES_VARIABLES, QUANTITY, VARIABLE, is_identifier
from kpca.tables.messages import INSIDE, setting
from kpca.tables.names import form_of
from kpca.tables.numerals import increases, numbers_or_nan
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed


def transposed(table: Table, options: Options) -> Table:
    """The samples in the columns of a table, whose rows are variables.

    The column ``options.names`` names the variables, or a first column of texts, of identifiers,
    or of numbers that increase from row to row, such as wavelengths. Other texts are left out, and
    so are the columns to ``omit`` and those that programs write before the samples to describe the
    variables; remarks say so. If the configuration has ``named`` variables, cells stay as they
    stand in the file, since names and labels may look like numbers.
    """
    columns = _Columns.of(table, options)
    if not columns.samples:
        raise InputError(f"{table.path}: transpose: no column has a number; allowed: one a sample")
    if options.omit is None:
        _require_one_family(table, [table.names[j] for j in columns.samples])
    samples = [table.columns[j] for j in columns.samples]
    cells = [columns.cells[j] for j in columns.samples]
    if not options.named and all(are.all() for _, are in cells):
        arrays = [pa.array(row) for row in np.stack([values for values, _ in cells], axis=1)]
    else:
        rows = zip(*(column.to_pylist() for column in samples), strict=True)
        arrays = [pa.array([_text(cell) for cell in row]) for row in rows]
    names = table.index if columns.names is None else table.texts(columns.names)
    return Table(
        table.path,
        [name.strip() for name in names] if names else table.numbers,
        arrays,
        [table.names[j] for j in columns.samples],
        headed=names is not None,
        numerals=table.numerals,
        remarks=[*table.remarks, *columns.remarks(table)],
        settled=columns.settled,
    )


def _require_one_family(table: Table, names: Sequence[str]) -> None:
    """Raises ``InputError`` for columns of several quantities of the same samples.

    They are called as the samples are, with the quantity before or behind: Intensity s1, Intensity
    s2, ..., LFQ intensity s1, LFQ intensity s2, ..., or they have the same names again. Without the
    name of a quantity among them they are conditions with replicates, and all are samples: control
    s1, control s2, treated s1, ...
    """
    families = _families(names)
    again = bool(families) and all(map(_AGAIN.fullmatch, families))
    if again:
        # Equal names beside each other are those of replicates.
        first, second = (names.index(of[0]) for of in [*families.values()][:2])
        again = second - first > 1
    if not again and not any(map(QUANTITY.fullmatch, families)):
        return
    kept = families[[*families][-1]]
    raise InputError(
        f"{table.path}: the columns have several quantities of the same "
        f"{counted(len(kept), 'sample')}: {listed([*map(repr, families)])}; each column would be a "
        "sample; to take one quantity, leave out the others: "
        + setting(omit=[name for name in names if name not in kept])
        + INSIDE
        + "; if each is a sample, write "
        + setting(omit=[])
    )


def _families(names: Sequence[str]) -> dict[str, list[str]]:
    """The columns of each quantity, where several have the same samples; none otherwise.

    The quantity is the first or the last words of a name, and the sample is the rest. Of several
    ways to divide the names the one with the most samples is taken.
    """
    parts = [re.split(r"[\s_.]+", name) for name in names]
    best: dict[str, list[str]] = {}
    for cut in (-1, -2, -3, 1, 2, 3):
        found: dict[str, dict[tuple[str, ...], str]] = {}
        for name, words in zip(names, parts, strict=True):
            first, last = tuple(words[:cut]), tuple(words[cut:])
            quantity, sample = (first, last) if cut < 0 else (last, first)
            if quantity:
                found.setdefault(" ".join(quantity), {})[sample] = name
        alike = Counter(frozenset(of) for of in found.values() if len(of) >= FEWEST_OF_FAMILY)
        samples = max((of for of, times in alike.items() if times > 1), key=len, default=())
        if len(samples) > len(next(iter(best.values()), ())):
            best = {of: [*one.values()] for of, one in found.items() if {*one} == {*samples}}
    return best


_AGAIN = re.compile(r"\(\d+\)")
"""What stands behind a name that several columns had."""

FEWEST_OF_FAMILY = 3
"""Samples of which several quantities are found."""


@dataclass(frozen=True)
class _Columns:
    """The columns of a table whose rows are variables, by their index.

    names      the column that names the variables; None where it stands beside the table
    samples    the columns that are samples
    texts, describing
               those that are left out: for their texts, and as they describe the variables
    settled    what the configuration says about columns of the file, and is done
    why        a remark on the column of names
    cells      the numbers (n,) of each column, and which cells (n,) are numbers or missing
    """

    names: int | None
    samples: list[int]
    texts: list[int]
    describing: list[int]
    settled: tuple[str | int, ...]
    why: list[str]
    cells: list[tuple[Array, Truths]]

    @classmethod
    def of(cls, table: Table, options: Options) -> "_Columns":
        cells = numbers_or_nan(table.columns, table.numerals)
        texts = [j for j, (values, are) in enumerate(cells) if _are_texts(values, are)]
        omitted = {one: j for one in options.omit or () if (j := _at(table, one)) is not None}
        named = None if options.names is None else _at(table, options.names)
        names, why = (named, []) if named is not None else _naming(table, cells, texts)
        free = [j for j in range(len(cells)) if j not in {*omitted.values(), names}]
        numbers = [j for j in free if j not in texts]
        describing = _describing(table, numbers)
        settled = (*omitted, *([options.names] if named is not None else []))
        samples = numbers[len(describing) :]
        return cls(names, samples, [j for j in texts if j in free], describing, settled, why, cells)

    def remarks(self, table: Table) -> list[str]:
        """What was done with the columns."""
        rows, samples = len(table), len(self.samples)
        remarks = [*self.why]
        remarks.append(f"transposed: {rows} rows are variables, {samples} columns are samples")
        if self.texts:
            remarks.append(f"text left out: {_listed(table, self.texts)}")
        if self.describing:
            first = table.names[self.describing[0]]
            remarks.append(
                f"left out, because they describe the variables: {_listed(table, self.describing)}"
                "; if one is a sample, such as " + repr(first) + ", rename it in the file"
            )
        return remarks


def _are_texts(values: Array, are_numbers: Truths) -> bool:
    """Whether a column has more texts than numbers, so that it describes the variables, or none."""
    return not np.isfinite(values).any() or np.count_nonzero(~are_numbers) > np.count_nonzero(
        ~np.isnan(values)
    )


def _listed(table: Table, columns: list[int]) -> str:
    return listed([repr(table.names[j]) for j in columns])


def _at(table: Table, column: str | int) -> int | None:
    """Index of a column of the file, by its name or its number from 1; None if it has none such."""
    if isinstance(column, int) and 1 <= column <= len(table.names):
        return column - 1
    return table.names.index(str(column)) if str(column) in table.names else None


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
    if not (VARIABLE.fullmatch(name) or is_identifier(name)) and _is_called_as(table):
        return None, []
    return 0, [
        f"column {name!r} has a different whole number in each row and names the variables; if it "
        "is a sample, write another column as " + setting(names=...)
    ]


def _is_called_as(table: Table) -> bool:
    """Whether the first column has a name as most others have, but for numbers in it."""
    forms = [form_of(name) for name in table.names]
    return 2 * forms[1:].count(forms[0]) > len(forms) - 1


def _describing(table: Table, numbers: list[int]) -> list[int]:
    """The first of some columns, of which most are called as what describes a variable.

    The first and the last one are called so, and counts of the samples of each class may follow.
    """
    called = [DESCRIBES_VARIABLES.fullmatch(table.names[j]) is not None for j in numbers]
    ends = [k + 1 for k, is_called in enumerate(called) if is_called and called[0]]
    end = max((k for k in ends if 2 * sum(called[:k]) > k), default=0)
    # XCMS writes how many samples of each class have a feature: KO, WT, ko15, ko16, wt15, ...
    names = [table.names[j].lower() for j in numbers]
    while end and sum(name.startswith(names[end]) for name in names[end + 1 :]) > 1:
        end += 1
    return numbers[:end]


def _text(cell: object) -> str:
    """A cell as text, in which truth values are the numbers 1 and 0."""
    if cell is None:
        return ""
    return str(int(cell) if isinstance(cell, bool) else cell)
