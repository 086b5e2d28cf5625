"""How often the value of the population lies within 1.96 standard errors of that of a data set.

``python tests/sampling_coverage.py 1000`` prints the rows of the table on the page about samples.
"""

import sys
from unittest import mock

import numpy as np

from kpca import kernels
from kpca.centering import center
from kpca.formulations import dual
from kpca.interpretation import sampling_error

SIZES = (20, 50, 200)
LINEAR, GAUSSIAN = kernels.Linear(), kernels.RBF(3.0 / 8.0)

DESIGNS = {
    "Gaussian kernel, normal": (GAUSSIAN, np.positive, [1.0]),
    "Gaussian kernel, lognormal": (GAUSSIAN, np.exp, [1.0]),
    "linear kernel, normal": (LINEAR, np.positive, [3.0, 2.0, 1.0]),
    "linear kernel, lognormal": (LINEAR, np.exp, [3.0, 2.0, 1.0]),
    "linear kernel, normal, equal variances": (LINEAR, np.positive, [1.0] * 5),
}
"""Of each the kernel, what makes samples of normal numbers, and the scales of the columns."""


def population(kernel, made, scales):
    """The first three variances and their shares (2, 3); a quadrature has those of the Gaussian."""
    if kernel == LINEAR:
        variances = np.square(scales) * (np.e * (np.e - 1.0) if made is np.exp else 1.0)
        return np.array([variances, variances / variances.sum()])[:, :3]
    z, weights = np.polynomial.hermite_e.hermegauss(120)
    z, w = z[weights > 1e-30, None], weights[weights > 1e-30] / weights.sum()
    C = center(kernel(made(z), made(z)), w)
    variances = np.linalg.eigvalsh(C)[:-4:-1]
    return np.array([variances, variances / np.trace(C)])


def coverage(design, n, sets, seed=0):
    """How often (2, 3) variances and shares are within 1.96 errors, and have a number by the rule.

    The first of both counts all data sets, as if no neighbor were close.
    """
    kernel, made, scales = DESIGNS[design]
    rng, truth = np.random.default_rng([seed, n]), population(kernel, made, scales)
    inside, have = np.zeros((2, 2, 3))
    for _ in range(sets):
        X = made(rng.normal(size=(n, len(scales)))) * scales
        K = kernel(X, X)
        solution, lengths = dual.fit(K, 3), center(K).diagonal()
        have += np.isfinite(_errors(solution, lengths))
        with mock.patch.object(sampling_error, "CLOSE", -1e300):
            errors = _errors(solution, lengths)
        inside += np.abs([solution.variance, solution.explained] - truth) <= 1.96 * errors
    return inside / sets, have / sets


def _errors(solution, lengths):
    of_eigenvalues = sampling_error.of_eigenvalues(solution) / solution.n
    return np.array([of_eigenvalues, sampling_error.of_shares(solution, lengths)])


def _in_percent(numbers):
    return ", ".join(f"{100 * number:.0f}" for number in numbers)


if __name__ == "__main__":
    for design in DESIGNS:
        found = [coverage(design, n, int(sys.argv[1])) for n in SIZES]
        numbers = _in_percent([have[0, 0] for _, have in found])
        for k, what in enumerate(("λ", "shares")):
            cells = " | ".join(_in_percent(inside[k]) for inside, _ in found)
            print(f"| {design} | {what} | {cells} | {numbers} |")
