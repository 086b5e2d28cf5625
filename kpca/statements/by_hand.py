"""Ledger section 8, maps that can be solved by hand: S15, S16."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import (
    eigenvalues,
    eigh,
    fifty_digits,
    hundred_digits,
    is_fifty_digits,
    lengths,
    number_one,
)
from kpca.arrays import Array
from kpca.centering import center, gower
from kpca.kernels import RBF
from kpca.statements.check import Parts, statement

MOST = 24
"""The most points on a circle."""

SHORTEST, LONGEST = 0.3, 2.0
"""Radii, in units of 1/sqrt(gamma)."""

TERMS = 100
"""Powers t^p/p! of a series for t <= ``LONGEST``^2; all others are below 1e-90 together."""


def cosines(N: int, like: Array) -> Array:
    """cos(2 pi k/N) (N,), k from 0, in the arithmetic of ``like``."""
    digits = hundred_digits()
    values = [digits.cos(2 * digits.pi * k / N) for k in range(N)]
    return fifty_digits(np.array(values)) if is_fifty_digits(like) else np.array(values, float)


def bessel_sums(t: float, m: int) -> Array:
    """sum_j I_{f+jm}(2t) (m,), f from 0 and j over all integers: I_{-v} = I_v.

    I_v(2t) = sum_i t^(2i + v)/(i! (i + v)!). No term is negative, and none is lost.
    """
    u = np.cumprod(np.append(t / t, t / np.arange(1, TERMS + 1)))
    bessel = np.array([(u[: TERMS + 1 - v] * u[v:]).sum() for v in range(TERMS + 1)])
    orders = np.arange(-TERMS, TERMS + 1)
    return np.array([bessel[np.abs(orders[orders % m == f])].sum() for f in range(m)])


def two_by_two(radii: Array, m: int, argument: float = 2.0) -> Array:
    """B_f (m, 2, 2) of two circles with m points each, radii (2,) in units of 1/sqrt(gamma).

    ``argument`` is 2 in I(2 gamma ab).
    """
    outer = radii[:, None] * radii
    squares = radii[:, None] ** 2 + radii**2
    sums = np.array([[bessel_sums(t, m) for t in row] for row in 0.5 * argument * outer])
    return np.moveaxis(m * np.exp(-squares)[:, :, None] * sums, 2, 0)


def points_on_circles(radii: Array, m: int) -> Array:
    """m points at equal angles on each of two circles (2m, 2), at the same angles."""
    table, turns = cosines(4 * m, radii), np.arange(0, 4 * m, 4)
    circle = np.column_stack([table[turns], table[(turns - m) % (4 * m)]])
    return np.concatenate([radius * circle for radius in radii])


@statement("S15")
def two_circles_from_matrices_of_two_rows(
    K_few: Array, gaussian: tuple[RBF, Array] | None = None
) -> Parts:
    """B_f(a, b) = m exp(-gamma (a^2 + b^2)) sum_j I_{f+jm}(2 gamma ab), f < m: all eigenvalues.

    Of the Gaussian kernel for m points at equal angles, the same on two circles: a row of a block
    of K is exp(-gamma (a^2 + b^2)) exp(2 gamma ab cos t), and exp(x cos t) = sum_v I_v(x) e^{ivt}
    (Jacobi, Anger). The angles make a block circulant, and its eigenvalue f adds up all orders v
    that are f up to multiples of m. Only f = 0 has a mean, so only B_0 is centered, and its vector
    is constant on each circle. m is the number of samples, ``MOST`` at most, and the radii are
    quartiles of their distances from the mean, within limits. Tolerance: points, kernel, centering,
    solver, and the series. Controls: gamma ab for 2 gamma ab; the sum of both circles for their
    difference.
    """
    m, one = min(len(K_few), MOST), number_one(K_few)
    radii = _radii(gaussian) * one
    X = points_on_circles(radii, m)
    K = center(RBF(1.0)(X, X))
    spectrum = eigenvalues(K)
    apart = np.repeat([1.0, -1.0], m) / np.sqrt(2 * m * one)
    # A point is off by 3u of its radius, and no kernel value changes faster than sqrt(2 gamma/e).
    element = RBF(1.0).rounding(2, LONGEST) + 2.0 * 3.0 * tolerances.U * LONGEST
    rounding = tolerances.centered_gram(2 * m, 1.0, element)
    rounding += 2.0 * m * tolerances.dot(4 * TERMS)
    B, broken = (two_by_two(radii, m, argument) for argument in (2.0, 1.0))
    both, ab = (B[0, 0, 0] + B[0, 1, 1]) / 2, B[0, 0, 1]
    off, beside = (lengths(K @ apart - mu * apart) for mu in (both - ab, both + ab))
    return {
        "spectrum": (
            np.abs(spectrum - of_two_by_two(B)).max(),
            rounding + tolerances.eigenvalue(2 * m, 2.0 * m),
            np.abs(spectrum - of_two_by_two(broken)).max(),
        ),
        "circles apart": (off, rounding + tolerances.products(2 * m, 2.0 * m), beside),
    }


def _radii(gaussian: tuple[RBF, Array] | None) -> Array:
    """Radii (2,) of two circles, the second one longer by half at least; 1/2 and 1 if None."""
    if gaussian is None:
        return np.array([0.5, 1.0])
    kernel, X = gaussian
    r = np.sqrt(kernel.gamma) * lengths(X - X.mean(axis=0), 1)
    a = np.clip(np.quantile(r, 0.25), SHORTEST, LONGEST / 1.5)
    return np.array([a, np.clip(np.quantile(r, 0.75), 1.5 * a, LONGEST)])


def of_two_by_two(B: Array) -> Array:
    """Eigenvalues (2m,), descending, of symmetric B (m, 2, 2), of which B_0 is centered here."""
    p, q, r = B[:, 0, 0], B[:, 0, 1], B[:, 1, 1]
    root = np.sqrt(((p - r) / 2) ** 2 + q**2)
    mu = np.concatenate([(p + r) / 2 + root, (p + r) / 2 - root])
    mu[0], mu[len(B)] = (p[0] + r[0]) / 2 - q[0], 0.0 * q[0]
    return np.sort(mu)[::-1]


def of_chain(n: int, like: Array) -> tuple[Array, Array]:
    """1/(4 sin^2(pi l/2n)) (n - 1,), and unit vectors along cos(pi l (i + 1/2)/n) (n, n - 1)."""
    table, order = cosines(4 * n, like), np.arange(1, n)
    angles = np.outer(2 * np.arange(n) + 1, order) % (4 * n)
    return 1 / (4 * table[n - order] ** 2), table[angles] * np.sqrt(number_one(like) * 2 / n)


@statement("S16")
def arch_of_a_chain(K_few: Array) -> Parts:
    """d_ij^2 = |i - j| on a chain of n: mu_l = 1/(4 sin^2(pi l/2n)), v_l ~ cos(pi l (i + 1/2)/n).

    -1/2 H|i - j|H is the pseudoinverse of the second difference with free ends, the Laplacian of a
    path (S8), whose eigenvectors are these cosines. As cos 2t = 2 cos^2 t - 1, score 2 is the
    parabola sqrt(2 mu_2/n) (n z^2/mu_1 - 1) of score 1, although the samples differ by one number
    only: an arch (Podani & Miklós 2002; Diaconis, Goel & Holmes 2008). The chain is as long as the
    samples are many, and three at least. Tolerance: centering and solver; Yu-Wang-Samworth for
    vectors; for the parabola the scores, and its slope. Controls: n + 1 for n; the best straight
    line.
    """
    n, one = max(len(K_few), 3), number_one(K_few)
    steps = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    every, vectors = eigh(gower(steps * one))
    mu, V = every[:0:-1], vectors[:, :0:-1]
    V = V * np.sign(V[0].astype(float))
    expected, C = of_chain(n, K_few)
    longer, of_longer = of_chain(n + 1, K_few)
    error = tolerances.gower_gram(n, float(n), 0.0)
    error += tolerances.eigenvalue(n, float(lengths(expected, None)))
    values = np.append(expected.astype(float), 0.0)
    between = values[:-1] - values[1:]
    gaps = np.minimum(between, np.append(np.inf, between[:-1]))
    z, score = (np.sqrt(mu[at]) * V[:, at] for at in (0, 1))
    of_scores = [tolerances.scores(values[[at]], gaps[at], error) for at in (0, 1)]
    curve = np.sqrt(2 * mu[1] / n) * (n * z**2 / mu[0] - 1)
    line = z * (z @ score) / (z @ z)
    size = float(np.sqrt(2.0 * values[1] / n)) * (2.0 * error / values[0] + tolerances.dot(16))
    return {
        "eigenvalues": (np.abs(mu - expected), error, np.abs(mu - longer[:-1])),
        "eigenvalue 0": (abs(every[0]), error, longer[-1]),
        "vectors": (
            lengths(V - C),
            tolerances.eigenvector(gaps, error) + 4.0 * tolerances.U,
            lengths(V - of_longer[:-1, :-1]),
        ),
        "parabola": (
            np.abs(score - curve).max(),
            of_scores[1] + 4.0 * of_scores[0] + size,
            np.abs(score - line).max(),
        ),
    }
