"""What estimators accept as numbers, and results in single precision."""

from datetime import date, timedelta

import numpy as np
import pandas as pd
import pytest
from numpy.lib.recfunctions import structured_to_unstructured
from scipy.sparse import csr_array, csr_matrix

from kpca import ClassicalMDS, KernelPCA
from kpca.estimators.numbers import canonical, require_held, require_numbers, rounded, wider

NUMBERS = np.array([[1.5, -2.0], [0.25, 7.0], [3.0, 4.5], [-1.0, 0.5]])
DAYS = np.array(["2021-03-04", "2020-01-02", "2024-05-06", "2019-07-08"], dtype="M8[D]")

OTHERS = {
    "text": (NUMBERS.astype(str), "row 1 and column 1 is '1.5', which is text"),
    "bytes": (NUMBERS.astype("S4"), "row 1 and column 1 is .*1.5.*, which is text"),
    "lists with text": ([[1.5, 2.0], [3.0, "4.5"]], "is '1.5', which is text"),
    "text among objects": (
        np.array([[1.5, 2.0], [0.5, "3"], [1.0, 4.0]], dtype=object),
        "row 2 and column 2 is '3', which is text",
    ),
    "dates": (np.column_stack([DAYS, DAYS[::-1]]), "'2021-03-04', which is a date or a time"),
    "durations": (np.column_stack([DAYS - DAYS[1]] * 2), "'427 days', which is a duration"),
    "a column of dates": (
        pd.DataFrame({"size": NUMBERS[:, 0], "day": DAYS}),
        "row 1 and column 2 is '2021-03-04 00:00:00', which is a date or a time",
    ),
    "a column of categories": (
        pd.DataFrame({"size": NUMBERS[:, 0], "kind": pd.Categorical(["7", "5", "7", "6"])}),
        "row 1 and column 2 is '7', which is text",
    ),
    "dates of Python": (
        np.array([[1.0, 2.0], [3.0, date(2020, 2, 3)]], dtype=object),
        "row 2 and column 2 is '2020-02-03', which is a date or a time",
    ),
    "durations of Python": (
        np.array([[1.0, timedelta(days=5)], [3.0, 4.0]], dtype=object),
        "row 1 and column 2 is '5 days, 0:00:00', which is a duration",
    ),
}


@pytest.mark.parametrize(("X", "message"), OTHERS.values(), ids=OTHERS)
def test_text_dates_and_durations_are_no_numbers(X, message):
    for model in (KernelPCA(1, kernel="rbf"), ClassicalMDS(1)):
        with pytest.raises(ValueError, match=f"{message}; allowed: numbers"):
            model.fit(X)


@pytest.mark.parametrize("model", [KernelPCA(1, kernel="rbf"), ClassicalMDS(1)])
def test_fields_are_no_columns_until_they_are_converted_which_leaves_them_in_their_file(
    model, tmp_path
):
    fields = NUMBERS.view([("mass", "f8"), ("length", "f8")])[:, 0]
    np.save(tmp_path / "fields.npy", fields)
    for X in (fields, np.load(tmp_path / "fields.npy", mmap_mode="r")):
        for work in (model.fit, model.fit(NUMBERS).transform):
            with pytest.raises(ValueError, match=r"fields mass, length, and the shape \(4,\)"):
                work(X)
    columns = structured_to_unstructured(X)
    assert isinstance(columns, np.memmap)
    assert np.shares_memory(columns, X)
    np.testing.assert_array_equal(model.fit_transform(columns), model.fit_transform(NUMBERS))


@pytest.mark.parametrize("model", [KernelPCA(1, fit_inverse_transform=True), ClassicalMDS(1)])
def test_new_samples_and_scores_of_text_are_no_numbers_either(model):
    model.fit(NUMBERS)
    with pytest.raises(ValueError, match="which is text; allowed: numbers"):
        model.transform(NUMBERS[:2].astype(str))
    if isinstance(model, KernelPCA):
        with pytest.raises(ValueError, match="which is text; allowed: numbers"):
            model.inverse_transform([["0.5"]])


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


def test_numbers_that_single_precision_does_not_hold_are_refused_with_the_number():
    np.testing.assert_array_equal(rounded(NUMBERS, np.float32, "score"), NUMBERS)
    assert rounded(NUMBERS, np.float32, "score").dtype == np.float32
    assert rounded(np.array([3e300]), float, "score")[0] == 3e300
    with pytest.raises(ValueError, match=r"largest score is 4e\+38, .*; allowed: .* to 3.4e\+38"):
        rounded(np.array([2.0, -4e38, 1e38]), np.float32, "score")
    require_held(np.array([3e38, 2e-38]), np.float32, "eigenvalue")
    require_held(np.array([]), np.float32, "eigenvalue")
    with pytest.raises(ValueError, match=r"smallest eigenvalue is 1e-38, .* allowed: 1.18e-38 to"):
        require_held(np.array([3.0, 1e-38, 2e-38]), np.float32, "eigenvalue")
    with pytest.raises(ValueError, match=r"largest eigenvalue is 5e\+38"):
        require_held(np.array([5e38, 2.0]), np.float32, "eigenvalue")
    require_held(np.array([5e38, 1e-300]), float, "eigenvalue")


def test_numbers_below_those_of_double_precision_are_not_blamed_on_single_precision():
    expected = "1e-310, which double precision .*; allowed: 2.23e-308 to 1.8e.308; give .* unit"
    with pytest.raises(ValueError, match=expected) as refused:
        require_held(np.array([3.0, 1e-310]), np.float64, "eigenvalue")
    assert "X.astype" not in str(refused.value), "the points are in double precision already"


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
def test_a_masked_value_is_refused_and_a_mask_that_hides_nothing_is_not(estimator):
    """The number behind the mask may be the fill value of a file."""
    hidden = np.ma.masked_values(np.where(NUMBERS == 4.5, -999.0, NUMBERS), -999.0)
    hidden[3, 0] = np.ma.masked
    with pytest.raises(ValueError, match="row 3 and column 2 is masked, as are 2 of 8 values"):
        estimator.fit(hidden)
    shown = np.ma.masked_values(NUMBERS, -999.0)
    expected = estimator.fit_transform(NUMBERS)
    np.testing.assert_array_equal(estimator.fit_transform(shown), expected)
    with pytest.raises(ValueError, match="row 3 and column 2 is masked"):
        estimator.transform(hidden)
