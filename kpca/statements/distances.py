"""Ledger section 4, distances that no kernel induces: D2."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import gower
from kpca.distances import induced
from kpca.solvers import dense
from kpca.statements.check import Parts, statement
from kpca.statements.kernel_functions import least_constants


@statement("D2", blind=("Cailliez",))
def any_distance_embeds_with_signed_axes(D_other: Array) -> Parts:
    """d_ij^2 = sum_l sign(mu_l) (z_il - z_jl)^2 for any symmetric, hollow D (n, n) (N4).

    Classical MDS applies to distances without a known kernel (road distances, city-block), if the
    axes of negative eigenvalues are kept and counted negatively: measured. Control: these axes
    dropped. With Lingoes' or Cailliez' constant no eigenvalue is negative, and these constants are
    the least ones: see ``least_constants``. Tolerance: four elements of B, each off by
    its spectral error, and the products that rebuild it.

    Raises ``ValueError`` for a diagonal that is not zero.
    """
    n, D2 = len(D_other), D_other**2
    if D2.diagonal().any():
        raise ValueError("the distance of a sample to itself has to be 0, on the whole diagonal")
    largest = float(D2.max())
    error = tolerances.gower_gram(n, largest, tolerances.U * largest)
    solution = dense.leading(gower(D2), n, error)
    # The axes as coordinates: what is compared is d^2 of the map, not a rebuilt matrix.
    Z = solution.V * np.sqrt(np.abs(solution.spectrum))
    real = solution.spectrum > 0
    rebuilt = _squared(Z[:, real]) - _squared(Z[:, ~real])
    size = float(lengths(solution.spectrum, None))
    allowed = 4.0 * (solution.matrix_error + 2.0 * tolerances.products(n, size))
    return {
        "signed axes": (
            np.abs(rebuilt - D2).max(),
            allowed,
            np.abs(_squared(Z[:, real]) - D2).max(),
        ),
        **least_constants(D2, D_other),
    }


def _squared(Z: Array) -> Array:
    """Squared distances (n, n) between the rows of Z (n, r)."""
    return induced(Z @ Z.T)
