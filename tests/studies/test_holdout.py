"""Which samples are held out."""

import numpy as np
import pytest

from kpca.studies.holdout import split


@pytest.mark.parametrize("holdout", [1, 3, 5, 7])
def test_held_out_samples_and_training_samples_are_all_samples_once_in_their_order(holdout):
    old, new = split(10, holdout)
    assert sorted([*old, *new]) == list(range(10))
    assert len(new) == holdout
    assert (np.diff(old) > 0).all()
    assert (np.diff(new) > 0).all()


def test_the_draw_is_fixed():
    old, new = split(10, 4)
    assert new.tolist() == [2, 4, 6, 7]
    assert old.tolist() == [0, 1, 3, 5, 8, 9]


def test_without_a_holdout_both_are_all_samples():
    assert [part.tolist() for part in split(4, 0)] == [[0, 1, 2, 3]] * 2


@pytest.mark.parametrize(("n", "holdout"), [(3, 0), (9, 6)])
def test_three_training_samples_are_enough(n, holdout):
    assert len(split(n, holdout)[0]) == 3
