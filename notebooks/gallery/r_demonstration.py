"""Kernel PCA of three rings with (x·y + 1)^2, and how far R is from it (note N1; ledger F1)."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

import r_program
from kpca import tolerances
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.formulations import dual
from kpca.kernels import Polynomial
from kpca.results import registry
from kpca.results.registry import variable
from kpca.solvers.solution import Solution
from kpca.studies import datasets
from r_program import InR
from ranges import require_repetitions

SAMPLES, NOISE = 300, 0.1
KERNEL = Polynomial(gamma=1.0, degree=2, coef0=1.0)
FEATURES = 5
"""The polynomial has six features on the plane. One of them is constant; centering removes it."""

CUT = 1e-6
"""N1 keeps the eigenvalues of K~ from here on, whatever the unit of the data is."""


def points(seed: int) -> tuple[Array, list[str]]:
    """Points X (n, 2) of three rings of radius 1, 2 and 3, and the ring of each of them."""
    return datasets.rings(SAMPLES, NOISE, seed)


def fit(X: Array, components: int = FEATURES) -> Solution:
    """Kernel PCA of points X (n, 2): five components, unless the points lie on a conic."""
    data = Vectors(KERNEL, X, X)
    return dual.fit(data.K, components, data.element_error)


def rank_by_cut(X: Array) -> int:
    """Number of eigenvalues of K~ of at least ``CUT``, as the program of N1 counts them."""
    return int(np.sum(fit(X, 1).spectrum >= CUT))


@dataclass(frozen=True)
class Comparison:
    """Components of one data set by kpca and by R; arrays have shape (d,) unless another is given.

    mu, mu_by_r       eigenvalues of K~
    mu_tolerance      allowed |mu - mu_by_r|
    scores_by_r       R's scores (n, d), with the signs of ours
    difference        largest difference of a score of any sample
    tolerance         allowed difference
    control           the difference from sqrt(lambda) v, a wrong scale, instead of sqrt(mu) v
    """

    mu: Array
    mu_by_r: Array
    mu_tolerance: float
    scores_by_r: Array
    difference: Array
    tolerance: Array
    control: Array

    @property
    def agrees(self) -> bool:
        """Whether all is within tolerance, and each control is a hundred tolerances away."""
        eigenvalues = np.abs(self.mu - self.mu_by_r) <= self.mu_tolerance
        scores = (self.difference <= self.tolerance) & (self.control >= 100.0 * self.tolerance)
        return bool((eigenvalues & scores).all())


def compare(X: Array, ours: Solution, by_r: InR) -> Comparison:
    """R's eigenvalues and scores beside ours, up to the sign of each component.

    Tolerance of an eigenvalue: the error bounds of both (Weyl). Tolerance of a score: the bound of
    Yu, Wang & Samworth for sqrt(mu) v. R computes K~ v/sqrt(mu) instead, with its own residual
    |K~ v - mu v| and the rounding of the product.

    Raises ``ValueError`` if R finds another number of components, and where eigenvalues lie so
    close together that single components are not determined.
    """
    if by_r.rank != ours.components:
        raise ValueError(
            f"R keeps {by_r.rank} components, and kpca {ours.components}; give data of one scale, "
            f"on which the cut {CUT:g} of the program finds the rank"
        )
    if len(ours.groups) != ours.components:
        raise ValueError("eigenvalues are too close to compare single components; give other data")
    theirs = _bound_of_r(X, ours.frobenius)
    signs = np.sign((by_r.scores * ours.scores).sum(axis=0))
    scores, product = by_r.scores * signs, tolerances.products(len(X) + 2, ours.frobenius)
    allowed = [
        tolerances.scores(ours.mu[g], ours.gap(g), ours.matrix_error + theirs)
        + float((theirs + product) / np.sqrt(ours.mu[g.start]))
        for g in ours.groups
    ]
    return Comparison(
        ours.mu,
        by_r.mu,
        ours.matrix_error + theirs,
        scores,
        np.abs(scores - ours.scores).max(axis=0),
        np.array(allowed),
        np.abs(scores / np.sqrt(len(X)) - ours.scores).max(axis=0),
    )


def _bound_of_r(X: Array, frobenius: float) -> float:
    """|E|_2 of the matrix that R decomposes: its kernel values, its means, and its solver.

    R forms the means as products with a matrix of 1/n: a dot product of length n, and 1/n rounded.
    """
    data, n = Vectors(KERNEL, X, X), len(X)
    kappa = float(np.abs(data.K).max())
    mean = tolerances.dot(n + 2)
    centered = tolerances.centered_gram(n, kappa, data.element_error, mean=mean)
    return centered + tolerances.eigenvalue(n, frobenius)


@dataclass(frozen=True)
class Run:
    """One data set: points X (n, 2), the ring of each, kpca's solution, and R beside it.

    ``by_r`` is None where R is not installed.
    """

    X: Array
    rings: list[str]
    solution: Solution
    by_r: Comparison | None


def repeated(repeats: int, command: str | None) -> list[Run]:
    """The data sets with seeds 1 to ``repeats``, solved here and by R's ``command`` if it is given.

    Raises ``ValueError`` for fewer than one repetition.
    """
    require_repetitions(repeats)
    return [_run(seed, command) for seed in range(1, repeats + 1)]


def _run(seed: int, command: str | None) -> Run:
    X, rings = points(seed)
    solution = fit(X)
    by_r = compare(X, solution, r_program.run(command, X)) if command else None
    return Run(X, rings, solution, by_r)


def to_dataset(runs: list[Run]) -> xr.Dataset:
    """What the notebook stores; without R there are only the eigenvalues by kpca."""
    dims, seeds = ("data_set", "component"), range(1, len(runs) + 1)
    node = registry.dataset("1", component=np.arange(1, FEATURES + 1)).assign(
        data_set=variable(("data_set",), seeds, "1", "seed of a generated data set"),
        mu_here=variable(
            dims, [run.solution.mu for run in runs], "1", "eigenvalue mu of K~, by kpca"
        ),
    )
    compared = [run.by_r for run in runs if run.by_r]
    if not compared:
        return node
    return node.assign(
        mu_by_r=variable(
            dims, [comparison.mu_by_r for comparison in compared], "1", "eigenvalue mu of K~, by R"
        ),
        difference_to_r=variable(
            dims,
            [comparison.difference for comparison in compared],
            "1",
            "largest difference of a score of kpca and of R",
        ),
        tolerance_to_r=variable(
            dims,
            [comparison.tolerance for comparison in compared],
            "1",
            "allowed difference of a score of kpca and of R",
        ),
        control_to_r=variable(
            dims,
            [comparison.control for comparison in compared],
            "1",
            "difference of scores with lambda instead of mu",
        ),
    )
