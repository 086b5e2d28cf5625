"""Decimal and thousands signs are found where the cells leave no doubt, and asked for elsewhere."""

import pyarrow as pa
import pytest

from kpca.tables.numerals import Numerals, numbers_or_nan
from kpca.tables.readers.notation import HEAD, numerals
from kpca.tables.readers.registry import Options

FOUND = {
    "decimal commas behind + and U+2212": (
        ["+14,23", "-735,5", "\u22120,5"],
        {},
        ",",
        "",
        [14.23, -735.5, -0.5],
    ),
    "a comma at the end": (["1'065,", "735,5", "1'234,5"], {}, ",", "'", [1065, 735.5, 1234.5]),
    "exponents": (["1,5e3", "2", "1E-1"], {}, ",", "", [1500, 2, 0.1]),
    "thousands and no decimals": (["1.234.567", "1.065", "7"], {}, ",", ".", [1234567, 1065, 7]),
    "above a thousand": (["1.065", "1735", "2"], {}, ".", "", [1.065, 1735, 2]),
    "three decimals each": (["1.065", "2.735", "3.125"], {}, ".", "", [1.065, 2.735, 3.125]),
    "as the user says": (["1.065", "735", "2"], {"decimal": "."}, ".", "", [1.065, 735, 2]),
    "thousands, as the user says": (
        ["1.065", "735", "2"],
        {"thousands": "."},
        ",",
        ".",
        [1065, 735, 2],
    ),
    "a comma, as the user says": (
        ["1,065", "735", "2"],
        {"decimal": ","},
        ",",
        "",
        [1.065, 735, 2],
    ),
    "groups, as the user says": (
        ["1,065", "735", "2"],
        {"thousands": ","},
        ".",
        ",",
        [1065, 735, 2],
    ),
    "a point beside groups, as the user says": (
        ["1.065", "735", "2"],
        {"thousands": ","},
        ".",
        ",",
        [1.065, 735, 2],
    ),
    "a point beside apostrophes, as the user says": (
        ["1.065", "735", "2"],
        {"thousands": "'"},
        ".",
        "'",
        [1.065, 735, 2],
    ),
    "U+2212": (["\u22121.5", "2", "-3"], {}, ".", "", [-1.5, 2, -3]),
    "missing values": (["1,5", "NA", ""], {}, ",", "", None),
}


@pytest.mark.parametrize("case", FOUND)
def test_the_signs_are_those_that_make_all_cells_numbers(case):
    cells, options, decimal, thousands, expected = FOUND[case]
    column = pa.array(cells)
    found, remarks = numerals("t", [column], Options(**options))
    assert (found.decimal, found.thousands) == (decimal, thousands)
    ((values, are_numbers),) = numbers_or_nan([column], found)
    assert are_numbers.all()
    assert expected is None or values.tolist() == expected
    assert any("decimal comma" in remark for remark in remarks) is (decimal == ",")
    assert any(f"1{thousands}065 is 1065" in remark for remark in remarks) is (thousands != "")
    assert any("U+2212" in remark for remark in remarks) is ("U+2212" in case)


def test_texts_with_points_beside_decimal_commas_are_no_mixture_of_notations():
    groups, others = pa.array(["1.065", "735", "2"]), pa.array(["p.q", "7,5", "8,25"])
    found, _ = numerals("t", [groups, others], Options())
    assert (found.decimal, found.thousands) == (",", ".")


def test_a_column_decides_about_another_one():
    doubtful, clear = pa.array(["1.065", "735", "2"]), pa.array(["0,5", "1,25", "3"])
    found, _ = numerals("t", [doubtful, clear], Options())
    assert (found.decimal, found.thousands) == (",", ".")
    assert numbers_or_nan([doubtful], found)[0][0].tolist() == [1065, 735, 2]


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u2009", "\u202f"])
def test_each_kind_of_blank_groups_digits_also_where_no_other_does(blank):
    column = pa.array([f"1{blank}065", "735", f"-2{blank}234{blank}567"])
    found, _ = numerals("t", [column], Options())
    assert (found.decimal, found.thousands) == (".", " ")
    assert numbers_or_nan([column], found)[0][0].tolist() == [1065, 735, -2234567]


def test_a_number_below_the_head_of_a_column_decides_about_it():
    """1.065 and 735 in the head would be a question, and 0.5 far below answers it."""
    column = pa.array([*["1.065", "735"] * HEAD, "0.5"])
    assert numerals("t", [column], Options())[0] == Numerals(".", "")


def test_texts_with_commas_are_no_numerals():
    names = pa.array(["Rome, Italy", "1,5", "Bern, x", "y"])
    assert numerals("t", [names], Options()) == (Numerals(), [])


@pytest.mark.parametrize("text", ["1.5", "1.065.5", "10.65", "1,5,5", "1.06,5"])
def test_a_number_in_another_notation_is_none(text):
    ((_, are_numbers),) = numbers_or_nan([pa.array(["1,5", text])], Numerals(",", "."))
    assert are_numbers.tolist() == [True, False]


def test_points_that_another_column_explains_group_digits():
    columns = [pa.array(["1.065", "735"]), pa.array(["0,5", "2,5"])]
    assert numerals("t", columns, Options())[0] == Numerals(",", ".")
    columns = [pa.array(["9,604", "10.377"]), pa.array(["1.234,5", "2,5"])]
    assert numerals("t", columns, Options())[0] == Numerals(",", ".")


@pytest.mark.parametrize(
    ("cells", "has_remark"),
    [
        (["12.707", "3.250"], True),
        (["12.707", "3.25"], False),
        (["12.707", "0.250"], False),
        (["12", "3"], False),
    ],
)
def test_numbers_that_all_have_three_decimals_have_a_remark(cells, has_remark):
    given, remarks = numerals("t", [pa.array(cells)], Options())
    assert given == Numerals(".", "")
    assert len(remarks) == has_remark
    for remark in remarks:
        assert "are read with three decimals" in remark
        assert "write 'thousands: \".\"' inside 'data'" in remark
    assert numerals("t", [pa.array(cells)], Options(decimal="."))[1] == []
