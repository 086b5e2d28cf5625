"""The solutions that statements compare with the eigen-solve: other formulations and peers."""

from collections.abc import Callable

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigenvalues, is_fifty_digits, lengths
from kpca.arrays import Array
from kpca.data import Data
from kpca.distances import squared_distances
from kpca.formulations import block_krylov, dual, generalized, mds, primal, variational
from kpca.kernels import Linear, features
from kpca.solvers import groups
from kpca.solvers.solution import RankError, Solution
from kpca.statements.check import one_line

Fit = Callable[[], Solution | None]


def attempted(fits: dict[str, Fit]) -> tuple[dict[str, Solution], dict[str, str]]:
    """The solution of each fit, by name, and the messages of those that raise an exception.

    A formulation or another program that is not available for a study is left out, and the others
    are still compared. A fit that does not apply returns None.
    """
    solutions, unavailable = {}, {}
    for name, fit in fits.items():
        try:
            solution = fit()
        except Exception as error:  # whatever it is, the others can be compared
            unavailable[name] = one_line(error)
            continue
        if solution is not None:
            solutions[name] = solution
    return solutions, unavailable


def reach(fit: Callable[..., Solution], A: Array, components: int, error: float) -> Solution | None:
    """As many of the requested components as the formulation can distinguish from 0, if any."""
    try:
        return fit(A, components, error)
    except RankError as refused:
        return fit(A, refused.rank, error) if refused.rank else None


def by_iteration(data: Data, reference: Solution) -> dict[str, Fit]:
    """The generalized problem, the ascent, and the block Krylov method with its certificate.

    The first two return None where ``reference`` has negative eigenvalues. They raise
    ``PartialError`` where it is partial, because only the whole spectrum says whether they apply.
    """
    d = reference.components
    known_positive = data.kernel is not None and data.kernel.is_positive_semidefinite

    def positive(fit: Callable[..., Solution]) -> Solution | None:
        if len(reference.negative):
            return None
        return reach(fit, data.K, d, data.element_error)

    def certified(K: Array, components: int, error: float) -> Solution:
        return block_krylov.fit(K, components, error, known_positive)

    return {
        "generalized": lambda: positive(generalized.fit),
        "ascent": lambda: positive(variational.fit),
        "block Krylov": lambda: reach(certified, data.K, d, data.element_error),
    }


def by_peers(data: Data, reference: Solution, D: Array | None) -> dict[str, Fit]:
    """scikit-learn: KernelPCA of K, and ClassicalMDS of distances D (n, n) if there are any."""
    from kpca.formulations import peers  # scikit-learn takes a second to load

    d = reference.components
    fits: dict[str, Fit] = {
        "scikit-learn KernelPCA": lambda: reach(peers.kernel_pca, data.K, d, data.element_error)
    }
    if D is None:
        return fits
    hollow = np.where(np.eye(len(D), dtype=bool), 0.0, D**2)
    return fits | {
        "scikit-learn ClassicalMDS": lambda: reach(
            peers.classical_mds, hollow, d, data.distance_error
        )
    }


def linear_formulations(
    X: Array, components: int
) -> tuple[dict[str, Solution], dict[str, str]] | None:
    """PCA of points X (n, q) in four ways: ``covariance``, ``kernel``, ``distances``, ``peer``.

    Also the messages of those that raise an exception. The solutions have as many of the
    ``components`` as the points allow without cutting a group of equal eigenvalues; None if the
    first group is larger than that. There is no covariance of more than ``features.WIDEST``
    columns.
    """
    radius, rounding = float(lengths(X, 1).max()), tolerances.dot(X.shape[1] + 2)
    D2, error = squared_distances(X, X), Linear().rounding(X.shape[1], radius)
    d = _linear_components(X @ X.T, components, error)
    if d == 0:
        return None
    fits: dict[str, Fit] = {
        "kernel": lambda: dual.fit(X @ X.T, d, error),
        "distances": lambda: mds.fit(D2, d, rounding * float(D2.max())),
    }
    if X.shape[1] <= features.WIDEST:
        fits["covariance"] = lambda: primal.fit(X, d)
    if not is_fifty_digits(X):
        from kpca.formulations import peers

        fits["peer"] = lambda: peers.pca(X, d)
    return attempted(fits)


def _linear_components(G: Array, components: int, error: float) -> int:
    """The number of components of a linear Gram matrix G (n, n) that are clear and cut no group."""
    bound = tolerances.centered_gram(len(G), float(np.abs(G).max()), error)
    spectrum = eigenvalues(G)
    bound += tolerances.eigenvalue(len(G), float(lengths(spectrum)))
    top = int(np.sum(spectrum > tolerances.GROUP_FACTOR * bound))
    complete = groups.groups(spectrum, min(top, components), bound)
    return complete[-1].stop if complete else 0


def variances_reached(X: Array) -> Array:
    """Variances (4,) of points X (n, q) along the directions at which four ascents end."""
    Y = X - X.mean(axis=0)
    size, none = float(np.linalg.norm(Y, 2)), np.zeros((Y.shape[1], 0))
    rng = np.random.default_rng(0)
    starts = rng.normal(size=(4, Y.shape[1]))
    reached = [variational.ascend(Y / size, none, start) for start in starts]
    return np.array([float(((Y @ w) ** 2).mean()) for w in reached])
