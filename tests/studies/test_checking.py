"""The number of samples decides what is checked and how a study is solved, unless a word does."""

import pytest
from conftest import STUDIES
from given_studies import GIVEN

from kpca.studies import checking
from kpca.studies.checking import ALL, NONE, SAMPLE


@pytest.mark.parametrize(("n", "word"), [(3, ALL), (2000, ALL), (2001, SAMPLE), (10**6, SAMPLE)])
def test_up_to_2000_samples_every_statement_is_executed_on_all_of_them(n, word):
    assert checking.decided(None, n) == word


@pytest.mark.parametrize("word", [ALL, SAMPLE, NONE])
@pytest.mark.parametrize("n", [3, 10**6])
def test_a_word_overrides_the_number_of_samples(word, n):
    assert checking.decided(word, n) == word


def test_a_part_of_the_spectrum_is_enough_only_where_no_eigenvalue_can_be_negative():
    for name, study in STUDIES.items():
        for word in (SAMPLE, NONE):
            assert checking.is_partial(word, study.kernel) is (name != "sigmoid")
        assert not checking.is_partial(ALL, study.kernel)
    assert not checking.is_partial(SAMPLE, GIVEN.kernel)
