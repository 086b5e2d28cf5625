"""The hyperbolic tangent k(x, y) = tanh(gamma x·y + coef0) (note N3)."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca import tolerances
from kpca.arrays import Array
from kpca.kernels import bandwidth
from kpca.kernels.affine import affine
from kpca.kernels.definition import Definition, dot, tanh
from kpca.kernels.kernel import Kernel, added, squared_norms, without_overflow
from kpca.kernels.parameters import GAMMA, Allowed


@dataclass(frozen=True)
class Sigmoid(Kernel):
    """``k(x, y) = tanh(gamma x·y + coef0)``. Not positive semi-definite in general: ledger K2."""

    gamma: Annotated[float, GAMMA]
    coef0: Annotated[float, Allowed("Any number")] = 1.0
    name = "sigmoid"
    notation = "tanh(γx·y + c)"
    width = bandwidth.GAMMA
    words = {"scale": bandwidth.SCALE}
    definition = Definition(
        lambda x, y, gamma, coef0: tanh(gamma * dot(x, y) + coef0),
        (lambda x, y, gamma, coef0: (1 + tanh((gamma * dot(x, y) + coef0) / 2)) / 2,),
    )

    @property
    def formula(self) -> str:
        return f"k(x, y) = tanh({self.gamma:.6g} x·y {added(self.coef0)})"

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return np.tanh(self.gamma * without_overflow(S) + self.coef0)

    def diagonal(self, X: Array) -> Array:
        return np.tanh(self.gamma * squared_norms(X) + self.coef0)

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        return (W * (self.gamma * (1.0 - self(X, Y) ** 2))) @ Y

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        return self.gamma * X, Y

    def of_products(self, P: Array) -> Array:
        P += self.coef0
        return np.tanh(without_overflow(P), out=P)

    def rounding_of_products(self, q: int, radius: float) -> float:
        """gamma multiplies each coordinate instead of the sum: one rounding, as before."""
        return self.rounding(q + 1, radius)

    def rounding(self, q: int, radius: float) -> float:
        """|tanh'| <= 1, |tanh| <= 1, and tanh itself. Two values are at most 2 apart."""
        error = affine(self.gamma, self.coef0, q, radius)[1]
        return min(error, 2.0) + tolerances.elementary(1.0)

    @property
    def is_positive_semidefinite(self) -> bool:
        return False
