"""The dense eigen-solver: every eigenvalue of a matrix, by LAPACK or with fifty digits."""

from dataclasses import dataclass, replace

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.centering import center, row_means
from kpca.solvers.solution import Solution
from kpca.solvers.vectors import fix_signs, oriented


@dataclass(frozen=True)
class Pairs:
    """Every eigenvalue of a centered Gram matrix, and eigenvectors of which components are made.

    A (n, n)     K~, known up to ``error`` in spectral norm
    values (n,)  eigenvalues, ascending
    W (n, k)     unit eigenvectors of the k largest, as a rule of all of them
    means (n,)   of the rows of K
    weights (n,) of the samples, if K~ is the weighted matrix of ``kpca.centering``
    """

    A: Array
    values: Array
    W: Array
    means: Array
    error: float
    weights: Array | None = None

    @classmethod
    def of(
        cls,
        K: Array,
        element_error: float = 0.0,
        weights: Array | None = None,
        vectors: int | None = None,
    ) -> "Pairs":
        """Those of K (n, n), whose elements are known up to ``element_error``.

        With ``vectors`` W has so many eigenvectors, which takes less time where they are few.

        Raises ``ValueError`` as ``all_pairs`` does.
        """
        error = tolerances.centered_gram(len(K), abs(K).max(), element_error)
        if weights is not None:
            error = tolerances.weighted_gram(weights, abs(K).max(), element_error)
        A = center(K, weights)
        return cls(A, *all_pairs(A, error, vectors), row_means(K, weights), error, weights)

    def leading(self, d: int) -> Solution:
        """The d <= k leading components, and the complete spectrum."""
        return of_pairs(
            self.A, self.values, self.W, d, self.error, centered=True, weights=self.weights
        )


def leading(A: Array, d: int, error: float, centered: bool = False) -> Solution:
    """The d largest eigenpairs of the symmetric A (n, n), known up to ``error`` in spectral norm.

    The spectrum is complete. ``centered`` says that A1 = 0: what V has along the vector 1 is
    then removed, see ``vectors.remove_mean``. Raises ``ValueError`` as ``all_pairs`` does.
    """
    return of_pairs(A, *all_pairs(A, error), d, error, centered)


def all_pairs(A: Array, error: float, vectors: int | None = None) -> tuple[Array, Array]:
    """Eigenvalues (n,), ascending, and unit eigenvectors (n, n) of the symmetric A (n, n).

    Only those (n, k) of the k largest with k = ``vectors``.

    Raises ``ValueError`` if A is not finite, or not symmetric beyond ``error``.
    """
    if not arithmetic.is_fifty_digits(A) and not np.isfinite(A).all():
        raise ValueError(f"matrix has {np.sum(~np.isfinite(A))} elements that are NaN or infinite")
    asymmetry, error = float(np.abs(A - A.T).max()), float(error)
    if asymmetry > 2.0 * error:
        raise ValueError(
            f"matrix is not symmetric: |A - A'| = {asymmetry:.3g}, allowed {2.0 * error:.3g}"
        )
    symmetric = 0.5 * (A + A.T)
    if vectors is None:
        return arithmetic.eigh(symmetric)
    return arithmetic.leading_eigh(symmetric, vectors)


def of_pairs(
    A: Array,
    values: Array,
    W: Array,
    d: int,
    error: float,
    centered: bool = False,
    weights: Array | None = None,
) -> Solution:
    """``leading`` from all eigenvalues (n,), ascending, and the last k >= d eigenvectors W (n, k).

    ``weights`` (n,) are those of a centered weighted matrix.
    """
    V = W[:, ::-1][:, :d]
    V = oriented(V, weights) if centered else fix_signs(V)
    bound = float(error) + tolerances.eigenvalue(len(A), float(arithmetic.lengths(A, None)))
    return replace(Solution.of_matrix(A, values[::-1].copy(), V, bound), weights=weights)
