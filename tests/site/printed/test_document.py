"""The document: a table of contents, the pages in its order, and no link that leads nowhere."""

import re
import shutil

import pytest
from made_results import BOOK, OWN, results_of
from site_pages import broken_links

from kpca.site import build
from kpca.site.printed import document, selection


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The sites of a book and of somebody's own studies."""
    made = {}
    for name, config in {"book": BOOK, "own": OWN}.items():
        results = results_of(tmp_path_factory.mktemp(name) / "results", config)
        build.site(config, results, results / "site")
        made[name] = (config, results / "site")
    return made


@pytest.fixture(params=["book", "own"])
def site(request, sites):
    return sites[request.param]


def _ids(text):
    return re.findall(r'<section class="page" id="([^"]+)">', text)


def test_the_pages_stand_in_the_order_of_the_selection_after_the_opening(site):
    config, folder = site
    chosen = [page for part in selection.parts(config) for page in part.pages]
    expected = ["index", *(page.replace("/", "-") for page in chosen)]
    text = document.html(config, folder)
    assert _ids(text) == expected
    entries = re.findall(r'<p class="entry"><a href="#([^"]+)">', text)
    assert entries == expected


def test_every_part_has_its_title_before_its_first_page(site):
    config, folder = site
    text = document.html(config, folder)
    titles = [part.title for part in selection.parts(config)]
    assert re.findall(r'<h1 class="part">([^<]+)</h1>', text) == titles


def test_no_place_is_there_twice_and_every_link_inside_leads_to_one(site, tmp_path):
    config, folder = site
    text = document.html(config, folder)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len({*ids}) == len(ids) > 50
    path = tmp_path / "document.html"
    path.write_text(text, encoding="utf-8")
    assert [one for one in broken_links(path) if not one.startswith("file:")] == []


def test_nothing_is_loaded_from_a_network_and_formulas_are_rendered(site):
    text = document.html(*site)
    assert re.findall(r'<(?:link|img|script)[^>]*(?:href|src)="(?!file:|data:)[^"]*"', text) == []
    assert text.count('class="katex"') > 100
    assert "cell_input" not in text


def test_numbers_of_sheets_stand_beside_the_titles_once_they_are_known(sites):
    config, folder = sites["book"]
    entry = '<p class="entry"><a href="#errata">Errata</a><span>{}</span></p>'
    assert entry.format("") in document.html(config, folder)
    assert entry.format(17) in document.html(config, folder, {"errata": 17})


def test_a_page_that_the_site_does_not_have_is_left_out(sites, tmp_path):
    config, folder = sites["book"]
    shutil.copytree(folder, tmp_path / "site")
    (tmp_path / "site/studies/a/centering.html").unlink()
    text = document.html(config, tmp_path / "site")
    assert "studies-a-centering" in document.html(config, folder)
    assert "studies-a-centering" not in text
    assert ">Theory, executed<" not in text


def test_the_tables_of_checks_of_each_study_are_for_the_owner_of_the_studies(sites):
    assert '<body class="book">' in document.html(*sites["book"])
    assert "<body>" in document.html(*sites["own"])
    style = (document.HERE / "print.css").read_text()
    assert "body.book .repeated { display: none; }" in style
