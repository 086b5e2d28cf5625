"""What is compared: the one module that calls the solvers of this library and scikit-learn's.

A method imports what it needs and returns a function without arguments, which is what is timed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca.arrays import Array

WITH_CERTIFICATE, WITHOUT, LOW_RANK = "kpca, certified", "kpca, no certificate", "kpca, low rank"
ARPACK, RANDOMIZED, DENSE, AUTO = (
    f"scikit-learn, {solver}" for solver in ("arpack", "randomized", "dense", "auto")
)
PEERS = (ARPACK, RANDOMIZED, DENSE, AUTO)
PLACED, PLACED_BY_PEER = "kpca, transform", "scikit-learn, transform"
OURS = (WITHOUT, WITH_CERTIFICATE, LOW_RANK)


@dataclass(frozen=True)
class Fit:
    """The result of a fit of n points with d components.

    mu         (d,) eigenvalues of the centered Gram matrix
    V          (n, d) unit eigenvectors
    passes     products with the Gram matrix, without those of a certificate; None if not known
    rank       landmarks of a low-rank factor
    proved     proved bound on the errors of the eigenvalues, relative to the largest one
    refused    why the certificate is refused; empty if it is not, or if there is none
    """

    mu: Array
    V: Array
    passes: int | None = None
    rank: int | None = None
    proved: float | None = None
    refused: str = ""


Timed = Callable[[], Fit]


def without_certificate(X: Array, gamma: float, d: int, seed: int, **options: Any) -> Timed:
    """The block Krylov method alone, with the tiles of half of the Gram matrix in memory."""
    from kpca.kernels import RBF
    from kpca.solvers import krylov
    from kpca.solvers.elements import KernelElements
    from kpca.solvers.threads import one_thread
    from kpca.solvers.tiled import TiledGram

    def fit() -> Fit:
        with one_thread():
            operator = TiledGram(KernelElements(RBF(gamma), X))
            start = krylov.random_start(len(X), krylov.BLOCK, seed)
            ritz = krylov.leading(operator, start, d, **options)
        return Fit(ritz.theta[:d], ritz.V, ritz.passes)

    return fit


def certified(X: Array, gamma: float, d: int, seed: int, **options: Any) -> Timed:
    """The solver that a user calls, with its certificate. The options are those of ``solve``."""
    from kpca.kernels import RBF
    from kpca.solvers import partial
    from kpca.solvers.elements import KernelElements
    from kpca.solvers.tiled import kept_bytes

    def fit() -> Fit:
        budget = {"max_memory": 1.2 * kept_bytes(len(X)) + 2**30} | options
        result = partial.solve(KernelElements(RBF(gamma), X), d, seed=seed, **budget)
        of, certificate = result.solution, result.certificate
        return Fit(
            of.spectrum[:d],
            of.V[:, :d],
            result.passes,
            proved=float(np.max(certificate.errors / of.spectrum[0])),
            refused="; ".join(certificate.reasons),
        )

    return fit


def low_rank(X: Array, gamma: float, d: int, seed: int, **options: Any) -> Timed:
    """Randomly pivoted Cholesky without the Gram matrix.

    The options are those of ``factor``, and ``precise`` of the elements.
    """
    from kpca.kernels import RBF
    from kpca.solvers import low_rank
    from kpca.solvers.elements import KernelElements

    precise = {"precise": options.pop("precise")} if "precise" in options else {}

    def fit() -> Fit:
        elements = KernelElements(RBF(gamma), X, **precise)
        factor = low_rank.factor(elements, seed=seed, **options)
        solution = low_rank.kernel_pca(factor, d)
        proved = float(solution.errors[:d].max() / solution.spectrum[0])
        return Fit(solution.spectrum[:d], solution.V, rank=factor.rank, proved=proved)

    return fit


def peer(solver: str) -> Callable[..., Timed]:
    """scikit-learn's KernelPCA with one of its solvers; it may overwrite its copy of X."""

    def method(X: Array, gamma: float, d: int, seed: int, **options: Any) -> Timed:
        from sklearn.decomposition import KernelPCA

        def fit() -> Fit:
            model = KernelPCA(
                d,
                kernel="rbf",
                gamma=gamma,
                eigen_solver=solver,
                random_state=seed,
                copy_X=False,
                **options,
            ).fit(X)
            return Fit(model.eigenvalues_, model.eigenvectors_)

        return fit

    return method


def placed(by_peer: bool) -> Callable[..., Timed]:
    """``transform`` of ``new`` samples by a model of this library or of scikit-learn.

    The model is fitted before. A new sample is one of the fit with noise.
    """

    def method(X: Array, gamma: float, d: int, seed: int, new: int = 1, **options: Any) -> Timed:
        from sklearn.decomposition import KernelPCA as Peer

        from kpca import KernelPCA

        rng = np.random.default_rng(seed)
        X_new = X[rng.integers(len(X), size=new)] + 0.1 * rng.normal(size=(new, X.shape[1]))
        more = {"kernel": "rbf", "gamma": gamma, "random_state": seed, **options}
        model = (Peer if by_peer else KernelPCA)(
            d, eigen_solver="arpack" if by_peer else "auto", **more
        )
        model.fit(X)

        def transform() -> Fit:
            model.transform(X_new)
            return Fit(model.eigenvalues_, model.eigenvectors_)

        return transform

    return method


METHODS: dict[str, Callable[..., Timed]] = {
    WITHOUT: without_certificate,
    WITH_CERTIFICATE: certified,
    LOW_RANK: low_rank,
    **{name: peer(name.removeprefix("scikit-learn, ")) for name in PEERS},
    PLACED: placed(by_peer=False),
    PLACED_BY_PEER: placed(by_peer=True),
}
