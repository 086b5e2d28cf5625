"""Functions of the RKHS against vectors of an explicit feature space."""

import numpy as np

from kpca import kernels, rkhs

X = np.random.default_rng(0).normal(size=(9, 2))
Y = np.random.default_rng(1).normal(size=(5, 2))
KERNEL = kernels.Polynomial(1.0, 2)
A = np.random.default_rng(2).normal(size=(9, 3))
B = np.random.default_rng(3).normal(size=(5, 2))
F = KERNEL.features(X).T @ A
G = KERNEL.features(Y).T @ B


def test_value_is_the_inner_product_with_the_feature():
    T = np.random.default_rng(4).normal(size=(6, 2))
    expected = KERNEL.features(T) @ F
    np.testing.assert_allclose(rkhs.evaluate(A, KERNEL(T, X)), expected, atol=1e-11)


def test_inner_product_is_that_of_the_weights():
    np.testing.assert_allclose(rkhs.inner(A, B, KERNEL(X, Y)), F.T @ G, atol=1e-11)


def test_squared_norm_is_the_length_of_the_weights():
    K = KERNEL(X, X)
    np.testing.assert_allclose(rkhs.squared_norm(A, K), (F**2).sum(axis=0), atol=1e-10)
    assert np.abs(rkhs.squared_norm(A, K) - (A**2).sum(axis=0)).min() > 0.1


def test_expansion_takes_the_mean_feature_away():
    Phi = KERNEL.features(X)
    expected = (Phi - Phi.mean(axis=0)).T @ A
    np.testing.assert_allclose(Phi.T @ rkhs.expansion(A), expected, atol=1e-12)


INDEFINITE = np.array([[1.0, 2.0], [2.0, 1.0]])


def test_a_squared_norm_of_an_indefinite_kernel_may_be_negative():
    assert rkhs.squared_norm(np.array([[1.0, 1.0], [-1.0, 1.0]]), INDEFINITE).tolist() == [
        -2.0,
        6.0,
    ]


def test_as_many_new_samples_as_samples_are_by_row():
    """m = n: the matrix of new samples is square and not symmetric."""
    K_new, a = np.array([[1.0, 2.0], [5.0, 7.0]]), np.array([[1.0], [10.0]])
    assert rkhs.evaluate(a, K_new).tolist() == [[21.0], [75.0]]
    b = np.array([[1.0], [0.0]])
    assert rkhs.inner(a, b, K_new).tolist() == [[51.0]]
    assert rkhs.inner(b, a, K_new).tolist() == [[21.0]]
