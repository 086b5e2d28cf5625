"""The polynomial kernel k(x, y) = (gamma x·y + coef0)^degree (notes N1, N3, N4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Annotated

import numpy as np

from kpca import tolerances
from kpca.arithmetic import number_one
from kpca.arrays import Array
from kpca.kernels import bandwidth
from kpca.kernels.affine import affine
from kpca.kernels.definition import Definition, Number, Point, dot, power
from kpca.kernels.kernel import Kernel, added, squared_norms
from kpca.kernels.parameters import GAMMA, Allowed


def _by_factors(x: Point, y: Point, *, gamma: Number, degree: int, coef0: Number) -> Number:
    return power(gamma * dot(x, y) + coef0, degree)


def _constant_outside(x: Point, y: Point, *, gamma: Number, degree: int, coef0: Number) -> Number:
    return power(gamma * dot(x, y), degree) + coef0


@dataclass(frozen=True)
class Polynomial(Kernel):
    """``k(x, y) = (gamma x·y + coef0)^degree``; positive semi-definite for coef0 >= 0."""

    gamma: Annotated[float, GAMMA]
    degree: Annotated[int, Allowed("A whole number from 1 to 100", least=1, most=100)]
    coef0: Annotated[
        float,
        Allowed(
            "At least 0: with a negative one the function is not a kernel", least=0, anyway=True
        ),
    ] = 1.0
    name = "poly"
    notation = "(γx·y + c)^degree"
    width = bandwidth.GAMMA
    words = {"scale": bandwidth.SCALE}
    definition = Definition(_by_factors, (_constant_outside,))

    @property
    def formula(self) -> str:
        return f"k(x, y) = ({self.gamma:.6g} x·y {added(self.coef0)})^{self.degree}"

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return (self.gamma * S + self.coef0) ** self.degree

    def diagonal(self, X: Array) -> Array:
        return (self.gamma * squared_norms(X) + self.coef0) ** self.degree

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        base = self.gamma * (X @ Y.T) + self.coef0
        return (W * (self.degree * self.gamma * base ** (self.degree - 1))) @ Y

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        return self.gamma * X, Y

    def of_products(self, P: Array) -> Array:
        P += self.coef0
        return np.power(P, self.degree, out=P)

    def rounding_of_products(self, q: int, radius: float) -> float:
        """gamma multiplies each coordinate instead of the sum: one rounding, as before."""
        return self.rounding(q + 1, radius)

    def rounding(self, q: int, radius: float) -> float:
        """|b^d|' = d b^(d-1), and pow itself."""
        size, error = affine(self.gamma, self.coef0, q, radius)
        power = tolerances.elementary(size**self.degree) + tolerances.UNDERFLOW
        return self.degree * size ** (self.degree - 1) * error + power

    @property
    def is_positive_semidefinite(self) -> bool:
        return self.coef0 >= 0.0

    def dimension(self, q: int) -> int | None:
        """The number of monomials of degree d in q + 1 letters; None where one is not real.

        >>> Polynomial(gamma=1.0, degree=2).dimension(2)
        6
        """
        return comb(q + self.degree, self.degree) if self.coef0 >= 0.0 else None

    def features(self, X: Array) -> Array:
        """The monomials of (sqrt(coef0), sqrt(gamma) x), times roots of multinomial coefficients.

        N4, Example 7b, with its last entry corrected: ledger K4, K4x.
        """
        unit = number_one(X)
        constant = np.full(len(X), np.sqrt(unit * self.coef0))
        base = np.column_stack([constant, np.sqrt(unit * self.gamma) * X])
        columns = [
            np.sqrt(unit * self._multinomial(factors)) * base[:, factors].prod(axis=1)
            for factors in self._monomials(base.shape[1])
        ]
        return np.column_stack(columns)

    def rounding_of_features(self, q: int) -> float:
        """Each factor has two roundings and a product; the root of the coefficient two at most."""
        return tolerances.dot(3 * self.degree + 2)

    def feature_names(self, columns: Sequence[str]) -> list[str]:
        """The monomials in the names of the columns.

        >>> Polynomial(gamma=1.0, degree=2).feature_names(("a", "b"))
        ['1', 'a', 'b', 'a²', 'a b', 'b²']
        """
        letters = ("", *columns)
        return [_product(letters, factors) for factors in self._monomials(len(letters))]

    def _monomials(self, letters: int) -> list[tuple[int, ...]]:
        return list(combinations_with_replacement(range(letters), self.degree))

    def _multinomial(self, factors: tuple[int, ...]) -> int:
        return factorial(self.degree) // prod(factorial(factors.count(j)) for j in set(factors))


def _product(letters: tuple[str, ...], factors: tuple[int, ...]) -> str:
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    powers = [(letters[j], factors.count(j)) for j in sorted(set(factors)) if j > 0]
    return " ".join(name + (str(p).translate(raised) if p > 1 else "") for name, p in powers) or "1"
