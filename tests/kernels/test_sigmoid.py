"""The bound on the rounding of tanh, whose values lie between -1 and 1."""

import numpy as np
import pytest

from kpca import tolerances
from kpca.kernels import Sigmoid


@pytest.mark.parametrize(
    ("radius", "error"),
    [
        # dot(5) times the size 3 * 4 + 0.5 of the argument.
        (2.0, 12.5 * tolerances.dot(5)),
        (1e7, (3e14 + 0.5) * tolerances.dot(5)),
        (1e9, 2.0),
    ],
)
def test_the_bound_grows_with_the_argument_and_values_are_at_most_2_apart(radius, error):
    expected = error + tolerances.elementary(1.0)
    assert Sigmoid(3.0, -0.5).rounding(3, radius) == pytest.approx(expected, rel=1e-9, abs=0.0)
    x = np.array([[radius / 3.0, -radius / 5.0, radius / 7.0]])
    with np.errstate(over="ignore"):
        assert abs(Sigmoid(3.0, -0.5)(x, -x)[0, 0]) <= 1.0
