"""Distances to the nearest samples determine a point of their affine hull."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.target import Target

RNG = np.random.default_rng(3)
X = RNG.normal(size=(40, 3))


def _of_feature(kernel, x):
    """The target phi(x), if x is the last of the samples."""
    samples = np.vstack([X, x])
    W = np.eye(len(samples))[-1:]
    target = Target(kernel, samples, W, W @ kernel(samples, samples), samples, x)
    # Without the sample x itself.
    return Target(kernel, X, W[:, :-1], target.inner[:, :-1], X, x), target


@pytest.mark.parametrize("kernel", [kernels.RBF(0.3), kernels.Linear()], ids=str)
def test_distances_of_features_become_distances_of_points(kernel):
    D2 = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    K = kernel(X, X)
    of_features = K.diagonal()[:, None] + K.diagonal() - 2.0 * K
    np.testing.assert_allclose(kernel.input_distances(of_features), D2, rtol=1e-10, atol=1e-12)


def test_features_farther_apart_than_any_two_have_infinite_distance():
    assert kernels.RBF(0.3).input_distances(np.array([2.0, 3.0])).tolist() == [np.inf, np.inf]
    assert kernels.Polynomial(0.5, 2).input_distances(np.array([1.0])) is None


@pytest.mark.parametrize("kernel", [kernels.RBF(0.3), kernels.Linear()], ids=str)
def test_the_feature_of_a_sample_has_this_sample_as_pre_image(kernel):
    solution = dual.fit(kernel(X, X), 3 if kernel == kernels.Linear() else 39, 1e-14)
    target = Target.of_projections(solution, kernel, X, X[:7])
    reached = DistanceConstraint()(target, np.zeros((7, 3)))
    np.testing.assert_allclose(reached.points, X[:7], rtol=0, atol=1e-6)
    assert reached.converged.all()
    assert (reached.iterations == 0).all()


def test_a_point_in_a_plane_is_found_in_the_hull_of_samples_of_this_plane():
    flat = np.column_stack([X[:, :2], np.zeros(40)])
    kernel, x = kernels.RBF(0.3), np.array([[0.2, -0.1, 0.0]])
    W = np.linalg.lstsq(kernel(flat, flat), kernel(flat, x)[:, 0], rcond=None)[0][None]
    target = Target(kernel, flat, W, W @ kernel(flat, flat), flat, x)
    reached = DistanceConstraint()(target, x)
    np.testing.assert_allclose(reached.points, x, rtol=0, atol=1e-3)
    assert reached.points[0, 2] == 0.0


def test_the_number_of_neighbors_is_that_of_the_method():
    kernel = kernels.RBF(0.3)
    target = Target.of_projections(dual.fit(kernel(X, X), 3, 1e-14), kernel, X, X[:4])
    two = DistanceConstraint(2)(target, X[:4]).points
    for a in range(4):
        ends = X[np.argsort(target.squared_distances_to_samples[a])[:2]]
        along = np.cross(two[a] - ends[0], ends[1] - ends[0])
        assert np.abs(along).max() <= 1e-12, "the hull of two samples is a line"


def test_a_point_far_from_all_samples_becomes_the_nearest_and_is_reported():
    kernel = kernels.RBF(0.3)
    W = np.zeros((1, 40))
    W[0, 5] = -3.0
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    reached = DistanceConstraint()(target, X[:1])
    assert not reached.converged[0]
    assert (reached.points[0] == X[target.nearest[0]]).all()


def test_a_narrow_direction_of_ten_neighbors_is_not_left_out():
    """One column is a thousand times narrower; with the linear kernel the placement is exact."""
    Z, kernel = X[:, :2] * [1.0, 1e-3], kernels.Linear()
    target = Target.of_projections(dual.fit(kernel(Z, Z), 2, 1e-13), kernel, Z, Z[:5])
    reached = DistanceConstraint()(target, Z[:5])
    np.testing.assert_allclose(reached.points, Z[:5], rtol=0, atol=1e-9)
    assert DistanceConstraint().neighbors == 10


def test_kernel_values_of_the_size_of_rounding_determine_no_distance():
    """Projections on all components are features of samples. Most other features are orthogonal."""
    Z, kernel = np.random.default_rng(0).normal(size=(30, 3)), kernels.RBF(10.0)
    target = Target.of_projections(dual.fit(kernel(Z, Z), 29), kernel, Z, Z[:7])
    reached = DistanceConstraint()(target, Z[:7])
    np.testing.assert_allclose(reached.points, Z[:7], rtol=0, atol=1e-6)
    assert 1e-13 < kernel(Z[:7], Z).min() + 1e-12 < 1e-11, "the control: such values exist"


def test_one_neighbor_at_a_known_distance_determines_no_point():
    kernel, Z = kernels.RBF(1.0), np.array([[0.5, -1.0], [90.0, 3.0], [-4.0, 85.0]])
    W = np.array([[1.2, -0.1, -0.05]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:1])
    reached = DistanceConstraint()(target, Z[:1])
    assert reached.converged.tolist() == [False]
    assert reached.points.tolist() == [[0.5, -1.0]]
