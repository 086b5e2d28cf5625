"""The table has every case of the issue, with its goal."""

from benchmarks.cases import CASES, LARGE
from benchmarks.methods import ARPACK, AUTO, LOW_RANK, METHODS, PEERS, WITH_CERTIFICATE, WITHOUT
from benchmarks.spectra import SPECTRA


def _of(name, cases=CASES):
    return [one for one in cases if one.name == name]


def test_names_of_points_and_methods_exist_and_rows_have_names_of_their_own():
    names = [(one.name, one.spectrum, one.n, one.d) for one in (*CASES, *LARGE)]
    assert len(set(names)) == len(names)
    assert {one.spectrum for one in (*CASES, *LARGE)} == set(SPECTRA)
    assert {name for one in (*CASES, *LARGE) for name in one.methods} == set(METHODS)


def test_time_and_memory_in_64_dimensions_have_goals_at_four_sizes():
    speed = _of("speed")
    assert [one.n for one in speed] == [2_000, 5_000, 10_000, 20_000]
    for one in speed:
        assert (one.spectrum, one.d) == ("gaussian64", 10)
        assert (one.goals.faster, one.goals.share) == (4.0, 0.55)
        assert {WITHOUT, WITH_CERTIFICATE, *PEERS} == set(one.methods)
        assert one.repeats >= 5


def test_auto_has_a_goal_from_5000_points_on():
    auto = _of("auto") + _of("auto", LARGE)
    assert {one.n: one.goals.faster for one in auto} == {
        2_000: None,
        5_000: 30.0,
        10_000: 30.0,
        20_000: 30.0,
    }
    assert all(one.d == 20 and AUTO in one.methods for one in auto)


def test_the_other_spectra_are_measured_with_every_solver():
    assert [one.spectrum for one in _of("spectrum")] == ["digits-like", "slow decay", "clustered"]
    assert all(set(PEERS) < set(one.methods) for one in _of("spectrum"))
    (fast,) = _of("fast decay")
    assert (fast.n, fast.goals.faster, fast.goals.proved) == (20_000, 20.0, 1e-12)
    assert fast.judged == (LOW_RANK,)


def test_members_of_clusters_are_counted_from_several_starts():
    for one in _of("members"):
        assert one.goals.members
        assert one.starts >= 10
        assert ARPACK in one.methods


def test_the_large_cases_have_the_goals_of_memory_and_rate():
    by_name = {one.name: one for one in LARGE}
    assert (by_name["in memory"].n, by_name["in memory"].goals.memory) == (50_000, 11e9)
    recomputed = by_name["recomputed"]
    assert recomputed.n == 100_000
    goals = recomputed.goals
    assert (goals.memory, goals.residual, goals.passes, goals.rate) == (2 * 2**30, 1e-8, 10, 0.5)
    for name, memory in (("million, double", 9e9), ("million, single", 5e9)):
        one = by_name[name]
        assert (one.n, one.goals.memory, one.goals.rate) == (1_000_000, memory, 0.5)
        assert one.options[LOW_RANK]["rank"] == 1000
