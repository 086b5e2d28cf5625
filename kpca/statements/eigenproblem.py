"""Ledger section 3, the eigenproblem of the Gram matrix: E3, E4, E5, E7, E8, E12, E13, E14."""

import numpy as np

from kpca import arithmetic, rkhs, tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import center
from kpca.solvers.solution import Solution
from kpca.statements.check import ALL_PARTS, Parts, statement


@statement("E3", blind=ALL_PARTS)
def squared_gram_equation(K: Array, dual: Solution) -> Parts:
    """K~^2 alpha = n lambda K~ alpha (in all notes), as residual length per component.

    Tolerance: solver and two products, times |K~| |alpha|. It exceeds the equation itself for mu
    below some sqrt(n u) mu_1: as K~ is squared, the check cannot see them. Control: lambda for n
    lambda.
    """
    centered = center(K)
    once = centered @ dual.alpha
    twice = centered @ once
    size, n = dual.frobenius, dual.n
    largest = dual.largest
    step = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    return {
        "residuals": (
            lengths(twice - dual.mu * once),
            step * largest / np.sqrt(dual.mu),
            lengths(twice - dual.variance * once),
        )
    }


def _null_vector(dual: Solution) -> Array:
    """1/sqrt(n) (n,), as long as every eigenvector; K~ sends it to 0."""
    return np.full(dual.n, 1.0 / np.sqrt(dual.n))


@statement("E4", blind=ALL_PARTS)
def canceling_needs_the_range(K: Array, dual: Solution) -> Parts:
    """K~^2 alpha = n lambda K~ alpha <=> K~ alpha = n lambda alpha (N0), if alpha is in the range.

    For alpha in the range, the right side: measured. With a null vector as long as alpha added, the
    left side still holds: measured; the right side does not: the control of the first entry. A
    vector at random instead of it breaks the left side too: the control of the second. Tolerance:
    as E3, blind where that is.
    """
    n, mu, alpha, centered = dual.n, dual.mu, dual.alpha, center(K)
    size_of = lengths(alpha)
    with_null = alpha + _null_vector(dual)[:, None] * size_of
    noise = np.random.default_rng(0).normal(size=n)
    with_noise = alpha + (noise / lengths(noise))[:, None] * size_of
    size, largest = dual.frobenius, dual.largest
    step = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size) + dual.matrix_error
    return {
        "in the range": (
            _right(centered, mu, alpha),
            step * size_of,
            _right(centered, mu, with_null),
        ),
        "a null vector added": (
            _left(centered, mu, with_null),
            2.0 * step * largest * size_of,
            _left(centered, mu, with_noise),
        ),
    }


def _right(centered: Array, mu: Array, alpha: Array) -> Array:
    return lengths(centered @ alpha - mu * alpha)


def _left(centered: Array, mu: Array, alpha: Array) -> Array:
    once = centered @ alpha
    return lengths(centered @ once - mu * once)


@statement("E5")
def centered_gram_matrix_is_never_invertible(K: Array, dual: Solution) -> Parts:
    """K~1 = 0, so "K invertible" never applies (N2, N3, N4); on the range K~ can be canceled.

    Measured: |K~1|/sqrt(n) for k(x, y) + c(x) + c(y); and |K~+ K~ alpha - alpha|/|alpha| with K~+ =
    V M^(-1) V', the inverse on the range of what is kept. Tolerance: centering; solver and two
    products, times |M^(-1)|. Controls: the same kernel not centered; the null vector, which K~+ K~
    sends to 0.
    """
    n, mu, centered = dual.n, dual.mu, center(K)
    shifted = K + 2.0 * np.abs(K).max()
    ones = _null_vector(dual)
    inverse = dual.V / mu
    size = dual.frobenius
    canceled = inverse @ (dual.V.T @ (centered @ dual.V)) - dual.V
    lost = inverse @ (dual.V.T @ (centered @ ones)) - ones
    solver = tolerances.eigenvalue(n, size) + 2.0 * tolerances.products(n, size)
    entry = tolerances.centering_element(n, float(np.abs(shifted).max()))
    return {
        "null vector": (lengths(center(shifted) @ ones), 2.0 * n * entry, lengths(shifted @ ones)),
        "on the range": (lengths(canceled), solver * float(lengths(1.0 / mu)), lengths(lost)),
    }


def squared_norms(K: Array, dual: Solution, Phi: Array | None) -> dict[str, Array]:
    """||f_l||^2 (d,) four ways; the feature map only where Phi (n, M) is given (N0, N1, N3; E7).

    n lambda is taken from the scores K~ alpha, as the sum of their squares.
    """
    alpha, centered = dual.alpha, center(K)
    scores = centered @ alpha
    ways = {
        "alpha' K~ alpha": np.einsum("il,il->l", alpha, scores),
        "n lambda alpha' alpha": lengths(scores) ** 2 * lengths(alpha) ** 2,
        "double sum over k": rkhs.squared_norm(rkhs.expansion(alpha), K),
    }
    if Phi is not None:
        weights = (Phi - Phi.mean(axis=0)).T @ alpha
        ways["explicit feature map"] = np.einsum("ml,ml->l", weights, weights)
    return ways


def norm_tolerances(K: Array, dual: Solution, Phi: Array | None) -> dict[str, Array]:
    """Tolerance (d,) of each way of ``squared_norms``; all grow like 1/mu.

    On the centered matrix: solver and products, twice where K~ enters squared. On the uncentered
    kernel: the same at its own, larger scale, and the matrix error. By features: the rounding of
    their means and products enters twice, |Phi~' alpha| = 1.
    """
    n, mu = dual.n, dual.mu
    centered = tolerances.norm(n, dual.frobenius, mu)
    size_uncentered = float(lengths(K, None))
    uncentered = centered + (dual.matrix_error + 4.0 * tolerances.products(n, size_uncentered)) / mu
    allowed = {
        "alpha' K~ alpha": centered,
        "n lambda alpha' alpha": 2.0 * centered,
        "double sum over k": uncentered,
    }
    if Phi is not None:
        size = float(lengths(Phi, None))
        allowed["explicit feature map"] = uncentered + 6.0 * tolerances.dot(n) * size**2 / mu
    return allowed


@statement("E7")
def unit_norm(K: Array, dual: Solution, Phi: Array | None = None) -> Parts:
    """||f_l||^2 = alpha' K~ alpha = n lambda alpha'alpha = |Phi~' alpha|^2 = double sum = 1.

    Control: lambda for n lambda, alpha = v/sqrt(lambda), which gives n.
    """
    allowed = norm_tolerances(K, dual, Phi)
    return {
        way: (np.abs(norm - 1.0), allowed[way], np.abs(dual.n * norm - 1.0))
        for way, norm in squared_norms(K, dual, Phi).items()
    }


def inner_products(K: Array, dual: Solution) -> Array:
    """Gram matrix <f_l, f_m> (d, d) of the components."""
    return rkhs.inner(dual.alpha, dual.alpha, center(K))


@statement("E8", blind=("the printed N-th column",))
def orthonormal_components(K: Array, dual: Solution) -> Parts:
    """f_j = sum_i a_ji phi~_i / sqrt(n lambda_j) with |a_j| = 1 are orthonormal (N4), lambda_j > 0.

    Tolerance: as E7 with sqrt(mu_l mu_m) for mu; the worst of a row of the matrix <f_l, f_m>, as a
    multiple of it. Control: divided by sqrt(lambda_j), the n left out. The condition broken: the
    columns as printed run to the N-th, and that one belongs to lambda = 0, the vector 1; with M < N
    features so do all but M. Their ||v||^2 = a'K~a is 0 up to the error of K~, and dividing by its
    root has no meaning; that of the last one kept, the control, is not 0.
    """
    F = inner_products(K, dual)
    mu = dual.mu
    identity = np.eye(dual.components)
    pairs = np.sqrt(np.outer(mu, mu))
    allowed = tolerances.norm(dual.n, dual.frobenius, pairs)
    multiple = (np.abs(F - identity) / allowed).max(axis=1)
    broken = (np.abs(dual.n * F - identity) / allowed).max(axis=1)
    null = _null_vector(dual)
    scale = allowed.diagonal()
    return {
        "orthonormal": (multiple * scale, scale, broken * scale),
        "the printed N-th column": (
            np.abs(null @ center(K) @ null),
            2.0 * dual.matrix_error,
            mu[-1],
        ),
    }


@statement("E12")
def score_moments(K: Array, whole: Solution) -> Parts:
    """mean z_l^2 = lambda_l, mean z_l = 0, sum_i alpha_li = 0 (N0), with z = K~ alpha.

    The share that a component explains is its sum of squares over that of all components. The
    latter is the trace of K~ (n, n) if K~ is positive semi-definite; else the sizes of eigenvalues
    count. Tolerance: the variance as E7, times lambda; 1'v by ``tolerances.residue_of_mean``, and
    what K~ makes of it; the solver's error in each eigenvalue. Controls: 1/n left out of the
    variance and of the share; the constant 1/sqrt(n) added to v, in the mean and in the sum.
    """
    n, mu, alpha, root = whole.n, whole.mu, whole.alpha, np.sqrt(whole.mu)
    centered = center(K)
    z = centered @ alpha
    square = np.einsum("il,il->l", z, z)
    variance_error = 3.0 * tolerances.norm(n, whole.frobenius, mu) * whole.variance
    residue = tolerances.residue_of_mean(n)
    constant = 1.0 / np.sqrt(n)
    total = np.trace(centered) + 2.0 * np.abs(whole.spectrum[whole.spectrum < 0]).sum()
    counted = n * tolerances.eigenvalue(n, whole.frobenius) / float(total)
    return {
        "variance": (
            np.abs(square / n - whole.variance),
            variance_error,
            np.abs(square - whole.variance),
        ),
        "mean": (
            np.abs(z.mean(axis=0)),
            # 1'K~ is rounding of every column, and |alpha| = 1/sqrt(mu).
            (whole.matrix_error * constant + residue * mu / n) / root,
            np.abs((z + root * constant).mean(axis=0)),
        ),
        "sum of alpha": (
            np.abs(alpha.sum(axis=0)),
            residue / root,
            np.abs((alpha + constant / root).sum(axis=0)),
        ),
        "share": (
            np.abs(whole.explained - square / total),
            n * variance_error / float(total) + 4.0 * counted * whole.explained,
            np.abs(whole.explained / n - square / total),
        ),
    }


@statement("E13")
def at_most_n_minus_one_components(
    K: Array, whole: Solution, element_error: float, Phi: Array | None = None
) -> Parts:
    """ "Up to n components" (N3): n - 1 after centering, and no more than the rank of phi.

    Measured: the least eigenvalue of K + cI, c = 2|K|_F, after centering, of full rank before it;
    the rank of the solution against Sylvester's law of inertia, at a cut-off computed here; its own
    cut-off in units of that one; its residual against the vectors; with features Phi (n, M), the
    largest |mu| beyond the columns that are not constant. Tolerance: the bound on every eigenvalue,
    at the scale of c; a rank is a count; |K~|_F from the elements and from the spectrum; solver.
    Controls: the least eigenvalue before centering, at least |K|_F; n components; a cut-off a
    hundred times smaller; lambda for mu; the last component kept, which is within the rank.
    """
    n, size = whole.n, float(lengths(K, None))
    full = K + 2.0 * size * np.eye(n)
    least = np.abs(arithmetic.eigenvalues(center(full))[-1])
    centering = tolerances.centered_gram(n, float(np.abs(full).max()), 0.0)
    rounding = centering + tolerances.eigenvalue(n, float(lengths(full, None)))
    centered, solver = center(K), tolerances.eigenvalue(n, whole.frobenius)
    matrix_error = tolerances.centered_gram(n, float(np.abs(K).max()), element_error)
    matrix_error += tolerances.eigenvalue(n, float(lengths(whole.spectrum)))
    residual = lengths(whole.V.T @ centered - (whole.V * whole.mu).T, 1).max()
    without_n = lengths(centered @ whole.V - whole.V * whole.variance).max()
    parts = {
        "after centering": (least, rounding, size),
        "rank": _miscounted(centered, whole, matrix_error),
        "residual": (
            abs(whole.residual - residual),
            solver + 2.0 * tolerances.products(n, whole.frobenius),
            abs(whole.residual - without_n),
        ),
    }
    # A bound is a double, whatever the arithmetic, and 0 only for a matrix of zeros.
    unit = matrix_error or 1.0
    if not arithmetic.is_fifty_digits(K):
        parts |= {
            "cut-off": (
                abs(whole.matrix_error - matrix_error) / unit,
                4.0 * tolerances.orthonormality(n),
                abs(0.01 * whole.matrix_error - matrix_error) / unit,
            ),
        }
    varying = n if Phi is None else int((Phi != Phi[0]).any(axis=0).sum())
    if varying >= n:
        return parts
    beyond = np.abs(whole.spectrum[varying:]).max()
    return parts | {"beyond the features": (beyond, whole.matrix_error, whole.mu[-1])}


def _miscounted(
    centered: Array, whole: Solution, matrix_error: float
) -> tuple[float, float, float]:
    """The differences of the rank, and of n, from the number of eigenvalues above the cut-off.

    A count is 0 or far from it, so the tolerance between the two numbers is u.

    The signs of the pivots of K~ - sI are those of its eigenvalues (Sylvester; Golub & Van Loan,
    section 8.1.5). Eigenvalues between half the cut-off and twice it may count or not.
    """
    low, high = (arithmetic.inertia(centered, s * matrix_error) for s in (2.0, 0.5))

    def off(rank: int) -> float:
        return float(max(low - rank, rank - high, 0))

    return off(whole.rank), tolerances.U, off(whole.n)


@statement("E14", blind=("ascents",))
def components_maximize_one_after_the_other(
    K: Array, whole: Solution, ascent: Solution | None = None
) -> Parts | None:
    """f_l maximizes <f, Cf> over the unit ball orthogonal to f_1 .. f_{l-1} (N0).

    The maximum lies on the sphere. f = sum a_i phi~_i with |f| <= 1. Measured, per component: what
    64 random rivals, and the other components, reach above lambda_l; <tf, C tf> against
    t^2 lambda_l at t = 1/2, the gain from "scaling up"; and what an ascent from random starts under
    the same constraints reaches, where there is one. Tolerance: as E7, times lambda; Weyl.
    Controls: rivals twice as long as the ball allows; t for t^2; lambda with 1/(n - 1). None for an
    indefinite K~, where <f, Cf> has no maximum on the ball.
    """
    if len(whole.negative):
        return None
    n, lam = whole.n, whole.variance
    centered = center(K)
    scaled = tolerances.norm(n, whole.frobenius, whole.mu) * lam
    allowed = 4.0 * scaled + 2.0 * whole.matrix_error / n
    highest, half = [], _objective(centered, 0.5 * whole.alpha)[1]
    rivals = np.random.default_rng(0).normal(size=(n, 64))
    for number in range(whole.components):
        # Orthogonal in feature space: f_k'K~ a = 0, and coefficients in the range of K~.
        before, after = whole.V[:, :number], whole.V[:, number:]
        a = centered @ rivals
        for _ in range(2):
            a = a - before @ (before.T @ a)
        a = np.column_stack([a / lengths(a), after])
        norms, values = _objective(centered, a)
        # A shorter f is known to less than a hundredth of its length.
        inside = norms > 100.0 * whole.matrix_error
        # If nothing is long enough to be known, f_l itself is used, which is the last one.
        highest.append((values[inside] / norms[inside]).max() if inside.any() else lam[number])
    best = np.array(highest)
    parts = {
        "no rival is higher": (
            np.maximum(best - lam, 0.0 * lam),
            allowed,
            4.0 * best - lam,
        ),
        "scaling up": (np.abs(half - 0.25 * lam), scaled, np.abs(half - 0.5 * lam)),
    }
    if ascent is None:
        return parts
    d = min(whole.components, ascent.components)
    reached = ascent.mu[:d] / n
    return parts | {
        "ascents": (
            np.abs(reached - lam[:d]),
            (whole.errors[:d] + ascent.errors[:d]) / n,
            np.abs(ascent.mu[:d] / (n - 1) - lam[:d]),
        )
    }


def _objective(centered: Array, a: Array) -> tuple[Array, Array]:
    """|f|^2 = a'K~a and <f, Cf> = |K~a|^2/n of f = sum a_i phi~_i, per column of a (n, r)."""
    image = centered @ a
    return np.einsum("ir,ir->r", a, image), np.einsum("ir,ir->r", image, image) / len(a)
