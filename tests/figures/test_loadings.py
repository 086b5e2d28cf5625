"""Loadings are a map, or lines over columns that stand in an order."""

import numpy as np
import pytest
from drawn import drawn, texts_at
from matplotlib.figure import Figure

from kpca.figures import loadings

WAVES = [f"{w} nm" for w in range(400, 1100)]
WORDS = [f"acid {'abcdefghijklmnopqrstuvwxyz'[k % 26] * (1 + k // 26)}" for k in range(40)]


@pytest.mark.parametrize(
    ("names", "lines"),
    [(WAVES, True), (WAVES[:5], True), (WORDS, True), (WORDS[:30], False), (WORDS[:31], True)],
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


def _draw(names, W):
    figure = Figure(layout="constrained")
    loadings.draw(figure, W, names, "loading")
    return figure


def test_lines_stand_over_the_numbers_of_the_columns_with_their_unit():
    W = np.random.default_rng(0).normal(size=(700, 3))
    figure = _draw(WAVES, W)
    assert len(figure.axes) == 3
    for k, axes in enumerate(figure.axes):
        x, y = axes.lines[1].get_data()
        assert (x == np.arange(400, 1100)).all()
        assert (y == W[:, k]).all()
    assert figure.axes[-1].get_xlabel() == "column [nm]"


def test_decreasing_wavenumbers_decrease_to_the_right():
    names = [f"{number} cm-1" for number in (4000, 3000, 2000)]
    axes = _draw(names, np.eye(3)).axes[-1]
    assert axes.get_xlim()[0] > axes.get_xlim()[1]
    assert axes.get_xlabel() == "column [cm-1]"


def test_of_many_columns_without_an_order_those_with_the_largest_loadings_have_rows():
    W = np.full((40, 2), 0.01)
    W[[3, 17, 39], [0, 1, 0]] = [0.5, -0.9, 0.25]
    W[4:14] = 0.1
    W[20:27, 1] = -0.2
    figure, words = drawn(loadings.draw, W, WORDS, "loading")
    rows = [3, *range(4, 14), 17, *range(20, 27), 39]
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [
        WORDS[j] for j in rows
    ]
    assert (figure.axes[0].images[0].get_array() == W[rows]).all()
    assert "the 20 columns with the largest ones, of 40" in words.caption
    assert f"{WORDS[3]} (0.5) in component 1 and {WORDS[17]} (-0.9) in component 2" in words.alt


def test_features_without_an_order_are_stems_and_not_joined():
    W = np.arange(1.0, 41.0)[:, None]
    figure = Figure(layout="constrained")
    loadings.draw(figure, W, WORDS, "loading", "feature")
    x, y = (values.reshape(40, 3) for values in figure.axes[0].lines[1].get_data())
    assert (x == np.arange(1, 41)[:, None]).all()
    assert (y[:, 0] == 0.0).all()
    assert (y[:, 1] == W[:, 0]).all()
    assert np.isnan(y[:, 2]).all()


def test_each_number_of_a_map_stands_in_the_row_of_its_column_and_in_that_of_its_component():
    W = np.array([[0.5, -0.25], [0.75, 0.125], [-1.0, 0.3]])
    figure = _draw(["w", "b", "k"], W)
    axes, bar = figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["w", "b", "k"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2"]
    assert axes.yaxis_inverted(), "the first row is on top"
    assert (axes.images[0].get_array() == W).all()
    assert axes.images[0].get_clim() == (-1.0, 1.0)
    assert texts_at(axes) == {
        **{(0.0, 0.0): "0.50", (1.0, 0.0): "−0.25"},
        **{(0.0, 1.0): "0.75", (1.0, 1.0): "0.12"},
        **{(0.0, 2.0): "−1.00", (1.0, 2.0): "0.30"},
    }
    assert bar.get_ylabel() == "loading"


def test_lines_have_at_most_six_panels():
    _, words = drawn(loadings.draw, np.ones((700, 7)), WAVES, "correlation")
    assert words.alt.startswith("6 panels with a line over 700 columns. The largest correlation")


def test_a_single_column_is_a_sentence_with_its_name_as_it_stands():
    words = drawn(loadings.draw, np.ones((1, 1)), ["_$b$"], "loading")[1]
    assert words == "There is one column, _$b$: every component is made of it alone."
