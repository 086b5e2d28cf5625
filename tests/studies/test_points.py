"""Data of one's own become a study: read, split, standardized, corrected, labeled."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from sklearn.datasets import load_wine

from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.results import files, solutions, studies
from kpca.studies import datasets, holdout, points
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.tables.table import InputError

X, SPECIES = datasets.iris()
NAMES = [f"flower {i}" for i in range(150)]
COLUMNS = ["a", "b", "c", "d"]
LINEAR = {"name": "linear"}


@pytest.fixture
def folder(tmp_path):
    frame = pd.DataFrame(X, NAMES, COLUMNS).assign(species=SPECIES)
    frame[:100].to_csv(tmp_path / "my.csv")
    frame[100:][["d", "c", "b", "a"]].to_csv(tmp_path / "new.csv")
    few = np.abs(X[:20, None] - X[None, :20]).sum(axis=2)
    pd.DataFrame(few, NAMES[:20], NAMES[:20]).to_csv(tmp_path / "d.csv")
    frame["species"][:20].to_csv(tmp_path / "labels.csv")
    return tmp_path


def _load(folder, data, **more):
    more = ({} if "distance_matrix" in data else {"kernel": LINEAR}) | more
    draft = points.Points("s", StudyConfig(**{"data": data, "components": 2} | more), Path(folder))
    for step in (draft.read, draft.split, draft.decide, draft.compare):
        step()
    return draft.study()


def test_vectors_have_names_labels_and_columns(folder):
    study = _load(folder, {"vectors": "my.csv", "labels": "species"})
    assert (X[:100] == study.data.X).all()
    assert study.names == NAMES[:100]
    assert study.labels == SPECIES[:100]
    assert study.named_columns == ("a", "b", "c", "d")
    assert (study.data.X_new == study.data.X).all()


def test_new_samples_have_their_columns_in_the_order_of_the_training_samples(folder):
    study = _load(folder, {"vectors": "my.csv", "labels": "species", "new": "new.csv"})
    assert (study.data.X_new == X[100:]).all()
    assert study.new_names == NAMES[100:]
    assert set(study.new_labels) == {"new"}


def test_omitted_samples_that_are_placed_have_the_columns_of_the_others(folder):
    text = "name,a,b,c,day\nu,1.5,4,,3\nv,2,3,,1\nw,7,5.5,,8\nx,4,1,6,2\ny,3,2,9,5\n"
    (folder / "t.csv").write_text(text)
    omitted = {"omit_samples": ["x", "y"], "place_omitted": True}
    study = _load(folder, {"vectors": "t.csv", "omit": ["day"]} | omitted)
    assert study.named_columns == ("a", "b")
    assert study.data.X.tolist() == [[1.5, 4], [2, 3], [7, 5.5]]
    assert (study.new_names, study.data.X_new.tolist()) == (["x", "y"], [[4, 1], [3, 2]])


def test_standardizing_looks_at_no_held_out_sample(folder):
    data = {"vectors": "my.csv", "labels": "species", "standardize": True}
    study = _load(folder, data, holdout=40)
    old, new = holdout.split(100, 40)
    mean, deviation = X[old].mean(axis=0), X[old].std(axis=0)
    np.testing.assert_allclose(study.data.X, (X[old] - mean) / deviation, rtol=0, atol=1e-12)
    np.testing.assert_allclose(study.data.X_new, (X[new] - mean) / deviation, rtol=0, atol=1e-12)
    np.testing.assert_allclose(study.origin.numbers["column_mean"], mean, rtol=1e-12)
    np.testing.assert_allclose(study.origin.numbers["column_deviation"], deviation, rtol=1e-12)


def test_a_raw_new_sample_can_be_projected_from_the_stored_files_alone(tmp_path):
    """With xarray and NumPy only; means 2 and 30, deviations 1 and 10 with divisor n."""
    pd.DataFrame({"a": [1, 1, 3, 3], "b": [20, 40, 20, 40.0], "kind": list("uvuv")}).to_csv(
        tmp_path / "t.csv", index=False
    )
    config = StudyConfig(
        data={"vectors": "t.csv", "labels": "kind", "standardize": True},
        kernel={"name": "rbf", "gamma": 0.25},
        components=3,
    )
    study = build("t", config, tmp_path)
    solution = dual.fit(study.data.K, 3, study.data.element_error)
    stored = studies.tree(study, **solutions.to_datasets(study, solution, solution.scores))
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    files.write(stored, tmp_path / "eigen-solve.nc")

    with xr.open_datatree(tmp_path / "study.nc", engine="netcdf4") as file:
        data, kernel = file["data"].load(), json.loads(file.attrs["kernel"])
    with xr.open_datatree(tmp_path / "eigen-solve.nc", engine="netcdf4") as file:
        components = file["components"].load()
    assert list(data["column_mean"].values) == [2.0, 30.0]
    assert list(data["column_deviation"].values) == [1.0, 10.0]
    assert "divisor n" in data.attrs["preparation"]
    assert "divisor n" in data["column_deviation"].attrs["long_name"]
    raw = xr.DataArray([4.0, 35.0], dims="column", coords={"column": data["column"]})
    z = (raw - data["column_mean"]) / data["column_deviation"]
    assert list(z.values) == [2.0, 0.5]
    points = data["points"].values
    k = np.exp(-kernel["gamma"] * ((points - z.values) ** 2).sum(axis=1))
    K = np.exp(-kernel["gamma"] * ((points[:, None] - points[None]) ** 2).sum(axis=2))
    placed = (k - k.mean() - K.mean(axis=0) + K.mean()) @ components["alpha"].values
    study_new = study.data.kernel(np.array([[2.0, 0.5]]), study.data.X)
    assert placed == pytest.approx(dual.place(solution, study.data.K, study_new)[0], abs=1e-14)
    # By hand: the four samples are (±1, ±1), and the kernel is a product over the two columns.
    a, b, c, d = np.exp([-0.25, -2.25, -0.0625, -0.5625])
    by_hand = [(a - b) * (c + d), (a + b) * (c - d), (a - b) * (c - d)] / np.array([2.0])
    mu = np.array([1 - np.exp(-2), 1 - np.exp(-2), (1 - np.exp(-1)) ** 2])
    assert np.linalg.norm(by_hand / np.sqrt(mu)) == pytest.approx(0.60685747, abs=1e-8)
    assert np.linalg.norm(placed) == pytest.approx(0.60685747, abs=1e-8)


def test_the_raw_wines_become_the_stored_points_with_the_stored_numbers():
    study = _load(Path(), {"dataset": "wine"})
    mean, deviation = (study.origin.numbers[f"column_{n}"] for n in ("mean", "deviation"))
    assert mean[0] == pytest.approx(13.000617977528, abs=1e-11)
    assert deviation[0] == pytest.approx(0.809542914529, abs=1e-11)
    raw = load_wine().data
    assert np.abs((raw - mean) / deviation - study.data.X).max() < 1e-12


@pytest.mark.parametrize(
    "b", [[5, 5, 5], [0.3, 0.1 + 0.2, 0.3], [1e9, 1e9 + 2e-7, 1e9], [1e-170, 3e-170, -2e-170]]
)
def test_a_column_that_varies_by_rounding_at_most_cannot_be_standardized(b, folder):
    pd.DataFrame({"a": [1, 2, 4], "b": b}).to_csv(folder / "flat.csv", index=False)
    with pytest.raises(InputError, match="column 'b'"):
        _load(folder, {"vectors": "flat.csv", "standardize": True})


def test_a_column_far_from_zero_that_varies_beyond_rounding_is_divided_by_its_deviation(folder):
    pd.DataFrame({"a": [1, 2, 3], "b": [1e9, 1e9 + 3, 1e9 - 3]}).to_csv(
        folder / "far.csv", index=False
    )
    study = _load(folder, {"vectors": "far.csv", "standardize": True})
    np.testing.assert_allclose(study.data.X[:, 1], [0.0, 1.5**0.5, -(1.5**0.5)], rtol=1e-12)


@pytest.mark.parametrize("word", ["scale", "median"])
def test_a_word_for_gamma_becomes_a_number_of_the_training_samples(folder, word):
    kernel = {"name": "rbf", "gamma": word}
    study = _load(folder, {"vectors": "my.csv", "labels": "species"}, kernel=kernel, holdout=30)
    gamma = RBF.words[word].find(study.data.X)
    assert study.data.kernel.gamma == gamma
    assert study.remarks[-1] == f"gamma = {gamma:.6g}, by {word}"


def test_labels_of_new_samples_are_found_by_the_name_of_the_column(folder):
    frame = pd.DataFrame({"kind": ["u", "v", "u", "w"], "a": [1, 2, 3, 5], "b": [4, 3, 9, 1]})
    frame.to_csv(folder / "t.csv", index=False)
    frame[["a", "b"]].to_csv(folder / "n.csv", index=False)
    study = _load(folder, {"vectors": "t.csv", "labels": 1, "new": "n.csv"})
    assert set(study.new_labels) == {"new"}
    frame[["b", "kind", "a"]].to_csv(folder / "n.csv", index=False)
    study = _load(folder, {"vectors": "t.csv", "labels": 1, "new": "n.csv"})
    assert study.new_labels == ["u", "v", "u", "w"]
    assert (study.data.X_new == study.data.X).all()


HEADED, BARE = "a,b\n1,3\n2,5\n4,4\n", "1.5,3\n2.5,1\n"


@pytest.mark.parametrize(
    ("old", "new", "header", "fits"),
    [
        (HEADED, BARE, None, False),
        (HEADED, BARE, True, False),
        (HEADED, "1.5,1.5\n2.5,1\n", True, False),
        (HEADED, "1.5,3\nx,2.5,1\n", None, False),
        (BARE + "3,3\n", "a,b\n1,3\n2,5\n", False, False),
        (BARE + "3,3\n", ",a,b\nx,1,3\ny,2,5\n", False, False),
        (HEADED, "b,2020,a\n3,0,1.5\n1,0,2.5\n", None, True),
        (HEADED.replace("b", "2020"), "a,2020\n1.5,3\n2.5,1\n", True, True),
        ("1,3\n2,5\n4,4\n", BARE, False, True),
        ("u,1,3\nv,2,5\nw,4,4\n", "x,1.5,3\ny,2.5,1\n", False, True),
    ],
)
def test_new_samples_are_read_where_both_files_or_none_have_a_header(
    folder, old, new, header, fits
):
    (folder / "t.csv").write_text(old)
    (folder / "n.csv").write_text(new)
    data = {"vectors": "t.csv", "new": "n.csv", "header": header}
    if fits:
        study = _load(folder, data)
        assert study.data.X.tolist() == [[1, 3], [2, 5], [4, 4]]
        assert study.data.X_new.tolist() == [[1.5, 3], [2.5, 1]]
        return
    with pytest.raises(InputError, match="n.csv: .* a header"):
        _load(folder, data)


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
    study = _load(folder, data | {"missing": "drop"})
    assert len(study.data.X) + len(study.data.X_new) == 24
    number, of_new = (20, "") if name == "x.npy" else (5, "new samples: ")
    remark = f"{of_new}1 of {number} samples left out for missing values: row 2"
    assert study.remarks[1] == remark


def test_held_out_points_keep_their_names_and_labels(folder):
    study = _load(folder, {"vectors": "my.csv", "labels": "species"}, holdout=40, unit="km")
    assert study.unit == "km"
    old, new = holdout.split(100, 40)
    assert (X[old] == study.data.X).all()
    assert (study.data.X_new == X[new]).all()
    assert study.names == [NAMES[i] for i in old]
    assert study.new_names == [NAMES[i] for i in new]
    assert study.labels == [SPECIES[i] for i in old]
    assert study.new_labels == [SPECIES[i] for i in new]


def test_the_memory_is_that_of_new_samples_and_not_of_those_placed_again(folder, monkeypatch):
    sizes = []
    monkeypatch.setattr(points.memory, "require", sizes.append)
    data = {"vectors": "my.csv", "labels": "species"}
    _load(folder, data)
    _load(folder, data, holdout=40)
    _load(folder, data | {"new": "new.csv"})
    assert [(size.n, size.m, size.q) for size in sizes] == [(100, 0, 4), (60, 40, 4), (100, 50, 4)]


def test_samples_without_a_file_are_called_by_their_label_and_number_from_zero(folder):
    study = _load(folder, {"dataset": "iris"})
    assert (study.names[0], study.names[149]) == ("setosa #0", "virginica #149")
    assert study.labels == SPECIES
    study = _load(folder, {"generator": "rings", "n": 6, "noise": 0.1, "seed": 0})
    assert study.names == [f"ring {i % 3 + 1} #{i}" for i in range(6)]
    assert study.named_columns == ("x1", "x2")


def _tables(folder, old, new=None, **more):
    """A study of two columns, in one file or two."""
    pd.DataFrame(old, columns=COLUMNS[:2]).to_csv(folder / "t.csv", index=False)
    data = {"vectors": "t.csv"}
    if new is not None:
        pd.DataFrame(new, columns=COLUMNS[:2]).to_csv(folder / "n.csv", index=False)
        data["new"] = "n.csv"
    return _load(folder, data | more.pop("data", {}), **more)


def test_only_a_column_of_the_training_samples_can_dominate(folder):
    table = np.random.default_rng(0).normal(size=(10, 2))
    old, again = holdout.split(10, 2)
    large = table.copy()
    large[again, 0] = 1e6
    assert _tables(folder, large, holdout=2).remarks[1:] == ()
    large[old, 0] *= 1e6
    assert "'a' has 100 % of the variance" in _tables(folder, large, holdout=2).remarks[1]


def test_training_samples_that_vary_too_little_are_refused_whatever_the_new_ones_do(folder):
    with pytest.raises(InputError, match="t.csv"):
        _tables(folder, 1e-60 * np.random.default_rng(0).normal(size=(6, 2)), np.eye(2))


def test_the_origin_says_what_was_done_before_and_after_a_transform(folder):
    data = {"transform": "log", "pseudocount": 0.25, "standardize": True}
    origin = _tables(folder, [[1, 4], [2, 3], [5, 1]], data=data).origin
    added, transform, standardized = origin.preparation.split("; ")
    assert added == "0.25 added to every value"
    assert transform == "transform: log, log x"
    assert "of the 3 training samples" in standardized
    assert origin.numbers["pseudocount"] == 0.25


@pytest.mark.parametrize(
    "keys",
    [{"omit": ["note"]}, {"labels": "note"}, {"names": "note"}, {"columns": ["2020", "a"]}],
    ids=lambda keys: next(iter(keys)),
)
def test_a_first_row_with_a_name_that_any_key_gives_to_a_column_is_a_header(folder, keys):
    (folder / "t.csv").write_text("2020,note,a\n1.5,u,4\n2,v,3\n7,w,5.5\n")
    study = _load(folder, {"vectors": "t.csv"} | keys)
    columns = keys.get("columns", ["2020", "a"])
    assert study.named_columns == tuple(columns)
    assert study.data.X[:, columns.index("2020")].tolist() == [1.5, 2, 7]


IN_ROWS = "of,s,t,u\nplot,007,12,31\nkind,1,2,1\na,1.5,2,8\nb,7,-1,3\n"


@pytest.mark.parametrize("labels", ["kind", 2])
def test_numbers_in_rows_may_name_and_label_the_samples(folder, labels):
    (folder / "t.csv").write_text(IN_ROWS)
    keys = {"transpose": True, "names": "plot", "labels": labels}
    study = _load(folder, {"vectors": "t.csv"} | keys)
    assert (study.names, study.labels) == (["007", "12", "31"], ["1", "2", "1"])
    assert study.data.X.tolist() == [[1.5, 7], [2, -1], [8, 3]]


@pytest.mark.parametrize("names", ["of", 1])
def test_a_column_of_the_file_names_the_variables_and_not_the_samples(folder, names):
    (folder / "t.csv").write_text(IN_ROWS)
    keys = {"transpose": True, "names": names, "labels": "kind"}
    study = _load(folder, {"vectors": "t.csv"} | keys)
    assert (study.names, study.labels) == (["s", "t", "u"], ["1", "2", "1"])
    assert study.named_columns == ("plot", "a", "b")
    assert study.data.X.tolist() == [[7, 1.5, 7], [12, 2, -1], [31, 8, 3]]


def test_without_a_number_of_components_a_random_subset_of_many_samples_decides(
    folder, monkeypatch
):
    monkeypatch.setattr(points.checking, "MOST", 50)
    study = _load(folder, {"vectors": "my.csv", "labels": "species"}, components=None)
    remarks = [remark for remark in study.remarks if remark.startswith("components")]
    assert remarks == [
        "components = 4, and not 5, which is the default; 4 of all eigenvalues are above rounding"
        ", on 50 of 100 samples"
    ]


@pytest.mark.parametrize(("holdout", "in_tiles"), [(3, True), (4, False)])
def test_the_samples_left_for_training_decide_how_a_generated_study_is_solved(
    monkeypatch, holdout, in_tiles
):
    sizes = []
    monkeypatch.setattr(points.checking, "MOST", 20)
    monkeypatch.setattr(points.memory, "require", sizes.append)
    data = {"generator": "rings", "n": 24, "noise": 0.1, "seed": 3}
    _load(Path(), data, holdout=holdout)
    assert [(size.n, size.d > 0) for size in sizes] == [(24, in_tiles), (24 - holdout, in_tiles)]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ([[1, 0], [0, 0], [0, 0], [1, 1]], [[1, 2]], "'2' is 0 in every column, one of 2 such sa"),
        ([[1, 0], [0, 1], [1, 1]], [[1, 2], [0, 0]], "'new 2' is 0 in every column, where the ker"),
    ],
)
def test_a_sample_at_which_the_kernel_is_not_defined_is_named(folder, old, new, named):
    for components in (1, "auto"):
        with pytest.raises(InputError, match=f"sample {named}"):
            _tables(folder, old, new, kernel={"name": "cosine"}, components=components)


def test_placed_samples_have_names_of_their_own_and_those_that_vanish_a_remark(folder):
    text = "day,batch,a,b\nmay,QC,4,7\nmay,A,3,1\njune,A,6,2\nmay,B,9,5\njuly,QC,,8\n"
    (folder / "t.csv").write_text(text)
    keys = {"names": "day", "columns": ["a", "b"], "omit_samples": ["batch = QC"]}
    study = _load(folder, {"vectors": "t.csv", "place_omitted": True, "missing": "drop"} | keys)
    assert study.names == ["may (2)", "june", "may (3)"]
    assert study.new_names == ["may (1)"]
    assert study.data.X_new.tolist() == [[4, 7]]
    assert any(
        remark.startswith("new samples: 1 of 2 samples left out for missing values")
        for remark in study.remarks
    )


def test_a_number_in_placed_samples_that_may_mean_a_missing_value_is_asked_about(folder):
    rows = "".join(f"s{k},{k * 0.5},{7 - k % 4}\n" for k in range(6))
    (folder / "t.csv").write_text("name,a,b\n" + rows + "QC,-999,3\n")
    keys = {"vectors": "t.csv", "omit_samples": ["QC"]}
    assert _load(folder, keys).m == 6
    with pytest.raises(InputError, match="-999 stands 1 time, far from all other numbers of 'a'"):
        _load(folder, keys | {"place_omitted": True})
    study = _load(folder, keys | {"place_omitted": True, "missing_values": []})
    assert study.data.X_new.tolist() == [[-999, 3]]
