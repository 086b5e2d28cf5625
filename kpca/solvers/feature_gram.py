"""The centered Gram matrix of a kernel with few features, as an operator that forms no matrix."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import along, axis
from kpca.solvers.elements import Elements, KernelElements, unweighted
from kpca.solvers.threads import THREADS, each
from kpca.solvers.tiled import (
    TILE,
    WIDTH,
    Survey,
    even,
    require_finite,
    smaller,
    sums_not_finite,
)

CHUNKS = 64
"""The most chunks that the rows are divided into. Each chunk adds up sums of its own, so that the
result does not depend on the number of threads."""


class FeatureGram:
    """K~ = HFF'H (n, n) with H = I - 11'/n and features F (n, p): products with blocks of vectors.

    A product is HF(F'HQ), which takes 4np operations for each vector instead of the 2n^2 of tiles.
    The features are those of points that were centered where the kernel allows it
    (``KernelElements.center``), and their mean is subtracted: G = F - 1m'. ``Weighted`` elements
    have the weighted mean, G = R^(1/2)(F - 1m'), and the projector P for H (``kpca.centering``).
    Features are kept where they fit in ``max_memory`` bytes, and are computed again in each product
    where they do not. ``other_edges`` divides rows and features in another way, for a second
    computation that does not repeat an error of the first one.

    The rows are divided into chunks, and the chunks among threads. The result is the same to the
    last bit for any number of threads.

    Raises ``NotFiniteError`` with the first sample whose kernel value with itself is not finite.

    width        number p of features
    mean, rest   of the features (p,), and of the features less this mean, which rounding leaves
    evaluations  number of features computed so far
    passes       number of products with K~ so far
    """

    def __init__(
        self,
        elements: Elements,
        max_memory: float = np.inf,
        threads: int = THREADS,
        other_edges: bool = False,
    ) -> None:
        self.elements, self.n, self.threads = elements, elements.n, threads
        self.points, self._weights = with_points(elements)
        self._axis, self._N = axis(self._weights), float(self.n)
        if self._weights is not None:
            self._N = float(self._weights.sum())
        self.width = width(elements) or 0
        self.kept = least_bytes(self.n, self.width) + 8 * self.n * self.width <= max_memory
        divided = smaller if other_edges else even
        self._strips = list(_slices(self.width, divided(self.width, strip(self.width))))
        most = max(rows_at_once(self.width), -(-self.n // CHUNKS))
        self._rows = divided(self.n, most)
        self._chunks = list(_slices(self.n, self._rows))
        self.evaluations = self.passes = 0
        self._G: Array | None = None
        self.mean = self.rest = np.zeros(self.width)
        self._center()

    def __call__(self, Q: Array) -> Array:
        """K~ Q (n, b) of vectors Q (n, b): one pass for every ``WIDTH`` vectors."""
        self.passes += -(-Q.shape[1] // WIDTH)
        return self.of_features(self.to_features(Q))

    def to_features(self, Q: Array) -> Array:
        """F'HQ (p, b) of vectors Q (n, b)."""
        return _by_columns(self._to_features, Q, self.width)

    def of_features(self, W: Array) -> Array:
        """HFW (n, b) of vectors W (p, b)."""
        return _by_columns(self._of_features, W, self.n)

    @property
    def memory(self) -> None:
        """There are no tiles whose memory another operator could use."""
        return None

    @property
    def held(self) -> int:
        """Bytes of the features, if they stay in memory."""
        return 0 if self._G is None else self._G.nbytes

    @cached_property
    def covariance(self) -> Array:
        """C = F'HF (p, p), which has the eigenvalues of K~ that are not 0, symmetric to the bit."""
        C, sums = np.zeros((self.width, self.width)), np.zeros(self.width)
        for rows in self._chunks:
            G = self._features(rows)
            sums += self._sum(G, rows)

            def add(strip: slice, G: Array = G) -> None:
                C[: strip.stop, strip] += G[:, : strip.stop].T @ G[:, strip]

            each(add, self._strips[::-1], self.threads)
        self._count()
        # What rounding left of the mean.
        C -= np.outer(sums, sums / self._N)
        return np.triu(C) + np.triu(C, 1).T

    @cached_property
    def survey(self) -> Survey:
        """Means of the rows of K, the trace and the norms, from the covariance."""
        C, m = self.covariance, self.mean
        uncentered = lengths(C + self._N * np.outer(m, m), None)
        means = self.of_features(m[:, None])[:, 0] / self._roots(slice(0, self.n)) + float(m @ m)
        of_sums = self._sum_error + tolerances.long_dot(self.width)
        trace_error = self._error(self._trace) + of_sums * self._trace
        return Survey(means, float(m @ m), self._trace, lengths(C, None), uncentered, trace_error)

    @property
    def error(self) -> float:
        """Bound on |E|_2 for the matrix HGG'H = K~ + E of the features as they are rounded.

        D = G - (F - 1m') makes E = HF D'H + HD F'H + HDD'H, and |HF|_2^2 <= |K~|_F.
        """
        return self._error(self.survey.frobenius)

    @property
    def covariance_error(self) -> float:
        """Bound on the distance of the eigenvalues of ``covariance`` from those of K~."""
        return self.error + self._sum_error * self._trace

    @property
    def matrix_error(self) -> float:
        """``error`` without the covariance: |HF|_2^2 is at most the trace."""
        return self._error(self._trace)

    @property
    def relative_product_error(self) -> float:
        """Bound on the rounding error |fl(K~ q) - K~ q| of a unit vector q, relative to |K|_F.

        Sums over the rows for G'q, and over the features for Gw: each is off by its bound times
        |G|_F |G|_2, where |G|_F^2 is the trace and |G|_2^2 at most |K~|_F. Then the mean of the
        product; that of q is multiplied with G'1 = 0, and hardly counts.
        """
        survey, sums = self.survey, self._sum_error + tolerances.long_dot(self.width)
        size = np.sqrt(self._trace) * np.sqrt(survey.frobenius)
        means = tolerances.long_dot(self.n) + tolerances.dot(4)
        error = sums * size + means * survey.frobenius
        return float(error / survey.uncentered) if survey.uncentered else 0.0

    def leading(self, W: Array) -> Array:
        """Orthonormal Ritz vectors V (n, d) from eigenvectors W (p, d) of the covariance.

        HFW/|HFW| are eigenvectors of K~, but nearly equal where |HFW| is small beside rounding of
        C. So the Ritz vectors of their span are computed, by an SVD of F'HQ.
        """
        V = self.of_features(W)
        Q = np.linalg.qr(V / np.maximum(lengths(V), np.finfo(float).tiny))[0]
        Y = np.linalg.svd(self.to_features(Q), full_matrices=False)[2]
        return Q @ Y.T

    @property
    def factor_error(self) -> float:
        """Bound on the error of G'Ha (p,) for a unit vector a: of features, of a sum, and of Ha."""
        of_sum = self._sum_error + tolerances.dot(4)
        return float(self._features_error + of_sum * np.sqrt(self._trace))

    @property
    def mean_error(self) -> float:
        """Bound on the error of the mean of all features, ``mean`` and ``rest`` together.

        The mean of the errors of n rows is at most that of all, over the root of n.
        """
        of_sum = self._sum_error * np.sqrt(self._trace)
        return float((self._features_error + of_sum) / np.sqrt(self._N))

    @property
    def _sum_error(self) -> float:
        """Relative error of a sum over all rows: in a chunk, and over the chunks."""
        return tolerances.long_dot(self._rows + len(self._chunks))

    @property
    def _features_error(self) -> float:
        """Bound on |G - (F - 1m')|_F: features of points minus a center, and what is subtracted.

        With weights also of the roots, of the products with them, and of the axis, which is as far
        off on either side of the matrix.
        """
        q = self.points.X.shape[1]
        relative = self.points.kernel.rounding_of_features(q) + tolerances.dot(1)
        size, length = np.sqrt(self._trace), float(lengths(self.mean))
        rounded = tolerances.dot(1)
        if self._weights is not None:
            rounded += tolerances.weighting(self.n)
        return float(relative * (size + np.sqrt(self._N) * length) + rounded * size)

    def _error(self, largest: float) -> float:
        off = self._features_error
        return float((2.0 * np.sqrt(largest) + off) * off)

    def _roots(self, rows: slice) -> Any:
        """r^(1/2) of some samples with weights r; without weights 1."""
        return 1.0 if self._weights is None else np.sqrt(self._weights[rows])

    def _sum(self, G: Array, rows: slice) -> Array:
        """The sum (p,) of the features G of some samples, each as often as its weight says."""
        return G.sum(axis=0) if self._weights is None else self._roots(rows) @ G

    def _center(self) -> None:
        """Find the mean of the features and the trace; keep the centered features if they fit."""
        sums, squares = np.zeros((len(self._chunks), self.width)), np.zeros(len(self._chunks))

        def add(index: int, F: Array) -> None:
            sums[index] = self._sum(F, self._chunks[index])
            squares[index] = np.einsum("ij,ij->i", F, F).max()

        self._for_each_chunk(add)
        if not squares.max() <= np.finfo(float).max / self.n:
            raise self._not_finite()
        self.mean = sums.sum(axis=0) / self._N
        kept = np.empty((self.n, self.width)) if self.kept else None

        def keep(index: int, G: Array) -> None:
            sums[index] = self._sum(G, self._chunks[index])
            squares[index] = np.einsum("ij,ij->", G, G)
            if kept is not None:
                kept[self._chunks[index]] = G

        self._for_each_chunk(keep)
        # What rounding left of the mean does not count.
        self.rest = sums.sum(axis=0) / self._N
        left = float((sums.sum(axis=0) ** 2).sum()) / self._N
        self._G, self._trace = kept, max(0.0, float(squares.sum()) - left)

    def _not_finite(self) -> Exception:
        """The error for the first sample with a value that is not finite."""
        for rows in self._chunks:
            with np.errstate(all="ignore"):
                F = self._features(rows)
                squares = np.einsum("ij,ij->i", F, F)
            for i in np.flatnonzero(~np.isfinite(squares)):
                sample = rows.start + int(i)
                require_finite(squares[i : i + 1, None], self.elements, sample, sample)
        return sums_not_finite(self.n)

    def _features(self, rows: slice) -> Array:
        """The features of some samples, less their mean."""
        if self._G is not None:
            return self._G[rows]
        G = self.points.kernel.features(self.points.X[rows] - self.points.center) - self.mean
        return G if self._weights is None else G * self._roots(rows)[:, None]

    def _to_features(self, Q: Array) -> Array:
        centered = Q - along(Q, self._axis)
        sums = np.zeros((len(self._chunks), self.width, Q.shape[1]))

        def multiply(index: int, G: Array) -> None:
            block = centered[self._chunks[index]]
            for rows in _slices(len(G), rows_at_once(self.width)):
                sums[index] += G[rows].T @ block[rows]

        self._for_each_chunk(multiply)
        return sums.sum(axis=0)

    def _of_features(self, W: Array) -> Array:
        products = np.empty((self.n, W.shape[1]))

        def multiply(index: int, G: Array) -> None:
            product = products[self._chunks[index]]
            for rows in _slices(len(G), rows_at_once(self.width)):
                np.matmul(G[rows], W, out=product[rows])

        self._for_each_chunk(multiply)
        return products - along(products, self._axis)

    def _for_each_chunk(self, work: Callable[[int, Array], None]) -> None:
        """Call ``work`` with the number of every chunk and its features."""

        def divided(index: int) -> None:
            # Values that are not finite are reported with their sample instead of a warning.
            with np.errstate(all="ignore"):
                work(index, self._features(self._chunks[index]))

        each(divided, range(len(self._chunks)), self.threads)
        self._count()

    def _count(self) -> None:
        """Count the features that a loop over all chunks has computed."""
        if self._G is None:
            self.evaluations += self.n * self.width


def with_points(elements: Elements) -> tuple[KernelElements, Array | None]:
    """The points with their kernel, and the weights (n,) if they have any.

    Raises ``TypeError`` for elements that a kernel of this library does not make of points.
    """
    points, weights = unweighted(elements)
    if not isinstance(points, KernelElements):
        raise TypeError(f"the elements are {type(points).__name__}; allowed: KernelElements")
    return points, weights


def width(elements: Elements) -> int | None:
    """The number of features of the points; None for a kernel without a finite feature map."""
    points = unweighted(elements)[0]
    if not isinstance(points, KernelElements):
        return None
    return points.kernel.dimension(points.X.shape[1])


def rows_at_once(features: int) -> int:
    """Rows that are multiplied at a time: as many elements as a tile has. See ``tiled.TILE``."""
    return max(1, TILE**2 // max(1, features))


def strip(features: int) -> int:
    """The most columns of the covariance that one thread computes at a time."""
    return max(16, min(128, features // 4))


def least_bytes(n: int, p: int) -> int:
    """Memory of the operator without features that are kept.

    The covariance and one copy of it; the sums of all chunks; features of a chunk and of the points
    that they are made of, for each thread.
    """
    chunk = min(n, max(rows_at_once(p), -(-n // CHUNKS)))
    return 8 * (2 * p**2 + CHUNKS * p * WIDTH + 3 * THREADS * chunk * p)


def _by_columns(function: Callable[[Array], Array], A: Array, rows: int) -> Array:
    """function(A) (rows, b), for ``WIDTH`` columns at a time, because more take more memory."""
    result = np.empty((rows, A.shape[1]))
    for columns in _slices(A.shape[1], WIDTH):
        result[:, columns] = function(A[:, columns])
    return result


def _slices(n: int, size: int) -> Iterator[slice]:
    return (slice(start, min(n, start + size)) for start in range(0, n, size))
