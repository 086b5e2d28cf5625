"""Texts of a user stand as they are, with bounded length, and different ones stay different."""

import string

import pytest
from docutils.core import publish_string
from matplotlib.figure import Figure
from myst_parser.docutils_ import Parser

from kpca.figures import texts

AWKWARD = [
    string.punctuation,
    '<script>alert("&amp;")</script> $x$ `y` **z** [a](b) {{ 1 }} {math}`x`',
    "1. one\n\n- two\n# three",
    "line\nfeed and \\ backslash \\$",
    "☺ 😀 emoji, äöü, 漢字",
]


@pytest.mark.parametrize("name", ["$b$", "_a", "c<d>", "é 1 µm", "x" * 40])
def test_a_name_of_at_most_forty_letters_is_shown_as_it_stands(name):
    assert texts.plain(name) == name


@pytest.mark.parametrize(
    ("given", "longest", "shown"),
    [
        (["a\nb\tc\x00d"], 40, ["a b c d"]),
        (["abcdefghijklmnopqrstuvwxyz"], 11, ["abcde…vwxyz"]),
        (["abcdefghijklmnopqrstuvwxyz"], 10, ["abcde…wxyz"]),
        (
            [f"sehr lange Klassenbezeichnung Nummer {k}" for k in range(4)],
            28,
            [f"sehr lange Kla…nung Nummer {k}" for k in range(4)],
        ),
        ([f"{'a' * 9}{k}{'b' * 11}" for k in range(3)], 12, [f"{'a' * 9}{k}…b" for k in range(3)]),
        (
            ["a" * 50 + "x" + "b" * 50, "a" * 50 + "y" + "b" * 50, "short"],
            12,
            ["aaaaaa…b (1)", "aaaaaa…b (2)", "short"],
        ),
        (["a\tb", "a b", "a b (1)"], 12, ["a b (2)", "a b (3)", "a b (1)"]),
        (["b", "a", "b"], 5, ["b", "a", "b"]),
    ],
)
def test_a_part_of_a_long_name_is_left_out_such_that_names_stay_distinct(given, longest, shown):
    assert texts.shortened(given, longest) == shown


def test_no_text_is_longer_than_the_limit():
    many = [f"{'a' * 60}{k:04d}{'b' * 60}" for k in range(300)]
    shown = texts.shortened(many, 24)
    assert len(set(shown)) == 300
    assert max(map(len, shown)) == 24


@pytest.mark.parametrize(("text", "drawn"), [("$b$", "$b$"), ("_a", "\u200b_a"), ("a b", "a b")])
def test_text_is_drawn_as_it_stands_and_not_as_a_formula(text, drawn):
    figure = Figure()
    with_text = figure.text(0.0, 0.0, texts.literal(text))
    with_text.set_parse_math(True)
    shown, is_formula = with_text._preprocess_math(with_text.get_text())
    assert (shown, is_formula) == (drawn, False)


def test_the_square_of_a_unit_of_several_symbols_has_brackets():
    assert [texts.squared(unit) for unit in ("1", "km", "mg/l")] == ["1", "km²", "(mg/l)²"]


def _shown(markdown):
    settings = {"myst_enable_extensions": ["dollarmath", "colon_fence"], "report_level": 2}
    settings |= {"halt_level": 2, "output_encoding": "unicode"}
    return publish_string(
        markdown, parser=Parser(), writer="pseudoxml", settings_overrides=settings
    )


@pytest.mark.parametrize("text", AWKWARD)
def test_markdown_shows_every_character_and_reads_none_as_markup(text):
    lines = [line.strip() for line in _shown(texts.as_text(text)).splitlines()]
    assert lines[1:] == ["<paragraph>", " ".join(text.split())]


@pytest.mark.parametrize("text", [AWKWARD[1], AWKWARD[4], 'a "quoted" text: with a colon #'])
def test_an_option_of_markdown_has_the_text(text):
    shown = _shown(f"```{{image}} a.png\n:alt: {texts.as_option(text)}\n```\n")
    assert text in shown.replace("\\", "")
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("exp(-12345.6 |x - y|^2)", "exp(−12346 ‖x − y‖²)"),
        ("exp(-0.179533 |x - y|_1)", "exp(−0.18 ‖x − y‖₁)"),
        ("(0.0123456 x·y - 1)^3", "(0.0123 x·y − 1)^3"),
        ("(1 + |x - y|^2/(2·1.5·0.25^2))^(-1.5)", "(1 + ‖x − y‖²/(2·1.5·0.25²))^(−1.5)"),
        ("z = sqrt(5) |x - y|/1.2345e+13", "z = √5 ‖x − y‖/1.23·10¹³"),
        ("a matrix of 1234567 samples", "a matrix of 1234567 samples"),
        ("(x·y)^20 + z^2", "(x·y)^20 + z²"),
    ],
)
def test_a_formula_has_the_signs_of_a_book_and_three_digits(formula, shown):
    assert texts.in_symbols(formula) == shown
