"""How well PCA, kernel PCA and MDS of geodesic distances unroll an S-curve (note N4; ledger F5)."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
import xarray as xr
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree, shortest_path
from scipy.stats import spearmanr

from kpca import tolerances
from kpca.arrays import Array
from kpca.distances import squared_distances
from kpca.formulations import dual, mds
from kpca.kernels import RBF, Linear
from kpca.results import registry
from kpca.results.registry import variable
from kpca.solvers.solution import Solution
from ranges import ranges, require_repetitions

SAMPLES = 250
NOISES = (0.0, 0.1, 0.2, 0.3)
"""Standard deviations of the noise; the two arcs of the S have radius 1."""

GAMMAS = (0.05, 0.2, 0.5, 1.0, 2.0)
"""Of the Gaussian kernel exp(-gamma d^2); 0.5 is that of the study `s-curve`."""

NEIGHBORS = (4, 8, 12, 20, 30)
"""Nearest samples that each sample is joined to in the neighbor graph."""

COMPONENTS = 3
"""Components of each map, of which the best one counts."""

SHORT_CIRCUIT = np.pi
"""An edge between samples farther apart than this along the band is a short circuit: half a turn
of the band, which an edge between neighbors on the band does not span."""


class Band(NamedTuple):
    """An S-curve: points X (n, 3), and the true position of each on the flat band.

    along (n,) is the arc length from the middle, -3 pi/2 to 3 pi/2; across (n,) is 0 to 2.
    """

    X: Array
    along: Array
    across: Array

    @property
    def flat(self) -> Array:
        """Distances (n, n) on the band itself: those of the flat rectangle, without noise."""
        positions = np.column_stack([self.along, self.across])
        return np.sqrt(squared_distances(positions, positions))


def band(noise: float, seed: int, n: int = SAMPLES) -> Band:
    """An S-curve of n points with normal noise; for one seed the true positions are the same."""
    from sklearn.datasets import make_s_curve

    X, along = make_s_curve(n, noise=noise, random_state=seed)
    clean, _ = make_s_curve(n, noise=0.0, random_state=seed)
    return Band(X, along, clean[:, 1])


class Geodesics(NamedTuple):
    """Distances D (n, n) along a neighbor graph, and what is known of the graph.

    joined is the number of edges that were added because the graph was in pieces; edges (e, 2) are
    the pairs of samples that are joined.
    """

    D: Array
    joined: int
    edges: Array

    def short_circuits(self, along: Array) -> int:
        """Number of edges between samples that are more than ``SHORT_CIRCUIT`` apart along (n,)."""
        apart = np.abs(along[self.edges[:, 0]] - along[self.edges[:, 1]])
        return int((apart > SHORT_CIRCUIT).sum())


def geodesics(X: Array, neighbors: int) -> Geodesics:
    """Lengths of the shortest paths between distinct points X (n, q) in their neighbor graph.

    An edge joins two samples if one of them is among the ``neighbors`` nearest of the other. If the
    graph is in pieces, the edges of the minimum spanning tree that lie between pieces are added.
    Tenenbaum, de Silva & Langford, Science 290 (2000).

    Raises ``ValueError`` unless 1 <= neighbors < n.
    """
    from sklearn.neighbors import kneighbors_graph

    if not 1 <= neighbors < len(X):
        raise ValueError(
            f"{neighbors} neighbors asked for; allowed: 1 to {len(X) - 1} for {len(X)} points"
        )
    nearest = kneighbors_graph(X, neighbors).toarray() > 0.0
    joined, lengths = nearest | nearest.T, np.sqrt(squared_distances(X, X))
    pieces, piece = connected_components(csr_array(joined), directed=False)
    if pieces > 1:
        tree = minimum_spanning_tree(csr_array(lengths)).toarray() > 0.0
        joined |= (tree | tree.T) & (piece[:, None] != piece[None, :])
    graph = csr_array(np.where(joined, lengths, 0.0))
    D = shortest_path(graph, method="D", directed=False)
    return Geodesics(np.maximum(D, D.T), pieces - 1, np.argwhere(np.triu(joined)))


def unroll(D: Array, components: int = COMPONENTS) -> Solution:
    """Classical MDS of path lengths D (n, n).

    A path has at most n - 1 edges, each rounded in its sum; so a length has a relative error of
    at most about n u, and its square twice that.
    """
    return mds.fit(D**2, components, tolerances.dot(2 * len(D) + 10) * float(D.max()) ** 2)


def pca(X: Array) -> Solution:
    """PCA of points X (n, q), by the linear kernel."""
    return dual.fit(Linear()(X, X), COMPONENTS)


def gaussian(X: Array, gamma: float) -> Solution:
    """Kernel PCA of points X (n, q) with exp(-gamma d^2)."""
    return dual.fit(RBF(gamma)(X, X), COMPONENTS)


def recovered(Z: Array, along: Array) -> float:
    """The largest |rank correlation| (Spearman) of a component of Z (n, d) with the positions (n,).

    1 if a component has the order of the samples along the band, or the reverse order.
    """
    return max(abs(float(spearmanr(column, along).statistic)) for column in Z.T)


@dataclass(frozen=True)
class Recovery:
    """Rank correlations of the best component, for each noise (p,) and repetition (r,).

    pca (p, r), gaussian (p, g, r) by gamma, geodesic (p, k, r) by number of neighbors; and for the
    geodesic distances (p, k, r): the share of the sum of |mu| that negative eigenvalues hold, how
    many they are, the number of short circuits, and the edges added to join the pieces of a graph.
    """

    pca: Array
    gaussian: Array
    geodesic: Array
    negative_mass: Array
    negative: Array
    short_circuits: Array
    joined: Array

    def best_gaussian(self) -> tuple[float, Array]:
        """The gamma with the highest median without noise, and its correlations (p, r)."""
        best = int(np.argmax(np.median(self.gaussian[0], axis=1)))
        return GAMMAS[best], self.gaussian[:, best]

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores."""
        graph, repetitions = ("noise", "neighbors", "repetition"), range(1, self.pca.shape[1] + 1)
        return registry.dataset("1", gamma_tried=GAMMAS).assign(
            noise=variable(("noise",), NOISES, "1", "standard deviation of the noise"),
            neighbors=variable(
                ("neighbors",), NEIGHBORS, "1", "neighbors of a sample in the graph"
            ),
            repetition=variable(
                ("repetition",), repetitions, "1", "number of a random data set: its seed"
            ),
            order_by_pca=variable(
                ("noise", "repetition"),
                self.pca,
                "1",
                "largest |rank correlation| of a component of PCA",
            ),
            order_by_rbf=variable(
                ("noise", "gamma_tried", "repetition"),
                self.gaussian,
                "1",
                "the same for a Gaussian kernel",
            ),
            order_by_geodesics=variable(
                graph, self.geodesic, "1", "the same for MDS of geodesic distances"
            ),
            geodesic_negative_mass=variable(
                graph, self.negative_mass, "1", "negative share of the sum of |mu|"
            ),
            geodesic_negative=variable(graph, self.negative, "1", "number of negative eigenvalues"),
            short_circuits=variable(
                graph, self.short_circuits, "1", "edges that join distant parts of the band"
            ),
            edges_added=variable(
                graph, self.joined, "1", "edges added to join pieces of the graph"
            ),
        )


def lengthening(paths: Geodesics, true_band: Band) -> Array:
    """Ratios of path lengths to the true distances on the band: their 0, 5, 50, 95, 100 % (5,)."""
    pairs = np.triu_indices(len(paths.D), 1)
    return np.quantile(paths.D[pairs] / true_band.flat[pairs], (0.0, 0.05, 0.5, 0.95, 1.0))


def repeated(repeats: int) -> Recovery:
    """All methods on the bands with the seeds 1 to ``repeats``.

    Raises ``ValueError`` for fewer than one repetition.
    """
    require_repetitions(repeats)
    repetitions = [[_once(band(noise, s)) for s in range(1, repeats + 1)] for noise in NOISES]
    by_method = zip(*(zip(*row, strict=True) for row in repetitions), strict=True)
    return Recovery(*(np.moveaxis(np.array(values), 1, -1) for values in by_method))


def _once(drawn: Band) -> tuple[float | Array, ...]:
    """The arrays of ``Recovery`` for one band, without noise and repetition."""
    by_gamma = [recovered(gaussian(drawn.X, gamma).scores, drawn.along) for gamma in GAMMAS]
    columns = [_unrolled(drawn, neighbors) for neighbors in NEIGHBORS]
    numbers = (np.array(column) for column in zip(*columns, strict=True))
    return recovered(pca(drawn.X).scores, drawn.along), np.array(by_gamma), *numbers


def _unrolled(drawn: Band, neighbors: int) -> tuple[float, float, int, int, int]:
    paths = geodesics(drawn.X, neighbors)
    map_ = unroll(paths.D)
    return (
        recovered(map_.scores, drawn.along),
        map_.negative_mass,
        len(map_.negative),
        paths.short_circuits(drawn.along),
        paths.joined,
    )


def rows(recovery: Recovery) -> list[dict[str, object]]:
    """One row for each method, noise and parameter: median and ``ranges`` over repetitions."""
    listed = []
    for p, noise in enumerate(NOISES):
        listed.append(_row("PCA", noise, recovery.pca[p]))
        for g, gamma in enumerate(GAMMAS):
            listed.append(_row("Gaussian kernel", noise, recovery.gaussian[p, g], gamma=gamma))
        for k, neighbors in enumerate(NEIGHBORS):
            listed.append(
                _row("geodesic MDS", noise, recovery.geodesic[p, k], neighbors=neighbors)
                | {
                    "short_circuits": float(np.median(recovery.short_circuits[p, k])),
                    "negative_eigenvalues": float(np.median(recovery.negative[p, k])),
                    "negative_mass": float(np.median(recovery.negative_mass[p, k])),
                    "graphs_joined": int((recovery.joined[p, k] > 0).sum()),
                }
            )
    return listed


def for_the_report(rows: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """Caption and rows for the report, of ``rows``: the best parameter of each method."""
    best = rows.groupby(["method", "noise"], sort=False)["correlation_median"].idxmax()
    chosen = rows.loc[best, ["method", "noise", "correlation_median", "seeds"]]
    chosen["parameter"] = [
        _in_words(*parameters) for parameters in rows.loc[best, PARAMETERS].to_numpy()
    ]
    return (
        "rank correlation of the best component with the position on the S, for the best parameter "
        "of each method.",
        chosen,
    )


PARAMETERS = ["gamma", "neighbors"]
"""What a method has one of at most; the other one is NaN."""


def _in_words(gamma: float, neighbors: float) -> str:
    if not np.isnan(gamma):
        return f"γ = {gamma:g}"
    return "" if np.isnan(neighbors) else f"{neighbors:.0f} neighbors"


def _row(method: str, noise: float, values: Array, **parameter: float) -> dict[str, object]:
    median, low, high = map(float, ranges(values))
    return {
        "method": method,
        "noise": noise,
        **parameter,
        "correlation_median": median,
        "correlation_low": low,
        "correlation_high": high,
        "seeds": len(values),
    }
