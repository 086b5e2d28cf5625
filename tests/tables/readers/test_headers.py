"""A first row without numbers is a header; of any other, the shape decides or the user is asked."""

import pyarrow as pa
import pytest

from kpca.tables.messages import Setting
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.readers import headers
from kpca.tables.readers.registry import Options
from kpca.tables.table import InputError

HEADED = "a,b/1,2/3,4"
R_MATRIX = "1,2,3/1,0,1,2/2,1,0,2/3,2,2,0"
YEARS = "1999,2000/Paris,1,2/Rome,3,5/Bern,4,4"
SQUARE = [[0, 1, 2], [1, 0, 2], [2, 2, 0]]


def _table(text, **options):
    rows = [row.split(",") for row in text.split("/")]
    short = rows.pop(0) if len(rows[0]) < len(rows[1]) else None
    columns = [pa.array(cells) for cells in zip(*rows, strict=True)]
    return headers.table("t", columns, Options(**options), short, in_lines=True)


READ = {
    "a header": (HEADED, {}, ["a", "b"], None, [[1, 3], [2, 4]]),
    "blanks": (" a , b /1,2", {}, ["a", "b"], None, [[1], [2]]),
    "names as pandas writes them": (",a,b/ x ,1,2/y,3,4", {}, ["a", "b"], "xy", [[1, 3], [2, 4]]),
    "names as R writes them": ("a,b/x,1,2/y,3,4", {}, ["a", "b"], "xy", [[1, 3], [2, 4]]),
    "numbers as R writes them": ("a,b/1,1,2/2,3,4", {}, ["a", "b"], "12", [[1, 3], [2, 4]]),
    "no header, as the user says": ("1.5,2/3,4", {"header": False}, "12", None, [[1.5, 3], [2, 4]]),
    "numbers, as the user says": ("0,1/5,6", {"header": True}, "01", None, [[5], [6]]),
    "a separator at each end": ("a,b,/1,2,/3,4,", {}, ["a", "b"], None, [[1, 3], [2, 4]]),
    "the same without a header": (
        "1.5,2,/3,4, ",
        {"header": False},
        "12",
        None,
        [[1.5, 3], [2, 4]],
    ),
    "a bare square": ("0,1/1,0", {"wider": 0}, "12", None, [[0, 1], [1, 0]]),
    "a square below numbers": ("0,1/0,1/1,0", {"wider": 0}, "01", None, [[0, 1], [1, 0]]),
    "a wide matrix below numbers": (
        "0,1,2,3/5,6,7,8/9,1,2,4",
        {"wider": 2},
        "0123",
        None,
        [[5, 9], [6, 1], [7, 2], [8, 4]],
    ),
    "a square of pandas": (",0,1/0,0,1/1,1,0", {"wider": 0}, "01", "01", [[0, 1], [1, 0]]),
    "a square of R": (R_MATRIX, {"wider": 0}, "123", "123", SQUARE),
    "a square of R, as the user says": (R_MATRIX, {"header": True}, "123", "123", SQUARE),
    "years, as the user says": (
        YEARS,
        {"header": True},
        ["1999", "2000"],
        ["Paris", "Rome", "Bern"],
        [[1, 3, 4], [2, 5, 4]],
    ),
}


@pytest.mark.parametrize("case", READ)
def test_the_header_and_the_names_of_the_rows_are_found(case):
    text, options, names, index, numbers = READ[case]
    table = _table(text, **options)
    assert table.names == list(names)
    assert table.index == (None if index is None else list(index))
    assert [values.tolist() for values, _ in numbers_or_nan(table.columns)] == numbers
    headed = case not in (
        "no header, as the user says",
        "the same without a header",
        "a bare square",
    )
    assert (table.headed, table.location(0)) == (headed, f"line {1 + headed}")


def test_a_separator_at_the_end_of_each_row_but_the_header_moves_no_name():
    table = _table("id,a,b/x,1,2,/y,3,4,")
    assert (table.names, table.index) == (["id", "a", "b"], None)
    assert [values.tolist() for values, _ in numbers_or_nan(table.columns)[1:]] == [[1, 3], [2, 4]]
    assert table.remarks == ["each row but the header ends with a separator, which is left out"]
    assert table.location(0) == "line 2"


@pytest.mark.parametrize(
    ("text", "location", "empty"),
    [
        ("id,a,b/x,1,2/,,/y,3,4/ ,, ", "row 2", "2 empty rows"),
        ("id,a,b/x,1,2/y,3,4/,,", "line 3", "1 empty row"),
    ],
)
def test_empty_rows_are_no_samples(text, location, empty):
    table = _table(text)
    assert [column.to_pylist() for column in table.columns] == [["x", "y"], ["1", "3"], ["2", "4"]]
    assert table.location(1) == location
    assert table.remarks[0] == f"{empty} left out"
    # A row below an empty one may be another table.
    assert [remark.settings for remark in table.remarks[1:]] == (
        [[Setting("omit_samples", ["y"])]] if "line" not in location else []
    )


@pytest.mark.parametrize(
    ("text", "options", "named", "way"),
    [
        (
            ",S1,S2/p,5,0/q,1,7/,,/site,a,b/depth,3,9",
            {"transpose": True},
            ["site", "depth"],
            "omit",
        ),
        ("s,a,b,,depth,zone/u,1,2,,7,A/v,3,5,,6,B", {}, ["depth"], "omit"),
        ("s,a,,depth,b,c/u,1,,7,4,2/v,3,,6,8,1", {}, ["depth", "b", "c"], "omit"),
        ("1,2,,7/3,5,,6/2,2,,5", {"header": False}, ["4"], "omit"),
        (",S1,S2/p,5,0/q,1,7/,,/depth,3,9", {"transpose": True, "omit": ["depth"]}, [], ""),
        ("s,a,b,,depth/u,1,2,,7/v,3,5,,6", {"omit": ["depth"]}, [], ""),
        ("s,zone,,depth,a/u,A,,7,1/v,B,,6,5", {}, [], ""),
    ],
)
def test_a_second_table_behind_an_empty_row_or_column_is_no_data_without_a_word(
    text, options, named, way
):
    remarks = [remark for remark in _table(text, **options).remarks if "separates" in remark]
    assert len(remarks) == (len(named) > 0)
    for remark in remarks:
        assert all(repr(name) in remark for name in named)
        value = [...] if named == ["4"] else named
        assert remark.settings == [Setting(way, value)]


def test_an_empty_row_of_a_single_column_or_of_a_triangle_stays():
    assert len(_table("a/1.5//2.5")) == 3
    assert len(_table("a,b,c/,,/1,,/2,3,", wider=0)) == 3


def test_an_empty_column_that_has_a_name_is_kept():
    assert _table("a,b/1,/2,").names == ["a", "b"]


def test_rows_are_counted_where_they_are_no_lines():
    table = headers.table("t", [pa.array(["a", "1"])], Options())
    assert table.location(0) == "row 1"


WHICH = "line 1: .*say which: 'header: true' or 'header: false'"
WHAT = "cells?, and . in the next; .* are these a title, or decimal commas"
DOUBTFUL = {
    "pandas' numbers of columns": ("0,1,2/5,3,8/6,2,9", WHICH),
    "an empty cell beside numbers": (",0,2/0,5,3/1,6,2", WHICH),
    "numbers in order above others in order": ("nm,1,2,3,4,5,6/a,3,5,6,7,8,9/b,2,1,4,5,3,3", WHICH),
    "years beside a name": ("kind,2019,2020/u,1,2/v,5,1", WHICH),
    "wavelengths": ("400.5,410.5/.1,.2/.2,.3", WHICH),
    "a sample with a class": ("5.1,3.5,setosa/4.9,3.0,setosa", WHICH),
    "a sample": ("7.5,9.5,8.5/1,2,3/5,1,2", WHICH),
    "a sample without its first value": (",1.5/2.5,3.5", WHICH),
    "a single number": ("5/7", WHICH),
    "an infinite number": ("inf,a/2,3", WHICH),
    "a first row that lost a cell": ("1,2/3,4,5/6,7,9", WHAT),
    "a line with a title": ("my data/1,2/3,4/5,9", WHAT),
    "decimal commas in one column": ("laenge/1,5/2,5/3,7", WHAT),
    "years above names": (YEARS, WHAT),
    "a row with a cell less above a text that occurs twice": ("a,b/x,1,3/x,2,5", WHAT),
}


@pytest.mark.parametrize("case", DOUBTFUL)
def test_a_first_row_with_a_number_and_a_title_are_asked_for(case):
    text, message = DOUBTFUL[case]
    with pytest.raises(headers.HeaderError, match=message) as question:
        _table(text)
    assert question.value.cells == text.split("/")[0].split(",")


def test_a_short_first_row_of_numbers_above_no_square_is_asked_for():
    with pytest.raises(headers.HeaderError, match="line 1: 3 cells, and 4 in the next"):
        _table("1,2,3/1,0,1,2/2,1,0,2", wider=0)


FOUND = {
    "an empty cell above names": (",18,15/a,1,2/b,3,5", {}, ["18", "15"], "ab"),
    "a column that is named": (
        "ID,900,902/1,2,5/4,3,6",
        {"named": ("kind", 3, "ID")},
        ["ID", "900", "902"],
        None,
    ),
    "NumPy's exponents": ("1.5e+00,-2.0e-01/3.0e+00,1.0e+00", {}, ["1", "2"], None),
    "decimal commas": ("a;b/1,5;2/3;4,5", {}, ["a", "b"], None),
}


@pytest.mark.parametrize("case", FOUND)
def test_a_first_row_with_numbers_that_leaves_no_doubt_is_not_asked_for(case):
    text, options, names, index = FOUND[case]
    separator = ";" if ";" in text else ","
    rows = [row.split(separator) for row in text.split("/")]
    columns = [pa.array(cells) for cells in zip(*rows, strict=True)]
    table = headers.table("t", columns, Options(**options))
    assert (table.names, table.index) == (names, None if index is None else list(index))


UNITS = {
    "units": ("a,b/cm,kg/1,2/3,5", [[1, 3], [2, 5]]),
    "some units": ("a,b/cm,/1,2/3,5", [[1, 3], [2, 5]]),
    "units beside names": ("name,a,b/unit,cm,kg/x,1,2/y,3,5", [[1, 3], [2, 5]]),
    "units beside names in capitals": ("name,a,b/Unit,cm,kg/x,1,2/y,3,5", [[1, 3], [2, 5]]),
    "Units beside names": ("name,a,b/Units,cm,kg/x,1,2/y,3,5", [[1, 3], [2, 5]]),
    "a dash beside names": ("name,a,b/-,cm,kg/x,1,2/y,3,5", [[1, 3], [2, 5]]),
    "units above a text": ("a,b,c/cm,kg,s/1,2,4/3,n.d.,5/6,7,9", [[1, 3, 6], [4, 5, 9]]),
    "units beside classes": ("a,b,kind/cm,kg,/1,2,u/3,5,u", [[1, 3], [2, 5]]),
}
NO_UNITS = {
    "a sample with a hole": "a,b/,7/1,2/3,5",
    "a missing value": "a,b/NA,cm/1,2/3,5",
    "a word that stands among numbers": "a,b/n.d.,tr/1,2/3,n.d./5,9",
    "a sample of a class": "a,b,kind/x,x,u/1,2,u/3,5,v",
    "a single row below": "a,b/cm,kg/1,2",
    "columns of texts": "a,b/cm,kg/u,v/u,w",
}


@pytest.mark.parametrize("case", [*UNITS, *NO_UNITS])
def test_a_row_of_texts_above_numbers_has_units(case):
    text, numbers = UNITS.get(case) or (NO_UNITS[case], None)
    table = _table(text)
    is_stated = any("the row below the header has units: " in remark for remark in table.remarks)
    assert is_stated is (numbers is not None)
    assert table.location(0) == f"line {3 if numbers else 2}"
    if numbers:
        cells = [values.tolist() for values, are in numbers_or_nan(table.columns) if are.all()]
        assert cells == numbers


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (",0,1/0,5,3/1,6,2", ["0", "1"]),
        (",1,2,3/1,5,3,8/2,6,2,9", ["1", "2", "3"]),
        ("nm,900,902.5,905,910,911,920/x,5,3,8,6,2,9/y,3,4,4,1,7,2", "900 902.5 905 910 911 920"),
    ],
)
def test_numbers_in_order_beside_a_text_or_an_empty_cell_are_a_header(text, names):
    names = names.split() if isinstance(names, str) else names
    assert _table(text).names[-len(names) :] == names
    assert len(_table(text)) == 2


@pytest.mark.parametrize(("cell", "rows"), [("10n", 3), ("10x", 4)])
def test_a_row_of_widths_as_in_rdb_is_no_sample(cell, rows):
    found = _table(f"site,day,flow/5s,20d,{cell}/0165,2024-01-01,7.5/0166,2024-01-02,3/07,x,2")
    assert len(found) == rows
    assert found.first == 2 + (rows == 3)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("group,ctrl,ctrl,drug/name,a,b,c/u,1,2,3", 2),
        ("group,ctrl,ctrl,drug/run,1,2,3/name,a,b,c/u,4,5,6", 3),
        ("group,ctrl,ctrl,drug/name,a,a,c/u,1,2,3", None),
        ("group,ctrl,ctrl,drug/name,a,,c/u,1,2,3", None),
        ("ctrl,ctrl/b,c/1,2", None),
    ],
)
def test_where_names_occur_twice_another_line_may_have_the_names(text, line):
    with pytest.raises(InputError, match="two columns are called 'ctrl'") as refused:
        _table(text)
    assert refused.value.message.settings == [Setting("header", line or True)]
    numbered = [name for name in _table(text, header=True).names if "ctrl" in name]
    assert numbered == ["ctrl (1)", "ctrl (2)"]


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("10,plots,/6,species,/,Q,Q/,Agr,Air/p1,5,1", [False, True, 4]),
        ("10,plots,/6,species,/x,Q,Q/p1,5,1", [False, True]),
        ("4,2/6,3/7,9", [False, True]),
    ],
)
def test_below_a_first_row_with_a_number_the_names_may_stand(text, ways):
    with pytest.raises(InputError, match="has a number") as refused:
        _table(text)
    keys = [one for one in refused.value.message.settings if one.key == "header"]
    assert sorted((one.value for one in keys), key=int) == ways


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (",,Area,/name,p,s1,s2/u,1,2,3", 2),
        (",,Area,/,,k,w/name,p,s1,s2/u,1,2,3", 3),
        (",,Area,/5,p,s1,s2/u,1,2,3", None),
        (",,Area,/name,,s1,s2/u,1,2,3", None),
        (",a,b,/name,p,s1,s2/u,1,2,3", 2),
        ("x,a,b,/name,p,s1,s2/u,1,2,3", None),
        (",a/name,s1/u,1", None),
        (",,Area/name,p,s1/u,1,2", 2),
        (",,Area,/u,1,2,3/name,p,s1,s2", 3),
        ("site,Ca,,/u,NA,NA,NA/v,1,2,3", None),
        ("site,Ca,,/u,n.d.,n.d.,n.d./v,1,2,3", None),
    ],
)
def test_below_a_row_of_few_names_another_row_may_have_all(text, line):
    """A sparse row of groups, whose next row would be one of units, or of a sample."""
    if line is None:
        try:
            _table(text)
        except InputError as other:
            assert "the first row names" not in str(other)
        return
    with pytest.raises(InputError, match="the first row names [12] of [34] columns") as refused:
        _table(text)
    assert refused.value.message.settings == [Setting("header", line)]
    assert len(_table(text, header=True).names) >= 2


def test_below_a_row_of_few_names_there_may_be_units():
    text = "site,,x,,/,mg,kg,s,m/u,1,2,3,4/v,7,9,5,6"
    assert _table(text).names == ["site", "2", "x", "4", "5"], "a cell is empty"
    text = ",,x,,/km,mg,kg,s,m/5,1,2,3,4/7,7,9,5,6"
    with pytest.raises(InputError, match="the first row names 1 of 5") as refused:
        _table(text)
    ways = [Setting("header", 2), Setting("header", True)]
    assert refused.value.message.settings == ways
    lower = ",,x,,/km,mg,,s,m/n1,n2,n3,n4,n5/5,1,2,3,4/7,7,9,5,6/8,1,1,1,2"
    with pytest.raises(InputError, match="the names of the columns stand in line 3") as refused:
        _table(lower)
    assert refused.value.message.settings == [Setting("header", 3)]
    assert "the row below the header has units" in _table(text, header=True).remarks[-2]


@pytest.mark.parametrize(
    ("text", "wider", "index"),
    [
        ("Frame,1,2/1,0,5/2,5,0", 0, "12"),
        ("Frame,1,2/0,0,5/1,5,0", 0, "01"),
        ("Frame,1,2,3/1,0,5,2/2,5,0,4", 1, "12"),
        ("Frame,1,2/3,0,5/2,5,0", 0, None),
        ("Frame,1,2/1,0,5/2,5,0", None, None),
        ("Frame,1/1,0/2,5", 0, None),
    ],
)
def test_a_first_column_that_counts_the_rows_of_a_matrix_names_them(text, wider, index):
    found = _table(text, wider=wider, header=True)
    assert found.index == (None if index is None else [*index])


def test_columns_without_a_name_are_called_by_their_numbers():
    table = _table("x,,pH,/u,5,7,9/v,3,2,4")
    assert table.names == ["x", "2", "pH", "4"]
    assert "'2' and '4'" in table.remarks[-1]
    assert _table("4,,pH,/u,5,7,9/v,3,2,4", header=True).names == ["4", "2", "pH", "column 4"]
