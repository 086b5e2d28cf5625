"""The block Krylov method on tiles of the Gram matrix, with a certificate (E11).

No other formulation multiplies with the Gram matrix alone, and none forms K~. The solution has as
many eigenvalues as components were asked for, and its bounds are those of the certificate.
"""

from kpca.arrays import Array
from kpca.solvers import partial
from kpca.solvers.elements import MatrixElements
from kpca.solvers.solution import RankError, Solution


class UncertifiedError(ArithmeticError):
    """The pairs that the iteration ended with are not proved to be the largest ones."""


def fit(
    K: Array, components: int, element_error: float = 0.0, positive: bool = False, seed: int = 0
) -> Solution:
    """Kernel PCA of a Gram matrix K (n, n) as a partial solution, from a random start.

    ``positive`` says that theory makes K positive semi-definite, so that the trace bounds the next
    eigenvalue. Up to n - 1 = ``krylov.BLOCK`` the first block spans all centered vectors, and the
    method is one Rayleigh-Ritz step.

    Raises ``RankError`` for more components than eigenvalues above the cut-off,
    ``UncertifiedError`` if the certificate refuses the pairs, for example because the last
    component cuts a cluster, and ``krylov.ConvergenceError`` if the iteration does not end.
    """
    n, elements = len(K), MatrixElements(K, element_error, positive)
    if n == 1:
        raise RankError.of(components, 0, 0.0)
    # The error for less than one component states the rank, which needs all of them.
    d = min(components, n - 1) if components > 0 else n - 1
    solved = partial.by_block_krylov(elements, d, seed=seed).require(components)
    if not solved.certificate.certified:
        reasons = "; ".join(solved.certificate.reasons)
        raise UncertifiedError(f"the solution is not certified: {reasons}")
    return solved.solution
