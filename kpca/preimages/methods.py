"""The methods by name, and which of them looks for a stationary point with a given kernel."""

from kpca.kernels import RBF, Kernel
from kpca.preimages.coordinate_descent import CoordinateDescent
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.ridge_regression import RidgeRegression

Method = FixedPoint | GradientDescent | CoordinateDescent | DistanceConstraint | RidgeRegression

METHODS: dict[str, type[Method]] = {
    method.name: method
    for method in (
        FixedPoint,
        GradientDescent,
        CoordinateDescent,
        DistanceConstraint,
        RidgeRegression,
    )
}


def iterative(kernel: Kernel) -> FixedPoint | GradientDescent | None:
    """The method whose result is a stationary point of the distance; None if there is none."""
    if isinstance(kernel, RBF):
        return FixedPoint()
    return GradientDescent() if kernel.smooth and kernel.is_positive_semidefinite else None
