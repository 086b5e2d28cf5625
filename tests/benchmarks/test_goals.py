"""A goal is reached at its limit, missed beyond it, and missed by what is not known."""

import pytest

from benchmarks.cases import Goals
from benchmarks.goals import Reached, judge


@pytest.mark.parametrize(
    ("goals", "at", "beyond"),
    [
        (Goals(share=0.55), {"share": 0.55}, {"share": 0.56}),
        (Goals(memory=11e9), {"memory": 11e9}, {"memory": 11.1e9}),
        (Goals(residual=1e-8), {"residual": 1e-8}, {"residual": 2e-8}),
        (Goals(proved=1e-12), {"proved": 1e-12}, {"proved": 2e-12}),
        (Goals(passes=10), {"passes": 10}, {"passes": 11}),
        (Goals(rate=0.5), {"rate": 0.5}, {"rate": 0.49}),
        (Goals(members=True), {"members": 10}, {"members": 9}),
        (Goals(faster=4.0), {"faster": 4.0}, {"faster": 3.9}),
    ],
)
def test_a_goal_is_reached_at_its_limit_only(goals, at, beyond):
    rest = {"d": 10, "peer_residual": 1e-15} | ({} if goals.residual else {"residual": 1e-15})
    assert [one.reached for one in judge(goals, Reached(**rest, **at))] == [True]
    assert [one.reached for one in judge(goals, Reached(**rest, **beyond))] == [False]
    assert [one.reached for one in judge(goals, Reached(d=10))] == [False]


def test_a_fast_fit_has_to_be_as_accurate_as_its_peer():
    def reached(residual, peer):
        return judge(Goals(faster=4.0), Reached(9.0, residual=residual, peer_residual=peer))[0]

    assert reached(9e-13, 1e-15).reached
    assert reached(1e-7, 1e-7).reached
    assert not reached(1e-7, 1e-15).reached
    assert reached(1e-7, 1e-15).measured == "9.00 times, with a residual of 1.0e-07"


def test_a_missed_goal_states_what_was_measured():
    (verdict,) = judge(Goals(memory=11e9), Reached(memory=12.3e9))
    assert verdict == ("at most 11.00 GB", False, "12.30 GB")


def test_without_goals_there_are_no_verdicts():
    assert judge(Goals(), Reached()) == []
