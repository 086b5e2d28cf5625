"""S3 and S4 against numbers by hand, by quadrature of another kind, and on awkward points."""

from fractions import Fraction
from itertools import permutations
from math import comb, factorial, prod

import numpy as np
import pytest

from kpca import kernels
from kpca.data import Vectors
from kpca.statements import samples
from kpca.statements.case import Case
from kpca.statements.every import STATEMENTS


def _parts(id, X, gamma):
    return STATEMENTS[id].parts(Case(Vectors(kernels.RBF(gamma), X, X), 1))


def _determinant(rows):
    """By Leibniz' formula, in fractions."""
    total = Fraction(0)
    for order in permutations(range(len(rows))):
        swaps = sum(a > b for i, b in enumerate(order) for a in order[:i])
        total += (-1) ** swaps * prod(rows[i][j] for i, j in enumerate(order))
    return total


def test_the_limits_of_a_flat_kernel_that_is_centered_are_2_3_4_3rds_5_6ths_4_15ths():
    expected = [Fraction(2), Fraction(3), Fraction(4, 3), Fraction(5, 6), Fraction(4, 15)]
    np.testing.assert_allclose(
        samples.flat_factors(5), [float(s) for s in expected], rtol=1e-14, atol=0.0
    )
    W = [
        [
            Fraction((-1) ** ((i + j) // 2 + j) * comb(i + j, i), factorial((i + j) // 2))
            if (i + j) % 2 == 0
            else Fraction(0)
            for j in range(1, 6)
        ]
        for i in range(1, 6)
    ]
    minors = [_determinant([row[:k] for row in W[:k]]) for k in range(6)]
    assert [b / a for a, b in zip(minors, minors[1:], strict=False)] == expected


def test_the_eigenvalues_on_a_normal_density_are_those_of_a_fine_grid():
    """gamma = 0.5, s = 0.8: a = 0.390625, c = 0.737030, A = 1.627655. 801 points at equal steps."""
    gamma, s = 0.5, 0.8
    x = np.linspace(-8.0, 8.0, 801)
    p = np.exp(-(x**2) / (2.0 * s**2))
    p /= p.sum()
    K = np.exp(-gamma * (x[:, None] - x) ** 2)
    found = np.linalg.eigvalsh(np.sqrt(p)[:, None] * K * np.sqrt(p))[::-1][:5]
    np.testing.assert_allclose(samples._of_normal(gamma * s**2), found, rtol=0.0, atol=1e-13)
    assert samples._of_normal(gamma * s**2)[:2] == pytest.approx([0.692810, 0.212824], abs=1e-6)


@pytest.mark.parametrize(
    ("values", "chosen"),
    [
        pytest.param([7.0, 3.0, 5.0, 3.0, 4.0, 6.0], [3, 4, 5, 6, 7], id="not sorted, and equal"),
        pytest.param([0.0, 100.0, 1.0, 2.0, 51.0], [0, 51, 100], id="near the first one"),
        pytest.param([2.0, 2.0, 9.0], [2, 9], id="two"),
        pytest.param([4.0, 4.0], [4], id="one"),
    ],
)
def test_points_on_a_line_are_spread_over_their_range(values, chosen):
    found = samples._spread(np.array(values))
    low, high = min(values), max(values)
    unit = [(value - low) / (high - low) - 0.5 if high > low else value for value in chosen]
    np.testing.assert_allclose(found, unit, rtol=1e-15, atol=0.0)


def test_both_take_the_column_that_varies_most_and_s4_needs_three_values_of_it():
    X = np.array([[0.0, 1.0], [0.1, 5.0], [0.3, 2.0], [0.2, 9.0]])
    assert _parts("S4", X, 1.0) == _parts("S4", X[:, [1, 0]], 1.0) == _parts("S4", X[:, 1:], 1.0)
    assert _parts("S4", X, 1.0) == _parts("S4", X, 1e6), "its gamma is its own"
    assert _parts("S4", X[:2], 1.0) == {}
    assert _parts("S3", X, 0.01) == _parts("S3", X[:, [1, 0]], 0.01)
    assert _parts("S3", X, 0.01) != _parts("S3", X[:, :1], 0.01)


def test_s3_is_left_out_where_the_kernel_hardly_differs_from_1():
    X = np.array([[0.0], [2.0]])
    assert _parts("S3", X, 0.99e-8) == {}
    ((found, allowed, broken),) = _parts("S3", X, 1.01e-8).values()
    assert found <= allowed < 1e-12 < 1e-9 < broken


@pytest.mark.parametrize("gamma", [1e-3, 0.3, 1.0, 30.0, 1e8])
@pytest.mark.parametrize("scale", [1e-95, 1.0, 1e95])
def test_s3_and_s4_agree_for_points_of_any_size(gamma, scale):
    X = scale * np.array([[0.0, 0.0], [1.0, 0.5], [3.0, 0.25], [4.5, 0.125], [-2.0, 4.0]])
    for id in ("S3", "S4"):
        for found, allowed, broken in _parts(id, X, gamma / scale**2).values():
            assert found <= allowed
            assert broken > 1e3 * allowed
            assert allowed < {"S3": 1e-12, "S4": 1e-7}[id]
