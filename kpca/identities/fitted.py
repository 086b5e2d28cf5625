"""The solutions that statements compare beside the eigen-solve: roads that iterate, and peers."""

from collections.abc import Callable

import numpy as np

from kpca import eigen, tolerances
from kpca.arithmetic import is_exact
from kpca.formulations import dual, generalized, mds, primal, variational
from kpca.formulations.solution import RankError, Solution
from kpca.kernels import Array, Linear, squared_distances
from kpca.study import Data


def _reach(
    fit: Callable[..., Solution], A: Array, components: int, error: float
) -> Solution | None:
    """As many components as a road can tell from 0, which may be fewer than those asked for."""
    try:
        return fit(A, components, error)
    except RankError as refused:
        return fit(A, refused.rank, error) if refused.rank else None


def _told(found: dict[str, Solution | None]) -> dict[str, Solution]:
    return {name: solution for name, solution in found.items() if solution is not None}


def by_iteration(data: Data, reference: Solution) -> dict[str, Solution]:
    """The generalized problem and the ascent; none where ``reference`` has negative eigenvalues."""
    if len(reference.negative):
        return {}
    roads = {"generalized": generalized.fit, "ascent": variational.fit}
    d, error = reference.components, data.entry_error
    return _told({name: _reach(fit, data.K, d, error) for name, fit in roads.items()})


def by_peers(data: Data, reference: Solution, D: Array | None) -> dict[str, Solution]:
    """scikit-learn: KernelPCA of K, and ClassicalMDS of distances D (n, n) if there are any."""
    from kpca import peers  # scikit-learn takes a second to load

    d = reference.components
    found = {"scikit-learn KernelPCA": _reach(peers.kernel_pca, data.K, d, data.entry_error)}
    if D is not None:
        hollow = np.where(np.eye(len(D), dtype=bool), 0.0, D**2)
        mds2 = _reach(peers.classical_mds, hollow, d, data.distance_error)
        found["scikit-learn ClassicalMDS"] = mds2
    return _told(found)


def linear_roads(X: Array, components: int) -> dict[str, Solution] | None:
    """PCA of points X (n, q) along four roads: ``covariance``, ``kernel``, ``distances``, ``peer``.

    As many of the ``components`` as the points have, and as cut no group of equal eigenvalues; None
    where the first group is larger than that.
    """
    d = _linear_components(X, components)
    if d == 0:
        return None
    radius = float(np.sqrt((X**2).sum(axis=1).max()))
    D2, rounding = squared_distances(X, X), tolerances.dot(X.shape[1] + 2)
    found = {
        "covariance": primal.fit(X, d),
        "kernel": dual.fit(X @ X.T, d, tolerances.entry(Linear(), X.shape[1], radius)),
        "distances": mds.fit(D2, d, rounding * float(D2.max())),
    }
    if is_exact(X):
        return found
    from kpca import peers

    return found | {"peer": peers.pca(X, d)}


def _linear_components(X: Array, components: int) -> int:
    whole = primal.fit(X, 1)
    top = int(np.sum(whole.spectrum > tolerances.GROUP_FACTOR * whole.bound))
    groups = eigen.groups(whole.spectrum, min(top, components), whole.bound)
    return groups[-1].stop if groups else 0


def variances_reached(X: Array) -> Array:
    """Variances (4,) of points X (n, q) along the directions that four ascents end at."""
    Y = X - X.mean(axis=0)
    size, none = float(np.linalg.norm(Y, 2)), np.zeros((Y.shape[1], 0))
    rng = np.random.default_rng(0)
    starts = [rng.normal(size=Y.shape[1]) for _ in range(4)]
    reached = [variational.ascend(Y / size, none, start) for start in starts]
    return np.array([float(((Y @ w) ** 2).mean()) for w in reached])
