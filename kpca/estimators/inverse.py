"""Pre-images of given scores: points whose features are near phi-bar + sum_l beta_l f_l."""

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


def of_scores(
    beta: Array, solution: Solution, elements: KernelElements, max_memory: float
) -> tuple[Array, Truths]:
    """Points (m, q) for scores beta (m, d), and whether the iteration converged for each (m,).

    Each is made by the method for the kernel (``kpca.preimages.methods.preferred``), from the
    sample with the nearest scores; as many at a time as fit into ``max_memory`` bytes.
    """
    step = int(max(1, max_memory // (MATRICES * 8 * elements.n)))
    method = preferred(elements.kernel)
    reached = [
        method(*target_of(beta[first : first + step], solution, elements))
        for first in range(0, len(beta), step)
    ]
    points = np.concatenate([block.points for block in reached])
    return points, np.concatenate([block.converged for block in reached])


def target_of(beta: Array, solution: Solution, elements: KernelElements) -> tuple[Target, Array]:
    """What the points for scores beta (m, d) have to reach, and where each one starts (m, q)."""
    X = np.asarray(elements.X)
    W = projection.weights(solution.alpha, beta)
    step = max(1, BLOCK_BYTES // (8 * elements.n))
    inner = [W @ elements.kernel(X, X[i : i + step]) for i in range(0, elements.n, step)]
    target = Target(elements.kernel, X, W, np.hstack(inner), solution.scores, beta)
    return target, X[cdist(beta, solution.scores).argmin(axis=1)]
