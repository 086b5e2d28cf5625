"""Ledger section 1, multidimensional scaling: M1 to M7."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigenvalues, lengths, number_one, svd
from kpca.arrays import Array
from kpca.centering import center, gower
from kpca.distances import squared_distances
from kpca.formulations import agreement, metric
from kpca.solvers import dense
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement
from kpca.statements.covariance import contrasts, contrasts_error

STEPS = 10


@statement("M1")
def singular_values_serve_both_sides(Y: Array) -> Parts:
    """Y = U Sigma V': Y'Y = V Sigma^2 V', YY' = U Sigma^2 U', and one set of eigenvalues (N4).

    Y (n, q), centered; (n - 1)S = Y'Y by Helmert's contrasts, which need no mean. Tolerance:
    backward errors of the decompositions, products. Controls: the first term left out, S with 1/n,
    Sigma^2/n for Sigma^2.
    """
    n, q = Y.shape
    U, D, W = svd(Y)
    scatter, G, by_pairs = Y.T @ Y, Y @ Y.T, contrasts(Y)
    S = by_pairs.T @ by_pairs / (number_one(Y) * (n - 1))
    size, larger = float((D**2).sum()), max(n, q)
    allowed = 4.0 * tolerances.eigenvalue(larger, size) + 2.0 * tolerances.dot(larger) * size
    inner, outer = eigenvalues(scatter)[: len(D)], eigenvalues(G)[: len(D)]

    def rebuilt(A: Array, B: Array, first: int = 0) -> float:
        return lengths((A[:, first:] * D[first:] ** 2) @ A[:, first:].T - B, None)

    return {
        "Y'Y = V Sigma^2 V'": (rebuilt(W.T, scatter), allowed, rebuilt(W.T, scatter, 1)),
        "YY' = U Sigma^2 U'": (rebuilt(U, G), allowed, rebuilt(U, G, 1)),
        "(n - 1)S = Y'Y": (
            lengths((n - 1) * S - scatter, None),
            allowed + contrasts_error(Y),
            lengths(n * S - scatter, None),
        ),
        "eigenvalues of Y'Y": (
            np.abs(inner - D**2).max(),
            allowed,
            np.abs(inner - D**2 / n).max(),
        ),
        "eigenvalues of YY'": (
            np.abs(outer - D**2).max(),
            allowed,
            np.abs(outer - D**2 / n).max(),
        ),
    }


@statement("M2", blind=("scores",))
def pca_and_classical_mds_give_the_same_scores(linear: dict[str, Solution]) -> Parts | None:
    """Scores YV of PCA by covariance are the U Sigma of classical MDS by distances (N4, 1.2.2).

    Tolerance: ``tolerances.scores`` per group of eigenvalues. Control: sqrt(lambda) v, n left out.
    """
    if "covariance" not in linear:
        return None
    a, b = linear["covariance"], linear["distances"]
    measured, allowed = agreement.scores(a, b)
    broken, _ = agreement.scores(a, b, b.V * np.sqrt(b.variance))
    return {"scores": (measured, allowed, broken)}


@statement("M3")
def truncated_spectrum_is_the_best_approximation(K: Array, whole: Solution) -> Parts | None:
    """Eckart-Young: |K~ - sum_{j<=p} mu_j v_j v_j'|_F^2 = sum_{j>p} mu_j^2, the least of all (N4).

    K (n, n). The terms are the p largest *in size*: "the first p" of N4 are these only where no
    negative eigenvalue is larger in size than one of them. Measured: the error of that truncation,
    against the spectrum; and what rivals of rank p fall below it: near and far ones, with negative
    terms, and those that subspace iteration finds from random starts. Tolerance: the solver's
    backward error and the products. Controls: lambda for mu; the first p by value where that is
    another choice, else one term more than allowed.
    """
    centered, spectrum = center(K), whole.spectrum
    p = _terms(whole)
    if p == 0:
        return None
    size = whole.frobenius
    allowed = 2.0 * tolerances.eigenvalue(whole.n, size)
    allowed += tolerances.dot(whole.n) * float(np.abs(spectrum[: whole.components]).sum())
    order = np.argsort(-np.abs(spectrum).astype(float), kind="stable")
    # A negative eigenvalue as large in size as the p-th makes no difference.
    lost = lengths(spectrum[p:], None) - lengths(spectrum[order[p:]], None)
    by_value = lost <= allowed
    if by_value:
        order = np.concatenate([np.arange(p), order[order >= p]])
    V = (
        whole.V
        if by_value
        else dense.leading(centered, whole.n, whole.matrix_error, centered=True).V
    )
    chosen, mu = V[:, order[:p]], spectrum[order[:p]]
    tail = lengths(spectrum[order[p:]], None)
    own = lengths(centered - (chosen * mu) @ chosen.T, None)
    without_n = lengths(centered - (chosen * mu / whole.n) @ chosen.T, None)
    least = min(_rivals(centered, chosen, mu))
    other = lengths(spectrum[order[p + 1 :]], None) if by_value else lengths(spectrum[p:], None)
    return {
        "error of the truncation": (abs(own - tail), allowed, abs(without_n - tail)),
        "no rival is nearer": (max(tail - least, 0.0 * tail), 3.0 * allowed, abs(other - tail)),
    }


def _terms(whole: Solution) -> int:
    """The number of components, or fewer so that a term above rounding is left out."""
    sizes = np.sort(np.abs(whole.spectrum).astype(float))[::-1]
    left = int(np.sum(sizes > tolerances.GROUP_FACTOR * whole.matrix_error)) - 1
    return max(0, min(whole.components, left))


def _rivals(centered: Array, chosen: Array, mu: Array) -> list[float]:
    """|K~ - R|_F of matrices R of rank p, from the best one, chosen diag(mu) chosen' (n, p)."""
    n, p = chosen.shape
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(n, p)) / np.sqrt(n)
    signs = np.where(np.arange(p) % 2 == 0, 1.0, -1.0)
    steps = (1e-3, 1e-2, 1e-1, 1.0)
    near = [chosen + step * noise for step in steps]
    distances = [lengths(centered - (R * mu) @ R.T, None) for R in near]
    distances += [lengths(centered - (R * (mu * signs)) @ R.T, None) for R in near]
    Q = rng.normal(size=(n, p)) * number_one(centered)
    for _ in range(6):
        Q = svd(centered @ Q)[0]
        distances.append(lengths(centered - Q @ (Q.T @ centered), None))
    return distances


@statement("M4")
def euclidean_distances_give_the_linear_gram_matrix(X: Array) -> Parts:
    """-1/2 H D2 H is the centered linear Gram matrix of X (n, q) if d is Euclidean (N4).

    Tolerance, per entry: both centerings, rounding of distances and products. Control, the
    condition broken: |x - y|^2 taken for the distance, which violates the triangle inequality
    (in a unit in which the largest squared distance is 2).
    """
    Y = X - X.mean(axis=0)
    n, q = Y.shape
    D2, G = squared_distances(Y, Y), Y @ Y.T
    largest, radius2 = float(D2.max()), float(G.diagonal().max())
    allowed = 0.5 * (
        tolerances.centering_element(n, largest) + 4.0 * tolerances.dot(q + 2) * largest
    )
    allowed += tolerances.centering_element(n, radius2) + 4.0 * tolerances.dot(q) * radius2
    # If all distances are 0 or equal, d^2 = d in that unit, so another unit is used.
    linear, not_euclidean = center(G), D2 * (D2 / (2.0 * largest))
    broken = np.abs(gower(not_euclidean) - linear).max()
    return {"matrix": (np.abs(gower(D2) - linear).max(), allowed, broken)}


def _reflection(Z: Array) -> Array:
    """An orthogonal matrix (p, p) in the arithmetic of Z (n, p)."""
    w = np.arange(1, Z.shape[1] + 1) * number_one(Z)
    return np.eye(len(w)) - 2.0 * np.outer(w, w) / (w @ w)


def _step_error(D: Array, Z: Array) -> float:
    """|delta|_F of one step from Z (n, p): the ratios, and two sums of n terms as long as d."""
    n, p = Z.shape
    between = np.sqrt(squared_distances(Z, Z)) + D
    moved = float(lengths(between.sum(axis=1), None)) / n
    return 8.0 * (tolerances.dot(n) + tolerances.dot(p + 4)) * (moved + float(lengths(Z, None)))


def _one_step(D: Array, Z: Array) -> tuple[float, float, float]:
    """|Z+ - (Z - gradient/(4n))|_F for one step Z+ of SMACOF, tolerance, and a thousandth of it."""
    n, stepped = len(Z), metric.guttman(D, Z)
    wanted = (Z - Z.mean(axis=0)) - metric.gradient(D, Z) / (4.0 * n)
    short = Z + 1e-3 * (stepped - Z)
    return lengths(stepped - wanted, None), _step_error(D, Z), lengths(short - wanted, None)


@statement("M5")
def stress_and_strain_agree_only_on_an_exact_embedding(D: Array, plane: Array) -> Parts:
    """Printed in N4: the minimizers of stress and of strain are the same. They are not.

    ``plane`` (n, p) minimizes the strain. If it embeds the distances exactly, it also has stress 0
    and majorization leaves it where it is: measured on its own distances, after a reflection.
    With the distances D (n, n), which need more dimensions, it moves, and by what the gradient of
    the stress says: measured. Controls, the printed form: the strain minimizer would not move, and
    its stress would be 0. Tolerance: one step; n^2 distances.
    """
    n, p = plane.shape
    own = np.sqrt(squared_distances(plane, plane))
    turned = plane @ _reflection(plane)
    turned = turned - turned.mean(axis=0)
    moved = metric.guttman(D, plane) - plane
    step, allowed, _ = _one_step(D, plane)
    size = float(lengths(plane, None))
    stayed = lengths(metric.gradient(D, plane), None) / (4.0 * n)
    return {
        "exact embedding stays": (
            lengths(metric.guttman(own, turned) - turned, None),
            _step_error(own, plane),
            lengths(moved, None),
        ),
        "stress of an exact embedding": (
            np.sqrt(metric.stress(own, turned)),
            4.0 * tolerances.dot(p + 8) * n * float(own.max()),
            np.sqrt(metric.stress(D, plane)),
        ),
        "another embedding moves": (step, allowed, stayed, size),
    }


@statement("M6")
def stress_never_rises(D: Array, plane: Array) -> Parts:
    """SMACOF from the classical solution: sum (d1 - d2)^2 never rises (N4), D (n, n), ten steps.

    One step is Z - gradient/(4n), the gradient by the chain rule; it lowers the stress by at least
    |gradient|^2/(8n), since the majorant is a quadratic with the Hessian 4nH. Tolerance:
    |delta stress| <= 2 sqrt(stress) |delta d|_F, of the distances and of one step, and the sum.
    Controls: a step that overshoots, to a map with ten times the distances; a thousandth of the
    step; no step at all.
    """
    n, p = plane.shape
    path = metric.path(D, plane, STEPS)
    values = np.array([metric.stress(D, Z) for Z in path])
    between = lengths(np.sqrt(squared_distances(plane, plane)), None)
    # A step is a mean of n vectors as long as the distances.
    length = float(lengths(D.sum(axis=1), None)) / n
    moved = 2.0 * np.sqrt(n) * 4.0 * tolerances.dot(n + p + 4) * length
    moved += tolerances.dot(p + 4) * max(float(lengths(D, None)), float(between))
    first = float(values[0])
    allowed = 4.0 * np.sqrt(first) * moved + 2.0 * tolerances.pairwise_sum(n * n) * first
    overshot = metric.stress(D, plane * (10.0 * lengths(D, None) / between))
    promised = lengths(metric.gradient(D, plane), None) ** 2 / (8.0 * n)
    none = 0.0 * promised
    return {
        "no rise": (max(np.diff(values).max(), none), allowed, overshot - values[0]),
        "step": _one_step(D, plane),
        "fall": (max(promised - (values[0] - values[1]), none), allowed, promised),
    }


@statement("M7", blind=("XX' of distances",))
def scores_are_unique_up_to_an_orthogonal_matrix(K: Array, whole: Solution, mds: Solution) -> Parts:
    """N4, 1.2.2, "therefore the score matrix X = UD": U Sigma Q has the same strain, Q'Q = I.

    K (n, n), Z = U Sigma (n, d). Measured: |K~ - ZQ(ZQ)'|_F against the eigenvalues left out;
    (ZQ)(ZQ)' against the XX' of classical MDS; and where two singular values tie, as the first two
    of the study do if mu_2 is replaced by mu_1, both columns of U turned by 30 degrees, which are
    still eigenvectors. Tolerance: the solver and the products; the scores of both, twice |Z|.
    Controls: Q with a column of length 2; turned where mu_2 is mu_1/2.
    """
    Z, spectrum = whole.scores, whole.spectrum
    d = whole.components
    w = np.arange(1, d + 1) * number_one(Z)
    Q = np.eye(d) - 2.0 * np.outer(w, w) / (w @ w)
    stretched = Q * np.where(np.arange(d) == 0, 2.0, 1.0)
    centered, tail, size = center(K), lengths(spectrum[d:], None), float((Z**2).sum())

    def strain(turn: Array) -> float:
        return abs(lengths(centered - (Z @ turn) @ (Z @ turn).T, None) - tail)

    solver = 2.0 * tolerances.eigenvalue(whole.n, whole.frobenius)
    products = 8.0 * tolerances.dot(2 * d + 4) * size
    other = mds.scores @ mds.scores.T
    apart = float(lengths(agreement.scores(whole, mds)[1], None))

    def off(turn: Array) -> float:
        return lengths((Z @ turn) @ (Z @ turn).T - other, None)

    parts = {
        "strain": (strain(Q), solver + products, strain(stretched)),
        "XX' of distances": (
            off(Q),
            products + apart * (2.0 * np.sqrt(size) + apart),
            off(stretched),
        ),
    }
    if d == 1:
        return parts
    columns = whole.V[:, :2]
    return parts | {
        "columns of a tie": (
            _turned_residual(columns, np.array([1.0, 1.0])),
            8.0 * tolerances.orthonormality(whole.n) + 8.0 * tolerances.dot(whole.n),
            _turned_residual(columns, np.array([1.0, 0.5])),
        ),
    }


def _turned_residual(U: Array, mu: Array) -> float:
    """|G u - u (u'G u)| for G = U diag(mu) U', U (n, 2), and its columns turned by 30 degrees."""
    G = (U * mu) @ U.T
    half, root = number_one(U) / 2, np.sqrt(number_one(U) * 3) / 2
    turned = U @ np.array([[root, -half], [half, root]])
    return lengths(G @ turned - turned * np.einsum("il,il->l", turned, G @ turned), None)
