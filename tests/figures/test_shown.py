"""The list of what is shown of a study: every front has every entry that applies to the study."""

import ast
import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from given_studies import GIVEN
from small_project import ROOT

from kpca.choosing.automatic import GammaCurve
from kpca.data import Vectors
from kpca.figures import shown
from kpca.kernels import RBF, Linear, Polynomial
from kpca.page import sections, tables
from kpca.studies import solving
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.solved_study import SolvedStudy
from kpca.studies.study import Study
from kpca.studies.variables import Variables

RNG = np.random.default_rng(7)
X, X_NEW = RNG.normal(size=(40, 3)) * [3.0, 2.0, 1.0], RNG.normal(size=(6, 3)) * 4.0
CURVES = Automatic(
    ComponentsCurve(np.array([3.0, 2.0, 0.5]), np.array([1.0, 0.9, 0.8]), 2),
    GammaCurve(
        *(np.array(row) for row in ([0.1, 0.2], [0.7, 0.6], [0.02, 0.03], [0.01, 0.02])),
        1.5,
        2,
        0.2,
    ),
)


def _study(kernel, new=X_NEW, **more):
    names, new_names = [f"s{i}" for i in range(40)], [f"t{i}" for i in range(6)]
    labels, again = ["u", "v"] * 20, new is None
    return Study(
        *("s", "S", Vectors(kernel, X, X if again else new), 2, names, labels),
        *((names, labels) if again else (new_names, 6 * ["w"])),
        named_columns=("a", "b", "c"),
        **more,
    )


def _solved(study):
    return SolvedStudy(study, solving.solve(study))


@pytest.fixture(scope="module")
def whole():
    """A study with everything that a study may have besides features that are columns."""
    given = Variables(("x", "y"), RNG.normal(size=(40, 2)), ("site",), (("p", "q") * 20,))
    return _solved(_study(RBF(0.05), automatic=CURVES, variables=given))


CONDITIONAL = (
    *("automatic-gamma", "automatic-components", "beside-pca", "loadings", "importance", "biplot"),
    *("variables", "new-samples", "control-chart", "widths"),
    *("represented", "training-chart"),
)
"""Figures that some studies have. Another figure is tested where it is drawn."""

OF_EACH = {"represented", "training-chart"}
"""Those of every study without weights."""

WEIGHTS = np.resize([3.0, 1.0, 2.0], 40)


def _conditional(one):
    """Which of these figures a study has."""
    return {name for name in CONDITIONAL if shown.figure(name).applies(one)}


@pytest.mark.parametrize(
    ("study", "expected"),
    [
        (_study(Linear(), None), {"loadings", "biplot"} | OF_EACH),
        (
            _study(Polynomial(0.5, 2)),
            {"beside-pca", "loadings", "importance", "new-samples", "control-chart"} | OF_EACH,
        ),
        (GIVEN, OF_EACH),
        (_study(Linear(), weights=WEIGHTS), {"loadings", "biplot"}),
        (_study(RBF(0.05), weights=WEIGHTS), {"loadings", "importance"}),
    ],
)
def test_a_study_has_the_figures_that_apply_to_it(study, expected):
    again = replace(study, new_names=study.names) if study is GIVEN else study
    assert _conditional(_solved(again)) == expected


def test_variables_have_arrows_if_some_are_numbers_and_a_table_if_all_have_classes():
    factors = Variables((), np.empty((40, 0)), ("site",), (("p", "q") * 20,))
    one = _solved(_study(Linear(), None, variables=factors))
    assert _conditional(one) == {"loadings", "biplot"} | OF_EACH
    assert "variables.csv" in tables.numbers({"one": one})
    numbers = Variables(("x", "y"), X[:, :2] ** 2, (), ())
    one = _solved(_study(Linear(), None, variables=numbers))
    assert _conditional(one) == {"loadings", "biplot", "variables"} | OF_EACH


def test_the_notebook_shows_every_figure_in_the_order_of_the_list():
    path = ROOT / "notebooks/studies/first-components.ipynb"
    cells = json.loads(path.read_text())["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    named = [
        call for call in calls if getattr(call.func, "id", "") == "show" and len(call.args) == 1
    ]
    names = [call.args[0].value for call in sorted(named, key=lambda call: call.lineno)]
    entries = [entry.name for entry in shown.FIGURES]
    to_add = [
        f'show("{name}")' + (f' after show("{before}")' if before else " before the other figures")
        for before, name in pairwise(["", *entries])
        if name not in names
    ]
    assert not to_add, f"add to {path.relative_to(ROOT)}: {', then '.join(to_add)}"
    assert names == entries, "move or remove a call of show: the order is that of FIGURES"


def test_a_page_draws_every_figure_that_its_interactive_map_does_not_show(whole):
    of_sections = sections.pictures(whole)
    entries = [entry for entry in shown.FIGURES if entry.applies(whole) and not entry.interactive]
    expected = Counter(entry.section for entry in entries)
    assert {section: len(pictures) for section, pictures in of_sections.items()} == expected
    assert list(of_sections) == list(shown.SECTIONS)
    every = [picture for pictures in of_sections.values() for picture in pictures]
    assert all(picture.address for picture in every), [picture.caption for picture in every]
    assert all(shown.figure(name).interactive for name in ("scores", "beside-pca", "spectrum"))


def test_the_tables_of_a_page_are_those_that_apply_and_a_study_without_columns_has_fewer(whole):
    of_whole = {"scores.csv", "spectrum.csv", "importance.csv", "control.csv", "variables.csv"}
    written = {*tables.numbers({"one": whole})}
    assert of_whole <= written
    assert "loadings.csv" not in written, "the features of a Gaussian kernel have no finite number"
    polynomial = {*tables.numbers({"one": _solved(_study(Polynomial(0.5, 2), None))})}
    assert {"loadings.csv", "importance.csv"} <= polynomial
    assert polynomial.isdisjoint({"control.csv", "variables.csv"})


def test_a_chart_of_too_few_samples_is_a_sentence_with_their_number():
    few = _study(RBF(0.05))
    few = replace(few, data=Vectors(RBF(0.05), X[:3], X_NEW), names=few.names[:3])
    one = _solved(replace(few, labels=few.labels[:3]))
    (chart,) = sections.pictures(one)["New samples"][1:]
    assert not chart.address
    assert "has 3 samples" in chart.caption
