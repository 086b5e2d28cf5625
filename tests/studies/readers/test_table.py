"""Columns as numbers or texts, by name or number."""

import numpy as np
import pyarrow as pa
import pytest

from kpca.studies.readers.table import InputError, Table, number_or_nan


def _table(**columns):
    arrays = [pa.array(values) for values in columns.values()]
    return Table("t.csv", list(columns), arrays, first=2)


def test_missing_values_are_nan_and_every_other_text_is_reported():
    table = _table(a=["1", "", "NA", " nan "], b=["1", "2", "1_000", "x"])
    assert np.isnan(table.numbers(0)).tolist() == [False, True, True, True]
    with pytest.raises(InputError, match="t.csv, line 4, column 'b': '1_000' is not a number"):
        table.numbers(1)


@pytest.mark.parametrize("text", ["1,5", "0x10", "1 2", "²", "١٢", "one", "--1", "1e"])
def test_what_only_looks_like_a_number_is_none(text):
    with pytest.raises(InputError, match="is not a number"):
        _table(a=["1", text]).numbers(0)


def test_a_column_without_any_number_is_text():
    table = _table(a=["x", "y"], b=["x", "1"], c=["1", "2"])
    assert [table.is_text(j) for j in range(3)] == [True, False, False]
    with pytest.raises(InputError, match="name it with 'labels' or 'names'"):
        table.numbers(0)


def test_a_column_is_found_by_name_and_by_number():
    table = _table(height=[1.0], width=[2.0])
    assert table.find("width", "labels") == table.find(2, "labels") == 1
    with pytest.raises(InputError, match="labels: there is no column 'with'; did you mean 'width'"):
        table.find("with", "labels")
    with pytest.raises(InputError, match="no column 3; allowed: height, width, or a number from 1"):
        table.find(3, "labels")


@pytest.mark.parametrize("values", [["1", "9007199254740993"], [1, 2**53 + 1], [1, -(2**53) - 1]])
def test_whole_numbers_that_would_be_rounded_are_reported(values):
    with pytest.raises(InputError, match="line 3, column 'a': -?9007199254740993 has more digits"):
        _table(a=values).numbers(0)


def test_large_numbers_that_are_not_rounded_are_as_good_as_others():
    exact = ["9007199254740992", "1e300", "12345678901234567.5", "10000000000000000000000"]
    assert _table(a=exact).numbers(0).tolist() == [float(text) for text in exact]
    assert _table(a=[2**60, 1]).numbers(0).tolist() == [2.0**60, 1.0]


@pytest.mark.parametrize("cell", ["1 000", "12 345 678", "1'000"])
def test_digits_in_groups_are_reported_as_such(cell):
    with pytest.raises(InputError, match="are these groups of digits. write 1000 and not 1 000"):
        _table(a=[cell], b=["1"]).numbers(0)


@pytest.mark.parametrize(
    "cell", ["1.0 2.0 3.0", "1|-2", "  1e0   2 ", "Rome 5.1 3.5", "New York 1 -2", "a|.5"]
)
def test_columns_with_another_separator_are_reported(cell):
    with pytest.raises(InputError, match="allowed between them: comma, semicolon or tab"):
        _table(a=[cell]).numbers(0)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_columns_are_numbered_from_one(number):
    with pytest.raises(InputError, match=f"no column {number}; allowed: a, b, or a number from 1"):
        _table(a=[1.0], b=[2.0]).find(number, "labels")


def test_rows_are_numbered_from_one_where_there_are_no_lines():
    table = Table("t.npy", ["a"], [pa.array(["1", "x"])])
    assert (table.place(0), table.place(4)) == ("row 1", "row 5")
    assert _table(a=[1.0]).place(4) == "line 6"
    with pytest.raises(InputError, match="t.npy, row 2, column 'a': 'x' is not a number"):
        table.numbers(0)


@pytest.mark.parametrize("text", ["", " ", "NA", "N/A", "na", "n/a", "NaN", "null", "None", "?"])
def test_every_sign_for_a_missing_value_is_missing_also_beside_what_is_no_number(text):
    assert np.isnan(_table(a=["1", text]).numbers(0)).tolist() == [False, True]
    values, known = number_or_nan(pa.array(["x", text, "2"]))
    assert np.isnan(values).tolist() == [True, True, False]
    assert known.tolist() == [False, True, True]


@pytest.mark.parametrize("names", [["a", "a"], ["b", "a", "a", "a"]])
def test_a_name_that_stands_twice_or_more_is_refused(names):
    with pytest.raises(InputError, match="t.csv: two columns are called 'a'; rename one"):
        Table("t.csv", names, [pa.array([1.0])] * len(names))


def test_the_first_cell_that_is_no_number_is_named():
    with pytest.raises(InputError, match="line 3, column 'a': 'x' is not a number"):
        _table(a=["1", "x", "2", "y"]).numbers(0)


def test_truth_values_are_one_and_zero():
    assert _table(a=[True, False]).numbers(0).tolist() == [1.0, 0.0]


def test_a_whole_number_of_exactly_two_to_the_power_53_is_read_and_the_next_is_refused():
    assert _table(a=[2**53, 1]).numbers(0).tolist() == [9007199254740992.0, 1.0]
    for value in (2**53 + 1, 2**60 + 1, 2**63 - 1):
        with pytest.raises(InputError, match=f"line 2, column 'a': {value} has more digits"):
            _table(a=[value, 1]).numbers(0)


def test_texts_have_no_blanks_around_them_and_no_zero_bytes():
    table = _table(a=[" x ", None, "y\0z"], b=[1.5, None, 2.0])
    assert table.texts(0) == ["x", "", "yz"]
    assert table.texts(1) == ["1.5", "", "2.0"]
