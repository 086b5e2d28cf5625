"""The denoising experiment: data, projections, the iteration, and its limits."""

import numpy as np
import pytest

import mika1998
from kpca.centering import center
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.preimages.target import Target


def _few(sigma, seed=0, every=33):
    """Data with a few test points only, one of each cluster."""
    data = mika1998.draw(sigma, seed)
    return data._replace(X_test=data.X_test[::every], centers=data.centers[::every])


def test_the_data_have_the_sizes_and_the_spread_of_the_paper():
    data = mika1998.draw(0.1, 3)
    assert data.X.shape == (1100, 10)
    assert data.X_test.shape == data.centers.shape == (363, 10)
    assert len(np.unique(data.centers, axis=0)) == 11
    assert np.abs(data.centers).max() <= 1.0
    # 3630 numbers determine a standard deviation to 1.2 %.
    assert (data.X_test - data.centers).std() == pytest.approx(0.1, abs=0.005)


def test_equal_seeds_have_equal_centers_and_other_seeds_have_others():
    first, wider, other = mika1998.draw(0.1, 3), mika1998.draw(0.2, 3), mika1998.draw(0.1, 4)
    assert (first.centers == wider.centers).all()
    noise, double = first.X_test - first.centers, wider.X_test - wider.centers
    assert np.abs(double - 2.0 * noise).max() < 1e-14
    assert np.abs(other.centers - first.centers).max() > 0.1


def test_the_kernel_is_that_of_the_paper():
    """exp(-d^2/(N c)) with N = 10 and c = 2 sigma^2; sigma^2 instead is another number."""
    sigma, x, y = 0.4, np.zeros((1, 10)), np.full((1, 10), 0.3)
    value = RBF(mika1998.gamma_of(sigma))(x, y)[0, 0]
    d2 = 10 * 0.3**2
    assert value == pytest.approx(np.exp(-d2 / (10 * 2 * sigma**2)), abs=1e-15)
    assert abs(value - np.exp(-d2 / (10 * sigma**2))) > 0.1


def test_lanczos_finds_the_eigenpairs_of_the_dense_solver():
    X = mika1998.draw(0.05, 0).X
    A = center(RBF(mika1998.gamma_of(0.05))(X, X))
    mu, V = mika1998.leading(A, 9)
    assert mu == pytest.approx(np.linalg.eigvalsh(A)[::-1][:9], abs=1e-11)
    assert np.abs(A @ V - V * mu).max() < 1e-11
    assert np.abs(V.T @ V - np.eye(9)).max() < 1e-13


def test_pca_leaves_the_noise_inside_the_components_and_all_of_the_centers_outside():
    """With every component the points would be unchanged: an error of 10 sigma^2."""
    sigma = 0.2
    data = mika1998.draw(sigma, 1)
    points = mika1998.by_pca(data)
    errors = mika1998.mean_squares(points, data.centers)
    assert errors[0] > errors[4] > errors[8]
    mean = data.X.mean(axis=0)
    w, U = np.linalg.eigh(np.cov(data.X.T))
    inside = (data.X_test - mean) @ U[:, -3:] @ U[:, -3:].T + mean
    assert points[2] == pytest.approx(inside, abs=1e-12)
    last = U[:, 0]
    whole = mika1998.mean_squares(data.X_test[None], data.centers)
    assert whole == pytest.approx(10 * sigma**2, rel=0.05, abs=0.0)
    lost = ((data.X_test - points[8]) @ last) ** 2
    assert lost == pytest.approx(((data.X_test - mean) @ last) ** 2, abs=1e-12)


def test_a_projection_is_that_of_the_library_for_each_number_of_components():
    data, sigma = _few(0.8), 0.8
    kernel = RBF(mika1998.gamma_of(sigma))
    nested, K = mika1998.projections(data, sigma), kernel(data.X, data.X)
    for d in (1, 4, 9):
        direct = Target.of_projections(dual.fit(K, d), kernel, data.X, data.X_test, K)
        rows = slice(d - 1, None, 9)
        assert nested.W[rows] == pytest.approx(direct.W, abs=1e-12)
        assert nested.inner[rows] == pytest.approx(direct.inner, abs=1e-12)
        assert np.abs(nested.W[rows].sum(axis=1) - 1.0).max() < 1e-12
        assert np.abs(nested.W[rows] - nested.W[slice(d, None, 9)][:1]).max() > 1e-6


def test_points_at_rest_are_stationary_points_of_the_distance(monkeypatch):
    """A planted fault: weights whose mean was forgotten have other stationary points."""
    monkeypatch.setattr(mika1998, "STEP", 1e-10)
    data, sigma = _few(0.8), 0.8
    target, found = mika1998.projections(data, sigma), mika1998.by_kernel(data, sigma)
    assert found.settled.all()
    points = found.points.swapaxes(0, 1).reshape(-1, 10)
    assert np.abs(target.gradient(points)).max() < 1e-9
    raw = Target(target.kernel, target.X, target.W - 1 / 1100, *[target.inner] * 2, target.beta)
    assert np.abs(raw.gradient(points)).max() > 1e-3


def test_the_rule_that_ends_the_iteration_changes_no_ratio_by_a_thousandth(monkeypatch):
    rough = mika1998.repetition(0.8, 0.8, 0)[0]
    monkeypatch.setattr(mika1998, "STEP", 1e-8)
    assert rough == pytest.approx(mika1998.repetition(0.8, 0.8, 0)[0], rel=1e-3, abs=0.0)


def test_a_point_that_left_all_samples_starts_again_at_the_second_place():
    kernel, X = RBF(1.0), np.array([[0.0], [1.0]])
    W = np.array([[0.5, 0.5], [0.5, 0.5]])
    target = Target(kernel, X, W, W @ kernel(X, X), np.ones((2, 1)), np.ones((2, 1)))
    start, second = np.array([[1e3], [0.4]]), np.array([[0.6], [9.0]])
    points, settled = mika1998.fixed_points(target, start, second, 1e-12)
    assert settled.all()
    assert points == pytest.approx(0.5, abs=1e-11)


def test_a_point_without_a_way_back_is_counted_as_moving():
    kernel, X = RBF(1.0), np.array([[0.0]])
    target = Target(kernel, X, *[np.ones((1, 1))] * 4)
    far = np.array([[1e3]])
    points, settled = mika1998.fixed_points(target, far, far, 1e-12)
    assert (points, settled) == (far, [False])


def test_narrow_clusters_are_moved_to_their_sample_means():
    """Ratios of the first row are what the mean of 100 points leaves: 10 sigma^2/100, and more."""
    data, sigma = _few(0.02), 0.02
    error = mika1998.mean_squares(mika1998.by_kernel(data, sigma).points, data.centers)[0]
    assert 0.5 < error / (10 * sigma**2 / 100) < 2.5
    assert mika1998.mean_squares(data.X_test[None], data.centers)[0] > 30 * error


def test_the_pre_image_by_definition_is_nearer_to_the_projection_but_not_to_the_center():
    data, sigma = _few(0.1), 0.1
    target, plain = mika1998.projections(data, sigma), mika1998.by_kernel(data, sigma)
    best = mika1998.by_nearest_feature(data, sigma)
    ends = plain.points.swapaxes(0, 1).reshape(-1, 10)
    distances = np.sqrt(target.squared_distances(ends))
    assert (best.distances <= distances + 1e-6).all()
    assert (best.distances < distances - 1e-2).mean() > 0.3
    errors = [
        mika1998.mean_squares(mika1998.by_number(one), data.centers) for one in (best.points, ends)
    ]
    assert (errors[0] > 10 * errors[1])[1:].all()


def test_a_ratio_is_the_error_of_pca_over_that_of_the_kernel_with_the_width_of_the_kernel():
    data = mika1998.draw(0.8, 0)
    ends = (mika1998.by_pca(data), mika1998.by_kernel(data, 1.6).points)
    by_pca, by_kernel = (((one - data.centers) ** 2).sum(axis=2).mean(axis=1) for one in ends)
    found = mika1998.repeat(np.array([0.8]), np.array([1.6]), 2)
    assert found.ratios.shape == (1, 2, 9)
    assert (found.ratios[0, 1] == mika1998.repetition(0.8, 1.6, 1)[0]).all()
    ratios = found.ratios[0, 0]
    assert ratios == pytest.approx(by_pca / by_kernel, rel=1e-12, abs=0.0)
    # Neither the ratio upside down nor another pair of sigma is near to it.
    assert np.abs(ratios - 1.0).max() > 0.1
    assert np.abs(ratios - mika1998.repetition(0.8, 0.8, 0)[0]).max() > 0.1
