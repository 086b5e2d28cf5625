"""Ledger section 3, with an explicit feature map: E1, E2, E6, E9, E10."""

import numpy as np

from kpca import eigen, tolerances
from kpca.arithmetic import one
from kpca.formulations.primal import features_error
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def _centered(Phi: Array) -> Array:
    return Phi - Phi.mean(axis=0)


def _unit(size: int, seed: int) -> Array:
    """A vector at random (size,), about as long as 1."""
    w = np.random.default_rng(seed).normal(size=size)
    return w / np.linalg.norm(w)


def with_a_spare_direction(Phi: Array) -> tuple[Array, Array]:
    """Centered features in a space of one dimension more (n, M + 1), and a direction (M + 1,) that
    none of them has a part in: orthogonal to their span, reflected so that no coordinate is 0."""
    n, M = Phi.shape
    w = np.arange(1, M + 2) * one(Phi)
    reflection = np.eye(M + 1) - 2.0 * np.outer(w, w) / (w @ w)
    wider = np.column_stack([_centered(Phi), np.zeros(n) * one(Phi)])
    return wider @ reflection, reflection[-1]


@statement("E1")
def objective_is_a_quadratic_form(Phi: Array) -> Measured:
    """<f, phi~>^2 = <f, (phi~ x phi~) f>, and their mean is <f, C f> (N0), Phi (n, M), any f.

    Tolerance: the products. Controls: 1/n taken into the outer product, 1/n left out of C.
    """
    n, M = Phi.shape
    centered, f = _centered(Phi), _unit(M, 0)
    few = centered[: min(n, 5)]
    by_outer = np.array([f @ np.outer(phi, phi) @ f for phi in few])
    squares = (centered @ f) ** 2
    covariance = centered.T @ centered / n
    form, length = f @ covariance @ f, float(f @ f)
    return (
        [np.linalg.norm(squares[: len(few)] - by_outer), np.abs(squares.mean() - form)],
        [
            4.0 * tolerances.dot(M + 2) * float((few**2).sum()) * length,
            4.0 * tolerances.dot(n + 2 * M) * float((centered**2).sum()) / n * length,
        ],
        [np.linalg.norm(squares[: len(few)] - by_outer / n), np.abs(squares.mean() - n * form)],
    )


@statement("E2")
def orthogonal_part_does_not_count(Phi: Array) -> Measured:
    """A part of f orthogonal to span{phi~_i} leaves the objective as it is (N0), Phi (n, M).

    In a space of one dimension more than the features need. Tolerance: products of the features
    with a direction in which they have no part. Control: a part inside the span, as long.
    """
    wider, outside = with_a_spare_direction(Phi)
    n, M = wider.shape
    f = _unit(n, 0) @ wider
    inside = wider.T @ (wider @ f)
    length = float(np.linalg.norm(f))
    inside = inside / np.linalg.norm(inside) * length

    def objective(g: Array) -> float:
        return ((wider @ g) ** 2).mean()

    size = float((wider**2).sum()) / n
    return (
        np.abs(objective(f + length * outside) - objective(f)),
        12.0 * tolerances.dot(n + M) * size * length**2,
        np.abs(objective(f + inside) - objective(f)),
    )


@statement("E6")
def solutions_with_positive_eigenvalue_lie_in_the_span(Phi: Array) -> Measured:
    """Printed in N3: solutions with lambda = 0 lie in the span. It should read lambda != 0.

    Phi (n, M). Measured: the distance to the span of every unit eigenvector of C with lambda > 0,
    and |C w| of a direction w outside. Controls: the printed form, w has lambda = 0 and is at
    distance 1; |C u_1|. Tolerance: C u = lambda u up to solver and error of C, over lambda.
    """
    wider, outside = with_a_spare_direction(Phi)
    n, M = wider.shape
    C = wider.T @ wider / n
    found = eigen.leading(C, M, features_error(wider) / n)
    kept = int(np.sum(found.spectrum > tolerances.GROUP_FACTOR * found.bound))
    u, values = found.V[:, :kept], found.spectrum[:kept]
    # The part of u outside: C u / lambda is a combination of features, u need not be.
    distance = np.linalg.norm(u - wider.T @ (wider @ u) / (n * values), axis=0)
    off = np.linalg.norm(outside - wider.T @ (wider @ outside) / (n * values[0]))
    length = np.linalg.norm(outside)
    return (
        [*distance, np.linalg.norm(C @ outside)],
        [*(2.0 * found.bound / values), 2.0 * found.bound],
        [*np.full(kept, off / length), np.linalg.norm(C @ u[:, 0])],
    )


@statement("E9")
def covariance_of_features_stands_the_other_way_round(Phi: Array, K: Array) -> Measured:
    """Printed in N4: C = (1/N) Phi Phi'. With features as rows, C = Phi'Phi/N and K = Phi Phi'.

    Phi (n, M), K (n, n). Measured: Phi Phi' against the kernel, Phi'Phi/N against the mean of
    products of two features. Controls: each with the other's matrix, on the rows and columns that
    both have. On features times a weight, 1 to 2. Tolerance: the products.
    """
    n, M = Phi.shape
    # Weights make the table of features asymmetric, whatever it was.
    weights = 1.0 + np.arange(n) / n * one(Phi)
    Phi, K = weights[:, None] * Phi, weights[:, None] * K * weights[None, :]
    r, size = min(n, M, 20), float((Phi**2).sum())
    inner, outer = Phi @ Phi.T, Phi.T @ Phi
    products = [[(Phi[:, a] * Phi[:, b]).mean() for b in range(r)] for a in range(r)]
    means = np.array(products)
    longest = float((Phi**2).sum(axis=1).max())
    return (
        [np.abs(inner - K).max(), np.abs(outer[:r, :r] / n - means).max()],
        [16.0 * tolerances.dot(M + 4) * longest, 4.0 * tolerances.dot(n) * size / n],
        [np.abs(outer[:r, :r] - K[:r, :r]).max(), np.abs(inner[:r, :r] / n - means).max()],
    )


@statement("E10")
def sum_without_the_mean_has_the_eigenvalues_of_k(Phi: Array, dual: Solution) -> Measured:
    """C = sum phi~phi~' without 1/m (N2) has the eigenvalues of K~: mu, and not lambda = mu/n.

    Phi (n, M). Tolerance: error of the products of features, Weyl. Control: with 1/n.
    """
    centered = _centered(Phi)
    r = min(Phi.shape)
    error = features_error(Phi)
    mu = eigen.leading(centered.T @ centered, 1, error)
    shared = dual.spectrum[:r]
    return (
        np.abs(mu.spectrum[:r] - shared).max(),
        mu.bound + dual.bound,
        np.abs(mu.spectrum[0] / dual.n - shared[0]),
    )
