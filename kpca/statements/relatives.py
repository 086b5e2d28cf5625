"""Ledger sections 7 and 8, the relatives of kernel PCA: S6, S7, S8, S9, S10, S27."""

from math import factorial, log, pi

import numpy as np
import scipy.linalg
from scipy.special import roots_hermitenorm

from kpca import tolerances
from kpca.arithmetic import eigenvalues, eigh, is_fifty_digits, lengths
from kpca.arrays import Array, Indices
from kpca.centering import center, gower
from kpca.distances import induced
from kpca.kernels import RBF
from kpca.solvers.solution import Solution
from kpca.statements.check import ALL_PARTS, Parts, statement

LANDMARKS = 3
"""The most landmarks of Nyström's approximation."""


@statement("S6", blind=("sum",))
def nystrom_approximates_from_below(K_few: Array, K_psd: Array) -> Parts:
    """K^ = K_S'K_SS^(-1)K_S has mu^_l <= mu_l, and sum(mu_l - mu^_l) = tr H(K - K^)H.

    S are up to three of at most 100 samples, each the farthest from the span of those before it
    (Sterge et al. 2020; Epperly et al. 2024). K^ itself is compared with inner products of features
    that are projected on this span: with what elimination takes from K, one landmark after the
    other, without any K_SS. In a unit in which the largest element of K is 2, so that K_SS is not
    the unit matrix, which is its own inverse. K_psd is a condition only. Tolerance: a solve with
    Cholesky's factor is exact for a matrix m u_(3m + 1) |K_SS| away (Higham, Theorem 10.4), which
    moves K^ by that times |W|^2, W = K_S'K_SS^(-1), which is at most tr K/mu_m(K_SS). Elimination
    is exact for elements u_(4m + 2) kappa away (section 9.3 there), which moves K^ by that times
    3 m |W|^2; products of m terms; centering and solver. Controls: K^ = 0; (n/m) mu_l(K_SS), as if
    the landmarks were a random sample, as a lower bound; the sum of the first m only.
    """
    n, kappa = len(K_few), 2.0
    K_few = kappa * (K_few / np.abs(K_few).max())
    S, rest = _landmarks(K_few)
    if not len(S):
        return {}
    m, K_S, K_SS = len(S), K_few[:, S], K_few[np.ix_(S, S)]
    values, vectors = eigh(K_SS)
    weights = (K_S @ vectors / values) @ vectors.T
    K_hat = weights @ K_S.T
    mu, mu_hat = (eigenvalues(center(A)) for A in (K_few, 0.5 * (K_hat + K_hat.T)))
    size, projected = float(lengths(K_few, None)), K_few - rest
    of_solve = m * tolerances.dot(3 * m + 1) + tolerances.PROBABILISTIC * m * tolerances.U
    # Not the length of the weights, because wrong ones would allow for themselves.
    stretched = kappa * m * float(K_few.trace() / values[0])
    moved = of_solve * stretched
    of_spectrum = tolerances.centered_gram(n, kappa, 0.0) + tolerances.eigenvalue(n, size)
    allowed = moved + 2.0 * of_spectrum
    left, broken = center(K_few - K_hat).trace(), n / m * eigenvalues(K_SS)
    return {
        "formula": (
            np.abs(K_hat - projected).max(),
            moved + tolerances.dot(13 * m + 6) * stretched,
            np.abs(projected).max(),
        ),
        "from below": (
            max((mu_hat - mu).max(), 0),
            allowed,
            max((broken - mu[:m]).max(), 0),
        ),
        "sum": (
            abs((mu - mu_hat).sum() - left),
            n * allowed,
            abs((mu - mu_hat)[:m].sum() - left),
        ),
    }


def _landmarks(K: Array) -> tuple[Indices, Array]:
    """The first pivots of Cholesky's factorization of K (n, n) with pivoting, and what they leave.

    As many as leave a clear part of the trace, so that something is approximated; perhaps none.
    """
    chosen: list[int] = []
    rest = K
    while len(chosen) < LANDMARKS:
        pivot = int(np.argmax(rest.diagonal()))
        left = rest - np.outer(rest[:, pivot], rest[pivot]) / rest[pivot, pivot]
        if left.trace() < 1e-3 * K.trace():
            break
        chosen.append(pivot)
        rest = left
    return np.array(chosen, dtype=int), rest


@statement("S27", blind=ALL_PARTS)
def expected_rest_of_a_random_pivot(K_few: Array, K_psd: Array, element_error: float) -> Parts:
    """One step of randomly pivoted Cholesky leaves K~ - K~^2/tr K~ on average.

    A pivot i is drawn with the probability k~_ii/tr K~, and leaves K~ - K~e_i e_i'K~/k~_ii
    (Chen, Epperly, Tropp & Webber 2025). All pivots of at most 100 samples are enumerated, with
    what elimination leaves; a sample at the mean is never one. K_psd is a condition only.
    Tolerance: n eliminations and a product of n terms, |k~_ij| <= max k~_ii, and n elements of K~
    as far from a positive semi-definite matrix as rounding makes them. Control: the largest
    pivot, as Cholesky's factorization with pivoting takes it. Not for a matrix of rank 1, of which
    every pivot leaves nothing.
    """
    A = center(K_few)
    n, diagonal = len(A), A.diagonal()
    expected, largest = A - A @ A / (A.trace() or 1.0), diagonal.max()
    if np.abs(expected).max() <= CONNECTED * largest:
        return {}
    pivots = np.flatnonzero(diagonal > tolerances.GROUP_FACTOR * tolerances.U * largest)
    rests = np.array([A - np.outer(A[:, i], A[i] / diagonal[i]) for i in pivots])
    chances = diagonal[pivots] / diagonal[pivots].sum()
    allowed = (tolerances.dot(2 * n + 6) + 2.0 * tolerances.GROUP_FACTOR * tolerances.U) * n
    of_element = element_error + tolerances.centering_element(n, float(np.abs(K_few).max()))
    of_matrix = 4.0 * n * of_element
    return {
        "rest": (
            np.abs(np.tensordot(chances, rests, axes=1) - expected).max(),
            allowed * largest + of_matrix,
            np.abs(rests[np.argmax(chances)] - expected).max(),
        )
    }


NODES = 64
"""Nodes of the quadrature with a normal weight."""

LONGEST = 4.0
"""The largest gamma |x - y|^2 of a pair whose random features are integrated."""

PAIRS = 5


@statement("S7")
def variance_of_random_features(gaussian: tuple[RBF, Array]) -> Parts:
    """E (k^ - k)^2 = (1 - k^2)^2/(2m) for m pairs of features (cos wx, sin wx)/sqrt(m).

    w is normal with the variance 2 gamma, and w(x - y) with 2 gamma |x - y|^2 (Rahimi & Recht 2007;
    Sriperumbudur & Sterge 2022). For m = 2, and up to five pairs of points, the expectation is an
    integral in two variables, by Gauss' and Hermite's rule: no chance.
    Tolerance: remainder N!/(2N)! max|f^(2N)| of N nodes, and the rounding of cosines and sums.
    Control: features sqrt(2) cos(wx + b) with one random b each, whose variance is 1/(2m) larger.
    """
    kernel, X = gaussian
    D2 = kernel.sums(X[:1], X)[0]
    t = kernel.scaled(D2[(D2 > 0.0) & (kernel.scaled(D2) <= LONGEST)])
    # The widest and the nearest, and some between them.
    t = np.sort(t)[np.unique(np.linspace(0, len(t) - 1, PAIRS).astype(int))] if len(t) else t
    k, deviations = kernel.profile(t), np.sqrt(2.0 * t)
    nodes, weights = roots_hermitenorm(NODES)
    weights = weights / weights.sum()
    cosines = np.cos(deviations[:, None] * nodes)
    mean = 0.5 * (cosines[:, :, None] + cosines[:, None, :]) - k[:, None, None]
    variances = np.einsum("pab,a,b->p", mean**2, weights, weights)
    # The extra term cos(w(x + y) + 2b)/m is independent of the others, with variance 1/2.
    with_b = variances + 0.25
    remainder = factorial(NODES) / factorial(2 * NODES) * (2.0 * deviations) ** (2 * NODES)
    rounding = 2.0 * (2.0 * NODES + deviations * np.abs(nodes).max()) * tolerances.U
    expected = (1.0 - k**2) ** 2 / 4.0
    return {
        "variance": (
            np.abs(variances - expected),
            2.0 * (remainder + rounding),
            np.abs(with_b - expected),
        )
    }


FEW = 25
"""The most samples as vertices of a graph."""

CONNECTED = 1e-6
"""A graph whose second eigenvalue is below this fraction of the largest one nearly falls apart."""


def _weights_of_graph(gaussian: tuple[RBF, Array]) -> Array:
    """Weights (p, p) of the edges between p <= ``FEW`` points: kernel values, and 0 for loops.

    In a unit in which the largest weight is 1, if any is above 0.
    """
    kernel, X = gaussian
    X = X[:: -(-len(X) // FEW)]
    W = kernel(X, X)
    np.fill_diagonal(W, 0.0)
    return W / (W.max() or 1.0)


@statement("S8")
def laplacian_eigenmaps_are_kernel_pca(gaussian: tuple[RBF, Array]) -> Parts:
    """The kernel L+ of a graph with the Laplacian L = Delta - W induces the commute time over vol.

    L+1 = 0, h_ij + h_ji = vol (L+_ii + L+_jj - 2 L+_ij), and -1/2 H (CT/vol) H = L+ (Ham, Lee, Mika
    & Schölkopf 2004). The hitting times h come from linear systems, one for each target. At most 25
    points, and Gaussian weights. Tolerance: a solve with Cholesky's factor is exact for a matrix
    n u_(3n + 1) |L| away (Higham, Theorem 10.4); L+ is off by |E|/mu_2^2. Controls: the inverse
    of L + mu_2 I; the way there without the way back; the factor 1/2 left out. Not for a graph that
    nearly falls apart.
    """
    W = _weights_of_graph(gaussian)
    n, degrees = len(W), W.sum(axis=1)
    L, volume = np.diag(degrees) - W, float(degrees.sum())
    mu, V = eigh(L)
    if n < 3 or mu[1] <= CONNECTED * mu[-1]:
        return {}
    plus = (V[:, 1:] / mu[1:]) @ V[:, 1:].T
    h, of_h = _hitting_times(L, degrees, float(mu[-1]))
    commute, by_kernel = h + h.T, volume * induced(plus)
    of_matrix = tolerances.eigenvalue(n, float(lengths(L, None))) + tolerances.dot(n) * 2.0 * mu[-1]
    of_plus = 2.0 * of_matrix / mu[1] ** 2 + tolerances.products(n, float(lengths(plus, None)))
    allowed = 2.0 * of_h + volume * tolerances.induced_element(float(np.abs(plus).max()), of_plus)
    ones = np.ones(n)
    other = scipy.linalg.solve(L + mu[1] * np.eye(n), ones, assume_a="pos")
    of_gower = n * (allowed / volume + tolerances.centering_element(n, commute.max() / volume))
    back = gower(commute / volume)
    return {
        "null vector": (lengths(plus @ ones), np.sqrt(n) * of_plus, lengths(other)),
        "commute time": (
            np.abs(commute - by_kernel).max(),
            allowed,
            np.abs(h - by_kernel).max(),
        ),
        "kernel": (np.abs(back - plus).max(), of_gower, np.abs(2.0 * back - plus).max()),
    }


def _hitting_times(L: Array, degrees: Array, largest: float) -> tuple[Array, float]:
    """Expected steps h_ij (n, n) of a random walk from i until it is at j, and a bound on errors.

    For the target j: sum_k l_ik h_kj = d_i for i != j, and h_jj = 0.
    """
    n, worst = len(L), 0.0
    h = np.zeros((n, n))
    for j in range(n):
        others = np.arange(n) != j
        rest = L[np.ix_(others, others)]
        h[others, j] = scipy.linalg.solve(rest, degrees[others], assume_a="pos")
        least = float(eigenvalues(rest)[-1])
        relative = (n * tolerances.dot(3 * n + 1) + tolerances.dot(n)) * largest / least
        worst = max(worst, 2.0 * relative * float(lengths(h[:, j])))
    return h, worst


@statement("S9", blind=ALL_PARTS)
def diffusion_distance_by_eigenvectors(gaussian: tuple[RBF, Array]) -> Parts:
    """sum_y (p_t(x, y) - p_t(z, y))^2/pi(y) = sum_l lambda_l^2t (psi_l(x) - psi_l(z))^2.

    psi = v/sqrt(pi), v of Delta^(-1/2) K Delta^(-1/2); p_t are probabilities of t = 2 steps of a
    random walk with the stationary distribution pi (Coifman & Lafon 2006). At most 25 points.
    Tolerance: the products of P P, and 2t |E| of the solver, each divided by the least pi.
    Control: unit v for psi.
    """
    kernel, X = gaussian
    X = X[:: -(-len(X) // FEW)]
    K, t, n = kernel(X, X), 2, len(X)
    degrees = K.sum(axis=1)
    stationary = degrees / degrees.sum()
    steps = np.linalg.matrix_power(K / degrees[:, None], t)
    by_steps = _squared(steps / np.sqrt(stationary))
    root = np.sqrt(degrees)
    values, V = eigh(K / root[:, None] / root)
    psi = V / np.sqrt(stationary)[:, None]
    by_vectors, unit = (_squared(values**t * vectors) for vectors in (psi, V))
    least = float(stationary.min())
    of_steps = 4.0 * t * tolerances.dot(n + 3)
    of_vectors = 4.0 * t * (tolerances.eigenvalue(n, float(np.sqrt(n))) + n * 4.0 * tolerances.U)
    return {
        "distances": (
            np.abs(by_steps - by_vectors).max(),
            (of_steps + of_vectors + tolerances.dot(3 * n)) * 2.0 / least,
            np.abs(unit - by_steps).max(),
        )
    }


def _squared(Z: Array) -> Array:
    """|z_i - z_j|^2 (n, n) between the rows of Z, by differences."""
    return ((Z[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2)


@statement("S10", blind=ALL_PARTS)
def likelihood_of_probabilistic_kernel_pca(Phi: Array, dual: Solution) -> Parts:
    """-1/2 (M ln 2 pi + sum_{l <= d} ln lambda_l + (M - d) ln s^2 + M) is the largest likelihood.

    Its mean log per sample, for normal features in M dimensions with the covariance U(Lambda -
    s^2)U' + s^2 I on d axes, half of the study's, and s^2 = sum_{l > d} lambda_l/(M - d): from the
    kernel alone (Tipping & Bishop 1999; Rosipal & Girolami 2001). The other side forms the
    covariance, its determinant and its inverse. The second part has the derivative of that by
    ln s^2, which is 0, and goes to s^2 that is a hundredth smaller and larger. Tolerance: errors of
    the eigenvalues over s^2, and of the logarithms; in the derivative two systems of equations,
    each solved for a matrix as far away as the eigenvalues. Control: M - d + 1.
    """
    (n, M), d = Phi.shape, (dual.components + 1) // 2
    # In a unit in which the total variance is 1, because a likelihood has a logarithm of the unit.
    unit = dual.trace / n
    leading = dual.variance[:d] / unit
    rest = 1.0 - leading.sum()
    if is_fifty_digits(Phi) or d >= M or rest <= CONNECTED * leading[0]:
        return {}
    noise, wrong = rest / (M - d), rest / (M - d + 1)
    written, slope = _with_covariance_written_out(Phi / np.sqrt(unit), d, noise)

    def by_kernel(noise: float, fit: float = M) -> float:
        """``fit`` is the trace of C and the inverse: M where s^2 is right."""
        logs = np.log(leading).sum() + (M - d) * log(noise)
        return float(-0.5 * (M * log(2.0 * pi) + logs + fit))

    def nearby(noise: float) -> float:
        rivals = (noise, 0.99 * noise, 1.01 * noise)
        own, *beside = (by_kernel(rival, d + rest / rival) for rival in rivals)
        return max(max(beside) - own, 0.0)

    size = float(lengths(Phi, None)) ** 2
    error = (dual.matrix_error + tolerances.eigenvalue(M, size)) / (n * unit)
    logs = M * (log(2.0 * pi) + abs(log(noise)) + abs(log(leading[0])) + 1.0)
    allowed = 2.0 * M * error / noise + tolerances.dot(M + 8) * logs
    return {
        "likelihood": (
            abs(by_kernel(noise) - written),
            allowed,
            abs(by_kernel(wrong) - written),
        ),
        "largest": (
            np.array([abs(slope), nearby(noise)]),
            allowed,
            np.array([0.5 * abs(rest / wrong - (M - d)), nearby(wrong)]),
        ),
    }


def _with_covariance_written_out(Phi: Array, d: int, noise: float) -> tuple[float, float]:
    """The mean log likelihood of features Phi (n, M) by the covariance (M, M) of the model.

    And its derivative by ln s^2, which is s^2/2 tr (Sigma^(-1)C - I) Sigma^(-1)P for the covariance
    Sigma of the model, with P = I - UU', its derivative by s^2.
    """
    n, M = Phi.shape
    centered = Phi - Phi.mean(axis=0)
    C = centered.T @ centered / n
    values, U = eigh(C)
    leading, axes = values[::-1][:d], U[:, ::-1][:, :d]
    beside = np.eye(M) - axes @ axes.T
    model = (axes * (leading - noise)) @ axes.T + noise * np.eye(M)
    _, determinant = np.linalg.slogdet(model)
    fit, moved = np.linalg.solve(model, C), np.linalg.solve(model, beside)
    likelihood = -0.5 * (M * log(2.0 * pi) + determinant + np.trace(fit))
    return float(likelihood), 0.5 * noise * float((moved * (fit.T - np.eye(M))).sum())
