"""What estimators accept as numbers, and results in the precision that the caller chose."""

from datetime import date, time, timedelta
from typing import Any

import numpy as np
from numpy.typing import DTypeLike
from scipy.sparse import issparse

from kpca.arrays import Array

WORDS: tuple[tuple[Any, str], ...] = (
    ((str, bytes), "text"),
    ((date, time, np.datetime64), "a date or a time"),
    ((timedelta, np.timedelta64), "a duration"),
)
"""Types that NumPy converts to numbers, although they are none, and what they are called."""


def require_numbers(X: Any) -> None:
    """Raises ``ValueError`` for points X (n, q) with text, dates or durations among their values.

    NumPy would convert them, dates to a number of units that nobody chose. Truth values count as 0
    and 1, as in scikit-learn. The fields of a structured array are no columns, and refused, too.
    A masked value has a number behind it, such as the fill value of a file, which is not meant.
    """
    if issparse(X):
        return
    if isinstance(X, np.ma.MaskedArray):
        _require_unmasked(X)
    A = np.asarray(X)
    if A.dtype.names:
        raise ValueError(
            f"the points have the fields {', '.join(A.dtype.names)}, and the shape {A.shape}; "
            "allowed: numbers (n, q); fields of numbers are columns after "
            "numpy.lib.recfunctions.structured_to_unstructured(X), which stay in a file if all "
            "have one type"
        )
    if A.dtype.kind not in "USMmO":
        return
    for index in np.ndindex(A.shape):
        word = next((word for types, word in WORDS if isinstance(A[index], types)), "")
        if word:
            where = [f"{name} {i + 1}" for name, i in zip(("row", "column"), index, strict=False)]
            raise ValueError(
                f"the value in {' and '.join(where)} is {str(A[index])!r}, which is {word}; "
                "allowed: numbers; convert it to a number in a unit of your choice first"
            )


def _require_unmasked(X: np.ma.MaskedArray[Any, Any]) -> None:
    masked = np.argwhere(np.ma.getmaskarray(X))
    if len(masked):
        where = [f"{name} {i + 1}" for name, i in zip(("row", "column"), masked[0], strict=False)]
        raise ValueError(
            f"the value in {' and '.join(where)} is masked, as are {len(masked)} of {X.size} "
            "values; allowed: numbers; leave these rows or columns out, or fill in numbers with "
            "X.filled(...)"
        )


def canonical(X: Any) -> Any:
    """Sparse rows with one entry at a place, sorted and none of them 0; other points as given.

    Entries at one place add up, as in SciPy, but functions that read the entries one by one would
    take the square of each. The matrix of the caller is not changed.
    """
    if not issparse(X):
        return X
    rows = X.tocsr()
    # A copy made of arrays, because a matrix may remember that it was sorted before it was changed.
    kept = type(rows)((rows.data, rows.indices, rows.indptr), shape=rows.shape, copy=True)
    kept.sum_duplicates()
    kept.eliminate_zeros()
    return kept


def wider(first: DTypeLike, second: DTypeLike) -> DTypeLike:
    """Single precision if both types are that, otherwise double precision."""
    single = np.dtype(np.float32)
    return single if np.dtype(first) == np.dtype(second) == single else np.dtype(np.float64)


def rounded(values: Array, dtype: DTypeLike, what: str) -> Array:
    """The values, computed in double precision, as numbers of type ``dtype``.

    Raises ``ValueError`` for a value that is too large for it.
    """
    largest = float(np.abs(values).max(initial=0.0))
    if np.isfinite(largest) and largest > float(np.finfo(dtype).max):
        raise _not_held(what, "largest", largest, dtype)
    return np.asarray(values, dtype=dtype)


def require_held(positive: Array, dtype: DTypeLike, what: str) -> None:
    """Raises ``ValueError`` for positive values that are too large or too small for ``dtype``."""
    rounded(positive, dtype, what)
    smallest = float(positive.min(initial=np.inf))
    if smallest < float(np.finfo(dtype).tiny):
        raise _not_held(what, "smallest", smallest, dtype)


def require_squares(A: Array, what: str) -> None:
    """Raises ``ValueError`` for numbers A (n, m) of which the largest has a square that overflows,
    or that double precision does not hold with all digits; ``what`` names a number of samples."""
    largest = float(np.abs(A).max(initial=0.0))
    least, most = (float(np.sqrt(getattr(np.finfo(float), name))) for name in ("tiny", "max"))
    if largest > 0.0 and not least <= largest <= most:
        i, j = np.unravel_index(int(np.abs(A).argmax()), A.shape)
        raise ValueError(
            f"the largest {what.format(i + 1, j + 1)} is {largest:.6g}, whose square double "
            f"precision does not hold with all digits; allowed: {least:.3g} to {most:.3g}; give "
            "the input in another unit"
        )


def _not_held(what: str, which: str, value: float, dtype: DTypeLike) -> ValueError:
    limits = np.finfo(dtype)
    is_single = np.dtype(dtype) == np.float32
    convert = (
        "convert the input to double precision, for example with X.astype(float), or give it in "
        "another unit"
    )
    return ValueError(
        f"the {which} {what} is {value:.6g}, which {'single' if is_single else 'double'} precision "
        f"does not hold with all digits; allowed: {limits.tiny:.3g} to {limits.max:.3g}; "
        f"{convert if is_single else 'give the input in another unit'}"
    )
