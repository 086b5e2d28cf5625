"""The number of samples decides what is checked and how a study is solved, unless a word does."""

import pytest
from conftest import STUDIES
from given_studies import GIVEN

from kpca.studies import checking
from kpca.studies.checking import ALL, NONE, SAMPLE


@pytest.mark.parametrize(
    ("asked", "n", "word"),
    [
        *((None, n, ALL) for n in (3, 2000)),
        *((None, n, SAMPLE) for n in (2001, 10**6)),
        *((word, n, word) for word in (ALL, SAMPLE, NONE) for n in (3, 10**6)),
        *((40, n, 40) for n in (41, 10**6)),
        (40, 40, ALL),
    ],
)
def test_every_statement_is_executed_on_up_to_2000_samples_unless_a_word_or_a_number_says_other(
    asked, n, word
):
    assert checking.decided(asked, n) == word


@pytest.mark.parametrize(
    ("q", "widest", "samples"),
    [
        pytest.param(0, 0, 300, id="distances"),
        pytest.param(20, 20, 300, id="few columns"),
        pytest.param(20, 231, 300, id="few columns and some features"),
        pytest.param(300, 300, 210, id="a spectrum"),
        pytest.param(650, 650, 100, id="a longer one"),
        pytest.param(800, 800, 30, id="nearly too wide"),
        pytest.param(830, 830, NONE, id="matrices that take seconds by themselves"),
        pytest.param(20, 1771, NONE, id="features of a kernel"),
        pytest.param(2500, 0, 80, id="too many columns for a matrix of them"),
        pytest.param(20_000, 0, 30, id="genes"),
        pytest.param(10**6, 0, NONE, id="too many for any samples"),
    ],
)
def test_samples_that_seconds_are_enough_for_follow_from_the_columns(q, widest, samples):
    assert checking.affordable(q, widest) == samples


def test_a_part_of_the_spectrum_is_enough_only_where_no_eigenvalue_can_be_negative():
    for name, study in STUDIES.items():
        for word in (SAMPLE, NONE):
            assert checking.is_partial(word, study.kernel) is (name != "sigmoid")
        assert checking.is_partial(40, study.kernel) is (name != "sigmoid")
        assert not checking.is_partial(ALL, study.kernel)
    assert not checking.is_partial(SAMPLE, GIVEN.kernel)


def test_as_few_samples_as_say_something_are_affordable_and_all_of_a_smaller_table():
    assert checking.affordable(50_000, 0) == 20
    assert checking.affordable(60_000, 0) == "none"
    assert checking.affordable(60_000, 0, 12) == 12
