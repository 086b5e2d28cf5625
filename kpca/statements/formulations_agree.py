"""All formulations give the same result: D1, D3 (distances), E11 (eigenvalues, scores) and S17."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigh, lengths, number_one
from kpca.arrays import Array
from kpca.centering import center, center_new, gower
from kpca.distances import induced
from kpca.formulations import agreement, least_squares_svm
from kpca.formulations import dual as dual_formulation
from kpca.formulations import mds as mds_formulation
from kpca.solvers.solution import Solution
from kpca.statements.check import ALL_PARTS, Parts, statement


@statement("D1")
def kernel_pca_is_classical_mds(K: Array, dual: Solution, mds: Solution) -> Parts:
    """-1/2 H D2 H = HKH for d^2 = k_ii + k_jj - 2 k_ij (N4): the matrices and the eigenvalues.

    Every eigenvalue that both solutions know is compared. Tolerance: both centerings at the scale
    of the uncentered kernel (Weyl for the eigenvalues). Control: the factor 1/2 left out.
    """
    centered, from_distances = center(K), gower(induced(K))
    differences, _ = agreement.eigenvalues(dual, mds)
    allowed = dual.matrix_error + mds.matrix_error
    return {
        "matrices": (
            lengths(centered - from_distances, None),
            allowed,
            lengths(centered - 2.0 * from_distances, None),
        ),
        "eigenvalues": (differences.max(), allowed, np.abs(dual.mu - 2.0 * mds.mu).max()),
    }


@statement("D3", blind=("by kernel and by distance",))
def new_sample_from_distances_alone(
    K: Array, K_new: Array, D2: Array, D2_new: Array, dual: Solution, mds: Solution
) -> Parts:
    """A sample placed by its distances (Gower) has its scores by the kernel (after N4, 2.2.2).

    New and training samples by both; and the training samples land on themselves. Tolerance:
    ``tolerances.coordinates`` per group of eigenvalues, ``tolerances.placed_again`` per component.
    Control: the factor 1/2 left out. Blind only where a component is hardly above rounding.
    """
    rows, rows2 = np.vstack([K_new, K]), np.vstack([D2_new, D2])
    by_kernel = dual_formulation.place(dual, K, rows)
    by_distance = mds_formulation.place(mds, D2, rows2)
    centered = center_new(rows, K)
    error = row_error(centered, rows, rows2, dual, mds)
    measured, allowed = agreement.coordinates(dual, mds, by_kernel, by_distance, centered, error)
    broken, _ = agreement.coordinates(dual, mds, by_kernel, 2.0 * by_distance, centered, error)
    again, there = mds_formulation.place(mds, D2, D2), np.sqrt(mds.mu) * mds.V
    return {
        "by kernel and by distance": (measured, allowed, broken),
        "training samples placed again": (
            np.abs(again - there).max(axis=0),
            tolerances.placed_again(mds.n, mds.mu, float(np.abs(D2).max()), mds.matrix_error),
            np.abs(2.0 * again - there).max(axis=0),
        ),
    }


def row_error(centered: Array, rows: Array, rows2: Array, dual: Solution, mds: Solution) -> Array:
    """Error bound (m,) of the centered row of each new sample, the larger of both formulations.

    The error of a row is that of one row of the training matrix, |E|_2/sqrt(n) at the scale of
    ``bound``, with the new row's own centering and one product of length n.
    """
    n = dual.n
    largest = np.maximum(np.abs(rows).max(axis=1), np.abs(rows2).max(axis=1))
    largest = np.maximum(largest, np.abs(rows[-n:]).max())
    rounding = tolerances.induced_element(1.0, 0.0) + tolerances.centering_element(n, 1.0)
    error = 2.0 * np.sqrt(n) * rounding * largest + (
        dual.matrix_error + mds.matrix_error
    ) / np.sqrt(n)
    return error + 2.0 * tolerances.dot(n) * lengths(centered, 1)


def same_values(reference: Solution, other: Solution) -> tuple[Array, Array, Array]:
    """|mu - mu'|, the bounds of both on it, and |mu - mu'/n|, per component that both have."""
    d = min(reference.components, other.components)
    mu, theirs = reference.mu[:d], other.mu[:d]
    allowed = reference.errors[:d] + other.errors[:d]
    return np.abs(mu - theirs), allowed, np.abs(mu - theirs / other.n)


def same_scores(reference: Solution, other: Solution) -> tuple[Array, Array, Array]:
    """|Z Q - Z'|_F, its tolerance, and that of sqrt(lambda) v, per group of eigenvalues."""
    measured, allowed = agreement.scores(reference, other)
    broken, _ = agreement.scores(reference, other, other.V * np.sqrt(other.variance))
    return measured, allowed, broken


@statement("E11", blind=ALL_PARTS)
def same_eigenvalues_and_scores(dual: Solution, formulations: dict[str, Solution]) -> Parts:
    """Every formulation gives the eigenvalues and scores of the eigen-solve (all notes).

    Scores are compared up to a rotation inside an eigenvalue.

    ``formulations`` are those that the study allows of: classical MDS; covariance and SVD of the
    features; least-squares SVM; the generalized problem; ascent from random starts; the block
    Krylov method where its certificate proves its pairs; scikit-learn. Tolerance: Weyl, and
    Yu-Wang-Samworth per group of eigenvalues, with the bounds of both solutions. The generalized
    problem squares K~, and its tolerance may be too wide to decide small components. Controls:
    lambda for mu, and sqrt(lambda) v, both without the n.
    """
    return {
        f"{name}: {what}": compare(dual, other)
        for name, other in formulations.items()
        for what, compare in (("eigenvalues", same_values), ("scores", same_scores))
    }


@statement("S17", blind=("equations",))
def bias_of_least_squares_svm_centers(K: Array, whole: Solution) -> Parts:
    """Stationary points of (c/2) sum e_i^2 - |w|^2/2, e_i = <w, phi_i> + b: HK alpha = mu alpha.

    With mu = 1/c, b = -1'K alpha/n, e = mu alpha and 1'alpha = 0 (Suykens et al. 2003; derived in
    ``kpca.formulations.least_squares_svm``). Executed on k(x, y) + c(x) + c(y), which is not
    centered, with c from the components, so that no kernel cancels their bias. The eigen-solve of K
    itself has the same mu; its vectors have the errors e, and each alpha solves its equation.
    Tolerance: the bounds of both solutions;
    for e also the products, and 1'v of the eigen-solve times the size of K; for the sum of
    coefficients E/(3/4 - E), because the bias has the eigenvalue 1 of a matrix known up to E, and
    no other one is above 1/4. Control: without b, which leaves the eigenvalues of K and its
    eigenvectors.
    """
    n, V, d = whole.n, whole.V, whole.components
    sign = np.where(K.mean(axis=0) @ V < 0, -1, 1) * np.sqrt(number_one(K) * n / d)
    c = np.abs(K).max() * (V @ sign + number_one(K))
    moved = K + c[:, None] + c[None, :]
    mu, alpha, bound = least_squares_svm.stationary_points(moved)
    values, vectors = eigh(moved)
    spectrum = np.sort(np.append(mu, 0))[::-1]
    without_b = moved @ V
    e = without_b - without_b.mean(axis=0)
    by_alpha = moved @ alpha
    own = by_alpha - by_alpha.mean(axis=0) - alpha * mu
    size = float(lengths(moved, None))
    of_e = whole.matrix_error + 2.0 * tolerances.products(n, size)
    of_e += size * tolerances.residue_of_mean(n) / np.sqrt(n)
    off = least_squares_svm.error(n)
    return {
        "eigenvalues": (
            np.abs(spectrum - whole.spectrum).max(),
            bound + whole.matrix_error,
            np.abs(values[::-1] - whole.spectrum).max(),
        ),
        "errors": (
            lengths(e - V * whole.mu, None),
            np.sqrt(d) * 2.0 * of_e,
            lengths(without_b - V * whole.mu, None),
        ),
        "equations": (
            lengths(own),
            bound + 2.0 * tolerances.products(n, size),
            lengths(own + by_alpha.mean(axis=0)),
        ),
        "sum of the coefficients": (
            np.abs(alpha.sum(axis=0)).max(),
            np.sqrt(n) * off / (0.75 - off) + tolerances.dot(n) * np.sqrt(n),
            np.abs(vectors.sum(axis=0)).max(),
        ),
    }
