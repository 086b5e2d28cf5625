"""Fit every method of a case, one after the other and again, and make the rows of the table."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

import psutil

from benchmarks import processes
from benchmarks.cases import Case
from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    OURS,
    PEERS,
    PLACED_BY_PEER,
)
from benchmarks.processes import FitError
from benchmarks.table import Row
from benchmarks.worker import Job, Run

LONG = 60.0
"""Seconds of a fit that is not repeated."""

AFTERWARDS = 4.0
"""A process may take so many times the limit of its fit, for its points and what follows it."""

ACCURATE = 1e-12
"""Residuals up to this are equal: they are the rounding of the kernel values and of the products.

A fit with a larger residual is listed, and its time is not compared."""

Measure = Callable[[Job, float], Run]
"""``processes.measured``, or what a test uses instead."""


class Measured(dict[str, list[Run]]):
    """The fits of each method of a case; ``failed`` says why a method has none."""

    def __init__(self, methods: tuple[str, ...]) -> None:
        super().__init__((name, []) for name in methods)
        self.failed: dict[str, str] = {}


def rows(
    case: Case,
    limit: float,
    earlier: list[Row],
    measure: Measure = processes.measured,
    touch: Callable[[float], None] = processes.touch,
) -> Iterator[Row]:
    """The rows of a case, one for each of its methods.

    ``limit`` is the most seconds for one fit. From ``earlier`` rows the time of a fit is estimated,
    and a fit that would take longer is left out. The row says so.
    """
    fits = _fits(case, limit, earlier, measure, touch)
    table = [_row(case, name, fits) for name in case.methods]
    for row in table:
        yield _beside_peers(row, table) if row.method in OURS and row.repeats else row


def _fits(
    case: Case,
    limit: float,
    earlier: list[Row],
    measure: Measure,
    touch: Callable[[float], None],
) -> Measured:
    measured = Measured(case.methods)
    for name in case.methods:
        reason = skipped(case, name, limit, earlier)
        if reason:
            measured.failed[name] = reason
    _touch_memory(case, measured, limit, measure, touch)
    for turn in range(case.repeats):
        for name, runs in measured.items():
            if name in measured.failed or (runs and runs[0].seconds > LONG):
                continue
            try:
                runs.append(measure(_job(case, name, turn), AFTERWARDS * limit))
            except FitError as error:
                measured.failed[name] = str(error)
    return measured


def _touch_memory(
    case: Case, measured: Measured, limit: float, measure: Measure, touch: Callable[[float], None]
) -> None:
    """A fit that does not count, because a virtual machine is slow at the first touch of memory.

    For a case that is not repeated a process writes to ``case.touched`` bytes.
    """
    wanted = [name for name in (ARPACK, *case.methods) if name in measured]
    open_ = [name for name in wanted if name not in measured.failed]
    if not open_:
        return
    try:
        if case.repeats > 1:
            measure(_job(case, open_[0], 1), AFTERWARDS * limit)
        elif case.touched:
            touch(min(case.touched, 0.8 * psutil.virtual_memory().available))
    except FitError as error:
        measured.failed[open_[0]] = str(error)


def _job(case: Case, name: str, turn: int) -> Job:
    """A fit; what is measured after it is measured after the first one."""
    options, starts = case.options.get(name, {}), case.starts if turn == 0 else 0
    return Job(case.spectrum, case.n, case.d, name, 0, options, turn == 0, starts)


def skipped(case: Case, name: str, limit: float, earlier: list[Row]) -> str:
    """Why a method is left out, in words; "" if it is not."""
    if name not in (*PEERS, PLACED_BY_PEER):
        return ""
    if name == DENSE and AUTO in case.methods and case.d >= 10 and case.n > 200:
        return "skipped: auto chooses this solver here"
    needed = 2 * 8 * case.n**2
    if needed > psutil.virtual_memory().total:
        return f"skipped: the Gram matrix and a copy need {needed / 1e9:.0f} GB"
    power = 3 if name in (DENSE, AUTO) and case.d >= 10 else 2
    expected = [
        row.seconds * (case.n / row.n) ** power
        for row in earlier
        if row.method == name and row.repeats and row.seconds and row.n < case.n
    ]
    if expected and expected[-1] > limit:
        return f"skipped: about {expected[-1]:.0f} s, more than the limit of {limit:.0f} s"
    return ""


def _row(case: Case, name: str, fits: Measured) -> Row:
    runs = fits[name]
    row = Row(case.name, case.spectrum, case.n, case.d, name, repeats=len(runs))
    if not runs:
        return replace(row, note=fits.failed[name])
    times, memory = [run.seconds for run in runs], median(run.memory for run in runs)
    refused = [run.refused for run in runs if run.refused]
    notes = []
    if refused:
        notes.append(f"certificate refused in {len(refused)} of {len(runs)}: {refused[0]}")
    if runs[0].members:
        notes.append("members from each start: " + " ".join(map(str, runs[0].members)))
    if name in fits.failed:
        notes.append(fits.failed[name])
    return replace(
        row,
        q=runs[0].q,
        seconds=median(times),
        seconds_low=min(times),
        seconds_high=max(times),
        memory_mb=memory / 1e6,
        memory_share=memory / (8 * case.n**2),
        residual=runs[0].residual,
        passes=runs[0].passes,
        rank=runs[0].rank,
        refused=len(refused) if runs[0].proved is not None else None,
        proved=_largest(run.proved for run in runs),
        members=min(runs[0].members) if runs[0].members else None,
        wrong=runs[0].wrong,
        starts=len(runs[0].members) if runs[0].members else None,
        note="; ".join(notes),
    )


def _largest(values: Iterator[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _beside_peers(row: Row, rows: list[Row]) -> Row:
    """The row of a method of this library, with how many times faster than the peers it is."""
    peers = [other for other in rows if other.method in PEERS and other.repeats]
    if not peers:
        return row
    row = replace(row, faster_any=min(other.seconds for other in peers) / row.seconds)
    accurate = [other for other in peers if _is_accurate(other)]
    if not (accurate and _is_accurate(row)):
        return row
    peer = min(accurate, key=lambda other: other.seconds)
    return replace(row, peer=peer.method, faster=peer.seconds / row.seconds)


def _is_accurate(row: Row) -> bool:
    return row.residual is not None and row.residual <= ACCURATE
