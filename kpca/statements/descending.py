"""How much nearer to P points come by a walk against the gradient: for the parts of R3."""

from collections.abc import Callable

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.preimages.target import Target

SEEN = 1e-6
"""A pre-image may be farther than a point nearby by this fraction of the mean squared distance of
the samples from P."""

FINEST = 1e-32
"""The shortest step of a walk is at least this fraction of the largest coordinate of a sample."""


def fall(
    value: Callable[[Array], Array], gradient: Array, Y: Array, X: Array, rounding: Array
) -> Array:
    """How far values (p,) fall from Y (p, q) against the gradients (p, q) before they rise.

    The first step is one unit in the last digit of Y, each other one is twice as long, and the last
    one is longer than all points. A walk ends where the value is more than ``rounding`` (p,) above
    the least one, so that it does not go from one minimum to another.
    """
    size = lengths(gradient, 1)
    direction = -gradient / np.where(size > 0.0, size, 1.0)[:, None]
    largest = float(np.abs(X).max())
    first = np.maximum(2.0 * tolerances.U * np.abs(Y).max(axis=1), FINEST * largest)
    reach = 4.0 * (lengths(Y, 1).max() + lengths(X, 1).max())
    now = least = value(Y)
    walks = size > 0.0
    for k in range(1 + int(np.ceil(np.log2(reach / first.min())))):
        with np.errstate(over="ignore", invalid="ignore"):
            values = value(Y + 2.0**k * first[:, None] * direction)
        walks = walks & (values <= least + rounding)
        if not walks.any():
            break
        least = np.where(walks, np.minimum(values, least), least)
    return now - least


def gradient(kernel: Kernel, X: Array, W: Array, Y: Array) -> Array:
    """Gradient (p, q) of |phi(y) - sum_i w_i phi(x_i)|^2 at Y (p, q), without ``Target``."""
    own = kernel.gradient(Y, Y, np.eye(len(Y)))
    return 2.0 * (own - kernel.gradient(Y, X, W))


def unseen(target: Target, Y: Array) -> Array:
    """By how much (p,) a nearer point may be missed at Y (p, q), from the data alone.

    No unit of length enters. A search that compares distances with rounding errors e finds a
    gradient of about sqrt(e size) per length in which the distance varies by its size, the mean
    squared distance of the samples; and nobody sees less than the rounding of two distances.
    """
    e, size = target.rounding(Y), target.squared_distances_to_samples.mean(axis=1)
    return 2.0 * e + np.maximum(SEEN * size, np.sqrt(e * size))
