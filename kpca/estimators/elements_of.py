"""The elements of the Gram matrix that an estimator's input and parameters describe."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.metrics.pairwise import (
    PAIRWISE_KERNEL_FUNCTIONS,
    pairwise_distances,
    pairwise_kernels,
)

from kpca import kernels, tolerances
from kpca.arrays import Array, Indices
from kpca.estimators.numbers import canonical, require_squares
from kpca.kernels import Kernel
from kpca.kernels.parameters import ParameterError
from kpca.solvers.elements import Elements, FunctionElements, KernelElements, MatrixElements
from kpca.solvers.file_points import blocks

POSITIVE = {"linear", "rbf", "laplacian", "cosine", "chi2"}
"""Names of scikit-learn's functions that are positive semi-definite for all allowed parameters."""

CORNER = 100
"""Samples whose values estimate the size of all, where they are computed in blocks."""

SYMMETRIC = {np.dtype(np.float64): 1e-10, np.dtype(np.float32): 1e-5, np.dtype(np.float16): 1e-2}
"""An element of a given matrix may differ from the opposite one by this fraction of the largest."""

ASYMMETRY = 1e-5
"""And by this fraction of its own size, as scikit-learn allows for distances. Half of the largest
difference is included in the error of the elements."""


DISTANCE = "distance, that of samples {} and {},"
"""What a message calls the largest one."""

COMPARED = 16
"""Samples of which a function is called for both orders of each pair."""

BLOCK = 2**22
"""Elements of a given matrix that are compared at a time with those on the other side."""


@dataclass(frozen=True)
class OfMatrices:
    """A kernel that is a function of two matrices of points, A (n, q) and B (m, q)."""

    function: Callable[..., Any]

    def __call__(self, A: Any, B: Any = None, **parameters: Any) -> Array:
        """Its values (n, m); raises ``ValueError`` if the function returns another shape."""
        B = A if B is None else B
        K = np.asarray(self.function(A, B, **parameters), dtype=float)
        if K.shape != (A.shape[0], B.shape[0]):
            raise ValueError(
                f"the kernel returns the shape {K.shape} for {A.shape[0]} and {B.shape[0]} points; "
                f"allowed: {(A.shape[0], B.shape[0])} with kernel_on='matrices'; a function of two "
                "points needs kernel_on='pairs'"
            )
        return K


def kernel_values(kernel: Any, A: Any, B: Any, parameters: Mapping[str, Any]) -> Array:
    """Values (n, m) of a function as a kernel, or of scikit-learn's; B is A if it is None."""
    if isinstance(kernel, OfMatrices):
        return kernel(A, B, **parameters)
    return pairwise_kernels(A, B, metric=kernel, filter_params=True, **parameters)


class AsymmetricError(ValueError):
    """A given matrix, or a function of two samples, is not symmetric."""


def kernel_of(
    kernel: str | Kernel | Callable[..., Any], gamma: float, degree: float, coef0: float
) -> Kernel | None:
    """Our kernel with scikit-learn's name and parameters; None if it is not one of ours.

    Parameters that our kernel does not allow are left to scikit-learn's function: gamma = 0, or a
    degree that is not a whole number from 1 to 100. Raises ``ValueError`` for a kernel that has to
    have a parameter with another name.
    """
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel) or kernel not in kernels.BY_NAME:
        return None
    kind = kernels.BY_NAME[kernel]
    given = {"gamma": float(gamma), "coef0": float(coef0)}
    given["degree"] = int(degree) if degree % 1 == 0 else degree
    if missing := _missing(kind):
        keys = ", ".join(f"{name}=..." for name in missing)
        raise ValueError(
            f"kernel is {kernel!r}, which needs {' and '.join(missing)}; allowed: the kernel "
            f"itself, as in kernel=kpca.kernels.{kind.__name__}({keys})"
        )
    try:
        return kind(**{each.name: given[each.name] for each in fields(kind) if each.name in given})
    except ParameterError:
        return None


def _missing(kind: type[Kernel]) -> list[str]:
    """The parameters that a kernel has to have, and that scikit-learn has no name for."""
    required = [each.name for each in fields(kind) if each.default is MISSING]
    return [name for name in required if name not in ("gamma", "degree", "coef0")]


def kernel_elements(
    X: Any,
    kernel: str | Kernel | Callable[..., Any],
    parameters: Mapping[str, Any],
    max_memory: float = 0.0,
) -> Elements:
    """Elements of the Gram matrix of points X (n, q): an array, ``FilePoints``, a sparse matrix.

    ``parameters`` are those of ``sklearn.metrics.pairwise.pairwise_kernels``. Dense points and a
    kernel of this library give ``KernelElements``, everything else the values of scikit-learn's
    function: at once if twice the matrix fits into ``max_memory`` bytes, otherwise in blocks.

    Raises ``AsymmetricError`` for a function whose values depend on the order of the samples, and
    ``ValueError`` for a name or for points that the kernel does not have.
    """
    if not callable(kernel) or isinstance(kernel, Kernel):
        ours = kernel_of(
            kernel, **{name: parameters[name] for name in ("gamma", "degree", "coef0")}
        )
        if ours is not None and not issparse(X) and is_defined(ours, X):
            return KernelElements(ours, X)
        if isinstance(kernel, Kernel):
            where = "rows of a sparse matrix" if issparse(X) else kernel.undefined
            raise ValueError(
                f"the kernel {kernel.formula} is not defined at {where}; allowed: an array of "
                "points at which it is defined, or scikit-learn's name of the kernel"
            )

    def values(A: Any, B: Any) -> Array:
        return kernel_values(kernel, A, B, parameters)

    if not callable(kernel) and kernel not in PAIRWISE_KERNEL_FUNCTIONS:
        raise _not_a_name(kernel, issparse(X))
    is_known = kernel == "poly" and parameters["coef0"] >= 0 and parameters["degree"] % 1 == 0
    positive = not callable(kernel) and (kernel in POSITIVE or is_known)
    X = canonical(X).astype(float) if issparse(X) else np.asarray(X, dtype=float)
    ours = None if callable(kernel) else ours
    error = _rounding_of_products(ours, X) if ours is not None and issparse(X) else None
    K, apart = None, 0.0
    if 16 * X.shape[0] ** 2 <= max_memory:
        # At once: a function of two points is called for each pair only once.
        K = values(X, None)
    if K is not None and isinstance(kernel, OfMatrices):
        apart = _largest_difference(K, "function as a kernel")
    elif callable(kernel):
        apart = _difference_of_orders(values, X, "kernel", K)
    if K is not None:
        assumed = _assumed(K, X.shape[1]) if error is None else error
        return MatrixElements(np.array(K, dtype=float), assumed + 0.5 * apart, positive)
    if error is None:
        error = _assumed(values(X[:CORNER], X[:CORNER]), X.shape[1])
    return FunctionElements(values, X, error + 0.5 * apart, positive)


def is_defined(kernel: Kernel, X: Any) -> bool:
    """Whether the kernel is defined at every point, in memory or in a file."""
    return all(kernel.is_defined(block).all() for block in blocks(X))


def _not_a_name(kernel: str, sparse: bool) -> ValueError:
    """The error for a name of no kernel of such points."""
    names = {*PAIRWISE_KERNEL_FUNCTIONS, "precomputed"}
    if sparse and kernel in kernels.BY_NAME:
        return ValueError(
            f"kernel is {kernel!r}, which does not take rows of a sparse matrix; allowed for them: "
            f"{', '.join(sorted(names))}, or a function of two points; or convert the points with "
            "X.toarray()"
        )
    names |= {name for name, kind in kernels.BY_NAME.items() if not _missing(kind)}
    return ValueError(
        f"kernel is {kernel!r}; allowed: {', '.join(sorted(names))}, a "
        "kernel of kpca.kernels, or a function of two points"
    )


def _rounding_of_products(kernel: Kernel, X: Any) -> float:
    """Bound on the error of a value of scikit-learn's function, which uses products (of norms)."""
    radius = float(np.sqrt(X.multiply(X).sum(axis=1).max())) if X.shape[0] else 0.0
    return max(f(X.shape[1], radius) for f in (kernel.rounding, kernel.rounding_of_products))


def _assumed(values: Array, q: int) -> float:
    """The error that is assumed of values of a function of which nothing else is known.

    Sums of q products, as accurate as the type of the values.
    """
    unit = 2.0**29 if np.asarray(values).dtype == np.float32 else 1.0
    return unit * tolerances.dot(q + 8) * float(np.abs(values).max(initial=0.0))


def by_inner_products(metric: str | Callable[..., Any], parameters: Mapping[str, Any]) -> bool:
    """Whether inner products of centered points replace -d^2/2: for Euclidean d."""
    return metric == "euclidean" and not parameters


def distance_elements(
    X: Array,
    metric: str | Callable[..., Any],
    parameters: Mapping[str, Any],
    max_memory: float = 0.0,
) -> Elements:
    """Elements -d^2/2 of points X (n, q): centered, they are the matrix of classical MDS.

    For Euclidean distances the inner products of centered points are the same after centering. All
    others are computed at once if twice the matrix fits into ``max_memory`` bytes, so that a
    function of two points is called for each pair only once, and otherwise in blocks.

    Raises ``AsymmetricError`` for a function whose values depend on the order of the samples.
    """
    if by_inner_products(metric, parameters):
        require_squares(X, "coordinate of a sample, that of sample {} in column {},")
        return KernelElements(kernels.Linear(), X)

    def lengths(A: Array, B: Array | None) -> Array:
        return np.asarray(pairwise_distances(A, B, metric=metric, **parameters), dtype=float)

    def values(A: Array, B: Array | None) -> Array:
        return -0.5 * lengths(A, B) ** 2

    D = lengths(X, None) if 16 * X.shape[0] ** 2 <= max_memory else None
    if D is not None:
        require_squares(D, DISTANCE)
    apart = _difference_of_orders(lengths, X, "metric", D) if callable(metric) else 0.0
    some = lengths(X[:CORNER], X[:CORNER]) if D is None else D
    # (d + e)^2/2 - d^2/2 with e = apart/2.
    error = 0.5 * apart * (float(some.max(initial=0.0)) + 0.25 * apart)
    error += _assumed(-0.5 * some**2, X.shape[1])
    return _OfDistances(values, X, error) if D is None else MatrixElements(-0.5 * D**2, error)


def _difference_of_orders(
    function: Callable[[Any, Any], Array], X: Any, what: str, K: Array | None
) -> float:
    """The largest |k(x, y) - k(y, x)| of pairs of ``COMPARED`` samples in X (n, q), if finite.

    K (n, n) are the values of one order if they are known. Raises ``AsymmetricError`` as for a
    given matrix. A fit calls the function for one order, and ``transform`` for the other one.
    """
    at = np.unique(np.linspace(0, X.shape[0] - 1, COMPARED).astype(int))
    one = function(X[at], None) if K is None else K[np.ix_(at, at)]
    # Of the same samples scikit-learn computes the values above the diagonal only.
    other = function(X[at[::-1]], None)[::-1, ::-1]
    return _largest_difference(
        np.triu(one) + np.tril(other, -1), f"function as a {what}", samples=at
    )


class _OfDistances(FunctionElements):
    """Elements -d^2/2, with the distance 0 of a sample to itself, whatever the metric says."""

    def diagonal(self) -> Array:
        return np.zeros(self.n)


def matrix_elements(A: Array, what: str) -> MatrixElements:
    """Elements of a given symmetric matrix A (n, n).

    Where both values of a pair differ a little, the element is their mean. Its error is half of the
    largest difference, and the rounding of a type that is less accurate than double precision.
    Raises ``AsymmetricError`` with the pair of samples that exceeds what is allowed the most.
    """
    if issparse(A):
        raise ValueError(
            f"a precomputed {what} has to be dense, and this one is sparse; allowed: an array; "
            "convert it with A.toarray()"
        )
    if A.shape[0] != A.shape[1]:
        raise ValueError(
            f"a precomputed {what} has to be square, and this one has the shape {A.shape}; "
            "allowed: (n, n) for fit, (m, n) for new samples. In scikit-learn's words: array must "
            "be 2-dimensional and square"
        )
    # Numbers in single precision were rounded before they came here.
    unit = 0.0 if A.dtype == np.float64 else 0.5 * float(np.finfo(A.dtype).eps)
    rounding = SYMMETRIC[A.dtype]
    A = np.asarray(A, dtype=float)
    error = unit * float(np.abs(A).max(initial=0.0)) or tolerances.single_precision(A)
    apart = _largest_difference(A, f"precomputed {what}", rounding)
    K = 0.5 * A
    K += 0.5 * A.T
    return MatrixElements(K, error + 0.5 * apart)


def _largest_difference(
    A: Array,
    what: str,
    rounding: float = SYMMETRIC[np.dtype(np.float64)],
    samples: Indices | None = None,
) -> float:
    """The largest |a_ij - a_ji| of A (n, n), from some rows at a time; 0 if A is not finite.

    ``samples`` (n,) are the numbers of its rows, if these are not 0 to n - 1, and ``rounding`` is
    the share of the largest element that an element may be off in any case.

    Raises ``AsymmetricError`` if one is too large. The size of an element is also that of the
    product of two features, which cancels in k_ij.
    """
    size = float(np.abs(A).max(initial=0.0))
    if not np.isfinite(size):
        return 0.0
    roots, step = np.sqrt(np.abs(A.diagonal())), max(1, BLOCK // max(1, len(A)))
    largest, worst, named = 0.0, 0.0, (0, 0, 0.0)
    for first in range(0, len(A), step):
        rows = slice(first, first + step)
        B, C = A[rows], A[:, rows].T
        apart = np.abs(B - C)
        allowed = np.maximum(np.maximum(np.abs(B), np.abs(C)), np.outer(roots[rows], roots))
        allowed *= ASYMMETRY
        allowed += rounding * size
        largest = max(largest, float(apart.max()))
        at = int((apart - allowed).argmax())
        most, excess = float(allowed.flat[at]), float((apart - allowed).flat[at])
        if excess > worst:
            worst, named = excess, (first + at // len(A), at % len(A), most)
    if worst > 0.0:
        i, j, most = named
        first, second = (i, j) if samples is None else samples[[i, j]]
        raise AsymmetricError(
            f"the {what} is not symmetric: samples {first + 1} and {second + 1} have "
            f"{A[i, j]:.6g} and {A[j, i]:.6g}; allowed: a difference of at most {most:.3g}; "
            "use the mean of both orders if they are to have one number. In scikit-learn's "
            "words: Array must be symmetric"
        )
    return largest
