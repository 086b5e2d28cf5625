"""The singular value decomposition of centered features: Phi~ = U Sigma W' (N4; M1, M2, E11)."""

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.formulations.primal import features_error, residuals, samples_spectrum
from kpca.solvers import vectors
from kpca.solvers.solution import Solution


def fit(Phi: Array, components: int, element_error: float = 0.0) -> Solution:
    """Kernel PCA of features Phi (n, M): mu = Sigma^2 and v = u, so that the scores are U Sigma.

    Neither the Gram matrix nor the covariance is formed. Raises ``RankError`` for more components
    than eigenvalues above the cut-off.
    """
    n = len(Phi)
    centered = Phi - Phi.mean(axis=0)
    U, D, _ = arithmetic.svd(centered)
    V = vectors.oriented(U[:, :components])
    # D is off by the solver's backward error; mu = D^2 by 2 D_1 times as much.
    backward = 2.0 * tolerances.eigenvalue(max(Phi.shape), float(arithmetic.lengths(D)) * D[0])
    bound = features_error(Phi, element_error) + backward
    mu = D**2
    return Solution.of_whole(
        samples_spectrum(mu, n),
        V,
        residuals(centered, V, mu[: V.shape[1]]),
        bound,
        trace=float(mu.sum()),
        frobenius=float(arithmetic.lengths(mu, None)),
    ).require(components)
