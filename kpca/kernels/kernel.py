"""The base class of all kernels."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca.arithmetic import is_fifty_digits
from kpca.arrays import Array
from kpca.kernels.bandwidth import Width, Word
from kpca.kernels.definition import Definition
from kpca.kernels.parameters import require

LOST = 1e-6
"""A sum that is less than this share of the term subtracted from it is computed again: it has lost
six of its digits."""


@dataclass(frozen=True)
class Kernel(ABC):
    """A kernel with its parameters; instances do not change.

    Raises ``ParameterError`` for parameters at which the function is not this kernel.

    X (n, q) and Y (m, q) below are two sets of points. The class attributes are

    name         the name in a configuration, scikit-learn's where it has the kernel
    notation     the formula with its letters, for tables
    definition   the formula for one pair of points, written once more: statement K13
    undefined    in words, the points at which the kernel is not defined, if there are any
    has_lengths  whether the kernel depends on the lengths of points, and not on directions alone
    width        the parameter that determines how near points have to be to be similar, if any
    words        words that may stand for it in a configuration: ``kpca.kernels.bandwidth``
    smooth       whether k(·, y) has a gradient at every point at which it is defined
    unit         whether k(x, x) = 1 at every point, so that all features have length 1
    positive     whether no value is negative
    movable      whether the centered Gram matrix stays the same when all points move by a vector
    """

    name: ClassVar[str]
    notation: ClassVar[str]
    definition: ClassVar[Definition]
    undefined: ClassVar[str] = ""
    has_lengths: ClassVar[bool] = True
    width: ClassVar[Width | None] = None
    words: ClassVar[Mapping[str, Word]] = {}
    smooth: ClassVar[bool] = True
    unit: ClassVar[bool] = False
    positive: ClassVar[bool] = False
    movable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        require(self)

    @property
    @abstractmethod
    def formula(self) -> str:
        """The formula with its numbers, rounded to six digits, as text."""

    def __call__(self, X: Array, Y: Array) -> Array:
        """k(x_i, y_j) (n, m)."""
        return self.of_sums(self.sums(X, Y), X, Y)

    def sums(self, X: Array, Y: Array) -> Array:
        """S (n, m), sums over the columns from which ``of_sums`` makes the values: here x·y.

        If X and Y have one column only, this is the term of the column.
        """
        return X @ Y.T

    @abstractmethod
    def of_sums(self, S: Array, X: Array, Y: Array) -> Array:
        """k(x_i, y_j) (n, m) from the sums S (n, m) of the points."""

    def with_column(self, X: Array, Y: Array) -> Callable[[int, Array], Array]:
        """The function with k(x_i', y_j) (n, m) for points x' that differ from x in one column.

        Its arguments are the index of the column and the values (n,) of the points x' in it. A call
        takes as long as for points of one column, because only one term of the sums changes. For
        points whose other terms are small beside it, the sum of these is computed again.
        """
        S, changed = self.sums(X, Y), X.copy()

        def others(column: int) -> Array:
            term = self.sums(X[:, [column]], Y[:, [column]])
            with np.errstate(invalid="ignore"):
                rest = S - term
                lost = ~(np.abs(rest) >= LOST * np.abs(term)).all(axis=1)
            if lost.any():
                without = np.delete(X[lost], column, axis=1)
                rest[lost] = self.sums(without, np.delete(Y, column, axis=1))
            return rest

        def values(column: int, entries: Array) -> Array:
            changed[:, column] = entries
            new = others(column) + self.sums(changed[:, [column]], Y[:, [column]])
            result = self.of_sums(new, changed, Y)
            changed[:, column] = X[:, column]
            return result

        return values

    @abstractmethod
    def diagonal(self, X: Array) -> Array:
        """k(x_i, x_i) (n,) without the matrix."""

    @abstractmethod
    def gradient(self, X: Array, Y: Array, W: Array) -> Array:
        """sum_j w_ij dk(x_i, y_j)/dx_i (n, q): the gradient with respect to the first argument.

        The sum is weighted with W (n, m), because the gradients (n, m, q) of all pairs need too
        much memory. If W is 1 for one pair and 0 elsewhere, the sum is the gradient of that pair.
        """

    @abstractmethod
    def rounding(self, q: int, radius: float) -> float:
        """Bound on |fl k(x, y) - k(x, y)| for points of R^q with |x|, |y| <= radius."""

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array] | None:
        """A (n, p) and B (m, p) such that k(x_i, y_j) is ``of_products`` of a_i·b_j.

        All values then come from one matrix product. None for a kernel that has no such factors.
        """
        return None

    def of_products(self, P: Array) -> Array:
        """The values of the kernel from products P (n, m) of factors, computed in place."""
        return P

    def rounding_of_products(self, q: int, radius: float) -> float:
        """The same bound as ``rounding`` for values from ``factors`` and ``of_products``."""
        return self.rounding(q, radius)

    def input_distances(self, D2: Array) -> Array | None:
        """Squared distances of points (p, n) from those of their features, D2 (p, n).

        Infinite where no two points have features so far apart; None for a kernel whose distances
        of features do not determine those of the points.
        """
        return None

    @property
    def is_positive_semidefinite(self) -> bool:
        """Whether theory says that every Gram matrix is positive semi-definite (ledger K1)."""
        return True

    def is_defined(self, X: Array) -> Array:
        """Which of the points (n,) the kernel is defined at, as truth values."""
        return np.ones(len(X), dtype=bool)

    def dimension(self, q: int) -> int | None:
        """Number M of features on R^q; None where no finite real feature map exists."""
        return None

    def features(self, X: Array) -> Array:
        """Rows phi(x_i): the matrix Phi (n, M) with Phi Phi' = K.

        Raises ``ValueError`` for a kernel without a finite feature map.
        """
        raise ValueError(f"the kernel {self.name} has no finite feature map")

    def rounding_of_features(self, q: int) -> float:
        """Bound on the error of every feature of points of R^q, relative to this feature.

        Underflow is not included. Raises ``ValueError`` for a kernel without a finite feature map.
        """
        raise ValueError(f"the kernel {self.name} has no finite feature map")

    def feature_names(self, columns: Sequence[str]) -> list[str]:
        """The name of each of the M features, from the names (q,) of the columns."""
        raise ValueError(f"the kernel {self.name} has no finite feature map")


def squared_norms(X: Array) -> Array:
    """|x_i|^2 (n,)."""
    return np.einsum("iq,iq->i", X, X)


def without_overflow(S: Array) -> Array:
    """S, in which a sum that overflows is no number: the true value of a bounded kernel is unknown.

    S is changed in place. The sum of all tells whether one overflows, which takes one pass.
    """
    if not is_fifty_digits(S) and not np.isfinite(S.sum()):
        S[np.isinf(S)] = np.nan
    return S


def added(constant: float) -> str:
    """A constant after a sum, with its sign: + 1 or - 1."""
    return f"{'-' if constant < 0 else '+'} {abs(constant):.6g}"
