"""What kernel PCA gains on real tables, and what not, on the page *Choosing a kernel*."""

from collections.abc import Callable, Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.spatial.distance import pdist, squareform
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.distances import squared_distances
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.formulations import dual
from kpca.interpretation.two_maps import NEIGHBORS, neighbors_kept
from kpca.kernels import RBF, Kernel, Linear
from kpca.kernels.bandwidth import median
from kpca.studies import datasets

GAMMA = 0.05
"""The width of the study of digits."""

COMPONENTS = (2, 5, 10, 20, 50, 100, 300)
OF_PCA = 50
"""The most components of PCA: the 64 pixels of 1000 digits span hardly ten more directions."""

TRAINED_ON, SPLITS = 1000, 5

KERNELS = ("PCA", "Gaussian kernel")


def wrong(kernel: Kernel, components: int) -> Array:
    """Shares (SPLITS, *) of test images whose digit is not found from the leading components.

    Linear discriminant analysis finds it. This is the experiment of Schölkopf, Smola & Müller
    (1998) with another linear classifier and smaller images.
    """
    shares = []
    for X, digits, train, test in _splits():
        data = Vectors(kernel, X[train], X[train])
        solution = dual.fit(data.K, components, data.element_error)
        new = dual.place(solution, data.K, kernel(X[test], X[train]))
        fits = (
            LinearDiscriminantAnalysis().fit(solution.scores[:, :d], digits[train])
            for d in COMPONENTS
            if d <= components
        )
        shares.append(
            [(fit.predict(new[:, : fit.n_features_in_]) != digits[test]).mean() for fit in fits]
        )
    return np.array(shares)


def wrong_by_nearest() -> Array:
    """Shares (SPLITS,) of test images whose nearest training image is another digit."""
    return np.array(
        [
            (
                digits[train][squared_distances(X[test], X[train]).argmin(axis=1)] != digits[test]
            ).mean()
            for X, digits, train, test in _splits()
        ]
    )


def _splits() -> Iterator[tuple[Array, Array, Array, Array]]:
    """The images, their digits, and which ones are for training and for the test."""
    X, labels = datasets.digits()
    for seed in range(SPLITS):
        order = np.random.default_rng(seed).permutation(len(X))
        yield X, np.array(labels, dtype=int), order[:TRAINED_ON], order[TRAINED_ON:]


def kept() -> dict[str, list[float]]:
    """The shares of neighbors that two components keep, of both kernels, for each real data set."""
    shares = {}
    for name, load in datasets.REAL.items():
        X, _ = load()
        D, two = squareform(pdist(X)), []
        for kernel in (Linear(), RBF(median(X))):
            data = Vectors(kernel, X, X)
            two.append(neighbors_kept(D, dual.fit(data.K, 2, data.element_error).scores, NEIGHBORS))
        shares[name] = two
    return shares


def gains(figure: Figure) -> Words:
    """Errors of linear discriminant analysis on components, and neighbors that maps keep."""
    figure.set_size_inches(WIDE, 3.3)
    left, right = figure.subplots(1, 2, width_ratios=[3, 2])
    shares = [100.0 * wrong(Linear(), OF_PCA), 100.0 * wrong(RBF(GAMMA), COMPONENTS[-1])]
    nearest, maps = 100.0 * wrong_by_nearest().mean(), kept()
    _errors(left, shares, nearest)
    _neighbors(right, maps)
    legend(figure, "")
    (pca, at_20, at_50, last), n = _means(shares), len(datasets.digits()[0])
    on_maps = [f"{100 * a:.0f} and {100 * b:.0f} % for {name}" for name, (a, b) in maps.items()]
    return Words(
        f"First panel: linear discriminant analysis of the components of {TRAINED_ON} digits, "
        f"tested with the other {n - TRAINED_ON}; means of {SPLITS} splits, and the least and the "
        f"largest value. The Gaussian kernel has γ = {GAMMA:g}. PCA has at most 64 components, "
        f"because an image has 64 pixels, and kernel PCA has up to {TRAINED_ON - 1}. Without any "
        f"component, the nearest image may decide (dotted). Second: what share of the {NEIGHBORS} "
        "nearest ones among all samples of a table two components keep near, with γ by the median "
        "heuristic.",
        f"First panel: with 20 components {at_20[0]:.1f} % of the test images are wrong by PCA and "
        f"{at_20[1]:.1f} % by kernel PCA; with {OF_PCA} it is {pca:.1f} and {at_50:.1f} %, and "
        f"{last:.1f} % with {COMPONENTS[-1]} components of kernel PCA. The dotted line is at "
        f"{nearest:.1f} %. Second: PCA and kernel PCA "
        f"keep {', '.join(on_maps)}.",
    )


def _means(shares: list[Array]) -> tuple[float, list[float], float, float]:
    """The means of PCA's last number, of both with 20, and of the kernel's with 50 and the most."""
    linear, kernel = (of.mean(axis=0) for of in shares)
    at_20, at_50 = map(COMPONENTS.index, (20, OF_PCA))
    return linear[-1], [linear[at_20], kernel[at_20]], kernel[at_50], kernel[-1]


def _errors(axes: Axes, shares: list[Array], nearest: float) -> None:
    for k, (of, name) in enumerate(zip(shares, KERNELS, strict=True)):
        means = of.mean(axis=0)
        spread = [means - of.min(axis=0), of.max(axis=0) - means]
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 1.2, "capsize": 2}
        axes.errorbar(COMPONENTS[: len(means)], means, spread, label=name, **look)
    axes.axhline(nearest, color="0.2", lw=1.0, ls=":", label="nearest image, no components")
    axes.set(xlabel="number of components", ylabel="wrong test images [%]", title="digits")
    axes.set(xscale="log", yscale="log")
    axes.set_xticks(COMPONENTS, map(str, COMPONENTS))
    axes.set_yticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"])
    axes.minorticks_off()


def _neighbors(axes: Axes, maps: dict[str, list[float]]) -> None:
    for k in range(len(KERNELS)):
        at = np.arange(len(maps)) + 0.16 * (2 * k - 1)
        shares = [100.0 * two[k] for two in maps.values()]
        axes.plot(at, shares, ls="none", color=COLORS[k], marker=MARKERS[k], ms=6)
    axes.set(xlabel="data set", ylabel="neighbors kept [%]", title="maps", ylim=(0, 100))
    axes.set_xticks(range(len(maps)), list(maps))
    axes.set_xlim(-0.5, len(maps) - 0.5)


PICTURES: dict[str, Callable[[Figure], Words]] = {"gains": gains}
"""What draws each picture, by the name of its file."""
