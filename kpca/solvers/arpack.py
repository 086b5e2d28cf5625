"""The largest eigenpairs of a matrix that fits into the cache, by SciPy's ``eigsh``.

It may miss a copy of an eigenvalue, or one that the start hides: whoever calls it has to prove that
none is missing.

Source: R. Lehoucq, D. Sorensen & C. Yang, ARPACK users' guide (1998).
"""

from inspect import signature

import numpy as np
from scipy.linalg.blas import dsymv
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from kpca.arrays import Array
from kpca.solvers import krylov
from kpca.solvers.tiled import power_of_two

IS_SEEDED = "rng" in signature(eigsh).parameters
"""Whether its random numbers are given: in older versions of SciPy those of an invariant space
depend on what was computed before."""

RESTARTS = 30
"""The most restarts; those of a matrix that suits the method need up to ten."""


def leading(
    K: Array, d: int, seed: int, most: int, q: Array | None = None
) -> tuple[Array, Array, int] | None:
    """The d largest eigenvalues (d,) of K~, descending, their vectors (n, d), and the products.

    K (n, n) is symmetric to the last bit; K~ is HKH, or PKP with the projector off the axis q (n,).
    None if the iteration does not converge to rounding within ``most`` or ``RESTARTS`` restarts. A
    larger tolerance would save a tenth of the products, and lose more copies. The basis holds three
    vectors for each pair: with SciPy's two, a cluster behind the last pair can stop the progress.
    """
    n, products = len(K), 0
    # ARPACK takes what is small beside 4e-11, and not beside the matrix, for converged.
    unit = power_of_two(max(float(K.max()), -float(K.min())))
    axis = np.full(n, 1.0 / np.sqrt(n)) if q is None else q

    def product(x: Array) -> Array:
        nonlocal products
        products += 1
        # It reads one triangle of K, which takes half of the time of a product with all of it.
        y = dsymv(1.0 / unit, K.T, x - axis * (axis @ x))
        return y - axis * (axis @ y)

    start = krylov.random_start(n, 1, seed, q=q)[:, 0]
    operator = LinearOperator((n, n), matvec=product, dtype=float)
    given = {"v0": start, "rng": np.random.default_rng((krylov.REFILL, seed))}
    try:
        basis = min(n, max(20, 3 * d + 1))
        theta, V = eigsh(operator, d, which="LA", ncv=basis, maxiter=min(most, RESTARTS), **given)
    except ArpackError:
        return None
    return unit * theta[::-1], V[:, ::-1], products
