"""The table of contents: every notebook has one page, and a chapter stands on its first study."""

import pytest

from kpca.site import contents
from kpca.studies.config.study import Config

STUDY = {"data": {"dataset": "iris"}, "kernel": {"name": "linear"}, "components": 2}


def _config(**more):
    return Config(results="results", studies={"a": STUDY, "b": STUDY}, **more)


BOOK = _config(
    chapters={"kernels": ["b", "a"], "centering": ["a"]},
    experiments=["hard-spectra"],
    demonstrations={"certified-solver": 1, "unrolled-s": 1},
)


def test_a_chapter_stands_on_the_first_of_its_studies_and_others_on_the_first_of_all():
    homes = contents.homes(BOOK, contents.executed(BOOK))
    assert homes["kernels"].page == "studies/b/kernels"
    assert homes["centering"].page == "studies/a/centering"
    assert homes["eigen-solve"].page == "studies/a/eigen-solve"
    assert homes["unrolled-s"].page == "notebooks/unrolled-s"


def test_every_executed_notebook_has_one_page_and_the_path_of_its_file():
    known = contents.executed(BOOK)
    assert len({one.page for one in known}) == len(known) == 2 * 5 + 3 + 3
    assert "notebooks/report" not in {one.page for one in known}, "a report is a file"
    one = next(one for one in known if one.page == "studies/b/kernels")
    assert (one.study, one.name, one.path) == ("b", "kernels", "b/kernels.ipynb")
    # Those of no study stand in the order in which they are read.
    of_none = [one.name for one in known if not one.study]
    assert of_none == ["hard-spectra", "unrolled-s", "certified-solver"]


def _every_page(config):
    """The pages of a site that has all."""
    named = {*contents.THEORY, *contents.OF_A_STUDY, "choosing", "unusual", "counts", "reference"}
    named |= {"notebooks", "statements", "errata", "glossary"}
    named |= {"studies"} if contents.is_book(config) else set()
    notebooks = {one.page for one in contents.executed(config)}
    return named | notebooks | {f"studies/{name}/index" for name in config.studies}


def _menu(config, book=True, without=()):
    found = contents.trees(config, book, sorted(_every_page(config) - {*without}))
    return {title: pages for page, title, pages in found if page == "index"}


@pytest.mark.parametrize("config", [BOOK, _config()], ids=["book", "own and book"])
def test_no_page_is_in_the_menu_twice(config):
    pages = [page for pages in _menu(config).values() for page in pages]
    assert len({*pages}) == len(pages) > 20


@pytest.mark.parametrize("config", [BOOK, _config()], ids=["book", "own and book"])
def test_each_page_stands_in_one_list_and_every_list_on_a_page_that_is_written(config):
    written = sorted(_every_page(config))
    found = contents.trees(config, True, written)
    assert sorted(page for _, _, pages in found for page in pages) == written
    assert {page for page, _, _ in found} <= {"index", *written}
    below = {page: pages for page, title, pages in found if not title}
    assert below["reference"] == ["check", "glossary"]
    assert "studies/a/eigen-solve" in below["studies/a/index"]


def test_without_the_book_a_site_has_the_pages_of_studies_and_those_that_they_lead_to():
    written = ["reading", "check", "studies/a/index", "studies/b/index", "studies/b/kernels"]
    assert contents.trees(_config(), False, written) == [
        ("index", "Studies", ["studies/a/index", "studies/b/index"]),
        ("index", "Use it", ["reading", "check"]),
        ("studies/b/index", "", ["studies/b/kernels"]),
    ]


def test_somebodys_own_studies_come_first_and_the_notes_first_where_they_are_executed():
    assert next(iter(_menu(_config()))) == "Studies"
    assert next(iter(_menu(BOOK))) == "Use it"
    assert contents.is_book(BOOK)
    assert not contents.is_book(_config())


def test_the_menu_is_the_order_of_reading_without_single_studies_and_their_notebooks():
    book = _config(
        chapters={"kernels": ["b", "a"]},
        experiments=["hard-spectra", "twelve-lines", "fifty-digits"],
        demonstrations={"certified-solver": 1},
    )
    of_book, own = _menu(book), _menu(_config())
    assert [*of_book] == ["Start", "Use it", "Theory", "Results", "Look it up", "For experts"]
    pages = [page for pages in of_book.values() for page in pages]
    assert pages[:2] == ["notebooks/twelve-lines", "reading"]
    assert pages[-4:] == ["reference", *(f"notebooks/{name}" for name in contents.EXPERTS)]
    assert len(pages) <= 25
    assert not [page for page in pages if page.startswith("studies/")]
    assert own["Studies"] == ["studies/a/index", "studies/b/index"]
    assert contents.NUMBERED in of_book


def test_a_page_that_is_not_written_is_not_in_the_menu():
    assert _menu(BOOK, without=["statements"])["Results"] == ["studies", "notebooks", "errata"]
