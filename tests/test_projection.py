"""Distances to a projection, against vectors of an explicit feature space."""

import numpy as np

from kpca import projection

RNG = np.random.default_rng(0)
PHI = RNG.normal(size=(6, 5))
F = np.linalg.qr(RNG.normal(size=(5, 2)))[0]


def test_distance_to_the_projection_is_that_of_the_vectors():
    y, x = PHI[:3], PHI[3:]
    expected = ((y - (x @ F) @ F.T) ** 2).sum(axis=1)
    found = projection.squared_distance((y**2).sum(axis=1), y @ F, x @ F)
    np.testing.assert_allclose(found, expected)


def test_what_is_lost_is_the_distance_of_a_point_to_its_own_projection():
    beta = PHI @ F
    diagonal = (PHI**2).sum(axis=1)
    np.testing.assert_allclose(
        projection.lost(diagonal, beta), projection.squared_distance(diagonal, beta, beta)
    )
    assert (projection.lost(diagonal, beta) >= 0).all()


def test_projections_by_hand():
    """With an indefinite kernel what is lost may be negative, and must not be made positive."""
    assert projection.lost(np.array([5.0, 1.0]), np.array([[1.0, 2.0], [2.0, 0.0]])).tolist() == [
        0,
        -3,
    ]
    found = projection.squared_distance(
        np.array([10.0, 1.0]),
        np.array([[1.0, 3.0], [2.0, 0.0]]),
        np.array([[2.0, 1.0], [1.0, 1.0]]),
    )
    assert found.tolist() == [5.0, -1.0]


def test_weights_of_a_projection_by_hand_where_alpha_does_not_sum_to_0():
    """gamma_i + (1 - sum gamma)/n, and for N0 the coefficients of centered features."""
    weights = projection.weights(np.array([[2.0], [1.0]]), np.array([[0.25]]))
    assert weights.tolist() == [[0.625, 0.375]]
    of_n0 = projection.weights_without_mean(np.array([[2.0], [0.0]]), np.array([[0.5]]))
    assert of_n0.tolist() == [[0.5, -0.5]]


def test_squared_distances_to_samples_are_not_negative_by_rounding():
    X = 1e8 + np.random.default_rng(3).normal(size=(9, 2))
    K = X @ X.T
    D2 = projection.squared_distances_to_samples(np.eye(9)[:7], K[:7], K.diagonal())
    assert (D2 >= 0.0).all()
    plain = K.diagonal() - 2.0 * K[:7] + K.diagonal()[:7, None]
    assert (plain < 0.0).any(), "the control"


def test_the_weights_of_a_projection_are_those_of_the_copies():
    rng, of_samples = np.random.default_rng(5), np.array([2.0, 1.0, 3.0])
    copies = np.repeat(np.arange(3), [2, 1, 3])
    of_copies, beta = rng.normal(size=(3, 2)), rng.normal(size=(4, 2))
    W = projection.weights(of_copies * of_samples[:, None], beta, of_samples)
    each = projection.weights(of_copies[copies], beta)
    np.testing.assert_allclose(W / of_samples, each[:, [0, 2, 3]], rtol=1e-13)
    np.testing.assert_allclose(W.sum(axis=1), 1.0, rtol=1e-13)
