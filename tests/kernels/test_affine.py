"""The rounding error of gamma x·y + coef0, by hand."""

import pytest

from kpca.kernels import Sigmoid
from kpca.kernels.affine import affine

U = 2.0**-53


@pytest.mark.parametrize("gamma", [0.5, -0.5])
@pytest.mark.parametrize("coef0", [3.0, -3.0])
def test_size_and_error_do_not_depend_on_the_signs_of_the_parameters(gamma, coef0):
    """0.5 x 2^2 + 3, and 4 + 2 roundings of it."""
    size, error = affine(gamma, coef0, 4, 2.0)
    assert size == 5.0
    assert error == pytest.approx(30.0 * U, rel=1e-12, abs=0.0)


def test_a_negative_constant_of_the_sigmoid_rounds_as_a_positive_one():
    """(4 + 2) x (2 + 1) roundings, and two of the hyperbolic tangent."""
    for coef0 in (1.0, -1.0):
        found = Sigmoid(0.5, coef0).rounding(4, 2.0)
        assert found == pytest.approx(20.0 * U, rel=1e-12, abs=0.0)
