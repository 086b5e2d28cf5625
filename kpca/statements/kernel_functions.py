"""Ledger section 2, kernels: K1 to K5, K4x, K9, K9x, K12x."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca import tolerances
from kpca.arithmetic import eigenvalues, lengths, number_one
from kpca.arrays import Array
from kpca.centering import gower
from kpca.distances import induced
from kpca.formulations import agreement, conventions, corrections
from kpca.kernels import RBF, Lift, Linear, Polynomial, Sigmoid
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement


def _radius(X: Array) -> float:
    return float(lengths(X, 1).max())


@statement("K1")
def gram_matrix_is_symmetric_and_positive(K_psd: Array, element_error: float) -> Parts:
    """A Gram matrix (n, n) of a kernel is symmetric and has no negative eigenvalue (N4).

    Tolerance: the error of an element; n times that and the solver's. Controls: k(x, y) + c(x),
    which is not symmetric; -k, whose least eigenvalue is below -k(x, x).
    """
    n, size = len(K_psd), float(lengths(K_psd, None))
    lowest = eigenvalues(K_psd)[-1]
    shifted = K_psd + np.abs(K_psd).max() * np.linspace(0.5, 1.5, n)[:, None]
    return {
        "symmetric": (
            np.abs(K_psd - K_psd.T).max(),
            2.0 * element_error + tolerances.U * float(np.abs(K_psd).max()),
            np.abs(shifted - shifted.T).max(),
        ),
        "no negative eigenvalue": (
            max(-lowest, 0.0 * lowest),
            n * element_error + tolerances.eigenvalue(n, size),
            K_psd.diagonal().max(),
        ),
    }


@statement("K2", blind=("formula", "Cailliez"))
def tanh_needs_a_correction(tanh_points: tuple[Sigmoid, Array], tanh: Array) -> Parts:
    """tanh(x·y + delta), listed in N3 beside the kernels, is not positive semi-definite in general.

    T (n, n), the Gram matrix of a sigmoid kernel on points X (n, q), has negative eigenvalues. The
    formula is compared with (1 - e^(-2s))/(1 + e^(-2s)). The least constants on the squared
    distances (Lingoes) and, where these are not negative, on the distances (Cailliez) bring the
    smallest eigenvalue to 0. And tanh(x·y + delta) is a kernel for no delta: the squared distance
    of x and cx, f(s) + f(c^2 s) - 2 f(cs) with s = |x|^2, tends to tanh(s + delta) - 1 < 0 for long
    cx. Here x is the longest point in a unit in which s = 0.01, c = 10^4, delta = 0, 1 and 3.
    Tolerance: that of an element, four times for a distance; see ``least_constants``. Controls:
    e^(-s) for e^(-2s), which makes no difference where tanh is 1 or -1 everywhere; constants a
    hundredth smaller and larger; the distance 0, which a kernel would have at least.
    """
    kernel, X = tanh_points
    x = X[[int(np.argmax(lengths(X, 1)))]] / float(_radius(X)) * 0.1
    pair = np.vstack([x, 1e4 * x])
    squared = np.array([induced(Sigmoid(1.0, delta)(pair, pair))[0, 1] for delta in CONSTANTS])
    limit = _tanh((x @ x.T)[0] + np.array(CONSTANTS)) - 1.0
    products = sum(np.outer(x, x) for x in X.T)
    s = np.asarray(kernel.gamma * products + kernel.coef0)
    D2 = induced(tanh)
    return {
        "formula": (
            np.abs(_tanh(s) - tanh).max(),
            3.0 * kernel.rounding(X.shape[1], _radius(X)) + 8.0 * tolerances.U,
            np.abs(_tanh(0.5 * s) - tanh).max(),
        ),
        "no constant": (
            np.abs(squared - limit),
            16.0 * Sigmoid(1.0, 0.0).rounding(X.shape[1], 0.1) + 16.0 * tolerances.U,
            np.abs(limit),
        ),
        **least_constants(D2, np.sqrt(D2) if D2.min() >= 0 else None),
    }


CONSTANTS = (0.0, 1.0, 3.0)
"""Values of delta for which tanh is shown to be no kernel."""


def _tanh(s: Array) -> Array:
    """tanh by its definition, from exponentials that do not overflow."""
    decay = np.exp(-2.0 * np.abs(s))
    return np.where(s < 0, -1.0, 1.0) * (1.0 - decay) / (1.0 + decay)


ASIDE = 0.01
"""How much smaller and larger the controls of ``least_constants`` are."""


def least_constants(D2: Array, D: Array | None) -> Parts:
    """|smallest eigenvalue| of the corrected B off the vector 1, for Lingoes and for Cailliez.

    Both constants are the least that suffice, so that the smallest eigenvalue is 0. Tolerance: the
    error of B and of the solver; and n d times that of Cailliez' constant, its condition times
    the solver's error. Controls: a constant that is a hundredth smaller, and one that is larger.
    """
    c, corrected = corrections.lingoes(D2)

    def squared(constant: float) -> float:
        moved = corrections.off_diagonal(D2 + 2.0 * constant)
        return abs(corrections.lowest_off_the_ones(gower(moved)))

    allowed = corrections.error(corrected) + 2.0 * corrections.error(D2)
    after = abs(corrections.lowest_off_the_ones(gower(corrected)))
    parts = {"Lingoes": _beside(after, allowed, squared, c)}
    if D is None:
        return parts
    c, corrected, condition = corrections.cailliez(D)

    def plain(constant: float) -> float:
        moved = corrections.off_diagonal(D + constant)
        return abs(corrections.lowest_off_the_ones(gower(moved**2)))

    size = float(lengths(corrections.cailliez_matrix(D / D.max()), None))
    slack = float(D.max()) * condition * tolerances.eigenvalue(2 * len(D), size)
    allowed = corrections.error(corrected**2) + len(D) * float(corrected.max()) * slack
    after = abs(corrections.lowest_off_the_ones(gower(corrected**2)))
    return parts | {"Cailliez": _beside(after, allowed, plain, c)}


def _beside(
    after: float, allowed: float, lowest: Callable[[float], float], c: float
) -> tuple[list[float], float, list[float]]:
    """The same measurement beside two controls: constants a hundredth below and above c."""
    return [after, after], allowed, [lowest((1.0 - ASIDE) * c), lowest((1.0 + ASIDE) * c)]


@statement("K3")
def lift_separates_circles(X_unit: Array) -> Parts:
    """x -> (x, |x|^2) has the kernel x·y + |x|^2 |y|^2 (N3, N4); circles are separated.

    On X (n, q), the longest of length 1. Tolerance: rounding of the kernel. Control: the linear
    term left out. Second entry: the share of two concentric circles on the wrong side of a plane in
    the lift; a share is a count, which is 0 or far from it. Its control: the best line.
    """
    Phi, norms2 = Lift().features(X_unit), (X_unit**2).sum(axis=1)
    wrong = np.outer(norms2, norms2)
    allowed = 2.0 * Lift().rounding(X_unit.shape[1], 1.0)
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    lifted = Lift().features(np.vstack([ring, 0.3 * ring]))
    inner = np.arange(80) >= 40
    plane = np.mean((lifted[:, 2] < 0.5) != inner)
    line = min(_share_wrong(lifted[:, :2] @ direction, inner) for direction in ring)
    return {
        "kernel": (
            np.abs(Phi @ Phi.T - Lift()(X_unit, X_unit)).max(),
            allowed,
            np.abs(Phi @ Phi.T - wrong).max(),
        ),
        "share on the wrong side": (plane, tolerances.U, line),
    }


def _share_wrong(z: Array, inner: NDArray[np.bool_]) -> float:
    """Least share of wrong points among all thresholds on z (n,), either way round."""
    cuts = [np.mean((z < cut) != inner) for cut in [*z, np.inf]]
    return float(min(min(cuts), 1.0 - max(cuts)))


def six_features(X: Array) -> Array:
    """(1, sqrt2 y1, sqrt2 y2, y1^2, y2^2, sqrt2 y1 y2) (n, 6) of points X (n, 2): N4, corrected."""
    root = np.sqrt(number_one(X) * 2)
    y1, y2 = X.T
    return np.column_stack([y1**0, root * y1, root * y2, y1**2, y2**2, root * y1 * y2])


@statement("K4")
def quadratic_kernel_has_six_features(X_plane: Array) -> Parts:
    """(1 + x·y)^2 in the plane is an inner product of six features (N4, Example 7b), X (n, 2).

    Tolerance: rounding of the kernel. Control: the roots of 2 left out.
    """
    kernel = Polynomial(1.0, 2)
    K, features = kernel(X_plane, X_plane), six_features(X_plane)
    general = kernel.features(X_plane)
    wrong = features / np.sqrt([1, 2, 2, 1, 1, 2])
    allowed = 4.0 * kernel.rounding(2, _radius(X_plane))
    broken = np.abs(wrong @ wrong.T - K).max()
    return {
        "six features": (np.abs(features @ features.T - K).max(), allowed, broken),
        "monomials of any degree": (np.abs(general @ general.T - K).max(), allowed, broken),
    }


@statement("K4x")
def printed_features_are_not_those_of_the_kernel(X_plane: Array) -> Parts:
    """Printed in N4: the last feature sqrt(y1 y2), and the expansion (1 + y11 y21 + y21 y22)^2.

    Measured is the corrected form, as K4; the controls are the two printed ones. The root is not
    even real for y1 y2 < 0: it is taken in the complex plane.
    """
    y1, y2 = X_plane.T
    K, features = Polynomial(1.0, 2)(X_plane, X_plane), six_features(X_plane)
    last = np.sqrt((y1 * y2).astype(complex))
    with_root = features[:, :5] @ features[:, :5].T + np.outer(last, last)
    expansion = (1.0 + y1[:, None] * y1[None, :] + (y1 * y2)[None, :]) ** 2
    corrected = np.abs(features @ features.T - K).max()
    allowed = 4.0 * Polynomial(1.0, 2).rounding(2, _radius(X_plane))
    size, multiplied = np.abs(K).max(), _expansion(X_plane)
    return {
        "last feature": (corrected, allowed, np.abs(with_root - K).max(), size),
        "expansion": (
            np.abs(multiplied - K).max(),
            allowed,
            np.abs(expansion - K).max(),
            size,
        ),
    }


def _expansion(X: Array) -> Array:
    """(1 + y11 y21 + y12 y22)^2 (n, n) multiplied out, term by term: N4, corrected."""
    a, b = (np.outer(y, y) for y in X.T)
    return 1.0 + a**2 + b**2 + 2.0 * (a + b + a * b)


@statement("K5")
def three_bandwidths_are_one(X: Array, bandwidth: float) -> Parts:
    """exp(-gamma d^2) = exp(-beta d^2) = exp(-d^2/sigma^2) with gamma = beta = 1/sigma^2 (N2-N4).

    X (n, q). Each note's formula with its own letter, from d^2 = |x|^2 + |y|^2 - 2 x·y after
    centering, against the kernel whose gamma ``conventions.gamma`` finds for that letter. sigma is
    chosen such that gamma = ``bandwidth``. Tolerance: gamma |delta d^2| with 4(q + 4)u R^2 for the
    expansion, R = max |x - mean|; the exponentials. Control: sigma of a normal density,
    exp(-d^2/(2 sigma^2)).
    """
    q, Y = X.shape[1], X - X.mean(axis=0)
    sigma2 = number_one(X) / bandwidth
    norms = (Y**2).sum(axis=1)
    expanded = norms[:, None] + norms[None, :] - 2.0 * (Y @ Y.T)
    allowed = bandwidth * 4.0 * tolerances.dot(q + 4) * float(norms.max())
    allowed += tolerances.dot(2 * q + 6) / np.e + 8.0 * tolerances.U
    as_printed = {
        ("gamma of N2", bandwidth): np.exp(-bandwidth * expanded),
        ("beta of N3", bandwidth): np.exp(-bandwidth * expanded),
        ("sigma^2 of N4", sigma2): np.exp(-expanded / sigma2),
    }
    normal = np.exp(-expanded / (2.0 * sigma2))
    parts = {}
    for (name, value), printed in as_printed.items():
        K = RBF(conventions.gamma(name, value))(X, X)
        parts[name] = (np.abs(printed - K).max(), allowed, np.abs(normal - K).max())
    return parts


@statement("K9", blind=("covariance: scores", "peer: scores"))
def linear_kernel_gives_pca(linear: dict[str, Solution]) -> Parts:
    """Kernel PCA with the linear kernel is PCA (N4, Example 7a): variances and scores.

    PCA is computed by the covariance and by scikit-learn, whose variances are multiplied by
    (n - 1)/n. Tolerance:
    Weyl, and ``tolerances.scores`` by group. Control: variance with 1/(n - 1), scores without n.
    """
    a = linear["kernel"]
    parts: dict[str, tuple[ArrayLike, ...]] = {}
    for name in ("covariance", "peer"):
        if name not in linear:
            continue
        b = linear[name]
        broken, _ = agreement.scores(a, b, b.V * np.sqrt(b.variance))
        parts[f"{name}: variances"] = (
            np.abs(a.variance - b.variance).max(),
            (a.matrix_error + b.matrix_error) / a.n,
            np.abs(a.variance[0] - b.mu[0] / (b.n - 1.0)),
        )
        parts[f"{name}: scores"] = (*agreement.scores(a, b), broken)
    return parts


@statement("K9x")
def kernel_section_is_not_the_identity(X: Array) -> Parts:
    """Printed in N4: for the linear kernel k_x is the identity, k_x(y) = x. It is y -> x'y.

    X (n, q), with the mean removed. Measured: k(x, y) against the sum of products. The printed form
    does not depend on y; the control is how far k_x is from every constant, half of its range,
    for the x where it is farthest. Tolerance: the products.
    """
    X = X - X.mean(axis=0)
    few = X[:: -(-len(X) // 50)]
    K = Linear()(few, X)
    by_sum = 0.0 * K
    for a in range(X.shape[1]):
        by_sum = by_sum + np.outer(few[:, a], X[:, a])
    half_range = 0.5 * (K.max(axis=1) - K.min(axis=1)).max()
    allowed = 2.0 * tolerances.dot(X.shape[1]) * _radius(X) ** 2
    return {"values": (np.abs(K - by_sum).max(), allowed, half_range, np.abs(K).max())}


TERMS = 64
"""Terms of the Gaussian's features in one variable: see ``gaussian_features_are_explicit``."""

GAMMA = 0.7
"""The gamma at which the Gaussian's features are written out."""


def gaussian_features(x: Array, gamma: float = GAMMA, terms: int = TERMS) -> Array:
    """exp(-gamma x^2) sqrt((2 gamma)^j/j!) x^j (n, terms), j = 0 .. terms - 1, of numbers x (n,).

    Their inner products are exp(-gamma (x - y)^2) but for the tail of the series of exp(2 gamma
    x y) (Steinwart, Hush & Scovel, IEEE Trans. Inf. Theory 52 (2006)).
    """
    columns = [np.exp(-gamma * x**2)]
    for j in range(1, terms):
        columns.append(columns[-1] * x * np.sqrt(number_one(x) * 2 * gamma / j))
    return np.column_stack(columns)


@statement("K12x")
def gaussian_features_are_explicit(X_plane: Array) -> Parts:
    """Printed in N4: "we can not find an explicit expression for the feature map" of the Gaussian.

    It is phi_j(x) = exp(-gamma x^2) sqrt((2 gamma)^j/j!) x^j for one variable, and products of
    these for two, on points X (n, 2) with |x| <= 3/2, at most a hundred. With t = 2 gamma |x y| <=
    3.2 the tail after 64 terms is below e^-t t^64/64! < 1e-55, far below rounding. Tolerance: each
    feature is off by some 3j roundings, and j is about t where features are large; the products.
    Controls: j! without the root; a tail that starts after three terms. The note says that there is
    no formula, so there is no printed number to measure.
    """
    X = X_plane[:100]
    # The variable that varies more comes first: for one that is nearly 0 only the constant counts.
    y, x = X.T[np.argsort(lengths(X).astype(float))]
    a, b = gaussian_features(x), gaussian_features(y)
    single, both = RBF(GAMMA)(x[:, None], x[:, None]), RBF(GAMMA)(X, X)
    allowed = tolerances.dot(6 * TERMS) + 2.0 * RBF(GAMMA).rounding(2, 1.5)
    factorial = np.cumprod(np.concatenate([[1.0], np.arange(1.0, 20.0)]))
    without_root = a[:, :20] / np.sqrt(factorial)
    few = a[:, :3] @ a[:, :3].T
    return {
        "one variable": (
            np.abs(a @ a.T - single).max(),
            allowed,
            np.abs(without_root @ without_root.T - single).max(),
        ),
        "two variables": (
            np.abs((a @ a.T) * (b @ b.T) - both).max(),
            2.0 * allowed,
            np.abs(few * (b @ b.T) - both).max(),
        ),
    }
