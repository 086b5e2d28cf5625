"""How accurate eigenpairs are, by formulas that share no code with any solver."""

import numpy as np
import scipy.linalg

from kpca.arrays import Array

ROWS = 1024
"""Rows of the Gram matrix that are computed at a time."""

SAMPLED = 2048
"""Rows that stand for all of them where there are more than ``WHOLE``."""

WHOLE = 200_000


def residual(X: Array, gamma: float, mu: Array, V: Array) -> float:
    """max over l of |K~ v_l - mu_l v_l|/mu_1 for eigenvalues mu (d,) and vectors V (n, d).

    K~ is the centered Gram matrix of exp(-gamma |x - y|^2). Of more than ``WHOLE`` points a random
    sample of rows gives an estimate.
    """
    n, rows = len(X), np.arange(len(X))
    if n > WHOLE:
        rows = np.random.default_rng(1).choice(n, size=SAMPLED, replace=False)
    X = X - X.mean(axis=0)
    centered = V - V.mean(axis=0)
    products = np.vstack(
        [_gram(X[rows[k : k + ROWS]], X, gamma) @ centered for k in range(0, len(rows), ROWS)]
    )
    R = products - V[rows] * mu
    # The rows of K~v - mu v have the mean -mu (mean of v), because those of K~v have the mean 0.
    # They are nearly equal, so that their mean is accurate after a part of it was removed.
    R -= R.mean(axis=0)
    R -= R.mean(axis=0) + mu * V.mean(axis=0)
    sizes = np.sqrt((R**2).sum(axis=0) * (n / len(rows)))
    return float(sizes.max() / mu[0])


def largest(X: Array, gamma: float, d: int) -> Array:
    """The d largest eigenvalues (d,), ascending, of the centered Gram matrix, by LAPACK."""
    n, X = len(X), X - X.mean(axis=0)
    K = _gram(X, X, gamma)
    means = K.mean(axis=0)
    K += means.mean() - means - means[:, None]
    return scipy.linalg.eigvalsh(0.5 * (K + K.T), subset_by_index=[n - d, n - 1])


def members(exact: Array, mu: Array) -> int:
    """How many of the eigenvalues exact (d,), ascending, are among mu (d,).

    Each of mu counts for one of them at most, and equals it up to 1e-9 of the largest.
    """
    left, count = sorted(mu), 0
    for value in exact:
        near = [k for k, other in enumerate(left) if abs(other - value) <= 1e-9 * exact[-1]]
        if near:
            del left[near[0]]
            count += 1
    return count


def _gram(X: Array, Y: Array, gamma: float) -> Array:
    D2 = (X**2).sum(axis=1)[:, None] + (Y**2).sum(axis=1) - 2.0 * (X @ Y.T)
    return np.exp(np.multiply(np.maximum(D2, 0.0, out=D2), -gamma, out=D2), out=D2)
