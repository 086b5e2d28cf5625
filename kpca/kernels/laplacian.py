"""The Laplacian kernel k(x, y) = exp(-gamma |x - y|_1), with the city-block distance."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca import tolerances
from kpca.arrays import Array
from kpca.distances import city_block
from kpca.kernels import bandwidth
from kpca.kernels.definition import Definition, city_blocks, distance, exp
from kpca.kernels.kernel import Kernel, without_overflow
from kpca.kernels.parameters import GAMMA


@dataclass(frozen=True)
class Laplacian(Kernel):
    """``k(x, y) = exp(-gamma sum_a |x_a - y_a|)``, scikit-learn's ``laplacian_kernel``."""

    gamma: Annotated[float, GAMMA]
    name = "laplacian"
    notation = "exp(−γ‖x − y‖₁)"
    smooth, unit, positive, movable = False, True, True, True
    width = bandwidth.GAMMA
    words = {"median": bandwidth.MEDIAN_CITY_BLOCK}
    definition = Definition(
        lambda x, y, gamma: exp(-gamma * city_blocks(x, y)),
        (lambda x, y, gamma: exp(-gamma * distance(x, y)),),
    )

    @property
    def formula(self) -> str:
        return f"k(x, y) = exp(-{self.gamma:.6g} |x - y|_1)"

    def sums(self, X: Array, Y: Array) -> Array:
        return city_block(X, Y)

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return np.exp(-self.gamma * without_overflow(S))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        """As in ``Kernel``; in a column where x and y are equal k has a kink, and 0 is returned."""
        weights = -self.gamma * W * self(X, Y)
        signs = (np.sign(x[:, None] - y[None, :]) for x, y in zip(X.T, Y.T, strict=True))
        return np.stack([(weights * sign).sum(axis=-1) for sign in signs], axis=-1)

    def rounding(self, q: int, radius: float) -> float:
        """q differences and their sum have relative error q u, gamma one more; t e^-t <= 1/e; exp.

        A difference does not underflow. A product with gamma may, and exp is then 1.
        """
        return tolerances.dot(q + 1) / np.e + tolerances.elementary(1.0)
