"""Ledger section 2, the RKHS: K6, K7, K8, K10, K11."""

import numpy as np
from numpy.typing import NDArray

from kpca import arithmetic, rkhs, tolerances
from kpca.arithmetic import eigenvalues, lengths, number_one
from kpca.arrays import Array
from kpca.solvers import dense
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement


def sample_features(G: Array) -> tuple[Array, Array, Array]:
    """Rows e_i (N, N), signs (N,) and sizes (N,) of a Gram matrix G (N, N).

    sum_j sign_j e_ij e_kj = g_ik: Theorem 5 of N4 on a sample (ledger K6); all signs are +1 for a
    positive semi-definite kernel. Each sample is first divided by its ``size``, a power of two near
    the root of its largest kernel value, so that a far sample does not reduce the accuracy of the
    others.
    """
    largest = np.abs(G).max(axis=1).astype(float)
    # A sample whose kernel values are all 0 is as small as the smallest other one.
    largest[largest == 0] = largest[largest > 0].min()
    sizes = 2.0 ** np.round(0.5 * np.log2(largest))
    scaled = G / np.outer(sizes, sizes)
    rounding = tolerances.centering_element(len(G), float(np.abs(scaled).max()))
    solution = dense.leading(scaled, len(G), rounding)
    rows = solution.V * np.sqrt(np.abs(solution.spectrum)) * sizes[:, None]
    return rows, np.where(solution.spectrum < 0, -1.0, 1.0), sizes


Embedding = tuple[Array, Array, Array]


@statement("K6")
def kernel_has_features_on_every_sample(
    K_psd: Array, joint: Array, embedding: Embedding, joint_error: float
) -> Parts:
    """From a positive semi-definite kernel alone, rows e_i with e_i·e_j = k(x_i, x_j) (N4, Thm 5).

    ``joint`` (N, N) is the Gram matrix, ``embedding`` its ``sample_features``. Tolerance: the
    solver's backward error, negative rounding of eigenvalues counted twice, one product. Control:
    features divided by sqrt(N).
    """
    rows, _, _ = embedding
    N, size = len(joint), float(lengths(joint, None))
    products = rows @ rows.T
    allowed = 4.0 * tolerances.eigenvalue(N, size) + tolerances.products(N, size)
    return {
        "inner products": (
            np.abs(products - joint).max(),
            allowed + 2.0 * N * joint_error,
            np.abs(products / N - joint).max(),
        )
    }


@statement("K7")
def inner_product_ignores_the_representation(
    K: Array, K_new: Array, dual: Solution, Phi: Array | None = None
) -> Parts:
    """<f, g> = sum_ij a_i b_j k(x_i, y_j) is the same for every way to write f (N4, Thm 5).

    g = sum_j b_j k(y_j, ·) stands on all samples, with coefficients at random, and f_l is written
    in two ways. First: a few samples, those where the components are largest, are listed twice, and
    a weight moves from one copy to the other; <f_l, g> is also sum_j b_j f_l(y_j). Second, where a
    map has fewer features than there are samples: w with Kw = 0, found from the features Phi
    (n, M), is added to the coefficients. Per component. Tolerance: the products, Kw up to rounding.
    Controls: the weight added to both copies; a vector at random for w.
    """
    n, a = len(K), rkhs.expansion(dual.alpha)
    beside = np.vstack([K_new, K])
    b = np.random.default_rng(0).normal(size=(len(beside), 1))
    values = K @ a
    twice = np.unique(np.argmax(np.abs(values), axis=0))
    again = np.concatenate([np.arange(n), twice])
    weight = values[twice] * (np.abs(a).max(axis=0) / np.abs(values).max(axis=0))
    moved, doubled = np.vstack([a, -weight]), np.vstack([a, weight])
    moved[twice] += weight
    doubled[twice] += weight
    by_values = (rkhs.evaluate(a, beside).T @ b)[:, 0]

    def product(coefficients: Array, listed: NDArray[np.intp]) -> Array:
        return rkhs.inner(coefficients, b, beside.T[listed])[:, 0]

    sizes = np.maximum(lengths(moved), lengths(a)) * float(lengths(b, None))
    unit = 4.0 * tolerances.products(len(beside) + len(again), float(lengths(beside, None)))
    parts = {
        "a sample listed twice": (
            np.abs(product(moved, again) - by_values),
            2.0 * unit * sizes,
            np.abs(product(doubled, again) - by_values),
        )
    }
    if Phi is None:
        return parts
    null = null_vector(Phi)
    if null is None:
        return parts
    noise = np.random.default_rng(1).normal(size=(n,))
    scale, all_samples = lengths(a), np.arange(n)
    with_null = a + np.outer(null, scale)
    with_noise = a + np.outer(noise / lengths(noise), scale)
    # |k(t, ·)'w| = |phi(t)'Phi'w|, and Phi'w is rounding of Phi.
    lost = 8.0 * tolerances.dot(n) * float(lengths(Phi, None))
    lost *= float(np.sqrt(np.abs(np.abs(beside).max() * len(beside))))
    return parts | {
        "a null vector of K added": (
            np.abs(product(with_null, all_samples) - by_values),
            (4.0 * unit + lost + 4.0 * n * tolerances.dot(n) * float(np.abs(beside).max()))
            * 2.0
            * np.maximum(sizes, scale * float(lengths(b, None))),
            np.abs(product(with_noise, all_samples) - by_values),
        )
    }


def null_vector(Phi: Array) -> Array | None:
    """A unit vector w (n,) with Phi'w = 0 for features Phi (n, M), M < n; None where there is none.

    It is a random vector without its projection onto the span of the columns of Phi.
    """
    n, M = Phi.shape
    if n <= M:
        return None
    size = float(lengths(Phi, None))
    Q, _, _ = arithmetic.range_basis(Phi, tolerances.dot(n) * size)
    w = np.random.default_rng(2).normal(size=(n,)) * number_one(Phi)
    for _ in range(2):
        w = w - Q @ (Q.T @ w)
    return w / lengths(w) if Q.shape[1] < n else None


@statement("K8")
def reproducing_property(joint: Array, embedding: Embedding, dual: Solution) -> Parts:
    """<f, k(t, ·)> = f(t) (N4, Proposition 6), the left side in coordinates, the right by kernel.

    ``joint`` (n + m, n + m) is the Gram matrix of training and new samples. f is the vector w =
    sum_i a_i e_i and k(t, ·) the row e_t of ``embedding``, for new samples and training samples t,
    each in units of its size. The property of the space holds for any f, even a wrong one.
    Tolerance: the eigen-solver's backward error and three products, times the sum of |a| and size.
    Control: f without the training sample that contributes most to it.
    """
    n, N = dual.n, len(joint)
    rows, signs, sizes = embedding
    a = rkhs.expansion(dual.alpha)
    inner = (rows * signs) @ (rows[:n].T @ a)
    weight = (np.abs(joint[:, :n]) / sizes[:, None]).max(axis=0)[:, None] * np.abs(a)
    without = np.where(weight == weight.max(axis=0), 0.0 * a, a)
    size = float(lengths(joint / np.outer(sizes, sizes), None))
    allowed = tolerances.eigenvalue(N, size) + 3.0 * tolerances.products(N, size)

    def off(coefficients: Array) -> Array:
        difference = np.abs(inner - rkhs.evaluate(coefficients, joint[:, :n]))
        return (difference / sizes[:, None]).max(axis=0)

    return {"values": (off(a), 2.0 * allowed * (sizes[:n] @ np.abs(a)), off(without))}


def any_map(X: Array) -> Array:
    """Features (n, 12) of points X (n, q) by an arbitrary map of steps, sizes and powers."""
    s = X @ np.random.default_rng(0).normal(size=(X.shape[1], 4))
    return np.column_stack([np.where(s > 0.1, 1.0, -1.0) * number_one(X), np.abs(s), s**3 - s])


@statement("K10")
def every_map_makes_a_kernel(X: Array) -> Parts:
    """k(x, y) = <phi(x), phi(y)> is a kernel for *any* map phi (N4, Theorem 5, "if").

    On at most a hundred of the points X (n, q), with their mean removed and the longest of length
    1, with ``any_map``. k pair by pair against the transposed product of the features; its least
    eigenvalue. Tolerance: the products; the solver. Controls: another map on the second argument,
    which is not symmetric; an indefinite product instead of the inner one, phi(x)'S phi(y)
    with S negative but for one feature.
    """
    Y = (X - X.mean(axis=0))[:100]
    Phi = any_map(Y / max(lengths(Y, 1).max(), tolerances.UNDERFLOW))
    n, M = Phi.shape
    pairs = np.array([[(x * y).sum() for y in Phi] for x in Phi])
    other = Phi * np.linspace(1.0, 2.0, n)[:, None]
    # The trace of phi'S phi is negative then, and so is an eigenvalue.
    signs = np.where(np.arange(M) == np.argmin(lengths(Phi)), 1.0, -1.0)
    size = float((Phi**2).sum())
    skew = Phi @ other.T
    lowest, indefinite = eigenvalues(pairs)[-1], eigenvalues((Phi * signs) @ Phi.T)[-1]
    return {
        "symmetric": (
            np.abs(pairs - (Phi @ Phi.T).T).max(),
            2.0 * tolerances.dot(M) * float((Phi**2).sum(axis=1).max()),
            np.abs(skew - skew.T).max(),
        ),
        "no negative eigenvalue": (
            max(-lowest, 0.0 * lowest),
            n * tolerances.dot(M) * size + tolerances.eigenvalue(n, size),
            abs(indefinite),
        ),
    }


@statement("K11")
def span_is_an_inner_product_space(K_psd: Array, joint: Array, tanh: Array | None = None) -> Parts:
    """<f, f> >= 0, <f, g>^2 <= <f, f><g, g>, hence f(x)^2 <= ||f||^2 k(x, x) (N4, exercises).

    For functions on the samples: six with coefficients at random, and the k(x, ·) with the largest
    k(x, x), for which the last two are equalities. ``joint`` (N, N) is the Gram matrix of all
    samples, positive semi-definite where ``K_psd`` exists. Tolerance: the products. Controls: the
    condition broken, the function of the most negative <f, f> for ``tanh`` (in units of the largest
    entry) or for -k; half of the right side lost in the equalities.
    """
    N, size, kappa = len(joint), float(lengths(joint, None)), float(np.abs(joint).max())
    k_xx = joint.diagonal()
    at = int(np.argmax(k_xx))
    a = np.random.default_rng(0).normal(size=(N, 6))
    a = np.column_stack([a / lengths(a), np.arange(N) == at]) * number_one(joint)
    inner, values = rkhs.inner(a, a, joint), rkhs.evaluate(a, joint)
    norm2 = rkhs.squared_norm(a, joint)
    lowest = -k_xx[at] if tanh is None else eigenvalues(tanh)[-1] / np.abs(tanh).max() * kappa
    unit = 4.0 * tolerances.products(N, size)

    def beyond(left: Array, right: Array) -> float:
        return max((left - right).max(), 0.0 * kappa)

    pairs, at_points = np.outer(norm2, norm2), np.outer(k_xx, norm2)
    return {
        "squared norm": (max(-norm2.min(), 0.0 * kappa), unit, -lowest),
        "Cauchy-Schwarz": (
            beyond(inner**2, pairs),
            4.0 * unit * float(norm2.max()),
            beyond(inner**2, 0.5 * pairs),
        ),
        "value": (
            beyond(values**2, at_points),
            4.0 * unit * float(max(norm2.max(), kappa)),
            beyond(values**2, 0.5 * at_points),
        ),
    }
