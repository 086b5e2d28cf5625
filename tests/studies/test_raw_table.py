"""Raw new samples of a solved study: their columns, steps and distances."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from kpca.data import Distances
from kpca.formulations import dual, mds
from kpca.formulations.corrections import off_diagonal
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.origin import Origin
from kpca.studies.raw_table import NotOpenedError, compared
from kpca.studies.study import Study


def _built(tmp_path, data, components, **more):
    config = StudyConfig(data=data, components=components, **more)
    return build("mine", config, tmp_path)


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
        opened.data.K,
        opened.data.kernel(table[["a", "b", "c"]].to_numpy(), opened.data.X),
    )
    assert np.abs(without - placed.to_numpy()).max() > 0.1, "the control: not standardized"


def _with_missing_values(tmp_path, **data):
    """A study in which -999 and the text "x" mean a missing value; -99 is a number."""
    rng = np.random.default_rng(3)
    table = pd.DataFrame(rng.normal(size=(20, 3)) * [1.0, 10.0, 100.0] + 5.0, columns=list("abc"))
    table.loc[[2, 11], "b"] = -999.0
    table.to_csv(tmp_path / "t.csv", index=False)
    data = {"vectors": "t.csv", "missing_values": [-999, "x"]} | data
    return _built(tmp_path, data, 2, kernel="linear")


NEW = pd.DataFrame({"a": [5.5, 4.0], "b": [2.0, -999.0], "c": [-99.0, 30.0]})


def test_a_number_that_means_a_missing_value_in_a_study_is_none_of_a_raw_sample(tmp_path):
    opened = _with_missing_values(tmp_path, missing="drop")
    with pytest.raises(
        NotOpenedError, match=r"row 2 has -999\.0 for 'b', .* missing value in this"
    ):
        opened.place(NEW)
    assert opened.place(NEW[:1]).shape == (1, 2)
    opened = _with_missing_values(tmp_path, missing="drop", missing_values=[-99])
    with pytest.raises(NotOpenedError, match=r"row 1 has -99\.0 for 'c'"):
        opened.place(NEW)


@pytest.mark.parametrize(
    "more", [{"standardize": True}, {"distance": "gower"}, {"transform": "log1p"}], ids=str
)
def test_a_number_that_may_mean_a_missing_value_is_asked_for_unless_the_study_has_answered(
    tmp_path, more
):
    table = pd.DataFrame(np.random.default_rng(4).uniform(2.0, 60.0, (25, 3)), columns=list("abc"))
    if "distance" in more:
        table.insert(0, "site", ["north", "south", "south", "east", "north"] * 5)
        more = more | {"columns": ["site", "a", "b", "c"]}
    table.to_csv(tmp_path / "t.csv", index=False)
    of_points = {} if "distance" in more else {"kernel": "linear"}
    new = table[:6].assign(b=[31.0, 9999.0, 8.0, 9999.0, 55.0, 17.0])
    asked, answered = (
        _built(tmp_path, {"vectors": "t.csv", **more, **said}, 2, **of_points)
        for said in ({}, {"missing_values": []})
    )
    message = "9999 stands 2 times, far from all other numbers of 'b'; .*missing_values"
    for rows in (new, new[new.columns[::-1]], new.to_numpy()):
        with pytest.raises(NotOpenedError, match=message):
            asked.place(rows)
    if "transform" not in more:
        with pytest.raises(NotOpenedError, match="9999 stands 2 times, far from all other numbers"):
            asked.place(new[1:4:2])
    np.testing.assert_array_equal(asked.place(new[4:]), answered.place(new)[4:])
    far = np.abs(answered.place(new).to_numpy()).max(axis=1)
    assert far[[1, 3]].min() > far[[0, 2, 4, 5]].max(), "they are numbers there"


def test_a_number_that_means_a_missing_value_is_predicted_where_the_study_does_so(tmp_path):
    opened = _with_missing_values(tmp_path, missing="impute")
    expected = opened.place(NEW.replace({"b": {-999.0: np.nan}}))
    np.testing.assert_array_equal(opened.place(NEW), expected)
    np.testing.assert_array_equal(opened.place(NEW.to_numpy()), expected)
    assert abs(expected.to_numpy()).max() < 200.0


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
    numbers = opened.origin.numbers
    squares = (raw + float(numbers.get("added_to_distances", 0.0))) ** 2
    squares = squares + float(numbers.get("added_to_squares", 0.0))
    expected = mds.place(opened.solution, opened.data.D2, squares)
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
    D_new = opened.data.D_new
    assert (D_new[2] > to_known[2] + 0.1).all(), "the control: u gets the constant"


def test_negative_distances_to_place_are_refused(tmp_path):
    opened = _corrected(tmp_path, "lingoes")
    table = EQUAL[[3, 0]].copy()
    table[1, 2] = -1.0
    with pytest.raises(NotOpenedError, match="row 2 has -1.0 for 'r'"):
        opened.place(table)


def test_new_samples_of_a_kernel_matrix_are_placed_by_their_kernel_values(tmp_path):
    X = np.random.default_rng(1).normal(size=(9, 3)) * [3.0, 2.0, 1.0]
    K, K_new = X[:7] @ X[:7].T, X[7:] @ X[:7].T
    np.save(tmp_path / "k.npy", K)
    opened = _built(tmp_path, {"kernel_matrix": "k.npy"}, 2)
    expected = dual.place(opened.solution, K, K_new)
    np.testing.assert_allclose(opened.place(K_new), expected, rtol=0, atol=1e-12)


def test_names_and_not_labels_tell_equal_training_samples_apart():
    raw = np.array([[0.0, 0, 4, 5], [0, 0, 4, 5], [4, 4, 0, 3], [5, 5, 3, 0.0]])
    D = off_diagonal(raw + 1.0)
    words = (list("abcd"), list("wxyz")) * 2
    origin = Origin(numbers={"added_to_distances": np.array(1.0)})
    study = Study("s", "S", Distances(D, D, D), 1, *words, origin=origin)
    table = pd.DataFrame(raw[[1]], index=["b"], columns=list("abcd"))
    assert compared(study, table)[1].D_new.tolist() == [[1.0, 0.0, 5.0, 6.0]]
