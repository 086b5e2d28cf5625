"""Ledger section 8, covariates and classes: S18, S19."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigenvalues, lengths, number_one, range_basis, svd
from kpca.arrays import Array, Indices
from kpca.centering import center
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.sums_of_squares import of_weighted, with_zeros


@statement("S18", blind=ALL_PARTS)
def covariates_are_regressed_out_in_feature_space(
    K_few: Array, few: Indices, Phi: Array
) -> Parts | None:
    """MKM with M = I - P_W is kernel PCA of the features after regression on covariates W.

    Centering is regression on the constant, P_W = 11'/n. For W (n, c) with the constant, the
    eigenvalues of MKM are the squared singular values of the residuals Phi - WW^+ Phi, of which
    each is the feature of a sample without what W explains (Legendre & Anderson 1999; McArdle &
    Anderson 2001). W has a batch, the first third of at most 100 samples, and a trend, their
    number. P_W is made from an orthonormal basis of W, and W^+ from its singular values. Tolerance:
    both solvers, the products with K, and those with Phi, twice for the square, and the condition
    of W. Controls: MK, regressed on one side, of which a solver takes the symmetric part; it is
    right where PKM is 0. K~, centered and not regressed. None for less than four samples.
    """
    n = len(K_few)
    if n < 4:
        return None
    one, number, F = number_one(K_few), np.arange(n), Phi[few]
    W = np.column_stack([np.ones(n), number * 3 < n, number / n]) * one
    Q, _, _ = range_basis(W, tolerances.GROUP_FACTOR * tolerances.dot(n) * lengths(W, None))
    M = np.eye(n) - Q @ Q.T
    U, D, V = svd(W)
    residuals = F - W @ (V.T @ ((U.T @ F) / D[:, None]))
    left = np.append(svd(residuals)[1] ** 2, np.zeros(max(0, n - F.shape[1])) * one)[:n]
    one_sided = M @ K_few
    size, condition = float((F**2).sum()), float(D[0] / D[-1])
    allowed = 2.0 * tolerances.eigenvalue(n, size)
    allowed += 16.0 * tolerances.dot(n + 8) * size * condition
    allowed += n * 16.0 * tolerances.dot(F.shape[1] + 4) * float((F**2).sum(axis=1).max())

    def off(A: Array) -> float:
        return np.abs(eigenvalues(A) - left).max()

    measured = off(M @ K_few @ M)
    controls = [off((one_sided + one_sided.T) / 2), off(center(K_few))]
    return {"eigenvalues": ([measured, measured], allowed, controls)}


@statement("S19", blind=ALL_PARTS)
def classes_constrain_the_map_to_their_means(
    K_few: Array, D2: Array, few: Indices, element_error: float, distance_error: float
) -> Parts | None:
    """eig(P K~ P) = eig(N^(1/2) H_w K- H_w' N^(1/2)): the weighted map (S12) of the class means.

    P projects on the means of g classes as in S11, K- (g, g) has the mean k between two classes, N
    their sizes, w = N/n. So a map that is constrained by classes, as by dbrda of vegan, is the map
    of g weighted points, and its eigenvalues add up to the sum of squares between the classes, by
    distances. The classes are a sixth, a third and half of at most 100 samples, in their order.
    Tolerance: centering, products and solvers; for the sum those of S11. Controls: class means that
    count the same; the first g - 1 eigenvalues of K~, which nothing constrains. None for less than
    six samples.
    """
    n, centered = len(K_few), center(K_few)
    if n < 6:
        return None
    classes = np.digitize(np.arange(n), [n // 6, n // 2])
    members = (classes[:, None] == np.arange(3)) * number_one(K_few)
    counts, squared = members.sum(axis=0), D2[np.ix_(few, few)]
    P = (members / counts) @ members.T
    means = members.T @ K_few @ members / np.outer(counts, counts)
    constrained, equal = eigenvalues(P @ centered @ P), 0 * counts + n / 3
    of_means, of_equal = (
        with_zeros(eigenvalues(of_weighted(means, r)), n) for r in (counts, equal)
    )
    within = members.T @ squared @ members
    between = squared.sum() / (2 * n) - (within.diagonal() / (2 * counts)).sum()
    kappa, size = float(np.abs(K_few).max()), float(lengths(centered, None))
    error = 2.0 * tolerances.centered_gram(n, kappa, 0.0, tolerances.dot(2 * n))
    error += 8.0 * tolerances.products(n, size) + 2.0 * tolerances.eigenvalue(n, size)
    of_pairs = n * (distance_error + tolerances.dot(2 * n) * float(np.abs(squared).max()))
    return {
        "eigenvalues": (
            np.abs(constrained - of_means).max(),
            error,
            np.abs(constrained - of_equal).max(),
        ),
        "sum": (
            np.abs(constrained.sum() - between),
            3.0 * error + of_pairs + n * element_error,
            np.abs(eigenvalues(centered)[:2].sum() - between),
        ),
    }
