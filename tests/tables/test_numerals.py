"""Which texts are numbers, and which are meant as numbers and not names such as dates."""

import numpy as np
import pyarrow as pa
import pytest

from kpca.tables.numerals import (
    MISSING,
    Numerals,
    is_number,
    look_like_numbers,
    numbers_or_nan,
)


@pytest.mark.parametrize("text", MISSING)
def test_every_sign_for_a_missing_value_is_missing_also_beside_what_is_no_number(text):
    for first in ("1", "x"):
        ((values, are_numbers),) = numbers_or_nan([pa.array([first, f" {text} ", "-2.5e1"])])
        assert np.isnan(values).tolist() == [first == "x", True, False]
        assert are_numbers.tolist() == [first == "1", True, True]
        assert values[2] == -25.0


@pytest.mark.parametrize(
    ("text", "is_one"), [(" 1.5 ", True), ("-inf", True), ("1,5", False), ("", False), ("a", False)]
)
def test_a_number_may_have_blanks_around_it(text, is_one):
    assert is_number(text) is is_one


def test_exponents_of_fortran_are_read_and_names_with_a_d_are_none():
    ((values, are_numbers),) = numbers_or_nan([pa.array(["1.5D+02", "-2.5d-01", " 7.D+10", "3"])])
    assert values.tolist() == [150.0, -0.25, 7e10, 3.0]
    assert are_numbers.all()
    ((_, are_numbers),) = numbers_or_nan([pa.array(["1D2", "1.5D2", "D+02", "2.5D+1x", "1D+02"])])
    assert not are_numbers.any()


def test_only_the_very_number_that_means_a_missing_value_is_one():
    numerals = Numerals(missing=(-999.0,))
    ((values, _),) = numbers_or_nan(
        [pa.array(["-999", "-995", "999", "-999.0", "-999.001"])], numerals
    )
    np.testing.assert_array_equal(values, [np.nan, -995.0, 999.0, np.nan, -999.001])


def test_of_a_column_of_another_type_no_cell_is_a_number():
    ((values, are_numbers),) = numbers_or_nan([pa.array([[1], [2]])])
    assert np.isnan(values).all()
    assert not are_numbers.any()


NUMERALS = {
    "a unit": ["0.5 cm", "1.5 cm", "2.5 cm"],
    "a unit without a blank": ["5cm", "6cm", "7.5cm"],
    "several units": ["0.5 cm", "12 mm", "1 m"],
    "a currency": ["$0.50", "$1.50", "€2"],
    "Unicode's minus": ["−0", "−1", "−2.5"],
    "Fortran's exponent": ["1.0D+02", "2.0D+02", "1.5D-1"],
    "Python's underscores": ["1_000", "2_000", "3_000"],
    "hexadecimal": ["0x1", "0x2", "0xff"],
    "bounds": ["<0.1", "> 5", "<= 3"],
    "brackets of accounting": ["(5)", "(6.5)", "(7)"],
    "an error": ["5 ± 0.1", "6±0.2", "7±1"],
    "a rest of another kind": ["0.5 cm", "1.5 cm", "none"],
}
NAMES = {
    "dates": ["2019-01-01", "2019-01-02", "2020-01-01"],
    "times": ["10:30", "10:45", "11:00"],
    "parts": ["1/2", "2/2", "3/2"],
    "numbers with letters": ["1a", "1b", "2a"],
    "ordinals": ["1st", "2nd", "3rd"],
    "addresses": ["12 Main Street", "13 Main Street", "5 High Road"],
    "letters with numbers": ["S1", "S2", "S3"],
    "pairs": ["1-1", "1-2", "2-1"],
    "one number among names": ["Rome", "Bern", "0.5 cm"],
}


@pytest.mark.parametrize("form", [*NUMERALS, *NAMES])
def test_numbers_in_another_form_look_like_numbers_and_names_do_not(form):
    assert look_like_numbers((NUMERALS | NAMES)[form]) is (form in NUMERALS)


@pytest.mark.parametrize(
    "word",
    ["", " ", "NA", "N/A", "#N/A", "<NA>", "na", "n/a", "NaN", "nan", "NAN", "null", "NULL", "None"]
    + ["?"],
)
def test_each_word_for_a_missing_value_is_one(word):
    ((values, are_numbers),) = numbers_or_nan([pa.array(["7", word, "x"])])
    np.testing.assert_array_equal(values, [7.0, np.nan, np.nan])
    assert are_numbers.tolist() == [True, True, False]
