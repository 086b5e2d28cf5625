"""Ledger section 2, the RKHS: K8."""

import numpy as np

from kpca import eigen, rkhs, tolerances
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def sample_features(G: Array) -> tuple[Array, Array]:
    """Rows e_i (N, N) and signs (N,) with sum_j sign_j e_ij e_kj = g_ik, of a Gram matrix G (N, N).

    Theorem 5 of N4 on a sample (ledger K6); all signs are +1 for a positive semi-definite kernel.
    """
    found = eigen.leading(G, len(G), np.abs(G).max() * tolerances.U)
    return found.V * np.sqrt(np.abs(found.spectrum)), np.where(found.spectrum < 0.0, -1.0, 1.0)


@statement("K8")
def reproducing_property(K: Array, K_new: Array, G_new: Array, solution: Solution) -> Measured:
    """<f, k(t, ·)> = f(t) (N4, Proposition 6), the left side in coordinates, the right by kernel.

    K (n, n) and G_new (m, m) are Gram matrices of training and new points, K_new (m, n) between
    them. f is the vector w = sum_i a_i e_i and k(t, ·) the row e_t of ``sample_features``.
    Tolerance: the eigen-solver's backward error and three products, times |a|. Control: the last
    training point left out of f.
    """
    n = len(K)
    joint = np.block([[K, K_new.T], [K_new, G_new]])
    rows, signs = sample_features(joint)
    a = rkhs.expansion(solution.alpha)
    inner = (rows[n:] * signs) @ (rows[:n].T @ a)
    size = float(np.linalg.norm(joint))
    N = len(joint)
    allowed = tolerances.eigenvalue(N, size) + 3.0 * tolerances.products(N, size)
    return (
        np.abs(inner - rkhs.evaluate(a, K_new)).max(axis=0),
        2.0 * allowed * np.linalg.norm(a, axis=0),
        np.abs(inner - rkhs.evaluate(a[:-1], K_new[:, :-1])).max(axis=0),
    )
