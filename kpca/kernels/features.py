"""The decision whether explicit features are written out, or are too many."""

from kpca.arrays import Array
from kpca.kernels.kernel import Kernel

WIDEST = 2000
"""The largest number of features that are written out, because matrices (M, M) are formed of them.

A wider map counts as not explicit, and the covariance of more columns is not formed."""


def is_explicit(kernel: Kernel | None, q: int) -> bool:
    """Whether a kernel on R^q has a finite feature map of at most ``WIDEST`` features."""
    width = None if kernel is None else kernel.dimension(q)
    return width is not None and width <= WIDEST


def for_loadings(kernel: Kernel | None, X: Array) -> Array | None:
    """Features (n, M) in which components on X (n, q) are written out, or None for none.

    These are the features of a map that ``is_explicit``, and also those of a map that is as wide as
    the input, for any number of columns: loadings (q, d) need no matrix (q, q).
    """
    q = X.shape[1]
    if kernel is None or not (is_explicit(kernel, q) or kernel.dimension(q) == q):
        return None
    return kernel.features(X)


def why_not(kernel: Kernel | None, q: int) -> str:
    """Why ``for_loadings`` finds no features of ``kernel`` on R^q."""
    width = None if kernel is None else kernel.dimension(q)
    if width is not None and width > WIDEST:
        return f"{width} features, more than {WIDEST}, which are not written out"
    return "no finite feature map"
