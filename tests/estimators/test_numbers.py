"""What estimators accept as numbers, and results in single precision."""

import numpy as np
import pandas as pd
import pytest
from numpy.lib.recfunctions import structured_to_unstructured
from scipy.sparse import csr_array, csr_matrix

from kpca import ClassicalMDS, KernelPCA
from kpca.estimators.numbers import canonical, require_held, require_numbers, rounded, wider

NUMBERS = np.array([[1.5, -2.0], [0.25, 7.0], [3.0, 4.5], [-1.0, 0.5]])


@pytest.mark.parametrize("model", [KernelPCA(1, kernel="rbf"), ClassicalMDS(1)])
def test_fields_are_no_columns_until_they_are_converted_which_leaves_them_in_their_file(
    model, tmp_path
):
    fields = NUMBERS.view([("mass", "f8"), ("length", "f8")])[:, 0]
    np.save(tmp_path / "fields.npy", fields)
    for X in (fields, np.load(tmp_path / "fields.npy", mmap_mode="r")):
        for work in (model.fit, model.fit(NUMBERS).transform):
            with pytest.raises(ValueError, match="mass, length"):
                work(X)
    columns = structured_to_unstructured(X)
    assert isinstance(columns, np.memmap)
    assert np.shares_memory(columns, X)
    np.testing.assert_array_equal(model.fit_transform(columns), model.fit_transform(NUMBERS))


def test_numbers_of_every_type_are_numbers():
    for X in (
        NUMBERS,
        NUMBERS.tolist(),
        NUMBERS.astype(object),
        NUMBERS.astype(np.float32),
        NUMBERS.astype(int),
        NUMBERS > 1.0,
        csr_matrix(NUMBERS),
        pd.DataFrame(NUMBERS),
    ):
        require_numbers(X)


def test_the_type_of_a_result_is_single_only_if_both_are():
    assert wider("f4", "f4") == np.float32
    assert wider("f4", "f8") == wider("f8", "f4") == wider("f2", "f2") == np.float64


def test_numbers_that_a_type_holds_are_rounded_and_accepted():
    np.testing.assert_array_equal(rounded(NUMBERS, np.float32, "score"), NUMBERS)
    assert rounded(NUMBERS, np.float32, "score").dtype == np.float32
    assert rounded(np.array([3e300]), float, "score")[0] == 3e300
    require_held(np.array([3e38, 2e-38]), np.float32, "eigenvalue")
    require_held(np.array([]), np.float32, "eigenvalue")
    require_held(np.array([5e38, 1e-300]), float, "eigenvalue")


# "hello world hello", "goodbye cruel world", "cruel hello": one entry a word, as SciPy builds it.
TERMS = [1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0], [0, 1, 0, 3, 0, 2, 1, 2, 0], [0, 3, 7, 9]
COUNTS = [[2.0, 1.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0], [1.0, 0.0, 1.0, 0.0]]


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr"])
@pytest.mark.parametrize("kind", [csr_matrix, csr_array])
def test_entries_at_one_place_are_added_sorted_and_never_0_and_the_given_ones_stay(form, kind):
    given = kind(TERMS, shape=(3, 4)).asformat(form)
    before = given.copy()
    found = canonical(given)
    assert found.toarray().tolist() == COUNTS
    assert found.indices.tolist() == [0, 1, 1, 2, 3, 0, 2]
    assert found.data.tolist() == [2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert (given.nnz, given.format, given.dtype) == (before.nnz, form, before.dtype)
    if form == "csr":
        assert given.indices.tolist() == [0, 1, 0, 3, 0, 2, 1, 2, 0]


def test_a_matrix_that_was_changed_after_it_was_sorted_is_sorted_again():
    given = csr_matrix(np.array([[3.0, 5.0, 0.0], [0.0, 0.0, 7.0]]))
    assert given.has_canonical_format
    given.indices[:] = [1, 1, 2]
    assert canonical(given).data.tolist() == [8.0, 7.0]


def test_dense_points_are_not_copied():
    X = np.array([[1.0, 2.0]])
    assert canonical(X) is X


@pytest.mark.parametrize("estimator", [KernelPCA(2), ClassicalMDS(2)])
def test_a_mask_that_hides_nothing_is_accepted(estimator):
    shown = np.ma.masked_values(NUMBERS, -999.0)
    expected = estimator.fit_transform(NUMBERS)
    np.testing.assert_array_equal(estimator.fit_transform(shown), expected)
