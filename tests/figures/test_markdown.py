"""Text that Markdown shows as it is."""

import string

import pytest
from docutils.core import publish_string
from myst_parser.docutils_ import Parser

from kpca.figures.markdown import as_option, as_text

AWKWARD = [
    string.punctuation,
    '<script>alert("&amp;")</script> $x$ `y` **z** [a](b) {{ 1 }} {math}`x`',
    "1. one\n\n- two\n# three",
    "line\nfeed and \\ backslash \\$",
    "☺ 😀 emoji, äöü, 漢字",
]


def _shown(markdown):
    settings = {"myst_enable_extensions": ["dollarmath", "colon_fence"], "report_level": 2}
    settings |= {"halt_level": 2, "output_encoding": "unicode"}
    return publish_string(
        markdown, parser=Parser(), writer="pseudoxml", settings_overrides=settings
    )


@pytest.mark.parametrize("text", AWKWARD)
def test_every_character_is_shown_and_none_is_markup(text):
    lines = [line.strip() for line in _shown(as_text(text)).splitlines()]
    assert lines[1:] == ["<paragraph>", " ".join(text.split())]


@pytest.mark.parametrize("text", [AWKWARD[1], AWKWARD[4], 'a "quoted" text: with a colon #'])
def test_an_option_has_the_text(text):
    shown = _shown(f"```{{image}} a.png\n:alt: {as_option(text)}\n```\n")
    assert text in shown.replace("\\", "")
    shown.encode("utf-8")
