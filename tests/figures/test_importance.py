"""Bars of both importances, lines over columns in an order, and words."""

import numpy as np
import pytest
from drawn import drawn, legend_of, look

from kpca.figures import importance
from kpca.interpretation.importance import Importance

RNG = np.random.default_rng(51)
WORDS = [f"acid {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]


def _found(q, d, samples=40):
    derivative, permutation = RNG.uniform(0.1, 1.0, size=(2, q, d))
    return Importance(derivative, 1e-9 * derivative, permutation, 0.05 * permutation, samples, 40)


def test_both_bars_and_the_error_of_a_column_stand_at_its_name_in_the_look_of_the_legend():
    values = {
        "derivative": [[0.2, 0.9], [0.5, 0.1], [0.3, 0.4]],
        "error": [[1e-9, 2e-9], [3e-9, 4e-9], [5e-9, 6e-9]],
        "permutation": [[0.1, 0.8], [0.05, 0.6], [0.7, 0.55]],
        "standard error": [[0.01, 0.02], [0.03, 0.04], [0.05, 0.06]],
    }
    found = Importance(*map(np.array, values.values()), 9, 9)
    figure, words = drawn(importance.draw, found, ["p", "a", "k"])
    order = [2, 1, 0]
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["k", "a", "p"]
    assert figure.axes[0].yaxis_inverted()
    for k, axes in enumerate(figure.axes):
        assert axes.get_title(loc="left") == f"component {k + 1}"
        for kind, side in (("derivative", -0.2), ("permutation", 0.2)):
            (bars,) = (
                part
                for part in axes.containers
                if part.get_label() == kind and hasattr(part, "patches")
            )
            middles = [bar.get_y() + bar.get_height() / 2.0 for bar in bars]
            np.testing.assert_allclose(middles, np.arange(3) + side, rtol=0, atol=1e-12)
            assert bars.datavalues.tolist() == [values[kind][j][k] for j in order]
            assert legend_of(figure.legends[0])[kind] == look(bars[0])
        (ends,) = bars.errorbar.lines[2]
        lengths = np.diff(np.array(ends.get_segments())[:, :, 0]).ravel()
        expected = [2.0 * values["standard error"][j][k] for j in order]
        np.testing.assert_allclose(lengths, expected, rtol=1e-12)
    looks = legend_of(figure.legends[0])
    assert looks["derivative"] != looks["permutation"]
    assert words.alt.endswith(
        "a (0.5, derivative) for component 1, k (0.7, permutation) for component 1, p (0.9, "
        "derivative) for component 2 and p (0.8, permutation) for component 2."
    )


def test_the_largest_of_any_component_are_shown_in_the_order_of_the_first():
    found = _found(26, 3)
    found.derivative[9, 1] = 3.0
    found.permutation[[4, 9], 0] = [2.0, 0.001]
    found.derivative[9, 0] = 0.001
    chosen = importance.most_important(found, 3)
    assert len(chosen) == 20
    assert chosen[0] == 4
    assert chosen[-1] == 9
    first = np.maximum(found.derivative[chosen, 0], found.permutation[chosen, 0])
    assert (np.diff(first) <= 0).all()


def test_columns_in_an_order_are_lines_on_one_scale():
    names = [f"{w} nm" for w in range(400, 700, 10)]
    found = _found(30, 2)
    found.permutation[5, 1] = 7.0
    figure, words = drawn(importance.draw, found, names)
    for k, axes in enumerate(figure.axes):
        derivative, permutation = axes.lines
        assert (derivative.get_xdata() == np.arange(400, 700, 10)).all()
        assert (derivative.get_ydata() == found.derivative[:, k]).all()
        assert (permutation.get_ydata() == found.permutation[:, k]).all()
        assert derivative.get_linestyle() != permutation.get_linestyle()
        assert list(map(look, (derivative, permutation))) == list(
            legend_of(figure.legends[0]).values()
        )
        assert [*legend_of(figure.legends[0])] == ["derivative", "permutation"]
        assert axes.get_ylim()[0] == 0.0
        assert axes.get_ylim()[1] > 7.0
    assert words.alt.startswith("2 panels with two lines over 30 columns. The largest: ")
    assert "450 nm (7, permutation) for component 2" in words.alt


def test_the_words_say_what_the_bars_are_and_which_are_left_out():
    _, words = drawn(importance.draw, _found(26, 4, samples=35), WORDS)
    assert "The 20 most important of 26 columns are shown." in words.caption
    assert "From a random subset of 35 of 40 samples." in words.caption
    assert "isagree" in words.caption or "agree on the columns" in words.caption
    assert words.alt.startswith("3 panels with two bars for each of 20 columns.")
    _, few = drawn(importance.draw, _found(5, 1), WORDS[:5])
    assert "most important" not in few.caption
    assert "From all 40 samples." in few.caption
    assert "standard errors" in few.caption


def test_components_that_rounding_does_not_separate_are_said_to_be_undetermined():
    found = _found(4, 3)
    found.error[:, 1:] = np.inf
    _, words = drawn(importance.draw, found, WORDS[:4])
    assert "Rounding does not separate components 2 and 3 from others" in words.caption
    found.error[:] = 0.0
    assert "Rounding" not in drawn(importance.draw, found, WORDS[:4])[1].caption


@pytest.mark.parametrize("value", [0.0, 0.7])
def test_one_column_is_a_sentence_and_importances_of_zero_are_drawn(value):
    one = Importance(*(np.full((1, 2), value) for _ in range(4)), 9, 9)
    assert drawn(importance.draw, one, ["b"])[1].startswith("There is one column, b:")
    two = Importance(*(np.full((2, 2), value) for _ in range(4)), 9, 9)
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


def test_of_components_that_are_not_drawn_nothing_is_said():
    found = _found(4, 5)
    found.error[:, 1] = found.error[:, 4] = np.inf
    _, words = drawn(importance.draw, found, WORDS[:4])
    assert "Rounding does not separate component 2 from others" in words.caption
