"""Compare two solutions: eigenvalues one by one, scores and new samples by eigenspace.

Signs and rotations inside a degenerate eigenspace are free. The sign of the eigenvector of a single
eigenvalue is fixed by a rule, so such vectors are compared as they are, unless rounding could
change the sign. For a group of close eigenvalues, one basis is first rotated onto the other.
"""

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.solvers import vectors
from kpca.solvers.solution import Solution


def rotation(a: Solution, b: Solution, group: slice) -> Array:
    """Orthogonal Q (g, g) that brings V_b Q closest to V_a inside a group of eigenvalues.

    Q = 1 for a single eigenvalue if the errors of both solutions cannot change the sign.
    """
    if group.stop - group.start == 1:
        gap = a.gap(group)
        error = float(tolerances.eigenvector(gap, a.matrix_error + b.matrix_error))
        if vectors.sign_is_decided(a.V[:, group.start], error):
            return np.eye(1)
    left, _, right = arithmetic.svd(b.V[:, group].T @ a.V[:, group])
    return left @ right


def eigenvalues(a: Solution, b: Solution) -> tuple[Array, Array]:
    """|mu_a - mu_b| (k,) over all eigenvalues that both know, and the sum of their error bounds."""
    k = min(len(a.spectrum), len(b.spectrum))
    return np.abs(a.spectrum[:k] - b.spectrum[:k]), a.errors[:k] + b.errors[:k]


def scores(a: Solution, b: Solution, scores_b: Array | None = None) -> tuple[Array, Array]:
    """|Z_b Q - Z_a|_F and its tolerance, per group of eigenvalues (see ``tolerances.scores``).

    ``scores_b`` (n, d) replaces the scores of b, for a control. If b does not have a group, its
    scores count as 0, and the tolerance is at least the size of the group, so that the entry
    decides nothing.
    """
    Z_b = b.scores if scores_b is None else scores_b
    error, measured = a.matrix_error + b.matrix_error, []
    for g in a.groups:
        aligned = Z_b[:, g] @ rotation(a, b, g) if g.stop <= b.components else 0.0 * a.scores[:, g]
        lost = 0.0 if g.stop <= b.components else float(np.linalg.norm(a.scores[:, g]))
        allowed = tolerances.scores(a.mu[g], a.gap(g), error)
        measured.append((np.linalg.norm(aligned - a.scores[:, g]), max(allowed, lost)))
    difference, tolerance = np.array(measured).reshape(-1, 2).T
    return difference, tolerance


def coordinates(
    a: Solution, b: Solution, y_a: Array, y_b: Array, rows: Array, row_error: Array
) -> tuple[Array, Array]:
    """Largest |y_b Q - y_a|_2 of new samples (m, d), and its tolerance, per group of eigenvalues.

    ``rows`` (m, n) are the centered kernel values of the new samples that y_a was computed from,
    and ``row_error`` (m,) bounds the error of each as a vector (see ``tolerances.coordinates``).
    """
    within = [np.linalg.norm(rows @ a.V[:, g], axis=1) for g in a.groups]
    V = a.V[:, : a.groups[-1].stop] if a.groups else a.V[:, :0]
    beyond = np.linalg.norm(rows - (rows @ V) @ V.T, axis=1)
    error, measured = a.matrix_error + b.matrix_error, []
    for k, g in enumerate(a.groups):
        others = np.column_stack([*within[:k], *within[k + 1 :], beyond])
        separation = np.array([_apart(a, g, h) for h in a.groups if h != g] + [a.gap(g)])
        allowed = tolerances.coordinates(a.mu[g], separation, error, within[k], others, row_error)
        off = np.linalg.norm(y_b[:, g] @ rotation(a, b, g) - y_a[:, g], axis=1)
        measured.append((off.max(), allowed.max()))
    difference, tolerance = np.array(measured).reshape(-1, 2).T
    return difference, tolerance


def _apart(a: Solution, g: slice, h: slice) -> float:
    """Distance between two groups of eigenvalues."""
    upper, lower = (h, g) if h.stop <= g.start else (g, h)
    return float(a.mu[upper].min() - a.mu[lower].max())
