"""What every method promises, whatever the kernel: finite points, distances, order, messages."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.preimages.coordinate_descent import CoordinateDescent
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.preimages import NoMethodError, PreImages, spread, without_convergence
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target

RNG = np.random.default_rng(0)
X, X_NEW = RNG.normal(size=(30, 2)), RNG.normal(size=(7, 2))
METHODS = [
    FixedPoint(),
    GradientDescent(),
    CoordinateDescent(),
    DistanceConstraint(),
    RidgeRegression(),
]
KERNELS = [
    kernels.Linear(),
    kernels.Polynomial(0.5, 2, 0.7),
    kernels.RBF(0.4),
    kernels.Matern32(1.2),
    kernels.Laplacian(0.4),
    kernels.Sigmoid(0.3, -0.2),
    kernels.Cosine(),
    kernels.Lift(),
]
AVAILABLE = {
    "linear": ("gradient descent", "distance constraint", "ridge regression"),
    "poly": ("gradient descent", "ridge regression"),
    "rbf": ("fixed point", "gradient descent", "distance constraint", "ridge regression"),
    "matern32": ("fixed point", "gradient descent", "ridge regression"),
    "laplacian": ("coordinate descent", "ridge regression"),
    "sigmoid": ("ridge regression",),
    "cosine": ("gradient descent", "ridge regression"),
    "lift": ("gradient descent", "ridge regression"),
}
"""The methods that each kernel has."""

PAIRS = [
    (kernel, method)
    for kernel in KERNELS
    for method in METHODS
    if method.name in AVAILABLE[kernel.name]
]
each_pair = pytest.mark.parametrize(
    ("kernel", "method"), PAIRS, ids=[f"{kernel.name}-{method.name}" for kernel, method in PAIRS]
)


def _target(kernel, X_new=X_NEW, d=2, X=X):
    return Target.of_projections(dual.fit(kernel(X, X), d, 1e-13), kernel, X, X_new)


@each_pair
@pytest.mark.parametrize("X_new", [X_NEW, X], ids=["m < n", "m = n"])
def test_every_point_has_a_pre_image_with_the_distance_that_it_reaches(kernel, method, X_new):
    target = _target(kernel, X_new)
    reached = method(target, X_new)
    assert reached.points.shape == X_new.shape
    assert np.isfinite(reached.points).all()
    squared = kernel.diagonal(reached.points) + np.einsum(
        "pn,nm,pm->p", target.W, kernel(X, X), target.W
    )
    squared = squared - 2.0 * (target.W * kernel(reached.points, X)).sum(axis=1)
    np.testing.assert_allclose(reached.distances**2, np.maximum(squared, 0), rtol=0, atol=1e-10)
    assert (reached.distances >= reached.lower).all()
    for numbers in (reached.lower, reached.iterations, reached.converged):
        assert numbers.shape == (len(X_new),)


@each_pair
def test_a_pre_image_does_not_depend_on_the_other_points(kernel, method):
    target = _target(kernel)
    alone = method(target.take(np.array([4])), X_NEW[4:5])
    together = method(target, X_NEW)
    np.testing.assert_allclose(alone.points[0], together.points[4], rtol=0, atol=1e-7)


IN_UNITS = {
    "fixed point": (FixedPoint(), lambda unit: kernels.RBF(0.5 / unit**2), 1e-7),
    "coordinate descent": (CoordinateDescent(), lambda unit: kernels.Laplacian(0.5 / unit), 1e-12),
    "ridge regression": (RidgeRegression(), lambda unit: kernels.RBF(0.4 / unit**2), 1e-8),
}
"""Methods with their kernels for a unit of the data, and what rounding and steps may change."""


@pytest.mark.parametrize("name", IN_UNITS)
@pytest.mark.parametrize("unit", [1e-30, 1e-3, 1e30])
def test_another_unit_of_the_data_changes_the_unit_of_the_pre_images_only(name, unit):
    method, kernel_in, allowed = IN_UNITS[name]
    expected, reached = (
        method(_target(kernel_in(size), size * X_NEW, 4, size * X), size * X_NEW)
        for size in (1.0, unit)
    )
    np.testing.assert_allclose(reached.points / unit, expected.points, rtol=0, atol=allowed)
    np.testing.assert_allclose(reached.distances, expected.distances, rtol=0, atol=1e-7)


@pytest.mark.parametrize(("name", "allowed"), [("fixed point", 1e-7), ("coordinate descent", 0.0)])
def test_a_start_where_every_kernel_value_vanishes_begins_again_at_the_nearest_sample(
    name, allowed
):
    method, kernel_in, _ = IN_UNITS[name]
    target, start = _target(kernel_in(1.0), d=6), X_NEW.copy()
    start[1] = 1e5
    reached, near = method(target, start), method(target, X[target.nearest])
    assert reached.converged.all()
    np.testing.assert_allclose(reached.points[1], near.points[1], rtol=0, atol=allowed)


@pytest.mark.parametrize(
    ("kernel", "method", "d"),
    [
        (kernels.RBF(0.5), FixedPoint(), 6),
        (kernels.Laplacian(0.5), CoordinateDescent(), 6),
        (kernels.Polynomial(0.5, 3, 1.0), GradientDescent(), 2),
        (kernels.Cosine(), GradientDescent(), 1),
    ],
    ids=str,
)
def test_pre_images_are_no_worse_than_the_start_and_every_sample(kernel, method, d):
    target = _target(kernel, d=d)
    reached = method(target, X_NEW)
    assert reached.converged.all()
    slack = 1e-12 * target.squared_distances_to_samples.mean()
    assert (reached.distances**2 <= target.squared_distances(X_NEW) + slack).all()
    assert (reached.distances**2 <= target.squared_distances_to_samples.min(axis=1) + slack).all()


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_method_that_a_kernel_does_not_have_is_refused_with_those_that_it_has(kernel, method):
    target = _target(kernel)
    if method.name in AVAILABLE[kernel.name]:
        method(target, X_NEW)
        return
    refused = f"^{method.name} is not for the kernel {kernel.name}, "
    with pytest.raises(NoMethodError, match=refused) as caught:
        method(target, X_NEW)
    named = str(caught.value).partition("; allowed for this kernel: ")[2].split(", ")
    general = {"gradient descent", "coordinate descent", "ridge regression"}
    assert named == [name for name in AVAILABLE[kernel.name] if name in general]


def test_points_without_convergence_are_named():
    target = _target(kernels.RBF(0.4))
    converged = np.ones(7, dtype=bool)
    assert list(PreImages.of(target, X_NEW, 3, converged).remarks()) == []
    converged[[1, 4]] = False
    (remark,) = PreImages.of(target, X_NEW, 3, converged).remarks()
    assert remark == "no convergence for 2 of 7 pre-images: number 2, 5"
    (remark,) = PreImages.of(target, X_NEW, 3, converged).remarks(list("abcdefg"))
    assert remark == "no convergence for 2 of 7 pre-images: b, e"


def test_spread_is_the_largest_distance_to_the_mean():
    assert spread(np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 0.0]])) == 4.0


def test_where_the_kernel_is_not_defined_at_a_point_the_nearest_sample_takes_its_place():
    """Far from all scores ridge regression returns the mean of the samples, here 0."""
    kernel = kernels.Cosine()
    Z = np.array([[3.0, 1.0], [1.0, -2.0], [-3.0, -1.0], [-1.0, 2.0]])
    W = np.array([[-0.125, 0.625, 0.25, -0.5], [0.5, 0.25, 0.125, 0.0625]])
    scores = np.array([[3.0], [1.0], [-3.5], [-0.5]])
    target = Target(kernel, Z, W, W @ kernel(Z, Z), scores, np.array([[1e6], [2.0]]))
    reached = RidgeRegression(gamma=0.5, penalty=1e-3)(target, Z[:2])
    assert reached.converged.tolist() == [False, True]
    assert target.nearest[0] == 1
    assert reached.points[0].tolist() == [1.0, -2.0]
    assert np.isfinite(reached.distances).all()


@pytest.mark.parametrize(("missed", "ending"), [(9, "9"), (10, "10"), (11, "10 and 1 more")])
def test_ten_points_are_named_without_any_more(missed, ending):
    assert without_convergence(np.arange(14) >= missed).endswith(f", {ending}")
