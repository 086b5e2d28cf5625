"""Least-squares SVM: nothing is centered, and a bias does it (ledger S17, E11).

Stationary points of (c/2) sum e_i^2 - |w|^2/2 with e_i = <w, phi_i> + b, over w and b (Suykens, Van
Gestel, Vandewalle & De Moor 2003). With a multiplier alpha_i for each e_i the derivatives are 0 if
w = sum alpha_i phi_i, alpha = c e, and sum alpha_i = 0 for b. Without w and e, and mu = 1/c, these
are n + 1 equations in alpha and b, with K as it is: K alpha + b 1 = mu alpha and 1'alpha = 0. The
sum of the first ones gives b = -1'K alpha/n, and so HK alpha = mu alpha.
"""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigh, inverse
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import vectors
from kpca.solvers.solution import Solution

SHIFT = 4
"""s in units of n max|k_ij|. No eigenvalue of K exceeds one unit in size."""


def fit(K: Array, components: int, element_error: float = 0.0) -> Solution:
    """Kernel PCA of a Gram matrix K (n, n), which may be indefinite, by stationary points.

    K~ is formed only to measure the residuals. Raises ``RankError`` for more components than
    eigenvalues above the cut-off.
    """
    mu, V, bound = stationary_points(K)
    spectrum = np.sort(np.append(mu, 0.0))[::-1]
    V = vectors.oriented(V[:, : max(components, 0)])
    error = bound + len(K) * element_error
    return Solution.of_matrix(center(K), spectrum, V, error).require(components)


def stationary_points(K: Array) -> tuple[Array, Array, float]:
    """mu (n - 1,) descending, unit alpha (n, n - 1), and a bound on the errors, for a K (n, n).

    With s added to K the n + 1 equations are those of regression with the ridge s: what it fits to
    y is Sy, and S has the eigenvectors alpha, with mu/(mu + s), and 1, with 1, which the bias fits.
    With W = (K + sI)^-1 and eta = W1, S = I - s(W - eta eta'/1'eta).

    The bound: W is exact for a matrix u_(3n + 1)|R'||R| away, R Cholesky's factor (Higham, Theorem
    10.4). The part of R beside its diagonal is small, so that this is at most 2s u_(3n + 1), which
    moves S by (4/3)^2 times as much over s, and by 7 % more beside eta, whose rounding adds less
    than five u_(3n + 1); and the eigen-solver. dmu/dsigma = (mu + s)^2/s is at most 1.6 s.
    """
    n = len(K)
    s = shift(K)
    W = inverse(K + s * np.eye(n))
    eta = W.sum(axis=1)
    sigma, alpha = eigh(np.eye(n) - s * (W - np.outer(eta, eta) / eta.sum()))
    sigma, alpha = sigma[-2::-1], alpha[:, -2::-1]
    return s * sigma / (1.0 - sigma), alpha, 1.6 * s * error(n)


def shift(K: Array) -> float:
    """s of ``stationary_points``, which makes K + sI positive definite; 1 for K = 0."""
    return SHIFT * len(K) * float(np.abs(K).max()) or 1.0


def error(n: int) -> float:
    """|E|_2 of the matrix S (n, n), which has Frobenius norm 1.1 at most; and of its solver."""
    return 9.0 * tolerances.long_dot(3 * n + 1) + tolerances.eigenvalue(n, 1.1)
