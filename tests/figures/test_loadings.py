"""Loadings are a map, or lines over columns that stand in an order."""

import numpy as np
import pytest
from drawings import IN_NM, WORDS
from matplotlib.figure import Figure

from kpca.figures import loadings


@pytest.mark.parametrize(
    ("names", "lines"),
    [(IN_NM, True), (IN_NM[:5], True), (WORDS, True), (WORDS[:30], False), (WORDS[:31], True)],
)
def test_ordered_columns_and_more_than_thirty_are_lines(names, lines):
    assert loadings.as_lines(names) is lines


@pytest.mark.parametrize(
    ("names", "values", "quantity", "unit"),
    [
        (["400", "410", "420"], [400, 410, 420], "", ""),
        (["400 nm", "410 nm", "420 nm"], [400, 410, 420], "", "nm"),
        ([f"x{k}" for k in range(31)], list(range(31)), "x", ""),
        (["X1102.5", "X1100", "X1097.5"], [1102.5, 1100, 1097.5], "X", ""),
        (["4000 cm-1", "3000 cm-1", "2000 cm-1"], [4000, 3000, 2000], "", "cm-1"),
        (["CO2 at 1 h", "CO2 at 2 h", "CO2 at 5 h"], [1, 2, 5], "CO2 at", "h"),
        (["-1.5", "0", "2e3"], [-1.5, 0, 2000], "", ""),
        (["time_1 (s)", "time_2 (s)", "time_5 (s)"], [1, 2, 5], "time", "s"),
    ],
)
def test_increasing_or_decreasing_numbers_in_names_are_a_scale(names, values, quantity, unit):
    order = loadings.scale(names)
    assert list(order.values) == values
    assert (order.quantity, order.unit) == (quantity, unit)


@pytest.mark.parametrize(
    "names",
    [
        ["x1", "x2"],
        ["x1", "x2", "x3"],
        ["0", "1", "2"],
        ["4", "3", "2", "1"],
        ["Q1", "Q4", "Q9"],
        [f"V{k}" for k in range(1, 31)],
        [f"Q{k * k}" for k in range(40)],
        ["1", "3", "2"],
        ["1", "1", "2"],
        ["a1", "b2", "c3"],
        ["400 nm", "410 nm", "420 cm"],
        ["sepal length", "sepal width", "petal length"],
        ["pixel_0_0", "pixel_0_1", "pixel_1_0"],
    ],
)
def test_other_names_are_no_scale(names):
    assert loadings.scale(names) is None


def test_features_without_an_order_are_stems_and_not_joined():
    W = np.arange(1.0, 41.0)[:, None]
    figure = Figure(layout="constrained")
    loadings.draw(figure, W, WORDS, "loading", "feature")
    x, y = (values.reshape(40, 3) for values in figure.axes[0].lines[1].get_data())
    assert (x == np.arange(1, 41)[:, None]).all()
    assert (y[:, 0] == 0.0).all()
    assert (y[:, 1] == W[:, 0]).all()
    assert np.isnan(y[:, 2]).all()
