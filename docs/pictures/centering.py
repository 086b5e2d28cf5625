"""What centering does, and what goes wrong without it, on the page *Centering*."""

from collections.abc import Callable
from typing import NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import center
from kpca.data import Vectors
from kpca.figures.classes import classes_of
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import classes, legend
from kpca.figures.style import SIGNED, WIDE
from kpca.formulations import dual
from kpca.kernels import RBF, bandwidth
from kpca.solvers.vectors import fix_signs
from kpca.statements.centering import printed_scores
from kpca.studies import datasets
from width import two_circles

CONSTANT = 1.0
"""What is added to each value of the Gaussian kernel."""

GAMMA = 4.0
"""That of the picture on the first page of the site."""


class Maps(NamedTuple):
    """Scores (n, 2) of training samples, and (m, 2) of a batch of new ones."""

    labels: list[str]
    right: Array
    right_new: Array
    uncentered: Array
    by_batch: Array


def matrices() -> tuple[Array, Array]:
    """K (9, 9) of a Gaussian kernel and a constant, the samples sorted by cluster; K-tilde."""
    X, labels = datasets.clusters(9, 0.1, 1)
    X = X[np.argsort(labels, kind="stable")]
    K = RBF(bandwidth.median(X))(X, X) + CONSTANT
    return K, center(K)


def before_and_after(figure: Figure) -> Words:
    """K and K-tilde as heat maps, with the sums of their rows beside them."""
    figure.set_size_inches(WIDE, 3.3)
    panels = figure.subplots(1, 4, sharey=True, width_ratios=[3, 1, 3, 1])
    before, after = matrices()
    # Each has its own scale: on that of K, the elements of K̃ would all look like 0.
    looks = ("before: K", "Oranges", 0.0), ("after: K̃ = HKH", SIGNED, -np.abs(after).max())
    for k, (matrix, (name, colors, least)) in enumerate(zip((before, after), looks, strict=True)):
        image = heat_map(panels[2 * k], matrix, colors, least)
        panels[2 * k].set_title(name)
        _row_sums(panels[2 * k + 1], matrix.sum(axis=1), before.sum(axis=1).max())
        # As high as the matrix, which is three times as wide, and beside its rows.
        panels[2 * k + 1].set(box_aspect=3, anchor="S")
        bar = figure.colorbar(image, ax=panels[2 * k], label="element", location="bottom")
        bar.set_ticks([least, 0.0, np.abs(matrix).max()] if least else [0.0, 1.0, 2.0])
        bar.ax.xaxis.set_major_formatter("{x:.2g}")
    panels[0].set_ylabel("sample")
    panels[0].invert_yaxis()
    panels[-1].text(0.5, 0.5, "all are 0", transform=panels[-1].transAxes, ha="center")
    # The first layout does not know how high panels of equal aspect will be: it cuts the titles.
    figure.draw_without_rendering()
    sums, zero = before.sum(axis=1), np.abs(after.sum(axis=1)).max()
    inside = np.kron(np.eye(3), np.ones((3, 3))) > 0
    return Words(
        f"A Gaussian kernel plus the constant {CONSTANT:g} for nine samples in three clusters. "
        f"Before centering all elements are large, from {before.min():.2g} to {before.max():.2g}, "
        "because the features have a long mean in common. Centering removes it: each row adds up "
        "to 0, samples of one cluster have positive elements, and samples of different clusters "
        "negative ones. Each matrix has its own scale.",
        f"Two images of 9 by 9 elements. Those of K lie between {before.min():.2g} and "
        f"{before.max():.2g}, and its row sums between {sums.min():.2g} and {sums.max():.2g}. In "
        f"K̃ three blocks on the diagonal have elements from {after[inside].min():.2g} to "
        f"{after[inside].max():.2g} and all others are between {after[~inside].min():.2g} and "
        f"{after[~inside].max():.2g}; the row sums are 0"
        f"{'' if zero < 1e-12 else ' only nearly'}.",
    )


def maps() -> Maps:
    """Three clusters and a batch of new samples of one of them: right, and wrong in two ways."""
    X, labels = datasets.clusters(45, 0.1, 1)
    more, more_labels = datasets.clusters(30, 0.1, 2)
    new = more[np.array(more_labels) == "cluster 3"]
    data = Vectors(RBF(bandwidth.median(X)), X, new)
    K, K_new = data.K + CONSTANT, data.K_new + CONSTANT
    solution = dual.fit(K, 2, data.element_error)
    mu, V = arithmetic.eigh(K)
    uncentered = V[:, :-3:-1] * np.sqrt(mu[:-3:-1])
    own_mean = K_new - K_new.mean(axis=0) - K_new.mean(axis=1)[:, None] + K_new.mean()
    right_new = dual.place(solution, K, K_new)
    return Maps(labels, solution.scores, right_new, uncentered, own_mean @ solution.alpha)


def without_centering(figure: Figure) -> Words:
    """A right map, the map without centering, and a batch that is centered by its own mean."""
    figure.set_size_inches(WIDE, 3.0)
    panels = figure.subplots(1, 3)
    found = maps()
    shown = {
        "centered": (found.right, found.right_new),
        "wrong: not centered": (found.uncentered, None),
        "wrong: new samples centered\nby their own mean": (found.right, found.by_batch),
    }
    new_labels, every = ["cluster 3"] * len(found.right_new), classes_of(found.labels)
    for axes, (title, (Z, new)) in zip(panels, shown.items(), strict=True):
        classes(axes, *Z.T, found.labels)
        if new is not None:
            classes(axes, *new.T, new_labels, every, hollow=True)
        axes.set(title=title, xlabel="component 1", ylabel="component 2")
        axes.set_aspect("equal", adjustable="datalim")
        axes.locator_params(nbins=4)
    legend(figure, "cluster")
    own, first = found.right[np.array(found.labels) == "cluster 3"], found.uncentered[:, 0]
    return Words(
        f"A Gaussian kernel plus the constant {CONSTANT:g}. First panel: three clusters, and new "
        "samples (hollow) of the third one. Second: without centering component 1 is the mean "
        "that all samples have in common. It tells none from another, and clusters 2 and 3 meet. "
        "Third: if new samples are centered by their own mean, they land around the origin, "
        "whatever they are.",
        f"Three maps of {len(found.labels)} samples in three clusters. First panel, "
        f"{len(new_labels)} new samples lie within cluster 3, at {_middle(found.right_new)}, "
        f"where its samples have the middle {_middle(own)}. Second: on component 1 all samples "
        f"are between {np.abs(first).min():.2f} and {np.abs(first).max():.2f} in size. Third: the "
        "new samples have the middle (0, 0).",
    )


def misprinted_maps() -> tuple[Array, Array, list[str]]:
    """Scores (40, 2) of the two circles by the right recipe and by the misprinted one; labels."""
    X, labels = two_circles()
    data = Vectors(RBF(GAMMA), X, X)
    solution = dual.fit(data.K, 2, data.element_error)
    # The signs of a matrix without symmetry are those of the processor otherwise.
    return solution.scores, fix_signs(printed_scores(data.K, 2)), labels


def misprint(figure: Figure) -> Words:
    """The map of the two circles, and what a reader of the misprinted recipe gets."""
    figure.set_size_inches(5.4, 2.9)
    right, printed, labels = misprinted_maps()
    titles = ("the correct recipe", "the whole recipe as printed")
    for axes, Z, title in zip(figure.subplots(1, 2), (right, printed), titles, strict=True):
        classes(axes, *Z.T, labels)
        axes.set(title=title, xlabel="component 1", ylabel="component 2")
        axes.set_aspect("equal", adjustable="datalim")
        axes.locator_params(nbins=5)
    legend(figure, "circle")
    return Words(
        "First panel: the two circles by the correct recipe, which tells them apart on component "
        "1. Second: the recipe as printed, which has three mistakes. Its matrix K − 2·1ₙK + 1ₙK1ₙ "
        "mixes the circles on both components. The other length of the coefficients changes the "
        "scale, and scores from the uncentered kernel have another origin.",
        f"Two maps of {len(labels)} samples. First panel, component 1: {_spans(right, labels)}. "
        f"Second, component 1: {_spans(printed, labels)}; the outer circle lies within the inner "
        "one.",
    )


def heat_map(axes: Axes, matrix: Array, colors: str, least: float) -> QuadMesh:
    """A cell for each element (n, n), on a scale from ``least`` to the largest size."""
    n = len(matrix)
    axes.set(xlabel="sample", aspect="equal", xticks=[1, n], yticks=[1, n])
    edges = np.arange(n + 1) + 0.5
    # Of more than fifty colors, Matplotlib stores the color bar as pixels.
    steps = matplotlib.colormaps[colors].resampled(33)
    # Edges in the color of the cells, because a browser leaves a gap between cells without any.
    most = np.abs(matrix).max()
    look = {"cmap": steps, "vmin": least, "vmax": most, "edgecolors": "face", "lw": 0.4}
    return axes.pcolormesh(edges, edges, matrix, **look)


def _row_sums(axes: Axes, sums: Array, most: float) -> None:
    axes.barh(np.arange(1, len(sums) + 1), sums, color=COLORS[0], height=0.7)
    axes.axvline(0.0, color="0.3", lw=0.6)
    axes.set(xlabel="row sum", xlim=(-0.1 * most, 1.05 * most))


def _spans(Z: Array, labels: list[str]) -> str:
    """The range of component 1 for each class."""
    of_class = {name: Z[np.array(labels) == name, 0] for name in sorted(set(labels))}
    return " and ".join(f"{name} {z.min():.2f} to {z.max():.2f}" for name, z in of_class.items())


def _middle(Z: Array) -> str:
    return f"({Z[:, 0].mean():.2f}, {Z[:, 1].mean():.2f})"


PICTURES: dict[str, Callable[[Figure], Words]] = {
    "centering-before-and-after": before_and_after,
    "centering-without": without_centering,
    "centering-misprint": misprint,
}
"""What draws each picture, by the name of its file."""
