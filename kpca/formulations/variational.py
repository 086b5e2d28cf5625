"""Direct maximization of <f, C f> on the unit sphere, from random starts (N0, N1; P1, E11)."""

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import vectors
from kpca.solvers.solution import RankError, Solution

STARTS = 2
CLIMBS = 20
SHORT_STEPS = 5
GRADIENT = 1e-8
"""An ascent stops when every coordinate of the gradient is this small, for a matrix of trace 1."""


class AscentError(ArithmeticError):
    """An ascent did not end at a stationary point."""


def fit(K: Array, components: int, element_error: float = 0.0, seed: int = 0) -> Solution:
    """Kernel PCA of a positive semi-definite Gram matrix K (n, n) without an eigen-solver.

    K~ = L L' gives every sample r coordinates, the rows of L (n, r), and f the same: f = w with
    |w| = 1 and n <f, C f> = |L w|^2. Each component climbs among the w orthogonal to those before.
    Raises ``RankError`` as all formulations do, ``ValueError`` for an indefinite matrix.
    """
    n, centered = len(K), center(K)
    error = tolerances.centered_gram(n, np.abs(K).max(), element_error)
    L = factor(centered, error)
    if components < 1 or L.shape[1] == 0:
        raise RankError.of(components, L.shape[1], error)
    trace = float(np.trace(centered))
    W = climb(L / np.sqrt(trace), min(components, L.shape[1]), seed)
    scores = L @ W
    mu = np.einsum("il,il->l", scores, scores)
    V = vectors.oriented(scores / np.sqrt(mu))
    matrix = 2.0 * error + tolerances.cholesky(L.shape[1], trace)
    ascents = trace * tolerances.ascent(L.shape[1], GRADIENT, len(mu))
    solution = Solution.of_matrix(centered, mu, V, matrix + ascents, positive=True)
    return solution.with_errors(matrix + _quotients(solution, ascents)).require(components)


def _quotients(solution: Solution, residual: float) -> Array:
    """Error (d,) of each mu, a Rayleigh quotient of L L' whose residual is known: quadratic."""
    rounding = 2.0 * tolerances.dot(solution.n + solution.components) * solution.trace
    pairs = (slice(at, at + 1) for at in range(solution.components))
    gaps = (solution.gap(pair) - 2.0 * solution.matrix_error for pair in pairs)
    return np.array([rounding + tolerances.rayleigh(residual, gap) for gap in gaps])


def factor(centered: Array, error: float) -> Array:
    """L (n, r) with |K~ - L L'|_2 <= ``error`` and rounding: Cholesky with pivoting.

    Raises ``ValueError`` where what is left over is not small: K~ (n, n) is indefinite.
    """
    n = len(centered)
    triangle, pivots, rank, _ = scipy.linalg.lapack.dpstrf(centered, tol=error / n, lower=1)
    # LAPACK does not compare the first pivot with the limit.
    rank = rank if centered.diagonal().max() > error / n else 0
    L = np.empty((n, rank))
    L[pivots - 1] = np.tril(triangle)[:, :rank]
    left = float(lengths(centered - L @ L.T, None))
    if left > np.sqrt(n) * (error + tolerances.cholesky(rank, float(np.trace(centered)))):
        raise ValueError(
            f"the ascent needs a positive semi-definite Gram matrix; the rest that Cholesky leaves "
            f"is {left:.3g}; allowed for an indefinite one: the eigen-solve"
        )
    return L


def climb(A: Array, components: int, seed: int = 0) -> Array:
    """Orthonormal W (r, d) that maximize |A w| one after the other, for A (n, r) of norm <= 1."""
    rng = np.random.default_rng(seed)
    W = np.zeros((A.shape[1], 0))
    for _ in range(components):
        reached = [ascend(A, W, rng.normal(size=(A.shape[1],))) for _ in range(STARTS)]
        best = max(reached, key=lambda w: float(np.linalg.norm(A @ w)))
        W = np.column_stack([W, best])
    return W


def ascend(A: Array, W: Array, start: Array) -> Array:
    """A unit vector w (r,) orthogonal to the columns of W that maximizes |A w|^2, by L-BFGS.

    Raises ``AscentError`` if the gradient does not fall below ``GRADIENT``.
    """
    # Here, because every job imports this module, and scipy.optimize loads in 0.13 s.
    from scipy.optimize import minimize

    def off(w: Array) -> Array:
        return w - W @ (W.T @ w)

    def descent(w: Array) -> tuple[float, Array]:
        size = np.linalg.norm(off(w))
        unit = off(w) / size
        image = A @ unit
        quotient = float(image @ image)
        return -quotient, -2.0 * off(A.T @ image - quotient * unit) / size

    w = start
    options = {"gtol": GRADIENT, "ftol": 0.0, "maxiter": 5000, "maxcor": 30}
    # The steps leave the unit sphere by a little, and the gradient is measured on it.
    for _ in range(CLIMBS):
        w = off(off(w))
        w /= np.linalg.norm(w)
        gradient = float(np.abs(descent(w)[1]).max())
        if gradient <= GRADIENT:
            return w
        w = minimize(descent, w, jac=True, method="L-BFGS-B", options=options).x
        # The last steps are too short for a line search, so plain gradient steps follow.
        for _ in range(SHORT_STEPS):
            w = off(A.T @ (A @ w))
            w /= np.linalg.norm(w)
    raise AscentError(f"an ascent ended at a gradient of {gradient:.1g}; allowed: {GRADIENT:.1g}")
