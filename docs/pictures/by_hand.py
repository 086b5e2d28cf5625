"""Two circles and a chain, on the page *Maps that can be solved by hand*."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.special import ive

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import classes, legend
from kpca.figures.style import SMALLEST, WIDE
from kpca.figures.texts import listed
from kpca.statements.by_hand import of_chain

RADII, M = np.array([0.3, 1.0]), 20
"""Radii of the two circles, and the points on each."""

GAMMAS = (0.5, 4.0, 32.0)
KEPT = 8
"""The components whose shares are drawn."""


class Component(NamedTuple):
    """One component of the two circles: mu, its frequency f, and its scores (2M,)."""

    mu: float
    frequency: int
    scores: Array


def matrices(gamma: float) -> Array:
    """B_f (M, 2, 2), f from 0: M exp(-gamma (a - b)^2) sum_j exp(-2 gamma ab) I_{f+jM}(2 gamma ab).

    Orders beyond 3M are below rounding for the radii and gammas of the picture.
    """
    f, j = np.arange(M)[:, None, None, None], np.arange(-3, 3)
    bessel = ive(np.abs(f + j * M), 2.0 * gamma * np.multiply.outer(RADII, RADII)[:, :, None])
    return M * np.exp(-gamma * np.subtract.outer(RADII, RADII) ** 2) * bessel.sum(axis=-1)


def components(gamma: float) -> list[Component]:
    """All components, the largest first; those of f and M - f are cosines and sines."""
    found, turns = [], 2.0 * np.pi * np.arange(M) / M
    for f, B in enumerate(matrices(gamma)):
        wave = np.cos(f * turns) if 2 * f <= M else np.sin(f * turns)
        # Only a wave of the frequency 0 has a mean.
        H = np.eye(2) - 0.5 * (f == 0)
        mu, pairs = np.linalg.eigh(H @ B @ H)
        roots = np.sqrt(np.maximum(mu, 0.0)) / np.linalg.norm(wave)
        for k in range(2):
            scores = roots[k] * np.outer(pairs[:, k], wave).ravel()
            found.append(Component(float(mu[k]), min(f, M - f), scores))
    return sorted(found, key=lambda one: -round(one.mu, 10))


def apart(gamma: float) -> int:
    """The number of the component that tells the circles apart, from 1."""
    return 1 + [one.frequency for one in components(gamma)].index(0)


def circles(figure: Figure) -> Words:
    """The map of two circles and the shares of its components for three values of gamma."""
    figure.set_size_inches(WIDE, 3.9)
    panels = figure.subplots(2, len(GAMMAS), sharey="row", height_ratios=[2.2, 1.0])
    labels = np.repeat(["inner", "outer"], M).tolist()
    for above, below, gamma in zip(*panels, GAMMAS, strict=True):
        first, second, *_ = found = components(gamma)
        classes(above, first.scores, second.scores, labels)
        above.set(xlabel="component 1", xlim=(-1.0, 1.0), ylim=(-1.0, 1.0), aspect="equal")
        above.set(xticks=[-0.5, 0.5], yticks=[-0.5, 0.5], title=f"γ = {gamma:g}")
        _shares(below, found)
    panels[0, 0].set_ylabel("component 2")
    panels[1, 0].set_ylabel("share [%]")
    legend(figure, "circle")
    numbers = listed([f"{apart(gamma)} for γ = {gamma:g}" for gamma in GAMMAS])
    return Words(
        f"Two circles of radius {RADII[0]:g} and {RADII[1]:g} with {M} points each, from matrices "
        "of two rows. Below each map are the shares of its first components, and above each bar "
        "is the frequency f of its waves. Waves with f > 0 come here in pairs with equal shares, "
        "a cosine and a sine. Only the component with f = 0 (highlighted) has one score for a "
        "whole circle, and tells the circles apart. Where it is the first one, a vertical line "
        "separates them.",
        f"Three maps, each above bars. The highlighted bar is component {numbers}. On the first "
        "map the inner circle lies within the outer one, on the middle one each circle is a "
        "vertical row of points, and on the last one the outer circle is a point within the inner "
        "one.",
    )


def _shares(axes: Axes, found: list[Component]) -> None:
    shares = 100.0 * np.array([one.mu for one in found]) / sum(one.mu for one in found)
    colors = ["0.75" if one.frequency else "black" for one in found[:KEPT]]
    axes.bar(range(1, KEPT + 1), shares[:KEPT], color=colors)
    for k, one in enumerate(found[:KEPT]):
        axes.text(k + 1, shares[k] + 1.0, f"{one.frequency}", ha="center", fontsize=SMALLEST)
    axes.set(xlabel="component", xticks=[1, KEPT], ylim=(0, 42), yticks=[0, 40])


CHAIN = 25
"""Samples of the chain."""


def chain(figure: Figure) -> Words:
    """The first components of a chain against the position, and its map with the parabola."""
    figure.set_size_inches(WIDE, 2.9)
    along, arch = figure.subplots(1, 2)
    mu, V = of_chain(CHAIN, np.zeros(1))
    Z, place = V * np.sqrt(mu), np.arange(CHAIN) + 1
    for k in range(3):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3.5, "lw": 0.8}
        along.plot(place, Z[:, k], label=f"component {k + 1}", **look)
    along.set(xlabel="position in the chain", ylabel="score", xticks=[1, 5, 10, 15, 20, CHAIN])
    x = np.linspace(Z[-1, 0], Z[0, 0], 121)
    parabola = np.sqrt(2.0 * mu[1] / CHAIN) * (CHAIN * x**2 / mu[0] - 1.0)
    arch.plot(x, parabola, color="0.5", lw=0.8, label="parabola")
    arch.plot(Z[:, 0], Z[:, 1], MARKERS[0], color="0.2", ms=3.5, label="sample")
    arch.set(xlabel="component 1", ylabel="component 2", aspect="equal")
    legend(figure, "")
    shares = 100.0 * mu[:3] / mu.sum()
    return Words(
        f"A chain of {CHAIN} samples whose squared distance is the number of steps between them. "
        "First panel: the scores are cosines, with half a wave more for each component. Second: "
        "the map is an arch. Component 2 is a parabola of component 1, and says nothing new.",
        f"First panel: three curves through {CHAIN} points with one, two and three half waves, "
        f"whose components hold {listed([f'{share:.0f} %' for share in shares])}. Second: points "
        "on a parabola, whose ends are at the top.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {
    "circles-by-hand": circles,
    "chain-by-hand": chain,
}
"""What draws each picture, by the name of its file."""
