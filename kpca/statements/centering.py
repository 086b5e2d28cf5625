"""Ledger section 4, centering: C1, C1x, C2, C3, C10x.

If a kernel is already centered, even a wrong centering formula gives the right answer. Therefore
the statements are executed on k(x, y) + c(x) + c(y), which centering must bring back to the same
matrix.
"""

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arithmetic import lengths, number_one
from kpca.arrays import Array
from kpca.centering import center, center_new, centering_matrix
from kpca.solvers import dense
from kpca.statements.check import ALL_PARTS, Parts, statement


def _shift(n: int, kappa: float) -> Array:
    """c(x_i) (n,), from 1 to 7 times the size of the kernel.

    The row means of K are at most kappa, so that no kernel can cancel Hc, which goes from -3 to 3.
    """
    return kappa * np.linspace(1.0, 7.0, n)


def uncentered(K: Array) -> Array:
    """k(x, y) + c(x) + c(y) (n, n), which is not centered, whatever K is."""
    c = _shift(len(K), np.abs(K).max())
    return K + c[:, None] + c[None, :]


def _matrix_tolerance(n: int, kappa: float) -> float:
    """Two products with H, whose rows sum to 2 in size, 8 u_n kappa; the elementwise formula;
    and the two roundings of k + c + c, which H amplifies four times at most."""
    return (
        8.0 * tolerances.dot(n) * kappa
        + tolerances.centering_element(n, kappa)
        + 8.0 * tolerances.U * kappa
    )


@statement("C1")
def matrix_equals_elementwise(K: Array) -> Parts:
    """H (K + c1' + 1c') H = k_ij - mean_i - mean_j + mean (N0, N1, N3, N4).

    Tolerance: ``_matrix_tolerance``. Control: centered on one side only, HK.
    """
    n, shifted = len(K), uncentered(K)
    H, elementwise = centering_matrix(n, number_one(K)), center(K)
    one_sided = H @ shifted
    return {
        "matrix": (
            np.abs(one_sided @ H - elementwise).max(),
            _matrix_tolerance(n, float(np.abs(shifted).max())),
            np.abs(one_sided - elementwise).max(),
        )
    }


def circle(n: int) -> Array:
    """exp(-|x - y|^2) (n, n) of n points at equal angles on the unit circle: all row sums equal."""
    steps = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    chord2 = 2.0 - 2.0 * np.cos(2.0 * np.pi * np.arange(n // 2 + 1) / n)
    return np.exp(-chord2[np.minimum(steps, n - steps)])


def printed_centering(K: Array) -> Array:
    """K - 2 1_n K + 1_n K 1_n (n, n), as N3 prints it twice: the rows keep their means."""
    return K - 2.0 * K.mean(axis=0)[None, :] + K.mean()


@statement("C1x")
def printed_centering_needs_equal_row_sums(K: Array) -> Parts:
    """Printed in N3: K~ = K - 2 1_n K + 1_n K 1_n; it should be K - 1_n K - K 1_n + 1_n K 1_n.

    Measured: the corrected form on K (n, n), as C1; and, where all row sums are equal, the printed
    one: points at equal angles on a circle. Controls: the printed form on K, and on the circle's
    kernel + c(x) + c(y). Tolerance: ``_matrix_tolerance``.
    """
    n, shifted = len(K), uncentered(K)
    equal = circle(24) * number_one(K)
    unequal = uncentered(equal)
    corrected, right = shifted - number_one(K) / n * shifted.sum(axis=0), center(shifted)
    corrected = corrected - corrected.mean(axis=1)[:, None]
    return {
        "corrected": (
            np.abs(corrected - right).max(),
            _matrix_tolerance(n, float(np.abs(shifted).max())),
            np.abs(printed_centering(shifted) - right).max(),
            np.abs(right).max(),
        ),
        "equal row sums": (
            np.abs(printed_centering(equal) - center(equal)).max(),
            _matrix_tolerance(24, 1.0),
            np.abs(printed_centering(unequal) - center(unequal)).max(),
        ),
    }


@statement("C2")
def formulas_without_centering_need_centered_features(K: Array) -> Parts:
    """N2 assumes sum Phi(x_i) = 0; then centering changes nothing.

    Measured: K~ (n, n) centered once more against itself, elements and spectrum. Controls, the
    condition broken: a kernel that is not centered, against the same one centered, and its first
    eigenvalue. Tolerance: two centerings, Weyl. That component 1 then follows the mean is
    ``angle_to_the_mean``.
    """
    n, centered, shifted = len(K), center(K), uncentered(K)
    entry = 4.0 * tolerances.centering_element(n, float(np.abs(K).max()))
    mu, again = arithmetic.eigenvalues(centered), arithmetic.eigenvalues(center(centered))
    solver = 2.0 * tolerances.eigenvalue(n, float(lengths(mu)))
    return {
        "entries": (
            np.abs(center(centered) - centered).max(),
            entry,
            np.abs(center(shifted) - shifted).max(),
        ),
        "spectrum": (
            np.abs(again - mu).max(),
            n * entry + solver,
            arithmetic.eigenvalues(shifted)[0] - mu[0],
        ),
    }


def angle_to_the_mean(K: Array, constant: float) -> float:
    """Sine of the angle between 1 and the first eigenvector of k + c, not centered (ledger C2).

    K (n, n). By Davis and Kahan at most |K|_F/(nc - |K|_F): component 1 follows the mean.
    """
    first = arithmetic.eigh(K + constant)[1][:, -1]
    return float(np.linalg.norm(first - first.mean()))


@statement("C3")
def new_sample_matrix_equals_elementwise(K: Array, K_new: Array) -> Parts:
    """(K_new - 1_m 1'K/n) H = the elementwise formula (N1), K (n, n), K_new (m, n).

    Tolerance: as C1. Control: the training means forgotten, only each new row's mean removed.
    """
    n = len(K)
    c = _shift(n, max(np.abs(K).max(), np.abs(K_new).max()))
    shifted, shifted_new = K + c[:, None] + c[None, :], K_new + c.max() + c[None, :]
    elementwise = center_new(K_new, K)
    training_mean = np.full((len(K_new), n), number_one(K) / n) @ shifted
    matrix = (shifted_new - training_mean) @ centering_matrix(n, number_one(K))
    one_sided = shifted_new - shifted_new.mean(axis=1, keepdims=True)
    kappa = max(np.abs(shifted).max(), np.abs(shifted_new).max())
    return {
        "matrix": (
            np.abs(matrix - elementwise).max(),
            _matrix_tolerance(n, float(kappa)),
            np.abs(one_sided - elementwise).max(),
        )
    }


FEW = 60
"""Samples to which the recipe of N3 is applied as printed: its matrix needs a general solver."""


@statement("C10x", blind=ALL_PARTS)
def printed_recipe_misses_the_scores(K: Array) -> Parts | None:
    """N3, "Summary of kernel PCA" to the letter: printed centering, K~a = lambda a, y = sum a K.

    On k + c(x) + c(y) and on the study's own k, in a unit in which the largest |k| is 1, for the
    first component of at most sixty samples. Measured: the corrected recipe, K~ = HKH, |a| =
    1/sqrt(lambda), y = K~a, against a singular value and a left singular vector of K~. Controls:
    what a reader of the printed recipe gets, in origin (the mean of the scores), scale (their
    length) and direction (the angle to the right ones). Its matrix is not symmetric; complex
    eigenvalues occur, and the real part is read. Tolerance: error of K~ and of the solver, twice,
    over sqrt(lambda); Yu, Wang & Samworth for the direction. None unless the first eigenvalue is
    clearly positive and clearly the largest in size; undecided if it nearly is not.
    """
    few = K[:FEW, :FEW]
    if not few.any():
        return None
    own = few / np.abs(few).max()
    shifted = _recipe(uncentered(own))
    parts = {f"own kernel: {name}": part for name, part in _recipe(own).items()}
    return shifted | parts or None


def _recipe(K: Array) -> dict[str, tuple[float, ...]]:
    """Origin, scale and direction by the corrected recipe and as printed, for a matrix K (n, n)."""
    n, kappa = len(K), float(np.abs(K).max())
    right = center(K)
    error = tolerances.centered_gram(n, kappa, 2.0 * tolerances.U * kappa)
    solution = dense.leading(right, 1, error, centered=True)
    mu = solution.spectrum[0]
    gap = np.abs(mu - np.abs(solution.spectrum[1:])).min()
    if min(gap, mu) <= tolerances.GROUP_FACTOR * solution.matrix_error:
        return {}
    H, root = centering_matrix(n, number_one(K)), np.sqrt(mu)
    scores = (H @ K @ H) @ solution.V[:, 0] / root
    U, D, _ = arithmetic.svd(right)
    at = int(np.argmin(np.abs(D - mu)))
    first = U[:, at] if U[:, at] @ scores > 0 else -U[:, at]
    printed = printed_scores(K, 1)[:, 0]
    length, lean = lengths(scores), tolerances.eigenvector(gap, 2.0 * solution.matrix_error)
    allowed = 2.0 * solution.matrix_error / root
    unit = printed / lengths(printed)
    return {
        "origin": (abs(scores.mean()), allowed, abs(printed.mean()), length / np.sqrt(n)),
        "scale": (
            abs(length - np.sqrt(D[at])),
            allowed,
            abs(lengths(printed) - np.sqrt(D[at])),
            length,
        ),
        "direction": (
            lengths(scores / length - first),
            2.0 * lean + allowed / length,
            min(lengths(unit - first), lengths(unit + first)),
        ),
    }


def printed_scores(K: Array, components: int) -> Array:
    """Scores (n, components) by the recipe that N3 prints, for a matrix K (n, n).

    The eigenvalues with the largest real parts count, and the real parts of their vectors.
    """
    values, vectors = np.linalg.eig(printed_centering(K).astype(float))
    a = vectors[:, np.argsort(-values.real, kind="stable")[:components]].real
    return K @ (a / np.linalg.norm(a, axis=0))
