"""Figures beyond one sample and one method: growing samples, and relatives of kernel PCA."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import classes, legend
from kpca.figures.style import NARROW, WIDE
from kpca.figures.texts import listed


def growing_samples(
    figure: Figure, sizes: Sequence[int], first: Sequence[Array], population: float
) -> Words:
    """The first eigenvalue of the covariance of random samples, against that of all samples.

    ``first`` has one array of eigenvalues for each n of ``sizes``, times n/(n - 1) and in units of
    the total variance.
    """
    figure.set_size_inches(NARROW, 2.9)
    axes, means = figure.subplots(), [float(values.mean()) for values in first]
    for n, values in zip(sizes, first, strict=True):
        axes.plot(np.full(len(values), n), values, "o", color=COLORS[0], ms=2.5, alpha=0.4)
    axes.plot(sizes, means, "-", color=COLORS[1], label="mean of the samples")
    axes.axhline(population, color="0.2", ls="--", label="population")
    axes.set(
        xscale="log",
        xlabel="size n of a sample",
        ylabel="n/(n − 1) λ₁ of a sample / variance of all",
    )
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.minorticks_off()
    axes.legend()
    return Words(
        f"λ₁ of {len(first[0])} random samples of each size, drawn with replacement, times "
        "n/(n − 1) and in units of the variance of the population. With this factor, the first "
        "eigenvalue of small samples is too large in expectation, and the mean of "
        f"{len(first[0])} samples scatters around that.",
        f"For samples of {listed([str(n) for n in sizes])} the means are "
        f"{listed([f'{mean:.3f}' for mean in means])}, and the population has {population:.3f}.",
    )


def maps_of_relatives(figure: Figure, maps: Mapping[str, Array], labels: Sequence[str]) -> Words:
    """The first two coordinates (n, 2) of each method on the same samples, one panel for each."""
    rows = -(-len(maps) // 2)
    figure.set_size_inches(WIDE, 2.7 * rows)
    panels = figure.subplots(rows, 2, squeeze=False).ravel()
    for axes, (name, Z) in zip(panels, maps.items(), strict=True):
        # In units of the largest coordinate: the methods have different ones.
        unit = Z[:, :2] / np.abs(Z[:, :2]).max()
        classes(axes, unit[:, 0], unit[:, 1], labels)
        axes.set(title=name, xlabel="coordinate 1", ylabel="coordinate 2")
    legend(figure)
    return Words(
        "The same samples on the maps of relatives of kernel PCA, in units of the largest "
        "coordinate of each map. One color and marker for each class.",
        f"Maps of {len(labels)} samples by {listed(list(maps))}.",
    )
