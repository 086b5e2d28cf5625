"""A study opened for further work: its tables against the solution, and raw new samples."""

import numpy as np
import pandas as pd
import pytest
from conftest import STUDIES
from given_studies import GIVEN

import kpca
from kpca.formulations import dual, mds
from kpca.results import files, solutions, studies
from kpca.results.opened import NotOpenedError, OpenedStudy, open_study
from kpca.results.solved import to_dataset
from kpca.statements.case import Case
from kpca.studies import tiles
from kpca.studies.build import build, solved
from kpca.studies.config.study import StudyConfig


def _stored(tmp_path, study, solution):
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    tree = studies.tree(study, **solutions.to_datasets(study, solution))
    files.write(tree, tmp_path / "eigen-solve.nc")
    return kpca.open_study(tmp_path)


@pytest.mark.parametrize("name", STUDIES)
def test_scores_new_points_and_spectrum_are_those_of_the_solution(tmp_path, name):
    study = STUDIES[name]
    solution = Case.of(study).dual
    opened = _stored(tmp_path, study, solution)
    d = solution.components
    np.testing.assert_array_equal(opened.scores.iloc[:, 1:], solution.scores)
    assert list(opened.scores.columns) == ["label", *(f"component {k + 1}" for k in range(d))]
    assert list(opened.scores.index) == study.names
    assert list(opened.scores["label"]) == study.labels
    expected = dual.place(solution, study.data.K, study.data.K_new)
    np.testing.assert_allclose(opened.new_points.iloc[:, 1:], expected, rtol=0, atol=1e-10)
    assert list(opened.new_points.index) == study.new_names
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
    config = StudyConfig(
        data={"vectors": "t.csv", "standardize": True, "names": "name"},
        kernel={"name": "rbf", "gamma": 0.3},
        components=2,
    )
    study, solution = build("mine", config, tmp_path)
    return table, OpenedStudy(study, solution)


def test_raw_samples_are_standardized_as_the_study_s_own(standardized):
    table, opened = standardized
    placed = opened.place(table.set_index("name"))
    np.testing.assert_allclose(placed, opened.scores.iloc[:, 1:], rtol=0, atol=1e-12)
    assert list(placed.index) == [f"s{i}" for i in range(30)]
    moved = opened.place(table[["c", "a", "b", "name"]])
    assert list(moved.index) == [str(i + 1) for i in range(len(table))]
    assert list(opened.place(table[10:12]).index) == ["11", "12"]
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
    with pytest.raises(NotOpenedError, match=r"no column 'b'; allowed: the 3 columns .*'a', 'b'"):
        opened.place(table[["a", "c"]])
    with pytest.raises(NotOpenedError, match=r"the shape \(4, 2\); allowed: \(p, 3\)"):
        opened.place(np.ones((4, 2)))
    missing = table.copy()
    missing.loc[3, "b"] = np.nan
    with pytest.raises(NotOpenedError, match="row 4 has nan for 'b'; allowed: finite numbers"):
        opened.place(missing)
    with pytest.raises(NotOpenedError, match="row 1 has 'x' for 'a', which is not a number"):
        opened.place(table.assign(a="x"))
    for wrong, message in (
        (None, "allowed: a table or an array of numbers|the shape"),
        (np.ones((2, 3)) * 1j, "complex; allowed: real"),
        (np.ma.masked_array(np.ones((1, 3)), [[False, True, False]]), "row 1 has nan for 'b'"),
        (
            table[list("abc")].astype("Float64").where(table["a"] != table["a"].iloc[1]),
            "row 2 has nan for 'a'",
        ),
    ):
        with pytest.raises(NotOpenedError, match=message):
            opened.place(wrong)
    twice = table[["a", "b", "c", "b"]]
    with pytest.raises(NotOpenedError, match="the column 'b' more than once; allowed: each column"):
        opened.place(twice)


@pytest.mark.parametrize("correction", ["none", "lingoes", "cailliez"])
def test_new_samples_of_a_distance_matrix_get_its_correction(tmp_path, correction):
    D = np.array(
        [[0.0, 1.0, 1.0, 2.5], [1.0, 0.0, 2.0, 1.0], [1.0, 2.0, 0.0, 1.0], [2.5, 1.0, 1.0, 0]]
    )
    pd.DataFrame(D, columns=list("wxyz"), index=list("wxyz")).to_csv(tmp_path / "d.csv")
    config = StudyConfig(
        data={"distance_matrix": "d.csv"}, components=1, correction=correction, indefinite="keep"
    )
    study, solution = build("mine", config, tmp_path)
    raw = D[:2] + 0.1
    placed = OpenedStudy(study, solution).place(pd.DataFrame(raw, columns=list("wxyz")))
    numbers = study.origin.numbers
    squares = (raw + float(numbers.get("added_to_distances", 0.0))) ** 2
    squares = squares + float(numbers.get("added_to_squares", 0.0))
    expected = mds.place(solution, study.data.D2, squares)
    np.testing.assert_allclose(placed, expected, rtol=0, atol=1e-12)
    assert (correction == "none") == (numbers == {})


def test_a_study_introduces_itself_in_one_line():
    linear = STUDIES["linear"]
    shown = repr(OpenedStudy(linear, Case.of(linear).dual))
    assert shown.startswith(f"study {linear.name}: {linear.n} samples, ")
    assert "\n" not in shown


def test_loadings_are_those_of_columns_or_features_with_their_names():
    linear = STUDIES["linear"]
    opened = OpenedStudy(linear, Case.of(linear).dual)
    W = opened.loadings
    assert list(W.index) == list(linear.columns)
    assert W.columns.name == "loading"
    np.testing.assert_allclose(W.T @ W, np.eye(W.shape[1]), rtol=0, atol=1e-10)
    rbf = STUDIES["rbf"]
    of_rbf = OpenedStudy(rbf, Case.of(rbf).dual)
    column = np.corrcoef(rbf.data.X[:, 0], of_rbf.solution.scores[:, 0])[0, 1]
    assert of_rbf.loadings.columns.name == "correlation"
    assert of_rbf.loadings.iloc[0, 0] == pytest.approx(column, rel=1e-9, abs=0)
    with pytest.raises(NotOpenedError, match="a given matrix and no columns"):
        OpenedStudy(GIVEN, Case.of(GIVEN).dual).loadings  # noqa: B018


def test_a_check_is_that_of_the_statement_on_this_study():
    study = STUDIES["rbf"]
    opened = OpenedStudy(study, Case.of(study).dual)
    assert opened.check("E7").agrees
    assert opened.check("E7").id == "E7"
    with pytest.raises(NotOpenedError, match=r"no statement 'E77'; allowed: .*E7"):
        opened.check("E77")
    with pytest.raises(NotOpenedError, match="statement P1 does not apply to the study"):
        OpenedStudy(GIVEN, Case.of(GIVEN).dual).check("P1")


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
        verify="sample",
    )
    study, solution, found = solved(("large"), config, folder)
    scores, new_means = tiles.place(study.data, solution, found.means)
    nodes = solutions.to_datasets(study, solution, scores)
    nodes["solver"] = to_dataset(study, found, new_means)
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
    new = opened.new_points
    assert not {"K", "K_new", "D2", "Phi"} & set(vars(study.data))
    expected = dual.place(opened.solution, study.data.K, study.data.K_new)
    size = np.abs(expected).max()
    np.testing.assert_allclose(new.iloc[:, 1:], expected, rtol=0, atol=1e-9 * size)
    both = pd.concat([opened.scores, new]).iloc[:, 1:]
    both.index = both.index.astype(int)
    np.testing.assert_allclose(placed, both.sort_index(), rtol=0, atol=1e-9 * size)
