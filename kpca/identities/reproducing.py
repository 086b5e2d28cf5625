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
    them. f is the vector w = sum_i a_i e_i and k(t, ·) the row e_t of ``sample_features``, for new
    points and training points t. A property of the space: it holds for any f, also for a wrong one.
    Tolerance: the eigen-solver's backward error and three products, times |a|. Control: left out of
    f is the training point that matters most to it.
    """
    n = len(K)
    joint = np.block([[K, K_new.T], [K_new, G_new]])
    rows, signs = sample_features(joint)
    a = rkhs.expansion(solution.alpha)
    inner = (rows * signs) @ (rows[:n].T @ a)
    weight = np.abs(joint[:, :n]).max(axis=0)[:, None] * np.abs(a)
    without = np.where(weight == weight.max(axis=0), 0.0, a)
    size, N = float(np.linalg.norm(joint)), len(joint)
    allowed = tolerances.eigenvalue(N, size) + 3.0 * tolerances.products(N, size)
    return (
        np.abs(inner - rkhs.evaluate(a, joint[:, :n])).max(axis=0),
        2.0 * allowed * np.linalg.norm(a, axis=0),
        np.abs(inner - rkhs.evaluate(without, joint[:, :n])).max(axis=0),
    )
