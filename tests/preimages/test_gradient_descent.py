"""Descent along the gradient: the same pre-images as in closed form, or as the fixed point."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.target import Target

RNG = np.random.default_rng(2)
X, X_NEW = RNG.normal(size=(30, 3)), RNG.normal(size=(6, 3))


def _target(kernel, d, X=X, X_new=X_NEW):
    return Target.of_projections(dual.fit(kernel(X, X), d), kernel, X, X_new)


@pytest.mark.parametrize("unit", [1e-8, 1.0, 1e8])
def test_with_the_linear_kernel_the_pre_image_is_the_reconstruction_of_pca(unit):
    target = _target(kernels.Linear(), 2, unit * X, unit * X_NEW)
    reached = GradientDescent()(target, unit * X_NEW)
    mean = X.mean(axis=0)
    _, _, axes = np.linalg.svd(X - mean)
    expected = mean + (X_NEW - mean) @ axes[:2].T @ axes[:2]
    np.testing.assert_allclose(reached.points / unit, expected, rtol=0, atol=1e-6)
    assert reached.converged.all()
    assert np.abs(mean @ axes[2]) > 0.01, "the control: a mean that is not forgotten by chance"


def test_with_the_gaussian_kernel_it_ends_where_the_fixed_point_ends():
    target = _target(kernels.RBF(0.3), 5)
    descent, iteration = GradientDescent()(target, X_NEW), FixedPoint()(target, X_NEW)
    assert descent.converged.all()
    np.testing.assert_allclose(descent.distances, iteration.distances, rtol=0, atol=1e-7)
    assert (descent.iterations > 0).all()


@pytest.mark.parametrize(
    "kernel", [kernels.Polynomial(0.5, 3, 1.0), kernels.Cosine()], ids=lambda kernel: kernel.name
)
def test_pre_images_are_stationary_and_no_worse_than_the_start_and_every_sample(kernel):
    target = _target(kernel, 2)
    reached = GradientDescent()(target, X_NEW)
    assert reached.converged.all()
    size = np.abs(target.gradient(X_NEW)).max()
    assert np.abs(target.gradient(reached.points)).max() <= 1e-5 * size
    slack = 1e-12 * target.squared_distances_to_samples.mean()
    assert (reached.distances**2 <= target.squared_distances(X_NEW) + slack).all()
    least = target.squared_distances_to_samples.min(axis=1)
    assert (reached.distances**2 <= least + slack).all()


def test_a_descent_that_is_cut_short_is_reported():
    target = _target(kernels.Polynomial(0.5, 3, 1.0), 2)
    reached = GradientDescent(most=1)(target, X_NEW)
    assert not reached.converged.any()
    assert np.isfinite(reached.points).all()
    assert (reached.iterations <= 2).all()
