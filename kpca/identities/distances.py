"""Ledger section 4, distances that no kernel gave: D2."""

import numpy as np

from kpca import eigen, tolerances
from kpca.centering import gower
from kpca.distances import induced
from kpca.identities.check import Measured, statement
from kpca.identities.kernel_functions import smallest_after_correction
from kpca.kernels import Array


@statement("D2")
def any_distance_embeds_with_signed_axes(D_other: Array) -> Measured:
    """d_ij^2 = sum_l sign(mu_l) (z_il - z_jl)^2 for any symmetric, hollow D (n, n) (N4).

    Classical MDS applies to distances no kernel is known for (road distances, city-block), if the
    axes of negative eigenvalues are kept and counted negatively: measured; control: dropped in
    silence. With Lingoes' or Cailliez' constant none is negative: measured; control: before.
    Tolerance: four entries of B, each off by its spectral error, and the products that rebuild it;
    for the corrections see ``smallest_after_correction``.

    Raises ``ValueError`` for a diagonal that is not zero.
    """
    n, D2 = len(D_other), D_other**2
    if D2.diagonal().any():
        raise ValueError("the distance of a sample to itself has to be 0, on the whole diagonal")
    largest = float(D2.max())
    error = tolerances.gower_gram(n, largest, tolerances.U * largest)
    found = eigen.leading(gower(D2), n, error)
    rebuilt = (found.V * found.spectrum) @ found.V.T
    dropped = (found.V * found.spectrum.clip(min=0)) @ found.V.T
    size = float(np.linalg.norm(found.spectrum))
    after, allowed, before = smallest_after_correction(D2, D_other)
    return (
        [np.abs(induced(rebuilt) - D2).max(), *after],
        [4.0 * (found.bound + tolerances.products(n, size)), *allowed],
        [np.abs(induced(dropped) - D2).max(), *np.full(len(after), before)],
    )
