"""The decision whether explicit features are written out, or are too many."""

from kpca.arrays import Array
from kpca.kernels.kernel import Kernel

WIDEST = 2000
"""The largest number of features that are written out, because matrices (M, M) are formed of them.

A wider map counts as not explicit, and the covariance of more columns is not formed."""


LARGEST = 50_000_000
"""The most elements (n M) of features that are written out for loadings, 400 MB."""


def is_explicit(kernel: Kernel | None, q: int) -> bool:
    """Whether a kernel on R^q has a finite feature map of at most ``WIDEST`` features."""
    width = None if kernel is None else kernel.dimension(q)
    return width is not None and width <= WIDEST


def for_loadings(kernel: Kernel | None, X: Array) -> Array | None:
    """Features (n, M) in which components on X (n, q) are written out, or None for none.

    These are the features of a map that ``is_explicit``, unless they have more than ``LARGEST``
    elements, and also those of a map that is as wide as the input, for any number of columns:
    loadings (q, d) need no matrix (q, q).
    """
    if kernel is None or not width_for_loadings(kernel, *X.shape):
        return None
    return kernel.features(X)


def width_for_loadings(kernel: Kernel, n: int, q: int) -> int:
    """The number M of features that ``for_loadings`` writes out for n points of R^q; 0 for none."""
    width = kernel.dimension(q)
    if width is None or width == q:
        return width or 0
    return width if is_explicit(kernel, q) and n * width <= LARGEST else 0


def why_not(kernel: Kernel | None, q: int, n: int = 1) -> str:
    """Why ``for_loadings`` finds no features of ``kernel`` for n points of R^q."""
    width = None if kernel is None else kernel.dimension(q)
    if width is not None and width > WIDEST:
        return f"{width} features, more than {WIDEST}, which are not written out"
    if width is not None and n * width > LARGEST:
        return f"{width} features of {n} samples, more than {LARGEST} numbers, not written out"
    return "no finite feature map"
