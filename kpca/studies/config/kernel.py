"""The kernels of a configuration, and how a gamma that is a word becomes a number."""

from typing import Annotated, Literal

from pydantic import Field, NonNegativeFloat, PositiveFloat

from kpca.studies.config.strict import Strict

Scale = PositiveFloat | Literal["scale"]
ScaleOrMedian = PositiveFloat | Literal["scale", "median"]


class LinearKernel(Strict):
    """k(x, y) = x·y: kernel PCA with it is PCA."""

    name: Literal["linear"]


class PolynomialKernel(Strict):
    """k(x, y) = (gamma x·y + coef0)^degree."""

    name: Literal["poly"]
    gamma: Scale
    """A number > 0, or `scale`: 1/(q var X) of the training samples with q columns."""
    degree: Annotated[int, Field(ge=1, le=100)]
    coef0: NonNegativeFloat = 1.0
    """At least 0: with a negative one it is no kernel."""


class RBFKernel(Strict):
    """k(x, y) = exp(-gamma |x - y|^2)."""

    name: Literal["rbf"]
    gamma: ScaleOrMedian
    """A number > 0; `scale`: 1/(q var X); `median`: 1/s^2, s the median distance between two
    training samples."""


class SigmoidKernel(Strict):
    """k(x, y) = tanh(gamma x·y + coef0); not positive semi-definite in general."""

    name: Literal["sigmoid"]
    gamma: Scale
    """A number > 0, or `scale`: 1/(q var X) of the training samples with q columns."""
    coef0: float = 1.0


class LiftKernel(Strict):
    """k(x, y) = x·y + |x|^2 |y|^2, the kernel of the map x -> (x, |x|^2)."""

    name: Literal["lift"]


KERNEL_FORMS: dict[str, type[Strict]] = {
    "linear": LinearKernel,
    "poly": PolynomialKernel,
    "rbf": RBFKernel,
    "sigmoid": SigmoidKernel,
    "lift": LiftKernel,
}

AnyKernel = Annotated[
    LinearKernel | PolynomialKernel | RBFKernel | SigmoidKernel | LiftKernel,
    Field(discriminator="name"),
]
