"""What is measured, and the goal of each case."""

from dataclasses import dataclass, field
from typing import Any

from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    LOW_RANK,
    ON_GPU,
    OURS,
    PEERS,
    RANDOMIZED,
    WITH_CERTIFICATE,
    WITHOUT,
)
from benchmarks.spectra import CLOUDS, MANY_CLOUDS

BOTH = (WITHOUT, WITH_CERTIFICATE)
STARTS = 10
"""Random starts with which the members of a cluster are counted."""


@dataclass(frozen=True)
class Goals:
    """What each fit of this library should reach; None where a case has no such goal.

    faster    at least so many times faster than scikit-learn's fastest solver that is as accurate
    share     peak memory in units of the Gram matrix, 8 n^2 bytes, at most
    memory    peak memory in bytes, at most
    residual  at most
    proved    bound on the errors of the eigenvalues relative to the largest one, at most
    passes    products with the Gram matrix, at most
    rate      the share of the rate of the same operations that the fit reaches, at least
    members   whether all members of the cluster have to be found from every random start
    """

    faster: float | None = None
    share: float | None = None
    memory: float | None = None
    residual: float | None = None
    proved: float | None = None
    passes: int | None = None
    rate: float | None = None
    members: bool = False


@dataclass(frozen=True)
class Case:
    """Methods that fit the same points, side by side.

    name      what the case shows; with n and d it is the name of its rows
    spectrum  name of the points
    n, d      numbers of points and of components
    methods   names, in the order of the fits
    goals     of the methods of this library
    options   of each method
    judged    the methods that have the goals
    starts    random starts with which the members of a cluster are counted
    repeats   fits of each method, if one takes less than ``benchmarks.run.LONG``
    """

    name: str
    spectrum: str
    n: int
    d: int
    methods: tuple[str, ...]
    goals: Goals = Goals()
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    judged: tuple[str, ...] = OURS
    starts: int = 0
    repeats: int = 5


def _of_spectrum(name: str, n: int) -> Case:
    return Case("spectrum", name, n, 10, (*BOTH, *PEERS))


MEMBERS = Goals(members=True)
LOW = {LOW_RANK: {"rank": 500, "tolerance": 1e-14, "precise": 0.0}}
MILLION = {"rank": 1000}

CASES: tuple[Case, ...] = (
    *(
        Case("speed", "gaussian64", n, 10, (*BOTH, *PEERS), Goals(faster=4.0, share=0.55))
        for n in (2_000, 5_000, 10_000, 20_000)
    ),
    *(
        Case("auto", "gaussian64", n, 20, (*BOTH, AUTO), Goals(faster=30.0 if n > 2_000 else None))
        for n in (2_000, 5_000, 10_000)
    ),
    Case(
        "fast decay",
        "fast decay",
        20_000,
        10,
        (LOW_RANK, WITHOUT, ARPACK, RANDOMIZED, DENSE, AUTO),
        Goals(faster=20.0, proved=1e-12),
        LOW,
        judged=(LOW_RANK,),
    ),
    _of_spectrum("digits-like", 5_000),
    _of_spectrum("slow decay", 5_000),
    # Multiples of the number of clouds, so that all of them are equally large.
    _of_spectrum("clustered", 455 * CLOUDS),
    Case(
        "members", "clustered", 182 * CLOUDS, 10, (WITH_CERTIFICATE, ARPACK), MEMBERS, starts=STARTS
    ),
    Case(
        "members",
        "copies",
        96 * MANY_CLOUDS,
        20,
        (WITH_CERTIFICATE, ARPACK),
        MEMBERS,
        starts=STARTS,
    ),
)

LARGE: tuple[Case, ...] = (
    Case("auto", "gaussian64", 20_000, 20, (*BOTH, AUTO), Goals(faster=30.0), repeats=3),
    Case(
        "in memory",
        "gaussian64",
        50_000,
        10,
        (WITH_CERTIFICATE, ARPACK),
        Goals(memory=11e9, residual=1e-12),
        repeats=1,
    ),
    Case(
        "recomputed",
        "gaussian64",
        100_000,
        10,
        (WITH_CERTIFICATE, ARPACK),
        Goals(memory=2 * 2**30, residual=1e-8, passes=10, rate=0.5),
        {WITH_CERTIFICATE: {"max_memory": 2 * 2**30, "tolerance": 1e-8, "certify_passes": 0}},
        repeats=1,
    ),
    Case(
        "million, double",
        "gaussian10",
        1_000_000,
        10,
        (LOW_RANK, ARPACK),
        Goals(memory=9e9, rate=0.5),
        {LOW_RANK: MILLION},
        repeats=1,
    ),
    Case(
        "million, single",
        "gaussian10",
        1_000_000,
        10,
        (LOW_RANK, ARPACK),
        Goals(memory=5e9, rate=0.5),
        {LOW_RANK: MILLION | {"dtype": "float32"}},
        repeats=1,
    ),
    # Every value of the Gram matrix, computed again in each pass.
    Case("million, exact", "gaussian64", 1_000_000, 10, (ON_GPU,), repeats=1),
)
