"""Whether the first row of a table has the names of the columns, and which column names the rows.

The rules take rows, from whatever kind of file they come.
"""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca.tables.messages import INSIDE, as_matrix, setting
from kpca.tables.names import are_count, with_numbers
from kpca.tables.numerals import (
    MISSING,
    Numerals,
    are_numbers,
    increases,
    is_count,
    is_number,
    mostly_numbers,
    numbers_or_nan,
)
from kpca.tables.readers import lower_names, notation
from kpca.tables.readers.registry import Options
from kpca.tables.readers.signs import without_signs
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed, some


class HeaderError(InputError):
    """The first row may be a header or a sample; ``cells`` are its texts."""

    def __init__(self, message: str, cells: list[str]) -> None:
        super().__init__(message)
        self.cells = [cell.strip() for cell in cells]


def table(
    path: str,
    columns: list[pa.Array],
    options: Options,
    short: list[str] | None = None,
    in_lines: bool = False,
    above: int = 0,
    separator: str = "",
    place: str = "line",
) -> Table:
    """The table in the rows of a file, whose cells are texts.

    ``columns`` have all rows of one length; a first row that has one cell less than the others is
    given as ``short`` instead. Without ``options.header``, a first row without a number is a
    header, and so is a short row of names (as R writes it), a row without a name above names, and a
    row with a name that the configuration gives to a column. A row in which every number has an
    exponent is a sample. Of a matrix the shape decides. With a ``header`` or a fitting shape, a
    short row may have numbers. ``in_lines`` says that each row is a line of a text file, below
    ``above`` other lines, with a ``separator`` between its cells, or another ``place`` in its file,
    such as a row of a sheet.

    A row of texts above columns of numbers is a row of units.

    Raises ``HeaderError`` for a first row with a number, which may be a header or a sample, and
    ``InputError`` if no row is below the header.
    """
    columns, in_lines, remarks = _without_empty_rows(columns, options, in_lines)
    if short is None and len(columns[0]) == 0:
        raise InputError(f"{path}: all rows are empty; allowed: at least one sample")
    columns, of_signs = without_signs(columns)
    numerals, of_numerals = notation.numerals(path, columns, options, separator)
    remarks += of_signs + of_numerals
    if short is not None and _is_blank(columns[-1]):
        columns = [
            pa.concat_arrays([pa.array([name]), column])
            for name, column in zip(short, columns, strict=False)
        ]
        remarks.append("each row but the header ends with a separator, which is left out")
        short = None
    if short is not None:
        first, headed = short, True
        _require_row_names(f"{path}, line {above + 1}", first, columns, options, numerals)
    else:
        if len(columns) > 1 and _is_blank(columns[-1]):
            columns = columns[:-1]
        first = [column[0].as_py() for column in columns]
        headed = _is_header(path, above + 1, columns, options, numerals, in_lines, place)
        columns = [column.slice(int(headed)) for column in columns]
    units = _units(columns, numerals) if headed else []
    given = sum(bool(name.strip()) for name in first)
    if headed and short is None and options.header is None and in_lines and 2 * given <= len(first):
        lower_names.require_none(path, given, columns, above + 2, place, bool(units))
    if units:
        what = "widths" if all(map(_WIDTH.fullmatch, units)) else "units"
        remarks += [f"the row below the header has {what}: {listed(list(filter(None, units)))}"]
        columns = [column.slice(1) for column in columns]
    if len(columns[0]) == 0:
        raise InputError(f"{path}: no rows below the header; is a quotation mark left open?")
    names = [name.strip() for name in first] if headed else [str(j + 1) for j in range(len(first))]
    index = None
    is_unnamed = len(names) > 1 and names[0] == ""
    if short is not None or (headed and (is_unnamed or _has_numbers_of_rows(columns, options))):
        index = [name.strip() for name in columns[0].to_pylist()]
        names, columns = (names[1:] if short is None else names), columns[1:]
    remarks += _behind_an_empty_column(names, columns, options, numerals)
    line = above + 1 + headed + bool(units) if in_lines else None
    if headed:
        names, of_names = _distinct(names, columns, options)
        remarks += of_names
        if len({*names}) < len(names):
            raise lower_names.twice(path, names, columns, line, place)
    rows = {"index": index, "first": line, "place": place}
    return Table(path, names, columns, **rows, headed=headed, numerals=numerals, remarks=remarks)


def _has_numbers_of_rows(columns: list[pa.Array], options: Options) -> bool:
    """Whether the first column of a matrix, which has one too many, counts the rows."""
    if options.wider is None or len(columns) != len(columns[0]) + options.wider + 1:
        return False
    first = columns[0].to_pylist()
    return are_count([cell.strip() for cell in first])


def _distinct(
    names: list[str], columns: list[pa.Array], options: Options
) -> tuple[list[str], list[str]]:
    """The names of the columns, those without one called by their numbers, and remarks.

    Names that several samples have are numbered; for columns of data they are a fault, unless the
    configuration says that this row is the header.
    """
    unnamed = [j for j, name in enumerate(names) if not name and not _is_blank(columns[j])]
    numbers = {j: str(j + 1) if str(j + 1) not in names else f"column {j + 1}" for j in unnamed}
    named = [numbers.get(j, name) for j, name in enumerate(names)]
    remarks = []
    if unnamed:
        shown = listed([repr(numbers[j]) for j in unnamed])
        what = "a column that has no name is" if len(unnamed) == 1 else "columns without a name are"
        remarks.append(f"{what} called by the number: {shown}")
    if options.transpose or options.header:
        named, again = with_numbers(named)
        remarks += again
    return named, remarks


def _without_empty_rows(
    columns: list[pa.Array], options: Options, in_lines: bool
) -> tuple[list[pa.Array], bool, list[str]]:
    """The rows that have a cell, whether they are still lines, and a remark on the others.

    An empty row of a single column is a missing value, and one of a matrix may be of a triangle.
    """
    if len(columns) < 2 or options.wider is not None:
        return columns, in_lines, []
    rows = np.arange(len(columns[0]))
    for column in columns:
        blank = pc.equal(pc.utf8_trim_whitespace(column.take(pa.array(rows))), "")
        rows = rows[np.asarray(pc.fill_null(blank, True))]
        if not rows.size:
            return columns, in_lines, []
    keep = np.ones(len(columns[0]), dtype=bool)
    keep[rows] = False
    at_end = rows[0] == keep.sum()
    remarks = [f"{counted(len(rows), 'empty row')} left out"]
    columns = [column.filter(pa.array(keep)) for column in columns]
    below = [cell.strip() for cell in columns[0].to_pylist()[rows[0] :]]
    key = "omit" if options.transpose else "omit_samples"
    return columns, in_lines and at_end, remarks + _behind_an_empty("row", below, key, options)


def _behind_an_empty_column(
    names: list[str], columns: list[pa.Array], options: Options, numerals: Numerals
) -> list[str]:
    """A remark on the columns of numbers behind an empty column without a name, if others stand
    before it."""
    called = [("", str(j + 1)) for j in range(len(names))]
    at = next((j for j, of in enumerate(called) if names[j] in of and _is_blank(columns[j])), 0)
    if not at or options.columns or options.wider is not None:
        return []
    cells = numbers_or_nan(columns, numerals)
    numeric = [name if np.isfinite(cells[j][0]).any() else "" for j, name in enumerate(names)]
    behind = [*filter(None, numeric[at:])] if any(numeric[:at]) else []
    return _behind_an_empty("column", behind, "omit", options)


def _behind_an_empty(what: str, names: list[str], key: str, options: Options) -> list[str]:
    """A remark on rows or columns that may be another table, such as the factors of PRIMER."""
    names = [name for name in names if name not in {*options.named, *map(str, options.omit or ())}]
    if not names:
        return []
    is_long = len(names) > MOST_BESIDE or not all(names) or any(map(is_number, names))
    return [
        f"an empty {what} separates {listed([*map(repr, names)])} from the others, as it would "
        "another table, and all are read as data; if these are none, write "
        + setting(**{key: [...] if is_long else [*names]})
        + INSIDE
    ]


MOST_BESIDE = 12
"""Names that a remark says to leave out."""


def _is_blank(column: pa.Array) -> bool:
    """Whether all cells of a column are empty, as if every row ends with a separator."""
    return not any(cell and cell.strip() for cell in column.to_pylist())


def _require_row_names(
    where: str, first: list[str], columns: list[pa.Array], options: Options, numerals: Numerals
) -> None:
    """Raises ``HeaderError`` unless a first row with a cell less can be a header of R.

    It can if the key ``header`` or the shape of a matrix says so, or if it has no number and the
    first cells below it are names or count the rows.
    """
    fits = options.wider is not None and len(first) == len(columns[0]) + options.wider
    if options.header or fits:
        return
    names = columns[0].to_pylist()
    numbered = names == [str(i + 1) for i in range(len(names))] and len(first) > 1
    named = _are_names(columns[0], numerals)
    if not any(are_numbers(first, numerals)) and (numbered or named):
        return
    cells = f"{counted(len(first), 'cell')}, and {len(first) + 1} in the next"
    raise HeaderError(
        f"{where}: {cells}; allowed: rows of one length, or names of the rows in a column "
        "without a name, as R writes them (then say "
        + setting(header=True)
        + INSIDE
        + "); are these a title, or decimal commas?",
        first,
    )


def _are_names(column: pa.Array, numerals: Numerals) -> bool:
    """Whether the cells are distinct texts, none of which is empty or a number."""
    values, are_numbers = numbers_or_nan([column], numerals)[0]
    return not are_numbers.any() and pc.count_distinct(column).as_py() == len(column) > 0


_EXPONENT = re.compile(r"[-+]?\d[.,]\d+[eE][-+]\d+")
"""A number as NumPy writes it, which names no column."""


def _is_header(
    path: str,
    line: int,
    columns: list[pa.Array],
    options: Options,
    numerals: Numerals,
    in_lines: bool,
    place: str,
) -> bool:
    """Whether the first row of the ``columns`` is a header."""
    first = [column[0].as_py() for column in columns]
    if options.header is not None:
        return bool(options.header)
    numeric = are_numbers(first, numerals)
    if options.wider == 0 and len(first) > 2 and not any(map(str.strip, first[1:])):
        # The first row of a triangle without its diagonal.
        return False
    if not any(numeric) or not {cell.strip() for cell in first}.isdisjoint(options.named):
        return True
    if first[0].strip() == "" and _are_names(columns[0].slice(1), numerals):
        return True
    if all(_EXPONENT.fullmatch(cell.strip()) for cell in first):
        return False
    if _is_scale(columns, numeric, numerals):
        return True
    if options.wider is not None:
        below, fitting = len(columns[0]) - 1, [len(columns)]
        if not numeric[0]:
            # The first column may have the names of the rows.
            fitting.append(len(columns) - 1)
        return below > 0 and below + options.wider in fitting
    rest = [column.slice(1) for column in columns]
    lower = lower_names.below(rest, line + 1 if in_lines else None, place)
    shown = some([repr(cell.strip()) for cell in first], 4)
    raise HeaderError(
        f"{path}, {place} {line}: {shown} has a number, and may "
        "be the names of the columns or a sample; say which: "
        + setting(header=True)
        + " or "
        + setting(header=False)
        + INSIDE
        + lower
        + _as_matrix(path, columns),
        first,
    )


def _is_scale(columns: list[pa.Array], numeric: list[bool], numerals: Numerals) -> bool:
    """Whether the first row has a text or nothing, and then numbers in an order that no other has.

    pandas counts columns from 0 beside an empty cell, above rows that are counted, too.
    Spectrometers write wavelengths beside a text.
    """
    if numeric[0] and columns[0][0].as_py().strip() or not all(numeric[1:]):
        return False
    with_numbers = numbers_or_nan([column.slice(0, MOST_IN_ORDER) for column in columns], numerals)
    rows = np.column_stack([values for values, _ in with_numbers])[:, 1:]
    if not columns[0][0].as_py().strip():
        return is_count(rows[0]) and is_count(with_numbers[0][0][1:])
    return increases(rows[0]) and not any(increases(row) for row in rows[1:])


MOST_IN_ORDER = 20
"""Rows in which an order such as that of the header is looked for."""


def _as_matrix(path: str, columns: list[pa.Array]) -> str:
    """What else to write for a table with as many rows as columns, header and names aside."""
    rows, width = len(columns[0]), len(columns)
    if rows < FEWEST_OF_MATRIX or not {rows, rows - 1} & {width, width - 1}:
        return ""
    return "; if these are distances, write " + as_matrix(path)


FEWEST_OF_MATRIX = 4
"""Rows of a table that may be a matrix."""


def _units(columns: list[pa.Array], numerals: Numerals) -> list[str]:
    """The units in the first row of ``columns``, one for each column; none if it is a sample.

    They are texts above columns that are mostly numbers, and stand in none of them; above other
    texts there is nothing. Or they are the widths of all columns.
    """
    if len(columns[0]) < 3:
        return []
    units = [column[0].as_py().strip() for column in columns]
    if len(units) > 1 and all(map(_WIDTH.fullmatch, units)):
        return units
    if any(are_numbers(units, numerals)):
        return []
    cells = numbers_or_nan(columns, numerals)
    numeric = {*mostly_numbers({j: (of[1:], are[1:]) for j, (of, are) in enumerate(cells)})}
    texts = [*filter(None, (units[j] for j in numeric))]
    no_unit = [unit for j, unit in enumerate(units) if j not in numeric]
    is_sample = any(unit.lower() not in NO_UNIT for unit in no_unit)
    words = {*MISSING} | {
        columns[j][int(i) + 1].as_py().strip()
        for j in numeric
        for i in np.flatnonzero(~cells[j][1][1:])
    }
    return [] if not texts or is_sample or not words.isdisjoint(texts) else units


_WIDTH = re.compile(r"\d+[snd]")
"""The width of a column and what it has in RDB, such as the tables of the US Geological Survey."""

NO_UNIT = ("", "-", "unit", "units")
"""What stands above texts in a row of units."""
