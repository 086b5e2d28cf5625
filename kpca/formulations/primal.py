"""The covariance operator: C u = lambda u with an explicit feature map (N0, N1; P1-P4, E11)."""

from dataclasses import replace

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.solvers import dense, vectors
from kpca.solvers.solution import Solution


def fit(Phi: Array, components: int, element_error: float = 0.0) -> Solution:
    """Kernel PCA of features Phi (n, M), whose inner products are known up to ``element_error``.

    n C = Phi~' Phi~ (M, M) is solved; v = Phi~ u / sqrt(mu) brings the eigenvectors to the samples.
    Raises ``RankError`` for more components than eigenvalues above the cut-off.
    """
    n = len(Phi)
    centered = Phi - Phi.mean(axis=0)
    error = features_error(Phi, element_error)
    solution = dense.leading(centered.T @ centered, components, error)
    # A score is Phi~ u: the error of u enters with sqrt(mu_k) of its neighbors, twice at most.
    bound = 2.0 * solution.matrix_error
    mu = replace(solution, matrix_error=bound).require(components).mu
    V = vectors.oriented(centered @ solution.V / np.sqrt(mu))
    return Solution.of_whole(
        samples_spectrum(solution.spectrum, n),
        V,
        residuals(centered, V, mu),
        bound,
        solution.trace,
        solution.frobenius,
    )


def residuals(centered: Array, V: Array, mu: Array) -> Array:
    """|K~ v - mu v| (d,) from the centered features (n, M), without the matrix K~ = Phi~ Phi~'."""
    return arithmetic.lengths(centered @ (centered.T @ V) - V * mu)


def features_error(Phi: Array, element_error: float = 0.0) -> float:
    """|E|_2 for products of centered features: theirs, that of the mean, and of one product."""
    n, size = len(Phi), float(arithmetic.lengths(Phi, None))
    return n * element_error + 6.0 * tolerances.dot(n) * size**2


def samples_spectrum(mu: Array, n: int) -> Array:
    """Eigenvalues (n,) of the Gram matrix from those of the covariance: zeros added or left out."""
    padded = np.concatenate([mu, np.zeros(max(0, n - len(mu)))])
    return np.sort(padded)[::-1][:n]
