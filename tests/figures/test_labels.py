"""Texts in figures are drawn as they stand."""

import pytest
from matplotlib.figure import Figure

from kpca.figures import labels


@pytest.mark.parametrize(("text", "drawn"), [("$b$", "$b$"), ("_a", "\u200b_a"), ("a b", "a b")])
def test_text_is_drawn_as_it_stands_and_not_as_a_formula(text, drawn):
    figure = Figure()
    with_text = figure.text(0.0, 0.0, labels.literal(text))
    with_text.set_parse_math(True)
    shown, is_formula = with_text._preprocess_math(with_text.get_text())
    assert (shown, is_formula) == (drawn, False)


def test_numbers_agree_with_what_they_count():
    assert [labels.counted(k, "class", "classes") for k in (0, 1, 2)] == [
        "0 classes",
        "1 class",
        "2 classes",
    ]


def test_a_list_ends_with_and_and_a_long_one_says_how_many_more_there_are():
    assert labels.listed([]) == "none"
    assert labels.listed(["a"]) == "a"
    assert labels.listed(list("abcd"), 2) == "a, b and 2 more"


def test_the_square_of_a_unit_of_several_symbols_has_brackets():
    assert [labels.squared(unit) for unit in ("1", "km", "mg/l")] == ["1", "km²", "(mg/l)²"]
