"""Fit every method of a case, one after the other and again, and make the rows of the table."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

import psutil

from benchmarks import goals, processes, roofline
from benchmarks.cases import Case
from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    LOW_RANK,
    ON_GPU,
    OURS,
    PEERS,
    WITH_CERTIFICATE,
    WITHOUT,
)
from benchmarks.processes import FitError
from benchmarks.roofline import Rates
from benchmarks.table import Row
from benchmarks.worker import Job, Run
from kpca.solvers import device

LONG = 60.0
"""Seconds of a fit that is not repeated."""

AFTERWARDS = 4.0
"""A process may take so many times the limit of its fit, for its points and what follows it."""

KRYLOV = (WITHOUT, WITH_CERTIFICATE)
"""The methods whose passes bound the time of a fit."""

Measure = Callable[[Job, float], Run]
"""``processes.measured``, or what a test puts in its place."""


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
    rates: Callable[[], dict[str, float]] = processes.rates,
    touch: Callable[[float], None] = processes.touch,
) -> Iterator[Row]:
    """The rows of a case, one for each of its methods.

    ``limit`` is the most seconds for one fit. From ``earlier`` rows the time of a fit is estimated,
    and a fit that would take longer is left out. The row says so.
    """
    at = Rates(**rates())
    found = _fits(case, limit, earlier, measure, touch)
    made = [_row(case, name, found, at) for name in case.methods]
    for row in made:
        yield _judged(case, row, made) if row.method in OURS and row.repeats else row


def _fits(
    case: Case,
    limit: float,
    earlier: list[Row],
    measure: Measure,
    touch: Callable[[float], None],
) -> Measured:
    found = Measured(case.methods)
    for name in case.methods:
        reason = skipped(case, name, limit, earlier)
        if reason:
            found.failed[name] = reason
    _touch_memory(case, found, limit, measure, touch)
    for turn in range(case.repeats):
        for name, runs in found.items():
            if name in found.failed or (runs and runs[0].seconds > LONG):
                continue
            try:
                runs.append(measure(_job(case, name, turn), AFTERWARDS * limit))
            except FitError as error:
                found.failed[name] = str(error)
    return found


def _touch_memory(
    case: Case, found: Measured, limit: float, measure: Measure, touch: Callable[[float], None]
) -> None:
    """A fit that does not count, because a virtual machine is slow at the first touch of memory.

    For a case that is not repeated a process writes to as much memory as a fit may take.
    """
    wanted = [name for name in (ARPACK, *case.methods) if name in found]
    open_ = [name for name in wanted if name not in found.failed]
    if not open_:
        return
    try:
        if case.repeats > 1:
            measure(_job(case, open_[0], 1), AFTERWARDS * limit)
        elif case.goals.memory:
            touch(min(case.goals.memory, 0.8 * psutil.virtual_memory().available))
    except FitError as error:
        found.failed[open_[0]] = str(error)


def _job(case: Case, name: str, turn: int) -> Job:
    """A fit; what is measured after it is measured after the first one."""
    options, starts = case.options.get(name, {}), case.starts if turn == 0 else 0
    return Job(case.spectrum, case.n, case.d, name, 0, options, turn == 0, starts)


def skipped(case: Case, name: str, limit: float, earlier: list[Row]) -> str:
    """Why a method is left out, in words; "" if it is not."""
    if name == ON_GPU:
        return _no_device()
    if name not in PEERS:
        return ""
    if name == DENSE and AUTO in case.methods and case.d >= 10 and case.n > 200:
        return "skipped: auto chooses this solver here"
    needed = 2 * 8 * case.n**2
    if needed > psutil.virtual_memory().total:
        return f"skipped: the Gram matrix and a copy need {needed / 1e9:.0f} GB"
    power = 3 if name in (DENSE, AUTO) and case.d >= 10 else 2
    known = [
        row.seconds * (case.n / row.n) ** power
        for row in earlier
        if row.method == name and row.repeats and row.seconds and row.n < case.n
    ]
    if known and known[-1] > limit:
        return f"skipped: about {known[-1]:.0f} s, more than the limit of {limit:.0f} s"
    return ""


def _no_device() -> str:
    try:
        device.cupy()
    except device.NoDeviceError as error:
        return f"skipped: {error}"
    return ""


def _row(case: Case, name: str, found: Measured, rates: Rates) -> Row:
    runs = found[name]
    row = Row(case.name, case.spectrum, case.n, case.d, name, repeats=len(runs))
    if not runs:
        return replace(row, note=found.failed[name])
    times, memory = [run.seconds for run in runs], median(run.memory for run in runs)
    bound = _bound(case, name, found, rates)
    refused = [run.refused for run in runs if run.refused]
    notes = []
    if refused:
        notes.append(f"certificate refused in {len(refused)} of {len(runs)}: {refused[0]}")
    if runs[0].members:
        notes.append("members from each start: " + " ".join(map(str, runs[0].members)))
    if name in found.failed:
        notes.append(found.failed[name])
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
        proved=_largest(run.proved for run in runs),
        members=min(runs[0].members) if runs[0].members else None,
        bound_seconds=bound,
        ratio=median(times) / bound if bound else None,
        gemm_gflops=rates.gemm / 1e9,
        single_gflops=rates.single / 1e9,
        bandwidth_gbs=rates.bandwidth / 1e9,
        exp_ns=1e9 / rates.exp,
        note="; ".join(notes),
    )


def _largest(values: Iterator[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _bound(case: Case, name: str, found: Measured, rates: Rates) -> float | None:
    """The least seconds of the method; those of this library's solver for scikit-learn's.

    The second pass of a certificate builds K again; its random start is not part of the bound.
    """
    if name == LOW_RANK:
        single = case.options.get(name, {}).get("dtype") == "float32"
        return roofline.low_rank(case.n, found[name][0].rank or 0, rates, single)
    ours = name if name in OURS else next((one for one in KRYLOV if found.get(one)), None)
    if ours is None:
        return None
    run = found[ours][0]
    if run.passes is None or run.block is None:
        return None
    kept = "max_memory" not in case.options.get(ours, {})
    bound = roofline.krylov(case.n, run.q, run.passes, run.block, rates, kept)
    if ours == name == WITH_CERTIFICATE:
        bound += roofline.krylov(case.n, run.q, 1, case.d, rates, kept)
    return bound


def _judged(case: Case, row: Row, made: list[Row]) -> Row:
    """The row with its goals, whether it reaches them, and what it missed."""
    peers = [one for one in made if one.method in PEERS and one.repeats]
    accurate = [one for one in peers if _number(one.residual) <= goals.ACCURATE]
    peer = min(accurate, key=lambda one: one.seconds, default=None)
    faster = peer.seconds / row.seconds if peer else math.nan
    row = replace(
        row,
        peer=peer.method if peer else "",
        faster=faster if peer else None,
        faster_any=min(one.seconds for one in peers) / row.seconds if peers else None,
    )
    if row.method not in case.judged:
        return row
    verdicts = goals.judge(
        case.goals,
        goals.Reached(
            faster,
            row.memory_share,
            1e6 * row.memory_mb,
            _number(row.residual),
            _number(peer.residual) if peer else math.nan,
            _number(row.proved),
            _number(row.passes),
            1.0 / row.ratio if row.ratio else math.nan,
            _number(row.members),
            case.d,
        ),
    )
    missed = [
        f"missed: {one.goal}; measured: {one.measured}" for one in verdicts if not one.reached
    ]
    return replace(
        row,
        goal="; ".join(one.goal for one in verdicts),
        reached="; ".join("yes" if one.reached else "no" for one in verdicts),
        note="; ".join([*missed, *([row.note] if row.note else [])]),
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)
