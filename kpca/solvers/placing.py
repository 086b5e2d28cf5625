"""Scores of new points in tiles, without a matrix of all new points and all samples."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from kpca.arrays import Array
from kpca.solvers.solution import Solution
from kpca.solvers.tiled import THREADS, one_thread

VALUES = 2**21
"""Kernel values in a tile of new points and all samples."""


def place(
    rows: Callable[[slice], Array], m: int, solution: Solution, means: Array, threads: int = THREADS
) -> Array:
    """<phi(t) - phi-bar, f_l> (m, d) of m new points: notes N0, N3; ledger C5.

    ``rows`` computes k(t_a, x_i) (t, n) for a slice of the new points, ``means`` (n,) are those of
    the rows of the training Gram matrix. (k(t, x) - its mean - means) alpha: the grand mean
    vanishes, because the columns of alpha add up to 0; their rounding is multiplied by the mean of
    a row, which is therefore removed first.
    """
    alpha, n = solution.alpha, solution.n
    offset = (means - means.mean()) @ alpha
    step = max(1, VALUES // n)
    scores = np.empty((m, solution.components))

    def compute(start: int) -> None:
        chosen = slice(start, min(m, start + step))
        values = rows(chosen)
        values -= values.mean(axis=1, keepdims=True)
        scores[chosen] = values @ alpha - offset

    with one_thread(), ThreadPoolExecutor(threads) as pool:
        list(pool.map(compute, range(0, m, step)))
    return scores
