"""The same analysis by scikit-learn, converted to the convention and the solution type of kpca."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center, gower
from kpca.formulations import conventions
from kpca.solvers import vectors
from kpca.solvers.solution import Solution


def kernel_pca(K: Array, components: int, element_error: float = 0.0) -> Solution:
    """scikit-learn's KernelPCA of a Gram matrix K (n, n), which may be indefinite."""
    from sklearn.decomposition import KernelPCA

    n = len(K)
    peer = KernelPCA(components, kernel="precomputed", eigen_solver="dense").fit(K)
    # Its sums run down the columns, where the error of a mean grows like n u.
    error = tolerances.centered_gram(n, np.abs(K).max(), element_error, mean=tolerances.dot(n))
    return _solution(peer.eigenvalues_, peer.eigenvectors_, center(K), error)


def pca(X: Array, components: int) -> Solution:
    """scikit-learn's PCA of points X (n, q): kernel PCA with the linear kernel."""
    from sklearn.decomposition import PCA

    peer = PCA(components, svd_solver="full").fit(X)
    mu = conventions.convert(
        peer.explained_variance_, "eigenvalue", "scikit-learn PCA", "kpca", n=len(X)
    )
    error = 6.0 * tolerances.dot(len(X)) * float((X**2).sum())
    return _solution(mu, peer.transform(X), center(X @ X.T), error)


def classical_mds(D2: Array, components: int, element_error: float = 0.0) -> Solution:
    """scikit-learn's ClassicalMDS of squared distances D2 (n, n), none of them negative."""
    from sklearn.manifold import ClassicalMDS

    n, largest = len(D2), float(D2.max())
    peer = ClassicalMDS(components, metric="precomputed").fit(np.sqrt(D2))
    # A root and a square: three more roundings of d^2.
    element_error += 3.0 * tolerances.U * largest
    error = 0.5 * tolerances.centered_gram(n, largest, element_error, mean=tolerances.dot(n))
    return _solution(peer.eigenvalues_, peer.embedding_, gower(D2), error)


def _solution(mu: Array, V: Array, centered: Array, error: float) -> Solution:
    """The solution of eigenvalues mu (d,) and eigenvectors or scores V (n, d), of any length."""
    bound = error + tolerances.eigenvalue(len(centered), float(lengths(centered, None)))
    # City-block distances, for example, have negative eigenvalues, which no peer returns.
    solution = Solution.of_matrix(centered, mu, vectors.oriented(V), bound, positive=False)
    return solution.require(len(mu))
