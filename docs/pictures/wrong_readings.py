"""Pictures of five wrong readings of a map, on the page *How to read a map*."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.choices import maps, shares, widths
from kpca.figures.display import Words
from kpca.figures.scatter import legend, scores
from kpca.figures.style import WIDE
from kpca.formulations import dual
from kpca.interpretation import reading
from kpca.kernels import RBF, Kernel, Linear, bandwidth
from kpca.solvers.solution import Solution
from kpca.studies.study import Study


def arch(figure: Figure) -> Words:
    """One gradient, which the Gaussian kernel bends."""
    rng = np.random.default_rng(3)
    t = np.sort(rng.uniform(0.0, 10.0, 60))
    X = np.column_stack([t, *rng.normal(scale=0.3, size=(3, 60))])
    labels = [("low", "middle", "top")[int(3 * i / 60)] for i in range(60)]
    pca, bent = _fit(Linear(), X), _fit(RBF(bandwidth.median(X)), X)
    share = reading.share_of_parabola(pca.scores[:, 0], bent.scores[:, 1])
    _two(figure, {"PCA": pca, "Gaussian kernel": bent}, labels)
    return Words(
        "Wrong: “low and top differ from middle in a second way”. The samples lie along one "
        "gradient. PCA shows a line, and the Gaussian kernel the same line bent to an arch, or "
        f"horseshoe: a parabola in component 1 of PCA explains {100 * share:.0f} % of "
        "component 2 of the Gaussian kernel.",
        "Two maps of 60 samples in the classes low, middle and top. In the first they follow each "
        "other along component 1. In the second they do so along an arch whose ends, low and top, "
        f"are on the same side; its first component explains {100 * bent.explained[0]:.0f} %.",
    )


def one_column(figure: Figure) -> Words:
    """Three groups that are hidden by a column of large numbers."""
    rng = np.random.default_rng(4)
    middles = np.repeat([[0.0, 0.0], [4.0, 0.0], [2.0, 3.5]], 20, axis=0)
    groups = middles + 0.5 * rng.normal(size=(60, 2))
    X = np.column_stack([rng.normal(scale=300.0, size=60), groups])
    study = _study(Linear(), X, np.repeat(["a", "b", "c"], 20).tolist())
    measured, standardized = (_fit(Linear(), A) for A in (X, (X - X.mean(axis=0)) / X.std(axis=0)))
    solutions = {"as measured": measured, "standardized": standardized}
    figure.set_size_inches(3.8, 2.4)
    maps(figure, study.labels, measured.scores, solutions)
    return Words(
        "Wrong: “there are no groups”. As measured, a column of large numbers has nearly all of "
        "the variance, and the map shows little else. With one weight for each column group "
        "c lies apart, and a and b lie side by side and overlap.",
        f"Two maps of 60 samples. {shares([*solutions], [*solutions.values()])}",
    )


def outlier(figure: Figure) -> Words:
    """A sample that makes a component by itself, and the map without it."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(40, 4)) * [2.0, 1.0, 0.7, 0.5]
    X[-1] = [0.0, 0.0, 30.0, 0.0]
    with_it, without = _fit(Linear(), X), _fit(Linear(), X[:-1])
    share = reading.largest_shares(with_it.scores[:, 0])[1][0]
    _two(figure, {"all 40 samples": with_it, "without one of them": without}, ["sample"] * 40)
    return Words(
        "Wrong: “there are two clusters”. One outlier makes component 1, and the scale of the map "
        "hides how the others differ. Without this sample, they fill the map.",
        f"Two maps. In the first one of 40 samples has {100 * share:.0f} % of the sum of "
        "squares on component 1 and lies far from all others, which are close together. In the "
        "second map the other 39 samples fill the map.",
    )


def noise(figure: Figure) -> Words:
    """Columns without any structure, with three widths of the Gaussian kernel."""
    X = np.random.default_rng(6).normal(size=(40, 8))
    kernel = RBF(bandwidth.median(X))
    words = widths(figure, _study(kernel, X, ["sample"] * 40), _fit(kernel, X))
    return Words(
        "Wrong: “groups and single samples stand out”. These are independent random numbers. "
        "Some samples are always near each other by chance, and with a large γ the map has arms: "
        "one of them is made by three samples, another one by about ten. Parallel analysis "
        "finds no component above chance.",
        words.alt,
    )


def mirrored(figure: Figure) -> Words:
    """A map and the same map with the other sign of a component."""
    rng = np.random.default_rng(7)
    X = rng.normal(size=(45, 3)) * [3.0, 1.5, 0.5]
    X[:15, 0] += 6.0
    labels = ["a"] * 15 + ["b"] * 30
    found = _fit(Linear(), X)
    turned = replace(found, V=found.V * [-1.0, 1.0])
    _two(figure, {"one program": found, "another program": turned}, labels)
    return Words(
        "Wrong: “class a has moved to the other side”. The sign of a component is a convention, "
        "and both maps say the same. Only distances and directions within a map mean something.",
        "Two maps of 45 samples in the classes a and b, which are mirror images of each other: "
        f"class a has the mean {found.scores[:15, 0].mean():.2g} on component 1 in the first map "
        f"and {-found.scores[:15, 0].mean():.2g} in the second one.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {
    f"wrong-reading-{draw.__name__.replace('_', '-')}": draw
    for draw in (arch, one_column, outlier, noise, mirrored)
}
"""What draws each picture, by the name of its file."""


def _fit(kernel: Kernel, X: Array) -> Solution:
    data = Vectors(kernel, X, X)
    return dual.fit(data.K, 2, data.element_error)


def _study(kernel: Kernel, X: Array, labels: list[str]) -> Study:
    names = [str(i + 1) for i in range(len(X))]
    return Study("map", "map", Vectors(kernel, X, X), 2, names, labels, names, labels)


def _two(figure: Figure, solutions: dict[str, Solution], labels: Sequence[str]) -> None:
    """Two maps of the first two components, by their titles."""
    figure.set_size_inches(WIDE, 2.9)
    for axes, (title, solution) in zip(figure.subplots(1, 2), solutions.items(), strict=True):
        scores(axes, solution.scores, labels[: solution.n], "1", explained=solution.explained)
        axes.set_title(title)
    legend(figure)
