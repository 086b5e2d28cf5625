"""A page in a document of many: no code, one namespace of places, links that lead somewhere."""

import pytest

from kpca.site.printed import article

PAGE = """<html><body><h1>the sidebar</h1><article role="main" id="x">
{}
</article><h1>the foot</h1></body></html>"""
PAGES = ("index", "errata", "studies/a/index", "studies/a/kernels")


def _read(tmp_path, text, page="studies/a/kernels"):
    path = tmp_path / f"{page}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PAGE.format(text), encoding="utf-8")
    return article.read(tmp_path, page, PAGES)


def _body(tmp_path, text):
    return _read(tmp_path, f"<h1>Title</h1>{text}").body.partition("</h2>")[2].strip()


def test_the_article_is_read_without_what_stands_around_it(tmp_path):
    found = _read(
        tmp_path, '<h1>A &amp; <i>b</i><a class="headerlink" href="#a">¶</a></h1><p>c</p>'
    )
    assert found.title == "A &amp; <i>b</i>"
    assert found.body.strip() == "<h2>A &amp; <i>b</i></h2><p>c</p>"


def test_headings_are_one_level_lower(tmp_path):
    assert _body(tmp_path, "<h2>a</h2><h5>b</h5><h6>c</h6>") == "<h3>a</h3><h6>b</h6><h6>c</h6>"


@pytest.mark.parametrize(
    "text",
    [
        '<details class="admonition hide above-input"><details>a</details>code</details>',
        '<div class="cell_input docutils"><div>code</div></div>',
        '<div class="toctree-wrapper compound"></div>',
        '<span class="on-screen">Select a row. <b>b</b></span>',
        '<div id="filters" hidden>a</div>',
        "<script>if (a < b) { c(); }</script>",
        "<!-- a comment -->",
    ],
)
def test_code_and_what_only_works_on_a_screen_are_left_out(text, tmp_path):
    assert _body(tmp_path, f"<p>before</p>{text}<p>after</p>") == "<p>before</p><p>after</p>"


def test_the_section_of_parameters_keeps_what_it_prints_and_loses_what_is_said_of_its_code(
    tmp_path,
):
    text = (
        '<section id="parameters"><h2>P</h2><p>code</p><pre>iris</pre><p>a</p></section><h2>Q</h2>'
    )
    assert _body(tmp_path, text) == (
        '<section id="studies-a-kernels--parameters"><pre>iris</pre><p>a</p></section><h3>Q</h3>'
    )


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("#C1", "#studies-a-kernels--C1"),
        ("index.html", "#studies-a-index"),
        ("../../errata.html#E%209", "#errata--E 9"),
        ("https://doi.org/10.1", "https://doi.org/10.1"),
    ],
)
def test_a_link_leads_to_its_place_in_the_document_or_outside(link, target, tmp_path):
    assert _body(tmp_path, f'<a href="{link}">a</a>') == f'<a href="{target}">a</a>'


@pytest.mark.parametrize(
    "link", ["../b/index.html", "../../../a/eigen-solve.nc", "../../search.html"]
)
def test_a_link_to_what_is_not_printed_becomes_words(link, tmp_path):
    assert _body(tmp_path, f'<a class="x" href="{link}">a</a>') == '<a class="x">a</a>'


def test_places_have_the_name_of_their_page_also_in_the_rules_of_a_table(tmp_path):
    table = '<table id="T_a"><td id="T_a_0"></td></table>'
    text = f"<style>#T_a td {{ color: #00f; }} a > b {{}}</style>{table}"
    assert _body(tmp_path, text) == (
        "<style>#studies-a-kernels--T_a td { color: #00f; } a > b {}</style>"
        '<table id="studies-a-kernels--T_a"><td id="studies-a-kernels--T_a_0"></td></table>'
    )


def test_a_picture_is_found_from_everywhere_and_its_words_are_kept(tmp_path):
    found = _body(tmp_path, '<img alt="a &quot;b&quot; &lt; c" src="../../_images/a%20b.png"/>')
    address = (tmp_path / "_images/a b.png").as_uri()
    assert found == f'<img alt="a &quot;b&quot; &lt; c" src="{address}" />'
    assert _body(tmp_path, '<img src="data:x">') == '<img src="data:x">'


def test_letters_and_signs_are_kept(tmp_path):
    text = "<p>μ &lt; ν &#8211; &nbsp;K̃ & c<br/>d</p>"
    assert _body(tmp_path, text) == text.replace("<br/>", "<br />")


def test_a_file_that_is_no_page_is_refused_by_name(tmp_path):
    (tmp_path / "errata.html").write_text("<p>nothing</p>")
    with pytest.raises(article.PageError, match=r"errata\.html has no article with a title"):
        article.read(tmp_path, "errata", PAGES)
