"""Ledger section 1, PCA of points by their covariance: P1, P2, P3, P3x, P4.

The points Y (n, q) are centered already; what rounding left of their mean is taken off again.
"""

import numpy as np

from kpca import eigen, tolerances
from kpca.formulations.primal import features_error
from kpca.formulations.variational import GRADIENT
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def covariance(X: Array) -> tuple[Array, Array]:
    """C = Y'Y/n (q, q) and the centered points Y (n, q), for X (n, q): notes N0, N1."""
    Y = X - X.mean(axis=0)
    return Y.T @ Y / len(X), Y


def principal_axes(X: Array) -> tuple[Array, Array]:
    """Eigenvalues lambda (r,) of C and axes u (q, r), for those that are positive beyond doubt.

    Beyond doubt: above ``tolerances.GROUP_FACTOR`` times the error of C.
    """
    C, _ = covariance(X)
    found = eigen.leading(C, len(C), features_error(X) / len(X))
    kept = int(np.sum(found.spectrum > tolerances.GROUP_FACTOR * found.bound))
    return found.spectrum[:kept], found.V[:, :kept]


@statement("P1")
def leading_axis_maximizes_the_variance(Y: Array, ascents: Array) -> Measured:
    """The variance along the leading eigenvector of C = XHX'/n is the largest of all (N0).

    Y (n, q); 64 random directions do not exceed it, and ``ascents`` (s,), the variances that
    ascents from random starts end at, reach it. Tolerance: error of C; an ascent that ends at a
    gradient g lambda_1 is within sqrt(q) g lambda_1/2 of an eigenvalue. Control: the eigenvalue of
    the covariance with 1/(n - 1).
    """
    n, q = Y.shape
    values, axes = principal_axes(Y)
    _, Y = covariance(Y)
    directions = np.random.default_rng(0).normal(size=(q, 64))
    random = ((Y @ directions) ** 2).mean(axis=0) / (directions**2).sum(axis=0)
    reached = np.array([((Y @ axes[:, 0]) ** 2).mean(), max(ascents), min(ascents)])
    highest = max(reached.max(), random.max())
    rounding = features_error(Y) / n + tolerances.eigenvalue(q, float(values.sum()))
    climbed = rounding + np.sqrt(q) * GRADIENT * float(values[0])
    measured = np.array([*reached, highest])
    return (
        np.abs(measured - values[0]),
        [rounding, climbed, climbed, climbed],
        np.abs(measured - values[0] * n / (n - 1)),
    )


@statement("P2")
def covariance_is_the_sum_of_its_rank_one_terms(Y: Array) -> Measured:
    """C = U Lambda U' = sum_a lambda_a u_a u_a' (N1), for Y (n, q).

    Tolerance: the solver's backward error, U orthogonal to as much, two products. Control: the
    first term left out.
    """
    C, _ = covariance(Y)
    q, size = len(C), float(np.linalg.norm(C))
    found = eigen.leading(C, q, features_error(Y) / len(Y))
    values, U = found.spectrum, found.V
    terms = [value * np.outer(u, u) for value, u in zip(values, U.T, strict=True)]
    allowed = tolerances.eigenvalue(q, size) + 2.0 * tolerances.orthonormality(q) * size
    return (
        [np.linalg.norm((U * values) @ U.T - C), np.linalg.norm(sum(terms) - C)],
        allowed + 2.0 * tolerances.dot(q + 2) * np.sqrt(q) * size,
        [np.linalg.norm((U[:, 1:] * values[1:]) @ U[:, 1:].T - C), np.linalg.norm(terms[0])],
    )


def _expanded(Y: Array) -> tuple[Array, Array, Array]:
    """N * sum_i alpha_i x_i (q, r) with the alpha of P3, the axes, and the tolerance (r,)."""
    n, q = Y.shape
    values, axes = principal_axes(Y)
    _, Y = covariance(Y)
    printed = Y.T @ (Y @ axes / values)
    size = float((Y**2).sum()) / n
    error = 2.0 * features_error(Y) / n + tolerances.eigenvalue(q, size)
    return printed, axes, error / values


@statement("P3")
def axis_is_a_combination_of_the_samples(Y: Array) -> Measured:
    """u_a = sum_i alpha_i x_i with alpha_i = x_i'u_a/(n lambda_a) (N3), Y (n, q), centered.

    Tolerance: C u = lambda u up to the error of C and of the solver, divided by lambda_a.
    Control: lambda_a for n lambda_a.
    """
    printed, axes, allowed = _expanded(Y)
    return (
        np.linalg.norm(printed / len(Y) - axes, axis=0),
        allowed,
        np.linalg.norm(printed - axes, axis=0),
    )


@statement("P3x")
def printed_coefficients_are_off_by_n(Y: Array) -> Measured:
    """Printed in N1: alpha_i = x_i'u_a/lambda_a with C = XX'/N, which gives N u_a.

    Measured is |sum_i alpha_i x_i| / N against 1, the printed form against 1 is the control.
    Tolerance: as P3.
    """
    printed, _, allowed = _expanded(Y)
    lengths = np.linalg.norm(printed, axis=0)
    return np.abs(lengths / len(Y) - 1.0), allowed, np.abs(lengths - 1.0)


@statement("P4")
def outer_product_acts_as_an_inner_product(Y: Array) -> Measured:
    """(xx')v = (x·v)x for each sample, and C v = 1/n sum_i (x_i·v) x_i (N3), Y (n, q).

    For one v at random. Tolerance: the products. Controls: (x·v)v, and the sum without 1/n.
    """
    n, q = Y.shape
    C, Y = covariance(Y)
    v = np.random.default_rng(0).normal(size=q)
    few = Y[: min(n, 10)]
    by_outer = np.array([np.outer(x, x) @ v for x in few])
    by_inner = few * (few @ v)[:, None]
    wrong = v[None, :] * (few @ v)[:, None]
    size = float(np.linalg.norm(v))
    total = (Y @ v) @ Y
    return (
        [np.linalg.norm(by_outer - by_inner), np.linalg.norm(C @ v - total / n)],
        [
            2.0 * tolerances.dot(q + 1) * float((few**2).sum()) * size,
            2.0 * tolerances.dot(n + q) * float((Y**2).sum()) / n * size,
        ],
        [np.linalg.norm(by_outer - wrong), np.linalg.norm(C @ v - total)],
    )
