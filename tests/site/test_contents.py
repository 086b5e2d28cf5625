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
    assert len({one.page for one in known}) == len(known) == 2 * 5 + 3 + 3 + 1
    (one,) = [one for one in known if one.page == "studies/b/kernels"]
    assert (one, one.name, one.path) == ("b", "kernels", "b/kernels.ipynb")


@pytest.mark.parametrize("config", [BOOK, _config()], ids=["book", "own"])
def test_no_page_is_in_the_table_of_contents_twice(config):
    pages = [
        page for section in contents.sections(config) for page in (*section.pages, *section.below)
    ]
    below = [one.page for name in config.studies for one in contents.of_study(config, name)]
    assert len({*pages, *below}) == len(pages) + len(below)
    assert {one.page for one in contents.executed(config)} <= {*pages, *below}


def test_somebodys_own_studies_come_first_and_the_notes_first_where_they_are_executed():
    assert contents.sections(_config())[0].title == "Studies"
    assert contents.sections(BOOK)[0].title == "Theory"
    assert contents.is_book(BOOK)
    assert not contents.is_book(_config())


def test_a_notebook_stands_in_the_section_that_it_says():
    book = _config(
        experiments=["hard-spectra", "twelve-lines"], demonstrations={"certified-solver": 1}
    )
    pages = {section.title: section.pages for section in contents.sections(book)}
    assert pages["Start"] == ("notebooks/twelve-lines",)
    assert "notebooks/certified-solver" in pages["Guides"]
    folded = {section.pages[-1]: section.below for section in contents.sections(book)}
    assert folded["notebooks"] == ("notebooks/hard-spectra", "notebooks/report")
    assert next(iter(pages)) == "Start", "before the theory"


def test_studies_are_folded_below_the_table_of_studies_where_there_are_notes_to_read():
    of_book, own = (
        {one.title: one for one in contents.sections(config)} for config in (BOOK, _config())
    )
    pages = ("studies/a/index", "studies/b/index")
    assert (of_book["Studies"].pages, of_book["Studies"].below) == (("studies",), pages)
    assert (own["Studies"].pages, own["Studies"].below) == (("studies", *pages), ())
    assert of_book["Notebooks"].below[:2] == ("studies/b/kernels", "studies/a/centering")
    assert [title for title, one in of_book.items() if one.numbered] == ["Theory"]


def test_without_statements_there_is_no_table_of_them():
    silent = Config(results="results", studies={"a": STUDY | {"statements": "none"}})
    pages = [page for section in contents.sections(silent) for page in section.pages]
    assert "statements" not in pages
    assert "agreement" not in pages
    assert "errata" in pages
