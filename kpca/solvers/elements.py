"""Where the elements of a Gram matrix come from: a kernel and points, a function, or a matrix."""

import hashlib
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from scipy.sparse import issparse

from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.solvers.file_points import FilePoints, blocks

PRECISE = 1e-10
"""Values come from products of factors where that rounds them by less than this fraction of the
largest value: not where points are close to each other and far from the others."""

HASHED = 512
"""Rows of an array whose bytes are hashed at a time."""

FACTORED = 64
"""Points whose factors are computed at a time: little memory beside the factors themselves."""


STRIP = 2**15
"""Values of a kernel that are computed at a time: the arrays that it makes of them stay small, and
in the cache."""


FEW = 250
"""The most columns of points whose factors are kept while tiles are computed. Both factors are then
no larger than the vectors of the iteration, which has room for them and makes them later."""


AT_ONCE = 2**21
"""Values of new samples that are computed at a time for their sizes alone."""


class Elements(Protocol):
    """A symmetric matrix K (n, n) of which any block can be computed.

    n         number of rows
    error     bound on the rounding error of one element
    positive  whether theory says that K is positive semi-definite
    """

    @property
    def n(self) -> int: ...
    @property
    def error(self) -> float: ...
    @property
    def positive(self) -> bool: ...

    def block(self, rows: slice, columns: slice, out: Array) -> None:
        """Write k_ij for i in ``rows`` and j in ``columns`` to ``out``."""
        ...

    def diagonal(self) -> Array:
        """k_ii (n,)."""
        ...

    def new_rows(self, X_new: Any) -> Array:
        """k(t_a, x_i) (m, n) for new samples."""
        ...

    def content(self) -> tuple[str, Any]:
        """What the matrix is made of: a text, and an array (n, q), which may be sparse."""
        ...


@dataclass(frozen=True)
class Weighted:
    """(r_i r_j)^(1/2) k_ij for samples with weights r (n,) above 0, which add up to N.

    ``error`` is such that n times it bounds |E|_2, as for every matrix: an element is off by
    (r_i r_j)^(1/2) times the error of k_ij, which makes N times that error.
    """

    given: Elements
    weights: Array

    @property
    def n(self) -> int:
        return self.given.n

    @property
    def error(self) -> float:
        return float(self.weights.sum()) / self.n * self.given.error

    @property
    def positive(self) -> bool:
        return self.given.positive

    @cached_property
    def roots(self) -> Array:
        """r^(1/2) (n,)."""
        return np.sqrt(self.weights)

    def block(self, rows: slice, columns: slice, out: Array) -> None:
        self.given.block(rows, columns, out)
        out *= self.roots[rows, None]
        out *= self.roots[columns]

    def diagonal(self) -> Array:
        return self.weights * self.given.diagonal()

    def new_rows(self, X_new: Any) -> Array:
        """k(t_a, x_i) (m, n) for new samples, without weights."""
        return self.given.new_rows(X_new)

    def content(self) -> tuple[str, Any]:
        """The content without weights, and their hash."""
        text, X = self.given.content()
        return f"{text} {digest('weights', self.weights[:, None]).hex()}", X


def weighted(elements: Elements, weights: Array | None) -> Elements:
    """The elements of the weighted matrix; without weights those that are given."""
    return elements if weights is None else Weighted(elements, weights)


def with_factors(elements: Elements, max_memory: float = np.inf) -> Elements:
    """The same elements for many blocks: see ``KernelElements.with_factors``.

    Those that are given if the factors need more than ``max_memory`` bytes.
    """
    points, weights = unweighted(elements)
    if not isinstance(points, KernelElements) or factor_bytes(points) > max_memory:
        return elements
    return weighted(points.with_factors(), weights)


def factor_bytes(points: "KernelElements") -> int:
    """Memory of both factors of all points, which have up to two columns more than these."""
    return 16 * points.n * (points.X.shape[1] + 2)


def unweighted(elements: Elements) -> tuple[Elements, Array | None]:
    """The elements of K, and the weights (n,) of the samples if they have any."""
    if isinstance(elements, Weighted):
        return elements.given, elements.weights
    return elements, None


def seed_of(elements: Elements, seed: int) -> int:
    """A number from ``seed`` and from all bytes that the matrix is made of, by SHA-256.

    Equal data give equal numbers. Nobody can choose a matrix for a random start with such a seed,
    because the start changes with the matrix.
    """
    text, X = elements.content()
    return int.from_bytes(digest(f"{seed} {text}", X))


def digest(text: str, X: Any) -> bytes:
    """SHA-256 of a text and of all bytes of an array (n, q), which may be sparse or in a file.

    Points in a file give the same as in memory, in double precision.
    """
    if issparse(X):
        arrays: tuple[Any, ...] = (X.data, X.indices, X.indptr)
    else:
        arrays = (X if isinstance(X, FilePoints) else np.asarray(X),)
    types = [A[:0].dtype.str for A in arrays]
    hashed = hashlib.sha256(f"{text} {X.shape} {types}".encode())
    for rows in (A[i : i + HASHED] for A in arrays for i in range(0, len(A), HASHED)):
        hashed.update(np.ascontiguousarray(rows).data)
    return hashed.digest()


@dataclass(frozen=True)
class KernelElements:
    """k(x_i, x_j) for points X (n, q), from products of factors where the kernel has them.

    Points in single precision are converted. ``FilePoints`` stay in their file, and are read again
    for each block of values. Points are centered if the centered matrix does not
    change with that, because products of points far from the origin would cancel. For the linear
    kernel K is then that of these points.

    precise  the rounding of products, relative to the largest value, up to which they are used; 0
             takes them only where they are nearly as accurate as values from the points
    kept     the factors of all points, if they are kept: see ``with_factors``
    """

    kernel: Kernel
    X: Array | FilePoints
    precise: float = PRECISE
    kept: tuple[Array, Array] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.X, FilePoints):
            object.__setattr__(self, "X", np.asarray(self.X, dtype=float))

    @property
    def n(self) -> int:
        return len(self.X)

    @property
    def positive(self) -> bool:
        return self.kernel.is_positive_semidefinite

    @cached_property
    def center(self) -> Array:
        """The point (q,) that is subtracted from all points."""
        if not self.kernel.movable:
            return np.zeros(self.X.shape[1])
        return self.X.mean() if isinstance(self.X, FilePoints) else self.X.mean(axis=0)

    @cached_property
    def by_products(self) -> bool:
        """Whether values come from ``Kernel.factors`` of the centered points."""
        with np.errstate(all="ignore"):
            most = self.precise * float(np.abs(self.diagonal()).max(initial=0.0))
        by_products, direct = self._errors
        if not np.isfinite(by_products) or by_products > max(most, 10.0 * direct):
            return False
        return self.kernel.factors(*[self.X[:1] - self.center] * 2) is not None

    @cached_property
    def error(self) -> float:
        return self._errors[0 if self.by_products else 1]

    @cached_property
    def _radius(self) -> float:
        """The largest length of a point less the center."""
        radii = [float(lengths(B - self.center, 1).max(initial=0.0)) for B in blocks(self.X)]
        return float(np.max(radii, initial=0.0))

    @cached_property
    def _errors(self) -> tuple[float, float]:
        """Bounds on the rounding error of a value from products, and of one from the points."""
        q, radius = self.X.shape[1], self._radius
        by_products, direct = self.kernel.rounding_of_products, self.kernel.rounding
        return _finite_or_inf(by_products, q, radius), _finite_or_inf(direct, q, radius)

    def block(self, rows: slice, columns: slice, out: Array) -> None:
        X, Y, step = self.X[rows], self.X[columns], max(1, STRIP // max(1, out.shape[1]))
        strips = [slice(start, start + step) for start in range(0, len(out), step)]
        if not self.by_products:
            for strip in strips:
                out[strip] = self.kernel(X[strip], Y)
            return
        A, B = (self.kept[0][rows], self.kept[1][columns]) if self.kept else self.factors(X, Y)
        np.matmul(A, B.T, out=out)
        for strip in strips:
            self.kernel.of_products(out[strip])

    def values(self, X: Array, Y: Array) -> Array:
        """k(x_i, y_j) (m, p) of any points X (m, q) and Y (p, q), computed as those of K."""
        if not self.by_products:
            return self.kernel(X, Y)
        A, B = self.factors(X, Y)
        return self.kernel.of_products(A @ B.T)

    def factors(self, X: Array, Y: Array) -> tuple[Array, Array]:
        """Factors A and B of the centered points, with k(x, y) = f(AB'); see ``Kernel.factors``."""
        factors = self.kernel.factors(X - self.center, Y - self.center)
        assert factors is not None
        return factors

    def with_factors(self) -> "KernelElements":
        """The same elements, with the factors of all points if these have at most ``FEW`` columns.

        Every block computes the same factors again otherwise, which takes a third of its time.
        """
        in_file = isinstance(self.X, FilePoints)
        if in_file or self.X.shape[1] > FEW or not self.by_products:
            return self
        A, B = (np.empty((self.n, F.shape[1])) for F in self.factors(self.X[:1], self.X[:1]))
        for rows in (slice(start, start + FACTORED) for start in range(0, self.n, FACTORED)):
            A[rows], B[rows] = self.factors(self.X[rows], self.X[rows])
        # Other points or another kernel need other factors: ``replace`` does not copy these.
        elements = copy(self)
        object.__setattr__(elements, "kept", (A, B))
        return elements

    def diagonal(self) -> Array:
        return np.concatenate([self.kernel.diagonal(B - self.center) for B in blocks(self.X)])

    def new_diagonal(self, X_new: Array) -> Array:
        """k(t_a, t_a) (m,) for new samples X_new (m, q), with the same center."""
        return self.kernel.diagonal(X_new - self.center)

    def new_rows(self, X_new: Array) -> Array:
        """k(t_a, x_i) (m, n) for new samples X_new (m, q)."""
        values = [self.values(X_new, B) for B in blocks(self.X)]
        return values[0] if len(values) == 1 else np.hstack(values)

    def new_errors(self, X_new: Any) -> Array:
        """Bound (m,) on the rounding error of every value of a new sample in X_new (m, q).

        It grows with the radius, which counts up to the next power of two beyond all samples.
        """
        radii = np.concatenate([lengths(B - self.center, 1) for B in blocks(X_new)])
        return rounding_of_new(
            self.kernel, self.X.shape[1], self._radius, radii, products=self.by_products
        )

    def new_sizes(self, X_new: Any) -> Array:
        """Bound (m,) on the sizes of the values of a new sample in X_new (m, q).

        k(t, x)^2 <= k(t, t) k(x, x) for a kernel; of another function the values are computed.
        """
        if not self.positive:
            step = max(1, AT_ONCE // self.n)
            parts = (B[i : i + step] for B in blocks(X_new) for i in range(0, len(B), step))
            return np.concatenate([np.abs(self.new_rows(part)).max(axis=1) for part in parts])
        own = np.concatenate([self.new_diagonal(B) for B in blocks(X_new)])
        return np.sqrt(own) * float(np.sqrt(self.diagonal().max()))

    def content(self) -> tuple[str, Array | FilePoints]:
        """The kernel with its parameters, and the points (n, q)."""
        return repr(self.kernel), self.X


def rounding_of_new(
    kernel: Kernel, q: int, radius: float, radii: Array, products: bool = False
) -> Array:
    """Bound (m,) on the rounding error of k(t, x) for |t| = ``radii`` (m,) and |x| <= ``radius``.

    A kernel that is the inner product of finitely many features is made of products of both
    lengths, so that their geometric mean counts; of other kernels the larger length. Lengths beyond
    ``radius`` count up to the next power of two.
    """
    bound = kernel.rounding_of_products if products else kernel.rounding
    powers = np.ldexp(1.0, np.frexp(radii)[1])
    levels, at = np.unique(np.where(radii > radius, powers, radius), return_inverse=True)
    if kernel.dimension(q) is not None:
        levels = np.sqrt(levels) * np.sqrt(radius)
    return np.array([_finite_or_inf(bound, q, float(level)) for level in levels])[at]


def _finite_or_inf(bound: Callable[[int, float], float], q: int, radius: float) -> float:
    """The bound for points of R^q with that radius, infinite where a power of it overflows."""
    try:
        return bound(q, radius)
    except OverflowError:
        return np.inf


@dataclass(frozen=True)
class FunctionElements:
    """function(X[rows], X[columns]) for points of any type, such as rows of a sparse matrix.

    The rounding error of the function is not known, and ``error`` states what is assumed.
    """

    function: Callable[[Any, Any], Array]
    X: Any
    error: float = 0.0
    positive: bool = False

    @property
    def n(self) -> int:
        return int(self.X.shape[0])

    def block(self, rows: slice, columns: slice, out: Array) -> None:
        out[...] = self.function(self.X[rows], self.X[columns])

    def diagonal(self) -> Array:
        each = (self.function(self.X[i : i + 1], self.X[i : i + 1])[0, 0] for i in range(self.n))
        return np.fromiter(each, dtype=float, count=self.n)

    def new_rows(self, X_new: Any) -> Array:
        """The values (m, n) for new samples, of the same type as X."""
        return np.array(self.function(X_new, self.X), dtype=float)

    def content(self) -> tuple[str, Any]:
        """The points (n, q); the function has no bytes that stay the same from run to run."""
        return "function", self.X


@dataclass(frozen=True)
class MatrixElements:
    """A given matrix K (n, n), whose elements are known up to ``error``."""

    K: Array
    error: float = 0.0
    positive: bool = False

    @property
    def n(self) -> int:
        return len(self.K)

    def block(self, rows: slice, columns: slice, out: Array) -> None:
        out[...] = self.K[rows, columns]

    def diagonal(self) -> Array:
        return self.K.diagonal().copy()

    def new_rows(self, X_new: Array) -> Array:
        """A copy of the given values (m, n)."""
        return np.array(X_new, dtype=float)

    def content(self) -> tuple[str, Array]:
        """The matrix (n, n)."""
        return "matrix", self.K
