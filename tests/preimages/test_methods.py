"""The list of methods, and which of them a kernel has."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages import methods
from kpca.preimages.target import Target

X = np.random.default_rng(0).normal(size=(20, 2))


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (kernels.RBF(1.0), "fixed point"),
        (kernels.Matern32(1.0), "fixed point"),
        (kernels.Linear(), "gradient descent"),
        (kernels.Polynomial(1.0, 2), "gradient descent"),
        (kernels.Cosine(), "gradient descent"),
        (kernels.Laplacian(1.0), None),
        (kernels.Sigmoid(1.0), None),
    ],
    ids=str,
)
def test_the_iterative_method_is_the_fixed_point_or_descent_for_smooth_kernels(kernel, name):
    assert getattr(methods.iterative(kernel), "name", None) == name


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (kernels.RBF(1.0), "fixed point"),
        (kernels.Linear(), "gradient descent"),
        (kernels.Laplacian(1.0), "coordinate descent"),
        (kernels.Sigmoid(1.0), "ridge regression"),
    ],
    ids=str,
)
def test_every_kernel_has_a_preferred_method_that_minimizes_the_distance_if_there_is_one(
    kernel, name
):
    assert methods.preferred(kernel).name == name


def test_every_method_is_attempted_and_each_that_does_not_exist_has_a_reason():
    kernel = kernels.Polynomial(0.5, 2)
    target = Target.of_projections(dual.fit(kernel(X, X), 2, 1e-13), kernel, X, X[:3])
    reached, reasons = methods.attempt(target, X[:3])
    assert list(reached) == ["gradient descent", "ridge regression"]
    assert list(reasons) == ["fixed point", "coordinate descent", "distance constraint"]
    assert "not for the kernel poly" in reasons["fixed point"]
