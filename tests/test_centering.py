"""HKH, by the matrix and by the entries; new samples lose the training mean."""

import numpy as np
import pytest

from kpca import kernels
from kpca.centering import (
    along,
    axis,
    center,
    center_new,
    center_rows,
    centering_matrix,
    gower,
    row_means,
    squared_lengths,
)

X = np.random.default_rng(0).normal(size=(15, 3)) + 2.0
T = np.random.default_rng(1).normal(size=(4, 3)) - 1.0
KERNEL = kernels.Polynomial(0.4, 2)
K, K_new = KERNEL(X, X), KERNEL(T, X)


def test_center_is_hkh():
    H = centering_matrix(len(X))
    np.testing.assert_allclose(center(K), H @ K @ H, rtol=0, atol=1e-12)


def test_centered_kernel_is_the_inner_product_of_centered_features():
    Phi = KERNEL.features(X)
    Phi_new = KERNEL.features(T)
    mean = Phi.mean(axis=0)
    np.testing.assert_allclose(center(K), (Phi - mean) @ (Phi - mean).T, atol=1e-11)
    np.testing.assert_allclose(center_new(K_new, K), (Phi_new - mean) @ (Phi - mean).T, atol=1e-11)


@pytest.mark.parametrize("factor", [1.0, -1.0])
def test_gower_of_squared_euclidean_distances_is_the_centered_linear_gram_matrix(factor):
    D2 = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    B = gower(factor * D2)
    linear = center(X @ X.T)
    assert np.allclose(B, linear, atol=1e-12) == (factor == 1.0)


def test_centering_keeps_a_symmetric_matrix_symmetric_to_the_last_bit():
    assert (center(K) == center(K).T).all()


def test_centering_does_not_depend_on_the_memory_order():
    assert (center(np.asfortranarray(K)) == center(K)).all()
    assert (
        center_new(np.asfortranarray(K_new), np.asfortranarray(K)) == center_new(K_new, K)
    ).all()


def test_centering_by_hand():
    square = np.array([[4.0, 2.0, 0.0], [2.0, 6.0, 1.0], [0.0, 1.0, 2.0]])
    assert square.mean() == 2.0
    assert square.mean(axis=1).tolist() == [2.0, 3.0, 1.0]
    assert center(square).tolist() == [[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]]
    new = np.array([[3.0, 0.0, 0.0], [0.0, 9.0, 3.0], [1.0, 1.0, 4.0]])
    by_hand = [[2.0, -2.0, 0.0], [-4.0, 4.0, 0.0], [-1.0, -2.0, 3.0]]
    assert center_new(new, square).tolist() == by_hand, "m = n: rows of new samples, not columns"


def test_a_matrix_that_is_not_symmetric_loses_the_means_of_its_rows_and_columns():
    A = np.array([[0.0, 4.0], [2.0, 2.0]])
    assert center(A).tolist() == [[-1.0, 1.0], [1.0, -1.0]]
    B = np.array([[0.0, 3.0, 3.0], [3.0, 0.0, 6.0], [0.0, 0.0, 3.0]])
    H = centering_matrix(3)
    np.testing.assert_allclose(center(B), H @ B @ H, atol=1e-15)
    assert np.abs(center(B) - H @ B.T @ H).max() > 1.0


def test_the_matrix_that_removes_the_mean_by_hand():
    assert centering_matrix(2).tolist() == [[0.5, -0.5], [-0.5, 0.5]]


def test_what_rounding_leaves_of_a_mean_is_that_of_the_centered_entries():
    """Kernel values of 1e12 leave means of 1e-4 after one pass, entries of 1 leave 1e-16."""
    rng = np.random.default_rng(0)
    X, T = (rng.normal(size=(count, 2)) + 1e6 for count in (9, 4))
    for centered in (center(X @ X.T), center_new(T @ X.T, X @ X.T)):
        assert np.abs(centered).max() < 1e2
        assert np.abs(centered.mean(axis=1)).max() < 1e-14


def test_squared_lengths_are_those_of_the_features_less_the_training_mean():
    mean = KERNEL.features(X).mean(axis=0)
    expected = ((KERNEL.features(T) - mean) ** 2).sum(axis=1)
    found = squared_lengths(KERNEL.diagonal(T), row_means(K_new), row_means(K))
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    again = squared_lengths(K.diagonal(), row_means(K), row_means(K))
    np.testing.assert_allclose(again, center(K).diagonal(), rtol=1e-10)


WEIGHTS = np.resize([3.0, 1.0, 2.0, 5.0], len(X))
COPIES = np.repeat(np.arange(len(X)), WEIGHTS.astype(int))
K_COPIES = K[np.ix_(COPIES, COPIES)]


def test_weighted_means_are_those_of_the_copies():
    means = row_means(K, WEIGHTS)
    np.testing.assert_allclose(means[COPIES], row_means(K_COPIES), rtol=1e-13)
    new = center_rows(K_new, means, WEIGHTS)
    np.testing.assert_allclose(new[:, COPIES], center_new(K_new[:, COPIES], K_COPIES), atol=1e-11)
    assert np.abs(center_rows(K_new, means)[:, COPIES] - new[:, COPIES]).max() > 0.1, "the control"
    diagonal, new_means = KERNEL.diagonal(T), row_means(K_new, WEIGHTS)
    mean = KERNEL.features(X[COPIES]).mean(axis=0)
    expected = ((KERNEL.features(T) - mean) ** 2).sum(axis=1)
    found = squared_lengths(diagonal, new_means, means, WEIGHTS)
    np.testing.assert_allclose(found, expected, rtol=1e-11)
    assert np.abs(squared_lengths(diagonal, new_means, means) - expected).max() > 0.1, "the control"


def test_the_weighted_matrix_is_the_centered_one_of_the_copies_added_up():
    # Copies of one sample count together: the root of their number times the mean of their rows.
    sums = (COPIES[:, None] == np.arange(len(X))) / np.sqrt(WEIGHTS)
    expected = sums.T @ center(K_COPIES) @ sums
    np.testing.assert_allclose(center(K, WEIGHTS), expected, rtol=0, atol=1e-11)
    assert np.abs(center(K) * np.sqrt(np.outer(WEIGHTS, WEIGHTS)) - expected).max() > 0.1
    assert (center(K, WEIGHTS) == center(K, WEIGHTS).T).all()


def test_the_weighted_matrix_is_projected_along_its_axis():
    q, roots = axis(WEIGHTS), np.sqrt(WEIGHTS)
    assert q @ q == pytest.approx(1.0, abs=1e-14)
    A = np.outer(roots, roots) * K
    A = A - along(A, q)
    A = (A.T - along(A.T, q)).T
    np.testing.assert_allclose(center(K, WEIGHTS), A, rtol=0, atol=1e-11)
    np.testing.assert_allclose(along(A, q), 0.0, atol=1e-11)
    assert axis(None) is None
    np.testing.assert_array_equal(along(K), K.mean(axis=0))
