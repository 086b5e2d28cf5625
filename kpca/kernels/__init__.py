"""The kernels of the notes, with scikit-learn's parameter names.

Each kernel is a frozen value: ``kernel(X, Y)`` is the (n, m) matrix k(x_i, y_j) of two point sets
X (n, q) and Y (m, q); ``kernel.diagonal(X)`` is the (n,) vector k(x_i, x_i) without the matrix.
``kernel.formula`` is the formula with its numbers, rounded to six digits, for a reader.
``gamma`` always means exp(-gamma d^2); ledger K5 converts the other conventions.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from kpca.arithmetic import is_exact
from kpca.arrays import Array


def _squared_norms(X: Array) -> Array:
    return np.einsum("iq,iq->i", X, X)


def _added(constant: float) -> str:
    """A constant after a sum, with its sign: + 1 or - 1."""
    return f"{'-' if constant < 0 else '+'} {abs(constant):.6g}"


def squared_distances(X: Array, Y: Array) -> Array:
    """|x_i - y_j|^2 (n, m) by differences: close points keep all their digits."""
    if is_exact(X):
        return ((X[:, None, :] - Y[None, :, :]) ** 2).sum(axis=2)
    return cdist(X, Y, "sqeuclidean")


@dataclass(frozen=True)
class Linear:
    """k(x, y) = x·y  (note N4, Example 7a). Kernel PCA with it is PCA."""

    name = "linear"
    formula = "k(x, y) = x·y"

    def __call__(self, X: Array, Y: Array) -> Array:
        return X @ Y.T

    def diagonal(self, X: Array) -> Array:
        return _squared_norms(X)


@dataclass(frozen=True)
class Polynomial:
    """k(x, y) = (gamma x·y + coef0)^degree  (notes N1, N3, N4)."""

    gamma: float
    degree: int
    coef0: float = 1.0
    name = "poly"

    @property
    def formula(self) -> str:
        return f"k(x, y) = ({self.gamma:.6g} x·y {_added(self.coef0)})^{self.degree}"

    def __call__(self, X: Array, Y: Array) -> Array:
        return (self.gamma * (X @ Y.T) + self.coef0) ** self.degree

    def diagonal(self, X: Array) -> Array:
        return (self.gamma * _squared_norms(X) + self.coef0) ** self.degree


@dataclass(frozen=True)
class RBF:
    """k(x, y) = exp(-gamma |x - y|^2)  (notes N2, N3, N4)."""

    gamma: float
    name = "rbf"

    @property
    def formula(self) -> str:
        return f"k(x, y) = exp(-{self.gamma:.6g} |x - y|^2)"

    def __call__(self, X: Array, Y: Array) -> Array:
        return np.exp(-self.gamma * squared_distances(X, Y))

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))


@dataclass(frozen=True)
class Sigmoid:
    """k(x, y) = tanh(gamma x·y + coef0)  (note N3). Not positive semi-definite in general: K2."""

    gamma: float
    coef0: float = 1.0
    name = "sigmoid"

    @property
    def formula(self) -> str:
        return f"k(x, y) = tanh({self.gamma:.6g} x·y {_added(self.coef0)})"

    def __call__(self, X: Array, Y: Array) -> Array:
        return np.tanh(self.gamma * (X @ Y.T) + self.coef0)

    def diagonal(self, X: Array) -> Array:
        return np.tanh(self.gamma * _squared_norms(X) + self.coef0)


@dataclass(frozen=True)
class Lift:
    """k(x, y) = x·y + |x|^2 |y|^2, the kernel of the map x -> (x, |x|^2)  (notes N3, N4)."""

    name = "lift"
    formula = "k(x, y) = x·y + |x|^2 |y|^2"

    def __call__(self, X: Array, Y: Array) -> Array:
        return X @ Y.T + np.outer(_squared_norms(X), _squared_norms(Y))

    def diagonal(self, X: Array) -> Array:
        squares = _squared_norms(X)
        return squares + squares**2


Kernel = Linear | Polynomial | RBF | Sigmoid | Lift

BY_NAME: dict[str, type[Kernel]] = {
    kind.name: kind for kind in (Linear, Polynomial, RBF, Sigmoid, Lift)
}


def from_parameters(name: str, **parameters: float) -> Kernel:
    """The kernel called ``name`` with scikit-learn's parameter names.

    Raises ``ValueError`` for a name that is not in ``BY_NAME``.

    >>> from_parameters("poly", gamma=1.0, degree=2)
    Polynomial(gamma=1.0, degree=2, coef0=1.0)
    """
    if name not in BY_NAME:
        raise ValueError(f"unknown kernel {name!r}; allowed: {', '.join(BY_NAME)}")
    return BY_NAME[name](**parameters)
