"""A map of European cities from road distances, with north on top."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Distances
from kpca.figures.beside import beside
from kpca.figures.display import Words
from kpca.figures.style import COLORS, WIDE
from kpca.figures.texts import plain
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

CITIES = ("Lisbon", "Vienna", "Rome", "Stockholm")
"""West and east, south and north: they decide the sign of each axis."""


def has_cities(study: Study) -> bool:
    """Whether a study is about distances between cities, ``CITIES`` among them, with two axes."""
    given = isinstance(study.data, Distances) and study.components > 1
    return given and set(CITIES) <= set(study.names)


def europe(figure: Figure, study: Study, solution: Solution) -> Words:
    """The cities of a study on two axes; beside it all eigenvalues with their signs."""
    figure.set_size_inches(WIDE, 4.0)
    axes, bars = figure.subplots(1, 2, width_ratios=[2.4, 1])
    place, mu = facing_north(study.names, solution.scores), solution.spectrum
    axes.scatter(*place.T, s=12, color=COLORS[0])
    axes.set(xlabel="axis 1 [km], west to east", ylabel="axis 2 [km], south to north")
    axes.set_aspect("equal", adjustable="datalim")
    sign = np.where(mu < 0, COLORS[1], COLORS[0])
    bars.bar(np.arange(1, len(mu) + 1), mu / 1e6, color=sign)
    bars.set(xlabel="place in the spectrum", ylabel="eigenvalue μ [10⁶ km²]")
    bars.set_title(f"negative mass {solution.negative_mass:.1%}")
    beside(axes, place, study.names, size=6.5)
    ends = [plain(study.names[k]) for k in (*place.argmin(axis=0), *place.argmax(axis=0))]
    return Words(
        f"Left: Europe from road distances alone. Right: all {study.n} eigenvalues with their "
        "sign; the negative ones (orange) are the part of the distances that no map can show.",
        f"Left: {study.n} cities with their names, from {ends[0]} in the west to {ends[2]} in the "
        f"east and from {ends[1]} in the south to {ends[3]} in the north. Right: bars of the "
        f"eigenvalues fall from {mu[0] / 1e6:.3g} to {mu[-1] / 1e6:.3g} million km²; "
        f"{len(solution.negative)} are negative beyond rounding.",
    )


def facing_north(names: list[str], Z: Array) -> Array:
    """The first two columns of scores Z (n, d), with east on the right and north on top."""
    place = {name: Z[k, :2] for k, name in enumerate(names)}
    west, east, south, north = (place[name] for name in CITIES)
    return Z[:, :2] * np.sign([(east - west)[0], (north - south)[1]])
