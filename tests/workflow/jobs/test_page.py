"""The page of a study of a run: what it shows, and that names are shown as they are."""

import json
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from docutils.core import publish_string
from myst_parser.docutils_ import Parser

from kpca.centering import center
from kpca.data import Vectors
from kpca.figures.metadata import INSTEAD_OF, METADATA
from kpca.kernels import Linear
from kpca.page import scripts, verdict
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.target import Target
from kpca.results import checks, denoised, files, solutions, solved, studies
from kpca.solvers.solution import Solution
from kpca.statements import every
from kpca.statements.case import Case
from kpca.statements.check import Check, Failure
from kpca.studies import subset
from kpca.studies.datasets import example
from kpca.studies.origin import Origin
from kpca.studies.variables import Variables
from kpca.workflow.jobs import page

EVIL = '<script>alert("&")</script> $x$ `y` ````` **z** {{ 1 }} [[C1]]'
SCRIPTS = [
    {"type": "application/json", "id": "map-data"},
    *({"src": f"../../_static/{path.name}"} for path in scripts.files()),
]
"""The only scripts of a page: the numbers of its map, and what draws them."""


class Seen(HTMLParser):
    """The tags, links and scripts of a page in Markdown as the site shows it, and all its text."""

    def __init__(self, markdown):
        super().__init__()
        self.tags, self.links, self.alts, self.scripts, self.all = [], [], [], [], ""
        settings = {"report_level": 2, "halt_level": 2, "embed_stylesheet": False}
        settings |= {"myst_enable_extensions": ["dollarmath"], "output_encoding": "unicode"}
        # As Sphinx has it: pictures are in the page.
        settings |= {"line_length_limit": 100_000_000}
        html = publish_string(
            markdown, parser=Parser(), writer="html5", settings_overrides=settings
        )
        self.feed(html.partition("<main")[2])
        self.text = " ".join(self.all.split())

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.scripts += [dict(attributes)] if tag == "script" else []
        self.alts += [value for name, value in attributes if name == "alt"]
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data):
        # What stands in a script is data for the map.
        self.all += data if self.tags[-1:] != ["script"] else ""


def _picture(name, alt):
    about = {METADATA: {"figure": name, "caption": f"What {name} shows.", "alt": alt}}
    return {"data": {}, "metadata": about | {"image/png": {"width": 864}}}


def _sentence(name, text):
    return {"data": {"text/plain": text}, "metadata": {METADATA: {INSTEAD_OF: name}}}


def _written(folder, name, *outputs):
    path = folder / f"{name}.ipynb"
    path.write_text(json.dumps({"cells": [{"outputs": list(outputs)}]}))
    return str(path)


def _page(folder, study, outcomes=(), *more, unavailable=None, solution=None):
    """The page that the job makes of the files of a run."""
    found = study.solve()
    found = replace(found, solved=replace(found.solved, solution=solution or found.solution))
    scores, means = found.placed
    eigen = solutions.to_datasets(study, found.solution, scores)
    eigen[solved.NODE] = solved.to_dataset(found, means)
    executed = [one for one in outcomes if isinstance(one, Check)]
    failures = [one for one in outcomes if isinstance(one, Failure)]
    node = checks.to_dataset(executed, failures, unavailable)
    trees = {
        "study": studies.to_tree(study),
        "eigen-solve": studies.tree(study, **eigen),
        "agreement": studies.tree(subset.executed_on(study), checks=node),
    }
    for name, tree in trees.items():
        files.write(tree, folder / f"{name}.nc")
    given = [str(folder / f"{name}.nc") for name in trees]
    if study.statements == "none":
        given[-1] = "none"
    assert page.main(str(folder / "page.md"), *given, *more) == 0
    return Seen((folder / "page.md").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    origin = Origin(
        files=(("vectors", "my.csv", "0123abcd"),),
        left_out=(("kind", "labels"), (EVIL, "not one of 'columns'")),
        preparation="divided by its standard deviation with divisor n",
    )
    study = replace(example(), title=EVIL, remarks=(f"remark {EVIL}",), unit=EVIL, origin=origin)
    beside = np.random.default_rng(5).normal(size=(study.n, 2))
    land = tuple(f"{EVIL} {i % 3}" for i in range(study.n))
    given = Variables((EVIL, "lime"), beside, ("land",), (land,))
    study = replace(study, named_columns=("length", "width"), other_variables=given)
    outcomes = [*every.execute(Case.of(study))[:5], Failure("E7", f"ValueError: {EVIL}\n```\n# a")]
    unavailable = {"vegan": f"not installed {EVIL}"}
    return _page(tmp_path_factory.mktemp("page"), study, outcomes, unavailable=unavailable)


def test_names_and_remarks_are_text_and_never_code(seen):
    assert seen.scripts == SCRIPTS
    assert "pre" not in seen.tags, "a block of Markdown"
    for part in ("", "Remark ", "ValueError: ", "was not compared: not installed "):
        assert part + EVIL in seen.text
    assert len(seen.alts) == 6, "of the parts of the pictures of folds"


def test_a_page_asks_for_nothing_from_the_network_and_links_to_the_files_of_the_run(seen):
    own = [f"../../_static/{path.name}" for path in scripts.files()]
    files_of_run = ("study.nc", "eigen-solve.nc", "agreement.nc")
    linked = [f"../../../example/{name}" for name in ("", *files_of_run, "figures/")]
    guides = ["../../reading.html", "../../check.html"]
    pictures = set(seen.links) - {*own, *linked, *guides}
    assert all(picture.startswith("data:image/svg+xml;base64,") for picture in pictures)
    assert {*own, *linked, *guides} < set(seen.links)


def test_a_page_has_the_verdict_variables_statements_and_the_record(seen):
    for part in (
        "Correlation with each component, of the samples that have a value.",
        "5 of 5 executed statements agree; 1 not executed because of an exception.",
        "its eigenvalue μ over the sum of |μ| of all eigenvalues.",
        "LAPACK, all eigenvalues of the Gram matrix of all 48 samples",
        "vectors: my.csv, SHA-256 0123abcd",
        "Prepared: divided by its standard deviation with divisor n",
        "2 columns are used: length, width.",
        "kind is not data: labels.",
        "k(x, y) = (1 x·y + 1)^2",
    ):
        assert part in seen.text
    assert "Denoised samples" not in seen.text
    of_variables, of_statements = 1 + 2 + 1 + 3, 1 + 5
    assert seen.tags.count("tr") == of_variables + of_statements


def test_the_verdict_is_that_of_the_page_of_a_map(tmp_path):
    study = example()
    expected = verdict.seen({"example": study.solve()}).verdict
    assert expected[0] in _page(tmp_path, study, [Check("C1", 0.5, 1.0, 1e3)]).text


def test_one_of_a_kind_is_in_the_singular(tmp_path):
    study, X = example(), example().data.X[:, :1]
    study = replace(
        study,
        data=Vectors(Linear(), X, X[:1] + 1.0),
        components=1,
        new_names=["new"],
        new_labels=["sample"],
        named_columns=("length",),
    )
    text = _page(tmp_path, study, [Check("C1", 0.5, 1.0, 1e3)]).text
    assert ", …), 1 new one, 1 column (length)." in text
    assert "Components: 1 of k(x, y) = x·y." in text
    assert "1 column is used: length." in text
    assert str(study).endswith("\n48 samples, 1 new one, 1 component; Linear()")


def test_checks_that_fail_and_that_decide_nothing_are_not_counted_as_agreeing(tmp_path):
    outcomes = [
        Check("C1", 0.5, 1.0, 1e3),
        Check("E7", 0.5, 1.0, 0.0, decided=0),
        Check("E8", 3.0, 1.0, 1e3),
        Check("C3", 0.25, 1.0, 1e3),
    ]
    text = _page(tmp_path, example(), outcomes).text
    assert "2 of 4 executed statements agree; 1 undecided; 1 beyond their tolerance." in text


@pytest.mark.parametrize(
    ("more", "on"),
    [
        ({"statements": 12}, "12 of 48 samples, a random subset, with an"),
        ({"weights": np.repeat([1.5, 3.0], 24)}, "48 samples, each counted once, with an"),
        ({}, ""),
    ],
    ids=["subset", "weights", "all"],
)
def test_a_page_says_on_what_the_statements_were_executed(tmp_path, more, on):
    study = replace(example(), **more)
    text = _page(tmp_path, study, [Check("C1", 0.5, 1.0, 1e3)]).text
    assert (f"The statements are executed on {on}" in text) == bool(on)
    assert (", …) with weights, 108 together" in text) == ("weights" in more)
    assert ("a random subset" in text) == ("statements" in more)


def test_a_page_of_a_study_without_statements_says_so_and_has_no_table_of_them(tmp_path):
    found = _page(tmp_path, replace(example(), statements="none"))
    assert "No statement is executed on these data" in found.text
    assert "Every statement" not in found.text
    assert not any("agreement" in link for link in found.links)


def test_of_a_part_of_the_spectrum_a_page_claims_no_rank_and_no_count(tmp_path):
    study = example()
    A = center(study.data.K)
    mu, V = np.linalg.eigh(A)
    part = Solution.of_matrix(A, mu[::-1][:3], V[:, ::-1][:, :3], 1e-10, positive=True)
    assert not part.complete
    text = _page(tmp_path, study, [Check("C1", 0.5, 1.0, 1e3)], solution=part).text
    assert "Of 48 eigenvalues the largest 3 are computed" in text
    assert "The rank is at least 3." in text


def test_denoised_samples_are_a_fold_with_their_remarks_and_figures(tmp_path):
    study = example()
    study = replace(study, names=[EVIL, *study.names[1:]], new_names=[EVIL, *study.new_names[1:]])
    solution = study.solve().solution
    target = Target.of_projections(solution, study.kernel, study.data.X, study.data.X)
    reached = GradientDescent(most=1)(target, study.data.X)
    node = denoised.to_dataset(study, reached, None)
    files.write(studies.tree(study, denoised=node), tmp_path / "denoised.nc")
    denoised.write_table(tmp_path / "denoised.csv", study, reached, None)
    (tmp_path / "denoised-figures").mkdir()
    (tmp_path / "denoised-figures/moves.svg").write_text("<svg/>")
    outputs = (_picture("moves", "Lines."), _sentence("distances", "No distances."))
    more = (
        *(str(tmp_path / f"denoised.{end}") for end in ("nc", "csv")),
        _written(tmp_path, "denoised", *outputs),
    )
    found = _page(tmp_path, study, [Check("C1", 0.5, 1.0, 1e3)], *more)
    assert found.alts[-1] == "Lines."
    assert found.scripts == SCRIPTS
    parts = ("no convergence for 4", EVIL, "What moves shows.", "No distances.", "denoised.csv has")
    for part in parts:
        assert part in found.text
    assert {f"../../../example/denoised.{end}" for end in ("nc", "csv")} < set(found.links)


def test_the_site_finds_in_the_head_of_a_page_what_it_lists():
    study = replace(example(), title='A: "b"')
    head = page.markdown(study.solve(), "").split("---\n")[1]
    assert head.splitlines() == [
        r'title: "A: \"b\""',
        'samples: "48"',
        'kernel: "k(x, y) = (1 x·y + 1)^2"',
        'components: "3"',
    ]
