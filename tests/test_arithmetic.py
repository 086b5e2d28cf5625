"""Fifty digits are fifty digits: decompositions rebuild their matrix to the last of them."""

import sys

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import arithmetic
from kpca.arithmetic import U_FIFTY_DIGITS, U, fifty_digits

A = np.random.default_rng(0).normal(size=(6, 6))
SYMMETRIC = A + A.T
SMALL = 1e3 * U_FIFTY_DIGITS


def _largest(difference):
    return float(np.abs(difference).max())


def test_doubles_are_written_out_exactly_and_tenths_are_not_made_of_them():
    X = fifty_digits(np.array([[0.1, 0.5]]))
    assert arithmetic.is_fifty_digits(X)
    assert not arithmetic.is_fifty_digits(A)
    assert (X.astype(float) == [[0.1, 0.5]]).all()
    tenth = arithmetic.number_one(X) / 10
    assert 1e-19 < _largest(X[:, :1] - tenth) < 1e-17


def test_the_unit_roundoffs_are_those_of_53_and_169_bits():
    assert U == 1.1102230246251565e-16 == np.finfo(float).eps / 2.0
    assert U_FIFTY_DIGITS == 1.3363823550460978e-51
    one = arithmetic.number_one(fifty_digits(A))
    assert 1.0 + 2.0 * U > 1.0 + U == 1.0
    assert one + 2.0 * U_FIFTY_DIGITS > one + U_FIFTY_DIGITS == one


def test_the_number_one_belongs_to_the_arithmetic():
    assert arithmetic.number_one(A) == 1.0
    assert arithmetic.number_one(fifty_digits(A)) == 1
    assert type(arithmetic.number_one(fifty_digits(A))) is type(fifty_digits(A)[0, 0])


def test_eigenvectors_rebuild_the_matrix_to_fifty_digits():
    S = fifty_digits(SYMMETRIC)
    spectrum, V = arithmetic.eigh(S)
    assert _largest((V * spectrum) @ V.T - S) < SMALL
    assert _largest(V.T @ V - np.eye(6)) < SMALL
    assert (np.diff(spectrum) >= 0).all()


def test_eigenvalues_agree_with_those_of_doubles_to_double_precision_and_no_further():
    found = arithmetic.eigenvalues(fifty_digits(SYMMETRIC))
    difference = _largest(found - arithmetic.eigenvalues(SYMMETRIC))
    assert 1e-18 < difference < 1e-13


@pytest.mark.parametrize("numbers", [lambda M: M, fifty_digits], ids=["double", "fifty digits"])
def test_eigenvalues_alone_come_in_descending_order(numbers):
    found = arithmetic.eigenvalues(numbers(np.diag([2.0, -4.0, 3.0, 0.0])))
    assert found.astype(float).tolist() == [3.0, 2.0, 0.0, -4.0]


@pytest.mark.parametrize("shape", [(5, 2), (2, 5)])
def test_a_singular_value_decomposition_has_as_many_columns_as_the_shorter_side(shape):
    U, D, W = arithmetic.svd(A[: shape[0], : shape[1]])
    assert (U.shape, D.shape, W.shape) == ((shape[0], 2), (2,), (2, shape[1]))


def test_a_single_eigenvector_or_singular_vector_is_a_matrix_in_both_arithmetics():
    for one in (np.array([[4.0]]), fifty_digits(np.array([[4.0]]))):
        values, vectors = arithmetic.eigh(one)
        assert (values.shape, vectors.shape) == ((1,), (1, 1))
        assert arithmetic.eigenvalues(one).shape == (1,)
    for column in (A[:, :1], fifty_digits(A[:, :1])):
        assert [each.shape for each in arithmetic.svd(column)] == [(6, 1), (1,), (1, 1)]


def test_singular_values_rebuild_the_matrix_to_fifty_digits():
    X = fifty_digits(A[:, :3])
    U, D, W = arithmetic.svd(X)
    assert (U.shape, W.shape) == ((6, 3), (3, 3))
    assert _largest((U * D) @ W - X) < SMALL


@pytest.mark.parametrize("numbers", [lambda M: M, fifty_digits], ids=["double", "fifty digits"])
def test_the_largest_real_eigenvalue_of_a_general_matrix_and_its_condition(numbers):
    # eigenvalues 2 and the pair 5 +- i; left and right vectors of 2 are known
    M = np.array([[2.0, 3.0, 0.0], [0.0, 5.0, 1.0], [0.0, -1.0, 5.0]])
    value, condition = arithmetic.largest_real_eigenvalue(numbers(M))
    assert float(value) == pytest.approx(2.0, rel=1e-14, abs=0.0)
    y = np.linalg.solve((M - 2.0 * np.eye(3))[:, 1:].T[:, 1:], -(M - 2.0 * np.eye(3))[0, 1:])
    assert condition == pytest.approx(np.hypot(1.0, np.linalg.norm(y)), rel=1e-12, abs=0.0)


@pytest.mark.parametrize("numbers", [lambda M: M, fifty_digits], ids=["double", "fifty digits"])
def test_of_several_real_eigenvalues_the_largest_is_taken(numbers):
    M = np.array([[-3.0, 1.0, 2.0], [0.0, 2.0, 1.0], [0.0, 0.0, 1.0]])
    assert float(arithmetic.largest_real_eigenvalue(numbers(M))[0]) == pytest.approx(
        2.0, rel=1e-12, abs=0.0
    )


def test_the_largest_real_eigenvalue_has_fifty_digits_without_the_others(monkeypatch):
    monkeypatch.setattr(arithmetic._context(), "eig", None)
    value, _ = arithmetic.largest_real_eigenvalue(fifty_digits(np.array([[0.0, 2.0], [1.0, 0.0]])))
    assert abs(value**2 - 2) < SMALL


@pytest.mark.parametrize("scale", [1.0, 2.0**-100, 2.0**100])
@pytest.mark.parametrize("gap", [1.0, 1e-6, 2.0**-39, 2.0**-120, 0.0])
def test_the_largest_real_eigenvalue_has_fifty_digits_however_near_the_next_one_is(gap, scale):
    """Q diag(r, r - gap, -9, -7) Q' with orthogonal Q and r^2 = 2, plus what makes it unsymmetric;
    the gap is in units of the matrix.
    """
    Q = fifty_digits(np.array([[0.0, 3, 0, 4], [0, 4, 0, -3], [3, 0, 4, 0], [4, 0, -3, 0]])) / 5
    (root,) = np.sqrt(fifty_digits(np.array([2.0])))
    T = np.diag([root, root, -9.0, -7.0])
    T[0, 3], T[1, 2] = 11.0, 5.0
    size = float(np.abs(Q @ T @ Q.T).sum(axis=1).max())
    T[1, 1] = root - gap * size
    value, condition = arithmetic.largest_real_eigenvalue(scale * (Q @ T @ Q.T))
    assert 1.1 < condition < 3.0
    assert abs(value - scale * root) <= 2.0 * size * condition * scale * U_FIFTY_DIGITS


def test_an_eigenvalue_with_one_vector_only_ends_and_its_condition_says_that_it_is_nothing():
    value, condition = arithmetic.largest_real_eigenvalue(
        fifty_digits(np.array([[3.0, 1.0, 2.0], [0.0, 3.0, 1.0], [0.0, 0.0, 3.0]]))
    )
    assert float(value) == pytest.approx(3.0, rel=1e-4, abs=0.0)
    assert condition > 1e10


@pytest.mark.parametrize("numbers", [lambda M: M, fifty_digits], ids=["double", "fifty digits"])
@pytest.mark.parametrize("scale", [1e-10, 1.0, 1e10])
@pytest.mark.parametrize(("imaginary", "largest"), [(1.0, 2.0), (1e-6, 2.0), (1e-10, 5.0)])
def test_an_eigenvalue_is_real_if_its_imaginary_part_is_rounding(
    imaginary, largest, scale, numbers
):
    pair = np.array([[5.0, imaginary, 0.0], [-imaginary, 5.0, 0.0], [0.0, 0.0, 2.0]])
    value, _ = arithmetic.largest_real_eigenvalue(numbers(scale * pair))
    assert float(value) == pytest.approx(scale * largest, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("numbers", [lambda M: M, fifty_digits], ids=["double", "fifty digits"])
def test_the_eigenvalues_of_a_matrix_of_zeros_are_zero(numbers):
    assert arithmetic.largest_real_eigenvalue(numbers(np.zeros((3, 3))))[0] == 0.0


def test_the_largest_real_eigenvalue_has_fifty_digits_of_its_condition_where_that_is_large():
    """Of a triangular matrix, whose eigenvalues are those of its diagonal."""
    M = fifty_digits(np.array([[0.7, 1e4, 3.0], [0.0, 0.2, -2e4], [0.0, 0.0, -0.9]]))
    M[0, 0] = np.sqrt(M[0, 0])
    P = fifty_digits(np.array([[0.0, 3, 4], [5, 0, 0], [0, 4, -3]])) / 5
    value, condition = arithmetic.largest_real_eigenvalue(P @ M @ P.T)
    assert 1e7 < condition < 1e9
    assert abs(value - M[0, 0]) <= 1e5 * condition * U_FIFTY_DIGITS


def test_elementary_functions_have_fifty_digits():
    x = fifty_digits(np.array([0.75]))
    assert _largest(np.sqrt(x) ** 2 - x) < SMALL
    assert _largest(np.exp(x) * np.exp(-x) - 1) < SMALL
    assert _largest(np.tanh(x) - (np.exp(2 * x) - 1) / (np.exp(2 * x) + 1)) < SMALL


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_lengths_are_right_where_squares_overflow_or_vanish(scale):
    A = scale * np.array([[3.0, 0.0, 1.0], [4.0, 0.0, -1.0]])
    np.testing.assert_allclose(arithmetic.lengths(A), scale * np.array([5.0, 0.0, np.sqrt(2.0)]))
    np.testing.assert_allclose(
        arithmetic.lengths(A, 1), scale * np.array([np.sqrt(10.0), np.sqrt(17.0)])
    )
    assert arithmetic.lengths(A, None) == pytest.approx(scale * np.sqrt(27.0), rel=1e-14, abs=0.0)
    assert arithmetic.lengths(A[:, 0]) == pytest.approx(5.0 * scale, rel=1e-14, abs=0.0)


def test_lengths_of_nothing():
    assert arithmetic.lengths(np.zeros((3, 0))).shape == (0,)


@pytest.mark.parametrize(("numbers", "u"), [(np.asarray, U), (fifty_digits, U_FIFTY_DIGITS)])
def test_an_inverse_times_its_matrix_is_the_unit_matrix(numbers, u):
    A = numbers(gram(SPECTRA["decaying"])[:12, :12] + np.eye(12))
    off = np.abs(arithmetic.inverse(A) @ A - np.eye(12)).max()
    assert 0.0 < off <= 1e4 * u


@pytest.mark.parametrize("fifty", [False, True])
def test_a_basis_of_the_range_spans_it_and_nothing_else(fifty):
    A = np.array([[1.0, 2.0, 1.0], [0.0, 0.0, 1.0], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
    A = arithmetic.fifty_digits(A) if fifty else A
    Q, left, last = arithmetic.range_basis(A, 1e-12)
    assert Q.shape == (4, 2)
    assert left < 1e-14
    # The longest column has length sqrt(11); what it leaves of (2, 0, 2, 0) is sqrt(24/11).
    assert last == pytest.approx(np.sqrt(24.0 / 11.0), rel=1e-12, abs=0.0)
    np.testing.assert_allclose((Q.T @ Q).astype(float), np.eye(2), atol=1e-15)
    np.testing.assert_allclose((Q @ (Q.T @ A) - A).astype(float), 0.0, atol=1e-14)


def test_a_basis_reports_what_it_leaves_out():
    A = np.diag([4.0, 2.0, 1e-6])
    Q, left, last = arithmetic.range_basis(A, 1e-3)
    assert (Q.shape, last) == ((3, 2), 2.0)
    assert left == pytest.approx(1e-6 * np.sqrt(3.0), rel=1e-12, abs=0.0)
    assert arithmetic.range_basis(np.zeros((3, 2)), 0.0)[0].shape == (3, 0)


@pytest.mark.parametrize("name", SPECTRA)
def test_inertia_counts_the_eigenvalues_above_a_shift(name):
    K = gram(SPECTRA[name])
    mu = np.linalg.eigvalsh(K)
    for shift in (-1.5, -0.05, 1e-9, 0.6, 2.5, 100.0):
        if np.abs(mu - shift).min() > 1e-12:
            assert arithmetic.inertia(K, shift) == np.sum(mu > shift), shift
    small = arithmetic.fifty_digits(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert arithmetic.inertia(small, 0.0) == 1
    assert arithmetic.inertia(np.array([[0.0, 1.0], [1.0, 0.0]]), 0.0) == 1


def test_positive_eigenvalues_are_counted_with_blocks_of_two_rows():
    rng = np.random.default_rng(0)
    for positive in (0, 1, 7, 20):
        U = np.linalg.qr(rng.normal(size=(20, 20)))[0]
        values = np.r_[rng.uniform(0.5, 2.0, positive), -rng.uniform(0.5, 2.0, 20 - positive)]
        assert arithmetic.inertia((U * values) @ U.T, 0.0) == positive
    swap = np.array([[0.0, 1.0], [1.0, 0.0]])
    assert arithmetic.inertia(np.kron(np.eye(3), swap), 0.0) == 3


def test_off_the_ones_is_an_orthonormal_basis_of_the_complement():
    Q = arithmetic.off_the_ones(5)
    assert Q.shape == (5, 4)
    np.testing.assert_allclose(Q.T @ Q, np.eye(4), atol=1e-15)
    np.testing.assert_allclose(Q.sum(axis=0), 0.0, atol=1e-15)


def test_a_hundred_digits_have_twice_the_bits_and_leave_fifty_digits_as_they_are():
    wide = arithmetic.hundred_digits()
    third = wide.mpf(1) / 3
    assert abs(3 * third - 1) <= 2.0**-338
    assert abs(third - fifty_digits(np.array([1.0]))[0] / 3) > 2.0**-173
    assert fifty_digits(np.array([1.0]))[0] + U_FIFTY_DIGITS == 1
    assert wide.mpf(fifty_digits(np.array([0.1]))[0]) == 0.1


def test_without_mpmath_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "mpmath", None)
    monkeypatch.setattr(arithmetic, "_of_bits", arithmetic._of_bits.__wrapped__)
    with pytest.raises(ModuleNotFoundError, match=r'mpmath.*pip install "kpca\[map\]"'):
        arithmetic.hundred_digits()


RANDOM = np.linalg.qr(np.random.default_rng(5).normal(size=(60, 60)))[0]
TRIDIAGONAL = {
    "decaying": 0.8 ** np.arange(60.0),
    "half of them equal": np.repeat([1.0, 0.0], 30),
    "eight equal": np.r_[9.0, 8.0, [6.0] * 8, np.zeros(50)],
    "close to each other": 1.0 + 1e-14 * np.arange(60),
    "of both signs": np.linspace(-2.0, 1.0, 60),
    "zero": np.zeros(60),
    "small": 1e-200 * np.arange(60.0),
    "large": 1e200 * np.arange(60.0),
}


@pytest.mark.parametrize("d", [1, 2, 9, 60])
@pytest.mark.parametrize("name", TRIDIAGONAL)
def test_all_eigenvalues_and_the_leading_vectors_are_those_of_the_matrix(name, d):
    mu = np.sort(TRIDIAGONAL[name])
    A = (RANDOM * mu) @ RANDOM.T
    A = 0.5 * (A + A.T)
    before, size = A.copy(), np.abs(mu).max() or 1.0
    values, W = arithmetic.leading_eigh(A, d)
    assert np.array_equal(A, before)
    np.testing.assert_allclose(values, mu, rtol=0, atol=1e-14 * size)
    np.testing.assert_allclose(A @ W, W * values[60 - d :], rtol=0, atol=1e-14 * size)
    np.testing.assert_allclose(W.T @ W, np.eye(d), rtol=0, atol=1e-13)


@pytest.mark.parametrize("n", [2, 3])
def test_two_or_three_rows_have_their_leading_vector(n):
    A = np.ones((n, n)) + np.eye(n)
    values, W = arithmetic.leading_eigh(A, 1)
    np.testing.assert_allclose(values, [*[1.0] * (n - 1), n + 1.0], rtol=0, atol=4e-15)
    np.testing.assert_allclose(np.abs(W[:, 0]), n**-0.5, rtol=0, atol=1e-14)


@pytest.mark.parametrize("n", [201, 400])
def test_equal_eigenvalues_of_a_centered_identity_are_no_failure(n):
    A = np.eye(n) - 1.0 / n
    values, W = arithmetic.leading_eigh(A, 3)
    assert np.abs(values[1:] - 1.0).max() <= 1e-14
    assert np.abs(A @ W - W).max() <= 1e-14
