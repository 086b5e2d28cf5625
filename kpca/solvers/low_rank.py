"""A low-rank factor of a positive semi-definite matrix, by randomly pivoted Cholesky.

Source: E. Epperly, J. Tropp & R. Webber, Embrace rejection: Kernel matrix approximation by
accelerated randomly pivoted Cholesky, arXiv 2410.03969 (2024), Algorithm 2.1.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices
from kpca.solvers.elements import KernelElements
from kpca.solvers.solution import Solution
from kpca.solvers.threads import THREADS, inner, one_thread, side_by_side, times
from kpca.solvers.tiled import require_finite, sums_not_finite
from kpca.solvers.vectors import fix_signs

PROPOSED = 96
"""Landmarks that are proposed at a time, or a quarter of the rank where that is more: each group
reads the whole factor once."""

PROBED = 256
"""Samples from which the decay of the spectrum is estimated before a factor of all is computed."""

ROWS = 1024
"""Rows of the factor that are computed at a time, and whose products are added up in one sum."""


class IndefiniteError(ValueError):
    """A factor LL' exists for positive semi-definite kernels only."""


@dataclass(frozen=True)
class Factor:
    """F (n, r) with K^ = FF' below K: K - K^ is positive semi-definite, and 0 at the landmarks.

    landmarks  (r,) numbers of the samples whose columns of K are reproduced
    F          (n, r)
    residual   (n,) diagonal of K - K^: squared distances of the samples' features from the span of
               those of the landmarks; 0 where rounding hides it
    hidden     bound on what the residuals that are 0 add up to, and on the rounding of the values
    trace      of K
    """

    landmarks: Indices
    F: Array
    residual: Array
    hidden: float
    trace: float

    @property
    def rank(self) -> int:
        """Number r of landmarks."""
        return len(self.landmarks)

    @property
    def error(self) -> float:
        """Bound on tr(K - K^), at least the sum of all mu_i - mu^_i, of which none is negative."""
        return float(self.residual.sum()) + self.hidden

    @cached_property
    def mean(self) -> Array:
        """The mean (r,) of the rows of F, ``ROWS`` rows at a time."""
        totals = np.zeros((THREADS, self.rank))

        def add(rows: slice, thread: int) -> None:
            totals[thread] += self.F[rows].sum(axis=0)

        _for_all_rows(len(self.F), add)
        return totals.sum(axis=0) / len(self.F)

    @property
    def row_means(self) -> Array:
        """The means (n,) of the rows of K^."""
        return self.F @ self.mean


def factor(
    elements: KernelElements,
    rank: int,
    tolerance: float = 0.0,
    seed: int = 0,
    patient: bool = True,
) -> Factor:
    """The factor of K (n, n) with at most ``rank`` landmarks.

    Landmarks are drawn with probabilities proportional to the residual diagonal. A group of them is
    proposed at a time, and each is accepted with the probability that remains after those before
    it, which gives the same distribution as one at a time. The factor ends where tr(K - K^) is at
    most ``tolerance`` times tr(K). Unless it is ``patient``, it also ends after a group if the
    residual would have to decay much faster than it did.

    Raises ``IndefiniteError`` for a kernel that is not positive semi-definite, and
    ``NotFiniteError`` for values that are not finite.
    """
    if not elements.positive:
        raise IndefiniteError(
            f"the kernel {elements.kernel.name} is not positive semi-definite; allowed for a "
            "low-rank factor: positive semi-definite kernels; use the eigen-solver"
        )
    rng, n = np.random.default_rng(seed), elements.n
    rank = min(rank, n)
    # By columns: a factor that ends early then takes the memory of its columns only.
    F = np.empty((n, rank), order="F")
    with np.errstate(over="ignore"):
        diagonal = elements.diagonal()
        trace, landmarks = float(diagonal.sum()), list[int]()
    first = int(np.argmin(np.isfinite(diagonal)))
    require_finite(diagonal[first, None, None], elements, first, first)
    if not np.isfinite(trace):
        raise sums_not_finite(n)
    least = _least(diagonal, 0, elements.error)
    residual = np.where(diagonal > least, diagonal, 0.0)
    while len(landmarks) < rank and residual.sum() > tolerance * trace:
        size = min(max(PROPOSED, rank // 4), rank)
        proposed = rng.choice(n, size=size, p=residual / residual.sum())
        accepted, L = _accepted(elements, F[:, : len(landmarks)], proposed, residual, rng)
        room = rank - len(landmarks)
        accepted, L = accepted[:room], L[:room, :room]
        residual = _add_columns(elements, F, len(landmarks), accepted, L, residual)
        _require_finite_columns(elements, accepted, residual)
        landmarks.extend(accepted)
        residual[landmarks] = 0.0
        least = _least(diagonal, len(landmarks), elements.error)
        residual = np.where(residual > least, residual, 0.0)
        if not patient and not _decays(residual.sum() / trace, len(landmarks), tolerance, rank):
            break
    chosen = np.array(landmarks, dtype=np.intp)
    hidden = float(least[residual == 0.0].sum()) + n * elements.error
    return Factor(chosen, F[:, : len(chosen)], residual, hidden, trace)


def is_promising(elements: KernelElements, rank: int, tolerance: float, seed: int) -> bool:
    """Whether a factor of ``PROBED`` samples decays so fast that one of all samples may be short.

    It may be wrong, which costs time and no accuracy.
    """
    chosen = np.random.default_rng(seed).permutation(elements.n)[:PROBED]
    part = factor(replace(elements, X=elements.X[chosen]), PROPOSED, tolerance, seed)
    others = np.delete(np.arange(len(chosen)), part.landmarks)
    if part.trace == 0.0:
        return True
    left = float(part.residual[others].sum()) / part.trace * len(chosen) / max(len(others), 1)
    return _decays(left, part.rank, tolerance, rank)


def _least(diagonal: Array, columns: int, error: float) -> Array:
    """Below this (n,) a residual after that many columns is rounding, and no landmark.

    ``error`` is that of a value of the kernel: a landmark that is made of it would enlarge it.
    """
    rounding = np.maximum(diagonal, 0.0) * 2.0 * tolerances.long_dot(columns + 8)
    return rounding + 2.0 * error


def _decays(left: float, landmarks: int, tolerance: float, rank: int) -> bool:
    """Whether a geometric decay to the share ``left`` reaches the tolerance with that rank.

    Spectra often decay faster and faster, so a third more landmarks are allowed here.
    """
    # By logarithms, since both powers would underflow to 0.
    return left <= 0.0 or 4 * rank / 3 * np.log(left) <= landmarks * np.log(tolerance)


def _accepted(
    elements: KernelElements,
    F: Array,
    proposed: Indices,
    residual: Array,
    rng: np.random.Generator,
) -> tuple[Indices, Array]:
    """Those of the proposed landmarks that are accepted (a,), and the Cholesky factor L (a, a).

    L belongs to the residual matrix K - FF' of the accepted ones.
    """
    rows = F[proposed]
    G = elements.values(elements.X[proposed], elements.X[proposed]) - rows @ rows.T
    chances = rng.uniform(size=len(proposed)) * residual[proposed]
    accepted, columns = [], []
    for i in range(len(proposed)):
        if G[i, i] > 0.0 and chances[i] < G[i, i]:
            column = G[:, i] / np.sqrt(G[i, i])
            G = G - np.outer(column, column)
            accepted.append(i)
            columns.append(column)
    if not accepted:
        # The residual of every proposal is rounding: the largest ends the group.
        accepted = [int(np.argmax(residual[proposed]))]
        columns = [np.full(len(proposed), np.sqrt(residual[proposed[accepted[0]]]))]
    return proposed[accepted], np.array(columns).T[accepted]


def _add_columns(
    elements: KernelElements, F: Array, k: int, accepted: Indices, L: Array, residual: Array
) -> Array:
    """Write the new columns of F, and return the residual diagonal (n,).

    Everything is computed by columns, as F is stored: the products are then faster by a fifth.
    """
    X, pivots, a = elements.X, F[accepted, :k], len(accepted)
    left = residual.copy()
    # In place, because scipy.linalg.solve_triangular would copy.
    trsm = scipy.linalg.get_blas_funcs("trsm", (L,))

    def add(rows: slice, _: int) -> None:
        column = elements.values(X[accepted], X[rows])
        column -= pivots @ F[rows, :k].T
        new = trsm(1.0, L, column.T, side=1, lower=True, trans_a=1, overwrite_b=True)
        F[rows, k : k + a] = new
        left[rows] -= np.einsum("ij,ij->i", new, new)

    _for_all_rows(len(X), add)
    return np.maximum(left, 0.0)


def _require_finite_columns(elements: KernelElements, accepted: Indices, residual: Array) -> None:
    """Raise ``NotFiniteError`` for a residual (n,) that is not finite, with the pair of samples."""
    if np.isfinite(residual).all():
        return
    row = int(np.argmin(np.isfinite(residual)))
    for column in accepted:
        value = elements.values(elements.X[row : row + 1], elements.X[column : column + 1])
        require_finite(value, elements, row, int(column))
    raise sums_not_finite(elements.n)


def _for_all_rows(n: int, work: Callable[[slice, int], None]) -> None:
    """Call ``work`` for every ``ROWS`` rows, with the number of the thread, in several threads."""

    def share(thread: int) -> None:
        for start in range(thread * ROWS, n, THREADS * ROWS):
            work(slice(start, min(n, start + ROWS)), thread)

    side_by_side(share)


def kernel_pca(factor: Factor, components: int) -> Solution:
    """The principal components of a factor (n, r) as a solution for K itself.

    mu^_i <= mu_i <= mu^_i + tr(K - K^), because K - K^ is positive semi-definite; the sum of all
    differences is tr H(K - K^)H. Every eigenvalue beyond r is at most tr(K - K^). To this the
    rounding of the factor is added, that of the products F'F, and that of the kernel values. The
    residual of a vector is |K^ v - mu^ v|, measured, plus the same bound on |K - K^|.

    Raises ``RankError`` for more components than eigenvalues above the cut-off.
    """
    F, mean = factor.F, factor.mean
    n, r = F.shape
    products = _products(F, mean)
    with one_thread():
        mu, W = scipy.linalg.eigh(products)
    mu, W = np.maximum(mu[::-1], 0.0), W[:, ::-1]
    frobenius, trace = float(np.linalg.norm(mu)), float(mu.sum())
    of_solver = tolerances.eigenvalue(r, frobenius)
    # That FF' is K^, by the backward error of Cholesky's method, and that the products are F'F.
    rounding = tolerances.long_dot(r + 8) + tolerances.long_dot(ROWS + n // ROWS)
    off = factor.error + rounding * factor.trace
    bound = off + of_solver
    d = min(components, int((mu > bound).sum()))
    errors = np.full(len(mu), bound)
    errors[:d] = off + np.minimum(of_solver, _measured(products, mu, W, d, of_solver))
    scores = _projected(F, mean, W[:, :d])
    # Unit vectors by their own length: sqrt(mu) of a small component is not accurate enough.
    V = fix_signs(scores / np.maximum(lengths(scores), np.finfo(float).tiny))
    again = _projected(F, mean, inner(F, V) - np.outer(mean, V.sum(axis=0)))
    residuals = lengths(again - V * mu[:d]) + off
    norms = (trace + factor.error, frobenius, off + r * of_solver)
    return Solution(mu, V, residuals, bound, errors, bound, *norms).require(components)


def _measured(products: Array, mu: Array, W: Array, d: int, of_solver: float) -> float:
    """Bound on the error of the first d eigenvalues of a matrix (r, r), from their residual.

    It is infinite if they may not be the largest ones: the error ``of_solver`` of all eigenvalues
    decides that. Otherwise it is Kahan's bound, to which the rounding of the residual is added.
    """
    after = mu[d] if d < len(mu) else -np.inf
    if d == 0 or mu[d - 1] - after <= 2.0 * of_solver:
        return np.inf
    W, r = W[:, :d], len(mu)
    R = products @ W - W * mu[:d]
    rounding = (tolerances.long_dot(r) + 2.0 * tolerances.U) * float(np.linalg.norm(mu))
    skew = float(np.linalg.norm(W.T @ W - np.eye(d))) + d * tolerances.long_dot(r)
    return (float(np.linalg.norm(R)) + np.sqrt(d) * rounding) / (1.0 - min(skew, 0.5))


def _products(F: Array, mean: Array) -> Array:
    """The inner products (r, r) of the centered columns; ``ROWS`` rows at a time."""
    sums = np.zeros((THREADS, len(mean), len(mean)))

    def multiply(rows: slice, thread: int) -> None:
        centered = F[rows] - mean
        sums[thread] += centered.T @ centered

    _for_all_rows(len(F), multiply)
    return sums.sum(axis=0)


def _projected(F: Array, mean: Array, axes: Array) -> Array:
    """(F - mean) axes, (n, d)."""
    return times(F, axes) - mean @ axes
