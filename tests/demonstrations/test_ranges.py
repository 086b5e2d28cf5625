"""Ranges are percentiles over repetitions, entry by entry."""

import numpy as np

from kpca.demonstrations.ranges import ranges


def test_entries_have_ranges_of_their_own():
    values = np.column_stack([np.arange(101.0)[::-1], 10.0 * np.arange(101.0)])
    found = ranges(values)
    assert found.median.tolist() == [50.0, 500.0]
    assert found.low.tolist() == [2.5, 25.0]
    assert found.high.tolist() == [97.5, 975.0]


def test_one_repetition_is_its_own_range():
    found = ranges(np.array([[3.0, 4.0]]))
    assert found.low.tolist() == found.median.tolist() == found.high.tolist() == [3.0, 4.0]


def test_the_ends_of_a_range_belong_to_it():
    found = ranges(np.arange(101.0)[:, None] * np.ones(4))
    assert found.holds(np.array([2.5, 97.5, 2.4, 97.6])).tolist() == [True, True, False, False]
