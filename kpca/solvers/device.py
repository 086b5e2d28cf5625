"""The centered Gram matrix as an operator on a GPU: products with vectors, tile by tile.

CuPy computes with NumPy's functions on arrays of its own, so that the kernels need no second
version. It is an optional dependency, which is installed by hand: the package depends on the GPU's
driver.
"""

from collections.abc import Iterator
from types import ModuleType

import numpy as np

from kpca.arrays import Array
from kpca.solvers.entries import KernelEntries
from kpca.solvers.tiled import (
    Survey,
    even,
    power_of_two,
    product_error,
    require_finite,
    rounding,
    smaller,
    sums_not_finite,
    survey,
)

TILE = 8192
"""Rows and columns of a tile: 0.5 GB, and products that are large enough for a GPU."""


class NoDeviceError(RuntimeError):
    """There is no GPU, or no CuPy that can use it."""


def cupy() -> ModuleType:
    """CuPy, with a GPU that it can use. Raises ``NoDeviceError`` with the reason."""
    try:
        import cupy as module
    except ImportError as error:
        raise NoDeviceError(
            f"CuPy cannot be imported ({error}); install the package for your driver, such as "
            "cupy-cuda13x, or compute without a GPU"
        ) from None
    try:
        devices = module.cuda.runtime.getDeviceCount()
    except module.cuda.runtime.CUDARuntimeError as error:
        raise NoDeviceError(f"CuPy finds no GPU: {error}; compute without one") from None
    if devices == 0:
        raise NoDeviceError("CuPy finds no GPU; compute without one")
    return module


class DeviceGram:
    """K~ = HKH (n, n) as in ``kpca.solvers.tiled.TiledGram``, with every tile on a GPU.

    Only tiles of the upper triangle are computed, in each pass again. Each is used for its rows
    and, transposed, for its columns. The points stay on the GPU, the vectors between two passes do
    not. ``module`` computes with NumPy's functions: CuPy, or NumPy itself, with which the same code
    runs without a GPU. ``max_memory`` is not used, because no tile is kept.

    Raises ``NoDeviceError`` without a GPU, ``ValueError`` for a kernel without factors, and
    ``NotFiniteError``, with the pair of samples, in the first pass.
    """

    kept = False

    def __init__(
        self,
        entries: KernelEntries,
        max_memory: float = np.inf,
        other_edges: bool = False,
        module: ModuleType | None = None,
        tile: int = TILE,
    ) -> None:
        if not entries.by_products:
            raise ValueError(
                f"the kernel {entries.kernel.name} has no factors, or its values from products of "
                "factors would be rounded by more than 1e-10 of the largest one, as for a Gaussian "
                "kernel with gamma times the squared radius of the points above 1e4; allowed on a "
                "GPU: values from products; compute without a GPU"
            )
        self.entries, self.n = entries, entries.n
        self.tile = (smaller if other_edges else even)(entries.n, min(tile, max(1, entries.n // 2)))
        self._module = module or cupy()
        left, right = entries.factors(entries.X, entries.X)
        self._left, self._right = self._module.asarray(left), self._module.asarray(right)
        self._diagonal = entries.diagonal()
        self._unit = power_of_two(float(np.abs(self._diagonal).max(initial=0.0)))
        self._sums: Array | None = None
        self.evaluations = self.passes = 0

    @property
    def product_error(self) -> float:
        """Bound on the rounding error |fl(K~ q) - K~ q| of a unit vector q, relative to |K|_F."""
        return product_error(self.n, self.tile)

    @property
    def rounding(self) -> float:
        """An estimate of |E|_2, the error of K~: an eigenvalue below it may be that of rounding."""
        return rounding(self.entries, self._diagonal)

    @property
    def survey(self) -> Survey:
        """Means, trace and norms, which the first pass collects."""
        if self._sums is None:
            raise RuntimeError("no pass was made yet")
        return survey(self._sums[0], float(self._sums[1].sum()), self._diagonal, self._unit)

    def __call__(self, Q: Array) -> Array:
        """K~ Q (n, b) of vectors Q (n, b): one pass."""
        module = self._module
        vectors = module.asarray(Q - Q.mean(axis=0))
        product = module.zeros_like(vectors)
        sums = module.zeros((2, self.n)) if self._sums is None else None
        for rows, columns in self._pairs():
            block = self._block(rows, columns)
            product[rows] += block @ vectors[columns]
            if rows != columns:
                product[columns] += block.T @ vectors[rows]
            if sums is not None:
                self._add_sums(sums, block, rows, columns)
        self.passes += 1
        self.evaluations += self.n * (self.n + 1) // 2
        if sums is not None:
            self._sums = self._finite(self._on_host(sums))
        found = self._on_host(product)
        return found - found.mean(axis=0)

    def _pairs(self) -> Iterator[tuple[slice, slice]]:
        """Rows and columns of each tile of the upper triangle."""
        starts = range(0, self.n, self.tile)
        parts = [slice(start, min(self.n, start + self.tile)) for start in starts]
        return ((rows, columns) for i, rows in enumerate(parts) for columns in parts[i:])

    def _finite(self, sums: Array) -> Array:
        """The sums; raises ``NotFiniteError`` for the first pair of samples."""
        if np.isfinite(sums).all():
            return sums
        for rows, columns in self._pairs():
            require_finite(self._on_host(self._block(rows, columns)), rows.start, columns.start)
        raise sums_not_finite(self.n)

    def _block(self, rows: slice, columns: slice) -> Array:
        block = self.entries.kernel.of_products(self._left[rows] @ self._right[columns].T)
        if rows == columns:
            block = 0.5 * (block + block.T)
            self._module.fill_diagonal(block, self._module.asarray(self._diagonal[rows]))
        return block

    def _add_sums(self, sums: Array, block: Array, rows: slice, columns: slice) -> None:
        squares = ((block / self._unit) ** 2).sum(axis=1)
        sums[0, rows] += block.sum(axis=1)
        sums[1, rows] += squares if rows == columns else 2.0 * squares
        if rows != columns:
            sums[0, columns] += block.sum(axis=0)

    def _on_host(self, A: Array) -> Array:
        return A if isinstance(A, np.ndarray) else self._module.asnumpy(A)
