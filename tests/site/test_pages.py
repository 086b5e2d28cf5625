"""The source of a site: which pages there are, what they are made of, and what they name."""

import json
import re
from html import escape

import numpy as np
import pytest
from made_results import BOOK, OWN, notebook_of, results_of
from small_project import ROOT

from kpca import KernelPCA
from kpca.site import contents
from kpca.site.pages import Source
from kpca.site.rendering import TEXT
from kpca.site.typeset import typeset
from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER
from kpca.statements.status import STATUS
from kpca.studies.config import project
from kpca.studies.config.load import load
from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.studies.config.study import Config


def _written(tmp_path, config, book=True, **more):
    folder = tmp_path / "source"
    folder.mkdir()
    source = Source(config, results_of(tmp_path / "results", config, **more), folder, book)
    source.write()
    return folder, source


@pytest.mark.parametrize(
    ("config", "book"),
    [(OWN, False), (OWN, True), (BOOK, True)],
    ids=["own", "own and book", "book"],
)
def test_every_page_but_the_first_stands_in_one_list(tmp_path, config, book):
    folder, source = _written(tmp_path, config, book)
    listed = []
    for path in folder.rglob("*.md"):
        for tree in path.read_text().split("```{toctree}")[1:]:
            listed += re.findall(r"^/(.+)$", tree.partition("```")[0], re.MULTILINE)
    assert sorted([*listed, "index"]) == sorted(source.written)
    assert ("notation" in source.written) == book and "studies/a/eigen-solve" in source.written


@pytest.mark.parametrize("book", [False, True])
def test_the_start_page_of_somebodys_studies_links_to_each_with_its_numbers(tmp_path, book):
    folder, _ = _written(tmp_path, OWN, book)
    text = (folder / "index.md").read_text()
    assert ("`--book`" in text) != book
    assert '<a href="reading.html">' in text
    assert "\n# Your studies\n" in text
    for name in ("a", "b"):
        assert f'<a href="studies/{name}/index.html">My title</a>' in text
        assert f'<a href="../{name}/eigen-solve.nc">' in text
    assert "48 samples, k\\(x\\, y\\) \\= x·y, 2 components. 1 of 1 agree" in text
    assert "none executed" in text


def test_a_book_opens_with_the_slider_and_three_doors_and_the_number_of_statements(tmp_path):
    matrix = results_of(tmp_path / "results", BOOK) / "figures/agreement-matrix.png"
    matrix.parent.mkdir(exist_ok=True)
    matrix.write_bytes(b"PNG")
    matrix.with_suffix(".txt").write_text("A caption.\n")
    matrix.with_suffix(".alt.txt").write_text("A grid.\n")
    folder = tmp_path / "source"
    folder.mkdir()
    Source(BOOK, tmp_path / "results", folder, True).write()
    text = (folder / "index.md").read_text()
    doors = re.findall(r'<a href="(.+?)">.*?<strong>(.+?)</strong>', text, re.DOTALL)
    assert doors == [
        ("theory-features.html", "Learn it"),
        ("iris-map.html", "Map my table"),
        ("statements.html", "Check it"),
    ]
    assert text.index("gamma-values") < text.index("Learn it") < text.index("## What it is")
    assert f"{len(STATUS)} statements, each executed" in text
    agreement = (folder / "statements.md").read_text()
    (of_matrix,) = re.findall(r"{figure} (\S+)\n:alt: (.+)\n", agreement)
    assert of_matrix == ("agreement-matrix.png", '"A grid."')
    assert "<title>iris</title>" in (folder / "extra/iris-map.html").read_text()
    assert "A caption\\." in agreement
    assert text.count("gamma-values") == 1


def test_the_lines_on_the_first_door_are_kernel_pca():
    """The reader sees the method before anything is opened."""
    text = (TEXT / "opening.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"<pre>\n(.+?)</pre>", text, re.DOTALL)
    X = np.random.default_rng(0).normal(size=(30, 2))
    names = {"np": np, "X": X, "gamma": 0.5}
    exec(lines, names)
    expected = KernelPCA(2, kernel="rbf", gamma=0.5).fit_transform(X)
    np.testing.assert_allclose(abs(names["Z"]), abs(expected), atol=1e-12)


def test_the_list_of_studies_has_every_number(tmp_path):
    folder, _ = _written(tmp_path, BOOK)
    text = (folder / "studies.md").read_text()
    after = text.partition('## <a href="studies/a/index.html">My title</a>')[2]
    assert "<p>48 samples, " in after
    assert r'x-tex">k(x, y) = x\cdot y</annotation>' in after
    assert ", 2 components; checks: 1 of 1 agree.</p>" in after


@pytest.mark.parametrize("is_book", [True, False])
def test_a_study_of_the_book_says_why_one_should_look_at_it(tmp_path, is_book):
    """A study of somebody's own may have the same name as one of the book."""
    study = {"iris": BOOK.studies["a"]}
    more = {"demonstrations": {"unrolled-s": 1}} if is_book else {}
    folder, _ = _written(tmp_path, Config(results="results", studies=study, **more))
    for page in ("studies/iris/index", *["studies"] * is_book):
        question = "What does PCA see in four lengths of 120 flowers?"
        text = (folder / f"{page}.md").read_text()
        assert (question in text) == is_book
        assert question not in text.partition("{raw} html")[2] or page == "studies", "above the map"


def test_a_page_of_the_book_is_in_the_menu_or_another_page_leads_to_it(tmp_path):
    folder, _ = _written(tmp_path, BOOK)
    pages = {path.relative_to(folder).with_suffix("").as_posix() for path in _sources(folder)}
    lists = contents.trees(BOOK, True, sorted(pages))
    led_to = {page for above, _, below in lists if above == "index" for page in below}
    for path in _sources(folder):
        text, here = path.read_text(), path.parent
        for link in re.findall(r'href=\\?"([\w/.-]+)\.html|\]\(([\w/.-]+)\.(?:md|html)', text):
            to = (here / "".join(link)).resolve().relative_to(folder.resolve()).as_posix()
            led_to |= {to} - {path.relative_to(folder).with_suffix("").as_posix()}
    assert len(led_to) > 30
    assert pages - led_to - {"index"} == set()


def _sources(folder):
    every = [*folder.rglob("*.md"), *folder.rglob("*.ipynb")]
    return [path for path in every if folder / "extra" not in path.parents]


def test_every_study_of_the_book_has_its_question():
    config = load(project.file("config/config.yaml"))
    assert {*Source(config, ROOT, ROOT, True).questions} == {*config.studies}


def test_the_page_of_a_study_lists_its_notebooks(tmp_path):
    folder, _ = _written(tmp_path, BOOK)
    text = (folder / "studies/a/index.md").read_text()
    assert "\n# My title\n" in text
    for name in ("eigen-solve", "centering"):
        assert f'- <a href="{name}.html">{NOTEBOOKS[name].title}</a>' in text


def test_a_notebook_that_was_not_executed_costs_its_page_only(tmp_path):
    folder, source = _written(tmp_path, BOOK, left_out=("a/rkhs-norm.ipynb",))
    assert "studies/a/rkhs-norm" not in source.written
    assert "studies/a/agreement" in source.written
    assert "rkhs-norm" not in (folder / "studies/a/index.md").read_text().partition("## Note")[2]


def test_the_table_of_statements_links_to_the_page_that_executes_each(tmp_path):
    folder, source = _written(tmp_path, BOOK)
    path = tmp_path / "results/a/centering.ipynb"
    path.write_text(json.dumps(notebook_of('# Centering\n\n<a id="C1"></a>')))
    again = tmp_path / "again"
    again.mkdir()
    Source(BOOK, tmp_path / "results", again, True).write()
    text = (again / "statements.md").read_text()
    assert '<tr id="C1"><td><a href="studies/a/centering.html#C1">C1</a></td>' in text
    assert '<tr id="S24"><td><a href="theory-relatives.html#S24">S24</a></td>' in text
    assert text.count("<tr id=") == len(LEDGER)
    (notes,) = re.findall(r"<label>note <select.+?</select>", text)
    assert re.findall("<option>(.+?)</option>", notes) == ["N0", "N1", "N2", "N3", "N4"]
    assert '<a href="studies/a/centering.html#C1">' not in (folder / "statements.md").read_text()


def test_formulas_of_the_errata_and_slips_are_typeset_but_programs_in_r_are_not(tmp_path):
    folder, _ = _written(tmp_path, BOOK)
    text = (folder / "errata.md").read_text()
    for _, printed, meant in SLIPS:
        words = escape(meant) if printed.startswith("R: ") else typeset(meant)
        assert f"<td>{words}</td></tr>" in text
    for one in ERRATA.values():
        assert f"<td>{typeset(one.corrected)}</td>" in text
    assert r"|\alpha | = 1/\sqrt{n\lambda }" in text


def test_the_erratum_that_changes_a_map_has_the_picture(tmp_path):
    folder, _ = _written(tmp_path, OWN)
    before, _, after = (folder / "errata.md").read_text().partition("## C10x")
    assert "{image}" not in before
    assert "```{image} centering-misprint.svg\n:alt: " in after
    assert (folder / "centering-misprint.svg").is_file()


def test_how_it_was_made_names_the_manifest_packages_and_hashes(tmp_path):
    folder, _ = _written(tmp_path, OWN)
    text = (folder / "cite.md").read_text()
    assert "| numpy | 2.2 |" in text
    assert "| other |" not in text
    assert "| input, a: vectors | `0123` |" in text
    assert '<a href="../manifest.json">' in text


def test_the_citation_is_that_of_the_project(tmp_path):
    folder, _ = _written(tmp_path, OWN)
    text = (folder / "cite.md").read_text()
    assert "version = {0.1.0}" in text
    assert "author = {The kpca authors}" in text


def test_a_statement_that_a_chapter_executes_too_leads_to_the_chapter(tmp_path):
    results = results_of(tmp_path / "results", BOOK)
    for name, ids in (("centering", ["D1"]), ("agreement", ["R2", "D1"])):
        text = "".join(f'<a id="{id}"></a>' for id in ids)
        (results / f"a/{name}.ipynb").write_text(json.dumps(notebook_of(f"# A title\n\n{text}")))
    folder = tmp_path / "source"
    folder.mkdir()
    Source(BOOK, results, folder, True).write()
    text = (folder / "statements.md").read_text()
    for id, page in (("D1", "centering"), ("R2", "agreement")):
        assert f'<tr id="{id}"><td><a href="studies/a/{page}.html#{id}">{id}</a></td>' in text
