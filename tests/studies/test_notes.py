"""Notes name samples that a kernel cannot distinguish, and components with one eigenvalue."""

import numpy as np

from kpca.studies import datasets
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig

X, _ = datasets.iris()


def _build(folder, array, **more):
    np.save(folder / "x.npy", array)
    given = {"data": {"vectors": "x.npy"}, "kernel": {"name": "linear"}, "components": 1}
    return build("s", StudyConfig(**given | more), folder).study


VANISHING = (
    "the kernel values of all pairs of different samples are 0 up to rounding, so that no sample "
    "is more similar to one than to another; gamma = 1 is too large for these data: take a smaller "
    "one, or 'gamma: median'"
)


def test_a_kernel_that_vanishes_between_all_samples_is_reported_if_it_runs(tmp_path):
    kernel = {"name": "laplacian", "gamma": 1.0}
    points = 1e8 * np.arange(8.0)[:, None] ** 2
    study = _build(tmp_path, points, kernel=kernel, components=7)
    assert study.notes == (
        VANISHING,
        "components 1 to 7 have one eigenvalue up to rounding: together they are determined, but "
        "their axes may be rotated among themselves",
    )
    with_equal_ones = np.concatenate([points, points[:1]])
    assert VANISHING in _build(tmp_path, with_equal_ones, kernel=kernel, components=1).notes
    assert _build(tmp_path, 1e-8 * points, kernel=kernel, components=7).notes == ()


def test_orthogonal_samples_of_the_linear_kernel_are_no_matter_of_gamma(tmp_path):
    notes = _build(tmp_path, np.eye(4), components=3).notes
    assert [note[:37] for note in notes] == ["components 1 to 3 have one eigenvalue"]


def test_each_group_of_equal_eigenvalues_is_noted(tmp_path):
    corners = np.array([[3.0, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 1, 0]])
    corners = np.concatenate([corners, [[0, 0, 0, 0, 1]]])
    study = _build(tmp_path, np.concatenate([corners, -corners]), components=5)
    assert study.notes == (
        "components 1 to 2 and 4 to 5 have one eigenvalue up to rounding in each group: together "
        "they are determined, but their axes may be rotated among themselves",
    )


def test_samples_on_one_ray_are_reported_with_the_cosine_and_not_with_the_linear_kernel(tmp_path):
    rays = np.array([[1.0, 2], [2, 4], [3, 1], [1, 0], [1, 0], [5, 0]])
    equal = "1 sample is equal to another one: 5 = 4"
    assert _build(tmp_path, rays, kernel={"name": "cosine"}).notes == (
        equal,
        "3 pairs of samples differ, but not to the kernel cosine, up to rounding: for example '1' "
        "and '2'",
    )
    assert _build(tmp_path, rays[:4], kernel={"name": "cosine"}).notes == (
        "1 pair of samples differs, but not to the kernel cosine, up to rounding: '1' and '2'",
    )
    assert _build(tmp_path, rays).notes == (equal,)


def test_opposite_samples_are_reported_with_an_even_polynomial(tmp_path):
    kernel = {"name": "poly", "gamma": 1.0, "degree": 2, "coef0": 0.0}
    notes = _build(tmp_path, np.array([[1.0, 2], [-1, -2], [3, 1], [1, 0]]), kernel=kernel).notes
    assert notes[0].startswith("1 pair of samples differs, but not to the kernel poly")


def test_a_given_matrix_has_one_note_on_equal_samples(tmp_path):
    K = (X[[0, 1, 2, 0]]) @ X[[0, 1, 2, 0]].T
    notes = _build(tmp_path, K, data={"kernel_matrix": "x.npy"}, kernel=None).notes
    assert notes == ("1 sample is equal to another one: 4 = 1",)
