"""The generalized problem: K~^2 alpha = n lambda K~ alpha (N0, N2, N3, N4; E3-E5, E11).

It is solved as it stands, on the range of K~, where K~ is positive definite. Squaring K~ loses
every eigenvalue below sqrt(u) mu_1. The formulation is included to show this loss.
"""

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import vectors
from kpca.solvers.solution import RankError, Solution


def fit(K: Array, components: int, element_error: float = 0.0) -> Solution:
    """Kernel PCA of a positive semi-definite Gram matrix K (n, n) by the generalized problem.

    With Q (n, r) an orthonormal basis of the range of K~: Q'K~^2 Q b = mu Q'K~Q b, alpha = Q b.
    Raises ``RankError`` for more components than eigenvalues above the cut-off sqrt(c n u) mu_1,
    and ``ValueError`` for a matrix that is not positive definite on its range.
    """
    n, centered = len(K), center(K)
    error = tolerances.centered_gram(n, np.abs(K).max(), element_error)
    Q = range_basis(centered, error)
    if Q.shape[1] == 0:
        raise RankError.of(components, 0, 10.0 * error)
    image = centered @ Q
    try:
        mu, b = scipy.linalg.eigh(image.T @ image, Q.T @ image, check_finite=False)
    except np.linalg.LinAlgError as raised:
        raise ValueError(
            "the generalized problem needs a positive semi-definite Gram matrix; allowed for an "
            "indefinite one: the eigen-solve"
        ) from raised
    mu, b = mu[::-1], b[:, ::-1][:, :components]
    V = vectors.oriented(Q @ b)
    spectrum = np.concatenate([mu, np.zeros(n - len(mu))])
    bound = 10.0 * error + tolerances.squaring(n, float(mu[0]))
    return Solution.of_matrix(centered, spectrum, V, bound).require(components)


def range_basis(centered: Array, error: float) -> Array:
    """Orthonormal Q (n, r) that spans the columns of K~ (n, n), known up to ``error``.

    Columns shorter than sqrt(c n u) of the first, or than ten times the error, count as 0. The
    method is QR with column pivoting, without eigenvectors.
    """
    Q, R, _ = scipy.linalg.qr(centered, pivoting=True, check_finite=False)
    sizes = np.abs(R.diagonal())
    return Q[:, sizes > max(tolerances.squaring(len(R), sizes[0]), 10.0 * error)]
