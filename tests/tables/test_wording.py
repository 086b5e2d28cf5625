"""Numbers in sentences agree with their nouns."""

import pytest

from kpca.tables.wording import counted, in_all, up_to


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
def test_a_number_has_its_noun_in_the_singular_or_in_the_plural(number, text):
    assert counted(number, "row") == text


def test_a_noun_may_have_an_irregular_plural():
    assert counted(2, "class", "classes") == "2 classes"


def test_a_single_fault_is_not_counted():
    assert in_all(1, "missing value") == ""
    assert in_all(2, "missing value") == ", one of 2 missing values in all"


@pytest.mark.parametrize(
    ("most", "first", "text"),
    [(3, 1, "1 to 3"), (1, 1, "1"), (0, 1, "none"), (0, 0, "0"), (4, 0, "0 to 4")],
)
def test_a_range_of_one_number_is_that_number(most, first, text):
    assert up_to(most, first) == text
