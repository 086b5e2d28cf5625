"""Ridge regression learns the pre-image from the samples: Bakır, Weston and Schölkopf (2003)."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve

from kpca import arithmetic
from kpca.arrays import Array, Indices
from kpca.kernels import RBF
from kpca.kernels.bandwidth import median
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target

PENALTIES = 10.0 ** np.arange(-10.0, 1.0)
"""Penalties that are tried, for each sample."""

EQUAL = 1e-8
"""Scores that differ by less than about this fraction of the largest one count as equal."""


@dataclass(frozen=True)
class RidgeRegression:
    """The regression of the samples on their scores, evaluated at the scores of P.

    The regression is in the space of a Gaussian kernel on the scores. It exists for every kernel,
    and there is no iteration. Equal samples are one sample that counts as often as they do, so that
    a weight r is a number of copies: it divides the penalty of its sample.

    gamma     of the Gaussian kernel; None: that of the median distance of different samples
    penalty   c/n, where c is added to each eigenvalue of the Gram matrix of the scores; None: the
              one of ``PENALTIES`` with the least mean square error when each sample is left out in
              turn, with all samples that are equal to it
    """

    gamma: float | None = None
    penalty: float | None = None
    name = "ridge regression"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images for the scores of P_a; ``start`` (p, q) is not used."""
        first, counts = _different(target)
        X, scores = target.X[first], target.scores[first]
        kernel = RBF(_gamma(scores) if self.gamma is None else self.gamma)
        middle, roots = counts @ X / len(X), np.sqrt(counts)[:, None]
        # G + c R^-1 = R^(-1/2) (R^(1/2) G R^(1/2) + c I) R^(-1/2) with R = diag(counts).
        G, Y = roots * kernel(scores, scores) * roots.T, roots * (X - middle)
        coefficients = _least_left_out(G, Y) if self.penalty is None else _ridge(G, Y, self.penalty)
        points = middle + kernel(target.beta, scores) @ (roots * coefficients)
        return PreImages.of(target, points)


def _different(target: Target) -> tuple[Indices, Array]:
    """Indices (m,) of samples, one of all that are equal, and how often each counts (m,).

    These numbers are those of copies or weights, divided by their mean.
    """
    _, first, same = np.unique(target.X, axis=0, return_index=True, return_inverse=True)
    counts = np.bincount(same.ravel(), target.of_samples)
    order = np.argsort(first)
    return first[order], (counts / counts.mean())[order]


def _gamma(scores: Array) -> float:
    """gamma of the median distance of scores (n, d), after equal ones are counted once.

    Equal samples have scores that differ by rounding. If most pairs are of that kind, their median
    distance is one of rounding errors.
    """
    unit = np.abs(scores).max() * EQUAL
    _, first = np.unique(np.round(scores / unit), axis=0, return_index=True)
    return median(scores[first])


def _ridge(G: Array, Y: Array, penalty: float) -> Array:
    """A (n, q) = (G + c I)^-1 Y with c = n penalty, for a Gram matrix G (n, n)."""
    shifted = G + len(G) * penalty * np.eye(len(G))
    return np.asarray(solve(shifted, Y, assume_a="pos", overwrite_a=True, check_finite=False))


def _least_left_out(G: Array, Y: Array) -> Array:
    """A (n, q) = (G + c I)^-1 Y, with the penalty c/n of ``PENALTIES`` that errs least.

    The error of a sample that is left out is A_i/((G + c I)^-1)_ii, without another fit. Where G
    and Y have the roots of weights r_i, so has the error, and its square counts r_i times.
    """
    s, V = arithmetic.eigh(G)
    rotated = V.T @ Y
    best, least = np.zeros_like(Y), np.inf
    for c in len(G) * PENALTIES:
        inverse = 1.0 / (np.maximum(s, 0.0) + c)
        A = (V * inverse) @ rotated
        left_out = A / ((V**2) @ inverse)[:, None]
        error = float((left_out**2).mean())
        if error < least:
            best, least = A, error
    return best
