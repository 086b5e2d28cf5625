"""Ledger section 9, what a kernel fixes of its features, and its limits: K16, K17, K18."""

from collections.abc import Callable

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths, number_one, svd
from kpca.arrays import Array, Indices
from kpca.distances import squared_distances
from kpca.kernels import RBF
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.kernel_functions import TERMS, gaussian_features
from kpca.statements.reproducing import sample_features


def two_maps(X: Array) -> tuple[Array, Array]:
    """Two feature maps of (x·y)^2 in the plane, X (n, 2), with 3 and 4 features."""
    a, b = X.T
    mixed = np.sqrt(number_one(X) * 2) * a * b
    return np.column_stack([a**2, mixed, b**2]), np.column_stack([a**2, a * b, a * b, b**2])


@statement("K16")
def features_are_fixed_up_to_an_isometry(X_plane: Array) -> Parts:
    """ "The feature map is automatically chosen" (N4): up to an isometry between any two maps.

    Two maps of (x·y)^2 on X (n, 2), |x| <= 5^(1/4). Measured: their inner products; and F2 = F1 L
    with LL' = I, where L is found from the features of three other points, (1, 0), (0, 1) and
    (1, 1). Tolerance: the products of features of length 5^(1/2) at most. Controls: the root of 2
    left out of the first map; the features themselves compared, as if the kernel fixed them.
    """
    three, four = two_maps(X_plane)
    K, allowed = (X_plane @ X_plane.T) ** 2, 5.0 * tolerances.dot(16)
    short = three / np.array([1.0, np.sqrt(2.0), 1.0])
    corners = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]) * number_one(K)
    at, there = two_maps(corners)
    mixed = there[2] - there[0] - there[1]
    L, bare = (np.array([there[0], mixed / root, there[1]]) for root in (at[2, 1], 1.0))
    return {
        "inner products": (
            [np.abs(F @ F.T - K).max() for F in (three, four)],
            allowed,
            np.abs(short @ short.T - K).max(),
        ),
        "isometry": (
            np.abs(L @ L.T - np.eye(3)).max(),
            allowed,
            np.abs(bare @ bare.T - np.eye(3)).max(),
        ),
        "features": (
            np.abs(three @ L - four).max(),
            allowed,
            np.abs(three - four[:, :3]).max(),
        ),
    }


STEPS = 2.0 ** np.array([-3, -5, -7])
"""Steps h of a quotient, in units of the width of the kernel."""


@statement("K17")
def completion_has_derivatives(gaussian: tuple[RBF, Array]) -> Parts:
    """ "Topological completion" (N4): limits such as g_h = (k(x + he, ·) - k(x, ·))/h -> dk_x.

    The g_h are finite sums, and |g_h - dk_x|^2 = 2(1 - k)/h^2 - 4k + 2 <= 3h^2, k = exp(-h^2),
    for the Gaussian kernel in units of its width, gamma = 1. So g_h has a limit in the space. The
    limit is a function, since |g_h(t) - dk_x(t)| <= |g_h - dk_x| for k(t, t) = 1, and is no finite
    sum; its values are -2(x - t)·e k(x, t). It reproduces derivatives: <f, dk_x> = df(x).

    Measured, with e along the variable that varies most and x aside of samples by 2^(-1/2): the
    sum of a_i dk_x(x_i) against a complex step, for random a; the norm against that of sequences of
    features and of their derivatives, in one variable (see K12x); 3h^2; and the largest difference
    of values. Tolerance: distances and exponentials, of which y (1 + y^2) e^(-y^2) <= 3/4 is the
    sensitivity; differences over h. Control: half of the derivative, which is not the limit.
    """
    kernel, X = gaussian
    Z = np.sqrt(kernel.gamma) * (X - X.mean(axis=0))
    n, q = Z.shape
    axis = int(np.argmax(lengths(Z)))
    e = (np.arange(q) == axis).astype(float)
    T = Z[:10] + np.sqrt(0.5) * e
    apart = T[:, axis, None] - Z[:, axis]
    derivative = -2.0 * apart * RBF(1.0)(T, Z)
    a, tiny = np.random.default_rng(0).normal(size=n), 1e-40
    aside = squared_distances(np.delete(T, axis, 1), np.delete(Z, axis, 1))
    by_step = np.exp(-aside - (apart + 1j * tiny) ** 2).imag / tiny @ a
    reproduced = derivative @ a
    sums = 4.0 * tolerances.dot(n + q + 8) * float(np.abs(a).sum())

    x, k = np.clip(Z[:1, axis], -1.0, 1.0), np.exp(-(STEPS**2))
    limit = _derivative_of_features(x)
    quotients = (gaussian_features(x + STEPS, 1.0) - gaussian_features(x, 1.0)) / STEPS[:, None]
    by_features, by_half = (lengths(quotients - s * limit, 1) ** 2 for s in (1.0, 0.5))
    by_kernel = 2.0 * (1.0 - k) / STEPS**2 - 4.0 * k + 2.0
    feature, bound = tolerances.dot(6 * TERMS), np.sqrt(3.0) * STEPS
    of_norm = (
        2.0 * bound * feature / STEPS + (feature / STEPS) ** 2 + 16.0 * tolerances.U / STEPS**2
    )

    steps = [(RBF(1.0)(T + h * e, Z) - RBF(1.0)(T, Z)) / h for h in STEPS]
    norms = np.sqrt(by_kernel)
    beyond = [
        [(np.abs(g - s * derivative) - norm).max() for g, norm in zip(steps, norms, strict=True)]
        for s in (1.0, 0.5)
    ]
    return {
        "reproduces": (
            np.abs(reproduced - by_step).max(),
            sums,
            np.abs(0.5 * reproduced - by_step).max(),
        ),
        "norm": (np.abs(by_features - by_kernel), of_norm, np.abs(by_half - by_kernel)),
        "limit": (
            np.maximum(by_features - bound**2, 0.0),
            of_norm,
            by_half - bound**2,
        ),
        "values": (
            np.maximum(beyond[0], 0.0),
            4.0 * tolerances.dot(q + 8) / STEPS + of_norm / norms,
            beyond[1],
        ),
    }


def _derivative_of_features(x: Array) -> Array:
    """d phi_j/dx (n, terms) of ``gaussian_features``, gamma 1: -2x phi_j + (2j)^(1/2) phi_{j-1}."""
    features = gaussian_features(x, 1.0)
    j = np.arange(1, features.shape[1])
    before = np.column_stack([0.0 * x, np.sqrt(2.0 * j) * features[:, :-1]])
    return -2.0 * x[:, None] * features + before


@statement("K18", blind=ALL_PARTS)
def algorithms_need_only_inner_products(
    K_psd: Array, K_few: Array, few: Indices, Phi: Array
) -> Parts:
    """ "Any algorithm that can be expressed solely in terms of dot products" (N3): three of them.

    Ridge regression, k-means and PCA on the features Phi (n, M) and on other rows E (p, p) with
    EE' = K, made from the kernel alone (K6), for p <= 100 samples, in a unit in which k(x, x) is 1
    on average. The penalty is 1; k-means are squared distances to the means of two groups, which
    are the first third and the others at first. Each result is a function of the inner products, so
    that its tolerance is their error times: |y|; 4; 1/p by Weyl. Control: columns standardized
    first, which needs more than inner products. Blind where that is right, too: one feature of
    length 1.
    """
    mean = K_few.trace() / len(K_few)
    K, F = K_few / mean, Phi[few] / np.sqrt(mean)
    E, (p, M) = sample_features(K)[0], F.shape
    size = float(lengths(K, None))
    products = 16.0 * tolerances.dot(M + 4) * float(K.diagonal().max())
    error = p * products + 4.0 * tolerances.eigenvalue(p, size) + 2.0 * tolerances.products(p, size)
    spread = np.sqrt(np.abs((E**2).mean(axis=0) - E.mean(axis=0) ** 2))
    standardized = E / np.where(spread > 1e-3 * spread.max(), spread, number_one(K))
    groups = (np.arange(p) * 3 >= p).astype(int)
    for _ in range(3):
        nearer = np.argmin(_to_means(F, groups), axis=0)
        groups = nearer if 0 < nearer.sum() < p else groups
    y, both = np.linspace(-1.0, 1.0, p), min(p, M)

    def part(run: Callable[[Array], Array], factor: float) -> tuple[float, float, float]:
        of_features = run(F)
        off, broken = (np.abs(run(rows) - of_features).max() for rows in (E, standardized))
        return off, factor * error, broken

    return {
        "ridge": part(lambda rows: _ridge(rows, y), 4.0 * float(lengths(y))),
        "k-means": part(lambda rows: _to_means(rows, groups), 8.0),
        "PCA": part(lambda rows: svd(rows - rows.mean(axis=0))[1][:both] ** 2 / p, 4.0 / p),
    }


def _ridge(F: Array, y: Array) -> Array:
    """Fitted values (p,) of the regression of y on features F (p, r) with the penalty |w|^2."""
    U, D, _ = svd(F)
    return U @ (D**2 / (D**2 + 1.0) * (U.T @ y))


def _to_means(F: Array, groups: Array) -> Array:
    """Squared distances (2, p) of features F (p, r) from the means of two groups."""
    return np.array([((F - F[groups == g].mean(axis=0)) ** 2).sum(axis=1) for g in range(2)])
