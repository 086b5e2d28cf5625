"""Ledger section 8, distances in units of the variances: S20, S21."""

import numpy as np
import scipy.linalg
from scipy.linalg import lapack

from kpca import tolerances
from kpca.arithmetic import (
    eigenvalues,
    eigh,
    is_fifty_digits,
    lengths,
    number_one,
    off_the_ones,
)
from kpca.arrays import Array, Indices
from kpca.centering import center, center_new, centering_matrix, squared_lengths
from kpca.statements.check import ALL_PARTS, Parts, statement
from kpca.statements.separable import APART, MOST


@statement("S20")
def mahalanobis_over_all_components_is_constant(K_few: Array) -> Parts | None:
    """T^2 = sum_l z_il^2/lambda_l = n - 1 for every training sample, if K~ has the rank n - 1.

    For sum_l z_il^2/lambda_l = n sum_l v_il^2, and the v_l are a basis of all vectors orthogonal to
    1. So T^2 needs few components, or a ridge (S21). Executed on up to ``MOST`` samples whose
    features are clearly linearly independent, chosen by a pivoted Cholesky decomposition. T^2 is
    computed from the scores k~'v/mu^(1/2). Tolerance: the solver and the products, relative to the
    least mu, twice for the square. Control: lambda = mu/(n - 1), of which the same sum is at most
    (n - 1)^2/n. None for less than two such samples.
    """
    around_mean = center(K_few)
    largest = np.abs(around_mean).max()
    if largest == 0:
        return None
    # The features add up to 0, so that the last two have one length: the first sample is taken.
    earlier = 1.0 - 1e-6 * np.arange(len(around_mean))
    pivoted = np.outer(earlier, earlier) * around_mean / largest
    _, order, rank, _ = lapack.dpstrf(pivoted.astype(float), tol=APART)
    chosen = order[: min(rank, MOST)] - 1
    n = len(chosen)
    if n < 2:
        return None
    A = center(around_mean[np.ix_(chosen, chosen)] / largest)
    Q = off_the_ones(n, number_one(A))
    mu, W = eigh(Q.T @ A @ Q)
    scores = A @ (Q @ W) / np.sqrt(mu)
    size = float(lengths(mu))
    error = 2.0 * tolerances.eigenvalue(n, size) + 4.0 * tolerances.products(n, size)
    error += tolerances.centered_gram(n, 1.0, 0.0)
    by_scores = (scores**2 / mu).sum(axis=1)
    allowed = 2.0 * n * (error / float(mu.min()) + tolerances.orthonormality(n))
    return {
        "training samples": (
            np.abs(n * by_scores - (n - 1)),
            allowed,
            np.abs((n - 1) * by_scores - (n - 1)),
        )
    }


@statement("S21", blind=ALL_PARTS)
def with_a_ridge_it_is_a_posterior_variance(
    K_few: Array,
    K_new: Array,
    G_new: Array,
    few: Indices,
    joint_error: float,
    K_psd: Array | None = None,
) -> Parts | None:
    """sum_l z_l^2/(lambda_l + s) = (k~(t, t) - k~'(K~ + nsI)^-1 k~)/s for a ridge s > 0.

    The right side is the variance at t of a Gaussian process that was observed at the samples with
    the noise ns, over s (Haasdonk & Pękalska 2009; Rasmussen & Williams 2006, section 2.2). What t
    has off the span of the components counts on the left as one more, with lambda = 0. By
    eigenvectors, and by linear equations with s = lambda_1/10, for at most 100 training samples,
    an indefinite K~ corrected by Lingoes' constant; and for new samples if k is positive
    semi-definite, which the equations take from the centered joint matrix. Tolerance: the error e
    of K~, for new samples of the joint matrix, and of the solver, in (k~ + nsI)^-1; components with
    mu <= 1000 e count as lambda = 0. Control: sI for nsI; it sees no sample at the mean and no new
    one far away. None with fifty digits.
    """
    n, A = len(K_few), center(K_few)
    if n < 2 or is_fifty_digits(K_few) or not A.any():
        return None
    G = A - min(eigenvalues(A)[-1], 0.0) * centering_matrix(n)
    of_means = n * tolerances.centering_element(n, float(np.abs(A).max()))
    of_training = _variances(G, G, G.diagonal(), of_means)
    if of_training is None or K_psd is None:
        return of_training and {"training samples": of_training}
    rows, means = K_new[:, few], K_few.mean(axis=1)
    lengths_of_new = squared_lengths(G_new.diagonal(), rows.mean(axis=1), means)
    kappa = float(max(np.abs(K_few).max(), np.abs(rows).max()))
    of_joint = (n + 1) * (joint_error + 4.0 * tolerances.centering_element(n, kappa))
    joint = np.block([[K_few, rows.T], [rows, G_new]])
    H = np.eye(len(joint)) - np.where(np.arange(len(joint)) < n, 1.0 / n, 0.0)
    off = (H @ joint @ H.T)[n:]
    again = off[:, :n], off[:, n:].diagonal()
    new = _variances(A, center_new(rows, K_few), lengths_of_new, of_joint, again)
    return {"training samples": of_training} | ({} if new is None else {"new samples": new})


def _variances(
    G: Array,
    rows: Array,
    k_tt: Array,
    error: float,
    again: tuple[Array, Array] | None = None,
) -> tuple[Array, Array, Array] | None:
    """Both sides' difference, its tolerance and its control, for rows k~ (m, n) and k~(t, t) (m,).

    None if the error leaves no component. The linear equations have the same rows and lengths made
    ``again``, if these are given.
    """
    n, (mu, V) = len(G), eigh(G)
    e = error + 8.0 * tolerances.eigenvalue(n, float(lengths(mu)))
    long, s = mu > 1e3 * e, mu[-1] / (10.0 * n)
    if not long.any():
        return None
    squares = (rows @ V[:, long]) ** 2 / mu[long]
    by_vectors = (squares / (mu[long] / n + s)).sum(axis=1) + (k_tt - squares.sum(axis=1)) / s

    right, length = again or (rows, k_tt)

    def by_equations(noise: float) -> Array:
        solved = scipy.linalg.solve(G + noise * np.eye(n), right.T, assume_a="pos")
        return (length - (right * solved.T).sum(axis=1)) / s

    of_rows = (rows**2).sum(axis=1) / (n * s) ** 2
    allowed = (e + e * of_rows + (2e3 * e / (n * s) + tolerances.dot(8 * n)) * np.abs(k_tt)) / s
    return (
        np.abs(by_vectors - by_equations(n * s)),
        allowed,
        np.abs(by_vectors - by_equations(s)),
    )
