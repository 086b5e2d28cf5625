"""Numbers that may mean a missing value are found with the columns that have them."""

import numpy as np
import pytest

from kpca.tables.sentinels import sentinels, where

CODES = np.random.default_rng(6).integers(0, 3, (12, 4)).astype(float)


@pytest.mark.parametrize(
    ("at", "number", "asked"),
    [((3, 1), -1, True), ((3, 1), -2, False), ((slice(0, 12, 2), slice(0, 3)), -1, False)],
)
def test_minus_one_among_codes_is_asked_for(at, number, asked):
    X = CODES.copy()
    X[at] = number
    assert (-1.0 in sentinels(X, list("abcd"))) is asked
    assert sentinels(X + 0.5 * (number == -1), list("abcd")) == {}


def test_ninety_eight_beside_ninety_nine_is_asked_for_too():
    likert = np.tile([[1.0, 4], [3, 2], [5, 5], [2, 1]], (3, 1))
    likert[[0, 5], 0], likert[7, 1] = 99, 98
    assert sentinels(likert, ["a", "b"]) == {99.0: ["a"], 98.0: ["b"]}
    likert[[0, 5], 0] = 4
    assert sentinels(likert, ["a", "b"]) == {}


def test_what_is_said_of_a_number_is_where_it_stands():
    X = CODES.copy()
    X[[3, 7], 1] = -1
    text = where(sentinels(X, list("abcd")), X, list("abcd"))
    assert text.startswith("-1 stands 2 times, the only negative number")
    far = np.column_stack([[5.0, 4, 99, 3, 99], [90, 99, 101, 95, 97]])
    assert where({99.0: ["a"]}, far, ["a", "b"]).startswith("99 stands 2 times, far from all other")
