"""Workbooks of Excel: the sheet, and the texts in its cells."""

import datetime
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import IO, NamedTuple

import pyarrow as pa

from kpca.tables.numerals import COMPUTE, NOT_STORED, is_number
from kpca.tables.readers import headers
from kpca.tables.readers.registry import OF_NUMBERS, Options, readable, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed

Rows = list[list[str]]


OF_MARKS = re.compile(rb"<(\w+:)?(mergeCell|f)[ />]")
"""How merged cells and formulas begin in the file of a sheet."""


class Sheet(NamedTuple):
    """The rows of a sheet that are read, the number of those above them, and remarks on them."""

    above: int
    rows: Rows
    remarks: list[str]


@reader(".xlsx", ".xlsm", kind="Excel", uses=("header", "sheet", *OF_NUMBERS))
def read(path: Path, options: Options) -> Table:
    """The first sheet with a table, or the one that ``options.sheet`` names.

    Raises ``InputError`` for a file without a table and for a sheet that is not there.
    """
    decimal = options.decimal or "."
    sheets = _sheets(path, decimal, options.line or 1)
    name, remarks = _chosen(path, sheets, options.sheet)
    above, rows, of_marks = sheets[name]
    remarks += of_marks
    titles: list[str] = []
    if not options.line:
        whole = len(rows)
        rows, titles = _without_titles(rows)
        above += whole - len(rows)
    if titles:
        remarks.append(f"{counted(len(titles), 'row')} above the table left out: {titles[0]!r}")
    if not rows:
        raise InputError(f"{path}: the sheet {name!r} is empty; allowed: one sample a row")
    columns = [pa.array(cells) for cells in zip(*rows, strict=True)]
    # The numbers of a workbook have no signs that could be taken for others.
    hints = replace(options, decimal=decimal)
    table = headers.table(str(path), columns, hints, in_lines=True, above=above, place="row")
    return replace(table, remarks=remarks + table.remarks)


def _sheets(path: Path, decimal: str, first: int) -> dict[str, Sheet]:
    """The cells of each sheet as texts, from the row ``first`` on, counted from 1.

    They are without empty rows and columns around them.
    """
    import openpyxl

    # An open file, since openpyxl refuses names with another ending.
    with readable(path, "a workbook of Excel"), path.open("rb") as file:
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        sheets = {
            sheet.title: [[_text(cell, decimal) for cell in row] for row in sheet.values]
            for sheet in book.worksheets
        }
        marked = openpyxl.load_workbook(file).worksheets if _has_marks(file) else []
    remarks = {sheet.title: _marks(sheet, sheets[sheet.title]) for sheet in marked}
    return {name: _trimmed(rows, first - 1, remarks.get(name, [])) for name, rows in sheets.items()}


def _has_marks(file: IO[bytes]) -> bool:
    """Whether a sheet has merged cells or formulas, which openpyxl reads without the values."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        return any(OF_MARKS.search(archive.read(name)) for name in names)


def _marks(sheet: "Worksheet", rows: Rows) -> list[str]:  # noqa: F821
    """Remarks on merged cells and formulas, which change the texts in the ``rows`` of a sheet.

    A text of merged cells gets into all their rows, but not into other columns, as it may be a
    title of several. ``NOT_STORED`` stands for a formula without a value, if none has one: some may
    give an empty text.
    """
    ranges = sorted(sheet.merged_cells.ranges, key=lambda one: one.bounds)
    tall = [one for one in ranges if one.max_row > one.min_row]
    for one in tall:
        for row in rows[one.min_row : one.max_row]:
            row[one.min_col - 1] = rows[one.min_row - 1][one.min_col - 1]
    shown = listed([one.coord for one in tall])
    remarks = [f"merged cells hold for all their rows: {shown}"] if tall else []
    formulas = [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    if formulas and not any(rows[cell.row - 1][cell.column - 1] for cell in formulas):
        for cell in formulas:
            rows[cell.row - 1][cell.column - 1] = NOT_STORED
        shown = listed([cell.coordinate for cell in formulas], 3)
        remarks.append(f"values of the formulas in {shown} are not stored; to have them, {COMPUTE}")
    return remarks


def _text(cell: object, decimal: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, float):
        return str(cell).replace(".", decimal)
    return cell.isoformat() if hasattr(cell, "isoformat") else str(cell).strip()


def _trimmed(rows: Rows, above: int, remarks: list[str]) -> Sheet:
    """The cells below ``above`` rows, from the first to the last full one in both directions."""
    width = max((len(row) for row in rows), default=0)
    rows = [row + [""] * (width - len(row)) for row in rows]
    full = [i for i, row in enumerate(rows) if i >= above and any(row)]
    if not full:
        return Sheet(above, [], remarks)
    rows = rows[full[0] : full[-1] + 1]
    wide = [j for j in range(width) if any(row[j] for row in rows)]
    return Sheet(full[0], [row[wide[0] : wide[-1] + 1] for row in rows], remarks)


def _chosen(path: Path, sheets: dict[str, Sheet], sheet: str | int | None) -> tuple[str, list[str]]:
    names = list(sheets)
    if isinstance(sheet, int) and 1 <= sheet <= len(names):
        return names[sheet - 1], []
    if str(sheet) in names:
        return str(sheet), []
    shown = ", ".join(names)
    if sheet is not None:
        raise InputError(
            f"{path}: there is no sheet {sheet!r}; allowed: {shown}, or a number from 1 to "
            f"{len(names)}"
        )
    tables = [name for name in names if _is_table(sheets[name].rows)]
    if not tables:
        raise InputError(f"{path}: no sheet has a row of numbers; the sheets are {shown}")
    others = [name for name in names if name != tables[0]]
    remark = f"the sheet {tables[0]!r} is read, and not {', '.join(map(repr, others))}"
    return tables[0], [remark] if others else []


def _is_table(rows: Rows) -> bool:
    """Whether there are two rows, of which one has more numbers than one, or is a single number."""
    are_numbers = [[cell == NOT_STORED or is_number(cell) for cell in row] for row in rows[:20]]
    most = max(map(sum, are_numbers), default=0)
    return len(rows) > 1 and most >= min(2, len(rows[0]))


def _without_titles(rows: Rows) -> tuple[Rows, list[str]]:
    """The rows without those above the table that have a single cell, and the texts of these."""
    titles: list[str] = []
    while len(rows) > 2 and len(rows[0]) > 2 and sum(map(bool, rows[0])) < 2:
        titles += [cell for cell in rows[0] if cell]
        rows = rows[1:]
    return rows, titles
