"""The cosine kernel k(x, y) = x·y/(|x| |y|): the linear kernel of points of length one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kpca import tolerances
from kpca.arithmetic import hundred_digits, lengths
from kpca.arrays import Array
from kpca.kernels.definition import Definition, angle
from kpca.kernels.kernel import Kernel


@dataclass(frozen=True)
class Cosine(Kernel):
    """``k(x, y) = x·y/(|x| |y|)``, scikit-learn's ``cosine_similarity``, but not defined at 0.

    scikit-learn sets the cosine with 0 to 0, even that of 0 with itself. Here 0 raises an error.
    """

    name = "cosine"
    notation = "x·y/(‖x‖‖y‖)"
    formula = "k(x, y) = x·y/(|x| |y|)"
    undefined = "0 in every column"
    unit = True
    has_lengths = False
    definition = Definition(
        lambda x, y: hundred_digits().cos(angle(x, y)),
        (lambda x, y: 1 - angle(x, y) / hundred_digits().pi,),
    )

    def __call__(self, X: Array, Y: Array) -> Array:
        U = self.features(X)
        # With the same array twice, the result of BLAS is symmetric to the last bit.
        return U @ (U if Y is X else self.features(Y)).T

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return S / np.outer(lengths(X, 1), lengths(Y, 1))

    def with_column(self, X: Array, Y: Array) -> Callable[[int, Array], Array]:
        """As in ``Kernel``, in units in which no product of small or large numbers vanishes."""
        exponent = np.frexp(np.abs(X).max())[1]
        values_with = super().with_column(np.ldexp(X, -exponent), self.features(Y))
        return lambda column, entries: values_with(column, np.ldexp(entries, -exponent))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        along = (W * self(X, Y)).sum(axis=-1, keepdims=True)
        return (W @ self.features(Y) - along * self.features(X)) / lengths(X, 1)[:, None]

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        return self.features(X), self.features(Y)

    def rounding(self, q: int, radius: float) -> float:
        """A length has relative error (q/2 + 3)u, a quotient one u more; the dot product q u.

        It does not depend on the radius, because points are divided by their lengths. What
        underflows is far below u, because each point then has length one.
        """
        return tolerances.dot(2 * q + 8)

    def is_defined(self, X: Array) -> Array:
        return (X != 0).any(axis=1)

    def dimension(self, q: int) -> int:
        return q

    def features(self, X: Array) -> Array:
        """x/|x| (n, q). Raises ``ValueError`` for a point 0, which has no direction."""
        if not self.is_defined(X).all():
            row = int(np.argmin(self.is_defined(X))) + 1
            raise ValueError(
                f"point {row} of {len(X)} is 0, where the cosine is not defined; allowed: points "
                "other than 0; leave it out, or use another kernel"
            )
        # The length of a point of subnormal numbers has few digits. A power of two rounds nothing.
        short = np.abs(X).max(axis=1, keepdims=True) < np.finfo(float).tiny
        X = X * np.where(short, 2.0**200, 1.0)
        return X / lengths(X, 1)[:, None]

    def rounding_of_features(self, q: int) -> float:
        """A length has relative error (q/2 + 3)u, and a quotient one u more."""
        return tolerances.dot(q // 2 + 5)

    def feature_names(self, columns: Sequence[str]) -> list[str]:
        return [f"{name}/|x|" for name in columns]
