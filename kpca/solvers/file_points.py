"""Points that stay in a file and are read by blocks of rows: memory-mapped arrays, Zarr, HDF5."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse

from kpca.arrays import Array, Indices

AT_ONCE = 2**26
"""Points of at most that many bytes in double precision are read at once, which is faster."""

BLOCK = 2**23
"""Bytes in double precision of the rows that are read at a time."""


@dataclass(frozen=True)
class FilePoints:
    """Points (n, q) of which ``points[rows]`` reads some rows, in double precision.

    ``source`` is a ``numpy.memmap``, or another array with a shape, a dtype of NumPy and slices of
    rows, such as ``zarr.Array`` and ``h5py.Dataset``. Its file must not change.
    """

    source: Any

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers n and q of rows and columns."""
        n, q = self.source.shape
        return int(n), int(q)

    @property
    def dtype(self) -> Any:
        """Single precision if the file has it, otherwise double precision."""
        return np.dtype(np.float32 if self.source.dtype == np.float32 else np.float64)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice | Indices) -> Array:
        """The points (m, q) of a slice, or of an array of indices, which are read one by one."""
        if isinstance(rows, slice):
            part = self.source[rows]
            # The values that a mask hides are missing, and no numbers.
            is_masked = np.ma.isMaskedArray(part)
            return part.astype(float).filled(np.nan) if is_masked else np.array(part, dtype=float)
        points = np.empty((len(rows), self.shape[1]))
        for k, row in enumerate(map(int, rows)):
            points[k] = self[row : row + 1][0]
        return points

    def blocks(self) -> Iterator[Array]:
        """All points, in blocks (m, q) of ``BLOCK`` bytes, in order."""
        n, q = self.shape
        step = max(1, BLOCK // (8 * max(1, q)))
        return (self[start : min(n, start + step)] for start in range(0, n, step))

    def mean(self) -> Array:
        """The mean (q,) of the points."""
        total = np.zeros(self.shape[1])
        for block in self.blocks():
            total += block.sum(axis=0)
        return total / len(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """All points (n, q) in memory."""
        return np.array(self.source[:], dtype=dtype or self.dtype)

    def astype(self, dtype: Any) -> Array:
        """All points (n, q) in memory."""
        return self.__array__(dtype)


def blocks(X: Any) -> Iterator[Any]:
    """The points: some rows after the other if they are in a file, and all others at once."""
    return X.blocks() if isinstance(X, FilePoints) else iter([X])


def is_in_file(X: Any) -> bool:
    """Whether X is an array of numbers that is worth reading by blocks of rows."""
    if isinstance(X, np.ndarray) and not isinstance(X, np.memmap):
        return False
    dtype = getattr(X, "dtype", None)
    if issparse(X) or not isinstance(dtype, np.dtype) or len(getattr(X, "shape", ())) != 2:
        return False
    return dtype.kind in "biuf" and 8 * int(X.shape[0]) * int(X.shape[1]) > AT_ONCE
