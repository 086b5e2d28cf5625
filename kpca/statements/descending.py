"""How much nearer to P points come by a walk against the gradient: for the parts of R3."""

from collections.abc import Callable

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.kernels.radial import Radial
from kpca.preimages.preimages import spread
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
    squared distance of the samples; and nobody sees less than the rounding of two distances. Nor is
    Y nearer to the minimum than its own rounding: see ``of_rounded_points``.
    """
    e, size = target.rounding(Y), target.squared_distances_to_samples.mean(axis=1)
    return 2.0 * e + np.maximum(SEEN * size, np.sqrt(e * size)) + of_rounded_points(target, Y)


def of_rounded_points(target: Target, Y: Array) -> Array:
    """By how much (p,) squared distances change at most where rounding moves Y (p, q).

    Y is an average of n samples, taken from their mean, and rounded once where the mean is added.
    Its weights w_i s_i have both signs, so that the rounding of their sum is divided by a smaller
    one: it grows by sum |w_i s_i| over |sum w_i s_i|.
    A feature that moves by s changes its distance D from P by s at most, and D^2 by s (2 D + s).
    For a function f(c t) of t = |x - y|^2 whose slope is at most 1, s^2 = 2 (f(0) - f(c t)) is at
    most 2 c t, and at most 2. That matters where the width of the kernel is a few units in the last
    digit of the points. All other kernels vary over lengths as large as the points: what the
    rounding of a point changes there is that of kernel values, e.
    """
    if not isinstance(target.kernel, Radial):
        return np.zeros(len(Y))
    weights = target.W * target.kernel.slopes(Y, target.X)
    sums = np.maximum(np.abs(weights.sum(axis=1)), np.finfo(float).tiny)
    growth = np.maximum(np.abs(weights).sum(axis=1) / sums, 1.0)
    averaged = tolerances.dot(len(target.X) + 2) * spread(target.X) * growth
    moved = averaged + tolerances.U * lengths(Y, 1)
    s = np.sqrt(2.0) * np.minimum(np.sqrt(target.kernel.rate()) * moved, 1.0)
    return np.asarray(s * (2.0 * np.sqrt(target.squared_distances(Y)) + s))
