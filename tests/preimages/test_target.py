"""The points of feature space whose pre-images are sought, and the distance to them."""

import numpy as np
import pytest

from kpca import kernels, tolerances
from kpca.arithmetic import fifty_digits
from kpca.formulations import dual
from kpca.preimages.target import Target

RNG = np.random.default_rng(0)
X, X_NEW = RNG.normal(size=(20, 2)), RNG.normal(size=(5, 2))
KERNELS = [
    kernels.Linear(),
    kernels.Polynomial(0.5, 3, 0.7),
    kernels.RBF(0.4),
    kernels.Laplacian(0.4),
    kernels.Cosine(),
    kernels.Lift(),
]
FINITE = [kernel for kernel in KERNELS if kernel.dimension(2) is not None]

each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=str)
each_finite_kernel = pytest.mark.parametrize("kernel", FINITE, ids=str)


def _target(kernel, X_new=X_NEW, d=2, make=Target.of_projections):
    return make(dual.fit(kernel(X, X), d, 1e-13), kernel, X, X_new)


@each_finite_kernel
@pytest.mark.parametrize("X_new", [X_NEW, X], ids=["m < n", "m = n"])
def test_the_target_is_the_mean_feature_plus_the_projection_of_the_difference(kernel, X_new):
    target = _target(kernel, X_new)
    Phi, Phi_new = kernel.features(X), kernel.features(X_new)
    mean = Phi.mean(axis=0)
    _, _, axes = np.linalg.svd(Phi - mean)
    P = mean + (Phi_new - mean) @ axes[:2].T @ axes[:2]
    np.testing.assert_allclose(target.W @ Phi, P, rtol=0, atol=1e-11)
    np.testing.assert_allclose(target.inner, P @ Phi.T, rtol=0, atol=1e-10)
    np.testing.assert_allclose(target.squared_norms, (P**2).sum(axis=1), rtol=1e-11)
    assert np.abs((target.W - 1.0 / len(X)) @ Phi - P).max() > 0.1, "the mean is forgotten"


@each_finite_kernel
def test_the_target_without_the_mean_is_the_projection_of_n0(kernel):
    target = _target(kernel, make=Target.without_mean)
    Phi, Phi_new = kernel.features(X), kernel.features(X_NEW)
    _, _, axes = np.linalg.svd(Phi - Phi.mean(axis=0))
    P = Phi_new @ axes[:2].T @ axes[:2]
    np.testing.assert_allclose(target.W @ Phi, P, rtol=0, atol=1e-11)
    np.testing.assert_allclose(np.abs(target.beta), np.abs(Phi_new @ axes[:2].T), atol=1e-11)


@each_finite_kernel
def test_squared_distances_by_kernels_are_those_of_features(kernel):
    target, Y = _target(kernel), RNG.normal(size=(5, 2))
    P, Phi = target.W @ kernel.features(X), kernel.features(X)
    expected = ((kernel.features(Y) - P) ** 2).sum(axis=1)
    np.testing.assert_allclose(target.squared_distances(Y), expected, rtol=0, atol=1e-10)
    to_samples = ((Phi[None] - P[:, None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(target.squared_distances_to_samples, to_samples, rtol=0, atol=1e-10)
    assert target.nearest.tolist() == to_samples.argmin(axis=1).tolist()


@each_kernel
def test_gradient_is_the_limit_of_differences_with_fifty_digits(kernel):
    target, Y = _target(kernel), RNG.normal(size=(5, 2))
    of_fifty = Target(
        kernel,
        fifty_digits(X),
        fifty_digits(target.W),
        fifty_digits(target.W) @ kernel(fifty_digits(X), fifty_digits(X)),
        X,
        X,
    )
    h = fifty_digits(np.array([1e-15]))[0]
    for j in range(2):
        step = fifty_digits(np.eye(2))[j] * h
        up, down = (of_fifty.squared_distances(fifty_digits(Y) + sign * step) for sign in (1, -1))
        expected = ((up - down) / (2 * h)).astype(float)
        np.testing.assert_allclose(target.gradient(Y)[:, j], expected, rtol=1e-12, atol=1e-12)
        assert np.abs(target.gradient(Y)[:, j] + expected).max() > 0.01, "the sign is wrong"


@each_kernel
def test_no_point_is_nearer_than_the_lower_bound(kernel):
    target = _target(kernel, d=1)
    for _ in range(50):
        distances = np.sqrt(target.squared_distances(3.0 * RNG.normal(size=(5, 2))))
        assert (distances >= target.lower_bound - 1e-12).all()


@pytest.mark.parametrize("weight", [0.5, 1.0, 1.5])
def test_the_lower_bound_is_reached_by_a_multiple_of_one_feature(weight):
    kernel = kernels.RBF(0.4)
    W = np.zeros((1, 20))
    W[0, 3] = weight
    target = Target(kernel, X, W, W @ kernel(X, X), X, X[:1])
    assert target.lower_bound[0] == pytest.approx(abs(weight - 1.0), abs=1e-8)
    assert target.squared_distances(X[3:4])[0] == pytest.approx((weight - 1.0) ** 2, abs=1e-15)


def test_negative_weights_do_not_count_in_the_lower_bound_of_a_positive_kernel():
    kernel = kernels.RBF(0.4)
    W = np.zeros((1, 20))
    W[0, :2] = [0.5, -0.5]
    inner = W @ kernel(X, X)
    target = Target(kernel, X, W, inner, X, X[:1])
    norm2 = 0.5 * (1.0 - kernel(X[:1], X[1:2])[0, 0])
    assert target.squared_norms[0] == pytest.approx(norm2, rel=1e-13, abs=0.0)
    most = min(np.sqrt(norm2), 0.5)
    least = np.sqrt(1 - 2 * most + norm2)
    assert target.lower_bound[0] == pytest.approx(least, rel=1e-13, abs=0.0)


@each_kernel
def test_the_rounding_bound_holds_and_is_not_wide(kernel):
    target, Y = _target(kernel), RNG.normal(size=(5, 2))
    W = fifty_digits(target.W)
    of_fifty = Target(
        kernel, fifty_digits(X), W, W @ kernel(fifty_digits(X), fifty_digits(X)), X, X
    )
    error = np.abs(
        fifty_digits(target.squared_distances(Y)) - of_fifty.squared_distances(fifty_digits(Y))
    )
    assert (error.astype(float) <= target.rounding(Y)).all()
    assert target.rounding(Y).max() <= 1e-11 * (1.0 + target.squared_norms.max())


def test_chosen_points_are_those_of_the_whole_target():
    target = _target(kernels.RBF(0.4))
    chosen = np.array([3, 0])
    part = target.take(chosen)
    assert len(part) == 2
    assert (target.W[chosen] == part.W).all()
    assert (part.beta == target.beta[chosen]).all()
    assert (part.squared_norms == target.squared_norms[chosen]).all()


def test_a_solution_without_components_has_no_projections():
    kernel = kernels.RBF(0.4)
    empty = dual.spectrum(kernel(X, X))
    for make in (Target.of_projections, Target.without_mean):
        with pytest.raises(ValueError, match="0 components .* allowed: at least 1 component"):
            make(empty, kernel, X, X_NEW)


@pytest.mark.parametrize("kernel", [kernels.RBF(1.0), kernels.Laplacian(1.0)], ids=str)
def test_the_lower_bound_uses_the_positive_weights_alone_where_they_are_few(kernel):
    Z, W = np.array([[0.0], [4.0]]), np.array([[0.3, -3.0]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, W)
    expected = np.sqrt(1.0 - 0.6 + target.squared_norms[0])
    assert target.lower_bound[0] == pytest.approx(expected, rel=1e-13, abs=0.0)


def test_without_the_mean_samples_have_the_scores_of_n0():
    kernel = kernels.RBF(0.4)
    target = Target.without_mean(dual.fit(kernel(X, X), 3), kernel, X, X[3:5])
    np.testing.assert_allclose(target.scores[3:5], target.beta, rtol=0, atol=1e-13)


def test_a_point_at_which_the_kernel_is_not_defined_is_infinitely_far():
    target, Y = _target(kernels.Cosine(), d=1), RNG.normal(size=(5, 2))
    expected = target.squared_distances(Y)
    Y[3] = 0.0
    found = target.squared_distances(Y)
    assert found[3] == np.inf
    assert found[[0, 1, 2, 4]] == pytest.approx(expected[[0, 1, 2, 4]], rel=1e-15, abs=1e-15)


@pytest.mark.parametrize(
    ("Y", "square"),
    [
        pytest.param([[6.0, -2.5], [1.0, 0.5]], 42.25, id="a point is the longest"),
        pytest.param([[2.0, -1.5], [1.0, 0.5]], 16.25, id="a sample is the longest"),
    ],
)
def test_the_rounding_of_a_distance_is_that_of_the_longest_of_samples_and_points(Y, square):
    Z = np.array([[3.0, 1.0], [1.0, -2.0], [0.5, 4.0]])
    W = np.array([[2.0, -3.0, 0.5], [0.25, 0.125, -1.0]])
    target = Target(kernels.Linear(), Z, W, W @ Z @ Z.T, Z, Z[:2])
    entry = (tolerances.dot(2) + 4.0 * tolerances.dot(3)) * square
    expected = [entry * 6.5**2, entry * 2.375**2]
    np.testing.assert_allclose(target.rounding(np.array(Y)), expected, rtol=1e-12)


def test_the_rounding_of_a_distance_has_the_double_sum_over_the_weights():
    kernel, Z = kernels.Cosine(), np.array([[3.0, 1.0], [1.0, -2.0], [0.5, 4.0]])
    W = np.array([[2.0, -3.0, 0.5], [0.25, 0.125, -1.0]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), Z, Z[:2])
    entry = kernel.rounding(2, np.sqrt(16.25)) + 4.0 * tolerances.dot(3)
    expected = [entry * 6.5**2, entry * 2.375**2]
    np.testing.assert_allclose(target.rounding(Z[:2]), expected, rtol=1e-12)
