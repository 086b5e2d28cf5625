"""Distances that a kernel induces are distances between features."""

import numpy as np

from kpca import distances, features, kernels
from kpca.centering import center, gower

X = np.random.default_rng(0).normal(size=(10, 2))
T = np.random.default_rng(1).normal(size=(3, 2))
KERNEL = kernels.Lift()


def _between(A, B):
    return ((A[:, None] - B[None]) ** 2).sum(axis=-1)


def test_induced_distance_is_the_distance_of_the_features():
    Phi, Phi_new = features.feature_map(KERNEL, X), features.feature_map(KERNEL, T)
    np.testing.assert_allclose(distances.induced(KERNEL(X, X)), _between(Phi, Phi), atol=1e-12)
    found = distances.induced_new(KERNEL(T, X), KERNEL.diagonal(T), KERNEL.diagonal(X))
    np.testing.assert_allclose(found, _between(Phi_new, Phi), atol=1e-12)


def test_forgetting_the_factor_two_is_seen():
    K = KERNEL(X, X)
    diagonal = K.diagonal()
    wrong = diagonal[:, None] + diagonal[None, :] - K
    assert np.abs(wrong - distances.induced(K)).max() > 0.1


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
