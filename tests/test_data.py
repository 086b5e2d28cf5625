"""All kinds of data give both formulations, by a kernel and by distances, the same samples."""

import numpy as np
import pytest
from conftest import STUDIES

from kpca import kernels
from kpca.arithmetic import U
from kpca.data import Distances, Gram, Vectors, joint
from kpca.distances import induced


def test_shapes_are_those_of_the_notation(any_study):
    n, m, data = any_study.n, any_study.m, any_study.data
    assert data.K.shape == data.D2.shape == (n, n)
    assert data.K_new.shape == data.D2_new.shape == (m, n)
    assert data.G_new.shape == (m, m)


def test_distances_to_new_samples_are_those_of_the_joint_matrix(any_study):
    data = any_study.data
    together = joint(data)
    scale = np.abs(together).max()
    expected = induced(together)[any_study.n :, : any_study.n]
    np.testing.assert_allclose(data.D2_new, expected, atol=1e-13 * scale)


def test_given_distances_are_a_kernel_that_induces_them():
    D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
    data = Distances(D, D, D)
    assert (induced(data.K) == D**2).all()  # small whole numbers: no rounding
    assert data.Phi is None


def test_a_far_new_sample_does_not_widen_the_bounds_of_the_training_solution():
    original = STUDIES["poly"].data
    far = Vectors(original.kernel, original.X, 1e3 * original.X_new)
    assert far.element_error == original.element_error
    assert far.distance_error == original.distance_error


X = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0]])
T = np.array([[1.0, 0.0], [3.0, 1.0], [0.0, 2.0]])


def _between(A, B):
    return ((A[:, None] - B) ** 2).sum(axis=-1)


def _three_kinds(old, new):
    """The same samples as points, as a Gram matrix and as distances."""
    root = [np.sqrt(_between(*pair)) for pair in ((old, old), (new, old), (new, new))]
    return {
        "points": Vectors(kernels.Linear(), old, new),
        "Gram matrix": Gram(old @ old.T, new @ old.T, new @ new.T),
        "distances": Distances(*root),
    }


KINDS = ["points", "Gram matrix", "distances"]


@pytest.mark.parametrize("kind", KINDS)
def test_as_many_new_samples_as_training_samples_are_not_the_training_samples(kind):
    """m = n: square matrices that must not be taken for those of the training samples."""
    data = _three_kinds(X, T)[kind]
    assert not data.placed_again
    assert data.D2_new.round(12).tolist() == [[2, 1, 1], [9, 2, 4], [1, 8, 2]]
    # Seen from the first training sample where only distances are known.
    origin = X[0] if kind == "distances" else 0.0
    np.testing.assert_allclose(data.K_new, (T - origin) @ (X - origin).T, atol=1e-14)
    np.testing.assert_allclose(data.G_new, (T - origin) @ (T - origin).T, atol=1e-14)
    assert joint(data).shape == (6, 6)
    np.testing.assert_allclose(joint(data)[:3, 3:], data.K_new.T, atol=0)


@pytest.mark.parametrize("kind", KINDS)
def test_samples_placed_again_are_counted_once(kind):
    data = _three_kinds(X, X.copy())[kind]
    assert data.placed_again
    assert joint(data) is data.K
    assert data.D2_new is data.D2
    for again in (data.K_new, data.G_new):
        assert (again == data.K).all()


@pytest.mark.parametrize("kind", KINDS)
def test_one_new_sample_that_differs_is_not_placed_again(kind):
    other = X.copy()
    other[2, 0] += 1.0
    assert not _three_kinds(X, other)[kind].placed_again
    assert not _three_kinds(X, X[:2])[kind].placed_again


def test_the_pairs_of_new_samples_decide_too():
    K = X @ X.T
    assert not Gram(K, K, 2.0 * K).placed_again
    assert not Distances(K, K, 2.0 * K).placed_again


def test_bounds_of_an_entry_are_those_of_the_longest_point_and_the_largest_value():
    """Points 3, 4 and 0, 1: the longest has length 5; kernel values 25, 4 and 1."""
    data = Vectors(kernels.Linear(), np.array([[3.0, 4.0], [0.0, 1.0]]), np.zeros((0, 2)))
    assert data.element_error == pytest.approx(2.0 * U * 25.0, rel=1e-12, abs=0.0)
    assert data.distance_error == pytest.approx(
        4.0 * data.element_error + 6.0 * U * 25.0, rel=1e-12, abs=0.0
    )
    given = Gram(np.array([[1.0, -8.0], [-8.0, 2.0]]), np.zeros((0, 2)), np.zeros((0, 0)))
    assert given.element_error == 0.0
    assert given.distance_error == pytest.approx(6.0 * U * 8.0, rel=1e-12, abs=0.0)
    far = Distances(np.array([[0.0, 3.0], [3.0, 0.0]]), np.zeros((0, 2)), np.zeros((0, 0)))
    assert far.element_error == pytest.approx(4.0 * U * 9.0, rel=1e-12, abs=0.0)
    assert far.distance_error == pytest.approx(U * 9.0, rel=1e-12, abs=0.0)
