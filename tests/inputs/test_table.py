"""Columns as numbers or texts, by name or number."""

import numpy as np
import pyarrow as pa
import pytest

from kpca.inputs.table import InputError, Table


def _table(**columns):
    arrays = [pa.array(values) for values in columns.values()]
    return Table("t.csv", list(columns), arrays, first=2)


def test_missing_values_are_nan_and_every_other_text_is_told():
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
def test_whole_numbers_that_would_be_rounded_are_told(values):
    with pytest.raises(InputError, match="line 3, column 'a': -?9007199254740993 has more digits"):
        _table(a=values).numbers(0)


def test_large_numbers_that_are_not_rounded_are_as_good_as_others():
    exact = ["9007199254740992", "1e300", "12345678901234567.5", "10000000000000000000000"]
    assert _table(a=exact).numbers(0).tolist() == [float(text) for text in exact]
    assert _table(a=[2**60, 1]).numbers(0).tolist() == [2.0**60, 1.0]


@pytest.mark.parametrize("cell", ["1.0 2.0 3.0", "1|-2", "  1e0   2 "])
def test_columns_with_another_separator_are_told(cell):
    with pytest.raises(InputError, match="allowed between them: comma, semicolon or tab"):
        _table(a=[cell]).numbers(0)
