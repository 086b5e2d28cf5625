"""The rows of a case, from fits that are made up: order, medians, goals, failures."""

from dataclasses import replace

import psutil
import pytest

from benchmarks import run
from benchmarks.cases import Case
from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    RANDOMIZED,
    WITH_CERTIFICATE,
    WITHOUT,
)
from benchmarks.processes import FitError
from benchmarks.table import Row
from benchmarks.worker import Run

CASE = Case("speed", "gaussian64", 1000, 10, (WITHOUT, ARPACK, RANDOMIZED))
RUN = Run(1.0, 4e6, 64, None, None, None, "")
OWN = replace(RUN, seconds=0.1, passes=20, residual=1e-15)


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
    found = list(run.rows(case, limit, list(earlier), fake or Fake()))
    return {row.method: row for row in found}


def test_methods_take_turns_after_one_fit_that_does_not_count():
    fake = Fake()
    rows = _rows(fake=fake)
    asked = [job.method for job in fake.asked]
    assert asked == [ARPACK, *[WITHOUT, ARPACK, RANDOMIZED] * 5]
    assert [job.residual for job in fake.asked] == [False] + [True] * 3 + [False] * 12
    assert {row.repeats for row in rows.values()} == {5}


def test_the_row_has_the_median_the_range_and_the_memory():
    times = iter([9.0, 0.3, 0.1, 0.5, 0.2, 0.4])

    def measure(job, limit):
        return replace(OWN, seconds=next(times))

    (row,) = run.rows(replace(CASE, methods=(WITHOUT,)), 100.0, [], measure)
    assert (row.seconds, row.seconds_low, row.seconds_high) == (0.3, 0.1, 0.5)
    assert (row.memory_mb, row.memory_share, row.q) == (4.0, 0.5, 64)


def test_the_peer_is_the_fastest_accurate_solver():
    row = _rows()[WITHOUT]
    assert (row.peer, row.faster, row.faster_any) == (ARPACK, 10.0, 0.5)


def test_a_fit_that_is_less_accurate_is_not_compared_with_its_peer():
    row = _rows(fake=Fake(**{WITHOUT: replace(OWN, residual=1e-7)}))[WITHOUT]
    assert (row.peer, row.faster, row.faster_any) == ("", None, 0.5)


def test_a_fit_that_fails_is_a_row_and_the_others_are_measured():
    rows = _rows(fake=Fake(**{ARPACK: FitError("failed: MemoryError")}))
    assert rows[ARPACK].note == "failed: MemoryError"
    assert (rows[ARPACK].repeats, rows[ARPACK].seconds) == (0, None)
    assert rows[RANDOMIZED].repeats == rows[WITHOUT].repeats == 5
    assert (rows[WITHOUT].peer, rows[WITHOUT].faster) == ("", None)


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
    case = replace(CASE, methods=(WITH_CERTIFICATE, ARPACK), starts=3)
    fake = Fake(
        **{
            WITH_CERTIFICATE: replace(OWN, members=[10, 10, 10], wrong=0),
            ARPACK: replace(RUN, members=[10, 8, 9], wrong=2, residual=1e-15),
        }
    )
    rows = _rows(case, fake)
    assert rows[WITH_CERTIFICATE].members == 10
    assert rows[ARPACK].members == 8
    assert [(row.wrong, row.starts) for row in rows.values()] == [(0, 3), (2, 3)]
    assert rows[ARPACK].note == "members from each start: 10 8 9"
    assert [job.members for job in fake.asked] == [0, 3, 3] + [0] * 8


def test_a_refused_certificate_is_in_the_note():
    case = replace(CASE, methods=(WITH_CERTIFICATE, ARPACK))
    proved = replace(OWN, proved=1e-13)
    refused = replace(proved, refused="a cluster is cut")
    rows = _rows(case, Fake(**{WITH_CERTIFICATE: refused}))
    assert rows[WITH_CERTIFICATE].note == "certificate refused in 5 of 5: a cluster is cut"
    assert [rows[name].refused for name in case.methods] == [5, None]
    assert _rows(case, Fake(**{WITH_CERTIFICATE: proved}))[WITH_CERTIFICATE].refused == 0


@pytest.mark.parametrize(("repeats", "sizes"), [(1, [9e5]), (2, [])])
def test_a_fit_that_is_not_repeated_finds_its_memory_touched(repeats, sizes):
    """A repeated one has another fit before it, which does not count."""
    touched, fake = [], Fake()
    case = replace(CASE, touched=9e5, repeats=repeats)
    list(run.rows(case, 100.0, [], fake, touched.append))
    assert touched == sizes
    assert len(fake.asked) == (3 if repeats == 1 else 7)
