"""The Gaussian kernel k(x, y) = exp(-gamma |x - y|^2) (notes N2, N3, N4)."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca.arrays import Array
from kpca.kernels.definition import Definition, distance, exp
from kpca.kernels.parameters import GAMMA
from kpca.kernels.radial import Radial, Roundings, not_positive


@dataclass(frozen=True)
class RBF(Radial):
    """``k(x, y) = exp(-gamma |x - y|^2)``; ledger K5 has other conventions of the bandwidth."""

    gamma: Annotated[float, GAMMA]
    name = "rbf"
    notation = "exp(−γ‖x − y‖²)"
    roundings = Roundings()
    definition = Definition(
        lambda x, y, gamma: exp(-gamma * distance(x, y) ** 2),
        (lambda x, y, gamma: 1 / (1 + gamma * distance(x, y) ** 2),),
    )

    @property
    def formula(self) -> str:
        return f"k(x, y) = exp(-{self.gamma:.6g} |x - y|^2)"

    def scaled(self, D2: Array) -> Array:
        return self.gamma * D2

    def profile(self, t: Array) -> Array:
        return np.exp(-t)

    def slope(self, t: Array) -> Array:
        return np.exp(-t)

    def of_products(self, P: Array) -> Array:
        # Without another array as large as P.
        return np.exp(not_positive(P), out=P)

    def input_distances(self, D2: Array) -> Array:
        """-log(1 - D2/2)/gamma, because |phi(x) - phi(y)|^2 = 2 - 2 k(x, y)."""
        with np.errstate(divide="ignore"):
            return -np.log(np.maximum(1.0 - 0.5 * D2, 0.0)) / self.gamma
