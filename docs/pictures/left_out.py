"""What one flower says: the share without it, on the page *Samples, weights and groups*."""

from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_iris

from kpca.arithmetic import eigenvalues, eigh
from kpca.arrays import Array
from kpca.centering import center
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.style import WIDE


def iris() -> tuple[Array, Array, Array]:
    """Scores (150, 2) of iris, linear kernel; the shares s (2,); squared lengths (150,)."""
    X = load_iris().data
    K = center(X @ X.T)
    mu, V = eigh(K)
    return V[:, :-3:-1] * np.sqrt(mu[:-3:-1]), mu[:-3:-1] / K.trace(), K.diagonal()


def by_influence() -> tuple[Array, float]:
    """How the share of component 1 moves without each flower (150,), and its standard error.

    To first order: the weight of a flower goes from 1/n to 0, which is -1/(n - 1) times its
    influence.
    """
    Z, (share, _), lengths = iris()
    influence = (Z[:, 0] ** 2 - share * lengths) / lengths.mean()
    n = len(Z)
    return -influence / (n - 1), float(np.sqrt((influence**2).mean() / n))


def solved_again() -> Array:
    """The same moves (150,), of which each is a solution without the flower."""
    X, (share, _) = load_iris().data, iris()[1]
    moved = []
    for i in range(len(X)):
        others = np.delete(X, i, axis=0)
        K = center(others @ others.T)
        moved.append(eigenvalues(K)[0] / K.trace() - share)
    return np.array(moved)


def one_left_out(figure: Figure) -> Words:
    """The map with the flower that moves the share most, and all moves by both ways."""
    figure.set_size_inches(WIDE, 3.2)
    left, right = figure.subplots(1, 2)
    (Z, (share, _), _), again, (moves, error) = iris(), 100.0 * solved_again(), by_influence()
    moves, at = 100.0 * moves, int(np.abs(again).argmax())
    for axes, points in ((left, Z), (right, np.column_stack([moves, again]))):
        axes.plot(*points.T, "o", color=COLORS[0], ms=3, alpha=0.6, mew=0)
        axes.plot(*points[at], "o", mfc="none", color=COLORS[1], ms=9, mew=1.5)
    ends = [moves.min(), moves.max()]
    right.plot(ends, ends, color="0.5", lw=0.8)
    left.set(xlabel="component 1 [cm]", ylabel="component 2 [cm]")
    right.set(xlabel="by its influence [points]", ylabel="solved without it [points]")
    return Words(
        "All 150 flowers of iris; the study iris has 120 of them, and places the other 30 as new "
        f"samples. Component 1 has {100.0 * share:.1f} % of the variance. First panel: the map. "
        "Second: by how many points this share changes without each flower, by its influence and "
        "by a solution without it. The circle is in both panels the flower without which it "
        f"changes most, by {again[at]:+.2f} points. The standard error, the root of the sum "
        f"of all squared changes up to the factor (n − 1)/n, is {100.0 * error:.2f} points.",
        "First panel: a map of 150 flowers, one with a circle. Second: 150 points, the same one "
        f"with a circle, along a diagonal from {ends[0]:.2f} to {ends[1]:.2f} points.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {"flower-left-out": one_left_out}
"""What draws each picture, by the name of its file."""
