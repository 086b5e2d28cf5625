"""K13: a kernel is noticed whose values are not those of its formula, in each parameter."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, fresh
from kernel_examples import example
from scipy.spatial.distance import cdist

from kpca import kernels
from kpca.arithmetic import U_FIFTY_DIGITS, U
from kpca.data import Vectors
from kpca.kernels.parameters import parameters
from kpca.statements import kernel_values
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS

K13 = STATEMENTS["K13"]
POINTS = np.random.default_rng(3).normal(size=(14, 3)) + [0.7, -1.3, 2.1]

KERNELS = [example(kind, POINTS) for kind in kernels.KERNELS]
BY_PARAMETER = [
    (kernel, field.name)
    for kernel in KERNELS
    for field, number, _ in parameters(type(kernel))
    if number is float
]


def _case(kernel, X=POINTS):
    return Case(Vectors(kernel, X[:10], X[10:]), 2)


def _ratios(K, K_new, kernel, X=POINTS):
    """The largest discrepancy of each part in tolerances, for values that another kernel made."""
    parts = K13.function(K, K_new, X[:10], X[10:], kernel)
    return {name: np.max(part[0] / part[1]) for name, part in parts.items()}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_each_kernel_has_the_values_of_its_formula(kernel):
    check = K13.on(_case(kernel))
    assert check.agrees
    assert check.margin > 1e10


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_with_fifty_digits_only_their_rounding_is_left(kernel):
    check = K13.on(_case(kernel).with_fifty_digits())
    assert check.agrees
    assert check.discrepancy <= check.tolerance * U_FIFTY_DIGITS / U
    assert check.decided == K13.on(_case(kernel)).decided


@pytest.mark.parametrize(
    ("kernel", "name"), BY_PARAMETER, ids=lambda one: getattr(one, "name", one)
)
@pytest.mark.parametrize("off", [1e-2, 1e-7, -1e-7])
def test_a_parameter_that_is_off_is_noticed_among_training_and_among_new_samples(kernel, name, off):
    wrong = replace(kernel, **{name: (1.0 + off) * getattr(kernel, name)})
    X, X_new = POINTS[:10], POINTS[10:]
    for K, K_new in (
        (wrong(X, X), kernel(X_new, X)),
        (kernel(X, X), wrong(X_new, X)),
    ):
        assert _ratios(K, K_new, kernel)[name] > 1e3


def test_another_degree_is_noticed():
    kernel = kernels.Polynomial(0.3, 3, 0.6)
    X, X_new = POINTS[:10], POINTS[10:]
    wrong = kernels.Polynomial(0.3, 4, 0.6)
    assert _ratios(wrong(X, X), kernel(X_new, X), kernel)["degree"] > 1e10


def test_the_euclidean_distance_in_a_laplacian_kernel_is_noticed():
    kernel = kernels.Laplacian(0.17)
    X, X_new = POINTS[:10], POINTS[10:]
    K, K_new = (np.exp(-0.17 * cdist(points, X)) for points in (X, X_new))
    ratios = _ratios(K, K_new, kernel)
    assert set(ratios) == {"gamma", "definition"}
    assert min(ratios.values()) > 1e10


@pytest.mark.parametrize("scale", [1e-40, 1e-3, 1e6, 1e40])
@pytest.mark.parametrize("name", ["linear", "cosine", "lift"])
def test_kernels_without_parameters_are_decided_at_every_scale(name, scale):
    check = K13.on(_case(kernels.from_parameters(name), scale * POINTS))
    assert check.agrees
    assert check.decided >= 5


@pytest.mark.parametrize("kernel", [kernels.RBF(1e20), kernels.Laplacian(1e9), kernels.RBF(1e-25)])
def test_nothing_is_decided_where_all_values_are_0_or_1_for_every_gamma(kernel):
    assert K13.on(_case(kernel)) is None


def test_a_wrong_value_fails_also_where_no_parameter_can_be_seen():
    kernel = kernels.RBF(1e9)
    X, X_new = POINTS[:10], POINTS[10:]
    K = kernel(X, X)
    K[3, 7] += 1e-12
    assert max(_ratios(K, kernel(X_new, X), kernel).values()) > 1e3


def test_a_coef0_of_0_has_a_control_that_changes_something():
    """No coef0 changes nothing, and these five entries are left out."""
    check = K13.on(_case(kernels.Sigmoid(0.7, 0.0), 0.1 * POINTS))
    assert check.agrees
    assert (check.decided, check.entries) == (20, 25)


def test_off_by_one_percent_by_hand():
    found = [kernel_values._off_by_one_percent(value) for value in (3.0, -0.5, 0.0, 2, 250)]
    assert found == pytest.approx([3.03, -0.505, 0.01, 3, 253], rel=1e-15, abs=0.0)


def test_pairs_cover_the_range_of_the_values_and_have_the_shortest_points():
    """The values 0 .. 7 at eight levels, and the point 0.5 with the point -3."""
    X, Y = np.array([[2.0], [0.5]]), np.array([[4.0], [-3.0], [7.0], [5.0]])
    K = np.array([[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.5]])
    pairs = list(kernel_values._pairs(K, X, Y))
    assert {float(pair.value) for pair in pairs} == set(K.ravel())
    last = next(pair for pair in pairs if pair.value == 5.0)
    assert (last.x, last.y, last.radius) == ([0.5], [-3.0], 3.0)


def test_the_shortest_points_are_a_pair_beside_the_levels():
    X = np.array([[10.0, 0.0], [0.0, 9.0], [0.1, 0.2]])
    values = 100.0 * np.ones((3, 3))
    values[0, 0], values[0, 1], values[2, 2] = 0.0, 86.0, 92.9
    pairs = list(kernel_values._pairs(values, X, X))
    assert [float(pair.value) for pair in pairs] == [0.0, 86.0, 100.0, 92.9]
    assert pairs[-1].x == pairs[-1].y


def test_a_study_without_new_samples_has_each_pair_once():
    case = Case(Vectors(kernels.Cosine(), POINTS, POINTS), 2)
    assert case.K_new is case.K
    pairs = list(kernel_values._pairs(case.K, POINTS, POINTS))
    assert len(pairs) <= 9


def test_the_next_degree_does_not_overflow():
    """Values of 1e300, and with the next degree 1e400, which is beyond double precision."""
    check = K13.on(_case(kernels.Polynomial(1e200, 3, 1.0), 1e-50 * POINTS))
    assert check.verdict == "agrees"
    assert np.isfinite(check.control)


def test_the_wine_study_of_the_sigmoid_kernel_has_all_parts():
    parts = K13.parts(Case.of(fresh(STUDIES["sigmoid"])))
    assert {name: np.size(part[0]) for name, part in parts.items()} == {
        "gamma": 10,
        "coef0": 10,
        "definition": 5,
    }


def test_the_last_pair_has_the_shortest_points_of_both_sides_and_their_value():
    X = np.array([[3.0, 1.0], [0.25, 0.5], [4.0, -2.0], [1.0, 6.0]])
    Y = np.array([[2.0, 2.5], [5.0, 1.0], [0.5, -0.75]])
    K = kernels.Polynomial(0.5, 2, 3.0)(X, Y)
    last = list(kernel_values._pairs(K, X, Y))[-1]
    assert (last.x, last.y) == ([0.25, 0.5], [0.5, -0.75])
    assert float(last.value) == K[1, 2]
