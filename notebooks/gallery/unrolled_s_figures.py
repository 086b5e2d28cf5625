"""An S-curve and its maps, and how the maps depend on noise and on the neighbor graph."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import WIDE
from kpca.figures.texts import counted, listed
from ranges import and_range, band, ranges


def four_views(
    figure: Figure, X: Array, maps: Mapping[str, Array], along: Array, order: Mapping[str, float]
) -> Words:
    """Points X (n, 3) from the side, and their scores (n, 2) on each of three maps, by name.

    The color is the position (n,) along the band. ``order`` is the rank correlation of the best
    component of each map with it.
    """
    figure.set_size_inches(WIDE, 5.8)
    panels = figure.subplots(2, 2)
    views = {"the S-curve from the side": X[:, [0, 2]], **maps}
    names = {"the S-curve from the side": ("x₁", "x₃")}
    for axes, (name, Z) in zip(panels.ravel(), views.items(), strict=True):
        drawn = axes.scatter(Z[:, 0], Z[:, 1], c=along, s=9, linewidths=0)
        correlation = f": ρ = {order[name]:.4f}" if name in order else ""
        axes.set_title(f"{name}{correlation}")
        horizontal, vertical = names.get(name, ("component 1", "component 2"))
        axes.set(xlabel=horizontal, ylabel=vertical)
        axes.set_aspect("equal", adjustable="datalim")
    bar = figure.colorbar(drawn, ax=panels, location="bottom", shrink=0.5, aspect=40)
    bar.set_label("position along the band (arc length)")
    texts = [f"{name} {value:.4f}" for name, value in order.items()]
    return Words(
        "One data set. The color is the true position along the band. Above each map: the rank "
        "correlation ρ of its best component with that position; 1 is the right order.",
        f"Four panels of {counted(len(X), 'sample')}. Rank correlation with the position along the "
        f"band: {listed(texts)}. Width by height of the maps: {listed(_sizes(maps))}.",
    )


def _sizes(maps: Mapping[str, Array]) -> list[str]:
    spans = {name: np.ptp(Z, axis=0) for name, Z in maps.items()}
    return [f"{name} {width:.2g} by {height:.2g}" for name, (width, height) in spans.items()]


def by_neighbors(
    figure: Figure,
    neighbors: Sequence[int],
    noises: Sequence[float],
    correlation: Array,
    short_circuits: Array,
    negative_mass: Array,
    pca: float,
) -> Words:
    """Three quantities (p, k, r) against the number of neighbors (k,), a line for each noise (p,).

    ``pca`` is the rank correlation of PCA without noise; r are the repetitions.
    """
    figure.set_size_inches(WIDE, 2.9)
    panels = figure.subplots(1, 3)
    quantities = {
        "rank correlation": correlation,
        "short circuits (edges)": short_circuits,
        "negative share of Σ|μ|": negative_mass,
    }
    for axes, (name, values) in zip(panels, quantities.items(), strict=True):
        for p, noise in enumerate(noises):
            found = ranges(values[p].T)
            band(axes, neighbors, found, values.shape[2], color=COLORS[p], alpha=0.15)
            axes.plot(
                neighbors,
                found.median,
                marker=MARKERS[p],
                ms=4,
                color=COLORS[p],
                label=f"noise {noise:g}",
            )
        axes.set(xlabel="neighbors", ylabel=name, xticks=list(neighbors))
    panels[0].axhline(pca, color="0.3", ls="--", label="PCA, noise 0")
    panels[1].set_yscale("symlog", linthresh=1.0)
    panels[1].set_ylim(-0.1, None)
    panels[1].set_yticks([0, 1, 10, 100], ["0", "1", "10", "100"])
    panels[1].minorticks_off()
    panels[2].set_ylim(0.0, None)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper left", ncols=5)
    repeats, medians = correlation.shape[2], np.median(correlation, axis=2)
    texts = [
        f"noise {noise:g}: {', '.join(f'{value:.3f}' for value in row)}"
        for noise, row in zip(noises, medians, strict=True)
    ]
    most = np.median(short_circuits, axis=2).max(axis=1)
    return Words(
        "Classical MDS of geodesic distances by the number of neighbors in the graph: rank "
        "correlation with the position along the band, edges that are short circuits, and the "
        f"share of negative eigenvalues. Lines: median of {counted(repeats, 'data set')}"
        f"{and_range(repeats, '; bands: ')}.",
        f"Three panels with {counted(len(noises), 'line')} each. Rank correlation for "
        f"{', '.join(map(str, neighbors))} neighbors: {'; '.join(texts)}. The most short circuits "
        f"by noise, as a median: {listed([f'{value:g}' for value in most])}. PCA reaches "
        f"{pca:.3f} without noise.",
    )
