"""Columns whose names are increasing or decreasing numbers stand in an order."""

import pytest

from kpca.figures.columns import scale


@pytest.mark.parametrize(
    ("names", "values", "quantity", "unit"),
    [
        (["400", "410", "420"], [400, 410, 420], "", ""),
        (["400 nm", "410 nm", "420 nm"], [400, 410, 420], "", "nm"),
        (["W400", "W410", "W420"], [400, 410, 420], "W", ""),
        (["x1", "x2", "x3"], [1, 2, 3], "x", ""),
        (["X1102.5", "X1100", "X1097.5"], [1102.5, 1100, 1097.5], "X", ""),
        (["4000 cm-1", "3000 cm-1", "2000 cm-1"], [4000, 3000, 2000], "", "cm-1"),
        (["CO2 at 1 h", "CO2 at 2 h", "CO2 at 5 h"], [1, 2, 5], "CO2 at", "h"),
        (["-1.5", "0", "2e3"], [-1.5, 0, 2000], "", ""),
        (["time_1 (s)", "time_2 (s)", "time_5 (s)"], [1, 2, 5], "time", "s"),
    ],
)
def test_increasing_or_decreasing_numbers_are_a_scale(names, values, quantity, unit):
    found = scale(names)
    assert list(found.values) == values
    assert (found.quantity, found.unit) == (quantity, unit)


@pytest.mark.parametrize(
    "names",
    [
        ["x1", "x2"],
        ["1", "3", "2"],
        ["1", "1", "2"],
        ["a1", "b2", "c3"],
        ["400 nm", "410 nm", "420 cm"],
        ["sepal length", "sepal width", "petal length"],
        ["pixel_0_0", "pixel_0_1", "pixel_1_0"],
    ],
)
def test_other_names_are_none(names):
    assert scale(names) is None
