"""Kernel PCA of points in the plane, for one position of the sliders after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from kpca import kernels
from kpca.arrays import Array
from kpca.formulations import dual
from kpca.kernels.kernel import Kernel
from kpca.solvers.solution import RankError, Solution
from kpca.studies import datasets
from kpca.studies.datasets import Labeled

POINTS = 400
"""Samples of each data set."""

ACROSS = 50
"""Points of the grid along each axis of the plane."""

POWERS = (-3.0, 2.5)
"""The logarithm to base 10 of the least and the largest gamma. A slider moves in logarithms, and
its ends are these powers of ten."""

GAMMAS = (10.0 ** POWERS[0], 10.0 ** POWERS[1])
DEGREES = (1, 8)
COMPONENTS = (1, 8)
"""The least and the largest value of each number."""

KERNELS = {"rbf": "Gaussian kernel", "poly": "polynomial kernel"}
"""The name of each kernel in the library, and its name in a sentence."""


def _s_from_the_side() -> Labeled:
    """The coordinates x₃ and x₁ of the S-curve: the view in which it is an S, lying on its side."""
    X, labels = datasets.s_curve(POINTS, 0.1, 0)
    return X[:, [2, 0]], labels


SAMPLES: dict[str, Callable[[], Labeled]] = {
    "circles": lambda: datasets.circles(POINTS, 0.05, 0),
    "S-curve": _s_from_the_side,
    "clusters": lambda: datasets.clusters(POINTS, 0.1, 0),
}
"""The data sets by name."""


@dataclass(frozen=True)
class Position:
    """One position of all sliders.

    samples     the name of a data set, one of ``SAMPLES``
    kernel      the name of a kernel, one of ``KERNELS``
    gamma       of both kernels
    degree      of the polynomial kernel, whose constant is 1; the Gaussian kernel has none
    components  how many components a projection keeps
    component   the one whose level lines are drawn, counted from 1

    Raises ``ValueError`` for a name or a number that no slider has.
    """

    samples: str = "circles"
    kernel: str = "rbf"
    gamma: float = 4.0
    degree: int = 2
    components: int = 2
    component: int = 1

    def __post_init__(self) -> None:
        for key, names in (("samples", SAMPLES), ("kernel", KERNELS)):
            if getattr(self, key) not in names:
                raise ValueError(
                    f"{key} is {getattr(self, key)!r}; allowed: {', '.join(names)}; choose one"
                )
        ranges = {"gamma": GAMMAS, "degree": DEGREES}
        for key, (least, most) in (ranges | dict.fromkeys(_NUMBERS, COMPONENTS)).items():
            if not least <= getattr(self, key) <= most:
                raise ValueError(
                    f"{key} is {getattr(self, key):g}; allowed: {least:g} to {most:g}; "
                    "choose a number in this range"
                )

    def kernel_function(self) -> Kernel:
        """The kernel of the library at this position."""
        more = {"degree": self.degree} if self.kernel == "poly" else {}
        return kernels.from_parameters(self.kernel, gamma=self.gamma, **more)


_NUMBERS = ("components", "component")


class View(NamedTuple):
    """What a picture shows at one position.

    kernel       the kernel
    rank         how many components there are
    components   how many are kept, at most the rank
    component    the number of the one whose level lines are drawn, at most as many as are solved
    variance     lambda = mu/n of that component
    scores       (n, 2) on the first two components
    shares       (rank,) of the variance that each component holds, largest first
    levels       (g, g) values of the chosen component at the points of the grid
    kept         (g, g) share of |phi(t) - phi-bar|^2 that the projection keeps, from 0 to 1
    """

    kernel: Kernel
    rank: int
    components: int
    component: int
    variance: float
    scores: Array
    shares: Array
    levels: Array
    kept: Array


@dataclass(frozen=True)
class Solved:
    """Kernel PCA of points X (n, 2) under one kernel, and its values at the points T (p, 2).

    A slider that changes neither the kernel nor the samples needs nothing else.
    """

    kernel: Kernel
    X: Array
    T: Array

    @cached_property
    def _matrices(self) -> tuple[Array, Array]:
        return self.kernel(self.X, self.X), self.kernel(self.T, self.X)

    @cached_property
    def solution(self) -> Solution:
        """As many components as a slider can ask for, or as there are."""
        K, _ = self._matrices
        radius = float(np.sqrt((self.X**2).sum(axis=1).max()))
        error = self.kernel.rounding(self.X.shape[1], radius)
        try:
            return dual.fit(K, COMPONENTS[1], error)
        except RankError as fewer:
            return dual.fit(K, fewer.rank, error)

    @cached_property
    def placed(self) -> Array:
        """Scores (p, d) of the points of the grid."""
        return dual.place(self.solution, *self._matrices)

    @cached_property
    def squared_lengths(self) -> Array:
        """|phi(t) - phi-bar|^2 (p,) of the points of the grid."""
        K, K_new = self._matrices
        return self.kernel.diagonal(self.T) - 2.0 * K_new.mean(axis=1) + K.mean()

    def kept(self, components: int) -> Array:
        """Share (p,) of the squared lengths that the first components hold, from 0 to 1.

        It is 1 at a point whose feature is the mean: its projection loses nothing.
        """
        whole = self.squared_lengths
        held = (self.placed[:, :components] ** 2).sum(axis=1)
        return np.divide(held, whole, out=np.ones_like(whole), where=whole > 0.0).clip(max=1.0)


class Plane:
    """One data set, the grid around it, and the solutions that sliders ask for.

    X (n, 2) are the samples and labels (n,) their classes. ``sides`` are the coordinates (g,) of
    the grid along both axes. It reaches a tenth beyond the samples on each side. The last
    solutions are kept, so that only a new kernel costs an eigen-solve.
    """

    def __init__(self, samples: str) -> None:
        self.samples = samples
        self.X, self.labels = SAMPLES[samples]()
        low, high = self.X.min(axis=0), self.X.max(axis=0)
        edge = 0.1 * (high - low).max()
        self.sides = [np.linspace(low[j] - edge, high[j] + edge, ACROSS) for j in range(2)]
        T = np.column_stack([side.ravel() for side in np.meshgrid(*self.sides)])
        self.solved = lru_cache(maxsize=4)(lambda kernel: Solved(kernel, self.X, T))

    def view(self, position: Position) -> View:
        """What a picture shows at a position. Numbers of components end at the rank."""
        one = self.solved(position.kernel_function())
        solution = one.solution
        components = min(position.components, solution.components)
        at = min(position.component, solution.components) - 1
        positive = solution.spectrum[: solution.rank]
        return View(
            kernel=one.kernel,
            rank=solution.rank,
            components=components,
            component=at + 1,
            variance=float(solution.variance[at]),
            scores=solution.scores[:, :2],
            shares=positive / np.abs(solution.spectrum).sum(),
            levels=one.placed[:, at].reshape(ACROSS, ACROSS),
            kept=one.kept(components).reshape(ACROSS, ACROSS),
        )
