"""Loadings: components written out in the columns of the input or in explicit features."""

import numpy as np

from kpca.arrays import Array
from kpca.interpretation.unit_columns import of_length_one


def loadings(Phi: Array, alpha: Array) -> Array:
    """W (M, d): the components f_l = sum_i alpha_il phi~_i written out in features Phi (n, M).

    The columns are orthonormal, since ||f_l|| = 1 and f_k is orthogonal to f_l. With the linear
    kernel they are the eigenvectors of the covariance matrix, the loadings of PCA (N4; ledger K9).

    >>> loadings(np.array([[1.0], [2.0], [6.0]]), np.array([[-2.0], [-1.0], [3.0]]) / 14.0)
    array([[1.]])
    """
    return (Phi - Phi.mean(axis=0)).T @ alpha


def correlations(X: Array, Z: Array, weights: Array | None = None) -> Array:
    """Correlation (q, d) of each column of X (n, q) with each column of the scores Z (n, d).

    They describe a component in terms of the input if no finite feature map exists. The value is 0
    for a column that does not vary, and for scores that do not. The samples may have ``weights``.
    """
    return of_length_one(X, weights)[0].T @ of_length_one(Z, weights)[0]


def represented(coordinates: Array, squared_length: Array) -> Array:
    """Share (n,) of |phi~|^2 that d components represent, from coordinates (n, d).

    It is 1 for a sample in their span and 0 for a sample orthogonal to it. With an indefinite
    kernel it may exceed 1. It is NaN if the squared length is not positive.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (coordinates**2).sum(axis=1) / squared_length
    return np.where(squared_length > 0.0, share, np.nan)
