"""The toy example with three clusters: its eigenvalues, and what its components distinguish."""

import numpy as np
import pytest

import three_clusters
from kpca.kernels import RBF


def test_the_kernel_is_that_of_the_paper():
    data, solution = three_clusters.solve(three_clusters.draw(0)[0])
    assert isinstance(data.kernel, RBF)
    value = data.kernel(np.zeros((1, 2)), np.array([[0.3, 0.4]]))[0, 0]
    assert value == pytest.approx(np.exp(-0.25 / 0.1), abs=1e-15)
    assert solution.components == 8


def test_three_distant_points_repeated_have_two_equal_eigenvalues():
    """Without noise and with distant clusters K~ is that of three orthogonal features: 1/3."""
    X = np.repeat(np.array([[-5.0, 0.0], [0.0, 5.0], [5.0, 0.0]]), 30, axis=0)
    data = three_clusters.solve(X + 1e-3 * np.random.default_rng(0).standard_normal(X.shape))[0]
    spectrum = np.linalg.eigvalsh(data.K - data.K.mean(0) - data.K.mean(1)[:, None] + data.K.mean())
    assert spectrum[-2:] / 90 == pytest.approx(1 / 3, abs=1e-4)


def test_repetitions_are_those_of_the_seeds():
    found = three_clusters.repeat(3)
    assert found.variances.shape == found.between.shape == (3, 8)
    X, labels = three_clusters.draw(2)
    solution = three_clusters.solve(X)[1]
    assert (found.variances[2] == solution.variance).all()
    assert (found.between[2] == three_clusters.between(solution.scores, labels)).all()


def test_the_mean_eigenvalues_are_those_of_an_independent_run():
    """Its means over 60 seeds, to three digits."""
    means = three_clusters.repeat(60).variances.mean(axis=0)
    expected = [0.252, 0.239, 0.048, 0.042, 0.038, 0.033, 0.029, 0.024]
    assert means == pytest.approx(expected, abs=0.002)
    assert np.abs(means * 90 / 89 - expected).max() > 0.0025


def test_the_limit_is_that_of_many_points_in_distant_clusters():
    """One cluster of 2000 points has the eigenvalues 1, 2 and 4 of the limit, times three."""
    X = 0.1 * np.random.default_rng(0).standard_normal((2000, 2))
    spectrum = np.linalg.eigvalsh(RBF(10.0)(X, X))[::-1] / 2000
    limit = three_clusters.in_the_limit()
    assert spectrum[0] == pytest.approx(3.0 * limit[0], rel=0.02, abs=0.0)
    assert spectrum[1:3] == pytest.approx(3.0 * limit[2:4], rel=0.1, abs=0.0)
    assert spectrum[3:6].mean() == pytest.approx(3.0 * limit[8], rel=0.1, abs=0.0)


def test_components_three_to_eight_are_two_directions_in_each_of_three_clusters():
    means = three_clusters.repeat(100).variances.mean(axis=0)
    assert means[2:].mean() == pytest.approx(three_clusters.in_the_limit()[2], rel=0.03, abs=0.0)
    X, labels = three_clusters.draw(0)
    shares = three_clusters.within(three_clusters.solve(X)[1].scores, labels)
    assert shares[:, 2:].sum(axis=1) == pytest.approx(2.0, abs=0.1)


def test_the_first_two_components_separate_and_the_others_do_not():
    found = three_clusters.repeat(20).between
    assert found[:, :2].min() > 0.95
    assert found[:, 2:].max() < 0.02


def test_shares_of_the_variance_add_up_and_know_their_extremes():
    labels = list("aabb")
    scores = np.array([[1.0, 0.0, 1.0], [1.0, 2.0, 0.0], [3.0, 0.0, 1.0], [3.0, 2.0, 1.0]])
    between = three_clusters.between(scores, labels)
    assert between == pytest.approx([1.0, 0.0, 1 / 3], abs=1e-15)
    within = three_clusters.within(scores, labels)
    assert within == pytest.approx(np.array([[0.0, 0.5, 2 / 3], [0.0, 0.5, 0.0]]), abs=1e-15)
