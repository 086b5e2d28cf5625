"""The base of kernels that depend on |x - y|^2 alone, such as the Gaussian kernel."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from kpca import tolerances
from kpca.arithmetic import number_one
from kpca.arrays import Array
from kpca.distances import squared_distances
from kpca.kernels import bandwidth
from kpca.kernels.kernel import Kernel, squared_norms, without_overflow


class Roundings(NamedTuple):
    """How many roundings, of relative error u each, lead from |x - y|^2 to a value of a kernel.

    scale     roundings of c; the product c |x - y|^2 has one more
    argument  roundings of an argument of f, or of an exponent: each changes the value by at most
              u/e. One rounding of a square root counts as two of the argument, and one logarithm
              counts as two
    value     roundings of the value itself, beside one exponential
    """

    scale: int = 0
    argument: int = 0
    value: int = 0


@dataclass(frozen=True)
class Radial(Kernel):
    """k(x, y) = f(t) with t = c |x - y|^2, f(0) = 1 and f'(0) = -1.

    A subclass has ``scaled``, which computes t, ``profile``, which computes f, ``slope``, which
    computes -f', and counts its ``roundings``. For points that are close to each other the kernel
    is nearly the Gaussian kernel with gamma = c.

    Such a kernel is positive semi-definite for points with any number of columns if and only if f
    is a mixture of Gaussian kernels: f(t) is the integral of exp(-u t) over a probability measure
    of u >= 0 (Schoenberg, Metric spaces and completely monotone functions, Annals of Mathematics 39
    (1938)). The mean of u is 1, because f'(0) = -1. Therefore 0 <= f <= 1 and |f'| <= 1, and
    t |f'(t)| <= 1/e, which is the maximum of s exp(-s). The bounds on rounding errors use this.
    """

    unit, positive, movable = True, True, True
    width = bandwidth.GAMMA
    words = {"scale": bandwidth.SCALE, "median": bandwidth.MEDIAN}
    roundings: ClassVar[Roundings]

    @abstractmethod
    def scaled(self, D2: Array) -> Array:
        """t = c |x - y|^2 from squared distances D2, of any shape, in their arithmetic."""

    @abstractmethod
    def profile(self, t: Array) -> Array:
        """f(t) of numbers t >= 0, of any shape, in their arithmetic."""

    @abstractmethod
    def slope(self, t: Array) -> Array:
        """-f'(t), the derivative with respect to t, which lies between 0 and 1."""

    def rate(self, unit: float = 1.0) -> float:
        """c, in the arithmetic of the number 1 that is given."""
        return self.scaled(np.array([unit]))[0]

    def sums(self, X: Array, Y: Array) -> Array:
        return squared_distances(X, Y)

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        # A sum of which one term was exchanged may be negative by rounding.
        return self.profile(self.scaled(np.maximum(without_overflow(S), 0.0)))

    def slopes(self, X: Array, Y: Array) -> Array:
        """-f'(t_ij) (n, m) of points X (n, q) and Y (m, q)."""
        return self.slope(self.scaled(squared_distances(X, Y)))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        """-2 c sum_j w_ij slope(t_ij) (x_i - y_j), which needs no distance in a denominator."""
        weights = W * self.slopes(X, Y)
        # Far from the origin, the difference of two sums would have no digit left.
        middle = _middle(Y)
        sums = weights.sum(axis=-1, keepdims=True) * (X - middle) - weights @ (Y - middle)
        return -2.0 * self.rate(number_one(X)) * sums

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        """(sqrt(2c) x, -c |x|^2, 1) and (sqrt(2c) y, 1, -c |y|^2).

        Their product is -t, and accurate for points whose mean is 0.
        """
        rate = self.rate()
        root = np.sqrt(2.0 * rate)
        from_x, from_y = (-rate * without_overflow(squared_norms(A)) for A in (X, Y))
        left = np.column_stack([root * X, from_x, np.ones(len(X))])
        return left, np.column_stack([root * Y, np.ones(len(Y)), from_y])

    def of_products(self, P: Array) -> Array:
        np.negative(not_positive(P), out=P)
        P[...] = self.profile(P)
        return P

    def rounding(self, q: int, radius: float) -> float:
        """|x - y|^2 by differences has relative error (q+2)u, and t |f'(t)| <= 1/e; and f itself.

        Squares that underflow count with c.
        """
        argument = q + 3 + self.roundings.scale + self.roundings.argument
        underflow = (1.0 + self.rate() * q) * tolerances.UNDERFLOW
        return tolerances.dot(argument) / np.e + self._rounding_of_value() + underflow

    def rounding_of_products(self, q: int, radius: float) -> float:
        """-t is a sum of q + 2 products whose sizes add up to 4 c R^2 at most.

        u_(q+2) times that for the sum. A coordinate of a factor is off by 5u/2, so that their
        products, 2 c R^2 in all, are off by 5u; the norms by q + 1 roundings. A point that was
        centered is off by u R, and t by 8 c u R^2. No t is negative and |f'| <= 1, so that the
        value is off by no more than t, and by 1 at most. Roundings of c and of f count as in
        ``rounding``.
        """
        t = tolerances.dot(6 * q + 28) * self.rate() * radius**2
        argument = self.roundings.scale + self.roundings.argument
        underflow = (1.0 + 4.0 * self.rate() * q) * tolerances.UNDERFLOW
        of_f = tolerances.dot(argument) / np.e + self._rounding_of_value()
        return min(1.0, t) + of_f + underflow

    def _rounding_of_value(self) -> float:
        """An exponential, and further roundings of a value, which is at most 1."""
        return tolerances.elementary(1.0) + self.roundings.value * tolerances.U


def not_positive(P: Array) -> Array:
    """-t for products P (n, m) of factors, which it overwrites.

    Rounding makes some of them positive for near points where others are far away. Most blocks have
    none, and to look for one takes a third of the time of replacing them.
    """
    # Beside a NaN, which is not below 0 either, all products are looked at.
    return P if P.max(initial=0.0) <= 0.0 else np.minimum(P, 0.0, out=P)


def _middle(Y: Array) -> Array:
    """The median (q,) of points Y (m, q), in their arithmetic; 0 of no points.

    Of two medians it is the upper one. One far point moves a mean away from all others.
    """
    return np.sort(Y, axis=0)[len(Y) // 2] if len(Y) else np.zeros(Y.shape[1])
