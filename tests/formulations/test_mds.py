"""Classical MDS: what it recovers, and what it places."""

import dataclasses

import numpy as np
import pytest

from kpca.distances import induced
from kpca.formulations import dual, mds
from kpca.solvers.solution import RankError

X = np.random.default_rng(0).normal(size=(20, 3))


def _squared(A, B):
    return ((A[:, None] - B[None]) ** 2).sum(axis=-1)


def test_euclidean_distances_are_recovered():
    Z = mds.fit(_squared(X, X), 3).scores
    np.testing.assert_allclose(_squared(Z, Z), _squared(X, X), atol=1e-12)


def test_euclidean_distances_have_the_rank_of_the_points():
    with pytest.raises(RankError, match="allowed: 1 to 3"):
        mds.fit(_squared(X, X), 4)


def test_a_new_sample_keeps_its_distances():
    T = np.random.default_rng(1).normal(size=(4, 3))
    solution = mds.fit(_squared(X, X), 3)
    placed = mds.place(solution, _squared(X, X), _squared(T, X))
    np.testing.assert_allclose(_squared(placed, solution.scores), _squared(T, X), atol=1e-11)


def test_mds_of_induced_distances_has_the_spectrum_of_the_kernel(any_gram):
    by_kernel = dual.fit(any_gram, 1)
    by_distance = mds.fit(induced(any_gram), 1, 6 * 2.0**-53 * np.abs(any_gram).max())
    allowed = by_kernel.matrix_error + by_distance.matrix_error
    assert np.abs(by_kernel.spectrum - by_distance.spectrum).max() <= allowed


def test_what_is_the_same_for_every_distance_of_a_new_sample_does_not_move_it():
    """A point outside the axes: 1'V is 0 up to rounding, but a distance of 1e12 times it is not."""
    X = np.random.default_rng(0).normal(size=(20, 3)) * [1.0, 0.1, 0.01]
    D2 = ((X[:, None] - X) ** 2).sum(axis=-1)
    solution = mds.fit(D2, 3)
    near, far = mds.place(solution, D2, D2[:4]), mds.place(solution, D2, D2[:4] + 2.0**30)
    np.testing.assert_allclose(far, near, rtol=0, atol=1e-4)
    lean = dataclasses.replace(solution, V=solution.V + 1e-13)
    moved = mds.place(lean, D2, D2[:4] + 2.0**30)
    np.testing.assert_allclose(moved, near, rtol=0, atol=1e-4)
