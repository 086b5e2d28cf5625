"""How well a linear classifier tells two circles apart after each map (N2, N3, N4; F2, F6, F8)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.formulations import dual
from kpca.kernels import RBF, Lift, Linear
from kpca.kernels.kernel import Kernel
from kpca.results import registry
from kpca.results.registry import variable
from kpca.studies import datasets
from ranges import ranges, require_repetitions

SAMPLES, NOISE, FACTOR = 200, 0.05, 0.3
"""Samples of both circles together, standard deviation of the noise, radius of the inner circle."""

GAMMA = 4.0
"""Of the Gaussian kernel exp(-gamma d^2), as in the study `circles`."""

GAMMAS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Values of gamma for which the first component is judged."""

FOLDS = 5
"""Parts of the data. Each of them is classified by a line learned, with its map, on the others."""

CHANCE = 0.5
"""Accuracy of a guess, because both circles have equally many samples."""


def points(seed: int) -> tuple[Array, Array]:
    """Points X (n, 2) of two circles of radius 1 and ``FACTOR``, and which are outer (n,)."""
    X, names = datasets.circles(SAMPLES, NOISE, seed, FACTOR)
    return X, np.array(names) == "outer"


def best_line(factor: float) -> float:
    """1/2 + arccos(factor)/(2 pi): the most that a line tells apart of two circles without noise.

    A line at distance h from the center leaves the share arccos(h) / pi of the circle of radius 1
    on its far side, and arccos(h / factor) / pi of the inner circle if h < factor. The difference
    is largest at h = factor. One coordinate, in any direction, allows no other cuts.

    >>> round(best_line(0.3), 3)
    0.702
    """
    return float(0.5 + np.arccos(factor) / (2.0 * np.pi))


def polar(X: Array) -> Array:
    """Polar coordinates (r, theta) (n, 2) of points X (n, 2), with -pi < theta <= pi."""
    return np.column_stack([np.hypot(*X.T), np.arctan2(X[:, 1], X[:, 0])])


def unchanged(X: Array) -> Array:
    """The points X (n, 2) themselves."""
    return X


class Map(NamedTuple):
    """Points after ``transform``, then kernel PCA if there is a kernel: ``most`` coordinates."""

    transform: Callable[[Array], Array]
    kernel: Kernel | None
    most: int

    def place(self, X: Array, new: Array) -> tuple[Array, Array]:
        """Coordinates (n, most) of training samples X (n, 2), and (m, most) of new ones (m, 2)."""
        A, B = self.transform(X), self.transform(new)
        if self.kernel is None:
            return A, B
        K = self.kernel(A, A)
        solution = dual.fit(K, self.most)
        return solution.scores, dual.place(solution, K, self.kernel(B, A))


MAPS: dict[str, Map] = {
    "no map": Map(unchanged, None, 2),
    "PCA": Map(unchanged, Linear(), 2),
    "Gaussian kernel": Map(unchanged, RBF(GAMMA), 3),
    "PCA of (r, θ)": Map(polar, Linear(), 2),
    "lift to R³": Map(unchanged, Lift(), 3),
}
"""The maps of the notes: N2 and N3 (PCA, Gaussian kernel), N3 (polar), N3 and N4 (lift)."""


def accuracies(map_: Map, X: Array, outer: Array, seed: int) -> Array:
    """Share of points told apart on the leading 1, 2, ..., ``most`` coordinates of a map (most,).

    A linear classifier (logistic regression) and the map are learned on all folds but one, and
    judged on that one. Each fold has as many outer points as inner ones; ``seed`` chooses them.
    """
    by_fold = []
    for train, test in _folds(outer, seed):
        Z, Z_new = map_.place(X[train], X[test])
        leading = range(1, map_.most + 1)
        by_fold.append(
            [_accuracy(Z[:, :d], outer[train], Z_new[:, :d], outer[test]) for d in leading]
        )
    return np.mean(by_fold, axis=0)


def _folds(outer: Array, seed: int) -> Iterator[tuple[Array, Array]]:
    from sklearn.model_selection import StratifiedKFold

    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    return folds.split(np.zeros(len(outer)), outer)


def _accuracy(Z: Array, outer: Array, Z_new: Array, outer_new: Array) -> float:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    classifier = make_pipeline(StandardScaler(), LogisticRegression()).fit(Z, outer)
    return float(classifier.score(Z_new, outer_new))


@dataclass(frozen=True)
class Separability:
    """Accuracy (s, repeats) of a linear classifier, for each of s maps and numbers of components.

    ``gammas`` (g,) and ``by_gamma`` (g, repeats): the same on the first component of the Gaussian
    kernel, for other gammas.
    """

    maps: list[str]
    components: list[int]
    accuracy: Array
    gammas: Array
    by_gamma: Array

    def of(self, name: str, components: int) -> Array:
        """Accuracies (repeats,) of one map on its leading components.

        Raises ``KeyError`` for a map or a number of components that was not judged.
        """
        rows = list(zip(self.maps, self.components, strict=True))
        if (name, components) not in rows:
            judged = ", ".join(f"{map_name} on {d}" for map_name, d in rows)
            raise KeyError(f"{name} on {components} was not judged; known: {judged}")
        return self.accuracy[rows.index((name, components))]

    def table(self) -> list[tuple[str, int, float, float, float, int]]:
        """Map, components, median, low, high, and number of seeds, in rows."""
        return [
            (name, d, *map(float, ranges(row)), len(row))
            for name, d, row in zip(self.maps, self.components, self.accuracy, strict=True)
        ]


class Plane(NamedTuple):
    """The plane normal·z = offset, with |normal| = 1, and its margin.

    The margin is the smallest distance of a point to the plane; it is negative if a point lies on
    the wrong side.
    """

    normal: Array
    offset: float
    margin: float

    def heights(self, Z: Array) -> Array:
        """Distances (n,) of points Z (n, p) from the plane, positive on the side of the normal."""
        return Z @ self.normal - self.offset


def repeated(repeats: int) -> Separability:
    """All maps on the circles with the seeds 1 to ``repeats``.

    Raises ``ValueError`` for fewer than one repetition.
    """
    require_repetitions(repeats)
    rows = [(name, d) for name, map_ in MAPS.items() for d in range(1, map_.most + 1)]
    columns = [_once(seed) for seed in range(1, repeats + 1)]
    accuracy, by_gamma = (np.column_stack(column) for column in zip(*columns, strict=True))
    names, components = (list(column) for column in zip(*rows, strict=True))
    return Separability(names, components, accuracy, np.array(GAMMAS), by_gamma)


def to_dataset(results: Separability, plane: Plane) -> xr.Dataset:
    """What the notebook stores: all accuracies, and the plane that separates lifted circles."""
    maps, repetitions = ("map_and_components",), range(1, results.accuracy.shape[1] + 1)
    return registry.dataset("1", gamma_tried=results.gammas).assign(
        repetition=variable(
            ("repetition",), repetitions, "1", "number of a random data set: its seed"
        ),
        map=variable(maps, results.maps, "1", "map of the two circles"),
        components_used=variable(
            maps, results.components, "1", "number of leading components that are classified"
        ),
        accuracy=variable(
            (*maps, "repetition"), results.accuracy, "1", "cross-validated share classified right"
        ),
        accuracy_by_gamma=variable(
            ("gamma_tried", "repetition"),
            results.by_gamma,
            "1",
            "cross-validated share right on component 1",
        ),
        plane_normal=variable(
            ("lifted",), plane.normal, "1", "unit normal of the separating plane"
        ),
        plane_offset=variable((), plane.offset, "1", "offset of the plane normal·z = offset"),
        plane_margin=variable(
            (), plane.margin, "1", "smallest distance of a sample from the plane"
        ),
    )


def _once(seed: int) -> tuple[Array, Array]:
    X, outer = points(seed)
    every = [accuracies(map_, X, outer, seed) for map_ in MAPS.values()]
    gammas = [accuracies(Map(unchanged, RBF(g), 1), X, outer, seed)[0] for g in GAMMAS]
    return np.concatenate(every), np.array(gammas)


def widest_plane(Z: Array, outer: Array) -> Plane:
    """The plane that separates the points Z (n, p) by classes (n,) with the widest margin.

    A support vector machine that allows no point inside its margin finds it, to about 1e-3 of the
    margin. The outer class is on the side of the normal.
    """
    from sklearn.svm import SVC

    machine = SVC(kernel="linear", C=1e4).fit(Z, outer)
    length = float(np.linalg.norm(machine.coef_))
    normal, offset = machine.coef_[0] / length, -float(machine.intercept_[0]) / length
    heights = (Z @ normal - offset) * np.where(outer, 1.0, -1.0)
    return Plane(normal, offset, float(heights.min()))
