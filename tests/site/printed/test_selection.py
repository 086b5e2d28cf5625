"""What is printed is a book: chapters once, studies with their figures, and no notebook twice."""

import pytest
from made_results import OWN
from small_project import ROOT

from kpca.site import contents
from kpca.site.printed import selection
from kpca.studies.config.load import load

BOOK = load(ROOT / "config/config.yaml", ROOT)


def _pages(config):
    return [page for part in selection.parts(config) for page in part.pages]


def test_the_book_has_the_theory_each_chapter_once_every_study_and_the_reference_pages():
    parts = {part.title: part.pages for part in selection.parts(BOOK)}
    assert parts["Theory"] == contents.THEORY
    assert parts["Theory, executed"] == (
        "studies/iris/linear-algebra",
        "studies/rings/kernels",
        "studies/rings/eigenproblem",
        "studies/circles/centering",
        "studies/rings/projection",
        "studies/circles/pre-images",
    )
    assert parts["Statements"] == ("statements", "errata", "conventions")
    assert parts["Studies"] == ("studies", *(f"studies/{name}/index" for name in BOOK.studies))
    assert parts["Guides"] == ("choosing",)
    assert parts["Reference"] == ("glossary", "notation", "references", "made", "cite")


def test_experiments_demonstrations_and_tables_for_the_screen_stay_on_the_site():
    parts = {part.title for part in selection.parts(BOOK)}
    assert "Demonstrations and experiments" not in parts, "a part without a page has no title"
    assert not {"agreement", "benchmark"} & {*_pages(BOOK)}
    assert not [page for page in _pages(BOOK) if page.startswith("notebooks/")]


@pytest.mark.parametrize("config", [BOOK, OWN], ids=["book", "own"])
def test_the_pages_are_pages_of_the_site_in_its_order_and_none_is_printed_twice(config):
    of_site = [page for part in contents.parts(config) for page in part.pages]
    pages = _pages(config)
    assert len({*pages}) == len(pages)
    assert pages == [page for page in of_site if page in pages]


def test_somebodys_own_studies_come_first():
    assert _pages(OWN)[:3] == ["studies", "studies/a/index", "studies/b/index"]
