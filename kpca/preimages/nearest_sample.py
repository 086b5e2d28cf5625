"""What replaces a pre-image where only a kernel matrix is given: the nearest sample."""

from typing import NamedTuple

import numpy as np

from kpca import projection
from kpca.arrays import Array, Indices
from kpca.formulations import dual
from kpca.solvers.solution import Solution


class NearestSamples(NamedTuple):
    """For each projection P_a = sum_i w_ai phi(x_i) of m points the sample that is nearest to it.

    W (m, n)         the weights over the samples
    samples (m,)     index of the nearest sample
    distances (m,)   |phi(x_i) - P_a| of this sample
    """

    W: Array
    samples: Indices
    distances: Array


def nearest_samples(solution: Solution, K: Array, K_new: Array) -> NearestSamples:
    """The nearest samples of the projections of m points, from K (n, n) and K_new (m, n)."""
    W = projection.weights(solution.alpha, dual.place(solution, K, K_new))
    squared = projection.squared_distances_to_samples(W, W @ K, K.diagonal())
    samples = squared.argmin(axis=1)
    return NearestSamples(W, samples, np.sqrt(squared[np.arange(len(W)), samples]))
