"""Ledger section 8, two kernels beside each other, and two classes: S22, S23, S24, S25, S26."""

from itertools import combinations, permutations

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigh, lengths, number_one, svd
from kpca.arrays import Array, Truths
from kpca.centering import center
from kpca.distances import induced
from kpca.statements.check import ALL_PARTS, Parts, statement

ORDERS, SPLITS = 6, 8
"""Samples of which all orders, and all splits in halves, are enumerated."""

ALIKE = 1e-6
"""Samples are the same if the traces of both kernels have no larger product."""

KEPT = 3
"""Components of which two maps are compared."""


def beside(K: Array) -> tuple[Array, Array]:
    """The kernels 1 + k/kappa, kappa = max |k|, and (1 + k/kappa)^2 beside it (n, n).

    Sums and products of kernels are kernels (K6). The second one bends the features, and neither is
    centered, also where K is.
    """
    K = 1.0 + K / (np.abs(K).max() or 1.0)
    return K, K**2


@statement("S22", blind=ALL_PARTS)
def likeness_of_two_kernels_by_their_components(K_few: Array) -> Parts | None:
    """tr K~L~ = sum_lm mu_l nu_m (v_l'u_m)^2, for K~ = V M V' and L~ = U N U'.

    It is n^2 times the Hilbert-Schmidt independence criterion (Gretton et al. 2005), and the
    numerator of the alignment of centered kernels (Cortes, Mohri & Rostamizadeh 2012). Of at most
    100 samples, with the kernel ``beside``. Tolerance: both solvers in the norm of Frobenius, n^1/2
    times the bound on eigenvalues; the products. Control: kernels that are not centered, as the
    alignment of 2001 has them. None where all samples are the same.
    """
    K, L = beside(K_few)
    A, B, n = center(K), center(L), len(K)
    (mu, V), (nu, W) = eigh(A), eigh(B)
    by_components = mu @ (V.T @ W) ** 2 @ nu
    size = float(lengths(A, None) * lengths(B, None))
    if size == 0.0:
        return None
    of_solver = float(np.sqrt(n)) * tolerances.eigenvalue(n, 1.0)
    allowed = 2.0 * (of_solver + tolerances.orthonormality(n) + n * tolerances.dot(n)) * size
    return {
        "trace": (abs((A * B).sum() - by_components), allowed, abs((K * L).sum() - by_components))
    }


@statement("S23", blind=ALL_PARTS)
def likeness_by_chance_is_the_product_of_the_traces(K_few: Array) -> Parts:
    """The mean of tr K~ P L~ P' over all orders P of n samples is tr K~ tr L~/(n - 1).

    Enumerated: the 720 orders of six samples at equal steps, or of all if they are fewer
    (Kazi-Aoual et al. 1995). Not for six samples that are the same up to a millionth.
    As L~1 = 0, the elements beside the diagonal of L~ have the mean -tr L~/(n(n - 1)). Tolerance:
    means of n^2 products. Control: n for n - 1.
    """
    few = np.linspace(0, len(K_few) - 1, min(ORDERS, len(K_few))).astype(int)
    K, L = beside(K_few[np.ix_(few, few)])
    A, B, n = center(K), center(L), len(K)
    of_traces = A.trace() * B.trace()
    if abs(of_traces) <= ALIKE:
        return {}
    orders = [np.array(order) for order in permutations(range(n))]
    mean = np.array([(A * B[np.ix_(order, order)]).sum() for order in orders]).mean()
    allowed = (tolerances.dot(n**2) + tolerances.pairwise_sum(len(orders))) * float(
        lengths(A, None) * lengths(B, None) + abs(of_traces)
    )
    allowed += tolerances.centering_element(n, 4.0) * n * float(np.abs(A).sum() + np.abs(B).sum())
    return {"mean": (abs(mean - of_traces / (n - 1)), allowed, abs(mean - of_traces / n))}


@statement("S24", blind=ALL_PARTS)
def procrustes_by_kernels(K_few: Array) -> Parts | None:
    """min over orthogonal Q of |Z - YQ|^2 = tr K~ + tr L~ - 2 |K~^(1/2) L~^(1/2)|_*.

    Z and Y are the scores of three components, and K~ = ZZ', L~ = YY' what they keep of the kernels
    (Gower 1975; Harvey et al. 2024). Q, which may reflect, comes from an SVD of Y'Z (3, 3), the sum
    of singular values from matrices (n, n). Tolerance: products and the SVD of n rows. Control: the
    root of tr K~L~ for the sum of singular values. None without three positive eigenvalues.
    """
    (mu, V), (nu, W) = (_leading(center(one)) for one in beside(K_few))
    n = len(V)
    if min(mu[-1], nu[-1]) <= tolerances.GROUP_FACTOR * tolerances.centered_gram(n, 4.0, 0.0):
        return None
    Z, Y = V * np.sqrt(mu), W * np.sqrt(nu)
    left, _, right = svd(Y.T @ Z)
    traces = mu.sum() + nu.sum()
    roots = (V * np.sqrt(mu)) @ V.T @ (W * np.sqrt(nu)) @ W.T
    least, values = lengths(Z - Y @ left @ right, None) ** 2, svd(roots)[1]
    allowed = 4.0 * (tolerances.orthonormality(n) + tolerances.dot(n)) * float(np.sqrt(n) * traces)
    return {
        "distance": (
            abs(least - (traces - 2.0 * values.sum())),
            allowed,
            abs(least - (traces - 2.0 * lengths(values, None))),
        )
    }


def _leading(A: Array) -> tuple[Array, Array]:
    """The ``KEPT`` largest eigenvalues of A (n, n), descending, and their vectors."""
    values, vectors = eigh(A)
    return values[: -KEPT - 1 : -1], vectors[:, : -KEPT - 1 : -1]


@statement("S25", blind=ALL_PARTS)
def discrepancy_of_two_classes_is_the_distance_of_their_mean_scores(K_few: Array) -> Parts:
    """MMD^2 = mean k_aa' + mean k_bb' - 2 mean k_ab = sum_l sign(mu_l) (z-bar_al - z-bar_bl)^2.

    All components count. Over all 70 splits of eight samples in halves the mean of MMD^2 is 0
    without the diagonal, and is not with it (Gretton et al. 2012, section 2). The classes are every
    third sample and the others. Tolerance: means of elements, solver and products. Controls: the
    mean of k_ab once; the diagonal not left out.
    """
    K, _ = beside(K_few)
    n, first = len(K), np.arange(len(K)) % 3 == 0
    by_scores = _distance_of_means(center(K), first)
    allowed = 4.0 * (tolerances.pairwise_sum(n**2) + tolerances.centering_element(n, 1.0))
    allowed += 4.0 * (tolerances.eigenvalue(n, float(lengths(K, None))) + tolerances.products(n, n))
    by_means, across = _discrepancy(K, first), K[first][:, ~first].mean()
    off = by_means - by_scores
    parts = {"scores": (abs(off), allowed, abs(off + across))}
    if n < SPLITS:
        return parts
    few = K[:SPLITS, :SPLITS]
    halves = [np.isin(range(SPLITS), one) for one in combinations(range(SPLITS), SPLITS // 2)]
    means = [
        np.mean([mmd(few, one) for one in halves]) for mmd in (_without_diagonal, _discrepancy)
    ]
    return parts | {"chance": (abs(means[0]), 8.0 * tolerances.dot(2 * SPLITS**2), abs(means[1]))}


def _distance_of_means(A: Array, first: Truths) -> float:
    """sum_l mu_l (v_l'c)^2 for A = V M V' (n, n) and c, the difference of the means of two classes.

    It is the squared distance of their mean scores, where a negative mu_l counts with its sign.
    """
    mu, V = eigh(A)
    return mu @ (V.T @ (first / first.sum() - ~first / (~first).sum() * number_one(A))) ** 2


def _discrepancy(K: Array, first: Truths) -> float:
    """The squared distance of the means of two classes, by the kernel K (n, n)."""
    return K[first][:, first].mean() + K[~first][:, ~first].mean() - 2 * K[first][:, ~first].mean()


def _without_diagonal(K: Array, first: Truths) -> float:
    """The same without k(x, x): its mean is 0 for classes of one population."""
    within = [K[one][:, one] for one in (first, ~first)]
    means = [(each.sum() - each.trace()) / max(1, len(each) * (len(each) - 1)) for each in within]
    return sum(means) - 2 * K[first][:, ~first].mean()


@statement("S26", blind=ALL_PARTS)
def energy_distance_and_distance_covariance_are_those_of_a_kernel(K_few: Array) -> Parts | None:
    """For the kernel -1/2 HDH of distances d: energy distance = 2 MMD^2, dCov^2 = 4 HSIC.

    The left sides are means of distances only (Székely & Rizzo), the right ones the scores and the
    traces of centered kernels (Sejdinovic, Sriperumbudur, Gretton & Fukumizu 2013). The distances
    are those of two kernels, and not squared. Tolerance: means of products of distances of at most
    4; solver. Controls: MMD^2 once; squared distances. None if a kernel induces negative squares.
    """
    squares = [induced(one) for one in beside(K_few)]
    if min(float(one.min()) for one in squares) < -tolerances.induced_element(
        4.0, 8.0 * tolerances.U
    ):
        return None
    D, E = (np.sqrt(np.where(one > 0, one, 0 * one)) for one in squares)
    n, first = len(D), np.arange(len(D)) % 3 == 0
    kernel, other = (-0.5 * center(one) for one in (D, E))
    energy = -_discrepancy(D, first)
    mmd = _distance_of_means(kernel, first)
    hsic = (kernel * other).sum() / n**2
    bound = 16.0 * (tolerances.dot(n) + tolerances.pairwise_sum(n**2))
    return {
        "energy": (
            abs(energy - 2 * mmd),
            bound + 4.0 * tolerances.eigenvalue(n, float(lengths(kernel, None))),
            abs(energy - mmd),
        ),
        "covariance": (
            abs(_covariance(D, E) - 4 * hsic),
            4.0 * bound,
            abs(_covariance(D**2, E**2) - 4 * hsic),
        ),
    }


def _covariance(D: Array, E: Array) -> float:
    """The squared distance covariance by means of distances D and E (n, n) and of products."""
    rows = D.mean(axis=1) * E.mean(axis=1)
    return (D * E).mean() + D.mean() * E.mean() - 2 * rows.mean()
