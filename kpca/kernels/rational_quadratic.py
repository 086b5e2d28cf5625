"""The rational quadratic kernel k(x, y) = (1 + |x - y|^2/(2 alpha l^2))^(-alpha).

Rasmussen & Williams, Gaussian Processes for Machine Learning (2006), equation (4.19).
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca.arrays import Array
from kpca.kernels import bandwidth
from kpca.kernels.definition import Definition, distance
from kpca.kernels.kernel import without_overflow
from kpca.kernels.parameters import LENGTH_SCALE, Allowed
from kpca.kernels.radial import Radial, Roundings


@dataclass(frozen=True)
class RationalQuadratic(Radial):
    """``k(x, y) = (1 + |x - y|^2/(2 alpha l^2))^(-alpha)``, scikit-learn's ``RationalQuadratic``.

    A mixture of Gaussian kernels of many widths. For large alpha it becomes the Gaussian kernel
    ``exp(-|x - y|^2/(2 l^2))``.
    """

    length_scale: Annotated[float, LENGTH_SCALE]
    alpha: Annotated[float, Allowed("A number > 0", above=0.0)] = 1.0
    name = "rational_quadratic"
    notation = "(1 + ‖x − y‖²/(2αℓ²))^(−α)"
    width = bandwidth.LENGTH_SCALE
    words = {"median": bandwidth.MEDIAN_LENGTH}
    # Of c: two quotients. Of the exponent: a quotient, a logarithm, and the product with alpha.
    roundings = Roundings(scale=2, argument=4)
    definition = Definition(
        lambda x, y, length_scale, alpha: (
            (1 + distance(x, y) ** 2 / (2 * alpha * length_scale**2)) ** -alpha
        ),
        (
            lambda x, y, length_scale, alpha: (
                (1 + distance(x, y) ** 2 / (alpha * length_scale**2)) ** -alpha
            ),
        ),
    )

    @property
    def formula(self) -> str:
        alpha, length = f"{self.alpha:.6g}", f"{self.length_scale:.6g}"
        return f"k(x, y) = (1 + |x - y|^2/(2·{alpha}·{length}^2))^(-{alpha})"

    def scaled(self, D2: Array) -> Array:
        return 0.5 * (D2 / self.length_scale / self.length_scale)

    def profile(self, t: Array) -> Array:
        # A power of 1 + t/alpha would lose the digits of t where alpha is large.
        # Where the quotient overflows and alpha is small, the value need not be near 0.
        return np.exp(-self.alpha * np.log1p(without_overflow(t / self.alpha)))

    def slope(self, t: Array) -> Array:
        return self.profile(t) / (1.0 + t / self.alpha)
