"""Pre-images of given scores: points whose features are near phi-bar + sum_l beta_l f_l."""

from typing import NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from kpca import projection
from kpca.arrays import Array, Truths
from kpca.preimages.methods import preferred
from kpca.preimages.target import Target
from kpca.solvers.elements import KernelElements
from kpca.solvers.solution import Solution

MATRICES = 16
"""Matrices of new samples by samples that the iteration holds at a time, at most."""

BLOCK_BYTES = 2**26
"""Memory of the kernel values of samples that are computed at a time."""


class Reached(NamedTuple):
    """Points (m, q), whether the iteration converged for each, and what rounding hides there.

    rounding (m,)  bound on the error of the squared distance that the iteration makes small
    """

    points: Array
    converged: Truths
    rounding: Array


def of_scores(
    beta: Array, solution: Solution, elements: KernelElements, max_memory: float
) -> Reached:
    """Points for scores beta (m, d).

    Each is made by the method for the kernel (``kpca.preimages.methods.preferred``), from the
    sample with the nearest scores; as many at a time as fit into ``max_memory`` bytes.
    """
    step = int(max(1, max_memory // (MATRICES * 8 * elements.n)))
    method, found = preferred(elements.kernel), []
    for first in range(0, len(beta), step):
        target, start = target_of(beta[first : first + step], solution, elements)
        reached = method(target, start)
        points = reached.points + _origin(elements)
        found.append(Reached(points, reached.converged, target.rounding(reached.points)))
    return Reached(*(np.concatenate(blocks) for blocks in zip(*found, strict=True)))


def target_of(beta: Array, solution: Solution, elements: KernelElements) -> tuple[Target, Array]:
    """What the points for scores beta (m, d) have to reach, and where each one starts (m, q).

    Both are around the ``_origin``.
    """
    X = np.asarray(elements.X) - _origin(elements)
    W = projection.weights(solution.alpha, beta, solution.weights)
    step = max(1, BLOCK_BYTES // (8 * elements.n))
    inner = [W @ elements.kernel(X, X[i : i + step]) for i in range(0, elements.n, step)]
    target = Target(
        elements.kernel, X, W, np.hstack(inner), solution.scores, beta, solution.weights
    )
    return target, X[cdist(beta, solution.scores).argmin(axis=1)]


def _origin(elements: KernelElements) -> Array:
    """The mean of the samples if products are compared and may move with it, as of the linear
    kernel, and else 0. Weights add up to 1, so that a pre-image moves with the samples."""
    kernel = elements.kernel
    return elements.center if kernel.movable and not kernel.unit else np.zeros(elements.X.shape[1])
