"""Upper bounds on the next eigenvalue, which prove that no larger one was missed.

Each bound holds for any d orthonormal vectors, however they were found.

Sources: J. Kuczynski & H. Wozniakowski, Estimating the largest eigenvalue by the power and Lanczos
algorithms with a random start, SIMAX 13 (1992), Theorem 4.2; E. Haynsworth, Determination of the
inertia of a partitioned Hermitian matrix, Linear Algebra and its Applications 1 (1968).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arithmetic import inertia, lengths
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import krylov
from kpca.solvers.elements import Elements
from kpca.solvers.tiled import Survey

BELOW = (0.5, 0.1, 1e-2, 1e-4, 1e-6, 1e-9)
"""Eigenvalues are counted above (1 - each of these) of the last one, until the number is right."""

CERTIFICATE = 2
"""The stream of random starts of the certificate: independent of those of the solver."""

HOPE = 10
"""A random start ends after that many passes if it would need more than are allowed."""

BISECTIONS = 3
"""The bound from inertia is lowered by that many bisections of the exponent."""

SMALL_RESIDUAL = 0.1
"""A guard has at most that residual, as a fraction of its distance from the last pair."""

ROWS = 2048
"""Rows of vectors that are worked on at a time."""

HALVINGS = 30
"""A bound that is the smallest of its kind is found by that many bisections of its interval."""


@dataclass(frozen=True)
class Bound:
    """``after`` is an upper bound on mu_(d+1), ``lowest`` a lower bound on the smallest eigenvalue.

    ``source`` says in words where they come from.
    """

    after: float
    lowest: float
    source: str


def from_norms(elements: Elements, theta: Array, survey: Survey, rounding: float) -> Bound:
    """From the sums of all eigenvalues and of their squares.

    Rayleigh quotients theta (d,) of orthonormal vectors add up to no more than the d largest
    eigenvalues (Ky Fan), and so do their squares if none is negative. What is left of the sum of
    squares bounds each other eigenvalue, and so does what is left of the trace if no eigenvalue is
    negative. A negative rest contradicts that. ``rounding`` is the bound |E|_2 on the error of the
    matrix.
    """
    n, norm = elements.n, survey.uncentered or 1.0
    # In units of |K|_F, because squares of very small or large numbers vanish or overflow.
    own, largest = survey.frobenius / norm, np.maximum(theta, 0.0) / norm
    # |E|_F <= sqrt(n) |E|_2, and sums of n^2 squares in tiles, less those of the means.
    relative = np.sqrt(n) * rounding / norm
    slack = relative * (2.0 * own + relative) + tolerances.dot(4 * n + 10)
    by_squares = norm * float(np.sqrt(max(own**2 - float((largest**2).sum()) + slack, 0.0)))
    if not elements.positive:
        return Bound(by_squares, -by_squares, "Frobenius norm")
    slack = survey.trace_error + len(theta) * rounding
    by_trace = survey.trace - float(theta.sum()) + slack
    if by_trace < 0.0:
        source = "Frobenius norm; the trace shows that others are negative"
        return Bound(by_squares, -by_squares, source)
    if by_trace <= by_squares:
        return Bound(by_trace, 0.0, "trace")
    return Bound(by_squares, 0.0, "Frobenius norm")


def from_inertia(elements: Elements, theta: Array, rounding: float) -> Bound | None:
    """From the number of eigenvalues above a value, by LDL' of the whole matrix (Sylvester).

    A low value that exactly d eigenvalues exceed; None if none was found. The backward error of
    LDL' is assumed to be no larger than that of the eigen-solver.
    """
    n = elements.n
    K = np.empty((n, n))
    elements.block(slice(0, n), slice(0, n), K)
    K = center(0.5 * (K + K.T))
    allowed = rounding + tolerances.eigenvalue(n, float(lengths(K, None)))
    last, d = float(theta.min()), len(theta)

    def is_right(fraction: float) -> bool:
        return inertia(K, last * (1.0 - fraction)) == d

    right = next((fraction for fraction in BELOW if is_right(fraction)), None)
    if right is None:
        return None
    wrong = min((fraction for fraction in BELOW if fraction > right), default=1.0)
    for _ in range(BISECTIONS):
        middle = float(np.sqrt(wrong * right))
        wrong, right = (wrong, middle) if is_right(middle) else (middle, right)
    lowest = 0.0 if elements.positive else -np.inf
    return Bound(last * (1.0 - right) + allowed, lowest, f"{d} eigenvalues above, by LDL'")


def from_covariance(C: Array, d: int, rounding: float) -> Bound | None:
    """From the covariance C (p, p), which has all eigenvalues of K~ that are not 0.

    LAPACK says where the eigenvalue after the d largest lies, and LDL' counts those above. Both are
    assumed to have the same backward error. None if they disagree. ``rounding`` bounds the distance
    of the eigenvalues of C from those of K~.
    """
    p, allowed = len(C), tolerances.eigenvalue(len(C), float(lengths(C, None)))
    after = 0.0
    if d < p:
        after = max(0.0, float(scipy.linalg.eigvalsh(C, check_finite=False)[p - d - 1])) + allowed
        if inertia(C, after) > d:
            return None
    source = f"{min(d, p)} eigenvalues above, by LDL' of the covariance of {p} features"
    return Bound(after + allowed + rounding, 0.0, source)


def random_start_error(n: int, b: int, passes: int, failure: float = tolerances.FAILURE) -> float:
    """epsilon: what a block Krylov space of b random vectors (n,) misses of the spectrum's spread.

    With one vector, the largest Ritz value after k passes is more than epsilon times the spread
    below the largest eigenvalue with a probability of at most 1.648 sqrt(n) exp(-sqrt(epsilon)
    (2k - 1)). A block contains the spaces of its b independent vectors, so that it fails only if
    each of them does.

    >>> round(random_start_error(10_000, 12, 20), 3)
    0.056
    """
    exponent = np.log(1.648 * np.sqrt(n)) - np.log(failure) / b
    return float((exponent / (2 * passes - 1)) ** 2)


@dataclass(frozen=True)
class Split:
    """K~ as [[H, C'], [C, B]] in an orthonormal basis that begins with Z (n, k).

    Z  (n, k) orthonormal: pairs that were found, and guards that need not have converged
    H  (k, k) Z'K~Z
    C  (k, k) a factor of the inner products C'C of the residuals K~Z - ZH

    Eigenvalues are counted by inertia: if t is above every eigenvalue of B, K~ has as many
    eigenvalues above t as H + C'(t - B)^-1 C, and thus no more than H + C'C/(t - largest of B)
    (Haynsworth). So a bound on B gives one on mu_(d+1), in which residuals count by their squares.
    """

    Z: Array
    H: Array
    C: Array

    def after(self, d: int, largest: float) -> float:
        """Upper bound on the eigenvalue after the d largest, if those of B are <= ``largest``."""
        if d >= len(self.H):
            return largest
        low = max(largest, float(scipy.linalg.eigvalsh(self.H)[-d - 1]))
        high = low + float(lengths(self.C, None))
        return _smallest(lambda t: self._is_bound(t, d, largest), low, high)

    def lowest(self, smallest: float) -> float:
        """Lower bound on every eigenvalue, if those of B are >= ``smallest``."""
        return -Split(self.Z, -self.H, self.C).after(0, -smallest)

    def needed(self, d: int, t: float) -> float:
        """The largest bound on B from which mu_(d+1) <= t follows; -inf if it follows from none."""
        if d >= len(self.H):
            return t
        low = t - 2.0 * abs(t)
        if not self._is_bound(t, d, low):
            return -np.inf
        return -_smallest(lambda s: self._is_bound(t, d, -s), -t, -low)

    def _is_bound(self, t: float, d: int, largest: float) -> bool:
        """Whether at most d eigenvalues of K~ are above t."""
        if t <= largest:
            return False
        C = self.C / np.sqrt(t - largest)
        with np.errstate(over="ignore"):
            larger = self.H + C.T @ C
        return bool(np.isfinite(larger).all()) and inertia(larger, t) <= d


def guards(n: int, d: int, theta: Array, residuals: Array, most: int) -> int:
    """How many guards let the random start take the fewest products with single vectors.

    From all Ritz values (k,) of the solver, descending, and their residuals (k,). Each guard takes
    one product, and the eigenvalues after it fewer passes. A guard with a residual that is not
    small beside its distance from the d-th pair helps little, nor do those after it. There are
    ``most`` of them at most.
    """
    if len(theta) <= d:
        return 0
    last = float(theta[d - 1])
    poor = residuals[d:] > SMALL_RESIDUAL * (last - theta[d:])
    most = min(most, int(np.argmax(poor)) if poor.any() else len(poor) - 1)
    products = [g + krylov.BLOCK * _needed(n, float(theta[d + g]), last) for g in range(most + 1)]
    return int(np.argmin(products)) if np.isfinite(products).any() else 0


def split(V: Array, products: Array) -> Split:
    """The split of K~ by span(V), from vectors V (n, k) and K~V (n, k)."""
    n, k = V.shape
    Z, R = np.linalg.qr(V)
    H, C = np.zeros((k, k)), np.zeros((0, k))
    blocks = [slice(start, start + ROWS) for start in range(0, n, ROWS)]
    for rows in blocks:
        H += Z[rows].T @ _divided(products[rows], R)
    H = 0.5 * (H + H.T)
    for rows in blocks:
        residuals = _divided(products[rows], R) - Z[rows] @ H
        C = np.linalg.qr(np.vstack([C, residuals]))[1]
    return Split(Z, H, C)


def _divided(A: Array, R: Array) -> Array:
    """A R^-1 (m, k) for an upper triangular R (k, k)."""
    return scipy.linalg.solve_triangular(R, A.T, trans=1, check_finite=False).T


def _smallest(is_right: Callable[[float], bool], low: float, high: float) -> float:
    """The smallest right number from ``low`` to ``high``, or little more.

    ``high`` is right, and so is every number above one that is.
    """
    if is_right(low):
        return low
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if is_right(middle) else (middle, high)
    return high


def from_random_start(
    operator: krylov.Operator,
    pairs: Split,
    d: int,
    below: float,
    positive: bool,
    passes: int,
    seed: int,
    progress: krylov.Progress | None = None,
) -> Bound | None:
    """From a block Krylov space of the operator without the vectors found, with a random start.

    The extreme Ritz values and ``random_start_error`` bound the spread of the spectrum of B, the
    operator without span(Z), and with that its largest and its smallest eigenvalue, which is at
    least 0 for a ``positive`` operator. What B says of mu_(d+1) follows by ``Split.after``. Guards
    among Z, which need not have converged, leave a B whose eigenvalues are smaller, and fewer
    passes show that.

    The passes end where the bound is in the lower half between the one that the largest Ritz value
    would give and the number ``below``; None if that many passes give no bound. A space that is
    invariant stays as it is in all later passes, so that the error of the last of them holds.
    """
    n, Q = len(pairs.Z), pairs.Z

    def without_pairs(block: Array) -> Array:
        product = operator(block - Q @ (Q.T @ block))
        return product - Q @ (Q.T @ product)

    def after(space: krylov.Basis, done: int) -> tuple[float, Bound | None]:
        """The least that the Ritz values leave possible, and the bound that they give."""
        theta, invariant = space.ritz_values(), space.block.shape[1] == 0
        rest = _bound(theta, _error(n, passes if invariant else done, passes), positive, done)
        if rest is not None:
            lowest = 0.0 if positive else pairs.lowest(rest.lowest)
            rest = Bound(pairs.after(d, rest.after), lowest, rest.source)
        return float(theta[0]), rest

    start, bound = krylov.random_start(n, krylov.BLOCK, seed, CERTIFICATE), None
    look = _needed(n, 0.0, 1.0)
    for done, space in enumerate(krylov.spaces(without_pairs, start, passes), 1):
        ended = False
        if done >= min(look, passes) or space.block.shape[1] == 0:
            ritz, bound = after(space, done)
            middle = 0.5 * (below + pairs.after(d, ritz))
            soon = HOPE if done < HOPE else 2 * done
            look = min(_needed(n, ritz, pairs.needed(d, middle)), soon)
            hopeless = done >= HOPE and _needed(n, ritz, pairs.needed(d, below)) > passes
            ended = hopeless or (bound is not None and bound.after <= middle)
        if progress is not None:
            progress(done, bound.after if bound else np.inf)
        if ended:
            break
    return bound


def visible(n: int, d: int) -> int:
    """Passes after which a random start shows at least half of each of the d largest eigenvalues.

    As many as bound the largest eigenvalue by twice the largest Ritz value, where none is negative
    (``random_start_error``). One more for each block of larger eigenvalues: polynomials that vanish
    at these see the others.
    """
    return math.ceil(_needed(n, 0.5, 1.0)) + -(-(d - 1) // krylov.BLOCK)


def _error(n: int, passes: int, most: int) -> float:
    """The error after that many of at most ``most`` passes, any of which may be the last.

    The probabilities of both ends of the spectrum and of all passes add up to the stated one.
    """
    failure = tolerances.FAILURE / (2.0 * most)
    return random_start_error(n, krylov.BLOCK, passes, failure)


def _needed(n: int, ritz: float, below: float) -> float:
    """Passes after which the bound would be below, if the largest Ritz value no longer grew."""
    if ritz >= below or below <= 0.0:
        return np.inf
    exponent = np.sqrt(_error(n, 1, 1))
    return 0.5 * (1.0 + exponent / float(np.sqrt(1.0 - max(ritz, 0.0) / below)))


def _bound(theta: Array, epsilon: float, positive: bool, passes: int) -> Bound | None:
    """The bounds from Ritz values (k,), descending: each is off by epsilon times the spread."""
    sides = 1.0 if positive else 2.0
    if sides * epsilon >= 1.0:
        return None
    high, low = float(theta[0]), 0.0 if positive else min(float(theta[-1]), 0.0)
    missed = epsilon * (high - low) / (1.0 - sides * epsilon)
    source = f"random start, {passes} passes, failure probability {tolerances.FAILURE:.0e}"
    return Bound(high + missed, 0.0 if positive else low - missed, source)
