"""Which samples are held out."""

import numpy as np
import pytest

from kpca.studies.holdout import split
from kpca.tables.table import InputError


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


@pytest.mark.parametrize(
    ("n", "holdout", "message"),
    [
        (2, 0, "2 samples: fewer than 3 are left to learn from; allowed: at least 3 samples"),
        (9, 7, "a holdout of 7 of 9 samples: fewer than 3 .*allowed: a holdout of 0 to 6"),
        (2, 1, "a holdout of 1 of 2 samples: .*allowed: at least 3 samples"),
        (3, 0, None),
        (9, 6, None),
    ],
)
def test_fewer_than_three_training_samples_are_refused(n, holdout, message):
    if message is None:
        assert len(split(n, holdout)[0]) == 3
        return
    with pytest.raises(InputError, match=message):
        split(n, holdout)
