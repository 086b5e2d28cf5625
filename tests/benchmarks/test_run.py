"""The rows of a case, from fits that are made up: order, medians, goals, failures."""

from dataclasses import replace

import psutil
import pytest

from benchmarks import run
from benchmarks.cases import Case, Goals
from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    LOW_RANK,
    ON_GPU,
    RANDOMIZED,
    WITH_CERTIFICATE,
    WITHOUT,
)
from benchmarks.processes import FitError
from benchmarks.table import Row
from benchmarks.worker import Run
from kpca.solvers.device import NoDeviceError

RATES = {"gemm": 1e10, "single": 2e10, "bandwidth": 1e10, "exp": 1e9}
CASE = Case("speed", "gaussian64", 1000, 10, (WITHOUT, ARPACK, RANDOMIZED), Goals(4.0, 0.55))
RUN = Run(1.0, 4e6, 64, None, None, None, None, "")
OWN = replace(RUN, seconds=0.1, passes=20, block=12, residual=1e-15)


class Fake:
    """Gives made-up fits by method, and remembers what it was asked for."""

    def __init__(self, **runs):
        self.runs = {WITHOUT: OWN, ARPACK: replace(RUN, residual=1e-14), **runs}
        self.asked = []

    def __call__(self, job, limit):
        self.asked.append(job)
        found = self.runs.get(job.method, replace(RUN, seconds=0.05, residual=1e-7))
        if isinstance(found, Exception):
            raise found
        return found


def _rows(case=CASE, fake=None, earlier=(), limit=100.0):
    found = list(run.rows(case, limit, list(earlier), fake or Fake(), lambda: RATES))
    return {row.method: row for row in found}


def test_methods_take_turns_after_one_fit_that_does_not_count():
    fake = Fake()
    rows = _rows(fake=fake)
    asked = [job.method for job in fake.asked]
    assert asked == [ARPACK, *[WITHOUT, ARPACK, RANDOMIZED] * 5]
    assert [job.residual for job in fake.asked] == [False] + [True] * 3 + [False] * 12
    assert {row.repeats for row in rows.values()} == {5}


def test_the_row_has_median_range_memory_bound_and_rates():
    times = iter([9.0, 0.3, 0.1, 0.5, 0.2, 0.4])

    def measure(job, limit):
        return replace(OWN, seconds=next(times))

    (row,) = run.rows(replace(CASE, methods=(WITHOUT,)), 100.0, [], measure, lambda: RATES)
    assert (row.seconds, row.seconds_low, row.seconds_high) == (0.3, 0.1, 0.5)
    assert (row.memory_mb, row.memory_share, row.q) == (4.0, 0.5, 64)
    build = 0.5e6 * (2 * 66 / 1e10 + 1e-9)
    assert row.bound_seconds == pytest.approx(build + 20 * 2 * 1e6 * 12 / 1e10, abs=1e-15)
    assert row.ratio == pytest.approx(0.3 / row.bound_seconds, abs=1e-12)
    assert (row.gemm_gflops, row.bandwidth_gbs, row.exp_ns) == (10.0, 10.0, 1.0)


def test_the_peer_is_the_fastest_accurate_solver():
    row = _rows()[WITHOUT]
    assert (row.peer, row.faster, row.faster_any) == (ARPACK, 10.0, 0.5)
    assert row.goal == "at least 4 times faster; at most 0.55 of 8n² bytes"
    assert row.reached == "yes; yes"
    assert row.note == ""


def test_a_missed_goal_says_what_was_measured():
    slow = replace(OWN, seconds=0.5, memory=8e6)
    row = _rows(fake=Fake(**{WITHOUT: slow}))[WITHOUT]
    assert row.reached == "no; no"
    assert row.note == (
        "missed: at least 4 times faster; measured: 2.00 times; "
        "missed: at most 0.55 of 8n² bytes; measured: 1.00 of 8n² bytes"
    )


def test_a_fit_that_fails_is_a_row_and_the_others_are_measured():
    rows = _rows(fake=Fake(**{ARPACK: FitError("failed: MemoryError")}))
    assert rows[ARPACK].note == "failed: MemoryError"
    assert (rows[ARPACK].repeats, rows[ARPACK].seconds) == (0, None)
    assert rows[RANDOMIZED].repeats == rows[WITHOUT].repeats == 5
    assert rows[WITHOUT].reached.startswith("no")
    assert "no peer was measured" in rows[WITHOUT].note


def test_a_long_fit_is_not_repeated_and_the_row_says_how_many_there_are():
    rows = _rows(fake=Fake(**{ARPACK: replace(RUN, seconds=61.0, residual=1e-14)}))
    assert (rows[ARPACK].repeats, rows[WITHOUT].repeats) == (1, 5)


def test_a_fit_that_would_take_too_long_is_left_out_with_its_estimate():
    earlier = [Row("speed", "gaussian64", 500, 10, AUTO, repeats=5, seconds=20.0)]
    case = replace(CASE, methods=(WITHOUT, AUTO, DENSE))
    rows = _rows(case, earlier=earlier)
    assert rows[AUTO].note == "skipped: about 160 s, more than the limit of 100 s"
    assert rows[DENSE].note == "skipped: auto chooses this solver here"
    assert run.skipped(case, AUTO, 200.0, earlier) == ""


def test_a_gram_matrix_that_does_not_fit_is_not_tried():
    case = replace(CASE, n=10**7)
    assert run.skipped(case, ARPACK, 100.0, []).endswith("need 1600000 GB")
    assert run.skipped(case, WITHOUT, 100.0, []) == ""
    fits = replace(CASE, n=int((psutil.virtual_memory().total / 17) ** 0.5))
    assert run.skipped(fits, ARPACK, 100.0, []) == ""


def test_members_are_counted_after_the_first_fit_only():
    goals, both = Goals(members=True), (WITH_CERTIFICATE, ARPACK)
    case = replace(CASE, goals=goals, methods=both, starts=3)
    fake = Fake(
        **{
            WITH_CERTIFICATE: replace(OWN, members=[10, 10, 10]),
            ARPACK: replace(RUN, members=[10, 8, 9], residual=1e-15),
        }
    )
    rows = _rows(case, fake)
    assert (rows[WITH_CERTIFICATE].members, rows[WITH_CERTIFICATE].reached) == (10, "yes")
    assert rows[ARPACK].members == 8
    assert rows[ARPACK].note == "members from each start: 10 8 9"
    assert [job.members for job in fake.asked] == [0, 3, 3] + [0] * 8


def test_a_refused_certificate_is_in_the_note_and_its_second_pass_in_the_bound():
    case = replace(CASE, methods=(WITHOUT, WITH_CERTIFICATE, ARPACK))
    rows = _rows(case, Fake(**{WITH_CERTIFICATE: replace(OWN, refused="a cluster is cut")}))
    assert "certificate refused in 5 of 5: a cluster is cut" in rows[WITH_CERTIFICATE].note
    assert rows[WITH_CERTIFICATE].bound_seconds > rows[WITHOUT].bound_seconds
    assert rows[ARPACK].bound_seconds == rows[WITHOUT].bound_seconds


def test_a_low_rank_fit_is_compared_with_the_products_of_its_factor():
    case = replace(
        CASE, methods=(LOW_RANK, WITHOUT, ARPACK), goals=Goals(rate=0.5), judged=(LOW_RANK,)
    )
    rows = _rows(case, Fake(**{LOW_RANK: replace(RUN, seconds=0.002, rank=100)}))
    assert rows[LOW_RANK].bound_seconds == pytest.approx(2e7 / 1e10, abs=1e-15)
    assert rows[LOW_RANK].reached == "yes"
    assert rows[WITHOUT].goal == ""


@pytest.mark.parametrize(("repeats", "sizes"), [(1, [9e5]), (2, [])])
def test_a_fit_that_is_not_repeated_finds_its_memory_touched(repeats, sizes):
    """A repeated one has another fit before it, which does not count."""
    touched, fake = [], Fake()
    case = replace(CASE, goals=Goals(memory=9e5), repeats=repeats)
    list(run.rows(case, 100.0, [], fake, lambda: RATES, touched.append))
    assert touched == sizes
    assert len(fake.asked) == (3 if repeats == 1 else 7)


def test_without_a_gpu_its_row_says_what_is_missing(monkeypatch):
    def absent():
        raise NoDeviceError("CuPy finds no GPU; compute without one")

    monkeypatch.setattr(run.device, "cupy", absent)
    row = _rows(replace(CASE, methods=(ON_GPU,)))[ON_GPU]
    assert (row.repeats, row.note) == (0, "skipped: CuPy finds no GPU; compute without one")
    monkeypatch.setattr(run.device, "cupy", lambda: None)
    assert run.skipped(CASE, ON_GPU, 100.0, []) == ""
