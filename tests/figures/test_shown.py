"""The list of what is shown of a study: every front has every entry that applies to the study."""

import ast
import json
from itertools import pairwise

import numpy as np
import pytest
from drawings import STUDIES, X, solved, study_of
from small_project import ROOT

from kpca.figures import shown
from kpca.kernels import Linear, Polynomial
from kpca.page import sections, tables
from kpca.studies.variables import Variables

CONDITIONAL = (
    *("automatic-gamma", "automatic-components", "beside-pca", "loadings", "importance", "biplot"),
    *("variables", "new-samples", "control-chart", "widths"),
    *("represented", "training-chart"),
)
"""Figures that some studies have. Another figure is tested where it is drawn."""

OF_EACH = {"represented", "training-chart"}
"""Those of every study without weights."""


def _conditional(one):
    """Which of these figures a study has."""
    return {name for name in CONDITIONAL if shown.figure(name).applies(one)}


@pytest.mark.parametrize(
    ("study", "expected"),
    [
        ("linear, in mg/l", {"loadings", "biplot"} | OF_EACH),
        (
            "polynomial",
            {"beside-pca", "loadings", "importance", "new-samples", "control-chart"} | OF_EACH,
        ),
        ("distances", OF_EACH),
        ("weighted", {"loadings", "importance"}),
        ("weighted and linear", {"loadings", "biplot"}),
    ],
)
def test_a_study_has_the_figures_that_apply_to_it(study, expected):
    assert _conditional(STUDIES[study]) == expected


def test_variables_have_arrows_if_some_are_numbers_and_a_table_if_all_have_classes():
    factors = Variables((), np.empty((40, 0)), ("site",), (("p", "q") * 20,))
    one = solved(study_of(Linear(), None, other_variables=factors))
    assert _conditional(one) == {"loadings", "biplot"} | OF_EACH
    assert "variables.csv" in tables.numbers({"one": one})
    numbers = Variables(("x", "y"), X[:, :2] ** 2, (), ())
    one = solved(study_of(Linear(), None, other_variables=numbers))
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


def test_a_page_draws_one_picture_for_each_fold_and_none_for_variables_which_the_map_has():
    whole = STUDIES["everything"]
    pictures = sections.pictures([whole])
    folds = [fold.name for fold in shown.FOLDS]
    assert list(pictures) == [name for name in folds if name not in (shown.BESIDE, shown.DENOISED)]
    assert all(one.parts for (one,) in pictures.values()), [*pictures.values()]


def test_a_fold_shows_the_studies_that_apply_and_none_without_them():
    of_distances = sections.pictures([STUDIES["distances"]])
    assert [*of_distances] == ["How much the axes show", "Odd samples"]
    weighted = sections.pictures([STUDIES["weighted"]])
    assert [*weighted] == ["Which columns make the axes", "How much the axes show"]


def test_the_tables_of_a_page_are_those_that_apply_and_a_study_without_columns_has_fewer():
    whole = STUDIES["everything"]
    of_whole = {"scores.csv", "spectrum.csv", "importance.csv", "control.csv", "variables.csv"}
    written = {*tables.numbers({"one": whole})}
    assert of_whole <= written
    assert "loadings.csv" not in written, "the features of a Gaussian kernel have no finite number"
    polynomial = {*tables.numbers({"one": solved(study_of(Polynomial(0.5, 2), None))})}
    assert {"loadings.csv", "importance.csv"} <= polynomial
    assert polynomial.isdisjoint({"control.csv", "variables.csv"})


def test_a_chart_of_too_few_samples_is_a_sentence():
    (chart,) = sections.pictures([STUDIES["three samples"]])["New samples"]
    assert not chart.parts
    assert "has 3 samples" in chart.caption
