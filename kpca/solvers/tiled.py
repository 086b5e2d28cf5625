"""The centered Gram matrix as an operator: products with vectors, tile by tile."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from scipy.sparse import issparse

from kpca import tolerances
from kpca.arrays import Array
from kpca.centering import along, axis, mean, total
from kpca.solvers.elements import Elements, KernelElements, unweighted, with_factors
from kpca.solvers.file_points import blocks
from kpca.solvers.threads import THREADS, side_by_side

TILE = 248
"""The most rows of a tile. OpenBLAS multiplies a matrix without copying it first where the product
of all three sizes is at most 10^6, which is twice as fast: 248 x 248 x 16."""

WIDTH = 16
"""Vectors that are multiplied with a tile at a time, if a pass only reads tiles: see ``TILE``."""

BESIDE = 700
"""Vectors (n,) for which room is left beside tiles of which not all fit, such as guards."""


class NotFiniteError(ValueError):
    """A value of the kernel is NaN or infinite."""


@dataclass(frozen=True)
class Survey:
    """What one pass over K (n, n) collects.

    With weights, the means are those of K, and the norms those of the weighted matrix.

    means      (n,) of the rows of K
    grand      mean of all elements of K
    trace      of the centered matrix K~ = HKH
    frobenius  |K~|_F
    uncentered |K|_F
    trace_error  bound on the error of the trace
    """

    means: Array
    grand: float
    trace: float
    frobenius: float
    uncentered: float
    trace_error: float


class TiledGram:
    """K~ = HKH (n, n) with H = I - 11'/n: products with blocks of vectors, by tiles of K.

    Only tiles of the upper triangle are computed. Each is used for its rows and, transposed, for
    its columns. They are kept where half of K fits in ``max_memory`` bytes. Where it does not, the
    factors of the points are kept if half of it is enough, then room is left for ``BESIDE``
    vectors, and tiles fill the rest; the others are computed again in each pass. The products have
    the same bits, however many are kept.
    ``other_edges`` chooses smaller tiles, for a second computation that does not repeat an error of
    the first one. ``memory`` (s,) holds the tiles where it is large enough. Neither K nor K~ is
    formed: HKHQ = H(K(HQ)). ``Weighted`` elements have the projector P (``kpca.centering``) for H.

    The tiles are divided among threads, and BLAS has one thread in each. The result does not
    depend on which thread is faster. ``part`` (k, parts) leaves this process the tiles of the part
    k of so many, which follow one another, and no others: ``kpca.solvers.ranks.SharedGram`` adds up
    the parts. ``whole`` makes one tile of the matrix, which its blocks fill, for one thread.
    With other edges another process has nearly the same part of K, so that none checks
    what it computed itself.

    Raises ``NotFiniteError``, with the pair of samples, in the pass that computes such a value.

    kept         whether all tiles are kept
    evaluations  number of kernel values computed so far, by all parts
    passes       number of products with K so far
    """

    STEPS = 2
    """Steps in which a row of tiles is added up: in each thread, and of all threads."""

    def __init__(
        self,
        elements: Elements,
        max_memory: float = np.inf,
        threads: int = THREADS,
        tile: int | None = None,
        other_edges: bool = False,
        memory: Array | None = None,
        part: tuple[int, int] = (0, 1),
        whole: bool = False,
    ) -> None:
        self.elements, self.n, self.threads = elements, elements.n, 1 if whole else threads
        self._weights = unweighted(elements)[1]
        self._axis, k, parts = axis(self._weights), *part
        least = 8 * self.n**2 if whole else kept_bytes(self.n, tile or TILE, parts)
        self.kept = whole or least <= max_memory
        if not self.kept:
            # Here they stay, and the guards of a certificate need the other half.
            self.elements = with_factors(elements, max_memory / 2)
        self._block = (smaller if other_edges else even)(self.n, tile or TILE)
        self.tile = self.n if whole else self._block
        self._count = -(-self.n // self.tile)
        self._roots = np.ones((self._count, self.tile))
        if self._weights is not None:
            self._roots.reshape(-1)[: self.n] = np.sqrt(self._weights)
        self._pairs = [(i, j) for i in range(self._count) for j in range(i, self._count)]
        # Where the edges are others, another process has the same part of the matrix.
        k, tiles = (k + (parts // 2 if other_edges else 0)) % parts, len(self._pairs)
        shares = [range(tiles * p // parts, tiles * (p + 1) // parts) for p in range(parts)]
        self._own = shares[k]
        self._memory: Array | None = None
        room = least if self.kept else max(0, int(max_memory) - self.held - BESIDE * 8 * self.n)
        self._keep(memory, room // 8, shares)
        self.evaluations = self.passes = 0
        with np.errstate(all="ignore"):
            self._diagonal = elements.diagonal()
        self._unit = self._power_of_two()
        self._sums: Array | None = None
        if self.kept:
            # A whole matrix has a budget of twice its size, of which factors take an eighth.
            factored = with_factors(elements, 2.0 * self.n**2 if whole else np.inf)
            sums = self._of_tiles(np.empty((self.n, 0)), factored)[1]
            assert sums is not None
            self._sums = self._finite(sums)

    @property
    def memory(self) -> Array | None:
        """The memory of the tiles (s,) for another operator, which overwrites them; or None."""
        return self._memory

    @property
    def held(self) -> int:
        """Bytes of the tiles, or of the factors of the points, that stay in memory."""
        points = unweighted(self.elements)[0]
        factors = points.kept if isinstance(points, KernelElements) else None
        of_tiles = 0 if self._memory is None else self._memory.nbytes
        return of_tiles + sum(A.nbytes for A in factors or ())

    @property
    def matrix(self) -> Array:
        """K (n, n) of an operator with one tile."""
        assert self._count == 1
        return self._tiles[0]

    @property
    def relative_product_error(self) -> float:
        """Bound on the rounding error |fl(K~ q) - K~ q| of a unit vector q, relative to |K|_F.

        A dot product over each tile, sums over the tiles of a row in ``STEPS`` steps, as at most as
        many threads as tiles contribute to a row, and the means of q and of Kq.
        """
        sums = tolerances.dot(self.tile + self.STEPS * -(-self.n // self.tile))
        roots = 0.0 if self._weights is None else tolerances.weighting(self.n)
        return sums + 4.0 * tolerances.long_dot(self.n) + roots

    @property
    def error(self) -> float:
        """Bound on |E|_2 for the rounding of the elements: |HEH|_2 <= n max|e_ij|."""
        return self.n * self.elements.error

    @property
    def matrix_error(self) -> float:
        """An estimate of |E|_2, the error of K~: an eigenvalue below it may be that of rounding."""
        if self._weights is None:
            each, sizes = 1.0, self._diagonal
        else:
            each, sizes = float(self._weights.mean()), self._diagonal / self._weights
        scale = each * float(np.abs(sizes).max(initial=0.0))
        return self.n * (self.elements.error + 4.0 * tolerances.U * scale)

    def __call__(self, Q: Array) -> Array:
        """K~ Q (n, b) of vectors Q (n, b): one pass."""
        products, sums = self._products(Q)
        self.passes += 1
        if sums is not None:
            self._sums = self._finite(sums)
        product = products.reshape(self._count * self.tile, Q.shape[1])[: self.n]
        return product - self._means(Q, product)

    def _means(self, Q: Array, product: Array) -> Array:
        """The means (b,) of KHQ (n, b), or what KPQ has along the axis (n, b)."""
        return along(product, self._axis)

    def _products(self, Q: Array) -> tuple[Array, Array | None]:
        """The products with the tiles (count, tile, b), and the sums of these if unknown."""
        return self._of_tiles(Q, self.elements)

    def _of_tiles(self, Q: Array, elements: Elements) -> tuple[Array, Array | None]:
        """The same of the tiles of this part, which are made of these elements."""
        # Rows of zeros fill the last tile.
        blocks = np.zeros((self._count, self.tile, Q.shape[1]))
        blocks.reshape(self._count * self.tile, Q.shape[1])[: self.n] = Q - along(Q, self._axis)
        products = np.zeros((self.threads, *blocks.shape))
        sums = None if self._sums is not None else self._no_sums()

        def multiply(thread: int, index: int, tile: Array) -> None:
            i, j = self._pairs[index]
            products[thread, i] += tile @ blocks[j]
            if i != j:
                products[thread, j] += tile.T @ blocks[i]
            if sums is not None:
                self._add_sums(sums[thread], index, tile)

        self._for_each_tile(multiply, elements)
        total = None if sums is None else self._of_finite_values(sums.sum(axis=0))
        return products.sum(axis=0), total

    @property
    def survey(self) -> Survey:
        """Means, trace and norms, which the first pass collects, or the computation of all tiles.

        Raises ``RuntimeError`` before the first pass of an operator that keeps no tiles.
        """
        if self._sums is None:
            raise RuntimeError("no pass was made yet, and this operator keeps no tiles")
        sums, squares = self._sums[0, : self.n], float(self._sums[1].sum())
        error = self.elements.error
        return survey(sums, squares, self._diagonal, self._unit, error, self._weights)

    def _power_of_two(self) -> float:
        """A power of two near the kernel's values, in whose unit their squares are finite."""
        corner = np.empty((min(self.n, 64), min(self.n, 64)))
        with np.errstate(all="ignore"):
            rows, columns = slice(0, len(corner)), slice(self.n - len(corner), self.n)
            self.elements.block(rows, columns, corner)
        return power_of_two(
            max(float(np.abs(A).max(initial=0.0)) for A in (corner, self._diagonal))
        )

    def _no_sums(self) -> Array:
        return np.zeros((self.threads, 2, self._count * self.tile))

    def _add_sums(self, sums: Array, index: int, tile: Array) -> None:
        """Add the sums of a tile's elements, and of their squares, to those of the rows of K.

        With weights each element of a sum counts with the root of the weight of its column.
        The squares of a tile above the diagonal count twice, in the first of its rows.
        """
        i, j = self._pairs[index]
        rows, columns = i * self.tile, j * self.tile
        of_rows, of_columns = self._roots[[i, j]]
        elements = tile.reshape(-1) if self._unit == 1.0 else tile.reshape(-1) / self._unit
        squares = float(elements @ elements)
        sums[0, rows : rows + self.tile] += tile @ of_columns
        if i != j:
            sums[0, columns : columns + self.tile] += of_rows @ tile
        sums[1, rows] += squares if i == j else 2.0 * squares

    def _compute(self, elements: Elements, index: int, tile: Array) -> None:
        """Write the tile (tile, tile); what lies beyond the last sample is 0."""
        rows, columns = (
            slice(k * self.tile, min(self.n, (k + 1) * self.tile)) for k in self._pairs[index]
        )
        height, width = rows.stop - rows.start, columns.stop - columns.start
        tile[height:], tile[:, width:] = 0.0, 0.0
        if self.tile > self._block:
            self._fill(elements, tile)
            return
        block = tile[:height, :width]
        elements.block(rows, columns, block)
        if rows == columns:
            self._make_symmetric(block, rows)

    def _fill(self, elements: Elements, K: Array) -> None:
        """Write K (n, n) by blocks of its upper triangle."""
        edges = [slice(i, min(self.n, i + self._block)) for i in range(0, self.n, self._block)]
        for i, rows in enumerate(edges):
            for columns in edges[i:]:
                elements.block(rows, columns, K[rows, columns])
                if rows == columns:
                    self._make_symmetric(K[rows, rows], rows)
                else:
                    K[columns, rows] = K[rows, columns].T

    def _make_symmetric(self, block: Array, rows: slice) -> None:
        # Products of factors are not symmetric to the last bit, nor is their diagonal exact.
        block += block.T
        block *= 0.5
        np.fill_diagonal(block, self._diagonal[rows])

    def _keep(self, memory: Array | None, most: int, shares: list[range]) -> None:
        """Choose the tiles that fit into so many numbers, the first ones of each share."""
        size = self.tile**2
        fit = most // size
        count = min(fit, len(self._own))
        # One array, so that the system gives it large pages, and large enough for other edges.
        if fit and (memory is None or len(memory) < count * size):
            memory = np.empty(most)
        self._memory = memory if fit else None
        tiles = np.empty(0) if self._memory is None else self._memory[: count * size]
        self._tiles, self._filled = tiles.reshape(count, self.tile, self.tile), False
        rows = [min(self.tile, self.n - i * self.tile) for i in range(self._count)]
        again = (self._pairs[index] for share in shares for index in share[fit:])
        self._again = sum(
            rows[i] * (rows[i] + 1) // 2 if i == j else rows[i] * rows[j] for i, j in again
        )

    def _for_each_tile(self, work: Callable[[int, int, Array], None], elements: Elements) -> None:
        """Call ``work`` for every tile: number of the thread and of the tile, and the tile.

        A tile that is not kept is written to an array that the next one overwrites.
        """
        stop = Event()

        def divided(thread: int) -> None:
            space = np.empty((self.tile, self.tile) if len(self._tiles) < len(self._own) else 0)
            # Values that are not finite are reported with their samples instead of a warning.
            with np.errstate(all="ignore"):
                for at in range(thread, len(self._own), self.threads):
                    if stop.is_set():
                        return
                    is_kept = at < len(self._tiles)
                    tile = self._tiles[at] if is_kept else space
                    if not (is_kept and self._filled):
                        self._compute(elements, self._own[at], tile)
                    work(thread, self._own[at], tile)

        side_by_side(divided, self.threads, stop)
        self.evaluations += self._again if self._filled else self.n * (self.n + 1) // 2
        self._filled = True

    def _of_finite_values(self, sums: Array) -> Array:
        """The sums; raises ``NotFiniteError`` for the first pair of samples of these tiles."""
        if np.isfinite(sums).all():
            return sums
        tile = np.empty((self.tile, self.tile))
        for index in self._own:
            rows, columns = self._pairs[index]
            with np.errstate(all="ignore"):
                self._compute(self.elements, index, tile)
            require_finite(tile, self.elements, rows * self.tile, columns * self.tile)
        return sums

    def _finite(self, sums: Array) -> Array:
        """The sums of all tiles; raises ``NotFiniteError`` if they are too large."""
        if not np.isfinite(sums).all():
            raise sums_not_finite(self.n)
        return sums


def survey(
    sums: Array,
    squares: float,
    diagonal: Array,
    unit: float = 1.0,
    error: float = 0.0,
    weights: Array | None = None,
) -> Survey:
    """Means, trace and norms from the sums (n,) of the rows of K and from its diagonal (n,).

    ``squares`` is the sum of the squares of all elements, in units of ``unit`` squared. The trace
    is off by the ``error`` of each element of the diagonal and of the grand mean, and by sums.
    With weights (n,) all of that is of the weighted matrix, and so are the sums, whose elements
    count with the roots of the weights: they are N r_j^(1/2) times the mean of a row of K.
    """
    n, N, means = len(sums), float(len(sums)), sums / len(sums)
    if weights is not None:
        N = float(weights.sum())
        means = sums / (N * np.sqrt(weights))
    grand = float(mean(means, weights))
    trace = float(diagonal.sum()) - N * grand
    # |HKH|^2 = |K|^2 - 2n sum m_i^2 + (n m)^2, and sum m_i^2 = sum (m_i - m)^2 + n m^2.
    centered = squares - 2.0 * N * float(total(((means - grand) / unit) ** 2, weights))
    centered = max(0.0, centered - (N * grand / unit) ** 2)
    frobenius, uncentered = centered**0.5 * unit, squares**0.5 * unit
    trace_error = 2.0 * n * (error + tolerances.dot(n) * uncentered / n)
    return Survey(means, grand, trace, frobenius, uncentered, trace_error)


def power_of_two(size: float) -> float:
    """A power of two near ``size``; 1 for 0 and for what is not finite."""
    if size == 0.0 or not np.isfinite(size):
        return 1.0
    return float(2.0 ** np.clip(np.round(np.log2(size)), -1000.0, 1000.0))


def even(n: int, tile: int) -> int:
    """Rows of tiles that divide n evenly, and have no more rows than ``tile``."""
    return -(-n // -(-n // tile))


def smaller(n: int, tile: int) -> int:
    """An eighth fewer rows than ``even(n, tile)``: tiles of which few edges are the same."""
    count = -(-n // tile)
    return -(-n // (count + -(-count // 8)))


def kept_bytes(n: int, tile: int = TILE, parts: int = 1) -> int:
    """Memory of the tiles of the upper triangle of a matrix (n, n): little more than half of it.

    With several parts it is that of each of them. It holds tiles of either edges. Smaller ones take
    up to a percent more where even ones fill the last row of tiles better.
    """
    counts = {rows: -(-n // rows) for rows in (even(n, tile), smaller(n, tile))}
    return max(
        8 * rows**2 * -(-(count * (count + 1) // 2) // parts) for rows, count in counts.items()
    )


def sums_not_finite(n: int) -> NotFiniteError:
    """The error for finite values whose sums are not."""
    return NotFiniteError(
        f"the sums of {n} kernel values are larger than the largest double, 1.8e308; divide the "
        "kernel, or the samples, by a constant"
    )


def require_finite(K: Array, elements: Elements, row: int = 0, column: int = 0) -> None:
    """Raise ``NotFiniteError`` with the pair of samples of the first element that is not finite.

    ``row`` and ``column`` are the numbers of the samples that K begins with. The sample with the
    largest number is named, too: through the mean of the points it spoils the values of all others.
    """
    if np.isfinite(K).all():
        return
    points, (i, j) = unweighted(elements)[0], np.argwhere(~np.isfinite(K))[0]
    raise NotFiniteError(
        f"the kernel value of samples {row + i + 1} and {column + j + 1} is {K[i, j]}; allowed: "
        f"finite values; {_where_to_look(getattr(points, 'X', None))}: above 1.3e154 squares "
        "overflow; divide all samples by a constant and adapt the parameters of the kernel, or "
        "take other parameters"
    )


def _where_to_look(X: Any) -> str:
    """What to look at: the largest number of points X (n, q), which may be sparse or in a file."""
    if X is None:
        return "look at these two samples"
    first, size, at = 0, -1.0, (0, 0)
    for block in blocks(X):
        rows = block.toarray() if issparse(block) else block
        i, j = np.unravel_index(int(np.abs(rows).argmax()), rows.shape)
        if abs(rows[i, j]) > size:
            size, at = float(abs(rows[i, j])), (first + int(i), int(j))
        first += len(rows)
    return (
        f"the largest number of all samples has the size {size:.6g}, in column {at[1] + 1} of "
        f"sample {at[0] + 1}; look whether it is right"
    )
