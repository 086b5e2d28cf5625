"""The Gaussian kernel k(x, y) = exp(-gamma |x - y|^2) (notes N2, N3, N4)."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca import tolerances
from kpca.arrays import Array
from kpca.distances import squared_distances
from kpca.kernels import bandwidth
from kpca.kernels.definition import Definition, distance, exp
from kpca.kernels.kernel import Kernel, squared_norms
from kpca.kernels.parameters import GAMMA


@dataclass(frozen=True)
class RBF(Kernel):
    """k(x, y) = exp(-gamma |x - y|^2); ledger K5 converts other conventions of the bandwidth."""

    gamma: Annotated[float, GAMMA]
    name = "rbf"
    notation = "exp(−γ‖x − y‖²)"
    unit, positive, movable = True, True, True
    words = {"scale": bandwidth.SCALE, "median": bandwidth.MEDIAN}
    definition = Definition(
        lambda x, y, gamma: exp(-gamma * distance(x, y) ** 2),
        (lambda x, y, gamma: 1 / (1 + gamma * distance(x, y) ** 2),),
    )

    @property
    def formula(self) -> str:
        return f"k(x, y) = exp(-{self.gamma:.6g} |x - y|^2)"

    def __call__(self, X: Array, Y: Array) -> Array:
        return np.exp(-self.gamma * squared_distances(X, Y))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        weights = W * self(X, Y)
        return -2.0 * self.gamma * (weights.sum(axis=1, keepdims=True) * X - weights @ Y)

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        """(sqrt(2 gamma) x, -gamma |x|^2, 1) and (sqrt(2 gamma) y, 1, -gamma |y|^2).

        Their product is -gamma |x - y|^2, and accurate for points whose mean is 0.
        """
        root = np.sqrt(2.0 * self.gamma)
        from_x, from_y = -self.gamma * squared_norms(X), -self.gamma * squared_norms(Y)
        left = np.column_stack([root * X, from_x, np.ones(len(X))])
        return left, np.column_stack([root * Y, np.ones(len(Y)), from_y])

    def of_products(self, P: Array) -> Array:
        # Rounding makes the exponent of near points positive where others are far away.
        return np.exp(np.minimum(P, 0.0, out=P), out=P)

    def rounding_of_products(self, q: int, radius: float) -> float:
        """The exponent is a sum of q + 2 products whose sizes add up to 4 gamma R^2 at most.

        gamma_(q+2) times that for the sum. A coordinate of a factor is off by 5u/2, so that their
        products, 2 gamma R^2 in all, are off by 5u; the norms by q + 1 roundings. A point that was
        centered is off by u R, and gamma |x - y|^2 by 8 gamma u R^2. No exponent is positive, so
        that the value is off by no more than the exponent, and by 1 at most.
        """
        exponent = tolerances.dot(6 * q + 28) * self.gamma * radius**2
        underflow = (1.0 + 4.0 * self.gamma * q) * tolerances.UNDERFLOW
        return min(1.0, exponent) + tolerances.elementary(1.0) + underflow

    def input_distances(self, D2: Array) -> Array:
        """-log(1 - D2/2)/gamma, because |phi(x) - phi(y)|^2 = 2 - 2 k(x, y)."""
        with np.errstate(divide="ignore"):
            return -np.log(np.maximum(1.0 - 0.5 * D2, 0.0)) / self.gamma

    def rounding(self, q: int, radius: float) -> float:
        """d^2 by differences has relative error (q+2)u, gamma d^2 one more; t e^-t <= 1/e; exp.

        Squares that underflow count with gamma.
        """
        underflow = (1.0 + self.gamma * q) * tolerances.UNDERFLOW
        return tolerances.dot(q + 3) / np.e + tolerances.elementary(1.0) + underflow
