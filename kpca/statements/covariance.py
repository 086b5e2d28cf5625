"""Ledger section 1, PCA of points by their covariance: P1, P2, P3, P3x, P4, P5.

The points Y (n, q) are already centered. The mean that rounding left is removed once more.
"""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths, number_one
from kpca.arrays import Array
from kpca.formulations.primal import features_error
from kpca.formulations.variational import GRADIENT
from kpca.solvers import dense, groups
from kpca.statements.check import Parts, statement


def covariance(X: Array) -> tuple[Array, Array]:
    """C = Y'Y/n (q, q) and the centered points Y (n, q), for X (n, q): notes N0, N1."""
    Y = X - X.mean(axis=0)
    return Y.T @ Y / len(X), Y


def contrasts(X: Array) -> Array:
    """Helmert's contrasts (n - 1, q) of the rows of X (n, q): W'W = Y'Y, and no mean is subtracted.

    w_k = sqrt(k/(k + 1)) (x_{k+1} - mean of the first k): orthonormal combinations of the rows that
    are orthogonal to the vector 1, so n - 1 of them contain all the variance of n samples.
    """
    k = np.arange(1, len(X))[:, None]
    # From the first sample, so that sums of points far from the origin keep their digits.
    from_first = X - X[0]
    before = np.cumsum(from_first, axis=0)[:-1] / k
    return np.sqrt(number_one(X) * k / (k + 1)) * (from_first[1:] - before)


def contrasts_error(X: Array) -> float:
    """|W'W - Y'Y|_2 for the computed contrasts: running means, and one product of length n."""
    return 6.0 * tolerances.dot(len(X)) * float(((X - X[0]) ** 2).sum())


def principal_axes(X: Array) -> tuple[Array, Array]:
    """Eigenvalues lambda (r,) of C and axes u (q, r), for those that are clearly positive.

    These are larger than ``tolerances.GROUP_FACTOR`` times the error of C.
    """
    C, _ = covariance(X)
    solution = dense.leading(C, len(C), features_error(X) / len(X))
    rank = int(np.sum(solution.spectrum > tolerances.GROUP_FACTOR * solution.matrix_error))
    return solution.spectrum[:rank], solution.V[:, :rank]


@statement("P1")
def leading_axis_maximizes_the_variance(Y: Array, ascents: Array) -> Parts:
    """The variance along the leading eigenvector of C = XHX'/n is the largest of all (N0).

    Y (n, q). ``ascents`` (s,) are the variances that ascents from random starts reach; with 64
    random directions none exceeds it. Tolerance: error of C; an ascent that ends at a gradient g
    lambda_1 has a residual of sqrt(q) g lambda_1/2, see ``tolerances.rayleigh``. Where lambda_1 is
    one of a group that this residual does not separate, the ascent may end at any of them. Control:
    the eigenvalue of the covariance with 1/(n - 1).
    """
    n, q = Y.shape
    values, axes = principal_axes(Y)
    contrasted = contrasts(Y)
    directions = np.random.default_rng(0).normal(size=(q, 64))
    random = ((contrasted @ directions) ** 2).sum(axis=0) / (directions**2).sum(axis=0) / n
    along = ((contrasted @ axes[:, 0]) ** 2).sum() / n
    rounding = features_error(Y) / n + tolerances.eigenvalue(q, float(values.sum()))
    rounding += contrasts_error(Y) / n
    residual = 0.5 * np.sqrt(q) * GRADIENT * float(values[0]) + rounding
    # The eigenvalues left out are 0, or rounding errors compared with lambda_1.
    spectrum = np.append(values, 0.0 * values[0])
    group = groups.groups(spectrum, len(spectrum), residual)[0]
    climbed = rounding + tolerances.rayleigh(residual, groups.gap(spectrum, group))
    lowest, highest = spectrum[group][-1], max(along, ascents.max(), random.max())
    return {
        name: (
            max(value - values[0], least - value, 0.0),
            allowed,
            abs(value - values[0] * n / (n - 1)),
        )
        for name, value, least, allowed in (
            ("variance along the axis", along, values[0], rounding),
            ("highest ascent", ascents.max(), lowest, climbed),
            ("lowest ascent", ascents.min(), lowest, climbed),
            ("highest of all", highest, values[0], rounding),
        )
    }


@statement("P2")
def covariance_is_the_sum_of_its_rank_one_terms(Y: Array) -> Parts:
    """C = U Lambda U' = sum_a lambda_a u_a u_a' (N1), for Y (n, q).

    C by Helmert's contrasts, U and Lambda from the mean-free points. Tolerance: the solver's
    backward error, U orthogonal to as much, two products. Control: the first term left out.
    """
    n, q = Y.shape
    contrasted = contrasts(Y)
    C, size = contrasted.T @ contrasted / n, float(lengths(covariance(Y)[0], None))
    solution = dense.leading(covariance(Y)[0], q, features_error(Y) / n)
    values, U = solution.spectrum, solution.V
    terms = 0.0 * C
    for value, u in zip(values, U.T, strict=True):
        terms = terms + value * np.outer(u, u)
    first = values[0] * np.outer(U[:, 0], U[:, 0])
    allowed = tolerances.eigenvalue(q, size) + 2.0 * tolerances.orthonormality(q) * size
    allowed += 2.0 * tolerances.dot(q + 2) * np.sqrt(q) * size
    allowed += (features_error(Y) + contrasts_error(Y)) / n
    return {
        "U Lambda U'": (
            lengths((U * values) @ U.T - C, None),
            allowed,
            lengths((U[:, 1:] * values[1:]) @ U[:, 1:].T - C, None),
        ),
        "sum of the terms": (
            lengths(terms - C, None),
            allowed,
            lengths(terms - first - C, None),
        ),
    }


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
def axis_is_a_combination_of_the_samples(Y: Array) -> Parts:
    """u_a = sum_i alpha_i x_i with alpha_i = x_i'u_a/(n lambda_a) (N3), Y (n, q), centered.

    Tolerance: C u = lambda u up to the error of C and of the solver, divided by lambda_a.
    Control: lambda_a for n lambda_a.
    """
    printed, axes, allowed = _expanded(Y)
    return {"axes": (lengths(printed / len(Y) - axes), allowed, lengths(printed - axes))}


@statement("P3x")
def printed_coefficients_are_off_by_n(Y: Array) -> Parts:
    """Printed in N1: alpha_i = x_i'u_a/lambda_a with C = XX'/N, which gives N u_a.

    Measured is |sum_i alpha_i x_i| / N against 1, the printed form against 1 is the control.
    Tolerance: as P3.
    """
    printed, _, allowed = _expanded(Y)
    size = lengths(printed)
    return {"length of the axes": (np.abs(size / len(Y) - 1.0), allowed, np.abs(size - 1.0), 1.0)}


@statement("P4")
def outer_product_acts_as_an_inner_product(Y: Array) -> Parts:
    """(xx')v = (x·v)x for each sample, and C v = 1/n sum_i (x_i·v) x_i (N3), Y (n, q).

    For one v at random, as long as the longest sample. Tolerance: the products. Controls: (x·v)v,
    and the sum without 1/n.
    """
    n, q = Y.shape
    C, Y = covariance(Y)
    # The longest samples, because nothing can be checked on a sample that is (nearly) 0.
    few = Y[np.argsort(-lengths(Y, 1).astype(float), kind="stable")[:10]]
    longest, v = lengths(few[0], None), np.random.default_rng(0).normal(size=(q,))
    v = v * (longest / lengths(v, None))
    by_outer = np.array([np.outer(x, x) @ v for x in few])
    by_inner = few * (few @ v)[:, None]
    wrong = v[None, :] * (few @ v)[:, None]
    size = float(longest)
    total = (Y @ v) @ Y
    return {
        "one sample": (
            lengths(by_outer - by_inner, None),
            2.0 * tolerances.dot(q + 1) * float((few**2).sum()) * size,
            lengths(by_outer - wrong, None),
        ),
        "all samples": (
            lengths(C @ v - total / n),
            2.0 * tolerances.dot(n + q) * float((Y**2).sum()) / n * size,
            lengths(C @ v - total),
        ),
    }


@statement("P5")
def second_moments_are_the_covariance_of_centered_points(Y: Array) -> Parts:
    """C = XX'/N, nothing subtracted, is the covariance if sum x = 0 (N1), Y (n, q).

    Measured: the second moments of centered points against the covariance by contrasts; and, with
    a mean m of length c = 4 max|y| in another direction than the axes, the leading direction of the
    second moments C + mm' against (mu - C)^(-1) m, which turns into m as c grows. Tolerance: the
    products; error over gap. Controls: the second moments with that mean against the covariance;
    the leading direction against the first axis of C.
    """
    n, q = Y.shape
    C, Y = covariance(Y)
    contrasted = contrasts(Y)
    own = dense.leading(C, q, features_error(Y) / n)
    c, w = 4.0 * lengths(Y, 1).max(), np.cos(np.arange(q)) * number_one(Y)
    m = c * w / lengths(w)
    moved = Y + m
    moments, error = moved.T @ moved / n, features_error(moved) / n
    uncentered = dense.leading(moments, 1, error)
    leading, by_contrasts = uncentered.V[:, 0], contrasted.T @ contrasted / n
    resolved = own.V @ ((own.V.T @ m) / (uncentered.spectrum[0] - own.spectrum))
    # mu_1 >= c^2, and all others are at most lambda_1 <= max|y|^2 = c^2/16.
    gap = float(c) ** 2 * (1.0 - 1.0 / 16.0)
    parts = {
        "centered points": (
            lengths(C - by_contrasts, None),
            (contrasts_error(Y) + features_error(Y)) / n,
            lengths(moments - by_contrasts, None),
        )
    }
    if q > 1:
        parts["direction with a long mean"] = (
            _sine(leading, resolved / lengths(resolved)),
            2.0 * tolerances.eigenvector(gap, uncentered.matrix_error + own.matrix_error)
            + 4.0 * tolerances.dot(q),
            _sine(leading, own.V[:, 0]),
        )
    return parts


def _sine(a: Array, b: Array) -> float:
    """Sine of the angle between two unit vectors (q,)."""
    return lengths(a - (a @ b) * b, None)
