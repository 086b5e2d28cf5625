"""Definitions of kernels for one pair of points, against values by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca.arithmetic import hundred_digits
from kpca.kernels import BY_NAME, KERNELS
from kpca.statements import definitions

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
    right = definitions.DEFINITIONS[name]
    found = [float(one(X, Y, **parameters)) for one in (right.value, *right.neighbors)]
    assert found == pytest.approx([value, *neighbors], rel=1e-15, abs=0.0)


def test_every_kernel_has_a_definition_and_an_example_here():
    assert {kernel.name for kernel in KERNELS} == set(definitions.DEFINITIONS)
    assert {name for name, *_ in VALUES} == set(definitions.DEFINITIONS)


@pytest.mark.parametrize(("name", "parameters", "value", "neighbors"), VALUES)
def test_definitions_take_the_parameters_of_the_kernel(name, parameters, value, neighbors):
    kernel = BY_NAME[name](**parameters)
    assert definitions.of(kernel) is definitions.DEFINITIONS[name]
    x, y = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
    assert kernel(x, y)[0, 0] == pytest.approx(value, rel=1e-14, abs=0.0)


def test_the_hyperbolic_tangent_of_a_large_argument_is_1_with_its_sign():
    tanh = definitions.DEFINITIONS["sigmoid"].value
    found = [float(tanh(X, Y, gamma=1e9, coef0=coef0)) for coef0 in (0.0, -3e9)]
    assert found == [1.0, -1.0]


def test_a_kernel_without_a_definition_is_named_with_those_that_have_one():
    with pytest.raises(LookupError, match="kernel 'spline' has no definition .* linear, poly, rbf"):
        definitions.of(SimpleNamespace(name="spline"))


def test_the_largest_term_in_size_may_be_negative():
    assert definitions._without_its_largest_term([1.0, -5.0, 2.0], [2.0, 3.0, 4.0]) == 10.0
