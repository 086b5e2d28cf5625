"""Ledger section 5, pre-images: R3."""

from collections.abc import Callable

import numpy as np

from kpca import rkhs
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target
from kpca.solvers.solution import Solution
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.projecting import values_error

POINTS = 30
"""The number of new points whose pre-images are computed."""


class ConvergenceError(ArithmeticError):
    """No pre-image converged."""


@statement("R3", ALL_PARTS)
def pre_image_is_stationary_and_no_farther_than_the_points_that_are_known(
    K: Array,
    K_new: Array,
    X: Array,
    X_new: Array,
    kernel: Kernel,
    dual: Solution,
    preimages: Callable[[Target, Array], PreImages],
) -> Parts:
    """y* = argmin |phi(y) - P_d phi(x)|^2 (N0): stationary, and no worse than x and every sample.

    X (n, q), X_new (m, q), K (n, n), K_new (m, n); ``preimages`` is an iterative method. Each new
    point whose iteration converged is an entry. P_d phi(x) is projected as N0 writes it, and with
    the mean feature as in ``Target.of_projections``.

    Stationary: the gradient of the distance, with weights from the values of the components at x.
    Tolerance: the slope that follows from the rule that ends the iteration, twice for the rounding
    of gradients, and the errors of the values times the gradients of the components. Control: the
    larger gradient of two careless authors, one of whom returns x, and the other one forgets the
    mean, or with N0 adds it. No farther: the squared distance beyond that of x and of the nearest
    sample. Tolerance: the rounding of both. Control: the farthest sample, as after a wrong sign.

    Raises ``ConvergenceError`` if no iteration converged.
    """
    X_new, K_new = X_new[:POINTS], K_new[:POINTS]
    a, mean = rkhs.expansion(dual.alpha), np.full(len(K), 1.0 / len(K))
    values = rkhs.evaluate(a, K_new)
    beta = values - rkhs.evaluate(a, K).mean(axis=0)
    errors = values_error(len(K), float(max(np.abs(K).max(), np.abs(K_new).max())), dual)
    parts: dict[str, tuple[Array, Array, Array]] = {}
    for name, make, W, other in (
        ("", Target.of_projections, beta @ a.T + mean, beta @ a.T),
        ("N0: ", Target.without_mean, values @ a.T, values @ a.T + mean),
    ):
        target = make(dual, kernel, X, X_new, K)
        reached = preimages(target, X_new)
        at = reached.converged
        if not at.any():
            continue
        y = reached.points[at]
        careless = [_gradient(kernel, X, W[at], X_new[at]), _gradient(kernel, X, other[at], y)]
        of_components = np.array([lengths(kernel.gradient(y, X, _rows(f, y)), 1) for f in a.T])
        allowed = 2.0 * reached.slope[at] + 4.0 * errors @ of_components
        gradient = _gradient(kernel, X, W[at], y)
        parts[name + "stationary"] = (gradient, allowed, np.maximum(*careless))
        parts[name + "no farther"] = _no_farther(target.take(at), y, X_new[at])
    if not parts:
        raise ConvergenceError(f"none of {len(X_new)} pre-images converged")
    return parts


def _rows(weights: Array, Y: Array) -> Array:
    """The weights (n,) of one function, repeated for each point of Y (p, q)."""
    return np.broadcast_to(weights, (len(Y), len(weights)))


def _gradient(kernel: Kernel, X: Array, W: Array, Y: Array) -> Array:
    """Length (p,) of the gradient of |phi(y) - sum_i w_i phi(x_i)|^2 at the points Y (p, q)."""
    own = kernel.gradient(Y, Y, np.eye(len(Y)))
    return lengths(2.0 * (own - kernel.gradient(Y, X, W)), 1)


def _no_farther(target: Target, y: Array, x: Array) -> tuple[Array, Array, Array]:
    """How much farther from P the points y (p, q) and the farthest samples are than x or others."""
    samples = target.squared_distances_to_samples
    least = np.minimum(target.squared_distances(x), samples.min(axis=1))
    farther = np.maximum(target.squared_distances(y) - least, 0.0)
    return farther, target.rounding(y) + target.rounding(x), samples.max(axis=1) - least
