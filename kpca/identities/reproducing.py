"""Ledger section 2, the RKHS: K6, K7, K8."""

import numpy as np

from kpca import eigen, rkhs, tolerances
from kpca.formulations.solution import Solution
from kpca.identities.check import Measured, statement
from kpca.kernels import Array


def sample_features(G: Array) -> tuple[Array, Array]:
    """Rows e_i (N, N) and signs (N,) with sum_j sign_j e_ij e_kj = g_ik, of a Gram matrix G (N, N).

    Theorem 5 of N4 on a sample (ledger K6); all signs are +1 for a positive semi-definite kernel.
    """
    rounding = tolerances.centering_entry(len(G), float(np.abs(G).max()))
    found = eigen.leading(G, len(G), rounding)
    return found.V * np.sqrt(np.abs(found.spectrum)), np.where(found.spectrum < 0, -1.0, 1.0)


@statement("K6")
def kernel_has_features_on_every_sample(
    K_psd: Array, joint: Array, embedding: tuple[Array, Array], entry_error: float
) -> Measured:
    """From a positive semi-definite kernel alone, rows e_i with e_i·e_j = k(x_i, x_j) (N4, Thm 5).

    ``joint`` (N, N) is the Gram matrix, ``embedding`` its ``sample_features``. Tolerance: the
    solver's backward error, negative rounding of eigenvalues counted twice, one product. Control:
    features divided by sqrt(N).
    """
    rows, _ = embedding
    N, size = len(joint), float(np.linalg.norm(joint))
    found = rows @ rows.T
    allowed = 4.0 * tolerances.eigenvalue(N, size) + tolerances.products(N, size)
    return (
        np.abs(found - joint).max(),
        allowed + 2.0 * N * entry_error,
        np.abs(found / N - joint).max(),
    )


@statement("K7")
def inner_product_ignores_the_representation(K: Array, dual: Solution) -> Measured:
    """<f, g> = sum_ij a_i b_j k(x_i, y_j) is the same for every way to write f (N4, Thm 5).

    A few samples, those where the components are largest, are listed twice; a weight moved from
    one copy to the other gives another representation of the same f_l. <f_l, f_l> in both, for each
    component. Tolerance: the products. Control: the weight added to both copies.
    """
    a = rkhs.expansion(dual.alpha)
    values = K @ a
    twice = np.unique(np.argmax(np.abs(values), axis=0))
    again = np.concatenate([np.arange(len(K)), twice])
    K_again = K[np.ix_(again, again)]
    scale = np.abs(a).max(axis=0) / np.abs(values).max(axis=0)
    weight = values[twice] * scale
    moved, doubled = np.vstack([a, -weight]), np.vstack([a, weight])
    moved[twice] += weight
    doubled[twice] += weight
    sizes = np.maximum(np.linalg.norm(moved, axis=0), np.linalg.norm(a, axis=0))
    once = rkhs.squared_norm(a, K)
    allowed = 4.0 * tolerances.products(len(again), float(np.linalg.norm(K_again))) * sizes**2
    return (
        np.abs(rkhs.squared_norm(moved, K_again) - once),
        allowed,
        np.abs(rkhs.squared_norm(doubled, K_again) - once),
    )


@statement("K8")
def reproducing_property(joint: Array, embedding: tuple[Array, Array], dual: Solution) -> Measured:
    """<f, k(t, ·)> = f(t) (N4, Proposition 6), the left side in coordinates, the right by kernel.

    ``joint`` (n + m, n + m) is the Gram matrix of training and new points. f is the vector w =
    sum_i a_i e_i and k(t, ·) the row e_t of ``embedding``, for new points and training points t. A
    property of the space: it holds for any f, also for a wrong one. Tolerance: the eigen-solver's
    backward error and three products, times |a|. Control: left out of f is the training point that
    matters most to it.
    """
    n, N = dual.n, len(joint)
    rows, signs = embedding
    a = rkhs.expansion(dual.alpha)
    inner = (rows * signs) @ (rows[:n].T @ a)
    weight = np.abs(joint[:, :n]).max(axis=0)[:, None] * np.abs(a)
    without = np.where(weight == weight.max(axis=0), 0.0 * a, a)
    size = float(np.linalg.norm(joint))
    allowed = tolerances.eigenvalue(N, size) + 3.0 * tolerances.products(N, size)
    return (
        np.abs(inner - rkhs.evaluate(a, joint[:, :n])).max(axis=0),
        2.0 * allowed * np.linalg.norm(a, axis=0),
        np.abs(inner - rkhs.evaluate(without, joint[:, :n])).max(axis=0),
    )
