"""What ranks share is compared by value, and a function by its values; no other rank is needed."""

import re

import numpy as np
import pytest

import kpca
from kpca import kernels
from kpca.estimators import same_on_ranks
from kpca.solvers.elements import FunctionElements, MatrixElements
from kpca.solvers.one_rank import DifferentRanksError, OneRank

X = np.arange(60.0).reshape(20, 3) ** 1.5 / 50.0
PARAMETERS = {"gamma": 0.5, "kernel": kernels.RBF(0.25), "kernel_params": None}


def _other(A, B):
    return A @ B.T


class Two(OneRank):
    """The second of two ranks; ``first_values`` are those of the first one."""

    rank, size = 1, 2

    def __init__(self, first_values=None):
        self.first_values = first_values

    def require_same(self, values):
        self.values = values

    def led(self, work, follow=None):
        return self.first_values


def _compared(parameters=PARAMETERS, points=X):
    ranks = Two()
    same_on_ranks.require_input(parameters, points, ranks)
    return ranks.values


def test_parameters_points_and_versions_are_compared():
    values = _compared()
    assert values["gamma"] == "0.5"
    assert values["kernel"] == repr(kernels.RBF(0.25))
    assert values["X"].startswith("20 rows and 3 columns with the hash ")
    for package in (kpca, np):
        assert package.__version__ in values["versions"]
    assert _compared() == values


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"gamma": 0.5 + 1e-15}, "gamma"),
        ({"kernel": kernels.RBF(0.26)}, "kernel"),
        ({"kernel": _other}, "kernel"),
        ({"kernel_params": {"scale": 2.0}}, "kernel_params"),
    ],
)
def test_another_parameter_is_another_value_under_its_name(changed, name):
    usual, other = _compared(), _compared(PARAMETERS | changed)
    assert {key for key in usual if usual[key] != other[key]} == {name}


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (np.int64(3), np.int64(4)),
        (np.float32(0.25), np.float32(0.5)),
        ({"scale": 2.0}, {"scale": 3.0}),
        ({"scale": np.int64(2)}, {"scale": np.int64(3)}),
    ],
)
def test_two_values_of_one_type_differ(value, other):
    first, same, second = (_compared({"gamma": v})["gamma"] for v in (value, value, other))
    assert first == same != second


def test_one_other_number_among_the_points_is_another_hash():
    points = X.copy()
    points[17, 2] += 1e-12
    usual, other = _compared(), _compared(points=points)
    assert {key for key in usual if usual[key] != other[key]} == {"X"}


@pytest.mark.parametrize("unit", [1e-200, 1e-12, 1e12])
def test_a_function_with_other_values_is_refused_in_any_unit(unit):
    elements = FunctionElements(lambda A, B: unit * (A @ B.T), X)
    values = unit * (X[::2] @ X[::2].T)
    same_on_ranks.require_function(elements, Two(values))
    with pytest.raises(DifferentRanksError, match=re.escape(f"{values[0, 0]:.6g} here and ")):
        same_on_ranks.require_function(elements, Two(2.0 * values))


@pytest.mark.parametrize("value", [1.5, np.nan, np.inf])
def test_other_values_are_refused_and_neither_rounding_nor_values_that_are_not_finite(value):
    """What is not finite on all ranks is reported with its samples by the solver."""
    values = X[::2] @ X[::2].T
    values[0, 0] = value
    elements = MatrixElements(np.kron(values, np.ones((2, 2))))
    same_on_ranks.require_function(elements, Two(values * (1.0 + 1e-9)))
    other = values.copy()
    other[3, 1] *= 1.01
    with pytest.raises(DifferentRanksError, match=f"{values[3, 1]:.6g} here and {other[3, 1]:.6g}"):
        same_on_ranks.require_function(elements, Two(other))


def test_one_process_compares_nothing():
    same_on_ranks.require_input({}, None, OneRank())
    same_on_ranks.require_function(None, OneRank())
