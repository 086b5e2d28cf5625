"""Every tolerance that is not specific to a kernel, with the theorem that it follows from.

u = 2^-53 is the unit roundoff. All bounds are a priori: they use n, u, the size of the data and the
spectrum, but no measured discrepancy. Products of roundings are kept to first order in u.

Two bounds are heuristics: ``eigenvalue`` applies a probabilistic bound for Householder
reflections to a divide-and-conquer solver, and ``squaring`` rounds the loss of a solver up to one
number for the whole spectrum. exp, log1p, tanh and pow are assumed good to ``ULPS`` of their
result.

Sources: N. Higham, Accuracy and Stability of Numerical Algorithms (2002), below "Higham";
Higham & Mary, A new approach to probabilistic rounding error analysis, SISC 41 (2019);
Yu, Wang & Samworth, A useful variant of the Davis-Kahan theorem, Biometrika 102 (2015).
"""

import numpy as np

from kpca.arithmetic import U, is_fifty_digits
from kpca.arrays import Array

PROBABILISTIC = 10.0
"""Higham & Mary's lambda. A sum of N roundings stays under lambda sqrt(N) u except with probability
2 exp(-lambda^2/2) = 4e-22 each: a failure in the 1e10 sums of a run has probability below 1e-11."""

FAILURE = 2.0 * float(np.exp(-0.5 * PROBABILISTIC**2))
"""The probability 4e-22 that one of these bounds fails."""

ULPS = 1.0
"""Error of exp, log1p, tanh and pow in units in the last digit (one is 2u), as mathematical
libraries document it for doubles. tests/test_tolerances.py compares them with fifty digits."""

UNDERFLOW = 2.0**-1074
"""The smallest positive double, a bound on the error of a product that underflows."""

GROUP_FACTOR = 1e3
"""Eigenvalues closer than this multiple of their own uncertainty are compared as one subspace."""


def pairwise_sum(n: int) -> float:
    """Relative error of NumPy's pairwise sum of n contiguous terms, and of their mean.

    Blocks of at most 128 in 8 lanes: 16 roundings in a lane, 3 to join the lanes, 7 for the
    rest; one for each level of the tree of blocks, and one for the division (Higham, section 4.2).
    """
    return (27.0 + np.ceil(max(0.0, np.log2(n / 128.0)))) * U


def dot(q: int) -> float:
    """Relative error of a dot product of length q against |x|'|y|: u_q (Higham, eq. 3.5)."""
    return q * U / (1.0 - q * U)


def long_dot(n: int) -> float:
    """Relative error of a dot product of length n, by Higham & Mary's bound where it is smaller."""
    return min(dot(n), PROBABILISTIC * float(np.sqrt(n)) * U)


def elementary(size: float) -> float:
    """Error of exp, tanh or pow whose result is at most ``size``."""
    return 2.0 * ULPS * U * size


def kernel_of_distances(largest: float) -> float:
    """Bound on the error of one value of the kernel made of given distances up to ``largest``.

    Three squares, a sum of two and a difference up to three squares, halved
    (``kpca.distances.as_kernel``).
    """
    return 0.5 * (3.0 + 2.0 + 3.0) * U * largest**2 + 3.0 * UNDERFLOW


def centering_element(n: int, kappa: float, mean: float | None = None) -> float:
    """Per element of k - m_i - m_j + m with |k| <= kappa: four means (the grand mean is a mean of
    means) and the roundings of the partial results 2 kappa, 3 kappa, 4 kappa.

    The second pass of ``centering.center`` removes some of that error, and adds roundings of
    elements k~, four kappa at most: as much again. ``mean`` is the relative error of a mean, by
    pairwise summation if it is not given.
    """
    return 2.0 * (4.0 * (pairwise_sum(n) if mean is None else mean) + 9.0 * U) * kappa


def centered_gram(n: int, kappa: float, element_error: float, mean: float | None = None) -> float:
    """|E|_2 for the computed HKH: |E|_2 <= n max|e_ij|, and |HEH| <= |E|."""
    return n * (element_error + centering_element(n, kappa, mean))


def weighted_gram(weights: Array, kappa: float, element_error: float) -> float:
    """|E|_2 for a weighted matrix (``kpca.centering``): |E|_2 <= N max|e_ij| for an element k~_ij.

    Means are products with r/N, of which the sum N is rounded, too. Two roots, their product and
    the product with it round k~ by four units, and |k~| <= 4 kappa.
    """
    n, unit_sum = len(weights), pairwise_sum(len(weights))
    centered = centering_element(n, kappa, long_dot(n) + unit_sum) + 4.0 * dot(4) * kappa
    return float(weights.sum()) * (element_error + centered)


def weighting(n: int) -> float:
    """Error of a weighted matrix before centering and of P = I - qq', relative to its size |.|_F.

    Two roots and two products in an element. The axis is off by the sum of the weights, a division
    and a root, and stands twice on either side.
    """
    return dot(4) + 4.0 * (pairwise_sum(n) + dot(2))


def single_precision(A: Array) -> float:
    """Bound on the error of given numbers A (n, m) that were rounded to single precision; else 0.

    All are numbers of that type then, as one in 2^29 doubles is, and of those that are not as large
    as the largest one half use the last digit. Whole numbers and other exact ones do not.
    """
    if is_fifty_digits(A):
        return 0.0
    with np.errstate(over="ignore", under="ignore"):
        B = np.asarray(A).astype(np.float32)
    if not (B == A).all():
        return 0.0
    unit = np.spacing(np.abs(B))
    finer = (B != 0.0) & (unit < unit.max(initial=0.0))
    uses_last = (np.abs(B) / unit)[finer] % 2.0 == 1.0
    rounded = finer.any() and uses_last.mean() > 0.25
    return 2.0**-24 * float(np.abs(B).max()) if rounded else 0.0


def induced_element(kappa: float, element_error: float) -> float:
    """Per element of d^2 = k_ii + k_jj - 2 k_ij with |k| <= kappa: roundings of 2 and of 4 kappa.

    The scale is the *uncentered* kernel, however small d^2 is, because the subtraction cancels.
    """
    return 4.0 * element_error + 6.0 * U * kappa


def gower_gram(n: int, largest: float, element_error: float) -> float:
    """|E|_2 for -1/2 H D2 H with |d^2| <= largest, each known up to element_error; 1/2 is exact."""
    return 0.5 * n * (element_error + centering_element(n, largest))


def eigenvalue(n: int, frobenius: float) -> float:
    """Backward error of the symmetric eigen-solver, hence |delta mu| by Weyl's theorem.

    n Householder reflections of length n: u_(n^2) in the worst case (Higham, Theorem 19.4),
    lambda sqrt(n^2) u = lambda n u with Higham & Mary's probabilistic bound; relative to |A|_F.
    This is a heuristic: after the reduction to tridiagonal form LAPACK divides and conquers, and no
    bound with a constant is published for this step. Its error is assumed to be no larger.
    """
    return PROBABILISTIC * n * U * frobenius


def squaring(n: int, mu: float) -> float:
    """Error of every eigenvalue below mu (the largest) where K~^2 was formed and solved.

    K~^2 is off by c n u mu^2, products and solver, and so is every mu_i^2 by Weyl's theorem: mu_i
    by c n u mu^2/mu_i, less than sqrt(c n u) mu for every mu_i above that. Smaller ones are lost.
    The constant is a heuristic: one number for the whole spectrum, with c = ``PROBABILISTIC``.
    """
    return float(np.sqrt(PROBABILISTIC * n * U)) * mu


def cholesky(rank: int, trace: float) -> float:
    """|A - L L'|_2 of a Cholesky factor (n, rank): u_(rank+1) trace(A) (Higham, Thm 10.3)."""
    return dot(rank + 1) * trace


def ascent(size: int, gradient: float, components: int) -> float:
    """|E|_2 for which d vectors are exact eigenvectors, found by ascent to a gradient this small.

    The gradient 2 (A w - rho w) of the Rayleigh quotient has ``size`` elements of at most
    ``gradient``, so |A w - rho w| <= sqrt(size) gradient/2 =: e off the vectors found before. On
    these, |w_k'A w_l| = |r_k'w_l| <= e. Together |A W - W M|_F <= sqrt(d) (1 + sqrt(d)) e, and a
    symmetric E has at most twice that norm: RW' + WR' - WW'RW'.
    """
    root = float(np.sqrt(components))
    return root * (1.0 + root) * float(np.sqrt(size)) * gradient


def rayleigh(residual: float, gap: float) -> float:
    """|rho - mu| for a Rayleigh quotient rho whose residual |A w - rho w|, |w| = 1, is known.

    ``gap`` is the distance from mu to the rest of the spectrum. |r| at most, and |r|^2/(gap - |r|)
    where the gap is wider (Kato 1949, Temple 1929; Parlett, The Symmetric Eigenvalue Problem,
    section 11.7).
    """
    return residual * min(1.0, residual / max(gap - residual, residual))


def orthonormality(n: int) -> float:
    """| |v|^2 - 1 | of the solver's eigenvectors: as its backward error, relative to 1."""
    return PROBABILISTIC * n * U


def products(n: int, frobenius: float) -> float:
    """|fl(A v) - A v|_2 for |v| = 1: u_n |A|_F (Higham, eq. 3.12)."""
    return dot(n) * frobenius


def norm(n: int, frobenius: float, mu: Array) -> Array:
    """||f||^2 = v'Av / mu, per component: solver and two products, divided by mu; and |v|^2."""
    return (eigenvalue(n, frobenius) + 2.0 * products(n, frobenius)) / mu + orthonormality(n)


def eigenvector(gap: float, error: float, size: int = 1) -> float:
    """|V' O - V|_F for the best rotation O inside a group of ``size`` eigenvalues.

    Yu, Wang & Samworth, Theorem 2: 2^(3/2) sqrt(size) |E|_2 / gap.
    """
    return 2.0**1.5 * np.sqrt(size) * error / gap


def scores(mu: Array, gap: float, error: float) -> float:
    """|Z' O - Z|_F for Z = V sqrt(M) of one group with eigenvalues ``mu`` (g,).

    The eigenvector bound times sqrt(mu); |sqrt(mu') - sqrt(mu)| <= |E|/sqrt(mu); and, as a rotation
    does not commute with unequal sqrt(mu), sqrt(g) times their spread (0 for a single eigenvalue).
    """
    g, root = len(mu), np.sqrt(mu)
    spread = root.max() - root.min()
    return float(
        root.max() * eigenvector(gap, error, g) + np.sqrt(g) * (error / root.min() + spread)
    )


def residue_of_mean(n: int) -> float:
    """|1'v| for a unit vector v (n,) from which its mean was subtracted, summed in any order."""
    return float(np.sqrt(n)) * (dot(n) + 2.0 * U)


def leaning(error: float, separation: Array, size: int = 1) -> Array:
    """|V_h'V'|_F for the computed V' of ``size`` eigenvalues and the exact V_h of others.

    V_h'EV' = (V_h'V')M' - M_h(V_h'V') makes it at most sqrt(size) |E|_2/separation, the distance of
    mu' from mu_h (the proof of the sin-theta theorem: Davis & Kahan 1970); and never more than
    sqrt(size). mu' is known up to the error itself.
    """
    apart = np.maximum(separation - error, np.finfo(float).tiny)
    return np.sqrt(size) * np.minimum(1.0, error / apart)


def coordinates(
    mu: Array, separation: Array, error: float, inside: Array, others: Array, row_error: Array
) -> Array:
    """|y' O - y|_2 (m,) for y = M^(-1/2) V' k of m new samples and a group of eigenvalues mu (g,).

    ``inside`` (m,) is |V'k|, ``others`` (m, h) the lengths of k in other eigenspaces, at distance
    ``separation`` (h,) from the group; ``row_error`` (m,) bounds |delta k|_2. A long component of k
    enters only as far as V leans towards it. Inside the group the cosine loses the square of the
    leaning; and M^(-1/2) is off by |E|/mu, and does not commute with O where the mu differ.
    """
    g, low = len(mu), mu.min()
    lean = leaning(error, separation, g)
    relative = np.sqrt(g) * (error + mu.max() - low) / low + (lean**2).sum()
    return (row_error + others @ lean + inside * relative) / np.sqrt(low)


def placed_again(n: int, mu: Array, largest: float, bound: float | Array) -> Array:
    """A training sample placed from its own row of B comes back to sqrt(mu) v, per component (d,).

    V'(H B e_i) = mu v_i up to ``bound``; the mean of the row b - d^2 is removed up to rounding; one
    product with a row sqrt(n) ``largest`` long, ``largest`` bounding d^2.
    """
    product = 2.0 * dot(n) * np.sqrt(n) * largest
    return (product + bound) / np.sqrt(mu)
