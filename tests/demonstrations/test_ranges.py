"""Ranges are percentiles over repetitions, entry by entry."""

import numpy as np
import pytest

from kpca.demonstrations.ranges import ranges, require_repetitions


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


def test_the_range_of_41_numbers_leaves_out_one_at_each_end():
    found = ranges(np.arange(41.0))
    assert [float(value) for value in found] == pytest.approx([20.0, 1.0, 39.0], abs=1e-12)


def test_an_experiment_without_a_repetition_is_refused():
    require_repetitions(1)
    with pytest.raises(ValueError, match="0 repetitions asked for; give a whole number from 1 on"):
        require_repetitions(0)
