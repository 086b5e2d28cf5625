"""Which entries an estimator's input and parameters give."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from kpca import kernels
from kpca.estimators.entries_of import (
    AsymmetricError,
    distance_entries,
    kernel_entries,
    kernel_of,
    matrix_entries,
)
from kpca.solvers.entries import FunctionEntries, KernelEntries

X = np.random.default_rng(0).normal(size=(12, 3))
PARAMETERS = {"gamma": 0.5, "degree": 2, "coef0": 1.0}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("linear", kernels.Linear()),
        ("rbf", kernels.RBF(0.5)),
        ("poly", kernels.Polynomial(0.5, 2, 1.0)),
        ("sigmoid", kernels.Sigmoid(0.5, 1.0)),
        ("laplacian", kernels.Laplacian(0.5)),
        ("cosine", kernels.Cosine()),
        ("lift", kernels.Lift()),
        ("chi2", None),
    ],
)
def test_a_name_of_scikit_learn_gives_our_kernel_with_its_parameters(name, expected):
    assert kernel_of(name, **PARAMETERS) == expected


def test_parameters_that_our_kernels_do_not_have_are_left_to_scikit_learn():
    assert kernel_of("poly", 0.5, 1.5, 1.0) is None
    assert kernel_of("poly", 0.5, 0, 1.0) is None
    assert kernel_of("poly", 0.5, 2, -1.0) is None
    assert kernel_of("rbf", 0.0, 2, 1.0) is None
    assert kernel_of(kernels.RBF(3.0), **PARAMETERS) == kernels.RBF(3.0)
    assert kernel_of(min, **PARAMETERS) is None


def test_dense_points_are_computed_by_our_kernel_and_sparse_ones_by_scikit_learn():
    assert isinstance(kernel_entries(X, "rbf", PARAMETERS), KernelEntries)
    sparse = kernel_entries(csr_matrix(X), "rbf", PARAMETERS)
    assert isinstance(sparse, FunctionEntries)
    assert sparse.positive
    assert 0.0 < sparse.error < 1e-13
    assert not kernel_entries(csr_matrix(X), "sigmoid", PARAMETERS).positive
    assert kernel_entries(csr_matrix(X), "poly", PARAMETERS).positive
    assert not kernel_entries(csr_matrix(X), "poly", PARAMETERS | {"coef0": -1.0}).positive


def test_a_point_without_direction_has_the_cosine_of_scikit_learn():
    with_zero = np.vstack([X, np.zeros((1, 3))])
    entries = kernel_entries(with_zero, "cosine", PARAMETERS)
    assert isinstance(entries, FunctionEntries)
    assert entries.diagonal()[-1] == 0.0
    with pytest.raises(ValueError, match="not defined at 0 in every column; allowed"):
        kernel_entries(with_zero, kernels.Cosine(), PARAMETERS)
    with pytest.raises(ValueError, match="not defined at rows of a sparse matrix"):
        kernel_entries(csr_matrix(X), kernels.RBF(1.0), PARAMETERS)


def test_euclidean_distances_give_inner_products_and_others_half_of_their_squares():
    out = np.empty((12, 12))
    assert isinstance(distance_entries(X, "euclidean", {}), KernelEntries)
    distance_entries(X, "cityblock", {}).block(slice(0, 12), slice(0, 12), out)
    expected = -0.5 * np.abs(X[:, None] - X[None]).sum(axis=2) ** 2
    np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-15)
    weighted = distance_entries(X, "minkowski", {"p": 3})
    assert isinstance(weighted, FunctionEntries)


def test_a_given_matrix_is_made_symmetric_up_to_rounding_and_refused_beyond():
    A = X @ X.T
    A[0, 1] *= 1.0 + 1e-13
    K = matrix_entries(A, "kernel matrix").K
    assert (K == K.T).all()
    A[2, 5] += 1e-6
    with pytest.raises(AsymmetricError, match=r"samples (3 and 6|6 and 3) .* at most"):
        matrix_entries(A, "kernel matrix")
    assert matrix_entries(A.astype(np.float32), "kernel matrix").K.dtype == float
