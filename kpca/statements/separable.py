"""Ledger section 9, what a lift into more dimensions separates: K14, K15."""

from itertools import combinations, product
from math import comb

import numpy as np
import scipy.optimize
from scipy.linalg import lapack

from kpca import rkhs, tolerances
from kpca.arithmetic import eigh, lengths, number_one, range_basis
from kpca.arrays import Array, Indices
from kpca.kernels import RBF, Kernel, Lift
from kpca.kernels.radial import Radial
from kpca.statements.check import Parts, statement
from kpca.statements.kernel_functions import six_features

MOST = 20
"""Samples that are labeled."""

APART = 1e-3
"""Squared distance of a feature from the span of the others that are labeled, at least."""


@statement("K14")
def every_labeling_is_separable(
    X: Array, kernel: Kernel, bandwidth: float, few: Indices
) -> Parts | None:
    """ "To higher dimensions, where they become separable" (N4): any labeling, for a strict kernel.

    A kernel is strictly positive definite if the Gram matrix K (p, p) of distinct points has only
    positive eigenvalues, as that of a Gaussian kernel. Then alpha = K^-1 y gives f = sum_i alpha_i
    k(x_i, ·) with f(x_i) = y_i for any labels y. Measured for eight labelings of up to ``MOST`` of
    the samples X (n, q), whose features are clearly apart, in the study's own kernel if it is a
    mixture of Gaussian ones. Tolerance: eigen-solver and products, times |alpha|. Controls: the
    best line through the variable that varies most, for labels that alternate along it; the
    condition broken, one sample twice with opposite labels. None for less than three samples.
    """
    strict = kernel if isinstance(kernel, Radial) else RBF(bandwidth)
    points = X[few]
    _, order, rank, _ = lapack.dpstrf(strict(points, points).astype(float), tol=APART)
    points = points[order[: min(rank, MOST)] - 1]
    m = len(points)
    if m < 3:
        return None
    along = points[:, np.argmax(lengths(points - points.mean(axis=0)))]
    labels = np.where(np.random.default_rng(0).random((m, 8)) < 0.5, -1.0, 1.0)
    labels[np.argsort(along, kind="stable"), 0] = (-1.0) ** np.arange(m)
    K = strict(points, points)
    mu, V = eigh(K)
    alpha = (V / mu) @ (V.T @ labels)
    size = float(lengths(K, None))
    solver = tolerances.eigenvalue(m, size) + 2.0 * tolerances.products(m, size)
    allowed = 2.0 * solver * float(lengths(alpha).max()) + 4.0 * tolerances.orthonormality(m) * m
    off = np.abs(rkhs.evaluate(alpha, K) - labels).max()
    line = np.column_stack([along * 0.0 + number_one(K), along - along.mean()])
    twice, opposite = np.vstack([K, K[:1]]), np.append(labels[:, 0], -labels[0, 0])
    return {
        "labels": (
            [off, off],
            allowed,
            [_left(line, labels[:, 0]), _left(twice, opposite)],
        )
    }


def _left(F: Array, y: Array) -> float:
    """The largest |y - f| over the samples (m,) for the best f in the span of columns F (m, r)."""
    Q, _, _ = range_basis(F, tolerances.GROUP_FACTOR * tolerances.dot(len(F)) * lengths(F, None))
    return float(np.abs(y - Q @ (Q.T @ y)).max())


SIX = 6
"""Points that are labeled in all ways: as many as a quadratic function has coefficients."""

DIMENSIONS = {"plane": 2, "lift": 3, "degree 2": 5}
"""Features beside the constant, by map."""

GENERAL = 1e-3
"""Least singular value of the features of any few of the six points, in a unit of their extent."""


@statement("K15")
def more_dimensions_separate_more_labelings(X_plane: Array) -> Parts | None:
    """ "Greater classification power" (N3): 2 sum_{k<=M} C(n - 1, k) labelings are separable.

    So many labelings of n points in general position in R^M have a hyperplane between the labels
    (Cover 1965). For six of the samples X (n, 2), in the plane, in the lift (M = 3) and with all
    monomials of degree 1 and 2 (M = 5): 32, 52 and 64. Each of the 64 labelings is tried: it is
    separable if and only if 0 is no convex combination of the rows y_i (1, phi_i) (Gordan 1873).
    Tolerance: a count is exact. Controls: the sum to M - 1, where the constant is forgotten; the
    condition broken, six points of one circle, which the lift sends into a plane. None if no six of
    sixty draws are clearly in general position.
    """
    points = _in_general_position(X_plane.astype(float))
    if points is None:
        return None
    angle = np.arctan2(*points.T[::-1])
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    counts = {name: _separable(rows) for name, rows in _with_constant(points).items()}
    on_circle = _separable(_with_constant(ring)["lift"])
    off = {name: abs(counts[name] - _cover(M)) for name, M in DIMENSIONS.items()}
    return {
        **{
            name: (off[name], tolerances.U, abs(counts[name] - _cover(M - 1)))
            for name, M in DIMENSIONS.items()
        },
        "no circle": (off["lift"], tolerances.U, abs(on_circle - _cover(DIMENSIONS["lift"]))),
    }


def _cover(M: int) -> int:
    """2 sum_{k<=M} C(n - 1, k) for n = ``SIX`` points."""
    return 2 * sum(comb(SIX - 1, k) for k in range(M + 1))


def _with_constant(X: Array) -> dict[str, Array]:
    """Rows (1, phi(x)) (n, M + 1) of points X (n, 2), by map."""
    one = np.ones(len(X))
    return {
        "plane": np.column_stack([one, X]),
        "lift": np.column_stack([one, Lift().features(X)]),
        "degree 2": six_features(X),
    }


def _in_general_position(X: Array) -> Array | None:
    """Six of the points X (n, 2), centered, the longest of length 1: the best of sixty draws."""
    rng, best, chosen = np.random.default_rng(0), GENERAL, None
    for _ in range(60 if len(X) >= SIX else 0):
        points = X[rng.choice(len(X), SIX, replace=False)]
        points = points - points.mean(axis=0)
        points = points / max(lengths(points, 1).max(), tolerances.UNDERFLOW)
        least = min(
            np.linalg.svd(rows[list(combinations(range(SIX), rows.shape[1]))])[1].min()
            for rows in _with_constant(points).values()
        )
        if least > best:
            best, chosen = least, points
    return chosen


def _separable(rows: Array) -> int:
    """The number of labelings y (6,) with y_i w'row_i > 0 for some w, of rows (6, M + 1)."""
    least = []
    for y in product((-1.0, 1.0), repeat=SIX - 1):
        signed = rows * np.array([1.0, *y])[:, None]
        # p >= 0 with sum p = 1 and sum p_i y_i row_i = 0 leaves nothing.
        target = np.append(np.zeros(rows.shape[1]), 1.0)
        least.append(scipy.optimize.nnls(np.vstack([signed.T, np.ones(SIX)]), target)[1])
    return 2 * int(np.sum(np.array(least) > 1e-3 * GENERAL))
