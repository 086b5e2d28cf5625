"""Means, lengths and signs of eigenvectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpca.solvers import vectors


def test_the_largest_element_is_positive():
    V = np.array([[0.1, -0.2], [-0.9, 0.5], [0.3, -0.7]])
    assert (vectors.fix_signs(V) == V * [-1.0, -1.0]).all()


@given(st.integers(0, 10_000))
def test_fixing_signs_twice_changes_nothing(seed):
    V = np.random.default_rng(seed).normal(size=(6, 3))
    once = vectors.fix_signs(V)
    assert (vectors.fix_signs(once) == once).all()
    assert (vectors.fix_signs(-V) == once).all()


def test_among_elements_of_nearly_one_size_the_first_becomes_positive():
    nearly = 1.0 - 1e-6
    V = np.array([[-nearly, -nearly + 1e-9], [1.0, 1.0]])
    assert (vectors.fix_signs(V) == [[nearly, -nearly + 1e-9], [-1.0, 1.0]]).all()


@pytest.mark.parametrize(
    ("v", "error", "decided"),
    [
        ([0.8, -0.3, 0.1], 0.2, True),
        ([0.8, -0.3, 0.1], 0.3, False),
        ([1e-4, -0.9e-4], 0.0, True),
        ([-0.6, -0.8], 0.5, False),
        ([0.6, 0.8], 0.5, False),
        ([0.6, 0.8], 0.3, True),
        ([0.0, 0.0], 0.0, False),
        ([0.7, -0.7 * (1.0 - 0.5e-6)], 0.0, False),
        ([0.7, -0.7 * (1.0 - 2e-6)], 0.0, True),
        ([0.7, -0.7 + 1e-9, 0.1], 1e-8, False),
        ([0.8, -0.6], 1e-3, True),
        ([0.8, -0.6], 0.11, False),
    ],
)
def test_a_sign_is_decided_by_the_difference_of_the_largest_elements(v, error, decided):
    assert vectors.sign_is_decided(np.array(v), error) is decided


def test_a_mean_is_removed_and_the_length_is_one_again():
    V = np.array([[0.5, 0.8], [0.5, 0.6], [0.7, 0.0]])
    turned = vectors.remove_mean(V)
    np.testing.assert_allclose(turned.sum(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose((turned**2).sum(axis=0), 1.0, rtol=1e-15)
    np.testing.assert_allclose(turned[:, 0], np.array([-1.0, -1.0, 2.0]) / np.sqrt(6.0), rtol=1e-14)
    assert (vectors.remove_mean(np.ones((3, 1))) == 0.0).all()


def _with_cosines(cosines):
    """Four orthonormal vectors (9, 4) whose sums divided by 3 are the cosines."""
    rng = np.random.default_rng(6)
    one = np.full(9, 1.0 / 3.0)
    Q = np.linalg.qr(np.column_stack([one, rng.normal(size=(9, 4))]))[0][:, 1:]
    c = np.array(cosines)
    # The rotation that moves their span towards 1, until V'1/3 = c.
    size = np.linalg.norm(c)
    return Q + np.outer(one * size - (1.0 - np.sqrt(1.0 - size**2)) * (Q @ c) / size, c / size), Q


@pytest.mark.parametrize("cosines", [[1e-9, 3e-5, 2e-4, 7e-4], [0.02, -0.3, 0.1, 0.5]])
def test_vectors_whose_mean_was_removed_are_orthonormal_again_and_span_the_same(cosines):
    V, Q = _with_cosines(cosines)
    np.testing.assert_allclose(V.T @ V, np.eye(4), rtol=0, atol=1e-14)
    np.testing.assert_allclose(V.sum(axis=0) / 3.0, cosines, rtol=0, atol=1e-14)
    W = vectors.remove_mean(V)
    np.testing.assert_allclose(W.T @ W, np.eye(4), rtol=0, atol=1e-14)
    np.testing.assert_allclose(W.sum(axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(Q @ (Q.T @ W), W, rtol=0, atol=1e-14)
    scaled = vectors.remove_mean(V * [3e49, 0.5, 2e-50, 1.0])
    np.testing.assert_allclose(scaled, W, rtol=0, atol=1e-14)
    # The first vector loses its mean only, and each later one what it has of those before it.
    first = V[:, 0] - V[:, 0].mean()
    np.testing.assert_allclose(W[:, 0], first / np.linalg.norm(first), rtol=0, atol=1e-15)
    control = V - V.mean(axis=0)
    control /= np.linalg.norm(control, axis=0)
    assert np.abs(control.T @ control - np.eye(4)).max() > 1e-7 * 0.9


def test_a_span_that_holds_the_vector_one_leaves_its_other_vectors_orthonormal():
    V = np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))[0]
    W = vectors.remove_mean(V)[:, :4]
    np.testing.assert_allclose(W.T @ W, np.eye(4), rtol=0, atol=1e-12)
    np.testing.assert_allclose(W.sum(axis=0), 0.0, atol=1e-13)


def test_vectors_after_the_vector_one_keep_their_directions():
    """The order of an indefinite spectrum: positive eigenvalues, 0 with the vector 1, negative."""
    n, turn = 7, 1e-8
    A = np.random.default_rng(2).normal(size=(n, n))
    A[:, 0] = 1.0
    Q = np.linalg.qr(A)[0][:, [1, 2, 3, 0, 4, 5, 6]]
    mixed = np.linalg.qr(np.eye(n) + turn * np.random.default_rng(3).normal(size=(n, n)))[0]
    V = Q @ mixed
    others = [0, 1, 2, 4, 5, 6]
    assert np.abs(V[:, others].sum(axis=0)).min() > 1e-10
    W = vectors.remove_mean(V)[:, others]
    signs = np.sign((W * V[:, others]).sum(axis=0))
    np.testing.assert_allclose(W * signs, V[:, others], rtol=0, atol=10 * turn)
    np.testing.assert_allclose(W.T @ W, np.eye(6), rtol=0, atol=1e-14)


def test_weighted_vectors_lose_what_they_have_along_the_axis():
    rng, weights = np.random.default_rng(3), np.resize([4.0, 1.0, 0.25], 9)
    q = np.sqrt(weights / weights.sum())
    Q = np.linalg.qr(np.column_stack([q, rng.normal(size=(9, 3))]))[0][:, 1:]
    # So much along the axis that the vectors have to be made orthonormal again.
    leaning = np.linalg.qr(Q + 1e-3 * q[:, None])[0]
    V = vectors.oriented(leaning, weights)
    assert np.abs(q @ V).max() < 1e-15
    np.testing.assert_allclose(V.T @ V, np.eye(3), rtol=0, atol=1e-14)
    rows = V / np.sqrt(weights)[:, None]
    assert (np.abs(rows).max(axis=0) == rows.max(axis=0)).all(), "the signs are those of the copies"
    assert np.abs(q @ vectors.oriented(leaning)).max() > 1e-3, "the control"
