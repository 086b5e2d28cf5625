"""Denoised samples are stored in the units of the user's table, with what is doubtful."""

from dataclasses import replace

import numpy as np

from kpca.data import Vectors
from kpca.kernels import Linear
from kpca.preimages.preimages import PreImages
from kpca.results import denoised
from kpca.studies.study import Origin, Study

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
    distances, lower = 0.25 * np.arange(1, p + 1), np.zeros(p)
    slope = np.full(p, np.inf)
    return PreImages(points, distances, lower, np.ones(p, dtype=int), np.array(converged), slope)


OLD, NEW = _reached(X, [True, False, True]), _reached(X[:2], [True, True])


def test_standardized_columns_are_given_back_in_their_units():
    raw = denoised.in_raw_units(STUDY, X)
    assert raw.tolist() == [[12.0, 5.0], [8.0, 7.0], [10.0, 3.0]]
    plain = replace(STUDY, origin=Origin())
    assert denoised.in_raw_units(plain, X) is X


def test_the_table_has_a_row_for_each_sample_with_its_doubt(tmp_path):
    denoised.write_table(tmp_path / "t.csv", STUDY, OLD, NEW)
    assert (tmp_path / "t.csv").read_text() == (
        "sample,length,width,distance,lower bound,converged\n"
        "a,12.0,5.0,0.25,0.0,yes\n"
        "b,8.0,7.0,0.5,0.0,no\n"
        "c,10.0,3.0,0.75,0.0,yes\n"
        "d,12.0,5.0,0.25,0.0,yes\n"
        "e,8.0,7.0,0.5,0.0,yes\n"
    )
    denoised.write_table(tmp_path / "t.csv", STUDY, OLD, None)
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 4


def test_what_is_stored_is_what_was_computed():
    stored = denoised.to_dataset(STUDY, OLD, NEW)
    assert stored["denoised"].values.tolist() == [[12.0, 5.0], [8.0, 7.0], [10.0, 3.0]]
    assert stored["denoised"].dims == ("sample", "column")
    assert stored["new_denoised"].values.tolist() == [[12.0, 5.0], [8.0, 7.0]]
    assert stored["preimage_distance"].values.tolist() == [0.25, 0.5, 0.75]
    assert stored["preimage_converged"].values.tolist() == [1, 0, 1]
    assert stored["new_preimage_converged"].values.tolist() == [1, 1]
    assert "new_denoised" not in denoised.to_dataset(STUDY, OLD, None)
