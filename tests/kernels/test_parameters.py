"""The limits of a kernel's parameters, in the classes."""

import pickle

import numpy as np
import pytest

from kpca import kernels
from kpca.arithmetic import fifty_digits


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.RBF(5e-324),
        kernels.RBF(np.float32(0.3)),
        kernels.Laplacian(fifty_digits(np.array([0.3]))[0]),
        kernels.Polynomial(0.4, np.int64(100), 0.2),
        kernels.Polynomial(0.4, 1, -3.5),
        kernels.Sigmoid(0.7, -3.5),
    ],
    ids=str,
)
def test_every_other_number_is_allowed(kernel):
    assert kernel.is_positive_semidefinite == (getattr(kernel, "coef0", 0.2) == 0.2)


def test_a_polynomial_with_a_negative_constant_is_allowed_and_has_a_negative_eigenvalue():
    X = np.random.default_rng(0).normal(size=(9, 3))
    kernel = kernels.Polynomial(0.4, 1, -3.5)
    assert np.linalg.eigvalsh(kernel(X, X))[0] < -30.0
    assert not kernel.is_positive_semidefinite
    assert pickle.loads(pickle.dumps(kernel)) == kernel
