"""Blocks of a Gram matrix, from a kernel, a function or a matrix."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import peak_of
from scipy.sparse import csr_matrix
from sklearn.metrics.pairwise import polynomial_kernel

from kpca import kernels
from kpca.solvers.elements import (
    FunctionElements,
    KernelElements,
    MatrixElements,
    Weighted,
    seed_of,
    unweighted,
    weighted,
    with_factors,
)
from kpca.solvers.file_points import FilePoints

X = np.random.default_rng(0).normal(size=(30, 4)) + 100.0
ROWS, COLUMNS = slice(3, 10), slice(12, 30)

KERNELS = [
    kernels.RBF(0.1),
    kernels.Laplacian(0.1),
    kernels.Linear(),
    kernels.Polynomial(0.01, 3, 1.0),
    kernels.Sigmoid(1e-5, 0.1),
    kernels.Cosine(),
    kernels.Lift(),
]


def _block(elements, rows=ROWS, columns=COLUMNS):
    # As a part of a larger matrix: the tiles of an operator are such parts.
    space = np.full((40, 40), np.nan)
    out = space[: rows.stop - rows.start, : columns.stop - columns.start]
    elements.block(rows, columns, out)
    assert np.isnan(space).sum() == space.size - out.size
    return out


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_block_holds_the_kernel_values_within_the_stated_error(kernel):
    elements = KernelElements(kernel, X)
    points = X - X.mean(axis=0) if kernel.movable else X
    K = kernel(points, points)
    off = np.abs(_block(elements) - K[ROWS, COLUMNS]).max()
    assert off <= 2.0 * elements.error
    assert 0.0 < elements.error <= 1e-9 * np.abs(K).max()
    np.testing.assert_allclose(elements.diagonal(), K.diagonal(), rtol=1e-14)
    assert (elements.n, elements.positive) == (30, kernel.is_positive_semidefinite)


@pytest.mark.parametrize("kernel", [*KERNELS, kernels.Matern52(2.0)], ids=str)
def test_a_block_that_is_computed_in_strips_is_the_same_to_the_last_bit(kernel, monkeypatch):
    """Strips of two rows, and a last one of one row."""
    whole = _block(KernelElements(kernel, X))
    monkeypatch.setattr("kpca.solvers.elements.STRIP", 2 * 18 + 17)
    np.testing.assert_array_equal(_block(KernelElements(kernel, X)), whole)


@pytest.mark.parametrize("weights", [None, np.linspace(0.5, 1.5, 30)], ids=["plain", "weighted"])
@pytest.mark.parametrize("kernel", [*KERNELS, kernels.Matern52(2.0)], ids=str)
def test_blocks_from_factors_of_all_points_are_those_from_factors_of_their_own(
    kernel, weights, monkeypatch
):
    """The factors are computed for 29 points, and then for the last one."""
    monkeypatch.setattr("kpca.solvers.elements.FACTORED", 29)
    plain = KernelElements(kernel, X)
    elements = weighted(plain, weights)
    kept = with_factors(elements)
    for rows in (ROWS, slice(20, 30)):
        off = np.abs(_block(kept, rows) - _block(elements, rows)).max()
        assert off <= 2.0 * plain.error
    points, with_weights = unweighted(kept)
    assert (points.kept is not None) == plain.by_products
    assert with_weights is weights
    assert plain.kept is None and points.X is plain.X


def test_factors_are_kept_of_few_columns_in_memory_only(monkeypatch, tmp_path):
    """There are four columns."""
    monkeypatch.setattr("kpca.solvers.elements.FEW", 4)
    elements = KernelElements(kernels.RBF(0.1), X)
    left, right = with_factors(elements).kept
    assert left.shape == right.shape == (30, 6)
    assert replace(with_factors(elements), X=X[:7]).kept is None
    np.save(tmp_path / "points.npy", X)
    points = FilePoints(np.load(tmp_path / "points.npy", mmap_mode="r"))
    in_file = KernelElements(kernels.RBF(0.1), points)
    for given in (in_file, MatrixElements(np.eye(3))):
        assert with_factors(given) is given
    monkeypatch.setattr("kpca.solvers.elements.FEW", 3)
    assert with_factors(elements) is elements


@pytest.mark.parametrize(
    "kernel",
    [kernels.RBF(0.1), kernels.Laplacian(0.1), kernels.Matern52(2.0), kernels.Cosine()],
    ids=str,
)
def test_a_kernel_makes_no_other_arrays_as_large_as_a_block(kernel):
    points = np.random.default_rng(0).normal(size=(1000, 3))
    elements, out = KernelElements(kernel, points), np.empty((500, 500))
    elements.block(slice(0, 2), slice(2, 4), out[:2, :2])
    _, peak = peak_of(lambda: elements.block(slice(0, 500), slice(500, 1000), out))
    assert peak < 0.9 * out.nbytes
    np.testing.assert_allclose(out, kernel(points, points)[:500, 500:], rtol=1e-9, atol=1e-12)


def test_points_far_from_the_origin_are_centered_where_the_kernel_allows_it():
    far = X + 1e6
    elements = KernelElements(kernels.RBF(0.1), far)
    assert np.abs(_block(elements) - kernels.RBF(0.1)(far, far)[ROWS, COLUMNS]).max() <= 1e-13
    A, B = elements.kernel.factors(far, far)
    assert np.abs(np.exp(A @ B.T) - kernels.RBF(0.1)(far, far)).max() > 1e-5, "the control"
    assert (KernelElements(kernels.Polynomial(1.0, 2), far).center == 0.0).all()


def test_a_function_gets_slices_of_points_of_any_type():
    sparse = csr_matrix(np.where(np.abs(X - 100.0) > 1.0, X, 0.0))
    elements = FunctionElements(polynomial_kernel, sparse)
    K = polynomial_kernel(sparse, sparse)
    np.testing.assert_array_equal(_block(elements), K[ROWS, COLUMNS])
    np.testing.assert_allclose(elements.diagonal(), K.diagonal(), rtol=1e-14)
    assert (elements.n, elements.positive, elements.error) == (30, False, 0.0)


def test_a_matrix_is_copied_and_stays_as_it_is():
    K = kernels.RBF(0.1)(X, X)
    elements = MatrixElements(K, error=1e-12, positive=True)
    block = _block(elements)
    np.testing.assert_array_equal(block, K[ROWS, COLUMNS])
    block[:] = 0.0
    assert (K > 0.0).all()
    assert (elements.n, elements.positive, elements.error) == (30, True, 1e-12)
    np.testing.assert_array_equal(elements.diagonal(), np.ones(30))


def test_the_stated_error_is_that_of_the_way_in_which_values_are_computed():
    points = X - 100.0
    far = np.r_[points, [[1e7] * 4]]
    for A, by_products in ((points, True), (far, False)):
        elements = KernelElements(kernels.RBF(0.1), A)
        radius = np.linalg.norm(A - A.mean(axis=0), axis=1).max()
        bounds = (
            elements.kernel.rounding_of_products(4, radius),
            elements.kernel.rounding(4, radius),
        )
        assert elements.by_products == by_products
        assert elements.error == pytest.approx(bounds[0 if by_products else 1], rel=1e-12, abs=0)
        assert bounds[0] != bounds[1]


@pytest.mark.parametrize("unit", [1e-60, 1.0, 1e60])
def test_the_way_does_not_depend_on_the_unit(unit):
    assert KernelElements(kernels.Linear(), unit * X).by_products


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_values_of_any_points_are_those_of_the_matrix(kernel):
    elements, some = KernelElements(kernel, X), np.array([20, 3, 3])
    K = np.empty((30, 30))
    elements.block(slice(0, 30), slice(0, 30), K)
    values = elements.values(X[:7], X[some])
    np.testing.assert_allclose(values, K[:7, some], rtol=0, atol=4 * elements.error)
    assert values.shape == (7, 3)


def test_values_come_from_the_points_where_less_rounding_is_asked_for():
    usual, precise = (
        KernelElements(kernels.RBF(3.0), X, **more) for more in ({}, {"precise": 0.0})
    )
    assert usual.by_products and not precise.by_products
    assert precise.error < 0.1 * usual.error
    np.testing.assert_array_equal(precise.values(X[:3], X), kernels.RBF(3.0)(X[:3], X))


LONG = np.random.default_rng(1).normal(size=(600, 3))
LAST = LONG.copy()
LAST[-1, -1] = np.nextafter(LAST[-1, -1], np.inf)


def _products(A, B):
    return (A @ B.T).toarray()


DIFFERENT = [
    KernelElements(kernels.RBF(0.3), LONG),
    KernelElements(kernels.RBF(np.nextafter(0.3, 1.0)), LONG),
    KernelElements(kernels.Laplacian(0.3), LONG),
    KernelElements(kernels.RBF(0.3), LAST),
    MatrixElements(LONG @ LONG.T),
    MatrixElements(LONG @ LAST.T),
    FunctionElements(_products, csr_matrix(LONG)),
    FunctionElements(_products, csr_matrix(LAST)),
    FunctionElements(_products, csr_matrix(LONG[:, [1, 0, 2]])),
    FunctionElements(_products, LONG),
    KernelElements(kernels.RBF(0.3), LONG.reshape(300, 6)),
    FunctionElements(_products, csr_matrix(([1.5, 2.5], [0, 2], [0, 1, 2]), shape=(2, 3))),
    FunctionElements(_products, csr_matrix(([1.5, 2.5], [0, 1], [0, 1, 2]), shape=(2, 3))),
]


def test_the_seed_of_entries_follows_from_every_bit_that_they_are_made_of():
    seeds = [seed_of(elements, 3) for elements in DIFFERENT]
    seeds += [seed_of(DIFFERENT[0], 4)]
    assert len(set(seeds)) == len(seeds)


def test_equal_entries_have_equal_seeds_however_they_lie_in_memory():
    K = LONG @ LONG.T
    assert seed_of(MatrixElements(np.asfortranarray(K)), 5) == seed_of(MatrixElements(K.copy()), 5)
    assert seed_of(KernelElements(kernels.Cosine(), LONG[:2].copy()), 0) == seed_of(
        KernelElements(kernels.Cosine(), LONG[:2]), 0
    )


def test_new_samples_have_their_own_diagonal_from_the_same_center():
    elements = KernelElements(kernels.Linear(), LONG + 7.0)
    new = np.array([[1.0, -2.0, 4.0], [0.5, 3.0, -1.5]])
    expected = ((new - (LONG + 7.0).mean(axis=0)) ** 2).sum(axis=1)
    np.testing.assert_allclose(elements.new_diagonal(new), expected, rtol=1e-13)


def test_where_the_bound_of_products_overflows_values_come_from_the_points():
    """A radius of 1.2e154 times the root of 2, of which the square overflows."""
    points = 1.2e154 * np.array([[1.0, 1.0], [-1.0, -1.0], [0.5, 0.25]])
    elements = KernelElements(kernels.RBF(1e-308), points)
    assert not elements.by_products
    assert elements.error == elements.kernel.rounding(2, 1.0)


@pytest.mark.parametrize(
    ("kernel", "level", "by_products"),
    [
        (kernels.Linear(), 4.0, True),
        (kernels.Polynomial(0.3, 3, 0.7), 4.0, True),
        (kernels.Sigmoid(0.3, 0.7), 8.0, True),
        (kernels.RBF(0.3), 8.0, True),
        (kernels.Laplacian(0.3), 8.0, False),
    ],
    ids=str,
)
def test_the_error_of_new_values_is_that_of_both_lengths(kernel, level, by_products):
    """Radii 2 of the samples and up to 7 of new ones: the geometric mean of 2 and 8 is 4."""
    points = np.array([[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 1.5, 0.0], [0.0, -1.5, 0.0]])
    new = np.array([[0.0, 0.0, 7.0], [0.1, 0.0, 0.2], [0.0, 1e170, 0.0]])
    elements = KernelElements(kernel, points)
    assert elements.by_products == by_products
    bound = kernel.rounding_of_products if by_products else kernel.rounding
    found = elements.new_errors(new)
    assert found[:2] == pytest.approx([bound(3, level), bound(3, 2.0)], rel=1e-12, abs=0.0)
    assert found[2] > bound(3, level) or not by_products


def test_the_size_of_new_values_is_bounded_by_both_diagonals_or_computed():
    points = np.array([[2.0, 1.0, 0.0], [-2.0, 0.5, 0.0], [0.0, 1.5, 0.0]])
    new = np.array([[0.0, 3.0, 4.0], [0.1, 0.0, 0.2]])
    found = KernelElements(kernels.Polynomial(0.5, 2, 0.5), points).new_sizes(new)
    assert found == pytest.approx([13.0 * 3.0, 0.525 * 3.0], rel=1e-12, abs=0.0)
    indefinite = kernels.Polynomial(0.5, 1, -3.0)
    found = KernelElements(indefinite, points).new_sizes(new)
    assert found == pytest.approx([2.25, 3.1], rel=1e-12, abs=0.0)


def test_weighted_elements_count_each_pair_with_the_roots_of_both_weights():
    X, w = np.random.default_rng(2).normal(size=(7, 3)), np.array([4.0, 1, 9, 1, 0.25, 1, 1])
    plain = KernelElements(kernels.RBF(0.3), X)
    elements = weighted(plain, w)
    K, roots, block = kernels.RBF(0.3)(X, X), np.sqrt(w), np.empty((3, 2))
    elements.block(slice(1, 4), slice(4, 6), block)
    np.testing.assert_allclose(block, (roots[:, None] * K * roots)[1:4, 4:6], rtol=1e-14)
    np.testing.assert_allclose(elements.diagonal(), w, rtol=1e-14)
    assert elements.n * elements.error == pytest.approx(w.sum() * plain.error, rel=1e-14, abs=0)
    assert elements.positive and not weighted(MatrixElements(K), w).positive
    np.testing.assert_array_equal(elements.new_rows(X[:2]), plain.new_rows(X[:2]))
    assert unweighted(elements) == (plain, w)
    assert unweighted(plain) == (plain, None)
    assert weighted(plain, None) is plain


def test_the_seed_follows_from_the_weights_too():
    plain = MatrixElements(np.eye(3))
    seeds = {
        seed_of(plain, 0),
        seed_of(Weighted(plain, np.ones(3)), 0),
        seed_of(Weighted(plain, np.array([1.0, 1.0, 1.0 + 2.0**-52])), 0),
    }
    assert len(seeds) == 3
    assert seed_of(Weighted(plain, np.ones(3)), 0) == seed_of(Weighted(plain, np.ones(3)), 0)
