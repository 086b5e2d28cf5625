"""Data of one's own become a study: read, split, standardized, corrected, labeled."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from kpca import bandwidth, datasets
from kpca.config.study import StudyConfig
from kpca.inputs.table import InputError
from kpca.workflow import source, sources

X, SPECIES = datasets.iris()
NAMES = [f"flower {i}" for i in range(150)]
COLUMNS = ["a", "b", "c", "d"]
LINEAR = {"name": "linear"}


@pytest.fixture
def folder(tmp_path):
    frame = pd.DataFrame(X, NAMES, COLUMNS).assign(species=SPECIES)
    frame[:100].to_csv(tmp_path / "my.csv")
    frame[100:][["d", "c", "b", "a"]].to_csv(tmp_path / "new.csv")
    return tmp_path


def _load(folder, data, **more):
    more = {"kernel": LINEAR} | more
    return sources.load(StudyConfig(data=data, components=2, **more), Path(folder))


def test_vectors_have_names_labels_and_columns(folder):
    found = _load(folder, {"vectors": "my.csv", "labels": "species"})
    assert (X[:100] == found.data.X).all()
    assert found.names == NAMES[:100]
    assert found.labels == SPECIES[:100]
    assert found.features == ("a", "b", "c", "d")
    assert (found.data.X_new == found.data.X).all()


def test_new_samples_have_their_columns_in_the_order_of_the_known_ones(folder):
    found = _load(folder, {"vectors": "my.csv", "labels": "species", "new": "new.csv"})
    assert (found.data.X_new == X[100:]).all()
    assert found.new_names == NAMES[100:]
    assert set(found.new_labels) == {"new"}


def test_new_samples_without_a_column_are_told(folder):
    pd.DataFrame(X[:3, :3], columns=COLUMNS[:3]).to_csv(folder / "new.csv", index=False)
    with pytest.raises(InputError, match="new.csv: columns: there is no column 'd'"):
        _load(folder, {"vectors": "my.csv", "labels": "species", "new": "new.csv"})


def test_standardizing_looks_at_the_training_samples_only(folder):
    data = {"vectors": "my.csv", "labels": "species", "new": "new.csv", "standardize": True}
    found = _load(folder, data).data
    assert found.X.mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert found.X.std(axis=0) == pytest.approx(1.0)
    assert np.abs(found.X_new.mean(axis=0)).min() > 0.1


def test_a_column_of_one_value_cannot_be_standardized(folder):
    pd.DataFrame({"a": [1, 2, 3], "b": [5, 5, 5]}).to_csv(folder / "flat.csv", index=False)
    with pytest.raises(InputError, match="column 'b' has one value only"):
        _load(folder, {"vectors": "flat.csv", "standardize": True})


@pytest.mark.parametrize("word", ["scale", "median"])
def test_a_word_for_gamma_becomes_a_number_of_the_training_samples(folder, word):
    kernel = {"name": "rbf", "gamma": word}
    found = _load(folder, {"vectors": "my.csv", "labels": "species"}, kernel=kernel, holdout=30)
    gamma = bandwidth.WORDS[word](found.data.X)
    assert found.data.kernel.gamma == gamma
    assert found.notes[-1] == f"gamma = {gamma:.6g}, by {word}"


def test_too_few_samples_are_told(folder):
    np.save(folder / "one.npy", X[:1])
    with pytest.raises(InputError, match="1 samples: fewer than 3 .*allowed: at least 3 samples"):
        _load(folder, {"vectors": "one.npy"})


def test_labels_of_new_samples_are_found_by_the_name_of_the_column(folder):
    frame = pd.DataFrame({"kind": ["u", "v", "u", "w"], "a": [1, 2, 3, 5], "b": [4, 3, 9, 1]})
    frame.to_csv(folder / "t.csv", index=False)
    frame[["a", "b"]].to_csv(folder / "n.csv", index=False)
    found = _load(folder, {"vectors": "t.csv", "labels": 1, "new": "n.csv"})
    assert set(found.new_labels) == {"new"}
    frame[["b", "kind", "a"]].to_csv(folder / "n.csv", index=False)
    found = _load(folder, {"vectors": "t.csv", "labels": 1, "new": "n.csv"})
    assert found.new_labels == ["u", "v", "u", "w"]
    assert (found.data.X_new == found.data.X).all()


def test_new_samples_that_are_left_out_are_told(folder):
    frame = pd.DataFrame({"a": [1, 2, 3, 5], "b": [4, 3, 9, 1]})
    frame.to_csv(folder / "t.csv", index=False)
    frame.astype(float).replace(9.0, np.nan).to_csv(folder / "n.csv", index=False)
    found = _load(folder, {"vectors": "t.csv", "missing": "drop", "new": "n.csv"})
    assert found.notes == ("new samples: 1 of 4 samples left out for missing values: line 4",)


def test_a_header_in_one_of_two_files_is_told(folder):
    (folder / "t.csv").write_text("a,b\n1,3\n2,5\n4,4\n")
    (folder / "n.csv").write_text("1.5,3\n2.5,1\n")
    with pytest.raises(InputError, match="n.csv: lacks a header, and t.csv has one"):
        _load(folder, {"vectors": "t.csv", "new": "n.csv"})


def test_new_samples_without_a_header_have_as_many_columns(folder):
    np.save(folder / "x.npy", X[:20])
    np.save(folder / "n.npy", X[:3, :3])
    with pytest.raises(InputError, match="n.npy: 3 columns of numbers, x.npy has 4; allowed: the"):
        _load(folder, {"vectors": "x.npy", "new": "n.npy"})


@pytest.mark.parametrize("name", ["x.npy", "n.npy"])
def test_missing_values_are_left_out_only_if_asked_in_both_files(name, folder):
    np.save(folder / "x.npy", X[:20])
    np.save(folder / "n.npy", X[20:25])
    holes = np.load(folder / name)
    holes[1, 2] = np.nan
    np.save(folder / name, holes)
    data = {"vectors": "x.npy", "new": "n.npy"}
    with pytest.raises(InputError, match=f"{name}, row 2, column '3': the value is missing"):
        _load(folder, data)
    found = _load(folder, data | {"missing": "drop"})
    assert len(found.data.X) + len(found.data.X_new) == 24
    assert "1 of " in found.notes[0]


def test_held_out_points_keep_their_names_and_labels(folder):
    found = _load(folder, {"vectors": "my.csv", "labels": "species"}, holdout=40)
    old, new = source.split(100, 40)
    assert (X[old] == found.data.X).all()
    assert (found.data.X_new == X[new]).all()
    assert found.names == [NAMES[i] for i in old]
    assert found.new_names == [NAMES[i] for i in new]
    assert found.labels == [SPECIES[i] for i in old]
    assert found.new_labels == [SPECIES[i] for i in new]


def test_samples_without_a_file_are_called_by_their_label_and_place_from_zero(folder):
    found = _load(folder, {"dataset": "iris"})
    assert (found.names[0], found.names[149]) == ("setosa #0", "virginica #149")
    assert found.labels == SPECIES
    found = _load(folder, {"generator": "rings", "n": 6, "noise": 0.1, "seed": 0})
    assert found.names == [f"ring {i % 3 + 1} #{i}" for i in range(6)]
    assert found.features == ("x1", "x2")
