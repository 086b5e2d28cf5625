"""Ledger sections 3 and 9, with an explicit feature map: E1, E2, E6, E9, E10, C11."""

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arithmetic import lengths, number_one
from kpca.arrays import Array
from kpca.centering import center, center_new
from kpca.formulations.primal import features_error
from kpca.solvers import dense
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement


def _centered(Phi: Array) -> Array:
    return Phi - Phi.mean(axis=0)


def _unit(size: int, seed: int) -> Array:
    """A random vector (size,) of length 1."""
    w = np.random.default_rng(seed).normal(size=size)
    return w / np.linalg.norm(w)


def with_a_spare_direction(Phi: Array) -> tuple[Array, Array]:
    """Centered features in a space of one dimension more (n, M + 1), and a direction (M + 1,) that
    none of them contains: orthogonal to their span, reflected so that no coordinate is 0."""
    n, M = Phi.shape
    w = np.arange(1, M + 2) * number_one(Phi)
    reflection = np.eye(M + 1) - 2.0 * np.outer(w, w) / (w @ w)
    wider = np.column_stack([_centered(Phi), np.zeros(n) * number_one(Phi)])
    return wider @ reflection, reflection[-1]


@statement("E1")
def objective_is_a_quadratic_form(Phi: Array) -> Parts:
    """<f, phi~>^2 = <f, (phi~ x phi~) f>, and their mean is <f, C f> (N0), Phi (n, M), any f.

    Tolerance: the products. Controls: 1/n taken into the outer product, 1/n left out of C.
    """
    n, M = Phi.shape
    centered, f = _centered(Phi), _unit(M, 0)
    few = centered[np.argsort(-lengths(centered, 1).astype(float), kind="stable")[:5]]
    by_outer = np.array([f @ np.outer(phi, phi) @ f for phi in few])
    squares, of_few = (centered @ f) ** 2, (few @ f) ** 2
    covariance = centered.T @ centered / n
    form, length = f @ covariance @ f, float(f @ f)
    return {
        "one sample": (
            lengths(of_few - by_outer),
            4.0 * tolerances.dot(M + 2) * float((few**2).sum()) * length,
            lengths(of_few - by_outer / n),
        ),
        "all samples": (
            np.abs(squares.mean() - form),
            4.0 * tolerances.dot(n + 2 * M) * float((centered**2).sum()) / n * length,
            np.abs(squares.mean() - n * form),
        ),
    }


@statement("E2")
def orthogonal_part_does_not_count(Phi: Array) -> Parts:
    """A summand of f orthogonal to span{phi~_i} leaves the objective as it is (N0), Phi (n, M).

    So removing it and scaling f back to length 1 increases the objective: with a summand as long as
    f, it doubles. In a space of one dimension more than the features need. Tolerance: products of
    the features with a direction that they do not contain, and what rounding leaves of that
    direction in f, where the features that f is made of cancel. Controls: a summand inside the
    span, as long; f not scaled back, so that nothing is gained.
    """
    wider, outside = with_a_spare_direction(Phi)
    n, M = wider.shape
    f = _unit(n, 0) @ wider
    inside = wider.T @ (wider @ f)
    length = lengths(f)
    inside = inside / lengths(inside) * length
    both = f + length * outside

    def objective(g: Array) -> float:
        return ((wider @ g) ** 2).mean()

    size = float((wider**2).sum()) / n
    along = objective(f / length)
    allowed = 12.0 * tolerances.dot(n + M) * size
    leaning = tolerances.dot(n) * float(lengths(wider, None)) / float(length)
    return {
        "objective": (
            np.abs(objective(both) - objective(f)),
            allowed * float(length) ** 2,
            np.abs(objective(f + inside) - objective(f)),
        ),
        "gain of scaling back": (
            np.abs(along - 2.0 * objective(both / lengths(both))),
            2.0 * allowed + 2.0 * leaning * float(along),
            np.abs(along - 2.0 * objective(f / length)),
        ),
    }


@statement("E6")
def solutions_with_positive_eigenvalue_lie_in_the_span(Phi: Array) -> Parts:
    """Printed in N3: solutions with lambda = 0 lie in the span. It should read lambda != 0.

    Phi (n, M). Measured: the distance to the span of every unit eigenvector of C with lambda > 0,
    by an orthonormal basis of the span (QR); that of a direction w outside, against 1; and |C w|.
    Controls: the printed form, w has lambda = 0 and would be at distance 0; |C u_1|. Tolerance:
    u = sum alpha_i phi~_i with |alpha|^2 = 1/(n lambda), so what QR leaves of the features enters
    over sqrt(n lambda), and the error of C u = lambda u over lambda; for w, how far Q leans.
    """
    wider, outside = with_a_spare_direction(Phi)
    n, M = wider.shape
    C, size = wider.T @ wider / n, float(lengths(wider, None))
    solution = dense.leading(C, M, features_error(wider) / n)
    rank = int(np.sum(solution.spectrum > tolerances.GROUP_FACTOR * solution.matrix_error))
    u, values = solution.V[:, :rank], solution.spectrum[:rank]
    rounding = tolerances.dot(n * M) * size
    Q, left, last = arithmetic.range_basis(wider.T, tolerances.GROUP_FACTOR * rounding)
    # Rounding lets a basis vector made from a short column lean out of the span; cosine, squared.
    lean = Q.shape[1] * (rounding / last) ** 2 + 4.0 * tolerances.dot(M)

    def distance(w: Array) -> Array:
        return lengths(w - Q @ (Q.T @ w))

    lost = (left + rounding) / np.sqrt(n * values) + 2.0 * solution.matrix_error / values
    far = distance(outside[:, None] / lengths(outside))
    return {
        "distance with lambda > 0": (distance(u), lost, np.full(rank, far.max()), 1.0),
        "distance with lambda = 0": (np.abs(far - 1.0), lean, far),
        "the direction outside has lambda = 0": (
            lengths(C @ outside),
            2.0 * solution.matrix_error,
            lengths(C @ u[:, 0]),
        ),
    }


@statement("E9")
def covariance_of_features_stands_the_other_way_round(Phi: Array, K: Array) -> Parts:
    """Printed in N4: C = (1/N) Phi Phi'. With features as rows, C = Phi'Phi/N and K = Phi Phi'.

    Phi (n, M), K (n, n). Measured: Phi Phi' against the kernel, Phi'Phi/N against the mean of
    products of two features. Controls: each with the other's matrix, on the rows and columns that
    both have. Each sample has the features of the one before added, T Phi and T K T', so that no
    table of features is the same either way round. Tolerance: the products.
    """
    n, M = Phi.shape
    Phi, K = _with_the_one_before(Phi), _with_the_one_before(_with_the_one_before(K).T)
    r, size = min(n, M, 20), float((Phi**2).sum())
    inner, outer = Phi @ Phi.T, Phi.T @ Phi
    products = [[(Phi[:, a] * Phi[:, b]).mean() for b in range(r)] for a in range(r)]
    means = np.array(products)
    longest = float((Phi**2).sum(axis=1).max())
    return {
        "Gram matrix": (
            np.abs(inner - K).max(),
            16.0 * tolerances.dot(M + 4) * longest,
            np.abs(outer[:r, :r] - K[:r, :r]).max(),
            np.abs(K[:r, :r]).max(),
        ),
        "covariance": (
            np.abs(outer[:r, :r] / n - means).max(),
            4.0 * tolerances.dot(n) * size / n,
            np.abs(inner[:r, :r] / n - means).max(),
            np.abs(means).max(),
        ),
    }


def _with_the_one_before(A: Array) -> Array:
    """TA (n, r) with T = I and ones below its diagonal."""
    return np.vstack([A[:1], A[1:] + A[:-1]])


@statement("E10")
def sum_without_the_mean_has_the_eigenvalues_of_k(Phi: Array, dual: Solution) -> Parts:
    """C = sum phi~phi~' without 1/m (N2) has the eigenvalues of K~: mu, and not lambda = mu/n.

    Phi (n, M). Tolerance: error of the products of features, Weyl. Control: with 1/n.
    """
    centered = _centered(Phi)
    r = min(*Phi.shape, len(dual.spectrum))
    error = features_error(Phi)
    mu = dense.leading(centered.T @ centered, 1, error)
    shared = dual.spectrum[:r]
    return {
        "eigenvalues": (
            np.abs(mu.spectrum[:r] - shared).max(),
            mu.matrix_error + dual.matrix_error,
            np.abs(mu.spectrum[0] / dual.n - shared[0]),
        )
    }


@statement("C11", blind=("new samples", "values"))
def centering_by_features(
    K: Array, K_new: Array, Phi: Array, Phi_new: Array, dual: Solution
) -> Parts:
    """Phi~Phi~' = HKH; (Phi_new - phi-bar)Phi~' = k~; <phi(t), f> by features (N0, N1).

    K (n, n), K_new (m, n), Phi (n, M), Phi_new (m, M). phi-bar is the mean of the *training*
    samples, for new samples, too. Executed on phi + 2 phi_a, with the longest feature phi_a, so
    that the mean is not 0; in the kernel this adds 2 k(x, a) + 2 k(y, a) + 4 k(a, a). Tolerance:
    the products of features and the means; for <phi(t), f>, n elements times |alpha|. Controls: not
    centered; the mean of the new samples (of half of them) for theirs, which may be the same;
    alpha = v/sqrt(lambda), which sees no value near 0.
    """
    n, M = Phi.shape
    at = int(np.argmax(lengths(Phi, 1)))
    added, k_aa = 2.0 * Phi[at], 4.0 * K[at, at]
    few = K_new[: max(1, len(K_new) // 2)]
    moved, new = Phi + added, Phi_new + added
    shifted = K + 2.0 * K[:, [at]] + 2.0 * K[at] + k_aa
    rows = K_new + 2.0 * K_new[:, [at]] + 2.0 * K[at] + k_aa
    features = moved - moved.mean(axis=0)
    of_new = (new - moved.mean(axis=0)) @ features.T
    half = new[: len(few)]
    by_half = (half - half.mean(axis=0)) @ features.T
    centered, centered_new = center(shifted), center_new(rows, shifted)
    squares = 9.0 * (np.vstack([Phi_new, Phi]) ** 2).sum(axis=1).astype(float)
    of_one = 16.0 * tolerances.dot(M + 8) + tolerances.centering_element(n, 1.0)
    of_training = (of_one + 8.0 * tolerances.dot(n)) * squares[-n:].max()
    elements = np.maximum((of_one + 8.0 * tolerances.dot(n)) * squares, of_training)
    values = np.vstack([new, moved]) @ (features.T @ dual.alpha)
    by_kernel = np.vstack([rows, shifted]) @ dual.alpha
    return {
        "training samples": (
            np.abs(features @ features.T - centered).max(),
            of_training,
            np.abs(features @ features.T - shifted).max(),
        ),
        "new samples": (
            np.abs(of_new - centered_new).max(),
            elements.max(),
            np.abs(by_half - centered_new[: len(few)]).max(),
        ),
        "values": (
            np.abs(values - by_kernel),
            4.0 * np.sqrt(n) * elements[:, None] / np.sqrt(dual.mu),
            np.abs(np.sqrt(n) * values - by_kernel),
        ),
    }
