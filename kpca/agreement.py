"""Do two solutions say the same? Eigenvalues one by one, scores and new points by eigenspace.

Signs and rotations inside a degenerate eigenspace are free. A single eigenvalue's sign is fixed by
rule, so it is compared as it stands, unless rounding could decide the rule; a group of close
eigenvalues is first rotated onto the other.
"""

import numpy as np

from kpca import arithmetic, eigen, tolerances
from kpca.formulations.solution import Solution
from kpca.kernels import Array


def rotation(a: Solution, b: Solution, group: slice) -> Array:
    """Orthogonal Q (g, g) that brings V_b Q closest to V_a inside a group of eigenvalues.

    The identity for a single eigenvalue whose sign the rule decides within the error of both.
    """
    if group.stop - group.start == 1:
        gap = eigen.gap(a.spectrum, group)
        error = float(tolerances.eigenvector(gap, a.bound + b.bound))
        if eigen.sign_is_decided(a.V[:, group.start], error):
            return np.eye(1)
    left, _, right = arithmetic.svd(b.V[:, group].T @ a.V[:, group])
    return left @ right


def eigenvalues(a: Solution, b: Solution) -> tuple[Array, float]:
    """|mu_a - mu_b| (n,) over the whole spectrum, and Weyl's bound on it."""
    return np.abs(a.spectrum - b.spectrum), a.bound + b.bound


def scores(a: Solution, b: Solution, scores_b: Array | None = None) -> tuple[Array, Array]:
    """|Z_b Q - Z_a|_F and its tolerance, per group of eigenvalues (see ``tolerances.scores``).

    ``scores_b`` (n, d) replaces the scores of b: a control's. A group that b does not have counts
    as 0 there, and its tolerance is at least its size: such a comparison can decide nothing.
    """
    Z_b = b.scores if scores_b is None else scores_b
    error, measured = a.bound + b.bound, []
    for g in a.groups:
        found = Z_b[:, g] @ rotation(a, b, g) if g.stop <= b.components else 0.0 * a.scores[:, g]
        lost = 0.0 if g.stop <= b.components else float(np.linalg.norm(a.scores[:, g]))
        allowed = tolerances.scores(a.mu[g], eigen.gap(a.spectrum, g), error)
        measured.append((np.linalg.norm(found - a.scores[:, g]), max(allowed, lost)))
    difference, tolerance = np.array(measured).T
    return difference, tolerance


def coordinates(
    a: Solution, b: Solution, y_a: Array, y_b: Array, row: float, row_error: float
) -> tuple[Array, Array]:
    """Largest |y_b Q - y_a|_2 of new points (m, d), and its tolerance, per group of eigenvalues.

    ``row`` and ``row_error`` bound the length and the error of a new point's vector of kernel
    values or distances (see ``tolerances.coordinates``).
    """
    difference = [
        np.linalg.norm(y_b[:, g] @ rotation(a, b, g) - y_a[:, g], axis=1).max() for g in a.groups
    ]
    error = a.bound + b.bound
    allowed = [
        tolerances.coordinates(a.mu[g], eigen.gap(a.spectrum, g), error, row, row_error)
        for g in a.groups
    ]
    return np.array(difference), np.array(allowed)
