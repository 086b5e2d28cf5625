"""From counts to a map: the steps of training samples, new samples, and raw rows later."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from kpca.data import Distances
from kpca.results import files, studies
from kpca.studies import measures
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.raw_table import NotOpenedError
from kpca.tables.table import InputError

RNG = np.random.default_rng(5)
FIRST = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
COUNTS = RNG.poisson(RNG.gamma(1.5, 6.0, size=(18, 5))) * (RNG.random((18, 5)) < 0.7) + FIRST
NEW = RNG.poisson(RNG.gamma(1.5, 30.0, size=(4, 5))) * (RNG.random((4, 5)) < 0.7) + FIRST
SITES, COLUMNS = [f"site {i}" for i in range(18)], ["fern", "moss", "oak", "pine", "reed"]


def _table(X, names):
    return pd.DataFrame(X, index=pd.Index(names, name="site"), columns=COLUMNS)


@pytest.fixture
def folder(tmp_path):
    _table(COUNTS, SITES).to_csv(tmp_path / "counts.csv")
    _table(NEW, [f"later {i}" for i in range(4)])[COLUMNS[::-1]].to_csv(tmp_path / "new.csv")
    return tmp_path


def _built(folder, components=2, **keys):
    of_data = {key: keys.pop(key) for key in list(keys) if key not in StudyConfig.model_fields}
    data = {"vectors": "counts.csv"} | of_data
    return build("s", StudyConfig(data=data, components=components, **keys), folder)


def _hellinger(X):
    return np.sqrt(X / X.sum(axis=1)[:, None])


def _bray_curtis(X, Y):
    return np.abs(X[:, None] - Y).sum(axis=2) / (X[:, None] + Y).sum(axis=2)


def test_a_table_of_counts_becomes_a_study_of_bray_curtis_distances(folder):
    study = _built(folder, distance="braycurtis", new="new.csv")
    assert isinstance(study.data, Distances)
    np.testing.assert_allclose(study.data.D, _bray_curtis(COUNTS, COUNTS), rtol=0, atol=1e-15)
    np.testing.assert_allclose(study.data.D_new, _bray_curtis(NEW, COUNTS), rtol=0, atol=1e-15)
    np.testing.assert_allclose(study.data.D_pairs, _bray_curtis(NEW, NEW), rtol=0, atol=1e-15)
    assert study.names == SITES
    assert study.new_names == [f"later {i}" for i in range(4)]
    assert study.columns == ()
    assert study.named_columns == tuple(COLUMNS)
    assert study.origin.preparation == "distances: braycurtis, sum|x − y| / sum(x + y)"
    assert "; braycurtis distances of a table" in str(study)
    B = study.data.D**2
    H = np.eye(18) - 1.0 / 18.0
    mu = np.sort(np.linalg.eigvalsh(-0.5 * H @ B @ H))[::-1]
    np.testing.assert_allclose(study.solution.mu, mu[:2], rtol=1e-12)


def test_the_ranges_of_gower_s_distance_are_those_of_the_training_samples(folder):
    study = _built(folder, distance="gower", new="new.csv")
    own, joint = np.ptp(COUNTS, axis=0), np.ptp(np.vstack([COUNTS, NEW]), axis=0)
    expected = (np.abs(NEW[:, None] - COUNTS) / own).mean(axis=2)
    np.testing.assert_allclose(study.data.D_new, expected, rtol=1e-13)
    pairs = (np.abs(NEW[:, None] - NEW) / own).mean(axis=2)
    np.testing.assert_allclose(study.data.D_pairs, pairs, rtol=1e-13)
    assert study.origin.numbers["column_range"].tolist() == own.tolist()
    planted = (np.abs(NEW[:, None] - COUNTS) / joint).mean(axis=2)
    assert np.abs(planted - expected).max() > 0.01, "the control: ranges of all samples"


@pytest.mark.parametrize(("name", "at"), [("site 7", 7), ("site 2", 2), ("site 5", 2)])
@pytest.mark.parametrize("correction", ["lingoes", "cailliez"])
def test_of_equal_training_samples_a_new_one_is_that_of_its_name(folder, correction, name, at):
    """In its file and in a raw table. The name of another sample, site 5, decides nothing."""
    counts = COUNTS.copy()
    counts[7] = counts[2]
    new = _table(np.array([NEW[0], counts[2]]), ["later", name])
    _table(counts, SITES).to_csv(folder / "counts.csv")
    new.to_csv(folder / "new.csv")
    keys = {"distance": "braycurtis", "correction": correction, "new": "new.csv"}
    opened = _built(folder, components=13, **keys)
    assert np.flatnonzero(opened.data.D_new[1] == 0.0).tolist() == [at]
    if correction == "lingoes":
        expected = _bray_curtis(new.to_numpy(), counts) ** 2
        expected += opened.origin.numbers["added_to_squares"]
        expected[1, at] = 0.0
        np.testing.assert_allclose(opened.data.D_new**2, expected, rtol=1e-12, atol=1e-15)
    assert opened.new_names == ["new later", f"new {name}"]
    scores = opened.scores.iloc[at, 1:].to_numpy(dtype=float)
    for placed in (opened.new_samples.iloc[1, 1:], opened.place(new).iloc[1]):
        np.testing.assert_allclose(placed.to_numpy(dtype=float), scores, rtol=0, atol=1e-12)


STEPS = {
    "hellinger": {"transform": "hellinger", "kernel": "linear"},
    "clr, standardized": {
        "transform": "clr",
        "pseudocount": 0.5,
        "standardize": True,
        "kernel": {"name": "rbf", "gamma": 0.1},
    },
    "bray-curtis": {"distance": "braycurtis"},
    "roots, bray-curtis, lingoes": {
        "transform": "sqrt",
        "distance": "braycurtis",
        "correction": "lingoes",
    },
    "gower, cailliez": {"distance": "gower", "correction": "cailliez"},
    "jaccard of presence": {"transform": "presence", "distance": "jaccard"},
    "log1p, standardized, cityblock": {
        "transform": "log1p",
        "standardize": True,
        "distance": "cityblock",
    },
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_training_rows_placed_as_new_samples_land_on_themselves(folder, tmp_path, steps):
    study = _built(folder, **steps)
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    stored = studies.load(tmp_path / "study.nc")
    opened = replace(stored, solved=study.solved)
    assert stored.origin.preparation == study.origin.preparation
    assert stored.named_columns == tuple(COLUMNS)
    raw = _table(COUNTS, SITES)[COLUMNS[::-1]]
    np.testing.assert_allclose(opened.place(raw), study.solution.scores, rtol=0, atol=1e-12)


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_raw_rows_are_placed_as_the_file_of_new_samples(folder, steps):
    opened = _built(folder, new="new.csv", **steps)
    raw = _table(NEW, [f"later {i}" for i in range(4)])
    expected = opened.new_samples.iloc[:, 1:]
    np.testing.assert_allclose(opened.place(raw), expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(opened.place(NEW), opened.place(raw))


def test_held_out_samples_are_compared_with_the_training_samples_only(folder):
    study = _built(folder, distance="gower", holdout=9)
    rows = dict(zip(SITES, COUNTS, strict=True))
    old = np.array([rows[name] for name in study.names])
    new = np.array([rows[name] for name in study.new_names])
    expected = cdist(new / np.ptp(old, axis=0), old / np.ptp(old, axis=0), "cityblock") / 5
    assert study.data.D_new.shape == (9, 9)
    assert study.origin.numbers["column_range"].tolist() == np.ptp(old, axis=0).tolist()
    assert (np.ptp(old, axis=0) < np.ptp(COUNTS, axis=0)).any(), "the control"
    np.testing.assert_allclose(study.data.D_new, expected, rtol=1e-13)


def test_a_transform_works_by_row_and_comes_before_the_kernel(folder):
    study = _built(folder, transform="hellinger", kernel="linear", new="new.csv")
    np.testing.assert_allclose(study.data.X, _hellinger(COUNTS), rtol=1e-14)
    np.testing.assert_allclose(study.data.X_new, _hellinger(NEW), rtol=1e-14)
    by_column = np.sqrt(NEW / NEW.sum(axis=0))
    assert np.abs(study.data.X_new - by_column).max() > 0.1, "the control: by columns"
    assert study.origin.preparation == "transform: hellinger, √(x / sum(s))"


def test_columns_are_standardized_after_the_transform(folder):
    study = _built(folder, transform="log1p", standardize=True, kernel="linear", new="new.csv")
    logs, new = np.log(COUNTS + 1.0), np.log(NEW + 1.0)
    expected = (new - logs.mean(axis=0)) / logs.std(axis=0)
    np.testing.assert_allclose(study.data.X_new, expected, rtol=1e-12, atol=1e-12)
    words = study.origin.preparation
    assert words.index("log1p") < words.index("each column less its mean")
    _table(NEW - 9.0, list("abcd")).to_csv(folder / "new.csv")
    with pytest.raises(InputError, match="new.csv: sample 'a'"):
        _built(folder, transform="sqrt", kernel="linear", new="new.csv")


def test_a_raw_sample_without_a_distance_is_refused_by_name(folder):
    empty = _table(NEW * np.array([[1.0], [1.0], [0.0], [1.0]]), list("stuv"))
    opened = _built(folder, distance="braycurtis")
    with pytest.raises(NotOpenedError, match="'u'"):
        opened.place(empty)


def test_a_stored_study_of_distances_has_the_prepared_columns_for_its_map(folder):
    study = _built(folder, distance="braycurtis", transform="sqrt", new="new.csv")
    files.write(studies.to_tree(study), folder / "study.nc")
    names, old, new = studies.load(folder / "study.nc").table
    assert names == tuple(COLUMNS)
    np.testing.assert_array_equal(old, np.sqrt(COUNTS))
    np.testing.assert_array_equal(new, np.sqrt(NEW))


def test_a_new_sample_with_the_shares_of_a_training_sample_lands_on_it(folder):
    study = _built(folder, distance="jensenshannon")
    again = study.place(_table(6.0 * COUNTS, SITES))
    np.testing.assert_allclose(again, study.solution.scores, rtol=0, atol=1e-7)


def test_a_distance_that_is_no_number_is_refused_for_a_new_sample(folder, monkeypatch):
    opened = _built(folder, distance="braycurtis")
    monkeypatch.setattr(measures, "between", lambda _, X, Y, ranges: np.full((4, 18), np.nan))
    with pytest.raises(NotOpenedError, match="the table: a distance of 'later 0' is nan; allowed"):
        opened.place(_table(NEW, [f"later {i}" for i in range(4)]))


def test_a_distance_among_new_samples_that_is_no_number_is_refused(folder, monkeypatch):
    among = measures.among

    def wrong(name, X, ranges=None):
        D = among(name, X, ranges)
        if len(D) == 4:
            D[1, 2] = D[2, 1] = np.nan
        return D

    monkeypatch.setattr(measures, "among", wrong)
    _built(folder, distance="cityblock")
    with pytest.raises(
        InputError, match="new.csv: the distance from 'later 1' to 'later 2' is nan"
    ):
        _built(folder, distance="cityblock", new="new.csv")


def test_samples_that_are_placed_again_have_their_columns_once(folder):
    study = _built(folder, distance="braycurtis")
    assert "new_table_row" not in study.origin.numbers
    np.testing.assert_array_equal(study.table[1], COUNTS)
