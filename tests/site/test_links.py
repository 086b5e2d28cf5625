"""Links by name become addresses, and what a site does not have stays as words."""

import pytest

from kpca.site import links

PAGES = {
    "statements": "statements",
    "glossary": "glossary",
    "notebook:centering": "studies/circles/centering",
}


def _inline(id, kind="statement"):
    return f'<a class="{kind}" href="../statements.html#{id}">{id}</a>'


def _margin(id):
    return _inline(id, "statement margin")


@pytest.mark.parametrize(
    ("page", "source", "address"),
    [
        ("glossary", "index", "glossary.html"),
        ("glossary", "studies/iris/index", "../../glossary.html"),
        ("studies/iris/agreement", "studies/iris/index", "agreement.html"),
        ("studies/iris/index", "studies/circles/centering", "../iris/index.html"),
    ],
)
def test_the_address_starts_from_the_folder_of_the_page(page, source, address):
    assert links.relative(page, source) == address


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("see [words](page:glossary).", 'see <a href="../glossary.html">words</a>.'),
        (
            "[it](notebook:centering)",
            '<a href="../studies/circles/centering.html">it</a>',
        ),
        (
            "[it](centering.ipynb#C1)",
            '<a href="../studies/circles/centering.html#C1">it</a>',
        ),
        ("[[C1x]]", _inline("C1x")),
        ("so it is [[C1]].", f"so it is{_margin('C1')}."),
        ("E3 [[E3]], and by [[C1]] or", f"E3{_margin('E3')}, and by {_inline('C1')} or"),
        ("executes [[C1]], [[E3]].", f"executes {_inline('C1')}, {_inline('E3')}."),
        ("[G](../docs/glossary.md#gap)", '<a href="../glossary.html#gap">G</a>'),
        ("[G](../site/glossary.html#gap)", '<a href="../glossary.html#gap">G</a>'),
        ("[E3](#E3)", '<a href="#E3">E3</a>'),
        ("[no](page:absent), [no](notebook:absent), [no](absent.ipynb)", "no, no, no"),
        ("[web](https://a.org/b.ipynb)", "[web](https://a.org/b.ipynb)"),
    ],
)
def test_each_kind_of_link_has_its_address(text, made):
    assert links.resolved(text, "notebooks/x", PAGES) == made


def test_without_a_table_of_statements_an_id_is_a_word():
    assert links.resolved("by [[C1]] it is [[E3]].", "index", {}) == "by C1 it is E3."


def test_the_places_of_a_text_are_its_ids():
    assert links.anchors('<a id="C1"></a>\n<a id="C1x"></a> [C2](#C2)') == ["C1", "C1x"]
