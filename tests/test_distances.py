"""Distances that a kernel induces are distances between features."""

import numpy as np

from kpca import distances, kernels
from kpca.centering import center, gower

X = np.random.default_rng(0).normal(size=(10, 2))
T = np.random.default_rng(1).normal(size=(3, 2))
KERNEL = kernels.Lift()


def _between(A, B):
    return ((A[:, None] - B[None]) ** 2).sum(axis=-1)


def test_induced_distance_is_the_distance_of_the_features():
    Phi, Phi_new = KERNEL.features(X), KERNEL.features(T)
    np.testing.assert_allclose(distances.induced(KERNEL(X, X)), _between(Phi, Phi), atol=1e-12)
    found = distances.induced_new(KERNEL(T, X), KERNEL.diagonal(T), KERNEL.diagonal(X))
    np.testing.assert_allclose(found, _between(Phi_new, Phi), atol=1e-12)


def test_distance_to_itself_is_exactly_zero():
    assert (distances.induced(KERNEL(X, X)).diagonal() == 0.0).all()


def test_kernel_of_given_distances_induces_them_again():
    D2 = _between(X, X)
    K = distances.as_kernel(D2, D2[:, 3])
    np.testing.assert_allclose(distances.induced(K), D2, atol=1e-14)
    np.testing.assert_allclose(center(K), gower(D2), atol=1e-14)
    assert (K[3] == 0.0).all()


def test_kernel_of_euclidean_distances_is_the_inner_product_seen_from_the_origin():
    origin = X[3]
    K = distances.as_kernel(_between(X, X), _between(X, X)[:, 3])
    np.testing.assert_allclose(K, (X - origin) @ (X - origin).T, atol=1e-14)
    K_new = distances.as_kernel(_between(T, X), _between(X, X)[:, 3], _between(T, X)[:, 3])
    np.testing.assert_allclose(K_new, (T - origin) @ (X - origin).T, atol=1e-14)


def test_indefinite_kernel_may_have_negative_squared_distances():
    assert (distances.induced(np.array([[1.0, 2.0], [2.0, 1.0]])) < 0).any()


def test_as_many_new_samples_as_training_points_have_their_own_rows():
    """m = n: a square matrix of new samples is not the Gram matrix of the training samples."""
    points, new = np.array([[0.0], [1.0], [3.0]]), np.array([[2.0], [5.0], [-1.0]])
    D2, D2_new = _between(points, points), _between(new, points)
    found = distances.as_kernel(D2_new, D2[:, 0], D2_new[:, 0])
    assert found.tolist() == [[0.0, 2.0, 6.0], [0.0, 5.0, 15.0], [0.0, -1.0, -3.0]]
    seen_from_one = distances.as_kernel(D2_new, D2[:, 1], D2_new[:, 1])
    assert seen_from_one.tolist() == [[-1.0, 0.0, 2.0], [-4.0, 0.0, 8.0], [2.0, 0.0, -4.0]]


def test_distances_of_as_many_new_samples_are_by_row_the_new_ones():
    found = distances.induced_new(
        np.array([[2.0, 3.0], [5.0, 7.0]]), np.array([9.0, 16.0]), np.array([4, 25])
    )
    assert found.tolist() == [[9.0, 28.0], [10.0, 27.0]]
