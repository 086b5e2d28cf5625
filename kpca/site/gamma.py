"""Kernel PCA of two circles for many values of gamma, for the slider on the first page of the site.

Everything is solved here. The script of the page, ``assets/gamma.js``, draws: it evaluates the
components between the samples by the kernel, with coefficients z/mu.
"""

import json

import numpy as np

from kpca.arrays import Array
from kpca.formulations import dual
from kpca.interpretation.two_maps import opposite
from kpca.kernels import RBF
from kpca.kernels.bandwidth import median
from kpca.site.rendering import rendered
from kpca.studies import datasets

EXPONENTS = np.arange(-20, 41)
"""gamma = 2^(e/4), from 1/32 to 1024; one of them is 4, as in the first picture of README.md."""

COMPONENTS, SHARES, DIGITS = 4, 10, 4
"""Components that can be looked at, eigenvalues that are shown, and digits of each number."""

DIGITS_OF_SHARES = 8
"""The script rounds shares to read them out. Of four digits, 12.547 % would become 12.6 %."""


def values() -> dict[str, object]:
    """The samples, their classes, and of each gamma the shares and coefficients of components.

    points (n, 2), classes (n,) 0 or 1, names (2,), median; for each gamma: gamma, shares (10,), mu
    (4,), scores (n, 4), and apart (4,), the largest number of samples on the right side of a
    threshold on one component.
    """
    X, labels = datasets.circles(n=100, noise=0.05, seed=1)
    names = sorted({*labels})
    classes = np.array([names.index(label) for label in labels])
    steps, before = [], None
    for gamma in 2.0 ** (EXPONENTS / 4):
        solution = dual.fit(RBF(float(gamma))(X, X), COMPONENTS)
        Z = solution.scores
        if before is not None:
            # From one gamma to the next a component keeps its direction.
            Z = Z * np.where(opposite(before, Z), -1.0, 1.0)
        before = Z
        shares = solution.spectrum[:SHARES] / np.abs(solution.spectrum).sum()
        steps.append(
            {
                "gamma": _short(np.array(gamma)),
                "shares": _short(shares, DIGITS_OF_SHARES),
                "scores": _short(Z),
                "mu": _short(solution.mu),
                "apart": [most_apart(z, classes) for z in Z.T],
            }
        )
    return {
        "points": _short(X),
        "classes": classes.tolist(),
        "names": names,
        "median": _short(np.array(median(X))),
        "steps": steps,
    }


def slider() -> str:
    """The figure with its controls, and the values as JSON in an element of the page."""
    found = values()
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    return rendered("gamma.html.j2", names=found["names"], values=text)


def most_apart(z: Array, classes: Array) -> int:
    """Samples on the right side of the best threshold on z (n,), for classes (n,) of 0 and 1.

    >>> most_apart(np.array([0.1, 0.9, 0.2, 0.3]), np.array([0, 1, 0, 1]))
    4
    """
    first = np.concatenate([[0], np.cumsum(classes[np.argsort(z, kind="stable")] == 0)])
    n, of_first = len(z), int(first[-1])
    right = first + (n - np.arange(n + 1)) - (of_first - first)
    return int(max(right.max(), (n - right).max()))


def _short(values: Array, digits: int = DIGITS) -> object:
    return np.vectorize(lambda value: float(f"{value:.{digits}g}"))(values).tolist()
