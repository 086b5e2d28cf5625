"""A low-rank factor of a positive semi-definite matrix, by randomly pivoted Cholesky.

Source: E. Epperly, J. Tropp & R. Webber, Embrace rejection: Kernel matrix approximation by
accelerated randomly pivoted Cholesky, arXiv 2410.03969 (2024), Algorithm 2.1.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import scipy.linalg
from numpy.typing import DTypeLike

from kpca import tolerances
from kpca.arrays import Array, Indices
from kpca.kernels import Kernel
from kpca.solvers.solution import Solution
from kpca.solvers.tiled import THREADS, one_thread, require_finite
from kpca.solvers.vectors import fix_signs

PROPOSED = 96
"""Landmarks that are proposed at a time."""

ROWS = 2048
"""Rows of the factor that are computed at a time."""


class IndefiniteError(ValueError):
    """A factor LL' exists for positive semi-definite kernels only."""


@dataclass(frozen=True)
class Factor:
    """F (n, r) with K^ = FF' below K: K - K^ is positive semi-definite, and 0 at the landmarks.

    landmarks  (r,) numbers of the samples whose columns of K are reproduced
    F          (n, r) in double or single precision
    residual   (n,) diagonal of K - K^: squared distances of the samples' features from the span of
               those of the landmarks; 0 where rounding hides it
    hidden     bound on what the residuals that are 0 add up to
    trace      of K
    center     (q,) the point that was subtracted from all points, as in ``KernelEntries``
    """

    landmarks: Indices
    F: Array
    residual: Array
    hidden: float
    trace: float
    center: Array

    @property
    def rank(self) -> int:
        """Number r of landmarks."""
        return len(self.landmarks)

    @property
    def distances(self) -> Array:
        """Distance (n,) of each sample's features from the span of those of the landmarks."""
        return np.sqrt(self.residual)

    @property
    def error(self) -> float:
        """Bound on tr(K - K^), at least the sum of all mu_i - mu^_i, of which none is negative."""
        return float(self.residual.sum()) + self.hidden


def factor(
    kernel: Kernel,
    X: Array,
    rank: int,
    tolerance: float = 0.0,
    seed: int = 0,
    dtype: DTypeLike = np.float64,
    patient: bool = True,
) -> Factor:
    """The factor of k(x_i, x_j) for points X (n, q), with at most ``rank`` landmarks.

    Landmarks are drawn with probabilities proportional to the residual diagonal. A group of them is
    proposed at a time, and each is accepted with the probability that remains after those before
    it, which gives the same distribution as one at a time. The factor ends where tr(K - K^) is at
    most ``tolerance`` times tr(K). Unless it is ``patient``, it also ends after the first group if
    the residual would have to decay faster than it did.

    Raises ``IndefiniteError`` for a kernel that is not positive semi-definite.
    """
    if not kernel.is_positive_semidefinite:
        raise IndefiniteError(
            f"the kernel {kernel.name} is not positive semi-definite; allowed for a low-rank "
            "factor: positive semi-definite kernels; use the eigen-solver"
        )
    middle = X.mean(axis=0) if kernel.movable else np.zeros(X.shape[1])
    X = X - middle
    rng, n = np.random.default_rng(seed), len(X)
    rank = min(rank, n)
    # By columns: a factor that ends early then takes the memory of its columns only.
    F = np.zeros((n, rank), dtype=dtype, order="F")
    with np.errstate(over="ignore"):
        residual = kernel.diagonal(X)
    require_finite(residual[None])
    trace = float(residual.sum())
    landmarks: list[int] = []
    # Below this a residual is rounding, and its share of the proposals is noise.
    least = np.maximum(residual, 0.0) * 2.0 * tolerances.long_dot(rank + 8)
    residual = np.where(residual > least, residual, 0.0)
    while len(landmarks) < rank and residual.sum() > tolerance * trace:
        proposed = rng.choice(n, size=min(PROPOSED, rank), p=residual / residual.sum())
        accepted, L = _accepted(kernel, X, F[:, : len(landmarks)], proposed, residual, rng)
        room = rank - len(landmarks)
        accepted, L = accepted[:room], L[:room, :room]
        residual = _add_columns(kernel, X, F, len(landmarks), accepted, L, residual)
        landmarks.extend(accepted)
        residual[landmarks] = 0.0
        residual = np.where(residual > least, residual, 0.0)
        if not patient and not _decays(residual.sum() / trace, len(landmarks), tolerance, rank):
            break
    chosen = np.array(landmarks, dtype=np.intp)
    hidden = float(least[residual == 0.0].sum())
    return Factor(chosen, F[:, : len(chosen)], residual, hidden, trace, middle)


def _decays(left: float, landmarks: int, tolerance: float, rank: int) -> bool:
    """Whether a geometric decay to the share ``left`` reaches the tolerance with that rank."""
    return left**rank <= tolerance**landmarks


def _accepted(
    kernel: Kernel, X: Array, F: Array, proposed: Indices, residual: Array, rng: np.random.Generator
) -> tuple[Indices, Array]:
    """Those of the proposed landmarks that are accepted (a,), and the Cholesky factor L (a, a).

    L belongs to the residual matrix K - FF' of the accepted ones.
    """
    rows = F[proposed].astype(float)
    G = kernel(X[proposed], X[proposed]) - rows @ rows.T
    chances = rng.uniform(size=len(proposed)) * residual[proposed]
    kept, columns = [], []
    for i in range(len(proposed)):
        if G[i, i] > 0.0 and chances[i] < G[i, i]:
            column = G[:, i] / np.sqrt(G[i, i])
            G = G - np.outer(column, column)
            kept.append(i)
            columns.append(column)
    if not kept:
        # The residual of every proposal is rounding: the largest ends the group.
        kept = [int(np.argmax(residual[proposed]))]
        columns = [np.full(len(proposed), np.sqrt(residual[proposed[kept[0]]]))]
    return proposed[kept], np.array(columns).T[kept]


def _add_columns(
    kernel: Kernel, X: Array, F: Array, k: int, accepted: Indices, L: Array, residual: Array
) -> Array:
    """Write the new columns of F, row by row, and return the residual diagonal (n,)."""
    pivots, a = F[accepted, :k].astype(float), len(accepted)
    left = residual.copy()

    def add(rows: slice, _: int) -> None:
        column = kernel(X[rows], X[accepted])
        column -= F[rows, :k] @ pivots.T
        # In place, because scipy.linalg.solve_triangular would copy.
        new = scipy.linalg.blas.dtrsm(1.0, L, column.T, lower=True, overwrite_b=True).T
        F[rows, k : k + a] = new
        left[rows] -= np.einsum("ij,ij->i", new, new)

    _for_all_rows(len(X), add)
    return np.maximum(left, 0.0)


def _for_all_rows(n: int, work: Callable[[slice, int], None]) -> None:
    """Call ``work`` for every ``ROWS`` rows, with the number of the thread, in several threads."""

    def part(number: int) -> None:
        for start in range(number * ROWS, n, THREADS * ROWS):
            work(slice(start, min(n, start + ROWS)), number)

    with one_thread(), ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(part, range(THREADS)))


@dataclass(frozen=True)
class LowRank:
    """Kernel PCA of K^ = FF': eigenvalues, and the map of features to scores.

    solution  the r eigenvalues of HK^H and the first d eigenvectors, with bounds for those of HKH
    factor    F and the landmarks
    mean      (r,) of the rows of F
    axes      (r, d) with scores (F - mean) axes
    """

    solution: Solution
    factor: Factor
    mean: Array
    axes: Array
    X: Array

    def place(self, kernel: Kernel, X_new: Array) -> Array:
        """Scores (m, d) of new points X_new (m, q), whose features are projected on the landmarks.

        The projection makes a score off by at most the distance of the point's features from the
        span of the landmarks' features.
        """
        pivots = self.factor.F[self.factor.landmarks].astype(float)
        center = self.factor.center
        K = kernel(X_new - center, self.X[self.factor.landmarks] - center)
        F_new = scipy.linalg.solve_triangular(pivots, K.T, lower=True, check_finite=False).T
        return (F_new - self.mean) @ self.axes


def kernel_pca(found: Factor, X: Array, components: int, entry_error: float) -> LowRank:
    """The principal components of a factor (n, r) as a solution for K itself.

    mu^_i <= mu_i <= mu^_i + tr(K - K^), because K - K^ is positive semi-definite; the sum of all
    differences is tr H(K - K^)H. Every eigenvalue beyond r is at most tr(K - K^). To this the
    rounding of the products F'F is added, and that of the kernel values.

    Raises ``RankError`` for more components than eigenvalues above the cut-off.
    """
    n, r = found.F.shape
    mean = np.zeros(r)
    for start in range(0, n, ROWS):
        mean += found.F[start : start + ROWS].sum(axis=0, dtype=float)
    mean /= n
    grams = np.zeros((THREADS, r, r))

    def multiply(rows: slice, part: int) -> None:
        centered = found.F[rows] - mean
        grams[part] += centered.T @ centered

    _for_all_rows(n, multiply)
    gram = grams.sum(axis=0)
    with one_thread():
        mu, W = scipy.linalg.eigh(gram)
    mu, W = np.maximum(mu[::-1], 0.0), W[:, ::-1]
    frobenius, trace = float(np.linalg.norm(mu)), float(mu.sum())
    unit = tolerances.U if found.F.dtype == np.float64 else 2.0**-24
    rounding = tolerances.eigenvalue(r, frobenius) + n * entry_error
    rounding += unit / tolerances.U * tolerances.long_dot(ROWS + n // ROWS + r) * found.trace
    bound = found.error + rounding
    d = min(components, int((mu > bound).sum()))
    V = np.empty((n, d))

    def project(rows: slice, _: int) -> None:
        V[rows] = (found.F[rows] - mean) @ W[:, :d]

    _for_all_rows(n, project)
    scores = V
    V = fix_signs(V / np.sqrt(mu[:d]))
    signs = np.sign(np.einsum("nl,nl->l", V, scores)) if d else np.ones(0)
    solution = Solution(
        mu,
        V,
        np.full(d, bound),
        bound,
        np.full(len(mu), bound),
        bound,
        trace + found.error,
        frobenius,
    )
    return LowRank(solution.require(components), found, mean, W[:, :d] * signs, X)
