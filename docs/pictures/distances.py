"""From a table of distances to a map, on the page *Distances*."""

import csv
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from centering import heat_map
from kpca.arrays import Array
from kpca.centering import gower
from kpca.figures.beside import beside
from kpca.figures.display import Words
from kpca.figures.maps import facing_north
from kpca.figures.palette import COLORS
from kpca.figures.style import SIGNED, WIDE
from kpca.formulations import mds
from kpca.solvers.solution import Solution
from kpca.studies.config import project

FILE = "data/eurodist.csv"
"""Road distances between cities of Europe in km."""

NAMED = (
    *("Athens", "Barcelona", "Cherbourg", "Copenhagen", "Gibraltar", "Hamburg", "Lisbon"),
    *("Madrid", "Milan", "Paris", "Rome", "Stockholm", "Vienna"),
)
"""The cities whose names have room on the map."""


class Cities(NamedTuple):
    """Cities from west to east: names, road distances D (n, n) in km, and their two axes."""

    names: list[str]
    D: Array
    solution: Solution

    @property
    def position(self) -> Array:
        """Where each city (n, 2) is on the map, in km, with north on top."""
        return facing_north(self.names, self.solution.scores)


def cities() -> Cities:
    """The cities in the order of the first axis, so that near ones are near in the table, too."""
    with project.file(FILE).open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    names, D = head[1:], np.array([[float(number) for number in row[1:]] for row in rows])
    along = facing_north(names, mds.fit(D**2, 2).scores)[:, 0]
    order = np.argsort(along)
    D = D[np.ix_(order, order)]
    return Cities([names[k] for k in order], D, mds.fit(D**2, 2))


def to_map(figure: Figure) -> Words:
    """Distances, inner products, eigenvalues and map of the cities."""
    figure.set_size_inches(WIDE, 6.5)
    (table, products), (bars, plane) = figure.subplots(2, 2)
    of = cities()
    B = gower(of.D**2) / 1e6
    _matrix(table, of.D / 1e3, "cividis", 0.0, "distance [1000 km]")
    _matrix(products, B, SIGNED, -np.abs(B).max(), "element [10⁶ km²]")
    mu = of.solution.spectrum / 1e6
    bars.bar(np.arange(1, len(mu) + 1), mu, color=np.where(mu < 0, COLORS[1], COLORS[0]))
    bars.set(xlabel="position in the spectrum", ylabel="eigenvalue μ [10⁶ km²]")
    table.set_title("1. distances D")
    products.set_title("2. B = −½ H D² H")
    bars.set_title("3. eigenvalues of B")
    plane.scatter(*of.position.T, s=12, color=COLORS[0])
    plane.set(xlabel="axis 1 [km]", ylabel="axis 2 [km]", title="4. the map: scores √μ v")
    plane.set_aspect("equal", adjustable="datalim")
    named = np.array([of.names.index(name) for name in NAMED])
    beside(plane, of.position[named], NAMED, others=np.delete(of.position, named, axis=0))
    negative = int((of.solution.spectrum < -of.solution.matrix_error).sum())
    return Words(
        f"From a table of road distances between {len(of.names)} cities to a map, in the four "
        "steps of classical MDS, which are those of kernel PCA from the second one on. B is what "
        "K̃ "
        "is for a kernel: inner products of the cities, measured from their mean. Two eigenvalues "
        "are large, so that two axes show most. Roads are not straight, so that some eigenvalues "
        "are negative (orange): no points have exactly these distances. About half of the cities "
        "have their names beside them.",
        f"First and second panel: images of {len(of.names)} by {len(of.names)} elements: "
        f"distances of up to {of.D.max():.0f} km, and inner products between {B.min():.2g} and "
        f"{B.max():.2g} million km². Third: bars of eigenvalues fall from {mu[0]:.3g} to "
        f"{mu[-1]:.2g} million km²; {negative} are negative. Fourth: the cities lie as on a map of "
        f"Europe, from {of.names[0]} in the west to {of.names[-1]} in the east.".replace("-", "−"),
    )


def _matrix(axes: Axes, matrix: Array, colors: str, least: float, label: str) -> None:
    """A heat map of a matrix (n, n) of cities, with its scale."""
    image = heat_map(axes, matrix, colors, least)
    axes.set(xlabel="city, from west to east", ylabel="city")
    axes.invert_yaxis()
    axes.figure.colorbar(image, ax=axes, location="bottom", label=label, aspect=15)


PICTURES: dict[str, Callable[[Figure], Words]] = {"distances-to-map": to_map}
"""What draws each picture, by the name of its file."""
