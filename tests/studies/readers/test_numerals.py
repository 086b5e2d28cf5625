"""Texts that are meant as numbers are distinguished from names such as dates and identifiers."""

import pytest

from kpca.studies.readers.numerals import look_like_numbers

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


@pytest.mark.parametrize("form", NUMERALS)
def test_numbers_in_another_form_look_like_numbers(form):
    assert look_like_numbers(NUMERALS[form])


@pytest.mark.parametrize(
    "texts",
    [
        ["2019-01-01", "2019-01-02", "2020-01-01"],
        ["2019-01-01", "2020-01-01", "2021-01-01"],
        ["10:30", "10:45", "11:00"],
        ["1/2", "2/2", "3/2"],
        ["1a", "1b", "2a"],
        ["1st", "2nd", "3rd"],
        ["12 Main Street", "13 Main Street", "5 High Road"],
        ["S1", "S2", "S3"],
        ["sample 1", "sample 2", "sample 3"],
        ["1-1", "1-2", "2-1"],
        ["Rome", "Bern", "0.5 cm"],
    ],
)
def test_dates_times_and_identifiers_do_not(texts):
    assert not look_like_numbers(texts)
