"""Ledger section 7, sums of squares and weights: S11, S12."""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigenvalues, lengths, number_one
from kpca.arrays import Array
from kpca.centering import center
from kpca.interpretation import permanova
from kpca.statements.check import Parts, statement


@statement("S11", blind=("between groups",))
def sums_of_squares_by_distances_and_by_the_kernel(
    K: Array, D2: Array, element_error: float, distance_error: float
) -> Parts:
    """sum_{i<j} d_ij^2/n = tr K~, and tr(P K~) between groups (Anderson; McArdle & Anderson 2001).

    P projects on the means of the groups, which are here the first third of the samples and the
    others. By distances, the sum of squares between groups is the total without that within each
    group of n_g samples, sum d_ij^2/n_g. Tolerance: n/2 times the error of a squared distance with
    its sum; n times the error of an element of K~ with its sum, which for groups is a product of n
    terms and a sum of n rows. Controls: every pair counted twice;
    n for n_g, which changes nothing if the samples of each group are the same.
    """
    n, centered = len(K), center(K)
    groups = (np.arange(n) * 3 >= n).astype(int)
    within = [D2[groups == g][:, groups == g] for g in range(2)]
    total = D2.sum() / (2 * n)
    between = total - sum(each.sum() / (2 * len(each)) for each in within)
    with_n = total - sum(each.sum() / (2 * n) for each in within)
    by_kernel = permanova.between(centered, groups)
    sums = tolerances.pairwise_sum(n * n)
    by_pairs = 0.5 * n * (distance_error + sums * float(np.abs(D2).max()))
    kappa = float(np.abs(K).max())
    of_element = element_error + tolerances.centering_element(n, kappa)
    largest = float(np.abs(centered).max())
    by_trace = n * (of_element + sums * largest)
    by_members = n * (of_element + 2.0 * tolerances.long_dot(n) * largest)
    trace = centered.trace()
    return {
        "total": (abs(total - trace), by_pairs + by_trace, abs(2 * total - trace)),
        "between groups": (
            abs(between - by_kernel),
            2.0 * by_pairs + by_members,
            abs(with_n - by_kernel),
        ),
    }


def of_weighted(K: Array, r: Array) -> Array:
    """R^(1/2) H_w K H_w' R^(1/2) (n, n), H_w = I - 1w', w = r/sum r, for weights r (n,) > 0."""
    w, root = r / r.sum(), np.sqrt(r)
    means = K @ w
    return root[:, None] * (K - means[:, None] - means[None, :] + w @ means) * root


@statement("S12")
def weights_are_copies(K_few: Array) -> Parts:
    """R^(1/2) H_w K H_w' R^(1/2) has the eigenvalues of K~ of a table with r_i copies of sample i.

    Further eigenvalues of the table with copies are 0. Of at most 100 samples, those on the side of
    the farthest one have two copies, so that they move the mean. As in the weighted classical
    scaling of the R package vegan. Tolerance: both centerings and solvers, elements of up to max r
    times the size. Control: the unweighted mean.
    """
    A, one = center(K_few), number_one(K_few)
    farthest = A[np.argmax(A.diagonal())]
    r = 1 + (farthest > 1e-3 * farthest.max())
    copies = np.repeat(np.arange(len(A)), r)
    n, N = len(A), len(copies)
    of_copies = eigenvalues(center(A[np.ix_(copies, copies)]))
    root = np.sqrt(r * one)
    weighted, unweighted = of_weighted(A, r * one), root[:, None] * center(A) * root
    kappa, size = float(np.abs(A).max()), float(lengths(weighted, None))
    of_mean = tolerances.centered_gram(n, kappa, 0.0, tolerances.dot(n))
    allowed = tolerances.centered_gram(N, kappa, 0.0) + int(r.max()) * of_mean
    allowed += 2.0 * tolerances.eigenvalue(N, size)
    padded = [with_zeros(eigenvalues(B), N) for B in (weighted, unweighted)]
    measured, broken = (np.abs(values - of_copies).max() for values in padded)
    return {"eigenvalues": (measured, allowed, broken)}


def with_zeros(values: Array, N: int) -> Array:
    """The eigenvalues (n,) and N - n zeros among them, descending."""
    return np.sort(np.append(values, np.zeros(N - len(values)) * values[0]))[::-1]
