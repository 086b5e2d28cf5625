"""Explicit feature maps phi with phi(x)·phi(y) = k(x, y), where a finite one exists."""

from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from kpca.arithmetic import one
from kpca.arrays import Array
from kpca.kernels import Kernel, Lift, Linear, Polynomial

WIDEST = 2000
"""The most features that are written out: matrices (M, M) are formed of them.

A wider map counts as not explicit, and the covariance of more columns is not formed."""


def dimension(kernel: Kernel, q: int) -> int | None:
    """Number M of features of ``kernel`` on R^q, or None where no finite map exists.

    >>> dimension(Polynomial(gamma=1.0, degree=2), 2)
    6
    """
    match kernel:
        case Linear():
            return q
        case Lift():
            return q + 1
        case Polynomial(degree=d):
            return comb(q + d, d)
        case _:
            return None


def is_explicit(kernel: Kernel | None, q: int) -> bool:
    """Whether ``feature_map`` can write phi out: a finite map of at most ``WIDEST`` features."""
    width = _real_features(kernel, q)
    return width is not None and width <= WIDEST


def _real_features(kernel: Kernel | None, q: int) -> int | None:
    """Number of features, or None where no finite map exists or its entries are not real."""
    real = getattr(kernel, "coef0", 0.0) >= 0.0
    return dimension(kernel, q) if kernel is not None and real else None


def for_loadings(kernel: Kernel | None, X: Array) -> Array | None:
    """Features (n, M) in which components on X (n, q) are written out, or None for none.

    Those of ``feature_map`` where ``is_explicit``. With the linear kernel the points themselves,
    however many columns they have: loadings (q, d) need no matrix (q, q).
    """
    if isinstance(kernel, Linear):
        return X
    return feature_map(kernel, X) if is_explicit(kernel, X.shape[1]) else None


def why_not(kernel: Kernel | None, q: int) -> str:
    """Why ``for_loadings`` finds no features of ``kernel`` on R^q.

    >>> why_not(Polynomial(gamma=1.0, degree=2), 100)
    '5151 features, more than 2000, which are not written out'
    """
    width = _real_features(kernel, q)
    if width is not None and width > WIDEST:
        return f"{width} features, more than {WIDEST}, which are not written out"
    return "no finite feature map"


def feature_map(kernel: Kernel, X: Array) -> Array:
    """Rows phi(x_i): the matrix Phi (n, M) of the points X (n, q).

    Linear: x (N4, Example 7a). Lift: (x, |x|^2) (N3, N4). Polynomial: the monomials of
    (sqrt(coef0), sqrt(gamma) x) of the given degree, each times the root of its multinomial
    coefficient (N4, Example 7b, with its last entry corrected: ledger K4, K4x).

    Raises ``ValueError`` for a kernel without a finite feature map.
    """
    match kernel:
        case Linear():
            return X
        case Lift():
            return np.column_stack([X, np.einsum("iq,iq->i", X, X)])
        case Polynomial():
            return _monomials(kernel, X)
        case _:
            raise ValueError(
                f"the {kernel.name} kernel has no finite feature map; linear, poly and lift do"
            )


def names(kernel: Kernel, columns: tuple[str, ...]) -> list[str]:
    """What each feature of ``feature_map`` is called, from the names of the input's columns.

    >>> names(Polynomial(gamma=1.0, degree=2), ("a", "b"))
    ['1', 'a', 'b', 'a²', 'a b', 'b²']
    """
    match kernel:
        case Lift():
            return [*columns, "|x|²"]
        case Polynomial(degree=d):
            chosen = combinations_with_replacement(range(len(columns) + 1), d)
            return [_product(("", *columns), factors) for factors in chosen]
        case _:
            return list(columns)


def _product(factors: tuple[str, ...], chosen: tuple[int, ...]) -> str:
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    powers = [(factors[j], chosen.count(j)) for j in sorted(set(chosen)) if j > 0]
    return " ".join(name + (str(p).translate(raised) if p > 1 else "") for name, p in powers) or "1"


def _monomials(kernel: Polynomial, X: Array) -> Array:
    d, unit = kernel.degree, one(X)
    constant = np.full(len(X), np.sqrt(unit * kernel.coef0))
    base = np.column_stack([constant, np.sqrt(unit * kernel.gamma) * X])
    factors = combinations_with_replacement(range(base.shape[1]), d)
    columns = [
        np.sqrt(unit * _multinomial(d, chosen)) * base[:, chosen].prod(axis=1) for chosen in factors
    ]
    return np.column_stack(columns)


def _multinomial(d: int, chosen: tuple[int, ...]) -> int:
    return factorial(d) // prod(factorial(chosen.count(j)) for j in set(chosen))
