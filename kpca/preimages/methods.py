"""The methods by name, and which of them looks for a stationary point with a given kernel."""

from kpca.arrays import Array
from kpca.kernels import Kernel, Laplacian
from kpca.kernels.radial import Radial
from kpca.preimages.coordinate_descent import CoordinateDescent
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.preimages import NoMethodError, PreImages
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target

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
    if isinstance(kernel, Radial):
        return FixedPoint()
    return GradientDescent() if kernel.smooth and kernel.is_positive_semidefinite else None


def minimizing(kernel: Kernel) -> FixedPoint | GradientDescent | CoordinateDescent | None:
    """The method that minimizes the distance to the projection; None if there is none."""
    return CoordinateDescent() if isinstance(kernel, Laplacian) else iterative(kernel)


def preferred(kernel: Kernel) -> Method:
    """The method that minimizes the distance, else ridge regression, which every kernel has."""
    return minimizing(kernel) or RidgeRegression()


def attempt(target: Target, start: Array) -> tuple[dict[str, PreImages], dict[str, str]]:
    """The pre-images by every method that the kernel has, and why it does not have the others."""
    reached, reasons = {}, {}
    for name, method in METHODS.items():
        try:
            reached[name] = method()(target, start)
        except NoMethodError as error:
            reasons[name] = str(error)
    return reached, reasons
