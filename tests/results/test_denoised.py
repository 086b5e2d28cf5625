"""Denoised samples are stored in the units of the user's table, with what is doubtful."""

import csv
import re
from dataclasses import replace

import numpy as np
import pytest
from small_project import ROOT

from kpca.data import Vectors
from kpca.kernels import Linear, Sigmoid
from kpca.preimages.preimages import PreImages
from kpca.results import denoised
from kpca.studies.origin import Origin
from kpca.studies.study import Study

X = np.array([[1.0, 0.0], [-1.0, 0.5], [0.0, -0.5]])
STUDY = Study(
    name="s",
    title="s",
    data=Vectors(Linear(), X, X[:2] + 1.0),
    components=1,
    names=["a", "b", "c"],
    labels=["u", "u", "v"],
    new_names=["d", "e"],
    new_labels=["u", "v"],
    named_columns=("length", "width"),
    origin=Origin(
        numbers={"column_mean": np.array([10.0, 5.0]), "column_deviation": np.array([2.0, 4.0])}
    ),
)


def _reached(points, converged):
    p = len(points)
    distances, lower = 0.25 * np.arange(1, p + 1), 0.125 * np.arange(p, 0, -1)
    slope = np.full(p, np.inf)
    return PreImages(points, distances, lower, np.ones(p, dtype=int), np.array(converged), slope)


OLD, NEW = _reached(X, [True, False, True]), _reached(X[:2], [True, True])


HALF = replace(OLD, points=np.column_stack([0.5 * X[:, 0], X[:, 1]]))
SIGMOID = replace(STUDY, data=replace(STUDY.data, kernel=Sigmoid(1.0, 0.0)))


def _table(folder, study, old=OLD, new=None):
    denoised.write_table(folder / "t.csv", study, old, new)
    with (folder / "t.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_table_has_a_row_for_each_sample_with_its_kind_and_its_doubt(tmp_path):
    denoised.write_table(tmp_path / "t.csv", STUDY, OLD, NEW)
    assert (tmp_path / "t.csv").read_text() == (
        "sample,kind,length,width,distance,lower bound,converged\n"
        "a,training,12.0,5.0,0.25,0.375,yes\n"
        "b,training,8.0,7.0,0.5,0.25,no\n"
        "c,training,10.0,3.0,0.75,0.125,yes\n"
        "d,holdout,12.0,5.0,0.25,0.25,yes\n"
        "e,holdout,8.0,7.0,0.5,0.125,yes\n"
    )
    assert len(_table(tmp_path, STUDY)) == 4


def test_samples_of_a_file_of_new_samples_are_called_new(tmp_path):
    files = (("vectors", "my.csv", "01"), ("new", "more.csv", "23"))
    study = replace(STUDY, origin=replace(STUDY.origin, files=files))
    for origin, kind in (
        (study.origin, "new"),
        (replace(study.origin, files=files[:1]), "holdout"),
    ):
        rows = _table(tmp_path, replace(study, origin=origin), OLD, NEW)[1:]
        assert [row[1] for row in rows] == ["training"] * 3 + [kind] * 2


def test_no_column_of_the_table_has_the_name_of_another_one(tmp_path):
    study = replace(STUDY, named_columns=("distance", "sample"))
    assert _table(tmp_path, study)[0] == [
        *("sample (2)", "kind", "distance", "sample"),
        *("distance (2)", "lower bound", "converged"),
    ]
    assert denoised.header(["converged", "converged (2)", "kind"]) == [
        *("sample", "kind (2)", "converged", "converged (2)", "kind"),
        *("distance", "lower bound", "converged (3)"),
    ]


def test_every_own_column_of_the_table_is_explained_in_the_documentation():
    text = (ROOT / "config/README.md").read_text(encoding="utf-8")
    section = text.split("## The table of denoised samples")[1].split("\n## ")[0]
    explained = re.findall(r"^\| `([\w ]+)` \| \S", section, re.MULTILINE)
    assert explained == denoised.header([])


def test_a_kernel_that_is_not_positive_semidefinite_has_no_distances(tmp_path):
    assert not SIGMOID.kernel.is_positive_semidefinite
    assert _table(tmp_path, SIGMOID)[1:] == [
        ["a", "training", "12.0", "5.0", "", "", "yes"],
        ["b", "training", "8.0", "7.0", "", "", "no"],
        ["c", "training", "10.0", "3.0", "", "", "yes"],
    ]
    stored = denoised.to_dataset(SIGMOID, OLD, NEW)
    assert not [name for name in stored if "distance" in name or "lower" in name]
    assert stored["remark"].values.tolist() == [
        "no convergence for 1 of 3 pre-images: b",
        "the kernel sigmoid is not positive semi-definite, so that a squared distance in feature "
        "space may be negative: the distances of the pre-images are left empty",
    ]
    assert np.isnan(denoised.measured(SIGMOID, OLD).distances).all()
    assert denoised.measured(STUDY, OLD) is OLD


def test_samples_without_convergence_are_named():
    new = _reached(X[:2], [True, False])
    assert denoised.remarks(STUDY, OLD, new) == [
        "no convergence for 1 of 3 pre-images: b",
        "new samples: no convergence for 1 of 2 pre-images: e",
    ]
    assert denoised.remarks(STUDY, replace(OLD, converged=np.ones(3, dtype=bool)), NEW) == []


def test_the_variance_that_is_left_is_that_of_columns_that_vary():
    assert denoised.variance_left(STUDY, HALF) == {"length": 0.25, "width": 1.0}
    # The standard deviation of three times 0.1 is not 0 but 1e-17.
    still = np.column_stack([np.full(3, 0.1), X[:, 1], 1e-20 * X[:, 0]])
    assert still.std(axis=0)[0] > 0
    study = replace(STUDY, data=Vectors(Linear(), still, still), named_columns=("a", "b", "c"))
    points = np.column_stack([[0.1, 0.2, 0.3], HALF.points[:, 1], 1e-20 * HALF.points[:, 0]])
    with np.errstate(all="raise"):
        left = denoised.variance_left(study, replace(OLD, points=points))
    assert list(left) == ["c", "b"], "the smallest share first"
    assert left == pytest.approx({"c": 0.25, "b": 1.0}, rel=1e-14, abs=0)


def test_what_is_stored_is_what_was_computed():
    stored = denoised.to_dataset(STUDY, OLD, NEW)
    assert stored["denoised"].values.tolist() == [[12.0, 5.0], [8.0, 7.0], [10.0, 3.0]]
    assert stored["denoised"].dims == ("sample", "column")
    assert stored["new_denoised"].values.tolist() == [[12.0, 5.0], [8.0, 7.0]]
    assert stored["preimage_distance"].values.tolist() == [0.25, 0.5, 0.75]
    assert stored["preimage_lower"].values.tolist() == [0.375, 0.25, 0.125]
    assert stored["new_preimage_lower"].values.tolist() == [0.25, 0.125]
    assert stored["preimage_converged"].values.tolist() == [1, 0, 1]
    assert stored["new_preimage_converged"].values.tolist() == [1, 1]
    assert stored["remark"].values.tolist() == ["no convergence for 1 of 3 pre-images: b"]
    assert "new_denoised" not in denoised.to_dataset(STUDY, OLD, None)
