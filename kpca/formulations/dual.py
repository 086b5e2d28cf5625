"""The eigen-solve: K~ alpha = n lambda alpha with K~ = HKH (notes N0, N1, N3, N4; ledger E3-E7)."""

from kpca.arrays import Array
from kpca.centering import row_means
from kpca.solvers import placing
from kpca.solvers.dense import Pairs
from kpca.solvers.solution import Solution


def fit(K: Array, components: int, element_error: float = 0.0) -> Solution:
    """Kernel PCA of a Gram matrix K (n, n) whose elements are known up to ``element_error``.

    Raises ``RankError`` for more components than eigenvalues above the cut-off, and ``ValueError``
    for a matrix that is not finite or not symmetric.

    Three points on a line with the linear kernel: one component, of length one.

    >>> import numpy as np
    >>> x = np.array([[1.0], [2.0], [6.0]])
    >>> solution = fit(x @ x.T, 1)
    >>> solution.mu.round(12).tolist(), solution.scores[:, 0].round(12).tolist()
    ([14.0], [-2.0, -1.0, 3.0])
    """
    return Pairs.of(K, element_error).leading(components).require(components)


def spectrum(K: Array, element_error: float = 0.0) -> Solution:
    """Every eigenvalue of K~ and no component, for a matrix K (n, n) of any rank."""
    return Pairs.of(K, element_error).leading(0)


def place(solution: Solution, K: Array, K_new: Array) -> Array:
    """Coordinates (m, d) of new samples from K_new (m, n): ``kpca.solvers.placing.place``."""
    return placing.place(solution, row_means(K), K_new)
