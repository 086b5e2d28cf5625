"""Fifty digits are fifty digits: decompositions rebuild their matrix to the last of them."""

import numpy as np
import pytest

from kpca import arithmetic
from kpca.arithmetic import U_EXACT, U, exact

A = np.random.default_rng(0).normal(size=(6, 6))
SYMMETRIC = A + A.T
SMALL = 1e3 * U_EXACT


def _largest(difference):
    return float(np.abs(difference).max())


def test_doubles_are_written_out_exactly_and_tenths_are_not_made_of_them():
    X = exact(np.array([[0.1, 0.5]]))
    assert arithmetic.is_exact(X)
    assert not arithmetic.is_exact(A)
    assert (X.astype(float) == [[0.1, 0.5]]).all()
    tenth = arithmetic.one(X) / 10
    assert 1e-19 < _largest(X[:, :1] - tenth) < 1e-17


def test_the_unit_roundoffs_are_those_of_53_and_169_bits():
    assert U == 1.1102230246251565e-16 == np.finfo(float).eps / 2.0
    assert U_EXACT == 1.3363823550460978e-51
    one = arithmetic.one(exact(A))
    assert 1.0 + 2.0 * U > 1.0 + U == 1.0
    assert one + 2.0 * U_EXACT > one + U_EXACT == one


def test_the_number_one_belongs_to_the_arithmetic():
    assert arithmetic.one(A) == 1.0
    assert arithmetic.one(exact(A)) == 1
    assert type(arithmetic.one(exact(A))) is type(exact(A)[0, 0])


def test_eigenvectors_rebuild_the_matrix_to_fifty_digits():
    S = exact(SYMMETRIC)
    spectrum, V = arithmetic.eigh(S)
    assert _largest((V * spectrum) @ V.T - S) < SMALL
    assert _largest(V.T @ V - np.eye(6)) < SMALL
    assert (np.diff(spectrum) >= 0).all()


def test_eigenvalues_agree_with_those_of_doubles_to_double_precision_and_no_further():
    found = arithmetic.eigenvalues(exact(SYMMETRIC))
    difference = _largest(found - arithmetic.eigenvalues(SYMMETRIC))
    assert 1e-18 < difference < 1e-13


@pytest.mark.parametrize("numbers", [lambda M: M, exact], ids=["double", "fifty digits"])
def test_eigenvalues_alone_come_in_descending_order(numbers):
    found = arithmetic.eigenvalues(numbers(np.diag([2.0, -4.0, 3.0, 0.0])))
    assert found.astype(float).tolist() == [3.0, 2.0, 0.0, -4.0]


@pytest.mark.parametrize("shape", [(5, 2), (2, 5)])
def test_a_singular_value_decomposition_has_as_many_columns_as_the_shorter_side(shape):
    U, D, W = arithmetic.svd(A[: shape[0], : shape[1]])
    assert (U.shape, D.shape, W.shape) == ((shape[0], 2), (2,), (2, shape[1]))


def test_singular_values_rebuild_the_matrix_to_fifty_digits():
    X = exact(A[:, :3])
    U, D, W = arithmetic.svd(X)
    assert U.shape, W.shape == ((6, 3), (3, 3))
    assert _largest((U * D) @ W - X) < SMALL


@pytest.mark.parametrize("numbers", [lambda M: M, exact], ids=["double", "fifty digits"])
def test_the_largest_real_eigenvalue_of_a_general_matrix_and_its_condition(numbers):
    # eigenvalues 2 and the pair 5 +- i; left and right vectors of 2 are known
    M = np.array([[2.0, 3.0, 0.0], [0.0, 5.0, 1.0], [0.0, -1.0, 5.0]])
    value, condition = arithmetic.largest_real_eigenvalue(numbers(M))
    assert float(value) == pytest.approx(2.0, rel=1e-14)
    y = np.linalg.solve((M - 2.0 * np.eye(3))[:, 1:].T[:, 1:], -(M - 2.0 * np.eye(3))[0, 1:])
    assert condition == pytest.approx(np.hypot(1.0, np.linalg.norm(y)), rel=1e-12)


@pytest.mark.parametrize("numbers", [lambda M: M, exact], ids=["double", "fifty digits"])
def test_of_several_real_eigenvalues_the_largest_is_taken(numbers):
    M = np.array([[-3.0, 1.0, 2.0], [0.0, 2.0, 1.0], [0.0, 0.0, 1.0]])
    assert float(arithmetic.largest_real_eigenvalue(numbers(M))[0]) == pytest.approx(2.0)


def test_the_largest_real_eigenvalue_has_fifty_digits():
    value, _ = arithmetic.largest_real_eigenvalue(exact(np.array([[0.0, 2.0], [1.0, 0.0]])))
    assert abs(value**2 - 2) < SMALL


@pytest.mark.parametrize("scale", [1e-10, 1.0, 1e10])
@pytest.mark.parametrize(("imaginary", "largest"), [(1.0, 2.0), (1e-6, 2.0), (1e-10, 5.0)])
def test_an_eigenvalue_is_real_if_its_imaginary_part_is_rounding(imaginary, largest, scale):
    pair = np.array([[5.0, imaginary, 0.0], [-imaginary, 5.0, 0.0], [0.0, 0.0, 2.0]])
    value, _ = arithmetic.largest_real_eigenvalue(scale * pair)
    assert value == pytest.approx(scale * largest)


def test_elementary_functions_have_fifty_digits():
    x = exact(np.array([0.75]))
    assert _largest(np.sqrt(x) ** 2 - x) < SMALL
    assert _largest(np.exp(x) * np.exp(-x) - 1) < SMALL
    assert _largest(np.tanh(x) - (np.exp(2 * x) - 1) / (np.exp(2 * x) + 1)) < SMALL
