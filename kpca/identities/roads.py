"""The roads lead to one place: D1, D3 (distances) and E11 (scores)."""

import numpy as np

from kpca import agreement, tolerances
from kpca.centering import center, center_new, gower
from kpca.distances import induced
from kpca.formulations import dual as dual_road
from kpca.formulations import mds as mds_road
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


@statement("D1")
def kernel_pca_is_classical_mds(K: Array, dual: Solution, mds: Solution) -> Measured:
    """-1/2 H D2 H = HKH for d^2 = k_ii + k_jj - 2 k_ij (N4): the matrices, then every eigenvalue.

    Tolerance: both centerings at the scale of the uncentered kernel (Weyl for the eigenvalues).
    Control: the factor 1/2 left out.
    """
    centered, from_distances = center(K), gower(induced(K))
    differences, allowed = agreement.eigenvalues(dual, mds)
    return (
        [np.linalg.norm(centered - from_distances), differences.max()],
        allowed,
        [np.linalg.norm(centered - 2.0 * from_distances), np.abs(dual.mu - 2.0 * mds.mu).max()],
    )


@statement("D3", blind=True)
def new_point_from_distances_alone(
    K: Array, K_new: Array, D2: Array, D2_new: Array, dual: Solution, mds: Solution
) -> Measured:
    """A point placed from its distances (Gower) lands where the kernel puts it (after N4, 2.2.2).

    The training samples are placed again too. Tolerance: ``tolerances.coordinates`` per group of
    eigenvalues, with the length and the error of a row of centered kernel values; a row is long
    beside a small coordinate, so the check is blind to small components. Control: the factor 1/2
    left out.
    """
    rows, rows2 = np.vstack([K_new, K]), np.vstack([D2_new, D2])
    by_kernel = dual_road.place(dual, K, rows)
    by_distance = mds_road.place(mds, D2, rows2)
    row = _row(K, rows, D2, rows2, dual, mds)
    measured, allowed = agreement.coordinates(dual, mds, by_kernel, by_distance, *row)
    broken, _ = agreement.coordinates(dual, mds, by_kernel, 2.0 * by_distance, *row)
    return measured, allowed, broken


def _row(
    K: Array, K_new: Array, D2: Array, D2_new: Array, dual: Solution, mds: Solution
) -> tuple[float, float]:
    """Length and error bound of a new point's vector, the larger of both roads.

    The error of a row is that of one row of the training matrix, |E|_2/sqrt(n) at the scale of
    ``bound``, with the new row's own centering and one product of length n.
    """
    n = dual.n
    rows = (center_new(K_new, K), 0.5 * (gower(D2).diagonal() - D2_new))
    length = max(np.linalg.norm(part, axis=1).max() for part in rows)
    largest = max(np.abs(part).max() for part in (K, K_new, D2, D2_new))
    rounding = tolerances.induced_entry(largest, 0.0) + tolerances.centering_entry(n, largest)
    error = 2.0 * np.sqrt(n) * rounding + (dual.bound + mds.bound) / np.sqrt(n)
    return length, error + 2.0 * tolerances.dot(n) * length


def same_values(reference: Solution, other: Solution) -> tuple[Array, Array, Array]:
    """|mu - mu'|, Weyl's bound on it, and |mu - mu'/n|, per component that both have."""
    d = min(reference.components, other.components)
    mu, theirs = reference.mu[:d], other.mu[:d]
    allowed = np.full(d, reference.bound + other.bound)
    return np.abs(mu - theirs), allowed, np.abs(mu - theirs / other.n)


def same_scores(reference: Solution, other: Solution) -> tuple[Array, Array, Array]:
    """|Z Q - Z'|_F, its tolerance, and that of sqrt(lambda) v, per group of eigenvalues."""
    measured, allowed = agreement.scores(reference, other)
    broken, _ = agreement.scores(reference, other, other.V * np.sqrt(other.variance))
    return measured, allowed, broken


@statement("E11", blind=True)
def roads_give_the_same_scores(dual: Solution, roads: dict[str, Solution]) -> Measured:
    """Every road gives the eigenvalues and scores of the eigen-solve, rotation inside an eigenvalue
    apart (all notes).

    ``roads``: classical MDS; covariance and SVD of the features; the generalized problem; ascent
    from random starts; scikit-learn: as many of them as the study allows. Tolerance:
    Weyl, and Yu-Wang-Samworth per group of eigenvalues, with the bounds of both roads; that of the
    generalized problem, which squares K~, may be too wide to decide small components. Controls:
    lambda for mu, and sqrt(lambda) v, the n left out.
    """
    found = [
        compare(dual, other) for compare in (same_values, same_scores) for other in roads.values()
    ]
    return tuple(np.concatenate(part) for part in zip(*found, strict=True))
