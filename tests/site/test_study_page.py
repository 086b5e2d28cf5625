"""The page of a study in Markdown: what it shows, and that names are shown as they are."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from docutils.core import publish_string
from myst_parser.docutils_ import Parser

from kpca.centering import center
from kpca.data import Vectors
from kpca.figures.metadata import INSTEAD_OF, METADATA
from kpca.kernels import Linear, Sigmoid
from kpca.page import scripts
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.target import Target
from kpca.results import checks, denoised, files, solutions, solved, studies
from kpca.site import study_page
from kpca.site.study_page import Denoised
from kpca.solvers.solution import Solution
from kpca.statements import every
from kpca.statements.case import Case
from kpca.statements.check import Check
from kpca.studies import solving, subset
from kpca.studies.datasets import example
from kpca.studies.study import Origin
from kpca.studies.variables import Variables


def by_iteration(K):
    """The three leading components of a Gram matrix, and no other eigenvalue."""
    A = center(K)
    mu, V = np.linalg.eigh(A)
    return Solution.of_matrix(A, mu[::-1][:3], V[:, ::-1][:, :3], 1e-10, positive=True)


THE_MAP = [
    {"type": "application/json", "id": "map-data"},
    *({"src": f"../../_static/{path.name}"} for path in scripts.files()),
]
"""The only scripts of a page: the numbers of its map, and what draws them."""

EVIL = '<script>alert("&")</script> $x$ `y` **z** {{ 1 }}'


def _html(markdown):
    """The page as the site shows it."""
    settings = {"myst_enable_extensions": ["dollarmath", "deflist"], "report_level": 2}
    settings |= {"halt_level": 2, "embed_stylesheet": False, "output_encoding": "unicode"}
    parser = Parser()
    return publish_string(
        markdown, parser=parser, writer="html5", settings_overrides=settings
    ).partition("<main")[2]


class Seen(HTMLParser):
    """Every tag and all the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.links, self.styles, self.alts = [], "", [], [], []
        self.scripts = []
        self.feed(_html(text))

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.scripts += [dict(attributes)] if tag == "script" else []
        self.styles += [value for name, value in attributes if name == "style"]
        self.alts += [value for name, value in attributes if name == "alt"]
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data):
        # What stands in a script is data for the map.
        self.text += data if self.tags[-1:] != ["script"] else ""


def _picture(name, caption, alt, width):
    about = {METADATA: {"figure": name, "caption": caption, "alt": alt}}
    return {"data": {}, "metadata": about | {"image/png": {"width": width}}}


def _sentence(name, text):
    return {"data": {"text/plain": text}, "metadata": {METADATA: {INSTEAD_OF: name}}}


def _notebook(*outputs):
    return {"cells": [{"cell_type": "markdown"}, {"cell_type": "code", "outputs": list(outputs)}]}


EMPTY = _notebook()


@pytest.fixture(scope="module")
def seen():
    notebook = _notebook(
        {"data": {"text/plain": "printed"}},
        _sentence("spectrum", f"Not drawn: {EVIL}"),
        _picture("scores", "What the map shows.", f"Three dots. {EVIL}", 864),
        {"data": {}, "metadata": {METADATA: {"caption_of": "scores"}}},
    )
    origin = Origin(
        files=(("vectors", "my.csv", "0123abcd"),),
        left_out=(("kind", "labels"), (EVIL, "not one of 'columns'")),
        preparation="divided by its standard deviation with divisor n",
    )
    study = replace(example(), title=EVIL, remarks=(f"remark {EVIL}",), unit=EVIL, origin=origin)
    beside = np.random.default_rng(5).normal(size=(study.n, 2))
    land = tuple(f"{EVIL} {i % 3}" for i in range(study.n))
    given = Variables((EVIL, "lime"), beside, ("land",), (land,))
    study = replace(study, named_columns=("length", "width"), variables=given)
    found = solving.solve(study)
    executed = checks.to_dataset(every.execute(Case.of(study))[:5])
    return Seen(study_page.render(study, found, executed, notebook))


def test_names_and_remarks_are_text_and_never_code(seen):
    assert seen.scripts == THE_MAP
    assert seen.text.count(EVIL) >= 3


def test_variables_beside_the_data_have_their_tables(seen):
    assert "Correlation with each component, of the samples that have a value." in seen.text
    assert "the share of the given order and 999 permutations" in seen.text
    assert seen.text.count("lime") == 1
    assert seen.text.count("land") == 3


def test_a_page_asks_for_nothing_from_the_network(seen):
    own = "../../../example/"
    names = ("figures/scores.svg", "figures/scores.pdf", "eigen-solve.nc", "study.nc")
    pictures = [link for link in seen.links if link.endswith((".png", ".js"))]
    assert len(pictures) == 1 + len(scripts.files())
    others = {"../../check.html", *(f"{own}{name}" for name in names)}
    assert set(seen.links) - set(pictures) == others


def test_a_figure_has_its_caption_once_and_the_width_of_two_columns(seen):
    assert seen.text.count("What the map shows.") == 1
    assert "width: 864px" in "".join(seen.styles)


def test_a_figure_has_its_alt_text_and_no_other_sentence(seen):
    assert seen.alts == [f"Three dots. {EVIL}"]


def test_figures_and_sentences_in_their_place_stand_in_the_order_of_the_notebook(seen):
    assert 0 < seen.text.index(f"Not drawn: {EVIL}") < seen.text.index("What the map shows.")


def test_it_names_the_input_file_with_its_hash_and_the_columns_used_and_left_out(seen):
    text = " ".join(seen.text.split())
    assert "vectors: my.csv, SHA-256 0123abcd" in text
    assert "Prepared: divided by its standard deviation with divisor n" in text
    assert "2 columns are used: length, width." in text
    assert f"Columns that are left out: kind (labels), {EVIL} (not one of 'columns')." in text


def test_it_shows_the_formula_of_the_kernel_and_not_its_class(seen):
    assert "3 components; k(x, y) = (1 x·y + 1)^2." in seen.text
    assert "Polynomial" not in seen.text


def test_negative_eigenvalues_are_mentioned_only_where_there_are_some(seen):
    assert "count against" not in seen.text
    assert "Explained: μ over the sum of |μ| of all eigenvalues." in seen.text
    kernel = Sigmoid(1.0, -1.0)
    study = example()
    study = replace(study, data=replace(study.data, kernel=kernel))
    found = solving.solve(study)
    assert len(found.solution.negative) > 0
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    assert "negative eigenvalues count against" in study_page.render(study, found, executed, EMPTY)


def test_it_shows_components_figures_and_statements(seen):
    assert seen.tags.count("figure") == 1
    assert "5 of 5 agree" in seen.text
    of_variables = 1 + 2 + 1 + 3
    assert seen.tags.count("tr") == 2 + 3 + of_variables + 5


def test_checks_that_fail_and_that_decide_nothing_are_not_counted_as_agreeing():
    study = example()
    outcomes = [
        Check("C1", 0.5, 1.0, 1e3),
        Check("E7", 0.5, 1.0, 0.0, decided=0),
        Check("E8", 3.0, 1.0, 1e3),
        Check("C3", 0.25, 1.0, 1e3),
        Check("C4", 0.5, 1.0, 0.0, decided=0),
    ]
    executed = checks.to_dataset(outcomes)
    assert list(executed["verdict"].values).count("undecided") == 2
    assert "2 of 5 agree" in study_page.render(study, solving.solve(study), executed, EMPTY)


def test_one_of_a_kind_is_in_the_singular():
    study = example()
    X = study.data.X[:, :1]
    study = replace(
        study,
        data=Vectors(Linear(), X, X[:1] + 1.0),
        components=1,
        new_names=["new"],
        new_labels=["sample"],
        named_columns=("length",),
        origin=Origin(left_out=(("kind", "labels"),)),
    )
    found = solving.solve(study)
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    text = " ".join(Seen(study_page.render(study, found, executed, EMPTY)).text.split())
    assert "48 samples, 1 new one, 1 component; k(x, y) = x·y." in text
    assert "1 column is used: length." in text
    assert "Column that is left out: kind (labels)." in text
    assert "48 samples, 1 new one, 1 component; Linear()" in str(study)


def test_a_page_writes_mu_in_one_way(seen):
    assert "|mu|" not in seen.text
    assert "mu over" not in seen.text


@pytest.fixture(scope="module")
def with_denoised():
    notebook = _notebook(
        _picture("moves", "Where the samples move.", "Lines.", 420),
        _sentence("distances", "There are no distances to draw."),
    )
    columns = [f"column {j}" for j in range(8)]
    header = ["sample", "kind", *columns, "distance", "lower bound", "converged"]
    rows = [[EVIL, "training", *["0.1234567891"] * 8, "", "", "no"] for _ in range(12)]
    rows += [["n1", "new", *["2.0"] * 8, "0.5", "0.0", "yes"]]
    study = example()
    found = solving.solve(study)
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    shown = Denoised([f"no convergence: {EVIL}"], [header, *rows], notebook)
    return Seen(study_page.render(study, found, executed, EMPTY, shown))


def test_denoised_samples_are_shown_with_their_remarks_and_figures(with_denoised, seen):
    text = " ".join(with_denoised.text.split())
    assert "Denoised samples" in text
    assert f"no convergence: {EVIL}" in text
    assert text.count("Where the samples move.") == 1
    assert "There are no distances to draw." in text
    assert any(link.endswith("denoised-figures/moves.svg") for link in with_denoised.links)
    assert any(link.endswith("/denoised.csv") for link in with_denoised.links)
    assert with_denoised.scripts == THE_MAP
    assert "Denoised samples" not in seen.text


def test_the_table_of_denoised_samples_has_some_rows_of_each_kind_and_some_columns(with_denoised):
    text = " ".join(with_denoised.text.split())
    assert with_denoised.text.count(EVIL) == 10 + 1
    assert "0.123457" in text
    assert "0.1234567891" not in text
    assert "column 5" in text
    assert "column 6" not in text
    assert "n1" in text
    assert (
        "Samples shown: 10 of 12 (training), 1 of 1 (new). Columns of the data shown: 6 of 8."
    ) in text


def test_the_job_reads_the_denoised_samples_from_their_result_table_and_figures(tmp_path):
    study = example()
    found = solving.solve(study)
    solution = found.solution
    eigen = solutions.to_datasets(study, solution, solution.scores[:12])
    eigen[solved.NODE] = solved.to_dataset(study, found, found.means[:12])
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    target = Target.of_projections(solution, study.kernel, study.data.X, study.data.X)
    reached = GradientDescent(most=1)(target, study.data.X)
    trees = {
        "study": studies.to_tree(study),
        "eigen": studies.tree(study, **eigen),
        "checks": studies.tree(study, checks=executed),
        "denoised": studies.tree(study, denoised=denoised.to_dataset(study, reached, None)),
    }
    for name, tree in trees.items():
        files.write(tree, tmp_path / f"{name}.nc")
    denoised.write_table(tmp_path / "denoised.csv", study, reached, None)
    given = [str(tmp_path / f"{name}.nc") for name in ("study", "eigen", "checks")]
    notebooks = [str(tmp_path / f"{name}.ipynb") for name in ("first", "denoised")]
    for path, notebook in zip(
        notebooks, (EMPTY, _notebook(_sentence("moves", "No map."))), strict=True
    ):
        Path(path).write_text(json.dumps(notebook))
    more = [str(tmp_path / "denoised.nc"), str(tmp_path / "denoised.csv"), notebooks[1]]
    output = tmp_path / "page.md"
    assert study_page.main(str(output), *given, notebooks[0], *more) == 0
    text = Seen(output.read_text()).text
    for part in ("no convergence for 4", "pre-images: point ", "10 of 48 (training)", "No map."):
        assert part in text
    assert study_page.main(str(output), *given, notebooks[0]) == 0
    assert "Denoised" not in output.read_text()


def test_a_page_of_a_study_without_statements_says_so_and_has_no_table_of_them():
    study = replace(example(), statements="none")
    text = " ".join(
        Seen(study_page.render(study, solving.solve(example()), None, EMPTY)).text.split()
    )
    assert (
        "No statement is executed on these data, as the configuration asks (statements: none)"
        in text
    )
    assert "LAPACK, all eigenvalues of the Gram matrix of all 48 samples" in text
    assert "agree: the discrepancy" not in text


def test_a_page_says_on_how_many_samples_the_statements_were_executed(seen):
    study = example()
    found = solving.solve(study)
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    on = "48 of 5000 samples, a random subset"
    text = Seen(study_page.render(study, found, executed, EMPTY, on=on)).text
    assert "executed on 48 of 5000 samples, a random subset" in text
    assert "random subset" not in seen.text


def test_of_a_part_of_the_spectrum_a_page_claims_no_rank_and_no_count():
    study = example()
    found = replace(solving.solve(study), solution=by_iteration(study.data.K))
    assert not found.solution.complete
    text = Seen(study_page.render(study, found, None, EMPTY)).text
    assert "Of 48 eigenvalues the largest 3 are computed" in text
    assert "The rank is at least 3." in text


def test_the_page_of_a_study_with_weights_has_their_sum_and_says_what_statements_count():
    study, plain = replace(example(), weights=np.repeat([1.5, 3.0], 24)), example()
    once = str(studies.tree(subset.executed_on(study)).attrs["executed_on"])
    executed = checks.to_dataset(every.execute(Case.of(plain))[:1])
    page = study_page.render(study, solving.solve(study), executed, EMPTY, on=once)
    text = " ".join(Seen(page).text.split())
    assert "48 samples with weights, 108 together, " in text
    assert "executed on 48 samples, each counted once, with" in text
    assert "random subset" not in text
    assert "with weights" not in study_page.render(plain, solving.solve(plain), None, EMPTY)
