"""Whether the first row of a table has the names of the columns, and which column names the rows.

The rules take rows, from whatever kind of file they come.
"""

import pyarrow as pa

from kpca.studies.readers.numerals import is_number
from kpca.studies.readers.registry import Options
from kpca.studies.readers.table import InputError, Table
from kpca.studies.wording import counted


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
) -> Table:
    """The table in the rows of a file, whose cells are texts.

    ``columns`` have all rows of one length; a first row that has one cell less than the others is
    given as ``short`` instead. Without ``options.header``, a first row without a number is a
    header, and so is a short row of names (as R writes it). Of a matrix the shape decides. With a
    ``header`` or a fitting shape, a short row may have numbers. ``in_lines`` says that each row is
    a line of a text file.

    Raises ``HeaderError`` for a first row with a number, which may be a header or a sample, and
    ``InputError`` if no row is below the header.
    """
    if short is not None:
        first, headed = short, True
        _require_row_names(path, first, columns, options)
    else:
        if len(columns) > 1 and _is_blank(columns[-1]):
            columns = columns[:-1]
        first = [column[0].as_py() for column in columns]
        headed = _is_header(path, first, columns, options)
        columns = [column.slice(int(headed)) for column in columns]
    if len(columns[0]) == 0:
        raise InputError(f"{path}: no rows below the header; is a quotation mark left open?")
    names = [name.strip() for name in first] if headed else [str(j + 1) for j in range(len(first))]
    index = None
    if short is not None or (headed and names[0] == "" and len(names) > 1):
        index = [name.strip() for name in columns[0].to_pylist()]
        names, columns = (names[1:] if short is None else names), columns[1:]
    return Table(path, names, columns, index, first=1 + headed if in_lines else None, headed=headed)


def _is_blank(column: pa.Array) -> bool:
    """Whether all cells of a column are empty, as if every row ends with a separator."""
    return not any(cell and cell.strip() for cell in column.to_pylist())


def _require_row_names(
    path: str, first: list[str], columns: list[pa.Array], options: Options
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
    named = not any(map(is_number, names)) and len(set(names)) == len(names)
    if not any(map(is_number, first)) and (numbered or named):
        return
    cells = f"{counted(len(first), 'cell')}, and {len(first) + 1} in the next"
    raise HeaderError(
        f"{path}, line 1: {cells}; allowed: rows of one length, or names of the rows in a column "
        "without a name, as R writes them (then say 'header: true' inside 'data'); "
        "are these a title, or decimal commas?",
        first,
    )


def _is_header(path: str, first: list[str], columns: list[pa.Array], options: Options) -> bool:
    """Whether the first row, which is the first of the ``columns``, is a header."""
    if options.header is not None:
        return options.header
    numeric = [is_number(cell) for cell in first]
    if not any(numeric):
        return True
    if options.wider is not None:
        below, fitting = len(columns[0]) - 1, [len(columns)]
        if not numeric[0]:
            # The first column may have the names of the rows.
            fitting.append(len(columns) - 1)
        return below > 0 and below + options.wider in fitting
    raise HeaderError(
        f"{path}, line 1: {','.join(first[:4])}{',...' if first[4:] else ''} has a number, and may "
        "be the names of the columns or a sample; say which: 'header: true' or 'header: false', "
        "inside 'data'",
        first,
    )
