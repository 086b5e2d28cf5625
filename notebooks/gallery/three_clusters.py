"""The toy example of Schölkopf, Smola and Müller (1998): three Gaussian clusters in the plane.

Thirty points with standard deviation 0.1 lie around each of (-0.5, -0.2), (0, 0.6) and (0.5, 0).
The kernel is exp(-d^2/0.1).
"""

from typing import NamedTuple

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.results import registry
from kpca.results.registry import variable
from kpca.solvers.solution import Solution
from kpca.studies.datasets import Labeled, clusters

POINTS, DEVIATION, WIDTH, COMPONENTS = 90, 0.1, 0.1, 8
"""Points of all clusters, their standard deviation, w of the kernel exp(-d^2/w), components."""


class Repetitions(NamedTuple):
    """The example repeated with r seeds.

    variances (r, 8)   eigenvalues lambda = mu/n
    between (r, 8)     share of the variance of a component between the means of the clusters
    """

    variances: Array
    between: Array

    def to_dataset(self, published: Array) -> xr.Dataset:
        """What the notebook stores, with the eigenvalues (8,) that were published."""
        dims, number = ("seed", "component"), np.arange(1, COMPONENTS + 1)
        return registry.dataset("1", component=number).assign(
            seed=variable(("seed",), range(len(self.between)), "1", "seed of a repetition"),
            published_variance=variable(
                ("component",), published, "1", "published eigenvalue lambda"
            ),
            repeated_variance=variable(dims, self.variances, "1", "lambda = mu/n of a repetition"),
            between_clusters=variable(
                dims, self.between, "1", "share of the variance between the means of the clusters"
            ),
        )


def draw(seed: int) -> Labeled:
    """Points X (90, 2) and the name of the cluster of each."""
    return clusters(POINTS, DEVIATION, seed)


def solve(X: Array) -> tuple[Vectors, Solution]:
    """The points X (n, 2) with the kernel, and their first eight components."""
    data = Vectors(RBF(1.0 / WIDTH), X, X)
    return data, dual.fit(data.K, COMPONENTS, data.element_error)


def repeat(repeats: int) -> Repetitions:
    """The example with the seeds 0 to ``repeats`` - 1."""
    rows = []
    for seed in range(repeats):
        X, labels = draw(seed)
        solution = solve(X)[1]
        rows.append((solution.variance, between(solution.scores, labels)))
    return Repetitions(*map(np.array, zip(*rows, strict=True)))


def in_the_limit() -> Array:
    """The eigenvalues (9,) for infinitely many points and clusters that are far apart.

    In one dimension exp(-b (x - y)^2) and a Gaussian with standard deviation s have the eigenvalues
    (1 - B) B^k, k = 0, 1, ..., where B = b/(a + b + c), a = 1/(4 s^2) and c = sqrt(a^2 + 2ab)
    (Rasmussen and Williams 2006, section 4.3.1). In the plane they multiply. Each of three clusters
    holds a third of the points, and centering takes one of the three largest eigenvalues away.

    >>> in_the_limit().round(4).tolist()
    [0.2432, 0.2432, 0.0355, 0.0355, 0.0355, 0.0355, 0.0355, 0.0355, 0.0052]
    """
    a, b = 1.0 / (4.0 * DEVIATION**2), 1.0 / WIDTH
    B = b / (a + b + np.sqrt(a**2 + 2.0 * a * b))
    return (1.0 - B) ** 2 / 3.0 * B ** np.repeat([0.0, 1.0, 2.0], [2, 6, 1])


def between(scores: Array, labels: list[str]) -> Array:
    """Share (d,) of the variance of scores (n, d) that lies between the means of the clusters.

    It is 1 if a component has one value for each cluster, and 0 if all clusters have one mean.
    """
    return 1.0 - within(scores, labels).sum(axis=0)


def within(scores: Array, labels: list[str]) -> Array:
    """Share (3, d) of the variance of scores (n, d) inside each cluster, in order of their names.

    >>> within(np.array([[0.0], [2.0], [5.0], [5.0]]), ["a", "a", "b", "b"]).round(3).tolist()
    [[0.111], [0.0]]
    """
    groups = [scores[np.array(labels) == name] for name in sorted(set(labels))]
    whole = ((scores - scores.mean(axis=0)) ** 2).sum(axis=0)
    return np.array([((Z - Z.mean(axis=0)) ** 2).sum(axis=0) for Z in groups]) / whole
