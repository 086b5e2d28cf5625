"""Upper bounds on the next eigenvalue, which prove that no larger one was missed.

Each bound holds for any d orthonormal vectors, however they were found.

The bound of a random start is our own. Nearest to it are J. Kuczynski & H. Wozniakowski,
Estimating the largest eigenvalue by the power and Lanczos algorithms with a random start, SIMAX 13
(1992), for one vector; J. van Dorsselaer, M. Hochstenbach & H. van der Vorst, Computing
probabilistic bounds for extreme eigenvalues of symmetric matrices with the Lanczos method, SIMAX 22
(2000), who solve for the angle; J. Tropp, Randomized block Krylov methods for approximating extreme
eigenvalues, Numerische Mathematik 150 (2022), for blocks. The theorem on inertia is that of
E. Haynsworth, Determination of the inertia of a partitioned Hermitian matrix, Linear Algebra and
its Applications 1 (1968). That a Cholesky factorization proves a matrix to be definite is due to
S. Rump, Verification of positive definiteness, BIT 46 (2006).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy.linalg
from scipy.special import betaincinv

from kpca import tolerances
from kpca.arithmetic import inertia, lengths
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import krylov
from kpca.solvers.elements import Elements, unweighted
from kpca.solvers.threads import inner, times
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


def from_split(
    elements: Elements, pairs: "Split", d: int, survey: Survey, rounding: float
) -> Bound:
    """From the sums of all eigenvalues and of their squares, less those of span(Z): no chance.

    B, the matrix without span(Z), has tr B = tr K~ - tr H and |B|_F^2 = |K~|_F^2 - |H|_F^2 -
    2 |C|_F^2. Its Frobenius norm bounds every eigenvalue of B, and so does its trace if none is
    negative. So guards, which need not have converged, take their part out of the bound.
    ``rounding`` is the bound |E|_2 on the errors of K~ and of its products with Z. A trace that is
    negative contradicts that no eigenvalue is.
    """
    n, k, norm = elements.n, len(pairs.H), survey.uncentered or 1.0
    # In units of |K|_F; |E|_F <= sqrt(rank) |E|_2, and sums of n^2 squares in tiles.
    own, (of_H, of_C) = (
        survey.frobenius / norm,
        (lengths(A / norm, None) for A in (pairs.H, pairs.C)),
    )
    of_all, of_pairs = (np.sqrt(m) * rounding / norm for m in (n, k))
    squares = (own + of_all) ** 2 + tolerances.dot(4 * n + 10)
    squares -= max(of_H - of_pairs, 0.0) ** 2 + 2.0 * max(of_C - of_pairs, 0.0) ** 2
    largest, source = norm * float(np.sqrt(max(squares, 0.0))), "Frobenius norm"
    trace = survey.trace - float(pairs.H.trace()) + survey.trace_error + k * rounding
    if elements.positive and trace >= 0.0:
        largest, source = min((largest, source), (trace, "trace"))
        lowest = 0.0
    else:
        lowest = pairs.lowest(-largest) - rounding
    return Bound(pairs.after(d, largest) + rounding, lowest, f"{source}, {k - d} guards")


def from_inertia(elements: Elements, theta: Array, rounding: float) -> Bound | None:
    """From the number of eigenvalues above a value, by LDL' of the whole matrix (Sylvester).

    A low value that exactly d eigenvalues exceed; None if none was found. The backward error of
    LDL' is assumed to be no larger than that of the eigen-solver.
    """
    elements, weights = unweighted(elements)
    n = elements.n
    K = np.empty((n, n))
    elements.block(slice(0, n), slice(0, n), K)
    K = center(0.5 * (K + K.T), weights)
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


def by_cholesky(
    A: Array, frobenius: float, t: float, L: Array, R: Array, overwrite: bool = False
) -> float | None:
    """A number, little above t, that no eigenvalue of the symmetric A - LR' exceeds, for A (n, n).

    It follows from a Cholesky factorization of t - A + LR' that runs to its end, with a bound on
    all roundings (Rump); None where it does not. ``frobenius`` is |A|_F. If LR' is positive
    semi-definite, no more eigenvalues of A exceed the number than L has columns (Weyl).
    ``overwrite`` gives away A.
    """
    n, d = L.shape
    size = abs(t) + frobenius + float(lengths(L) @ lengths(R))
    # A symmetric matrix by columns is the same by rows.
    B = scipy.linalg.blas.dgemm(1.0, L, R, -1.0, A.T, trans_b=True, overwrite_c=overwrite)
    B.flat[:: n + 1] += t
    trace, largest = float(B.trace()), float(B.diagonal().max(initial=0.0))
    factor, stopped = scipy.linalg.lapack.dpotrf(B, clean=False, overwrite_a=True)
    if stopped or not np.isfinite(factor.diagonal()).all():
        return None
    underflow = 4.0 * n * (2.0 * (n + 2) + largest) * tolerances.UNDERFLOW
    rounding = tolerances.dot(d + 4) * size + tolerances.cholesky(n + 1, trace) + underflow
    return t + rounding


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

    Let phi be the angle between an eigenvector of the largest eigenvalue and the random block.
    After k passes the largest Ritz value is at most epsilon = tanh^2(asinh(tan phi)/(2k - 1)) times
    the spread below the largest eigenvalue. cos^2 phi has the Beta(b/2, (n - b)/2) distribution, so
    that it is below its quantile with the probability ``failure``. The angle depends on the block
    alone, so that this is the probability for all numbers of passes together. The page of the site
    on the solver has the proof.

    >>> round(random_start_error(20_000, 16, 5), 3)
    0.483
    """
    return float(np.tanh(_start(n, b, failure) / (2 * passes - 1)) ** 2)


@cache
def _start(n: int, b: int, failure: float) -> float:
    """asinh(tan phi) for the angle that is exceeded with the probability ``failure``."""
    if b >= n:
        return 0.0
    cosine = np.sqrt(betaincinv(0.5 * b, 0.5 * (n - b), failure))
    return float(np.arccosh(1.0 / cosine))


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
        # The larger eigenvalue of [[low, |C|], [|C|, largest]].
        half = 0.5 * (low - largest)
        high = largest + half + float(np.hypot(half, lengths(self.C, None)))
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


def guards(
    n: int,
    d: int,
    theta: Array,
    residuals: Array,
    most: int,
    cost: float = krylov.BLOCK,
    left: Array | None = None,
) -> int:
    """How many guards let the proof that no pair is missing take the least time.

    From all Ritz values (k,) of the solver, descending, and their residuals (k,). Each guard takes
    one product with a vector, and a pass of the random start as long as ``cost`` of them; the
    eigenvalues after more guards take fewer passes. They take none where ``left`` (k,), the bound
    on what is left beside the first Ritz values, lies below the middle between the d-th value and
    the next one. A guard with a residual that is not small beside its distance from the d-th pair
    helps little, nor do those after it. There are ``most`` of them at most.
    """
    if len(theta) <= d:
        return 0
    last = float(theta[d - 1])
    poor = residuals[d:] > SMALL_RESIDUAL * (last - theta[d:])
    most = min(most, int(np.argmax(poor)) if poor.any() else len(poor) - 1)
    passes = np.array([_needed(n, float(theta[d + g]), last) for g in range(most + 1)])
    if left is not None:
        passes[left[d - 1 : d + most] < 0.5 * (last + theta[d])] = 0.0
    products = np.arange(most + 1) + cost * passes
    return int(np.argmin(products)) if np.isfinite(products).any() else 0


def left_by(elements: Elements, survey: Survey, theta: Array) -> Array:
    """What the sums of ``from_split`` leave beside the first of k Ritz values (k,), for each."""
    norm = survey.uncentered or 1.0
    # In units of |K|_F, because squares of very small or large numbers vanish or overflow.
    own, largest = survey.frobenius / norm, np.maximum(theta, 0.0) / norm
    by_squares = norm * np.sqrt(np.maximum(own**2 - np.cumsum(largest**2), 0.0))
    if not elements.positive:
        return by_squares
    return np.minimum(by_squares, survey.trace - theta.cumsum())


def split(V: Array, products: Array) -> Split:
    """The split of K~ by span(V), from nearly orthonormal vectors V (n, k) and K~V (n, k)."""
    to_orthonormal = np.linalg.inv(np.linalg.cholesky(inner(V, V)).T)
    Z, products = times(V, to_orthonormal), times(products, to_orthonormal)
    H = inner(Z, products)
    H = 0.5 * (H + H.T)
    residuals = products
    residuals -= times(Z, H)
    # A unit in which their squares are finite.
    size = float(np.abs(residuals).max(initial=0.0)) or 1.0
    residuals /= size
    squares, W = np.linalg.eigh(inner(residuals, residuals))
    return Split(Z, H, size * np.sqrt(np.maximum(squares, 0.0))[:, None] * W.T)


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
    rounding: float = 0.0,
) -> Bound | None:
    """From a block Krylov space of the operator without the vectors found, with a random start.

    The extreme Ritz values and ``random_start_error`` bound the spread of the spectrum of B, the
    operator without span(Z), and with that its largest and its smallest eigenvalue. For a
    ``positive`` operator this is at least 0, and as computed at least -``rounding``. What B says of
    mu_(d+1) follows by ``Split.after``. Guards among Z, which need not have converged, leave a B
    whose eigenvalues are smaller, and fewer passes show that. The random vectors keep their means,
    because eigenvectors of B are orthogonal to the vector 1 only where all of Z is.

    The passes end where the bound is in the lower half between the one that the largest Ritz value
    would give and the number ``below``; None if that many passes give no bound. A space that is
    invariant stays as it is in all later passes, so that the error of the last of them holds.
    """
    n, Q = len(pairs.Z), pairs.Z

    def off(block: Array) -> Array:
        return block - times(Q, inner(Q, block))

    def without_pairs(block: Array) -> Array:
        return off(operator(off(block)))

    def after(space: krylov.Basis, done: int) -> tuple[float, Bound | None]:
        """The least that the Ritz values leave possible, and the bound that they give."""
        theta, invariant = space.ritz_values(), space.block.shape[1] == 0
        rest = _bound(theta, _error(n, passes if invariant else done), positive, done, rounding)
        if rest is not None:
            lowest = 0.0 if positive else pairs.lowest(rest.lowest)
            rest = Bound(pairs.after(d, rest.after), lowest, rest.source)
        return float(theta[0]), rest

    start, bound = krylov.random_block(n, krylov.BLOCK, seed, CERTIFICATE), None
    look = 1.0
    for done, space in enumerate(krylov.spaces(without_pairs, start, passes), 1):
        if done >= min(look, passes) or space.block.shape[1] == 0:
            ritz, bound = after(space, done)
            middle = 0.5 * (below + pairs.after(d, ritz))
            soon = HOPE if done < HOPE else 2 * done
            look = min(_needed(n, ritz, pairs.needed(d, middle)), soon)
            hopeless = done >= HOPE and _needed(n, ritz, pairs.needed(d, below)) > passes
            if hopeless or (bound is not None and bound.after <= middle):
                break
    return bound


def visible(n: int, d: int) -> int:
    """Passes after which a random start shows about half of each of the d largest eigenvalues.

    As many as bound the largest eigenvalue by twice the largest Ritz value, where none is negative
    (``random_start_error``). One more for each block of larger eigenvalues is a rule of thumb: the
    certificate, and not this number, proves that none was missed.
    """
    return math.ceil(_needed(n, 0.5, 1.0)) + -(-(d - 1) // krylov.BLOCK)


def _error(n: int, passes: int) -> float:
    """The error after that many passes, with half of the failure probability for each end."""
    return random_start_error(n, krylov.BLOCK, passes, tolerances.FAILURE / 2.0)


def _needed(n: int, ritz: float, below: float) -> float:
    """Passes after which the bound would be below, if the largest Ritz value no longer grew."""
    if ritz >= below or below <= 0.0:
        return np.inf
    factor = float(np.arccosh(1.0 / np.sqrt(max(ritz / below, np.finfo(float).tiny))))
    start = _start(n, krylov.BLOCK, tolerances.FAILURE / 2.0)
    return 0.5 * (1.0 + start / factor) if factor else np.inf


def _bound(
    theta: Array, epsilon: float, positive: bool, passes: int, rounding: float = 0.0
) -> Bound | None:
    """The bounds from Ritz values (k,), descending: each is off by epsilon times the spread.

    The spread of a ``positive`` operator begins at -``rounding``, which need not be a Ritz value.
    """
    sides = 1.0 if positive else 2.0
    if sides * epsilon >= 1.0:
        return None
    high, low = float(theta[0]), -rounding if positive else min(float(theta[-1]), 0.0)
    missed = epsilon * (high - low) / (1.0 - sides * epsilon)
    source = f"random start, {passes} passes, failure probability {tolerances.FAILURE:.0e}"
    return Bound(high + missed, 0.0 if positive else low - missed, source)
