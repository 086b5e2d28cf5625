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
    homes = contents.homes(BOOK)
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


@pytest.mark.parametrize(
    ("config", "book"),
    [(BOOK, True), (_config(), True), (_config(), False)],
    ids=["book", "own and book", "own"],
)
def test_no_page_is_in_the_table_of_contents_twice(config, book):
    pages = [page for section in contents.sections(config, book) for page in section.pages]
    known = contents.pages(config, book)
    assert len({*pages}) == len(pages)
    assert len({*known}) == len(known)
    assert {page for page in pages if "/" not in page} <= {*known}


def test_without_the_book_a_site_has_the_pages_of_studies_and_those_that_they_lead_to():
    menu = [page for section in contents.sections(_config(), False) for page in section.pages]
    assert menu == ["studies/a/index", "studies/b/index", "reading", "check"]
    assert contents.pages(_config(), False) == ["reading", "check"]


def test_somebodys_own_studies_come_first_and_the_notes_first_where_they_are_executed():
    assert contents.sections(_config(), True)[0].title == "Studies"
    assert contents.sections(BOOK, True)[0].title == "Theory"
    assert contents.is_book(BOOK)
    assert not contents.is_book(_config())


def test_the_menu_is_the_order_of_reading_without_single_studies_and_their_notebooks():
    book = _config(
        chapters={"kernels": ["b", "a"]},
        experiments=["hard-spectra", "twelve-lines", "fifty-digits"],
        demonstrations={"certified-solver": 1},
    )
    of_book, own = (contents.sections(config, True) for config in (book, _config()))
    titles = ["Start", "Theory", "Use it", "Results", "For experts"]
    assert [section.title for section in of_book] == titles
    pages = [page for section in of_book for page in section.pages]
    assert pages[:2] == ["notebooks/twelve-lines", contents.THEORY[0]]
    assert pages[-4:] == [*(f"notebooks/{name}" for name in contents.EXPERTS), "reference"]
    assert len(pages) <= 25
    assert not [page for page in pages if page.startswith("studies/")]
    assert own[0].pages == ("studies", "studies/a/index", "studies/b/index")
    assert [section.title for section in of_book if section.numbered] == ["Theory"]


def test_without_statements_there_is_no_table_of_them():
    silent = Config(results="results", studies={"a": STUDY | {"statements": "none"}})
    pages = [page for section in contents.sections(silent, True) for page in section.pages]
    assert "statements" not in pages
    assert "errata" in pages
