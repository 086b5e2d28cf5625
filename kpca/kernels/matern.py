"""The Matérn kernels with nu = 3/2 and 5/2, smoother than exp(-|x - y|) and rougher than Gaussian.

Rasmussen & Williams, Gaussian Processes for Machine Learning (2006), equation (4.17).
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from kpca.arrays import Array
from kpca.kernels import bandwidth
from kpca.kernels.definition import Definition, Number, Point, distance, exp, root
from kpca.kernels.parameters import LENGTH_SCALE
from kpca.kernels.radial import Radial, Roundings


def _three_halves(x: Point, y: Point, length_scale: Number) -> Number:
    z = root(3) * distance(x, y) / length_scale
    return (1 + z) * exp(-z)


def _without_polynomial(x: Point, y: Point, length_scale: Number) -> Number:
    return exp(-root(3) * distance(x, y) / length_scale)


def _five_halves(x: Point, y: Point, length_scale: Number) -> Number:
    z = root(5) * distance(x, y) / length_scale
    return (1 + z + z * z / 3) * exp(-z)


def _without_the_square(x: Point, y: Point, length_scale: Number) -> Number:
    z = root(5) * distance(x, y) / length_scale
    return (1 + z) * exp(-z)


LARGEST = 1e300
"""Above that t the kernels are 0, but their polynomials overflow."""


def _root(factor: float, t: Array) -> Array:
    """z = sqrt(factor t), up to that of ``LARGEST``."""
    return np.sqrt(factor * np.minimum(t, LARGEST))


@dataclass(frozen=True)
class Matern32(Radial):
    """``k(x, y) = (1 + z) exp(-z), z = sqrt(3) |x - y|/l``, scikit-learn's ``Matern(l, nu=1.5)``.

    z = sqrt(2t). The derivative by z is -z exp(-z), and dz/dt = 1/z.
    """

    length_scale: Annotated[float, LENGTH_SCALE]
    name = "matern32"
    notation = "(1 + √3‖x − y‖/ℓ) exp(−√3‖x − y‖/ℓ)"
    width = bandwidth.LENGTH_SCALE
    words = {"median": bandwidth.MEDIAN_LENGTH}
    # Of c: two quotients. Of f: a root; the sum and the product.
    roundings = Roundings(scale=2, argument=2, value=2)
    definition = Definition(_three_halves, (_without_polynomial,))

    @property
    def formula(self) -> str:
        return f"k(x, y) = (1 + z) exp(-z), z = sqrt(3) |x - y|/{self.length_scale:.6g}"

    def scaled(self, D2: Array) -> Array:
        return 1.5 * (D2 / self.length_scale / self.length_scale)

    def profile(self, t: Array) -> Array:
        z = _root(2.0, t)
        return (1.0 + z) * np.exp(-z)

    def slope(self, t: Array) -> Array:
        return np.exp(-_root(2.0, t))


@dataclass(frozen=True)
class Matern52(Radial):
    """``k(x, y) = (1 + z + z^2/3) exp(-z), z = sqrt(5) |x - y|/l``, ``Matern(l, nu=2.5)``.

    z = sqrt(6t). The derivative by z is -z (1 + z) exp(-z)/3, and dz/dt = 3/z.
    """

    length_scale: Annotated[float, LENGTH_SCALE]
    name = "matern52"
    notation = "(1 + √5‖x − y‖/ℓ + 5‖x − y‖²/(3ℓ²)) exp(−√5‖x − y‖/ℓ)"
    width = bandwidth.LENGTH_SCALE
    words = {"median": bandwidth.MEDIAN_LENGTH}
    # Of c: three quotients. Of f: a product and its root; five of the polynomial and the product.
    roundings = Roundings(scale=3, argument=3, value=5)
    definition = Definition(_five_halves, (_without_the_square,))

    @property
    def formula(self) -> str:
        return f"k(x, y) = (1 + z + z^2/3) exp(-z), z = sqrt(5) |x - y|/{self.length_scale:.6g}"

    def scaled(self, D2: Array) -> Array:
        return 5.0 * (D2 / self.length_scale / self.length_scale) / 6.0

    def profile(self, t: Array) -> Array:
        z = _root(6.0, t)
        return (1.0 + z * (1.0 + z / 3.0)) * np.exp(-z)

    def slope(self, t: Array) -> Array:
        z = _root(6.0, t)
        return (1.0 + z) * np.exp(-z)
