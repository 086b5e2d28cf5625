"""The limits of a kernel's parameters, in the classes."""

import pickle

import numpy as np
import pytest

from kpca import kernels
from kpca.arithmetic import fifty_digits
from kpca.kernels.parameters import ParameterError

REFUSED = [
    (kernels.RBF, {"gamma": -0.3}, "gamma of the kernel rbf is -0.3; allowed: a number > 0"),
    (kernels.RBF, {"gamma": 0.0}, "gamma of the kernel rbf is 0.0"),
    (kernels.RBF, {"gamma": float("nan")}, "gamma of the kernel rbf is nan"),
    (kernels.RBF, {"gamma": float("inf")}, "gamma of the kernel rbf is inf"),
    (kernels.Laplacian, {"gamma": -2.5}, "gamma of the kernel laplacian is -2.5"),
    (kernels.Sigmoid, {"gamma": -0.7, "coef0": 0.2}, "gamma of the kernel sigmoid is -0.7"),
    (kernels.Sigmoid, {"gamma": 0.7, "coef0": -np.inf}, "coef0 of the kernel sigmoid is -inf"),
    (kernels.Polynomial, {"gamma": -0.4, "degree": 3}, "gamma of the kernel poly is -0.4"),
    (kernels.Polynomial, {"gamma": 0.4, "degree": 2.5}, "degree of the kernel poly is 2.5; .*100"),
    (kernels.Polynomial, {"gamma": 0.4, "degree": 3.0}, "degree of the kernel poly is 3.0"),
    (kernels.Polynomial, {"gamma": 0.4, "degree": 0}, "degree of the kernel poly is 0"),
    (kernels.Polynomial, {"gamma": 0.4, "degree": 101}, "degree of the kernel poly is 101"),
    (
        kernels.Polynomial,
        {"gamma": 0.4, "degree": 2, "coef0": np.nan},
        "coef0 of the kernel poly is nan; allowed: any finite number",
    ),
]


@pytest.mark.parametrize(("kind", "parameters", "message"), REFUSED)
def test_a_parameter_at_which_the_function_is_not_the_kernel_is_refused(kind, parameters, message):
    with pytest.raises(ParameterError, match=message):
        kind(**parameters)
    with pytest.raises(ParameterError, match=message):
        kernels.from_parameters(kind.name, **parameters)


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
