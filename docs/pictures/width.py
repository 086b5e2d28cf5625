"""From a too small to a too large gamma, on the page *Choosing a kernel*."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.phone import OnPhone
from kpca.figures.scatter import classes, legend
from kpca.figures.style import WIDE
from kpca.figures.texts import listed
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.solvers.solution import Solution
from kpca.studies import datasets

GAMMAS = (0.5, 1.0, 2.0, 4.0, 16.0, 32.0)
KEPT = 8
"""The components whose shares are drawn."""


def two_circles() -> tuple[Array, list[str]]:
    """Points (40, 2) on two circles with a little noise, and which circle each is on."""
    return datasets.circles(n=40, noise=0.05, seed=3)


def solved(gamma: float) -> Solution:
    """The components of the two circles with the Gaussian kernel."""
    X, _ = two_circles()
    data = Vectors(RBF(gamma), X, X)
    return dual.fit(data.K, KEPT, data.element_error)


def told_apart(z: Array, inner: Array) -> float:
    """The largest share of samples that a threshold on scores z (n,) puts on the right side.

    ``inner`` (n,) says which samples are on the inner circle.

    >>> told_apart(np.array([1.0, 2.0, 3.0, 4.0]), np.array([False, True, False, False]))
    0.75
    """
    right = [(inner == (z > threshold)).mean() for threshold in z]
    return float(max(*right, 1.0 - min(right)))


def best_component(solution: Solution, labels: list[str]) -> tuple[int, float]:
    """The position of the component that tells the circles apart best, and how well it does."""
    inner = np.array(labels) == "inner"
    shares = [told_apart(z, inner) for z in solution.scores.T]
    return int(np.argmax(shares)), max(shares)


def circles_by_gamma(figure: Figure) -> Words:
    """The map of two circles and the shares of its components, for six values of gamma."""
    across, height = (2, 7.5) if isinstance(figure, OnPhone) else (3, 7.0)
    figure.set_size_inches(WIDE, height)
    rows, ratios = len(GAMMAS) // across, [2.2, 1.0]
    # Not by the phone, which would let all maps stand below each other.
    panels = Figure.subplots(figure, 2 * rows, across, sharey="row", height_ratios=ratios * rows)
    _, labels = two_circles()
    solutions = {gamma: solved(gamma) for gamma in GAMMAS}
    best = {gamma: best_component(solution, labels)[0] for gamma, solution in solutions.items()}
    for k, (gamma, solution) in enumerate(solutions.items()):
        row, column = 2 * (k // across), k % across
        _map(panels[row, column], solution, labels)
        panels[row, column].set_title(f"γ = {gamma:g}")
        _shares(panels[row + 1, column], solution, best[gamma])
    for row in panels:
        row[0].set_ylabel("component 2" if row[0].get_title(loc="left") else "share [%]")
    legend(figure, "circle")
    which = listed([f"{position + 1} for γ = {gamma:g}" for gamma, position in best.items()])
    first = [100.0 * solution.explained[0] for solution in solutions.values()]
    return Words(
        "Two circles, and kernel PCA with γ from 0.5 to 32. Below each map are the shares of its "
        f"first {KEPT} components, and the highlighted bar is the component that tells the circles "
        "apart best. There is one for each γ, but its number changes. With a small γ the map is "
        "nearly the plane, as by PCA. With a large one a sample is like its neighbors only: the "
        "samples of the outer circle, which are farther from each other, are all equally unlike.",
        f"Six maps, each above bars. The highlighted bar is component {which}. Component 1 has "
        f"{first[0]:.0f} % of the variance for the least γ and {first[-1]:.0f} % for the largest. "
        "On the first two maps the outer circle lies around the inner one, on the next two they "
        "are side by side, and on the last two the outer one is nearly a point within the inner "
        "one.",
    )


def _map(axes: Axes, solution: Solution, labels: list[str]) -> None:
    classes(axes, *solution.scores[:, :2].T, labels)
    axes.set(xlabel="component 1", xlim=(-1.0, 1.0), ylim=(-1.0, 1.0), aspect="equal")
    axes.set(xticks=[-0.5, 0.5], yticks=[-0.5, 0.5])


def _shares(axes: Axes, solution: Solution, best: int) -> None:
    colors = ["black" if k == best else "0.75" for k in range(KEPT)]
    axes.bar(range(1, KEPT + 1), 100.0 * solution.explained, color=colors)
    axes.set(xlabel="component", xticks=sorted({1, best + 1, KEPT}), ylim=(0, 40), yticks=[0, 40])


PICTURES: dict[str, Callable[[Figure], Words]] = {"circles-by-gamma": circles_by_gamma}
"""What draws each picture, by the name of its file."""
