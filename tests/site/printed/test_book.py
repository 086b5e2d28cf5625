"""The printed book: equal sites have equal bytes, without a date or a folder of the machine."""

import re
import shutil

import browser
import pytest
from made_results import BOOK, results_of

from kpca.site import build
from kpca.site.printed import book, chromium, document, pdf

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(bool(browser.missing()), reason=browser.missing() or "there is a browser"),
]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    results = results_of(tmp_path_factory.mktemp("a book") / "results", BOOK)
    build.site(BOOK, results, results / "site")
    return results


@pytest.fixture(scope="module")
def printed(results):
    return book.write(BOOK, results, chromium.program()).read_bytes()


def test_two_prints_of_the_same_site_have_equal_bytes_also_from_another_folder(
    printed, results, tmp_path
):
    shutil.copytree(results / "site", tmp_path / "moved/site")
    assert book.write(BOOK, tmp_path / "moved", chromium.program()).read_bytes() == printed
    assert len(printed) > 100_000


def test_the_pdf_has_no_date_and_names_no_folder_of_this_machine(printed, results):
    assert re.search(rb"/(Creation|Mod)Date", printed) is None
    assert re.search(rb"/ID \[<", printed) is None
    assert str(results).encode() not in printed
    assert b"file:" not in printed


def test_every_page_begins_on_a_sheet_of_its_own_with_the_number_in_the_contents(printed):
    sheets = pdf.sheets(printed)
    ids = ["index", "theory-features", "studies-a-centering", "errata", "studies-a-index", "cite"]
    numbers = [sheets[id] for id in ids]
    assert numbers == sorted({*numbers})
    assert numbers[0] == 3, "after the title and the contents"


def test_the_numbers_do_not_move_the_pages(printed, results):
    text = document.html(BOOK, results / "site", pdf.sheets(printed))
    again = chromium.pdf(text, chromium.program(), results)
    assert pdf.reproducible(again) == printed


def test_nothing_is_left_beside_the_pdf(printed, results):
    assert [path.name for path in results.glob(".*")] == []
    assert list((results / "logs").glob("print-*")) == []
    assert (results / "site.pdf").read_bytes() == printed
