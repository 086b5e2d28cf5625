"""Bars of the importance, lines over columns in an order, and words."""

import numpy as np
import pytest
from drawn import drawn

from kpca.figures import importance
from kpca.interpretation.importance import Importance

RNG = np.random.default_rng(51)
WORDS = [f"acid {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]


def _found(q, d, samples=40):
    permutation = RNG.uniform(0.1, 1.0, size=(q, d))
    return Importance(permutation, 0.05 * permutation, [], samples, 40)


def test_the_bar_and_the_error_of_a_column_stand_at_its_name():
    values = np.array([[0.1, 0.8], [0.05, 0.6], [0.7, 0.55]])
    errors = np.array([[0.01, 0.02], [0.03, 0.04], [0.05, 0.06]])
    figure, words = drawn(importance.draw, Importance(values, errors, [], 9, 9), ["p", "a", "k"])
    order = [2, 0, 1]
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["k", "p", "a"]
    assert figure.axes[0].yaxis_inverted()
    for k, axes in enumerate(figure.axes):
        assert axes.get_title(loc="left") == f"component {k + 1}"
        (bars,) = (part for part in axes.containers if hasattr(part, "patches"))
        middles = [bar.get_y() + bar.get_height() / 2.0 for bar in bars]
        np.testing.assert_allclose(middles, np.arange(3), rtol=0, atol=1e-12)
        assert bars.datavalues.tolist() == values[order, k].tolist()
        (ends,) = bars.errorbar.lines[2]
        lengths = np.diff(np.array(ends.get_segments())[:, :, 0]).ravel()
        np.testing.assert_allclose(lengths, 2.0 * errors[order, k], rtol=1e-12)
    assert words.alt.endswith("k (0.7) for component 1 and p (0.8) for component 2.")


def test_the_largest_of_any_component_are_shown_in_the_order_of_the_first():
    found = _found(26, 3)
    found.permutation[4, 0] = 2.0
    found.permutation[9, :2] = [0.001, 3.0]
    chosen = importance.most_important(found, 3)
    assert len(chosen) == 20
    assert chosen[0] == 4
    assert chosen[-1] == 9
    assert (np.diff(found.permutation[chosen, 0]) <= 0).all()


def test_columns_in_an_order_are_lines_on_one_scale():
    names = [f"{w} nm" for w in range(400, 700, 10)]
    found = _found(30, 2)
    found.permutation[5, 1] = 7.0
    figure, words = drawn(importance.draw, found, names)
    for k, axes in enumerate(figure.axes):
        (drawn_line,) = axes.lines
        assert (drawn_line.get_xdata() == np.arange(400, 700, 10)).all()
        assert (drawn_line.get_ydata() == found.permutation[:, k]).all()
        assert axes.get_ylim()[0] == 0.0
        assert axes.get_ylim()[1] > 7.0
    assert words.alt.startswith("2 panels with a line over 30 columns. The largest: ")
    assert "450 nm (7) for component 2" in words.alt


def test_the_words_say_what_the_bars_are_and_which_are_left_out():
    _, words = drawn(importance.draw, _found(26, 4, samples=35), WORDS)
    assert "The 20 most important of 26 columns are shown." in words.caption
    assert "From a random subset of 35 of 40 samples." in words.caption
    assert words.alt.startswith("3 panels with a bar for each of 20 columns.")
    _, few = drawn(importance.draw, _found(5, 1), WORDS[:5])
    assert "most important" not in few.caption
    assert "From all 40 samples." in few.caption
    assert "standard errors" in few.caption


@pytest.mark.parametrize("value", [0.0, 0.7])
def test_one_column_is_a_sentence_and_importances_of_zero_are_drawn(value):
    one = Importance(*(np.full((1, 2), value) for _ in range(2)), [], 9, 9)
    assert drawn(importance.draw, one, ["b"])[1].startswith("There is one column, b:")
    two = Importance(*(np.full((2, 2), value) for _ in range(2)), [], 9, 9)
    assert len(drawn(importance.draw, two, ["b", "c"])[0].axes) == 2


@pytest.mark.parametrize(
    ("share", "names", "is_said"),
    [(0.03, WORDS, True), (0.01, WORDS, False), (0.03, ["900", "910", "920", "930"], False)],
    ids=["visible", "too short to be seen", "lines over a scale have none"],
)
def test_standard_errors_are_explained_where_they_can_be_seen(share, names, is_said):
    found = _found(4, 2)
    found.standard_error[:] = 0.0
    found.standard_error[1, 0] = share * found.permutation[:, 0].max()
    _, words = drawn(importance.draw, found, names[:4])
    assert ("standard errors" in words.caption) is is_said


def test_components_that_rounding_does_not_separate_are_said_to_be_undetermined_if_they_are_drawn():
    found = _found(4, 5)
    found.undecided[:] = [2, 5]
    _, words = drawn(importance.draw, found, WORDS[:4])
    assert "Rounding does not separate component 2 from others" in words.caption
    found.undecided.clear()
    assert "Rounding" not in drawn(importance.draw, found, WORDS[:4])[1].caption
