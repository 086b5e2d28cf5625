"""A table of the conventions of notes and programs, and a function that converts between them.

The convention of kpca: mu is an eigenvalue of K~, alpha = v/sqrt(mu) with ||f|| = 1, and the score
is sqrt(mu) v. Every other convention differs by a factor n^a (n-1)^b mu^c for each component.
"""

from collections.abc import Callable
from typing import NamedTuple

from kpca.arrays import Array

QUANTITIES = ("eigenvalue", "coefficient", "score")


class Factor(NamedTuple):
    """n^of_n (n-1)^of_n_minus_1 mu^of_mu, times the quantity in the convention of kpca."""

    of_n: float = 0.0
    of_n_minus_1: float = 0.0
    of_mu: float = 0.0


SAME = Factor()


class Convention(NamedTuple):
    """Eigenvalue, coefficients of f and score of a note or a program, and their definition.

    ``None`` stands for a quantity that it does not give.
    """

    source: str
    eigenvalue: Factor | None
    coefficient: Factor | None
    score: Factor | None


CONVENTIONS: dict[str, Convention] = {
    "kpca": Convention("mu, v/sqrt(mu), sqrt(mu) v", SAME, SAME, SAME),
    "N0, N1": Convention("lambda = mu/n; |alpha| = 1/sqrt(n lambda)", Factor(-1), SAME, SAME),
    "N2": Convention(
        "C without 1/m: mu; a not normalized, here |a| = 1; y = sum a k",
        SAME,
        Factor(of_mu=0.5),
        Factor(of_mu=0.5),
    ),
    "N3, Derivation": Convention("lambda = mu/n; alpha'K alpha = 1", Factor(-1), SAME, SAME),
    "N3, Summary": Convention("K~ alpha = lambda alpha: mu", SAME, SAME, SAME),
    "N4, Algorithm 8": Convention(
        "K~ u = lambda u, |u| = 1; x = sum k u", SAME, Factor(of_mu=0.5), Factor(of_mu=0.5)
    ),
    "N4, section 2.3": Convention("lambda = mu/N; a/sqrt(N lambda)", Factor(-1), SAME, SAME),
    "R demonstration of N1": Convention("eigen(K~)$values; V/sqrt(D); Y = K~ V", SAME, SAME, SAME),
    "scikit-learn KernelPCA": Convention(
        "eigenvalues_; eigenvectors_ of length 1; transform", SAME, Factor(of_mu=0.5), SAME
    ),
    "scikit-learn PCA": Convention(
        "explained_variance_ with 1/(n-1); transform", Factor(of_n_minus_1=-1), None, SAME
    ),
    "scikit-learn ClassicalMDS": Convention("eigenvalues_; embedding_", SAME, None, SAME),
    "R kernlab kpca": Convention(
        "eig of K~/n; pcv = v/sqrt(lambda); rotated = K~ pcv",
        Factor(-1),
        Factor(of_n=0.5),
        Factor(of_n=0.5),
    ),
    "R cmdscale (PCoA)": Convention("eig; points", SAME, None, SAME),
    "R prcomp": Convention("sdev^2 with 1/(n-1); x", Factor(of_n_minus_1=-1), None, SAME),
}


def convert(
    values: Array, quantity: str, source: str, target: str, n: int, mu: Array | None = None
) -> Array:
    """``values`` (..., d) of a quantity in the convention ``source``, as ``target`` gives them.

    ``n`` is the number of samples, ``mu`` (d,) the eigenvalues of K~; they are needed if a
    factor depends on them. Raises ``KeyError`` for an unknown convention and ``ValueError`` for an
    unknown quantity, for one that a convention does not give, and where ``mu`` is missing.

    >>> import numpy as np
    >>> convert(np.array([14.0]), "eigenvalue", "kpca", "scikit-learn PCA", n=3)
    array([7.])
    """
    there, here = _factor(target, quantity), _factor(source, quantity)
    powers = [b - a for a, b in zip(here, there, strict=True)]
    factor = n ** powers[0] * (n - 1.0) ** powers[1]
    if not powers[2]:
        return values * factor
    if mu is None:
        raise ValueError(f"{quantity}: from {source} to {target} depends on mu; give mu (d,)")
    return values * (factor * mu ** powers[2])


def _factor(name: str, quantity: str) -> Factor:
    if name not in CONVENTIONS:
        raise KeyError(f"unknown convention {name!r}; known: {', '.join(CONVENTIONS)}")
    if quantity not in QUANTITIES:
        raise ValueError(f"unknown quantity {quantity!r}; allowed: {', '.join(QUANTITIES)}")
    factor = getattr(CONVENTIONS[name], quantity)
    if factor is None:
        raise ValueError(f"{name} gives no {quantity}")
    return factor


def gamma(convention: str, bandwidth: float) -> float:
    """gamma of exp(-gamma d^2) from a bandwidth in another convention (ledger K5).

    Raises ``KeyError`` for an unknown convention.

    >>> gamma("sigma^2 of N4", 4.0), gamma("sigma of a normal density", 2.0)
    (0.25, 0.125)
    """
    if convention not in BANDWIDTHS:
        raise KeyError(f"unknown bandwidth {convention!r}; known: {', '.join(BANDWIDTHS)}")
    return BANDWIDTHS[convention](bandwidth)


BANDWIDTHS: dict[str, Callable[[float], float]] = {
    "gamma of N2": lambda gamma: gamma,
    "beta of N3": lambda beta: beta,
    "sigma^2 of N4": lambda sigma2: 1.0 / sigma2,
    "sigma of a normal density": lambda sigma: 0.5 / sigma**2,
    "sigma of R kernlab rbfdot": lambda sigma: sigma,
    "gamma of scikit-learn": lambda gamma: gamma,
}
