"""The nearest samples among all columns, which a map may hide."""

from types import SimpleNamespace

import numpy as np

from kpca.data import Distances, Gram, Vectors
from kpca.kernels import Linear
from kpca.page import nearest

X = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 9.0], [0.0, 3.0, 0.0]])
NEW = np.array([[0.0, 0.5, 8.0]])


def _study(data, m=1):
    return SimpleNamespace(data=data, samples=range(4 if data.placed_again else 4 + m))


def test_samples_that_a_plane_shows_as_near_are_not_if_another_column_is_different():
    """The third sample lies above the first one on the plane of the first two columns."""
    found = nearest.nearest(_study(Vectors(Linear(), X, X), 4))
    assert found == [[1, 3, 2], [0, 3, 2], [0, 1, 3], [0, 1, 2]]


def test_new_samples_stand_behind_the_others_and_are_neighbors_too():
    found = nearest.nearest(_study(Vectors(Linear(), X, NEW)))
    assert found[2] == [4, 0, 1, 3]
    assert found[4] == [2, 0, 1, 3]


def test_given_distances_are_those_of_the_points():
    every = np.vstack([X, NEW])
    D = np.linalg.norm(every[:, None] - every, axis=2)
    given = Distances(D[:4, :4], D[4:, :4], D[4:, 4:])
    assert nearest.nearest(_study(given)) == nearest.nearest(_study(Vectors(Linear(), X, NEW)))
    again = Distances(given.D, given.D, given.D)
    assert nearest.nearest(_study(again, 4))[2] == [0, 1, 3]
    assert (np.diag(given.D) == 0.0).all(), "the distances of the study are not changed"


def test_a_kernel_matrix_and_too_many_samples_have_none(monkeypatch):
    K = X @ X.T
    assert nearest.nearest(_study(Gram(K, K, K), 4)) == []
    monkeypatch.setattr(nearest, "MOST", 4)
    assert nearest.nearest(_study(Vectors(Linear(), X, NEW))) == []
    assert nearest.nearest(_study(Vectors(Linear(), X, X), 4)) != []
