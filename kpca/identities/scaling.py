"""Ledger section 1, multidimensional scaling: M1 to M6."""

import numpy as np

from kpca import agreement, tolerances
from kpca.arithmetic import eigenvalues, one, svd
from kpca.centering import center, gower
from kpca.formulations import metric
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array, squared_distances

STEPS = 10


@statement("M1")
def singular_values_serve_both_sides(Y: Array) -> Measured:
    """Y = UDV': Y'Y = V D^2 V', YY' = U D^2 U', (n - 1)S = Y'Y, and one set of eigenvalues (N4).

    Y (n, q), centered. Tolerance: backward errors of the decompositions, products.
    Controls: the first term left out, S with 1/n, D^2/n for D^2.
    """
    n, q = Y.shape
    U, D, W = svd(Y)
    V, scatter, G = W.T, Y.T @ Y, Y @ Y.T
    S = np.einsum("ia,ib->ab", Y, Y) / (one(Y) * (n - 1))
    size, larger = float((D**2).sum()), max(n, q)
    allowed = 4.0 * tolerances.eigenvalue(larger, size) + 2.0 * tolerances.dot(larger) * size
    inner, outer = eigenvalues(scatter)[: len(D)], eigenvalues(G)[: len(D)]

    def rebuilt(A: Array, first: int = 0) -> Array:
        return (A[:, first:] * D[first:] ** 2) @ A[:, first:].T

    return (
        [
            np.linalg.norm(rebuilt(V) - scatter),
            np.linalg.norm(rebuilt(U) - G),
            np.linalg.norm((n - 1) * S - scatter),
            np.abs(inner - D**2).max(),
            np.abs(outer - D**2).max(),
        ],
        allowed,
        [
            np.linalg.norm(rebuilt(V, 1) - scatter),
            np.linalg.norm(rebuilt(U, 1) - G),
            np.linalg.norm(n * S - scatter),
            np.abs(inner - D**2 / n).max(),
            np.abs(outer - D**2 / n).max(),
        ],
    )


@statement("M2")
def pca_and_classical_mds_give_the_same_scores(linear: dict[str, Solution]) -> Measured:
    """Scores YV of PCA by covariance are the UD of classical MDS by distances (N4, section 1.2.2).

    Tolerance: ``tolerances.scores`` per group of eigenvalues. Control: sqrt(lambda) v, n left out.
    """
    a, b = linear["covariance"], linear["distances"]
    measured, allowed = agreement.scores(a, b)
    broken, _ = agreement.scores(a, b, b.V * np.sqrt(b.variance))
    return measured, allowed, broken


@statement("M3")
def truncated_spectrum_is_the_best_approximation(K: Array, dual: Solution) -> Measured:
    """Eckart-Young: |K~ - sum_{j<=p} mu_j v_j v_j'|_F^2 = sum_{j>p} mu_j^2, the least of all (N4).

    K (n, n); least among Z Z' with Z (n, p): four rivals are tried, near and far. Tolerance: the
    solver's backward error and the product. Control: lambda for mu, the n left out.
    """
    centered, Z = center(K), dual.scores
    n, p = Z.shape
    tail = np.sqrt((dual.spectrum[p:] ** 2).sum())
    rng = np.random.default_rng(0)
    far = rng.normal(size=(n, p)) * float(np.linalg.norm(Z)) / np.sqrt(n * p)
    rivals = [far, *(Z + step * far for step in (1e-3, 1e-2, 1e-1))]
    own = np.linalg.norm(centered - Z @ Z.T)
    least = min([own, *(np.linalg.norm(centered - R @ R.T) for R in rivals)])
    size = float(np.linalg.norm(dual.spectrum))
    allowed = 2.0 * tolerances.eigenvalue(n, size) + tolerances.dot(n) * float((Z**2).sum())
    without_n = np.linalg.norm(centered - Z @ Z.T / n) - tail
    return [np.abs(own - tail), np.abs(least - tail)], allowed, np.abs(without_n)


@statement("M4")
def euclidean_distances_give_the_linear_gram_matrix(Y: Array) -> Measured:
    """-1/2 H D2 H is the centered linear Gram matrix, Y (n, q), if d is Euclidean (N4).

    Tolerance, per entry: both centerings, rounding of distances and products. Control, the
    condition broken: |x - y|^2 taken for the distance, which violates the triangle inequality
    (in a unit in which the largest squared distance is 2).
    """
    n, q = Y.shape
    D2, G = squared_distances(Y, Y), Y @ Y.T
    largest, radius2 = float(D2.max()), float(G.diagonal().max())
    allowed = 0.5 * (tolerances.centering_entry(n, largest) + 4.0 * tolerances.dot(q + 2) * largest)
    allowed += tolerances.centering_entry(n, radius2) + 4.0 * tolerances.dot(q) * radius2
    linear, not_euclidean = center(G), D2**2 / (2.0 * largest)
    broken = np.abs(gower(not_euclidean) - linear).max()
    return np.abs(gower(D2) - linear).max(), allowed, broken


def _reflection(Z: Array) -> Array:
    """An orthogonal matrix (p, p) in the arithmetic of Z (n, p)."""
    w = np.arange(1, Z.shape[1] + 1) * one(Z)
    return np.eye(len(w)) - 2.0 * np.outer(w, w) / (w @ w)


def _step_error(n: int, p: int, Z: Array) -> float:
    """|delta|_F of one Guttman transform: its ratios, and two sums of n terms."""
    relative = 4.0 * tolerances.dot(n) + 4.0 * tolerances.dot(p + 4)
    return relative * (float(np.linalg.norm(Z)) + np.sqrt(n) * float(np.abs(Z).max()))


@statement("M5")
def stress_and_strain_agree_only_on_an_exact_embedding(D: Array, plane: Array) -> Measured:
    """Printed in N4: the minimizers of stress and of strain are the same. They are not.

    ``plane`` (n, p) minimizes the strain. If it embeds the distances exactly, it also has stress 0
    and majorization leaves it where it is: measured on its own distances, after a reflection.
    Controls, the printed form: with the distances D (n, n), which need more dimensions, the
    strain minimizer moves, and its stress is not 0. Tolerance: one step; n^2 distances.
    """
    n, p = plane.shape
    own = np.sqrt(squared_distances(plane, plane))
    turned = plane @ _reflection(plane)
    turned = turned - turned.mean(axis=0)
    return (
        [
            np.linalg.norm(metric.guttman(own, turned) - turned),
            np.sqrt(metric.stress(own, turned)),
        ],
        [_step_error(n, p, plane), 4.0 * tolerances.dot(p + 8) * n * float(own.max())],
        [np.linalg.norm(metric.guttman(D, plane) - plane), np.sqrt(metric.stress(D, plane))],
    )


@statement("M6")
def stress_never_rises(D: Array, plane: Array) -> Measured:
    """SMACOF from the classical solution: sum (d1 - d2)^2 never rises (N4), D (n, n), ten steps.

    Tolerance: |delta stress| <= 2 sqrt(stress) |delta d|_F, of the distances and of one step, and
    the sum. Control: a step that overshoots, to a map with ten times the distances.
    """
    n, p = plane.shape
    path = metric.path(D, plane, STEPS)
    values = np.array([metric.stress(D, Z) for Z in path])
    between = np.linalg.norm(np.sqrt(squared_distances(plane, plane)))
    # A step is a mean of n vectors as long as the distances.
    length = float(np.linalg.norm(D.sum(axis=1))) / n
    moved = 2.0 * np.sqrt(n) * 4.0 * tolerances.dot(n + p + 4) * length
    moved += tolerances.dot(p + 4) * max(float(np.linalg.norm(D)), float(between))
    first = float(values[0])
    allowed = 4.0 * np.sqrt(first) * moved + 2.0 * tolerances.pairwise_sum(n * n) * first
    overshot = metric.stress(D, plane * (10.0 * np.linalg.norm(D) / between))
    return max(np.diff(values).max(), 0.0), allowed, overshot - values[0]
