"""Scores of new samples, from their kernel values with the samples."""

from collections.abc import Callable

import numpy as np

from kpca.arrays import Array
from kpca.centering import center_rows
from kpca.solvers.solution import Solution
from kpca.solvers.threads import THREADS, by_rows

VALUES = 2**21
"""Kernel values of new samples and all samples that are computed at a time."""

CACHED = 2**16
"""Of these, the values that are centered at a time, in the cache of a core."""


def place(solution: Solution, means: Array, K_new: Array) -> Array:
    """<phi(t) - phi-bar, f_l> (m, d) of new samples from K_new (m, n): notes N0, N3; ledger C5.

    K_new holds k(t_a, x_i), and ``means`` (n,) are those of the rows of the training Gram matrix.
    The origin is that of the training scores. Every new sample is placed by this function.
    """
    return center_rows(K_new, means) @ solution.alpha


def in_tiles(
    rows: Callable[[slice], Array], m: int, solution: Solution, means: Array, threads: int = THREADS
) -> Array:
    """The same for m new samples, without a matrix of all new samples and all samples.

    ``rows`` computes k(t_a, x_i) (t, n) for a slice of the new samples.
    """
    step, cached = (max(1, values // solution.n) for values in (VALUES, CACHED))
    scores = np.empty((m, solution.components))

    def compute(block: slice) -> None:
        values, start = rows(block), block.start
        for first in range(0, len(values), cached):
            placed = place(solution, means, values[first : first + cached])
            scores[start + first : start + first + len(placed)] = placed

    by_rows(compute, m, step, threads)
    return scores
