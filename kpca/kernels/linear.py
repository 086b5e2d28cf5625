"""The linear kernel k(x, y) = x·y (note N4, Example 7a). Kernel PCA with it is PCA."""

from collections.abc import Sequence
from dataclasses import dataclass

from kpca import tolerances
from kpca.arrays import Array
from kpca.kernels.definition import Definition, Number, Point, dot
from kpca.kernels.kernel import Kernel, squared_norms


def _without_its_largest_term(x: Point, y: Point) -> Number:
    """x·y without the product of coordinates that is largest in size."""
    return dot(x, y) - max((a * b for a, b in zip(x, y, strict=True)), key=abs)


@dataclass(frozen=True)
class Linear(Kernel):
    """``k(x, y) = x·y``; its features are the columns themselves."""

    name = "linear"
    notation = "x·y"
    formula = "k(x, y) = x·y"
    movable = True
    definition = Definition(dot, (_without_its_largest_term,))

    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        return S

    def diagonal(self, X: Array) -> Array:
        return squared_norms(X)

    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        return W @ Y

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        return X, Y

    def input_distances(self, D2: Array) -> Array:
        return D2

    def rounding(self, q: int, radius: float) -> float:
        return tolerances.dot(q) * radius**2 + q * tolerances.UNDERFLOW

    def dimension(self, q: int) -> int:
        return q

    def features(self, X: Array) -> Array:
        return X

    def rounding_of_features(self, q: int) -> float:
        return 0.0

    def feature_names(self, columns: Sequence[str]) -> list[str]:
        return list(columns)
