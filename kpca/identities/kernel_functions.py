"""Ledger section 2, kernels: K1 to K5, K4x, K9, K9x."""

import numpy as np

from kpca import agreement, conventions, corrections, tolerances
from kpca.arithmetic import eigenvalues, one
from kpca.centering import gower
from kpca.distances import induced
from kpca.features import feature_map
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import RBF, Array, Lift, Linear, Polynomial


def _radius(X: Array) -> float:
    return float(np.sqrt((X**2).sum(axis=1).max()))


@statement("K1")
def gram_matrix_is_symmetric_and_positive(K_psd: Array, entry_error: float) -> Measured:
    """A Gram matrix (n, n) of a kernel is symmetric and has no negative eigenvalue (N4).

    Tolerance: the error of an entry; n times that and the solver's. Controls: k(x, y) + c(x), which
    is not symmetric; -k, whose least eigenvalue is below -k(x, x).
    """
    n, size = len(K_psd), float(np.linalg.norm(K_psd))
    lowest = eigenvalues(K_psd)[-1]
    shifted = K_psd + np.abs(K_psd).max() * np.linspace(0.5, 1.5, n)[:, None]
    return (
        [np.abs(K_psd - K_psd.T).max(), max(-lowest, 0.0)],
        [
            2.0 * entry_error + tolerances.U * float(np.abs(K_psd).max()),
            n * entry_error + tolerances.eigenvalue(n, size),
        ],
        [np.abs(shifted - shifted.T).max(), K_psd.diagonal().max()],
    )


@statement("K2")
def tanh_needs_a_correction(tanh: Array) -> Measured:
    """tanh(x·y + delta), listed in N3 beside the kernels, is not positive semi-definite in general.

    T (n, n) has negative eigenvalues: the control. With Lingoes' constant on its squared distances
    and, where these are not negative, Cailliez' on the distances, none is left: measured.
    Tolerance: see ``smallest_after_correction``.
    """
    D2 = induced(tanh)
    return smallest_after_correction(D2, np.sqrt(D2) if D2.min() >= 0 else None)


def smallest_after_correction(D2: Array, D: Array | None) -> Measured:
    """|smallest eigenvalue| of the corrected B, tolerance, and before: Lingoes, then Cailliez.

    Both constants are the least that will do, so that the smallest eigenvalue is 0. Tolerance: the
    error of B and of the solver; and n d times that of Cailliez' constant, its condition times
    the solver's error.
    """
    n, B = len(D2), gower(D2)
    before = -eigenvalues(B)[-1]

    def error(M: Array) -> float:
        largest, size = float(np.abs(M).max()), float(np.linalg.norm(gower(M)))
        matrix = tolerances.gower_gram(n, largest, 4.0 * tolerances.U * largest)
        return matrix + 2.0 * tolerances.eigenvalue(n, size)

    constant, lingoes = corrections.lingoes(D2)
    after = [np.abs(eigenvalues(gower(lingoes))[-1]) + np.abs(constant - before)]
    allowed = [error(lingoes) + 2.0 * error(D2)]
    if D is not None:
        _, cailliez, condition = corrections.cailliez(D)
        size = float(np.linalg.norm(corrections.cailliez_matrix(D / D.max())))
        slack = float(D.max()) * condition * tolerances.eigenvalue(2 * n, size)
        after.append(np.abs(eigenvalues(gower(cailliez**2))[-1]))
        allowed.append(error(cailliez**2) + n * float(cailliez.max()) * slack)
    return after, allowed, before


@statement("K3")
def lift_separates_circles(X_unit: Array) -> Measured:
    """x -> (x, |x|^2) has the kernel x·y + |x|^2 |y|^2 (N3, N4); circles come apart.

    On X (n, q), the longest of length 1. Tolerance: rounding of the kernel. Control: the linear
    part left out. Second entry: the share of two concentric circles on the wrong side of a plane in
    the lift; a share is a count, which is 0 or far from it. Its control: the best line.
    """
    Phi, norms2 = feature_map(Lift(), X_unit), (X_unit**2).sum(axis=1)
    wrong = np.outer(norms2, norms2)
    allowed = 2.0 * tolerances.entry(Lift(), X_unit.shape[1], 1.0)
    angle = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    lifted = feature_map(Lift(), np.vstack([ring, 0.3 * ring]))
    inner = np.arange(80) >= 40
    plane = np.mean((lifted[:, 2] < 0.5) != inner)
    line = min(_share_wrong(lifted[:, :2] @ direction, inner) for direction in ring)
    return (
        [np.abs(Phi @ Phi.T - Lift()(X_unit, X_unit)).max(), plane],
        [allowed, tolerances.U],
        [np.abs(Phi @ Phi.T - wrong).max(), line],
    )


def _share_wrong(z: Array, inner: Array) -> float:
    """Least share of wrong points among all thresholds on z (n,), either way round."""
    cuts = [np.mean((z < cut) != inner) for cut in [*z, np.inf]]
    return float(min(min(cuts), 1.0 - max(cuts)))


def six_features(X: Array) -> Array:
    """(1, sqrt2 y1, sqrt2 y2, y1^2, y2^2, sqrt2 y1 y2) (n, 6) of points X (n, 2): N4, corrected."""
    root = np.sqrt(one(X) * 2)
    y1, y2 = X.T
    return np.column_stack([y1**0, root * y1, root * y2, y1**2, y2**2, root * y1 * y2])


@statement("K4")
def quadratic_kernel_has_six_features(X_plane: Array) -> Measured:
    """(1 + x·y)^2 in the plane is an inner product of six features (N4, Example 7b), X (n, 2).

    Tolerance: rounding of the kernel. Control: the roots of 2 left out.
    """
    kernel = Polynomial(1.0, 2)
    K, features = kernel(X_plane, X_plane), six_features(X_plane)
    general = feature_map(kernel, X_plane)
    wrong = features / np.sqrt([1, 2, 2, 1, 1, 2])
    return (
        [np.abs(features @ features.T - K).max(), np.abs(general @ general.T - K).max()],
        4.0 * tolerances.entry(kernel, 2, _radius(X_plane)),
        np.abs(wrong @ wrong.T - K).max(),
    )


@statement("K4x")
def printed_features_are_not_those_of_the_kernel(X_plane: Array) -> Measured:
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
    return (
        [corrected, corrected],
        4.0 * tolerances.entry(Polynomial(1.0, 2), 2, _radius(X_plane)),
        [np.abs(with_root - K).max(), np.abs(expansion - K).max()],
    )


@statement("K5")
def three_bandwidths_are_one(X: Array, bandwidth: float) -> Measured:
    """exp(-gamma d^2) = exp(-beta d^2) = exp(-d^2/sigma^2) with gamma = beta = 1/sigma^2 (N2-N4).

    X (n, q); left the kernel, right d^2 = |x|^2 + |y|^2 - 2 x·y after centering. Tolerance: gamma
    |delta d^2| with 4(q + 4)u R^2 for the expansion, R = max |x - mean|; the exponentials.
    Control: 1/(2 sigma^2).
    """
    q, Y = X.shape[1], X - X.mean(axis=0)
    sigma2 = one(X) / bandwidth
    gammas = [
        conventions.gamma(*known)
        for known in (("beta of N3", bandwidth), ("sigma^2 of N4", sigma2))
    ]
    norms = (Y**2).sum(axis=1)
    expanded = norms[:, None] + norms[None, :] - 2.0 * (Y @ Y.T)
    K = RBF(bandwidth)(X, X)
    allowed = bandwidth * 4.0 * tolerances.dot(q + 4) * float(norms.max())
    return (
        [np.abs(np.exp(-gamma * expanded) - K).max() for gamma in gammas],
        allowed + tolerances.dot(2 * q + 6) / np.e + 8.0 * tolerances.U,
        np.abs(np.exp(-expanded / (2.0 * sigma2)) - K).max(),
    )


@statement("K9")
def linear_kernel_gives_pca(linear: dict[str, Solution]) -> Measured:
    """Kernel PCA with the linear kernel is PCA (N4, Example 7a): variances and scores.

    Beside the covariance road stands scikit-learn's PCA, its variances times (n - 1)/n. Tolerance:
    Weyl, and ``tolerances.scores`` by group. Control: variance with 1/(n - 1), scores without n.
    """
    a = linear["kernel"]
    entries = []
    for name in ("covariance", "peer"):
        if name not in linear:
            continue
        b = linear[name]
        measured, allowed = agreement.scores(a, b)
        broken, _ = agreement.scores(a, b, b.V * np.sqrt(b.variance))
        unbiased = b.mu[0] / (b.n - 1.0)
        entries.append([np.abs(a.variance - b.variance).max(), *measured])
        entries.append([(a.bound + b.bound) / a.n, *allowed])
        entries.append([np.abs(a.variance[0] - unbiased), *broken])
    return tuple(np.concatenate(entries[k::3]) for k in range(3))


@statement("K9x")
def kernel_section_is_not_the_identity(X: Array) -> Measured:
    """Printed in N4: for the linear kernel k_x is the identity, k_x(y) = x. It is y -> x'y.

    X (n, q). Measured: k(x, y) against the sum of products. The printed form does not depend on y;
    the control is how far k_x is from every constant, the half of its range, for the x where it
    is farthest. Tolerance: the products.
    """
    few = X[:: -(-len(X) // 50)]
    K = Linear()(few, X)
    by_sum = sum(np.outer(few[:, a], X[:, a]) for a in range(X.shape[1]))
    half_range = 0.5 * (K.max(axis=1) - K.min(axis=1)).max()
    allowed = 2.0 * tolerances.dot(X.shape[1]) * _radius(X) ** 2
    return np.abs(K - by_sum).max(), allowed, half_range
