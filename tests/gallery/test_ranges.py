"""Ranges are percentiles over repetitions, entry by entry."""

import numpy as np
import pytest

import certified_solver
import circles_apart
import r_demonstration
import unrolled_s
from ranges import range_name, ranges


def test_entries_have_ranges_of_their_own():
    values = np.column_stack([np.arange(101.0)[::-1], 10.0 * np.arange(101.0)])
    found = ranges(values)
    assert found.median.tolist() == [50.0, 500.0]
    assert found.low.tolist() == [2.5, 25.0]
    assert found.high.tolist() == [97.5, 975.0]


def test_the_ends_of_a_range_belong_to_it():
    found = ranges(np.arange(101.0)[:, None] * np.ones(4))
    assert found.holds(np.array([2.5, 97.5, 2.4, 97.6])).tolist() == [True, True, False, False]


def test_of_fewer_than_40_repetitions_the_range_is_from_the_least_to_the_largest():
    """And it is called so, because 3 numbers do not tell where 95 % of the others lie."""
    values = np.random.default_rng(0).normal(size=40)
    few, many = ranges(values[:39]), ranges(values)
    assert (few.low, few.high) == (values[:39].min(), values[:39].max())
    assert values.min() < many.low < many.high < values.max()
    assert range_name(39) == "least-to-largest range"
    assert range_name(40) == "95 % range"


def test_a_new_number_lies_inside_a_range_of_three_with_a_probability_of_a_half():
    draws = np.random.default_rng(1).normal(size=(3, 4000))
    new = np.random.default_rng(2).normal(size=4000)
    assert ranges(draws).holds(new).mean() == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    "experiment",
    [
        circles_apart.repeated,
        unrolled_s.repeated,
        lambda repeats: r_demonstration.repeated(repeats, None),
        lambda repeats: certified_solver.bounds(None, repeats),
        lambda repeats: certified_solver.missed(None, repeats),
    ],
)
def test_an_experiment_without_a_repetition_is_refused(experiment):
    with pytest.raises(ValueError, match="0 repetitions asked for; give a whole number from 1 on"):
        experiment(0)
