"""Classical MDS, -1/2 H D2 H, of distances that a kernel induces or that are given (N4; D1-D3)."""

from kpca import tolerances
from kpca.arrays import Array
from kpca.centering import gower
from kpca.solvers import dense
from kpca.solvers.solution import Solution


def fit(D2: Array, components: int, element_error: float = 0.0) -> Solution:
    """Classical MDS of squared distances D2 (n, n), each known up to ``element_error``.

    Raises ``RankError`` for more components than eigenvalues above the cut-off, and ``ValueError``
    for a matrix that is not finite or not symmetric.

    The example of Legendre & Legendre, Numerical Ecology: eigenvalues 36 and 20.

    >>> import numpy as np
    >>> Y = np.array([[2, 1], [3, 4], [5, 0], [7, 6], [9, 2]])
    >>> D2 = ((Y[:, None] - Y) ** 2.0).sum(axis=-1)
    >>> fit(D2, 2).mu.round(12).tolist()
    [36.0, 20.0]
    """
    error = tolerances.gower_gram(len(D2), abs(D2).max(), element_error)
    return dense.leading(gower(D2), components, error, centered=True).require(components)


def place(solution: Solution, D2: Array, D2_new: Array) -> Array:
    """Coordinates (m, d) of new samples from their squared distances D2_new (m, n) alone.

    Gower, Adding a point to vector diagrams in multivariate analysis, Biometrika 55 (1968):
    y = 1/2 M^(-1) Z' H (b - d^2) with b_i the squared distance of x_i to the centroid (ledger D3).
    H removes the mean of the row b - d^2. The formula holds without it, since 1'Z = 0; but the mean
    may be as long as the distances themselves, and rounding in 1'Z is divided by mu.
    """
    row = gower(D2).diagonal() - D2_new
    return 0.5 * (row - row.mean(axis=1, keepdims=True)) @ (solution.scores / solution.mu)
