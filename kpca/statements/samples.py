"""Ledger section 7, what a sample says of its population, and γ from 0 on: S1 to S5."""

from itertools import product
from math import comb, factorial

import numpy as np
from scipy.special import roots_hermitenorm

from kpca import tolerances
from kpca.arithmetic import eigenvalues, eigh, fifty_digits, lengths, number_one
from kpca.arrays import Array
from kpca.centering import center
from kpca.kernels import RBF
from kpca.solvers import groups
from kpca.statements.check import ALL_PARTS, Parts, statement


def without(A: Array, i: int) -> Array:
    """A (n, n) without row and column i."""
    return np.delete(np.delete(A, i, axis=0), i, axis=1)


@statement("S1", blind=("eigenvalues",))
def eigenvalues_interlace_with_one_sample_more(K_few: Array) -> Parts:
    """mu_l(n + 1) >= mu_l(n) >= mu_(l+1)(n + 1): K~ of n samples is part of that of n + 1.

    It is the matrix of n + 1 samples on the vectors that are orthogonal to the vector 1 and 0 at
    the last sample, so that its block is centered once more, and Cauchy's theorem holds (Parlett,
    The Symmetric Eigenvalue Problem, section 10.1). For at most 100 samples. The last sample is the
    nearest to the mean for the eigenvalues, and the farthest for the matrices. Tolerance: both
    centerings and solvers. Controls: lambda = mu/n for mu, which interlaces too where two values
    share the samples evenly, so that this part is blind; the block that is not centered again.
    """
    n, A = len(K_few), center(K_few)
    if n < 3:
        return {}
    more = center(A)
    near, far = int(np.argmin(A.diagonal())), int(np.argmax(A.diagonal()))
    mu_more, mu = eigenvalues(more), eigenvalues(center(without(A, near)))
    kappa, size = float(np.abs(A).max()), float(lengths(more, None))
    centering = tolerances.centered_gram(n, kappa, 0.0)
    block = without(more, far)
    fewer = center(without(A, far))
    return {
        "eigenvalues": (
            max((mu - mu_more[:-1]).max(), (mu_more[1:] - mu).max(), 0),
            2.0 * (centering + tolerances.eigenvalue(n, size)),
            max((n * mu / (n - 1) - mu_more[:-1]).max(), 0),
        ),
        "matrices": (
            np.abs(center(block) - fewer).max(),
            3.0 * tolerances.centering_element(n, kappa),
            np.abs(block - fewer).max(),
        ),
    }


DRAWN, OF = 3, 4
"""All samples of so many of so many points are drawn: 64."""


@statement("S2", blind=("first eigenvalue",))
def variance_of_a_sample_is_too_small_on_average(
    K_few: Array, element_error: float, K_psd: Array | None = None
) -> Parts:
    """E tr K~/n = (1 - 1/n) tr C, and n/(n - 1) E lambda_1 is not less than that of the population.

    The population are four samples of the study, from the farthest one to one on the other side of
    the mean, and all 64 samples of three of them, with replacement, are drawn. A mean over all of
    them is an expectation, with no chance in it (Shawe-Taylor et al. 2005; Blanchard, Bousquet &
    Zwald 2007). The second part needs a kernel without negative eigenvalues, and is blind if they
    lie on a line. Tolerance: centering and solver of each; for the second part also the error
    of the population's matrix, which can make its eigenvalues negative.
    Controls: the factor 1 - 1/n left out; the other eigenvalues, which are too small together, in
    place of the first.
    """
    A = center(K_few)
    # Not at equal steps through the table, where four samples may be one and the same point.
    order = np.argsort(A[np.argmax(A.diagonal())], kind="stable")
    chosen = order[np.linspace(0, len(A) - 1, OF).astype(int)]
    population = A[np.ix_(chosen, chosen)]
    samples = list(product(range(OF), repeat=DRAWN))
    drawn = np.array([eigenvalues(center(population[np.ix_(each, each)])) for each in samples])
    expected = drawn.sum(axis=0) / (DRAWN * len(samples))
    factor = 1 - number_one(K_few) / DRAWN
    true = eigenvalues(center(population)) / OF
    trace, kappa = center(population).trace() / OF, float(np.abs(population).max())
    of_one = tolerances.centered_gram(OF, kappa, 0.0) + tolerances.eigenvalue(OF, OF * kappa)
    allowed = of_one + tolerances.dot(DRAWN * len(samples)) * kappa
    found = {
        "trace": (
            abs(expected.sum() - factor * trace),
            OF * allowed,
            abs(expected.sum() - trace),
        )
    }
    if K_psd is None:
        return found
    first, others = true[0], true[1:].sum()
    broken = max(others - expected[1:].sum() / factor, 0)
    measured = max(first - expected[0] / factor, 0)
    of_elements = element_error + tolerances.centering_element(len(A), float(np.abs(K_few).max()))
    # The population's first eigenvalue is off by |E|/4, and those of samples by |S E S'|/3 <= |E|.
    of_kernel = OF * of_elements * (0.25 + 1.0 / factor)
    return found | {"first eigenvalue": (measured, OF * allowed / factor + of_kernel, broken)}


NODES, LEADING = 100, 5
"""Nodes of Gauss' and Hermite's rule, and the eigenvalues of the population that are compared."""

NARROWEST = 1e-4
"""The least deviation of the population, in units of the width 1/sqrt(gamma) of the kernel."""


@statement("S3")
def eigenvalues_of_a_normal_population(gaussian: tuple[RBF, Array]) -> Parts:
    """lambda_k = sqrt(2a/A) (gamma/A)^k, k from 0, of the Gaussian kernel on a normal density.

    a = 1/(4 s^2), c = sqrt(a^2 + 2 a gamma), A = a + gamma + c (Zhu et al. 1998; Rasmussen &
    Williams 2006, section 4.3.1). The deviation s is that of the column that varies most, and at
    most 1/sqrt(2 gamma). Compared with Nyström's method: eigenvalues of the kernel between nodes
    with the probabilities p_i of a quadrature rule. For the density times exp(2 gamma x^2), which
    is normal with variance s'^2 = s^2/(1 + 4 gamma s^2), the rule has exact moments of the features
    x^j exp(-gamma x^2), j < N.

    Tolerance: all other features together have a variance of at most (s'/s) (2t)^N/(1 - 2t), with
    t = 2 gamma s'^2 <= 1/3, which bounds what they add to an eigenvalue; rounding of nodes, weights
    and kernel, and the solver. Control: gamma/2 for gamma, of a kernel exp(-gamma d^2/2).
    """
    kernel, X = gaussian
    gamma = kernel.gamma
    s = min(float(X.std(axis=0).max()), 1.0 / np.sqrt(2.0 * gamma))
    g = (s * np.sqrt(gamma)) ** 2
    if g < NARROWEST**2:
        return {}
    nodes, weights = roots_hermitenorm(NODES)
    narrower = 1.0 / np.sqrt(1.0 + 4.0 * g)
    x, t = s * narrower * nodes, 2.0 * g * narrower**2
    p = narrower * weights / weights.sum() * np.exp(t * nodes**2)
    roots, K = np.sqrt(p), kernel(x[:, None], x[:, None])
    found = eigenvalues(roots[:, None] * K * roots)[:LEADING]
    tail = narrower * (2.0 * t) ** NODES / (1.0 - 2.0 * t)
    # As in S7, and the exponent of p; a moved node changes a value by sqrt(2 gamma) at most.
    of_rule = (4.0 * NODES + t * np.abs(nodes).max() ** 2) * tolerances.U
    allowed = tail + 2.0 * (of_rule + tolerances.elementary(1.0))
    allowed += tolerances.eigenvalue(NODES, 1.0)
    return {
        "eigenvalues": (
            np.abs(found - _of_normal(g)).max(),
            allowed,
            np.abs(found - _of_normal(g / 2.0)).max(),
        )
    }


def _of_normal(g: float) -> Array:
    """The leading eigenvalues of the Gaussian kernel on a normal density, from g = gamma s^2."""
    # a, c and A in units of 1/s^2, because squares of very small or large numbers are no numbers.
    a = 0.25
    A = a + g + np.sqrt(a**2 + 2.0 * a * g)
    return np.sqrt(2.0 * a / A) * (g / A) ** np.arange(LEADING)


FLAT, POINTS, APART = 1e-8, 5, 0.1
"""gamma, where the points have the range 1; their number, and the least distance of two of them."""


@statement("S4")
def flat_limit_of_points_on_a_line(gaussian: tuple[RBF, Array]) -> Parts:
    """mu_l = gamma^l s_l R_ll^2 (1 + O(gamma)) for gamma to 0: eigenvalues of a flat kernel.

    R is that of the QR decomposition of the powers x, x^2, ... of the points, centered, and
    s_l = det W_1..l/det W_1..l-1 with W_ij = (-1)^(m + j) C(2m, i)/m! if i + j = 2m, else 0, the
    coefficients of x^i y^j in exp(-gamma (x - y)^2): 2, 3, 4/3, 5/6. Barthelmé & Usevich (SIAM J.
    Matrix Anal. 42, 2021) have the kernel that is not centered, where i and j begin with 0. At most
    five values of the column that varies most, in fifty digits, as mu_4 is some gamma^4.

    Tolerance: what is left is halved with gamma, so that it is at most twice its change from gamma
    to 2 gamma; and the rounding of R. Control: the s_l without centering, 2^l/l!, of which the
    second and the fourth are others.
    """
    _, X = gaussian
    x = _spread(X[:, X.std(axis=0).argmax()])
    if len(x) < 3:
        return {}
    powers = x[:, None] ** np.arange(1, len(x))
    powers = powers - powers.mean(axis=0)
    R = np.abs(np.linalg.qr(powers)[1].diagonal())
    right = flat_factors(len(R)) * R**2
    order = np.arange(1, len(R) + 1)
    uncentered = 2.0**order / np.cumprod(order) * R**2
    flat = {gamma: _flat(x, gamma, len(R)) for gamma in (FLAT, 2.0 * FLAT)}
    left = {gamma: mu / right - 1.0 for gamma, mu in flat.items()}
    of_R = tolerances.products(len(x), 1.0) * float(lengths(powers, None)) / R.min()
    allowed = 2.0 * np.abs(left[2.0 * FLAT] - left[FLAT]).max() + 4.0 * of_R
    broken = flat[FLAT] / uncentered - 1.0
    return {"eigenvalues": (np.abs(left[FLAT]).max(), allowed, np.abs(broken).max())}


def _spread(values: Array) -> Array:
    """Up to ``POINTS`` of the values, ``APART`` and more from each other, from -1/2 to 1/2."""
    low, high = values.min(), values.max()
    if low == high:
        return values[:1]
    unit = np.unique((values - low) / (high - low))
    near = [unit[np.abs(unit - at).argmin()] for at in np.linspace(0.0, 1.0, POINTS)]
    chosen = [near[0]]
    for value in near[1:]:
        if value - chosen[-1] >= APART:
            chosen.append(value)
    return np.array(chosen) - 0.5


def flat_factors(d: int) -> Array:
    """s_1 to s_d (d,) of ``flat_limit_of_points_on_a_line``."""
    W = np.zeros((d, d))
    for i, j in product(range(1, d + 1), repeat=2):
        m, odd = divmod(i + j, 2)
        if not odd:
            W[i - 1, j - 1] = (-1) ** (m + j) * comb(2 * m, i) / factorial(m)
    minors = np.array([1.0] + [np.linalg.det(W[:l, :l]) for l in range(1, d + 1)])  # noqa: E741
    return minors[1:] / minors[:-1]


def _flat(x: Array, gamma: float, d: int) -> Array:
    """mu_l/gamma^l (d,) of points x (n,) on a line, computed in fifty digits."""
    points = fifty_digits(x)[:, None]
    mu = eigenvalues(center(RBF(gamma)(points, points)))[:d]
    return (mu / fifty_digits(np.array([gamma]))[0] ** np.arange(1, d + 1)).astype(float)


@statement("S5", blind=ALL_PARTS)
def derivative_of_an_eigenvalue(gaussian: tuple[RBF, Array]) -> Parts:
    """d mu_l/d gamma = -v_l'H(D2 o K)Hv_l for a simple mu_l of the Gaussian kernel (after Kato).

    Compared with a quotient (mu(gamma + h) - mu(gamma))/h, for up to three components of at most
    100 points. Tolerance, with B = -H(D2 o K)H: the quotient is off by h |D^4 o K|_F/2, and by
    h |B|^2/(gap - 2 h |B|), because v is a vector of the next matrix with a residual of h |B| at
    most (Temple; ``tolerances.rayleigh``); rounding is divided by h, which makes their sum small.
    Control: the eigenvectors of the matrix that is not centered.
    """
    kernel, X = gaussian
    D2 = kernel.sums(X, X)
    K, n = kernel.of_sums(D2, X, X), len(X)
    A = center(K)
    B, second = -center(D2 * K), float(lengths(D2**2 * K, None))
    size, slope = float(lengths(A, None)), float(lengths(B, None))
    # A value is at most 1: exp, and the rounding of gamma d^2 times exp(-gamma d^2), at most 1/e.
    element = tolerances.elementary(1.0) + tolerances.U
    rounding = tolerances.eigenvalue(n, size) + tolerances.centered_gram(n, 1.0, element)
    if slope <= 50.0 * np.sqrt(rounding) * np.sqrt(second):
        # No step is long enough to see the derivative: the kernel hardly differs from 0 and 1.
        return {}
    mu, V = _descending(A)
    gaps = np.array([groups.gap(mu, slice(k, k + 1)) for k in range(min(3, n - 1))])
    simple = np.flatnonzero(gaps > tolerances.GROUP_FACTOR * rounding)
    gaps = gaps[simple]
    curved = 0.5 * second + 2.0 * slope**2 / gaps
    # So short that gap - 2 h |B| is at least three quarters of the gap.
    h = np.minimum(np.sqrt(2.0 * rounding / curved), gaps / (8.0 * slope))
    moved = [eigenvalues(center(np.exp(-(kernel.gamma + step) * D2))) for step in h]
    quotients = np.array([found[k] - mu[k] for found, k in zip(moved, simple, strict=True)]) / h
    by_vectors, uncentered = (
        np.einsum("il,ij,jl->l", W[:, simple], B, W[:, simple]) for W in (V, _descending(K)[1])
    )
    of_vectors = np.array([tolerances.eigenvector(gap, rounding) for gap in gaps])
    products = tolerances.products(n, slope) + tolerances.orthonormality(n) * slope
    allowed = h * curved + 2.0 * rounding / h + 2.0 * (slope * of_vectors + products)
    return {"derivative": (np.abs(by_vectors - quotients), allowed, np.abs(uncentered - quotients))}


def _descending(A: Array) -> tuple[Array, Array]:
    values, vectors = eigh(A)
    return values[::-1], vectors[:, ::-1]
