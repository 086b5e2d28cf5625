"""The parts of a page below its map: columns, variables, new samples, statements."""

import base64
from dataclasses import replace

import numpy as np
import pytest
from given_studies import solved_on

from kpca.data import Vectors
from kpca.figures.metadata import INSTEAD_OF, METADATA
from kpca.kernels import RBF, Linear
from kpca.page import sections
from kpca.statements.check import Check, Failure
from kpca.statements.executed import Checks

RNG = np.random.default_rng(8)
X = RNG.normal(size=(24, 3)) * [5.0, 2.0, 1.0] + [1.0, -4.0, 9.0]
X_NEW = np.array([[2.0, -3.0, 8.5], [40.0, 1.0, 7.0]])
COLUMNS = ("height", "width", "depth")


def _one(kernel, new=X_NEW, **more):
    return solved_on(Vectors(kernel, X, new), 2, "cabcab" * 4, named_columns=COLUMNS, **more)


def test_the_control_chart_names_the_new_sample_that_is_far_away_and_its_column():
    (chart,) = sections.pictures([_one(Linear()), _one(RBF(0.02))])["New samples"]
    assert chart.caption.startswith("PCA. Orange"), "of the first map"
    assert "1 above a limit of T²: n1;" in chart.alt
    assert "contributions to n1" in chart.alt
    assert "the largest is height" in chart.alt
    assert "New samples" not in sections.pictures([_one(Linear(), new=X)])


def test_a_map_that_is_hidden_because_it_is_like_the_first_one_has_no_bars_in_a_fold():
    (bars,) = sections.pictures([_one(Linear()), _one(RBF(1e-7))])["How much the axes show"]
    assert len(bars.parts) == 1


@pytest.mark.parametrize(("statements", "is_subset"), [("all", False), ("sample", True)])
def test_statements_have_a_row_each_and_say_if_they_are_executed_on_a_subset(statements, is_subset):
    one = _one(Linear())
    one = replace(one, statements=statements)
    executed = Checks(None)
    outcomes = [
        Check("C1", 0.25, 0.5, 300.0),
        Failure("C3", "ValueError: y"),
        Check("E7", 3.0, 1.5, 70.0),
    ]
    executed._by_id = {outcome.id: outcome for outcome in outcomes}
    one.__dict__["checks"] = executed
    shown = sections.statements(sections.executed(one))
    assert shown["on"] == "a random subset of the samples" * is_subset
    assert shown["failures"] == [("C3", "ValueError: y")]
    names = ("id", "verdict", "discrepancy", "tolerance", "control")
    assert [[row[name] for name in names] for row in shown["rows"]] == [
        ["E7", "fails", "3.0e+00", "1.5e+00", "7.0e+01"],
        ["C1", "agrees", "2.5e-01", "5.0e-01", "3.0e+02"],
    ]


def test_each_map_is_a_part_of_a_picture_and_the_legend_of_all_is_another_one():
    shown = sections.pictures([_one(Linear()), _one(RBF(0.02))])
    parts = {fold: [width for _, width in of.parts] for fold, (of,) in shown.items()}
    assert parts["How much the axes show"] == parts["Odd samples"] == [368, 368]
    assert len(parts["Other widths of the kernel"]) == 4
    assert max(parts["Other widths of the kernel"]) < 368
    svg = [base64.b64decode(address.split(",")[1]) for address, _ in shown["Odd samples"][0].parts]
    assert all(one.count(b'id="axes_') == 1 for one in svg) and svg[0] != svg[1]


def _outputs(folder):
    """Outputs of a notebook: three figures with their files, a sentence, and what is printed."""
    for name in ("scores", "training-chart", "scree"):
        (folder / f"{name}.svg").write_text(f"<svg>{name}</svg>")
        about = {"figure": name, "caption": f"Of {name}.", "alt": f"Dots of {name}."}
        yield {"data": {}, "metadata": {METADATA: about, "image/png": {"width": 864}}}
        yield {"data": {}, "metadata": {METADATA: {"caption_of": name}}}
    about = {METADATA: {INSTEAD_OF: "loadings"}}
    yield {"data": {"text/plain": ["There is ", "one column."]}, "metadata": about}
    yield {"data": {"text/plain": "printed"}}


def test_figures_and_sentences_of_a_notebook_are_those_that_it_shows(tmp_path):
    notebook = {"cells": [{"cell_type": "markdown"}, {"outputs": [*_outputs(tmp_path)]}]}
    found = sections.of_notebook(notebook, tmp_path)
    assert list(found) == ["scores", "training-chart", "scree", "loadings"]
    address = "data:image/svg+xml;base64," + base64.b64encode(b"<svg>scree</svg>").decode()
    scree = sections.Picture("Of scree.", "Dots of scree.", ((address, 864),))
    assert found["scree"] == scree
    assert found["loadings"] == sections.Picture("There is one column.")
