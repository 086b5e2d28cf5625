"""A study opened for further work: its tables against the solution, and raw new samples."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from conftest import STUDIES
from given_studies import GIVEN

import kpca
from kpca.data import Distances, Vectors
from kpca.formulations import dual, mds
from kpca.formulations.corrections import off_diagonal
from kpca.importance import importance
from kpca.kernels import RBF
from kpca.results import files, solutions, studies
from kpca.results.opened import NotOpenedError, OpenedStudy, open_study
from kpca.results.solved import to_dataset
from kpca.studies import solving
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.study import Origin, Study
from kpca.studies.variables import Variables


def _stored(tmp_path, study, solved):
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    nodes = solutions.to_datasets(study, solved.solution) | {"solver": to_dataset(study, solved)}
    tree = studies.tree(study, **nodes)
    files.write(tree, tmp_path / "eigen-solve.nc")
    return kpca.open_study(tmp_path)


def _built(tmp_path, data, components, **more):
    config = StudyConfig(data=data, components=components, **more)
    return OpenedStudy(*build("mine", config, tmp_path))


def _of(study):
    return OpenedStudy(study, solving.solve(study))


@pytest.mark.parametrize("name", STUDIES)
def test_scores_new_samples_and_spectrum_are_those_of_the_solution(tmp_path, name):
    study = STUDIES[name]
    solved = solving.solve(study)
    solution, opened = solved.solution, _stored(tmp_path, study, solved)
    d = solution.components
    np.testing.assert_array_equal(opened.scores.iloc[:, 1:], solution.scores)
    assert list(opened.scores.columns) == ["label", *(f"component {k + 1}" for k in range(d))]
    assert list(opened.scores.index) == study.names
    assert list(opened.scores["label"]) == study.labels
    expected = dual.place(solution, study.data.K, study.data.K_new)
    np.testing.assert_allclose(opened.new_samples.iloc[:, 1:], expected, rtol=0, atol=1e-10)
    assert list(opened.new_samples.index) == study.new_names
    spectrum = opened.spectrum
    np.testing.assert_array_equal(spectrum["eigenvalue"], solution.spectrum)
    np.testing.assert_array_equal(spectrum["variance"][:d], solution.mu / study.n)
    np.testing.assert_array_equal(spectrum["explained"][:d], solution.explained)
    assert spectrum["explained"][d:].isna().all()
    assert spectrum.index[0] == 1


@pytest.fixture
def standardized(tmp_path):
    rng = np.random.default_rng(0)
    table = pd.DataFrame(rng.normal(size=(30, 3)) * [1.0, 10.0, 100.0] + 5.0, columns=list("abc"))
    table.insert(0, "name", [f"s{i}" for i in range(30)])
    table.to_csv(tmp_path / "t.csv", index=False)
    data = {"vectors": "t.csv", "standardize": True, "names": "name"}
    return table, _built(tmp_path, data, 2, kernel={"name": "rbf", "gamma": 0.3})


def test_raw_samples_are_standardized_as_the_study_s_own(standardized):
    table, opened = standardized
    placed = opened.place(table.set_index("name"))
    np.testing.assert_allclose(placed, opened.scores.iloc[:, 1:], rtol=0, atol=1e-12)
    assert list(placed.index) == [f"s{i}" for i in range(30)]
    moved = opened.place(table[["c", "a", "b", "name"]])
    assert list(moved.index) == [str(i + 1) for i in range(len(table))]
    assert list(opened.place(table[10:12]).index) == ["11", "12"]
    assert list(opened.place(table[10:12].set_axis([1907, 7])).index) == ["1907", "7"]
    np.testing.assert_array_equal(moved, placed)
    np.testing.assert_array_equal(opened.place(table[["a", "b", "c"]].to_numpy()), placed)
    without = dual.place(
        opened.solution,
        opened.study.data.K,
        opened.study.data.kernel(table[["a", "b", "c"]].to_numpy(), opened.study.data.X),
    )
    assert np.abs(without - placed.to_numpy()).max() > 0.1, "the control: not standardized"


def test_a_table_that_does_not_fit_is_refused_with_what_is_missing(standardized):
    table, opened = standardized
    with pytest.raises(NotOpenedError, match=r"no column 'a', 'c'; .* 3 columns .*'a', 'b', 'c'"):
        opened.place(table[["b"]])
    missing = table.copy()
    missing.loc[[3, 7], "b"] = np.nan
    missing.loc[9, "a"] = np.inf
    with pytest.raises(NotOpenedError, match="row 4 has nan for 'b'; allowed: finite numbers"):
        opened.place(missing)
    with pytest.raises(NotOpenedError, match="row 1 has 'x' for 'a', which is not a number"):
        opened.place(table.assign(a="x"))
    masked = table[list("abc")].astype("Float64").where(table["a"] != table["a"].iloc[1])
    with pytest.raises(NotOpenedError, match="row 2 has nan for 'a'"):
        opened.place(masked)
    twice = table[["a", "b", "c", "b"]]
    with pytest.raises(NotOpenedError, match="the column 'b' more than once; allowed: each column"):
        opened.place(twice)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (np.ones((4, 2)), r"the shape \(4, 2\); allowed: \(p, 3\)"),
        (None, "allowed: a table or an array of numbers|the shape"),
        (np.ones((2, 3)) * 1j, "complex; allowed: real"),
        (np.ma.masked_array(np.ones((1, 3)), [[False, True, False]]), "row 1 has nan for 'b'"),
        (np.array([["1.5", "2.5", "-3"]]), "row 1 has '1.5' for 'a', which is not a number"),
        (np.array([[1.5, "2.5", 7.0]], dtype=object), "row 1 has '2.5' for 'b'"),
        ([[b"4", b"5", b"6"]], "row 1 has .* for 'a', which is not a number; allowed: numbers"),
        (np.array([["2020-01-02", "2021-03-04", "1999-05-06"]], dtype="M8[ns]"), "has '2020-01-02"),
        (np.array([[30, 40, 50]], dtype="m8[s]"), "row 1 has '30 seconds' for 'a'"),
        (np.ma.masked_array([["1", "2", "3"]]), "row 1 has '1' for 'a'"),
    ],
)
def test_an_array_of_anything_but_numbers_is_refused_although_numpy_may_make_numbers_of_it(
    standardized, cells, message
):
    _, opened = standardized
    with pytest.raises(NotOpenedError, match=message):
        opened.place(cells)


def test_a_column_of_texts_or_dates_is_refused_and_numbers_of_any_type_are_placed(standardized):
    table, opened = standardized
    raw = table[list("abc")][4:6]
    texts, dates = raw.copy(), raw.copy()
    texts["c"] = raw["c"].map(str)
    dates["b"] = pd.to_datetime(["2020-01-02", "2021-03-04"])
    for wrong, name in ((texts, "c"), (dates, "b")):
        with pytest.raises(NotOpenedError, match=f"row 1 has .* for '{name}', which is not a num"):
            opened.place(wrong)
    expected = opened.place(raw)
    for same in (raw.to_numpy(dtype=object), raw.astype(object), raw.astype("Float64")):
        np.testing.assert_array_equal(opened.place(same), expected)
    whole = np.array([[3, -7, 0]])
    fraction = np.array([[Fraction(3), Decimal(-7), False]], dtype=object)
    np.testing.assert_array_equal(opened.place(fraction), opened.place(whole))


@pytest.mark.parametrize("correction", ["none", "lingoes", "cailliez"])
def test_new_samples_of_a_distance_matrix_get_its_correction(tmp_path, correction):
    D = np.array(
        [[0.0, 1.0, 1.0, 2.5], [1.0, 0.0, 2.0, 1.0], [1.0, 2.0, 0.0, 1.0], [2.5, 1.0, 1.0, 0]]
    )
    pd.DataFrame(D, columns=list("wxyz"), index=list("wxyz")).to_csv(tmp_path / "d.csv")
    opened = _built(tmp_path, {"distance_matrix": "d.csv"}, 1, correction=correction)
    raw = D[:2] + 0.1
    placed = opened.place(pd.DataFrame(raw, columns=list("wxyz")))
    numbers = opened.study.origin.numbers
    squares = (raw + float(numbers.get("added_to_distances", 0.0))) ** 2
    squares = squares + float(numbers.get("added_to_squares", 0.0))
    expected = mds.place(opened.solution, opened.study.data.D2, squares)
    np.testing.assert_allclose(placed, expected, rtol=0, atol=1e-12)
    assert (correction == "none") == (numbers == {})


NAMES = list("pqrst")
EQUAL = np.array(
    [
        [0.0, 3.0, 1.0, 7.0, 3.0],
        [3.0, 0.0, 5.0, 2.0, 0.0],
        [1.0, 5.0, 0.0, 4.0, 5.0],
        [7.0, 2.0, 4.0, 0.0, 2.0],
        [3.0, 0.0, 5.0, 2.0, 0.0],
    ]
)
"""Distances of five samples, not Euclidean; q and t are equal."""


def _corrected(tmp_path, correction, names=NAMES, **more):
    pd.DataFrame(EQUAL, columns=names, index=names).to_csv(tmp_path / "d.csv")
    return _built(tmp_path, {"distance_matrix": "d.csv"} | more, 3, correction=correction)


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
def test_training_samples_placed_again_land_on_themselves_after_a_correction(tmp_path, correction):
    opened = _corrected(tmp_path, correction)
    scores = opened.scores.iloc[:, 1:]
    again = pd.DataFrame(EQUAL, columns=NAMES, index=NAMES).loc[["t", "p", "q", "s"]]
    placed = opened.place(again)
    np.testing.assert_allclose(placed, scores.loc[list("tpqs")], rtol=0, atol=1e-12)
    apart = np.abs(scores.loc["q"] - scores.loc["t"]).max()
    assert apart > 1.0, "the control: the correction moves equal samples apart"
    unnamed = opened.place(again.to_numpy())
    np.testing.assert_allclose(unnamed, scores.loc[list("qpqs")], rtol=0, atol=1e-12)


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
def test_of_training_samples_at_distance_0_the_one_with_the_new_sample_s_distances_is_the_same(
    tmp_path, correction
):
    """The names are numbers, as those of the rows are; they decide between equal ones only."""
    D = EQUAL.copy()
    D[3, 4] = D[4, 3] = 6.0
    np.save(tmp_path / "d.npy", D)
    opened = _built(tmp_path, {"distance_matrix": "d.npy"}, 3, correction=correction)
    scores = opened.scores.iloc[:, 1:].to_numpy()
    placed = opened.place(D[[2, 4, 1]])
    np.testing.assert_allclose(placed, scores[[2, 4, 1]], rtol=0, atol=1e-12)
    assert np.abs(scores[4] - scores[1]).max() > 1.0


@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
def test_new_samples_of_a_file_are_placed_as_the_opened_study_places_them(tmp_path, correction):
    """The file has the training samples t and r, and u, which is new and as far as 1.5 from p."""
    to_known = np.vstack([EQUAL[[4, 2]], [1.5, 4.0, 2.5, 6.0, 4.5]])
    among = np.array([[0.0, 5.0, 4.5], [5.0, 0.0, 2.5], [4.5, 2.5, 0.0]])
    table = pd.DataFrame(np.hstack([to_known, among]), index=list("tru"), columns=[*NAMES, *"xyz"])
    table.to_csv(tmp_path / "new.csv", header=False)
    opened = _corrected(tmp_path, correction, new="new.csv")
    new, scores = opened.new_samples.iloc[:, 1:], opened.scores.iloc[:, 1:]
    assert list(new.index) == ["new t", "new r", "new u"]
    np.testing.assert_allclose(new[:2], scores.loc[["t", "r"]], rtol=0, atol=1e-12)
    np.testing.assert_allclose(new, opened.place(table.iloc[:, :5]), rtol=0, atol=1e-12)
    D_new = opened.study.data.D_new
    assert (D_new[2] > to_known[2] + 0.1).all(), "the control: u gets the constant"


def test_negative_distances_to_place_are_refused(tmp_path):
    opened = _corrected(tmp_path, "lingoes")
    table = EQUAL[[3, 0]].copy()
    table[1, 2] = -1.0
    with pytest.raises(NotOpenedError, match="row 2 has -1.0 for 'r'; allowed: distances of at"):
        opened.place(table)


def test_new_samples_of_a_kernel_matrix_are_placed_by_their_kernel_values(tmp_path):
    X = np.random.default_rng(1).normal(size=(9, 3)) * [3.0, 2.0, 1.0]
    K, K_new = X[:7] @ X[:7].T, X[7:] @ X[:7].T
    np.save(tmp_path / "k.npy", K)
    opened = _built(tmp_path, {"kernel_matrix": "k.npy"}, 2)
    expected = dual.place(opened.solution, K, K_new)
    np.testing.assert_allclose(opened.place(K_new), expected, rtol=0, atol=1e-12)


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
    with pytest.raises(NotOpenedError, match="a given matrix and no columns"):
        _of(GIVEN).loadings  # noqa: B018


def test_the_importance_of_columns_is_a_table_with_their_names():
    rbf = STUDIES["rbf"]
    opened = _of(rbf)
    table, found = opened.importance, importance(rbf.data.kernel, rbf.data.X, opened.solution)
    assert list(table.index) == list(rbf.columns)
    assert table.index.name == "column"
    kinds = ("derivative", "error", "permutation", "standard error")
    d = opened.solution.components
    assert list(table.columns) == [f"component {k + 1} {w}" for k in range(d) for w in kinds]
    np.testing.assert_array_equal(table["component 2 derivative"], found.derivative[:, 1])
    np.testing.assert_array_equal(table["component 1 error"], found.error[:, 0])
    np.testing.assert_array_equal(table["component 1 permutation"], found.permutation[:, 0])
    np.testing.assert_array_equal(table["component 2 standard error"], found.standard_error[:, 1])
    assert opened.importances.of == rbf.n
    with pytest.raises(
        NotOpenedError, match="no columns; allowed: importance of a study of points"
    ):
        _of(GIVEN).importance  # noqa: B018


def test_variables_beside_the_data_are_a_table_of_correlations_arrows_and_mean_scores():
    rbf = STUDIES["rbf"]
    Z = _of(rbf).solution.scores
    noise = np.random.default_rng(2).normal(size=rbf.n)
    signs = tuple("low" if z < 0.1 else "high" for z in Z[:, 0])
    values = np.column_stack([noise, 3.0 - 2.0 * Z[:, 1]])
    given = Variables(("noise", "planted"), values, ("sign",), (signs,))
    opened = _of(replace(rbf, variables=given))
    table = opened.variables
    assert list(table.index) == [("noise", ""), ("planted", ""), ("sign", "high"), ("sign", "low")]
    planted, noise, low = (table.loc[name] for name in list(table.index)[1::-1] + [("sign", "low")])
    assert planted["R2"] == pytest.approx(1.0, abs=1e-12)
    assert planted["p"] == 1 / 1000
    assert planted["component 2 correlation"] == pytest.approx(-1.0, abs=1e-12)
    assert planted["component 2 arrow"] == pytest.approx(-1.0, abs=1e-9)
    assert planted["component 1 arrow"] == pytest.approx(0.0, abs=1e-9)
    assert noise["p"] > 0.05
    assert (table["permutations"] == 999).all()
    of_low = np.array(signs) == "low"
    assert low["samples"] == of_low.sum()
    assert low["component 2 mean"] == pytest.approx(Z[of_low, 1].mean(), abs=1e-14)
    assert pd.isna(low["component 1 correlation"])
    assert pd.isna(noise["component 1 mean"])
    assert (table.loc["sign", "p"] == 1 / 1000).all()
    with pytest.raises(NotOpenedError, match="no table of variables; allowed: .* 'variables: env"):
        _of(rbf).variables  # noqa: B018


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
    with pytest.raises(NotOpenedError, match=r"has 3 samples, and without .* asked for, but"):
        _of(GIVEN).control_chart  # noqa: B018


def test_a_check_is_that_of_the_statement_on_this_study():
    study = STUDIES["rbf"]
    opened = _of(study)
    assert opened.check("E7").agrees
    assert opened.check("E7").id == "E7"
    with pytest.raises(NotOpenedError, match=r"no statement 'E77'; allowed: .*E7"):
        opened.check("E77")
    with pytest.raises(NotOpenedError, match="statement P1 does not apply to the study"):
        _of(GIVEN).check("P1")


def test_a_folder_without_results_says_what_is_missing(tmp_path):
    with pytest.raises(NotOpenedError, match=r"study.nc: no such file; allowed: the folder"):
        open_study(tmp_path)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A study in tiles, stored and opened; and the matrices that it never forms."""
    folder = tmp_path_factory.mktemp("large")
    table = np.random.default_rng(0).normal(size=(560, 3)) * [3.0, 2.0, 1.0]
    np.save(folder / "x.npy", table)
    config = StudyConfig(
        data={"vectors": "x.npy", "standardize": True},
        kernel={"name": "poly", "gamma": 0.5, "degree": 2},
        components=4,
        holdout=10,
        statements="sample",
    )
    study, solved = build("large", config, folder)
    scores, new_means = solving.place(study, solved)
    nodes = solutions.to_datasets(study, solved.solution, scores)
    nodes["solver"] = to_dataset(study, solved, new_means)
    files.write(studies.to_tree(study), folder / "study.nc")
    files.write(studies.tree(study, **nodes), folder / "eigen-solve.nc")
    return table, open_study(folder)


def test_a_study_in_tiles_is_opened_without_a_matrix_of_all_samples(large):
    table, opened = large
    study = opened.study
    placed = opened.place(table)
    assert opened.loadings.shape == (10, 4)
    assert opened.check("E7").agrees
    assert opened.solved.certificate.certified
    new = opened.new_samples
    assert not {"K", "K_new", "D2", "Phi"} & set(vars(study.data))
    expected = dual.place(opened.solution, study.data.K, study.data.K_new)
    size = np.abs(expected).max()
    np.testing.assert_allclose(new.iloc[:, 1:], expected, rtol=0, atol=1e-9 * size)
    both = pd.concat([opened.scores, new]).iloc[:, 1:]
    both.index = both.index.astype(int)
    np.testing.assert_allclose(placed, both.sort_index(), rtol=0, atol=1e-9 * size)


def test_names_and_not_labels_tell_equal_training_samples_apart():
    raw = np.array([[0.0, 0, 4, 5], [0, 0, 4, 5], [4, 4, 0, 3], [5, 5, 3, 0.0]])
    D = off_diagonal(raw + 1.0)
    words = (list("abcd"), list("wxyz")) * 2
    origin = Origin(numbers={"added_to_distances": np.array(1.0)})
    study = Study("s", "S", Distances(D, D, D), 1, *words, origin=origin)
    opened = _of(study)
    assert opened._corrected(study.data, raw[[1]], ["b"])[0].tolist() == [1.0, 0.0, 5.0, 6.0]
