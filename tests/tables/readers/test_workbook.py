"""Workbooks of Excel: which sheet is read, and what stands above its table."""

import datetime
import re
import zipfile

import openpyxl
import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.rows import Missing
from kpca.tables.table import InputError

TABLE = [["name", "a", "b"], ["u", 1.065, 735], ["v", 0.1, None], ["w", 3, -2.5]]


@pytest.fixture
def book(tmp_path):
    def write(**sheets):
        opened = openpyxl.Workbook()
        opened.remove(opened.active)
        for title, rows in sheets.items():
            sheet = opened.create_sheet(title)
            for row in rows:
                sheet.append(row)
        opened.save(tmp_path / "t.xlsx")
        return tmp_path / "t.xlsx"

    return write


def test_the_first_sheet_with_a_table_is_read_and_the_others_are_named(book):
    path = book(readme=[["note"], ["measured 1991"]], data=TABLE, more=[["c"], [1], [2]])
    chosen = samples(read(path), missing=Missing("drop"))
    assert (chosen.X.tolist(), chosen.names) == ([[1.065, 735], [3, -2.5]], ["u", "w"])
    assert chosen.remarks[0] == "the sheet 'data' is read, and not 'readme', 'more'"


@pytest.mark.parametrize("sheet", ["2019", 3, 2019])
def test_a_sheet_is_named_or_numbered_from_one(sheet, book):
    path = book(readme=[["note"]], data=TABLE, **{"2019": [["c"], [1.5], [2]]})
    assert samples(read(path, sheet=sheet)).X.tolist() == [[1.5], [2]]


def test_titles_and_empty_rows_and_columns_around_a_table_are_left_out(book):
    shifted = [[], [None, "Wines"], [], *([None, *row] for row in TABLE)]
    table = read(book(data=shifted))
    assert (table.names, table.index) == (["name", "a", "b"], None)
    assert table.remarks == ["1 row above the table left out: 'Wines'"]
    assert [column[0].as_py() for column in table.columns] == ["u", "1.065", "735"]


def test_the_header_is_the_row_of_the_sheet_that_the_user_says(book):
    path = book(data=[[], ["Table 2", 5, None], ["s", 1999, 2004], ["u", 5, 6], ["v", 7, 9]])
    table = read(path, header=3)
    assert (table.names, table.texts(2)) == (["s", "1999", "2004"], ["6", "9"])
    assert [table.location(i) for i in (0, 1)] == ["row 4", "row 5"]
    titled = book(data=[["Soil"], [], ["s", "k", "m"], ["u", 5, 6], ["v", 7, 9]])
    assert read(titled).location(0) == "row 4", "an empty row below a title counts"
    above = book(data=[["s", "k", None], ["Table 2", None, None], ["u", 5, 6], ["v", 7, 9]])
    assert read(above, header=2).names == ["Table 2", "2", "3"], "a single cell is no title here"


def test_the_names_below_other_names_are_offered_by_their_row_in_the_sheet(book):
    rows = [[], ["Wells 2022"], [None, "Cations", "Metals", "Anions"]]
    rows += [["Sample", "Ca", "Mg", "Cl"], ["u", 1.5, 7, 2], ["v", 2, 3, 5], ["w", 8, 4, 1]]
    with pytest.raises(InputError, match="row 4: 'Ca', 'Mg', 'Cl'") as refused:
        samples(read(book(data=rows)))
    header = next(one for one in refused.value.message.settings if one.key == "header")
    assert read(book(data=rows), header=header.value).names == ["Sample", "Ca", "Mg", "Cl"]
    rows[2][2] = None
    with pytest.raises(InputError, match="names 2 of 4 columns; .* in row 4") as refused:
        read(book(data=rows))
    assert header in refused.value.message.settings
    first = [[], *rows[3:4], *rows[4:]]
    first[1][1:] = [5, 6, 7]
    with pytest.raises(InputError, match="row 2: 'Sample', '5', '6', '7' has a number"):
        read(book(data=first))


def test_a_header_without_a_name_above_the_names_is_no_title(book):
    table = read(book(data=[["", "a", "b"], *TABLE[1:]]))
    assert (table.names, table.index) == (["a", "b"], ["u", "v", "w"])
    assert table.remarks == []


def test_dates_are_names_and_truth_values_numbers(book):
    days = [datetime.date(2020, 3, day) for day in (9, 4, 5)]
    path = book(data=[["day", "a", "ok"], *zip(days, [1, 5, 2], [True, False, True], strict=True)])
    chosen = samples(read(path))
    assert chosen.names == ["2020-03-09", "2020-03-04", "2020-03-05"]
    assert chosen.X.tolist() == [[1, 1], [5, 0], [2, 1]]


def test_texts_with_decimal_commas_are_read_beside_numbers_if_the_user_says_so(book):
    path = book(data=[["a", "b"], ["1,5", 2.5], ["3", 4]])
    with pytest.raises(InputError, match="'1,5' is not a number"):
        samples(read(path))
    assert samples(read(path, decimal=",")).X.tolist() == [[1.5, 2.5], [3, 4]]


MERGED = {
    "classes": (
        [["site", "a", "b"], ["N", 5, 2], [None, 1, 3], ["S", 4, 7], [None, 6, 0]],
        ["A2:A3", "A4:A5"],
        [["N", "N", "S", "S"], ["5", "1", "4", "6"], ["2", "3", "7", "0"]],
    ),
    "numbers": (
        [["s", "depth", "b"], ["p", 1.5, 2], ["q", None, 4], ["r", None, 6]],
        ["B2:B4"],
        [["p", "q", "r"], ["1.5", "1.5", "1.5"], ["2", "4", "6"]],
    ),
    "a title over columns": (
        [["Wells", None, None], ["s", "a", "b"], ["p", 1, 2], ["q", 3, 5]],
        ["A1:C1"],
        [["p", "q"], ["1", "3"], ["2", "5"]],
    ),
}


@pytest.mark.parametrize("case", MERGED)
def test_a_merged_cell_holds_for_all_its_rows_and_not_for_other_columns(case, book):
    rows, ranges, columns = MERGED[case]
    path = book(data=rows)
    opened = openpyxl.load_workbook(path)
    for one in ranges:
        opened["data"].merge_cells(one)
    opened.save(path)
    table = read(path)
    assert [column.to_pylist() for column in table.columns] == columns
    said = [remark for remark in table.remarks if "merged" in remark]
    assert len(said) == (case != "a title over columns")
    assert all(one in remark for remark in said for one in ranges)


def test_formulas_without_stored_values_are_not_empty(book):
    rows = [["s", "a", "sum"], ["u", 5, "=B2+1"], ["v", 3, "=B3+1"], ["w", 4, "=B4+1"]]
    given = samples(read(book(data=rows)))
    assert (given.X.tolist(), given.columns) == ([[5], [3], [4]], ["a"])
    assert not any("empty" in remark for remark in given.remarks)
    rows[1][2] = 6
    with pytest.raises(InputError, match="row 3, column 'sum'.*formula.*spreadsheet"):
        samples(read(book(data=rows)))


def test_a_formula_that_gave_an_empty_text_is_a_missing_value(book):
    """Excel stores the values of all formulas, and an empty text as nothing."""
    path = book(data=[["s", "a", "b"], ["u", 5, '=IF(B2>3,7,"")'], ["v", 3, '=IF(B3>3,7,"")']])
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    first, rest = files[sheet].split(b"</f>", 1)
    files[sheet] = first + b"</f>" + re.sub(rb"<v ?/>|<v></v>", b"<v>7</v>", rest, count=1)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    assert read(path).columns[2].to_pylist() == ["7", ""]
