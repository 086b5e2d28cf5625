"""Definitions of kernels for one pair of points, against values by hand."""

import numpy as np
import pytest

from kpca.arithmetic import hundred_digits
from kpca.kernels import BY_NAME
from kpca.kernels.linear import _without_its_largest_term

X, Y = ([hundred_digits().mpf(entry) for entry in point] for point in ((1, 2), (3, -1)))
"""x·y = 1, |x|^2 = 5, |y|^2 = 10, |x - y|^2 = 13, and 5 city blocks."""

VALUES = [
    ("linear", {}, 1.0, [-2.0]),
    ("poly", {"gamma": 0.5, "degree": 3, "coef0": 0.25}, 0.75**3, [0.5**3 + 0.25]),
    ("rbf", {"gamma": 0.1}, np.exp(-1.3), [1.0 / 2.3]),
    ("laplacian", {"gamma": 0.1}, np.exp(-0.5), [np.exp(-0.1 * np.sqrt(13.0))]),
    ("sigmoid", {"gamma": 0.3, "coef0": -0.7}, -0.3799489622552249, [0.401312339887548]),
    ("cosine", {}, 1.0 / np.sqrt(50.0), [1.0 - np.arccos(1.0 / np.sqrt(50.0)) / np.pi]),
    ("lift", {}, 51.0, [1.0, 50.0]),
]


@pytest.mark.parametrize(("name", "parameters", "value", "neighbors"), VALUES)
def test_definitions_and_their_neighbors_by_hand(name, parameters, value, neighbors):
    kernel = BY_NAME[name](**parameters)
    functions = (kernel.definition.value, *kernel.definition.neighbors)
    values = [float(function(X, Y, **parameters)) for function in functions]
    assert values == pytest.approx([value, *neighbors], rel=1e-15, abs=0.0)
    x, y = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
    assert kernel(x, y)[0, 0] == pytest.approx(value, rel=1e-14, abs=0.0)


def test_the_hyperbolic_tangent_of_a_large_argument_is_1_with_its_sign():
    value = BY_NAME["sigmoid"].definition.value
    values = [float(value(X, Y, gamma=1e9, coef0=coef0)) for coef0 in (0.0, -3e9)]
    assert values == [1.0, -1.0]


def test_the_largest_term_in_size_may_be_negative():
    assert _without_its_largest_term([1.0, -5.0, 2.0], [2.0, 3.0, 4.0]) == 10.0
