"""A study whose rows have weights has the numbers of the table in which row i stands r_i times.

The tolerances are those of two matrices within their ``matrix_error`` of one exact matrix.
"""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine

import kpca.plot
from kpca.choosing import automatic as choosing
from kpca.data import Vectors
from kpca.kernels import RBF, Linear
from kpca.results import files, solutions, solved, studies
from kpca.studies import automatic, checking, subset, validation
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.raw_table import NotOpenedError
from kpca.tables.table import InputError

X = load_wine().data[::4, :5]
COUNTS = np.resize([3, 1, 2, 5, 1, 4], len(X))
NEW = load_wine().data[1::40, :5]
COLUMNS = [*"abcde"]
WEIGHTS = {"weights": "count"}


@pytest.fixture
def folder(tmp_path):
    """A table with weights, the same with copies of its rows, and new samples."""
    names = [f"s{i}" for i in range(len(X))]
    table = pd.DataFrame(X, index=pd.Index(names, name="name"), columns=COLUMNS)
    table.insert(2, "count", COUNTS)
    table.to_csv(tmp_path / "w.csv")
    copies = table.drop(columns="count").loc[np.repeat(names, COUNTS)]
    copies.index = [f"{name}.{k}" for k, name in enumerate(copies.index)]
    copies.to_csv(tmp_path / "copies.csv", index_label="name")
    pd.DataFrame(NEW, columns=COLUMNS).to_csv(tmp_path / "new.csv", index=False)
    return tmp_path


def _built(folder, file, data=(), **study):
    keys = {"vectors": file, "new": "new.csv", **dict(data)}
    config = StudyConfig.model_validate({"data": keys, "components": 3, **study})
    return build("mine", config, folder)


def _near(weighted, copies, error):
    """Whether tables of both agree up to ``error``, a number or one for each column."""
    assert (np.abs(np.asarray(weighted) - np.asarray(copies)) <= error).all()


FIRST = np.cumsum(COUNTS) - COUNTS
"""The row of the first copy of each sample."""

STUDIES = {
    "linear": ({"standardize": True}, {"kernel": "linear"}),
    "Gaussian": ({"standardize": True}, {"kernel": {"name": "rbf", "gamma": 0.07}}),
    "in tiles": (
        {"standardize": True},
        {"kernel": {"name": "rbf", "gamma": 0.07}, "statements": 30},
    ),
    "distances": ({"distance": "cityblock"}, {}),
}


@pytest.mark.parametrize("name", STUDIES)
def test_everything_that_is_shown_is_that_of_the_table_with_copies(folder, name):
    data, study = STUDIES[name]
    weighted = _built(folder, "w.csv", {**data, **WEIGHTS}, **study)
    copies = _built(folder, "copies.csv", data, **study)
    a, b = weighted.solution, copies.solution
    each = a.matrix_error + b.matrix_error
    _near(a.mu, b.mu, each)
    _near(a.variance, b.variance, each / COUNTS.sum())
    _near(a.explained, b.explained, 10.0 * each / b.mu[0])
    # Of unit eigenvectors (Davis and Kahan), and of the roots of the eigenvalues.
    gap = np.abs(np.subtract.outer(b.mu, b.spectrum[:4]) + np.diag([np.inf] * 4)[:3]).min(axis=1)
    of_scores = (2.0 * each / gap + each / b.mu) * np.sqrt(b.mu)
    assert (of_scores < 1e-8 * b.scores.std(axis=0)).all()
    _near(a.scores, b.scores[FIRST], of_scores)
    _near(weighted.placed[0], copies.placed[0], 20.0 * of_scores)
    _near(weighted.lengths[: len(X)], copies.lengths[FIRST], each)
    _near(weighted.lengths[len(X) :], copies.lengths[COUNTS.sum() :], 10.0 * each)
    _near(weighted.shares[: len(X)], copies.shares[FIRST], 1e-10)
    t2 = weighted.statistics[: len(X)]
    _near(t2, copies.statistics[: COUNTS.sum()][FIRST], 1e-9)
    # The control: without weights the map is another one.
    once = _built(folder, "w.csv", {**data, "omit": ["count"]}, **study)
    assert np.abs(once.solution.variance - b.variance).max() > 0.02 * b.variance[0]


@pytest.mark.parametrize("name", ["linear", "Gaussian"])
def test_loadings_correlations_and_importances_are_those_of_the_table_with_copies(folder, name):
    data, study = STUDIES[name]
    weighted = _built(folder, "w.csv", {**data, **WEIGHTS}, **study)
    copies = _built(folder, "copies.csv", data, **study)
    once = _built(folder, "w.csv", {**data, "omit": ["count"]}, **study)
    _near(weighted.loadings, copies.loadings, 1e-9)
    assert np.abs(once.loadings - copies.loadings).max().max() > 0.01
    a, b = weighted.importances, copies.importances
    # Five standard errors, which are themselves known from five permutations only.
    noise = np.hypot(a.standard_error, b.standard_error)
    assert (np.abs(a.permutation - b.permutation) < 5.0 * noise + 0.05 * b.permutation).all()


def test_a_row_that_is_nearly_all_samples_does_not_hide_what_a_permutation_does(folder):
    rows = ["name,x,y,r", "a,1,0,300", "b,-1,0.5,1", "c,0,1,1", "d,0.5,-1,1"]
    (folder / "w.csv").write_text("\n".join(rows))
    (folder / "new.csv").write_text("x,y\n1,1\n")
    study = {"kernel": {"name": "rbf", "gamma": 0.5}, "components": 2}
    found = _built(folder, "w.csv", {"weights": "r"}, **study).importances
    assert (found.permutation.max(axis=0) > 0.3).all()
    assert (found.standard_error < found.permutation.max(axis=0)).all()


def test_words_for_the_width_and_default_components_are_said_to_count_each_sample_once(folder):
    study = {"kernel": {"name": "rbf", "gamma": "median"}, "components": None}
    weighted = _built(folder, "w.csv", WEIGHTS, **study)
    once = _built(folder, "w.csv", {"omit": ["count"]}, **study)
    assert weighted.kernel == once.kernel
    (remark,) = [one for one in weighted.remarks if "median" in one]
    assert "each sample counted once" in remark
    assert weighted.solution.components == 5
    (remark,) = [one for one in weighted.remarks if "weight" in one]
    for part in ("'count'", "(1 to 5;", f"their sum, {COUNTS.sum()})"):
        assert part in remark


def test_components_by_default_are_whole_groups_of_the_weighted_spectrum(folder):
    # A square whose corners stand once, and a center that stands a hundred times: the first two
    # eigenvalues are equal with these weights, too, and with two columns there are no others.
    rows = ["name,x,y,r", "a,1,0,2", "b,-1,0,2", "c,0,1,1", "d,0,-1,1", "e,0,0,100"]
    (folder / "w.csv").write_text("\n".join(rows))
    (folder / "new.csv").write_text("x,y\n1,1\n")
    study = {"kernel": "linear", "components": None}
    weighted = _built(folder, "w.csv", {"weights": "r"}, **study)
    # 2 (1 + 1) and 1 (1 + 1), where without weights both are 2 and cannot be told apart.
    np.testing.assert_allclose(weighted.solution.mu, [4.0, 2.0], rtol=1e-14)
    np.testing.assert_allclose(weighted.solution.variance, [4.0 / 106.0, 2.0 / 106.0], rtol=1e-14)
    np.testing.assert_allclose(weighted.lengths[:5], [1, 1, 1, 1, 0], atol=1e-15)


def test_statements_are_executed_on_the_samples_without_weights(folder):
    study = _built(folder, "w.csv", WEIGHTS, kernel="linear")
    executed = subset.executed_on(study)
    assert executed.weights is None and executed.names == study.names
    assert executed.new_names == study.new_names
    assert f"{len(X)} samples, each counted once" in str(executed)
    assert f"{COUNTS.sum()} together" in str(study)
    assert studies.tree(executed).attrs["executed_on"] == f"{len(X)} samples, each counted once"


def test_a_stored_study_has_its_weights_and_places_new_samples_by_them(folder):
    data, study = STUDIES["Gaussian"]
    one = _built(folder, "w.csv", {**data, **WEIGHTS}, **study)
    nodes = solutions.to_datasets(one, one.solution, one.placed[0])
    nodes[solved.NODE] = solved.to_dataset(one, one.placed[1])
    files.write(studies.to_tree(one, **nodes), folder / "study.nc")
    again = studies.load(folder / "study.nc")
    opened = solved.load(again, folder / "study.nc")
    np.testing.assert_array_equal(again.weights, COUNTS)
    np.testing.assert_array_equal(opened.solution.scores, one.solution.scores)
    table = pd.DataFrame(NEW, columns=COLUMNS)
    np.testing.assert_array_equal(opened.place(table).iloc[:, -3:], one.placed[0])


@pytest.mark.parametrize("what", ["chart", "training_chart", "fitted_variables"])
def test_a_study_with_weights_has_nothing_that_counts_each_sample_once(folder, what):
    one = _built(folder, "w.csv", WEIGHTS, kernel="linear")
    assert not one.has_chart
    with pytest.raises(NotOpenedError, match="weights"):
        getattr(one, what)
    beside = pd.DataFrame({"pH": np.arange(float(len(X)))})
    with pytest.raises(NotOpenedError, match="weights"):
        kpca.plot.variables(one, beside)


def test_a_sample_with_the_weight_0_is_placed(folder):
    lines = (folder / "w.csv").read_text().splitlines()
    cells = lines[4].split(",")
    cells[3] = "0"
    lines[4] = ",".join(cells)
    (folder / "w.csv").write_text("\n".join(lines))
    omitted = {**WEIGHTS, "omit_samples": ["count = 0"], "place_omitted": True, "new": None}
    one = _built(folder, "w.csv", omitted, kernel="linear")
    assert one.new_names == ["s3"]
    assert one.n == len(X) - 1 == len(one.weights)


def test_the_spread_of_features_is_that_of_the_table_with_copies():
    """2 tr(K~)/N: of two samples that stand ten times, a tenth of what two samples have."""
    named, trace = SimpleNamespace(name="mine"), 2.0 * validation.SIZES[0]
    validation._require_spread(named, SimpleNamespace(trace=trace, n=2, total_weight=2.0))
    with pytest.raises(ConfigError):
        validation._require_spread(named, SimpleNamespace(trace=trace, n=2, total_weight=20.0))


def test_a_width_that_leaves_no_other_sample_is_found_with_weights_too():
    """Of two samples with weights 3 and 5 the rows of K r are 3 and 5, all of it their own."""
    study = SimpleNamespace(
        data=Vectors(RBF(1e6), np.array([[0.0], [1.0]]), np.array([[0.0]])),
        weights=np.array([3.0, 5.0]),
        n=2,
        statements="sample",
        solution=SimpleNamespace(total_weight=8.0, matrix_error=1e-12),
    )
    for means, is_found in (([3.0, 5.0], True), ([4.0, 5.6], False)):
        study.solved = SimpleNamespace(means=np.array(means) / 8.0)
        assert bool(validation._vanishing(study)) is is_found


def test_remarks_of_a_study_on_a_column_and_a_sample_count_copies(folder):
    """'y' and 'a' where each sample counts once; with the weights 'x', and 'b' with its copies."""
    points = np.array([[1.0, 900.0], [-30.0, -0.1], [0.2, 0.3], [0.0, -0.2], [0.1, 0.1]])
    counts = np.array([1, 30_000, 35_000, 40_000, 28_000])
    table = pd.DataFrame(points, index=pd.Index([*"abcde"], name="name"), columns=["x", "y"])
    table.assign(r=counts).to_csv(folder / "w.csv")
    copies = np.repeat(points, counts, axis=0)
    others = np.delete(points, 1, axis=0), np.delete(counts, 1)
    without_b = np.repeat(*others, axis=0).var(axis=0).sum() * (counts.sum() - 30_000)
    of_column = copies[:, 0].var() / copies.var(axis=0).sum()
    of_sample = 1.0 - without_b / (copies.var(axis=0).sum() * counts.sum())
    for data, column, sample in (
        ({"weights": "r"}, f"'x' has {100 * of_column:.4g} %", f"{100 * of_sample:.4g} %"),
        ({"omit": ["r"]}, "'y' has", ""),
    ):
        keys = {**data, "new": None}
        remarks = _built(folder, "w.csv", keys, kernel="linear", components=1).remarks
        name = "b" if "weights" in data else "a"
        assert [one for one in remarks if one.startswith(column)]
        assert [one for one in remarks if one.startswith(f"without sample '{name}', {sample}")]


@pytest.mark.parametrize(("data", "offers"), [(WEIGHTS, False), ({"omit": ["count"]}, True)])
def test_what_is_refused_beside_weights_is_offered_without_them_only(data, offers, folder):
    """A correction of distances, and missing values that are predicted."""
    distances = _built(folder, "w.csv", {"distance": "cityblock", **data})
    (remark,) = [one for one in distances.remarks if "not Euclidean" in one]
    assert ("correction" in remark) is offers
    with (folder / "w.csv").open("a") as file:
        file.write("last,NA,2,2,2,2,2\n")
    with pytest.raises(InputError, match="the value is missing.*'missing: drop'") as refused:
        _built(folder, "w.csv", data, kernel="linear")
    assert ("impute" in str(refused.value)) is offers


def test_the_column_of_weights_tells_that_a_first_row_of_numbers_is_a_header(folder):
    (folder / "w.csv").write_text("10,20,30\n1,2,1\n3,1,2\n2,5,1\n4,4,2\n")
    study = _built(folder, "w.csv", {"weights": "30", "new": None}, kernel="linear", components=1)
    assert study.columns == ("10", "20")
    np.testing.assert_array_equal(study.weights, [1.0, 2.0, 1.0, 2.0])


def test_default_components_of_many_samples_have_the_weights_of_the_subset(folder, monkeypatch):
    """All pairs are looked at for a random subset, whose rows keep their own weights."""
    for module in (checking, choosing):
        monkeypatch.setattr(module, "MOST" if module is checking else "MOST_PAIRS", 8)
    rows = [f"s{k},{(7 * k) % 23 + 1},{(5 * k) % 19},{(7 * k) % 23 + 1}" for k in range(20)]
    (folder / "w.csv").write_text("\n".join(["name,x,y,r", *rows]))
    (folder / "new.csv").write_text("x,y\n1,1\n")
    asked, leading = [], automatic.leading_components

    def noted(data, of_pairs=None, pairs=None, weights=None):
        asked.append((of_pairs, weights))
        return leading(data, of_pairs, pairs, weights)

    monkeypatch.setattr(automatic, "leading_components", noted)
    study = {"kernel": "linear", "components": None, "statements": 5}
    assert _built(folder, "w.csv", {"weights": "r"}, **study).solution.components == 2
    ((of_pairs, weights),) = asked
    assert len(weights) == 8
    np.testing.assert_array_equal(weights, of_pairs[:, 0])


def test_groups_of_eigenvalues_are_those_of_the_weighted_samples():
    """Six pairs of points on six axes: equal eigenvalues, unless the pairs have other weights."""
    points = np.vstack([np.eye(6), -np.eye(6)])
    data = Vectors(Linear(), points, points)
    weights = np.tile([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2)
    assert automatic.leading_components(data)[0] == 6
    assert automatic.leading_components(data, weights=weights)[0] == 5
