"""Upper bounds on the next eigenvalue, which prove that no larger one was missed.

Each bound holds for any d orthonormal vectors, however they were found.

Source of the bound from a random start: J. Kuczynski & H. Wozniakowski, Estimating the largest
eigenvalue by the power and Lanczos algorithms with a random start, SIMAX 13 (1992), Theorem 4.2.
"""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers import krylov
from kpca.solvers.entries import Entries
from kpca.solvers.tiled import Survey

BELOW = (0.5, 0.1, 1e-2, 1e-4, 1e-6, 1e-9)
"""Eigenvalues are counted above (1 - each of these) of the last one, until the number is right."""

CERTIFICATE = 2
"""The stream of random starts of the certificate: independent of those of the solver."""

HOPE = 10
"""A random start ends after that many passes if it would need more than are allowed."""

BISECTIONS = 3
"""The bound is then lowered by that many bisections of the exponent."""


@dataclass(frozen=True)
class Bound:
    """``after`` is an upper bound on mu_(d+1), ``lowest`` a lower bound on the smallest eigenvalue.

    ``source`` says in words where they come from.
    """

    after: float
    lowest: float
    source: str


def from_norms(entries: Entries, theta: Array, survey: Survey, rounding: float) -> Bound:
    """From the sums of all eigenvalues and of their squares.

    Rayleigh quotients theta (d,) of orthonormal vectors add up to no more than the d largest
    eigenvalues (Ky Fan), and so do their squares if none is negative. What is left of the sum of
    squares bounds each other eigenvalue, and so does what is left of the trace if no eigenvalue is
    negative. A negative rest contradicts that. ``rounding`` is the bound |E|_2 on the error of the
    matrix.
    """
    n, norm = entries.n, survey.uncentered or 1.0
    # In units of |K|_F, because squares of very small or large numbers vanish or overflow.
    own, largest = survey.frobenius / norm, np.maximum(theta, 0.0) / norm
    # |E|_F <= sqrt(n) |E|_2, and sums of n^2 squares in tiles.
    slack = 2.0 * own * np.sqrt(n) * rounding / norm + tolerances.dot(n)
    by_squares = norm * float(np.sqrt(max(own**2 - float((largest**2).sum()) + slack, 0.0)))
    if not entries.positive:
        return Bound(by_squares, -by_squares, "Frobenius norm")
    # |tr E|: entries of the diagonal and of the grand mean.
    scale = survey.uncentered / n
    slack = 2.0 * n * (entries.error + tolerances.dot(n) * scale) + len(theta) * rounding
    by_trace = survey.trace - float(theta.sum()) + slack
    if by_trace < 0.0:
        source = "Frobenius norm; the trace shows that others are negative"
        return Bound(by_squares, -by_squares, source)
    if by_trace <= by_squares:
        return Bound(by_trace, 0.0, "trace")
    return Bound(by_squares, 0.0, "Frobenius norm")


def from_inertia(entries: Entries, theta: Array, rounding: float) -> Bound | None:
    """From the number of eigenvalues above a value, by LDL' of the whole matrix (Sylvester).

    A low value that exactly d eigenvalues exceed; None if none was found. The backward error of
    LDL' is assumed to be no larger than that of the eigen-solver.
    """
    n = entries.n
    K = np.empty((n, n))
    entries.block(slice(0, n), slice(0, n), K)
    K = center(0.5 * (K + K.T))
    allowed = rounding + tolerances.eigenvalue(n, float(lengths(K, None)))
    last, d = float(theta.min()), len(theta)

    def is_right(fraction: float) -> bool:
        return positive_eigenvalues(K - last * (1.0 - fraction) * np.eye(n)) == d

    right = next((fraction for fraction in BELOW if is_right(fraction)), None)
    if right is None:
        return None
    wrong = min((fraction for fraction in BELOW if fraction > right), default=1.0)
    for _ in range(BISECTIONS):
        middle = float(np.sqrt(wrong * right))
        wrong, right = (wrong, middle) if is_right(middle) else (middle, right)
    lowest = 0.0 if entries.positive else -np.inf
    return Bound(last * (1.0 - right) + allowed, lowest, f"{d} eigenvalues above, by LDL'")


def positive_eigenvalues(A: Array) -> int:
    """Number of positive eigenvalues of a symmetric A (n, n), from the blocks of D in A = LDL'.

    A negative pivot number marks a block of two rows, which Bunch and Kaufman choose where its
    eigenvalues differ in sign.
    """
    # scipy.linalg.ldl makes L and D from this, which takes ten times as long.
    D, pivots, _ = scipy.linalg.lapack.dsytrf(A, lower=True)
    single = pivots >= 0
    return int((~single).sum()) // 2 + int((D.diagonal()[single] > 0.0).sum())


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


def from_random_start(
    operator: krylov.Operator,
    V: Array,
    below: float,
    positive: bool,
    passes: int,
    seed: int,
    progress: krylov.Progress | None = None,
) -> Bound | None:
    """From a block Krylov space of the operator without span(V), with a random start.

    By Cauchy's interlacing theorem the largest eigenvalue of (I - VV')K~(I - VV') is at least
    mu_(d+1). The extreme Ritz values and ``random_start_error`` bound the spread of its spectrum,
    and with that its largest and its smallest eigenvalue, which is at least 0 for a ``positive``
    operator. The passes end where the bound is in the lower half between the largest Ritz value and
    the number ``below``; None if that many passes give no bound. A space that is invariant stays as
    it is in all later passes, so that the error of the last of them holds.
    """
    Q = np.linalg.qr(V)[0]

    def without_V(block: Array) -> Array:
        product = operator(block - Q @ (Q.T @ block))
        return product - Q @ (Q.T @ product)

    start = krylov.random_start(len(V), krylov.BLOCK, seed, CERTIFICATE)
    found, done, theta = None, passes, np.zeros(1)
    for done, theta in enumerate(krylov.ritz_values(without_V, start, passes), 1):
        found = _bound(theta, _error(len(V), done, passes), positive, done)
        if progress is not None:
            progress(done, found.after if found else np.inf)
        if found and found.after < 0.5 * (below + float(theta[0])):
            break
        if done >= HOPE and _needed(len(V), float(theta[0]), below) > passes:
            break
    else:
        if done < passes:
            found = _bound(theta, _error(len(V), passes, passes), positive, done)
    return found


def _error(n: int, passes: int, most: int) -> float:
    """The error after that many of at most ``most`` passes, any of which may be the last.

    The probabilities of both ends of the spectrum and of all passes add up to the stated one.
    """
    failure = tolerances.FAILURE / (2.0 * most)
    return random_start_error(n, krylov.BLOCK, passes, failure)


def _needed(n: int, ritz: float, below: float) -> float:
    """Passes after which the bound would be below, if the largest Ritz value no longer grew."""
    if ritz >= below:
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
