"""What the search says below each result, in the JavaScript engine that renders the formulas."""

import json

import pytest

from kpca.site.build import ASSETS

BROWSER = """
let loaded, added;
const document = {
  addEventListener: (_, act) => { loaded = act; },
  getElementById: (id) => (id === "search-results" ? {} : null),
  createElement: (tag) => ({ tag }),
};
const window = { location: { search: "?q=Centering" } };
const URLSearchParams = function (text) {
  this.get = (name) => text.split(`?${name}=`)[1] ?? null;
};
const MutationObserver = function (act) {
  added = (nodes) => act([{ addedNodes: nodes }]);
  this.observe = () => {};
};
const excerpts = { theory: ["Other words.", "It is centered."], other: ["Nothing of it."] };
const result = (address) => {
  const below = [], link = { getAttribute: () => address };
  const matches = (kind) => kind === "ul.search > li";
  const appendChild = (one) => (below.push(one), one);
  return { below, matches, appendChild, querySelector: () => link };
};
"""
"""What the script needs of a browser, and a result of the search with this address."""

NUMBERS = " ".join(f"w{k:03}" for k in range(200))
"""A paragraph whose word k begins at letter 5k."""


def _words(first, last):
    return " ".join(f"w{k:03}" for k in range(first, last + 1))


@pytest.fixture(scope="module")
def js():
    from py_mini_racer import MiniRacer

    with MiniRacer() as engine:
        engine.eval(f"{BROWSER}; 0")
        engine.eval(f"{(ASSETS / 'search.js').read_text(encoding='utf-8')}; 0")
        yield lambda expression: json.loads(engine.eval(f"JSON.stringify({expression})"))


def test_words_lose_their_ends_but_keep_four_letters(js):
    assert js('stems(" Centering\\tof  GRAMS spectrum ")') == ["center", "of", "gram", "spect"]


@pytest.mark.parametrize(
    ("paragraphs", "words", "expected"),
    [
        (["One word.", "A Word of two.", "Two words, again."], ["word", "two"], "A Word of two."),
        (["One."], ["word"], ""),
        ([], ["word"], ""),
        ([NUMBERS], ["w020"], f"{_words(0, 47)} …"),
        ([NUMBERS], ["w021"], f"… {_words(2, 49)} …"),
        ([NUMBERS.upper()], ["w100", "w090", "none"], f"… {_words(71, 118).upper()} …"),
        ([NUMBERS], ["w195"], f"… {_words(176, 199)}"),
    ],
)
def test_an_excerpt_is_cut_at_blanks_around_the_first_word_of_the_best_paragraph(
    js, paragraphs, words, expected
):
    assert js(f"excerpt({json.dumps(paragraphs)}, {json.dumps(words)})") == expected


def test_a_result_is_followed_by_the_excerpt_of_its_page(js):
    js("loaded() ?? 0")
    addresses = ["theory.html?highlight=x#y", "other.html", "none.html"]
    made = f"{json.dumps(addresses)}.map(result)"
    below = js(f"((items) => (added([...items, {{}}]), items.map((one) => one.below)))({made})")
    assert below == [[{"tag": "p", "textContent": "It is centered."}], [], []]
