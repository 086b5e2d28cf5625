"""The build: equal results give equal bytes, warnings are returned, an earlier site survives."""

import hashlib
import re
import threading
import time

import browser
import pytest
from made_results import BOOK, OWN, results_of
from site_pages import broken_links, links_out_of, pages

from kpca.site import __main__ as job
from kpca.site import build, contents, formulas


def _bytes(folder):
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    results = results_of(folder / "results", BOOK)
    return results, build.site(BOOK, results, results / "site")


def test_the_pages_are_built_without_a_warning(built):
    assert built[1] == []


def test_every_page_opens_from_disk_and_all_links_resolve(built):
    site = built[0] / "site"
    found = pages(site)
    assert {"index.html", "statements.html", "theory-centering.html"} <= {p.name for p in found}
    broken = {page.name: broken_links(page) for page in found}
    assert {name: those for name, those in broken.items() if those} == {}


def test_no_link_of_the_book_leaves_its_folder(built):
    """The book is read alone. A site of somebody's own studies lies beside their results."""
    site = built[0] / "site"
    away = {page.name: links_out_of(site, page) for page in pages(site)}
    assert {name: those for name, those in away.items() if those} == {}


def test_every_page_has_one_current_entry_in_the_menu(built):
    site = built[0] / "site"
    alone = {
        site / name for name in ("index.html", "search.html", "genindex.html", "iris-map.html")
    }
    marked = {page: page.read_text().count(" current-page") for page in pages(site)}
    assert {page for page, number in marked.items() if number != 1} == alone
    assert len(marked) > 40


def _around(page):
    """The pages before and after a page, and those above it."""
    text = page.read_text()
    arrows = re.findall(r'<a class="(next|prev)-page" href="([^"]+)"', text)
    above = re.findall(r'<nav class="parents".+?</nav>', text)
    return dict(arrows), re.findall(r'href="([^"]+)"', "".join(above))


def test_a_notebook_leads_to_its_study_and_a_study_to_all_of_them(built):
    folder = built[0] / "site/studies/a"
    assert _around(folder / "index.html") == (
        {"prev": "../../studies.html", "next": "../../notebooks.html"},
        ["../../studies.html"],
    )
    notebooks = [one for one in folder.glob("*.html") if one.name != "index.html"]
    assert all(_around(one)[1] == ["../../studies.html", "index.html"] for one in notebooks)
    assert [_around(one)[0].get("prev") for one in notebooks].count("index.html") == 1


def test_the_arrows_lead_from_the_first_page_through_all_but_notebooks_of_studies(built):
    site = built[0] / "site"
    page, read = site / "index.html", []
    while to := _around(page)[0].get("next"):
        page = (page.parent / to).resolve()
        read.append(page.relative_to(site).as_posix())
    assert len({*read}) == len(read)
    every = {one.relative_to(site).as_posix() for one in site.rglob("*.html")}
    left = {name for name in every - {*read} if not name.startswith("studies/a/")}
    assert left == {"index.html", "search.html", "genindex.html", "iris-map.html"} & every
    at = read.index("studies.html")
    assert read[at : at + 3] == ["studies.html", "studies/a/index.html", "notebooks.html"]


def test_without_the_book_the_site_has_no_broken_link_and_no_page_of_it(tmp_path):
    results = results_of(tmp_path / "results", OWN)
    assert build.site(OWN, results, results / "site") == []
    found = pages(results / "site")
    names = {page.relative_to(results / "site").as_posix() for page in found}
    of_sphinx = {"search.html", "genindex.html"}
    of_study = {name for name in names if name.startswith("studies/")}
    assert names - of_study - of_sphinx == {"index.html", "reading.html", "check.html"}
    assert "studies/a/index.html" in of_study
    lost = [(page.name, one) for page in found for one in broken_links(page)]
    assert [pair for pair in lost if not pair[1].endswith((".nc", "figures/"))] == []


def test_the_job_of_the_site_passes_the_wish_for_the_book_on(monkeypatch):
    given = []
    monkeypatch.setattr(job, "load", lambda path: OWN)
    monkeypatch.setattr(build, "site", lambda *arguments: given.append(arguments[-1]))
    assert job.main("my.yaml", "site") == job.main("my.yaml", "site", "--book") == 0
    assert given == [False, True]


def test_formulas_are_rendered_and_none_is_left_for_a_script(built):
    text = (built[0] / "site/theory-eigenproblem.html").read_text()
    assert text.count('class="katex"') > 30
    assert "mathjax.js" not in text.lower()
    assert "tex-mml" not in text.lower()


FORMULAS = """
return [...document.querySelectorAll("div.math")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent.slice(0, 40));
"""
"""The displayed formulas that are wider than their column."""


@pytest.fixture(scope="module")
def shown():
    yield from browser.shown()


@pytest.mark.parametrize("width", [390, 1300, 1440])
def test_no_formula_of_the_theory_is_wider_than_its_column(built, shown, width):
    shown.wide(width)
    for name in contents.THEORY:
        shown.open(built[0] / "site" / f"{name}.html")
        assert shown.driver.execute_script(FORMULAS) == [], name
        assert "the page scrolls sideways" not in shown.faults(), name


PICTURES = """
const all = [...document.querySelectorAll("article figure img.figure")];
return all.filter((one) => one.checkVisibility()).map((one) => {
  const frame = one.closest("a"), scale = one.getBoundingClientRect().width / one.naturalWidth;
  return [one.src.split("/").pop(), scale, frame.scrollWidth > frame.clientWidth];
});
"""
"""How much larger than drawn the pictures in sight are, and whether they scroll in their links."""


@pytest.mark.parametrize(("width", "of_phone"), [(390, True), (1440, False)])
def test_a_phone_shows_panels_below_each_other_in_one_width_and_a_desk_beside_each_other(
    width, of_phone, built, shown
):
    shown.wide(width)
    found = []
    for name in ("theory-centering", "choosing", "reading"):
        shown.open(built[0] / "site" / f"{name}.html")
        found += shown.driver.execute_script(PICTURES)
        assert shown.faults() == []
        assert shown.inaccessible() == []
    # Text is drawn with 9.6 pixels or more.
    assert {file: scale for file, scale, _ in found if 9.6 * scale < 9.0} == {}
    assert {("-on-phone" in file, scrolls) for file, _, scrolls in found} == {(of_phone, False)}


SEARCHED = """
return [...document.querySelectorAll("ul.search > li")].map((one) =>
  [one.querySelector("a").getAttribute("href"), one.querySelector("p")?.textContent ?? ""]);
"""


def test_a_result_of_the_search_has_the_sentence_with_the_word(built, shown):
    shown.wide(1440)
    shown.open(built[0] / "site/search.html", "?q=outlier+interlacing")
    for _ in range(50):
        if found := dict(shown.driver.execute_script(SEARCHED)):
            break
        time.sleep(0.1)
    assert found["theory-samples.html"].startswith("… ")
    assert "outlier" in found["theory-samples.html"]
    assert shown.faults() == []


def test_only_the_page_of_the_search_loads_the_excerpts(built):
    with_them = [one.name for one in pages(built[0] / "site") if "excerpts.js" in one.read_text()]
    assert with_them == ["search.html"]


def test_two_builds_have_equal_bytes(built):
    results, _ = built
    first = _bytes(results / "site")
    build.site(BOOK, results, results / "site")
    assert _bytes(results / "site") == first
    assert len(first) > 50


def test_no_place_of_this_machine_is_on_a_page(built):
    for page in pages(built[0] / "site"):
        assert str(built[0]) not in page.read_text(), page.name


def test_a_build_that_fails_leaves_the_earlier_site(tmp_path, monkeypatch):
    results = results_of(tmp_path / "results", OWN)
    site = results / "site"
    site.mkdir()
    (site / "index.html").write_text("earlier")

    def fails(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "html", fails)
    with pytest.raises(OSError, match="No space"):
        build.site(OWN, results, site)
    assert (site / "index.html").read_text() == "earlier"
    assert sorted(path.name for path in results.glob(".site*")) == []


def _threads_of_engines():
    return [thread.name for thread in threading.enumerate() if "run_event_loop" in thread.name]


def test_the_engine_of_formulas_ends_with_the_build(tmp_path):
    formulas.rendered("z_{17}", False)
    assert len(_threads_of_engines()) == 1
    (tmp_path / "source").mkdir()
    (tmp_path / "source/index.md").write_text("# A\n\n$z_{18}$\n")
    assert build.html(tmp_path / "source", tmp_path / "made", tmp_path / "trees") == []
    assert _threads_of_engines() == []
    assert "katex" in formulas.rendered("z_{19}", False), "the next formula starts another"


def test_a_formula_that_cannot_be_rendered_is_a_warning_and_the_other_pages_are_built(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text("# A\n\n$\\notamacro$ and $x$\n")
    (warning,) = build.html(source, tmp_path / "made", tmp_path / "trees")
    assert "KaTeX cannot render '\\\\notamacro'" in warning
    text = (tmp_path / "made/index.html").read_text()
    assert "<code>" in text
    assert text.count('class="katex"') == 1
