"""The lift k(x, y) = x·y + |x|^2 |y|^2, the kernel of the map x -> (x, |x|^2) (notes N3, N4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca import tolerances
from kpca.arrays import Array
from kpca.kernels.definition import Definition, dot
from kpca.kernels.kernel import Kernel, squared_norms


@dataclass(frozen=True)
class Lift(Kernel):
    """``k(x, y) = x·y + |x|^2 |y|^2``; its features are the columns and the squared length."""

    name = "lift"
    notation = "x·y + ‖x‖²‖y‖²"
    formula = "k(x, y) = x·y + |x|^2 |y|^2"
    definition = Definition(
        lambda x, y: dot(x, y) + dot(x, x) * dot(y, y),
        (dot, lambda x, y: dot(x, x) * dot(y, y)),
    )

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return S + np.outer(squared_norms(X), squared_norms(Y))

    def diagonal(self, X: Array) -> Array:
        squares = squared_norms(X)
        return squares + squares**2

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        return W @ Y + 2.0 * (W @ squared_norms(Y))[:, None] * X

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        return self.features(X), self.features(Y)

    def rounding(self, q: int, radius: float) -> float:
        """x·y, two squared norms, their product, and the sum of both."""
        error = tolerances.dot(q + 1) * radius**2 + tolerances.dot(2 * q + 2) * radius**4
        return error + (2.0 * q + 1.0) * tolerances.UNDERFLOW

    def dimension(self, q: int) -> int:
        return q + 1

    def features(self, X: Array) -> Array:
        return np.column_stack([X, squared_norms(X)])

    def rounding_of_features(self, q: int) -> float:
        return tolerances.dot(q)

    def feature_names(self, columns: Sequence[str]) -> list[str]:
        return [*columns, "|x|²"]
