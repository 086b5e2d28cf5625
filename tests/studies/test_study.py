"""A study is data, a number of components, and names; its tables stand against the solution."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from conftest import STUDIES, split
from scipy.spatial.distance import cdist

from kpca.data import Distances, Vectors
from kpca.interpretation.importance import importance
from kpca.kernels import RBF, Linear, Polynomial
from kpca.solvers.placing import ByFeatures
from kpca.studies import solving
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.datasets import example
from kpca.studies.origin import Origin
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.study import Study
from kpca.studies.variables import Variables


def test_the_example_is_small_and_describes_itself():
    given = example()
    assert (given.n, given.m) == (48, 12)
    assert "48 samples, 12 new ones, 3 components" in str(given)
    again = replace(given, data=Vectors(given.kernel, given.data.X, given.data.X))
    again = replace(again, new_names=given.names, new_labels=given.labels)
    assert "48 samples, placed again as new ones, 3 components" in str(again)


def test_as_many_new_names_as_names_are_not_the_same_samples():
    given = example()
    renamed = [f"other {name}" for name in given.names]
    assert not given.placed_again
    assert not replace(given, new_names=renamed).placed_again
    assert replace(given, new_names=given.names).placed_again


def test_columns_without_names_are_counted_from_one():
    given = example()
    assert given.columns == ("x1", "x2")
    assert replace(given, named_columns=("a", "b")).columns == ("a", "b")
    D = np.zeros((2, 2))
    assert replace(given, data=Distances(D, D, D)).columns == ()


def test_standardized_points_are_given_back_in_their_units_also_for_some_of_the_columns():
    numbers = {"column_mean": np.array([10.0, 5.0]), "column_deviation": np.array([2.0, 4.0])}
    origin, X = Origin(numbers=numbers), np.array([[1.0, 0.0], [-1.0, 0.5]])
    assert origin.standardized
    assert origin.in_raw_units(X).tolist() == [[12.0, 5.0], [8.0, 7.0]]
    assert origin.in_raw_units(X[:, [1]], np.array([1])).tolist() == [[5.0], [7.0]]
    assert not Origin().standardized
    assert Origin().in_raw_units(X) is X


def _built(tmp_path, data, components, **more):
    config = StudyConfig(data=data, components=components, **more)
    return build("mine", config, tmp_path)


def _of(study):
    return study.solve()


def test_a_study_introduces_itself_in_one_line():
    linear = STUDIES["linear"]
    shown = repr(_of(linear))
    assert shown.startswith(f"study {linear.name}: {linear.n} samples, ")
    assert "\n" not in shown


def test_loadings_are_those_of_columns_or_features_with_their_names():
    linear = STUDIES["linear"]
    W = _of(linear).loadings
    assert list(W.index) == list(linear.columns)
    assert W.columns.name == "loading"
    np.testing.assert_allclose(W.T @ W, np.eye(W.shape[1]), rtol=0, atol=1e-10)
    rbf = STUDIES["rbf"]
    of_rbf = _of(rbf)
    column = np.corrcoef(rbf.data.X[:, 0], of_rbf.solution.scores[:, 0])[0, 1]
    assert of_rbf.loadings.columns.name == "correlation"
    assert of_rbf.loadings.iloc[0, 0] == pytest.approx(column, rel=1e-9, abs=0)


@pytest.mark.parametrize(
    ("kernel", "kind"),
    [(Linear(), "column"), (Polynomial(0.5, 2, 1.0), "feature"), (RBF(0.5), "column")],
    ids=str,
)
def test_the_rows_of_loadings_are_features_where_they_are_loadings_and_no_columns(kernel, kind):
    study = STUDIES["linear"]
    one = _of(replace(study, data=replace(study.data, kernel=kernel)))
    assert one.kind_of_loadings == kind


def test_the_importance_of_columns_is_a_table_with_their_names():
    rbf = STUDIES["rbf"]
    opened = _of(rbf)
    table, found = opened.importance, importance(rbf.data.kernel, rbf.data.X, opened.solution)
    assert list(table.index) == list(rbf.columns)
    assert table.index.name == "column"
    kinds = ("permutation", "standard error")
    d = opened.solution.components
    assert list(table.columns) == [f"component {k + 1} {w}" for k in range(d) for w in kinds]
    np.testing.assert_array_equal(table["component 1 permutation"], found.permutation[:, 0])
    np.testing.assert_array_equal(table["component 2 standard error"], found.standard_error[:, 1])
    assert opened.importances.of == rbf.n


def test_variables_beside_the_data_are_a_table_of_correlations_arrows_and_mean_scores():
    rbf = STUDIES["rbf"]
    Z = _of(rbf).solution.scores
    noise = np.random.default_rng(2).normal(size=rbf.n)
    signs = tuple("low" if z < 0.1 else "high" for z in Z[:, 0])
    values = np.column_stack([noise, 3.0 - 2.0 * Z[:, 1]])
    given = Variables(("noise", "planted"), values, ("sign",), (signs,))
    opened = _of(replace(rbf, other_variables=given))
    table = opened.variables
    assert list(table.index) == [("noise", ""), ("planted", ""), ("sign", "high"), ("sign", "low")]
    planted, noise, low = (table.loc[name] for name in list(table.index)[1::-1] + [("sign", "low")])
    assert planted["R2"] == pytest.approx(1.0, abs=1e-12)
    assert planted["p"] == 1 / 1000
    assert planted["component 2 correlation"] == pytest.approx(-1.0, abs=1e-12)
    assert planted["component 2 arrow"] == pytest.approx(-1.0, abs=1e-9)
    assert planted["component 1 arrow"] == pytest.approx(0.0, abs=1e-9)
    assert "component 3 correlation" in table.columns
    assert "component 3 arrow" not in table.columns
    assert set(table["fitted to"]) == {"components 1 and 2"}
    assert noise["p"] > 0.05
    assert (table["permutations"] == 999).all()
    of_low = np.array(signs) == "low"
    assert low["samples"] == of_low.sum()
    assert low["component 2 mean"] == pytest.approx(Z[of_low, 1].mean(), abs=1e-14)
    assert pd.isna(low["component 1 correlation"])
    assert pd.isna(noise["component 1 mean"])
    assert (table.loc["sign", "p"] == 1 / 1000).all()


def test_the_control_chart_is_a_table_of_the_new_samples_with_limits_and_the_strongest_column():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(130, 2)) @ np.array([[2.0, 1.0, 0.5], [0.3, -0.8, 1.0]])
    X += 0.1 * rng.normal(size=X.shape)
    new = X[120:].copy()
    new[4, 1] += 6.0
    names, new_names = [f"s{i}" for i in range(120)], [f"t{i}" for i in range(10)]
    of = (names, 120 * ["old"], new_names, ["x", *9 * ["y"]])
    study = Study("s", "S", Vectors(RBF(0.02), X[:120], new), 2, *of, named_columns=tuple("abc"))
    opened = _of(study)
    table, chart = opened.control_chart, opened.chart
    assert list(table.index) == new_names
    assert list(table.columns) == [
        *("label", "T2", "SPE", "T2 limit 95 %", "SPE limit 95 %"),
        *("T2 limit 99 %", "SPE limit 99 %", "above", "strongest column"),
    ]
    assert list(table["label"]) == study.new_labels
    np.testing.assert_array_equal(table[["T2", "SPE"]], chart.statistics)
    assert set(table["SPE limit 99 %"]) == {chart.limits.values[1, 1]}
    assert (table.loc["t4", "above"], table.loc["t4", "strongest column"]) == ("99 %", "b")
    below = table["above"] == ""
    assert below.sum() >= 7
    assert (table.loc[below, "strongest column"] == "").all()


def test_a_check_is_that_of_the_statement_on_this_study():
    study = STUDIES["rbf"]
    opened = _of(study)
    assert opened.check("E7").agrees
    assert opened.check("E7").id == "E7"
    with pytest.raises(NotOpenedError, match="E77"):
        opened.check("E77")


def test_new_samples_are_placed_once_for_their_table_the_map_the_shares_and_the_chart(monkeypatch):
    rng = np.random.default_rng(5)
    data = Vectors(RBF(0.05), rng.normal(size=(40, 3)), rng.normal(size=(6, 3)))
    names, new_names = [f"s{i}" for i in range(40)], [f"t{i}" for i in range(6)]
    study = Study("s", "S", data, 2, names, 40 * ["old"], new_names, 6 * ["y"])
    opened, calls, place = _of(study), [], solving.place

    def counted(*arguments):
        calls.append(arguments)
        return place(*arguments)

    monkeypatch.setattr(solving, "place", counted)
    assert opened.new_samples.shape == (6, 3)
    assert opened.coordinates.shape == (46, 2)
    K = np.exp(-0.05 * cdist(np.vstack([opened.data.X, opened.data.X_new]), opened.data.X) ** 2)
    lengths = 1.0 - 2.0 * K.mean(axis=1) + K[:40].mean()
    np.testing.assert_allclose(opened.shares, (opened.coordinates**2).sum(axis=1) / lengths)
    assert opened.control_chart.shape == (6, 9)
    assert len(calls) == 1
    stored = (np.arange(12.0).reshape(6, 2), np.arange(6.0))
    again = replace(opened, stored=stored)
    assert again.new_samples.iloc[3, 1:].tolist() == [6.0, 7.0]
    assert len(calls) == 1, "what a file has is not computed"


def test_what_places_new_samples_is_made_once_for_all_that_is_known_of_a_study(monkeypatch):
    """It takes three passes over the features, a part of the time of the solver for each."""
    X = np.random.default_rng(5).normal(size=(612, 4)) * [4.0, 2.0, 1.0, 0.5]
    study = replace(split(X, ["u"] * 612, Linear(), 12, 2), statements="none")
    opened, made = study.solve(), []
    of = ByFeatures.of
    monkeypatch.setattr(ByFeatures, "of", lambda *given: made.append(given) or of(*given))
    assert opened.by_features
    assert opened.new_samples.shape == (12, 3)
    assert opened.represented_by(2).shape == (612,)
    assert opened.importance.shape[0] == 4
    assert opened.control_chart.shape[0] == 12
    assert len(made) == 1


def test_a_study_that_is_solved_again_has_the_new_placement_and_the_number_of_a_share():
    solved = example().solve()
    stored = replace(solved, stored=solved.placed, components=2)
    assert stored.solve().coordinates.shape == (60, 2)
    assert replace(example(), components=0.5).solve().components == 2
    assert "48 samples, 3 components" in repr(example())
    with pytest.raises(NotOpenedError, match="solve"):
        _ = example().scores
