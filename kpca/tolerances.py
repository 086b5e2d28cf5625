"""Every tolerance, with the theorem it comes from.

u = 2^-53 is the unit roundoff. All bounds are a priori: they use n, u, the size of the data and the
spectrum, never what a run happened to give. Products of roundings are kept to first order in u.

Sources: N. Higham, Accuracy and Stability of Numerical Algorithms (2002), below "Higham";
Higham & Mary, A new approach to probabilistic rounding error analysis, SISC 41 (2019);
Yu, Wang & Samworth, A useful variant of the Davis-Kahan theorem, Biometrika 102 (2015).
"""

from functools import singledispatch

import numpy as np

from kpca.arithmetic import U
from kpca.kernels import RBF, Array, Kernel, Lift, Linear, Polynomial, Sigmoid

PROBABILISTIC = 10.0
"""Higham & Mary's lambda. A sum of N roundings stays under lambda sqrt(N) u except with probability
2 exp(-lambda^2/2) = 4e-22 each: a failure in the 1e10 sums of a run has probability below 1e-11."""

GROUP_FACTOR = 1e3
"""Eigenvalues closer than this multiple of their own uncertainty are compared as one subspace."""


def pairwise_sum(n: int) -> float:
    """Relative error of NumPy's pairwise sum of n contiguous terms, and of their mean.

    Blocks of at most 128 in 8 lanes: 16 roundings in a lane, 3 to join the lanes, 7 for what is
    left over; one a level up the tree of blocks, and one for the division (Higham, section 4.2).
    """
    return (27.0 + np.ceil(max(0.0, np.log2(n / 128.0)))) * U


def dot(q: int) -> float:
    """Relative error of a dot product of length q against |x|'|y|: gamma_q (Higham, eq. 3.5)."""
    return q * U / (1.0 - q * U)


@singledispatch
def entry(kernel: Kernel | None, q: int, radius: float) -> float:
    """Bound on |fl k(x, y) - k(x, y)| for points of R^q with |x| <= radius.

    ``None`` stands for the kernel made of given distances, ``radius`` for the largest of them:
    three squares, a sum of two and a difference up to three squares, halved.
    """
    if kernel is None:
        return 0.5 * (3.0 + 2.0 + 3.0) * U * radius**2
    raise TypeError(f"no rounding bound is known for {kernel!r}")


@entry.register
def _(kernel: Linear, q: int, radius: float) -> float:
    return dot(q) * radius**2


def _affine(gamma: float, coef0: float, q: int, radius: float) -> tuple[float, float]:
    """Size and error of gamma x·y + coef0: the dot product, one product and one sum."""
    size = abs(gamma) * radius**2 + abs(coef0)
    return size, dot(q + 2) * size


@entry.register
def _(kernel: Polynomial, q: int, radius: float) -> float:
    """|b^d|' = d b^(d-1), and pow itself is good to one ulp (2u)."""
    size, error = _affine(kernel.gamma, kernel.coef0, q, radius)
    return kernel.degree * size ** (kernel.degree - 1) * error + 2.0 * U * size**kernel.degree


@entry.register
def _(kernel: RBF, q: int, radius: float) -> float:
    """d^2 by differences has relative error (q+2)u, gamma d^2 one more; t e^-t <= 1/e; exp 2u."""
    return dot(q + 3) / np.e + 2.0 * U


@entry.register
def _(kernel: Sigmoid, q: int, radius: float) -> float:
    """|tanh'| <= 1 and tanh itself is good to one ulp (2u)."""
    return _affine(kernel.gamma, kernel.coef0, q, radius)[1] + 2.0 * U


@entry.register
def _(kernel: Lift, q: int, radius: float) -> float:
    """x·y, two squared norms, their product, and the sum of both."""
    return dot(q + 1) * radius**2 + dot(2 * q + 2) * radius**4


def centering_entry(n: int, kappa: float, mean: float | None = None) -> float:
    """Per entry of k - m_i - m_j + m with |k| <= kappa: four means (the grand mean is a mean of
    means) and the roundings of the partial results 2 kappa, 3 kappa, 4 kappa.

    ``mean`` is the relative error of a mean, pairwise summation unless told.
    """
    return (4.0 * (pairwise_sum(n) if mean is None else mean) + 9.0 * U) * kappa


def centered_gram(n: int, kappa: float, entry_error: float, mean: float | None = None) -> float:
    """|E|_2 for the computed HKH: |E|_2 <= n max|e_ij|, and |HEH| <= |E|."""
    return n * (entry_error + centering_entry(n, kappa, mean))


def induced_entry(kappa: float, entry_error: float) -> float:
    """Per entry of d^2 = k_ii + k_jj - 2 k_ij with |k| <= kappa: roundings of 2 and of 4 kappa.

    The scale is the *uncentered* kernel, however small d^2 is: the subtraction cancels.
    """
    return 4.0 * entry_error + 6.0 * U * kappa


def gower_gram(n: int, largest: float, entry_error: float) -> float:
    """|E|_2 for -1/2 H D2 H with |d^2| <= largest, each known up to entry_error; 1/2 is exact."""
    return 0.5 * n * (entry_error + centering_entry(n, largest))


def eigenvalue(n: int, frobenius: float) -> float:
    """Backward error of the symmetric eigen-solver, hence |delta mu| by Weyl's theorem.

    n Householder reflections of length n: gamma_(n^2) in the worst case (Higham, Theorem 19.4),
    lambda sqrt(n^2) u = lambda n u with Higham & Mary's probabilistic bound; relative to |A|_F.
    """
    return PROBABILISTIC * n * U * frobenius


def squaring(n: int, mu: float) -> float:
    """Error of every eigenvalue below mu (the largest) where K~^2 was formed and solved.

    K~^2 is off by c n u mu^2, products and solver, and so is every mu_i^2 by Weyl's theorem: mu_i
    by c n u mu^2/mu_i, less than sqrt(c n u) mu for every mu_i above that. What lies below is lost.
    """
    return float(np.sqrt(PROBABILISTIC * n * U)) * mu


def cholesky(rank: int, trace: float) -> float:
    """|A - L L'|_2 of a Cholesky factor (n, rank): gamma_(rank+1) trace(A) (Higham, Thm 10.3)."""
    return dot(rank + 1) * trace


def ascent(size: int, gradient: float, components: int) -> float:
    """|E|_2 for which d vectors are exact eigenvectors, found by ascent to a gradient this small.

    The gradient 2 (A w - rho w) of the Rayleigh quotient has ``size`` entries of at most
    ``gradient``, so |A w - rho w| <= sqrt(size) gradient/2 =: e off the vectors found before. On
    these, |w_k'A w_l| = |r_k'w_l| <= e. Together |A W - W M|_F <= sqrt(d) (1 + sqrt(d)) e, and a
    symmetric E has at most twice that norm: RW' + WR' - WW'RW'.
    """
    root = float(np.sqrt(components))
    return root * (1.0 + root) * float(np.sqrt(size)) * gradient


def orthonormality(n: int) -> float:
    """| |v|^2 - 1 | of the solver's eigenvectors: as its backward error, relative to 1."""
    return PROBABILISTIC * n * U


def products(n: int, frobenius: float) -> float:
    """|fl(A v) - A v|_2 for |v| = 1: gamma_n |A|_F (Higham, eq. 3.12)."""
    return dot(n) * frobenius


def norm(n: int, frobenius: float, mu: Array) -> Array:
    """||f||^2 = v'Av / mu, per component: solver and two products, divided by mu; and |v|^2."""
    return (eigenvalue(n, frobenius) + 2.0 * products(n, frobenius)) / mu + orthonormality(n)


def eigenvector(gap: Array, error: float, size: int = 1) -> Array:
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


def coordinates(mu: Array, gap: float, error: float, row: float, row_error: float) -> float:
    """|y' O - y|_2 for y = M^(-1/2) V' k of one new point, |k|_2 <= row, |delta k|_2 <= row_error.

    As ``scores``, divided by mu instead: error of k, of V, of mu^(-1/2), and the spread.
    """
    g, low = len(mu), mu.min()
    relative = eigenvector(gap, error, g) + np.sqrt(g) * (error + mu.max() - low) / low
    return float((row_error + row * relative) / np.sqrt(low))


def placed_again(n: int, mu: Array, largest: float, bound: float) -> Array:
    """A training sample placed from its own row of B comes back to sqrt(mu) v, per component (d,).

    V'(B e_i) = mu v_i up to ``bound``; the row is not centered, and its mean, ``largest`` at most,
    meets 1'v, which is 0 up to sqrt(n) bound/mu; one product with a row sqrt(n) ``largest`` long.
    """
    product = 2.0 * dot(n) * np.sqrt(n) * largest
    return (product + bound * (1.0 + np.sqrt(n) * largest / mu)) / np.sqrt(mu)
