"""What is measured: which methods fit which points, side by side."""

from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks.methods import (
    ARPACK,
    AUTO,
    DENSE,
    LOW_RANK,
    PEERS,
    PLACED,
    PLACED_BY_PEER,
    RANDOMIZED,
    WITH_CERTIFICATE,
    WITHOUT,
)
from benchmarks.spectra import CLOUDS, KINDS, MANY_CLOUDS, NINE_CLOUDS

BOTH = (WITHOUT, WITH_CERTIFICATE)
SIZES = (150, 300, 600, 1_000, 2_000, 5_000, 10_000)
"""Samples of each kind of points: see ``KINDS``."""

LARGEST = 20_000
"""Samples of each kind of points among the large cases."""

STARTS, MANY_STARTS = 10, 40
"""Random starts with which the members of a cluster are counted; many where a fit is short."""


@dataclass(frozen=True)
class Case:
    """Methods that fit the same points, side by side.

    name      what the case shows; with n and d it is the name of its rows
    spectrum  name of the points
    n, d      numbers of points and of components
    methods   names, in the order of the fits
    options   of each method
    starts    random starts with which the members of a cluster are counted
    repeats   fits of each method, if one takes less than ``benchmarks.run.LONG``
    touched   bytes of memory that are written before fits that are not repeated
    """

    name: str
    spectrum: str
    n: int
    d: int
    methods: tuple[str, ...]
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    starts: int = 0
    repeats: int = 5
    touched: float = 0.0


def _of_members(spectrum: str, n: int, d: int, starts: int = STARTS) -> Case:
    return Case("members", spectrum, n, d, (WITH_CERTIFICATE, ARPACK), starts=starts)


def _new_samples(n: int) -> Case:
    """As many new samples as samples are placed on the components of these."""
    both = (PLACED, PLACED_BY_PEER)
    return Case("transform", "root decay", n, 10, both, {name: {"new": n} for name in both})


def _large(
    name: str, spectrum: str, n: int, methods: tuple[str, ...], touched: float = 0.0, **options: Any
) -> Case:
    """A case that is not repeated; ``options`` are those of its first method."""
    return Case(name, spectrum, n, 10, methods, {methods[0]: options}, repeats=1, touched=touched)


def _speed(spectrum: str, n: int) -> Case:
    """A certified fit beside ARPACK, from 2,000 points on beside a randomized method, too.

    5,000 points of the first kind also without a certificate, and 2,000 of them beside all.
    """
    if spectrum == "clustered":
        # A multiple of the number of clouds, so that all of them are equally large.
        n -= n % CLOUDS
    of_first = {2_000: (*BOTH, *PEERS), 5_000: (*BOTH, ARPACK, RANDOMIZED)}
    methods = (WITH_CERTIFICATE, ARPACK, *([RANDOMIZED] if n >= min(of_first) else []))
    if spectrum == KINDS[0]:
        methods = of_first.get(n, methods)
    return Case("speed", spectrum, n, 10, methods)


CASES: tuple[Case, ...] = (
    *(_speed(spectrum, n) for n in SIZES for spectrum in KINDS),
    *(Case("auto", "gaussian64", n, 20, (*BOTH, AUTO)) for n in (2_000, 5_000)),
    Case(
        "fast decay",
        "plane",
        20_000,
        10,
        (LOW_RANK, WITHOUT, ARPACK, RANDOMIZED, DENSE, AUTO),
        {LOW_RANK: {"rank": 500, "tolerance": 1e-14, "precise": 0.0}},
        repeats=3,
    ),
    Case("slow decay", "slow decay", 5_000, 10, (*BOTH, *PEERS)),
    _of_members("clustered", 182 * CLOUDS, 10),
    _of_members("copies", 96 * MANY_CLOUDS, 20),
    _of_members("nine clouds", 70 * NINE_CLOUDS, 8, MANY_STARTS),
    *(_new_samples(n) for n in (1_000, 5_000)),
)

LARGE: tuple[Case, ...] = (
    *(replace(_speed(spectrum, LARGEST), repeats=3) for spectrum in KINDS),
    *(Case("auto", "gaussian64", n, 20, (*BOTH, AUTO), repeats=3) for n in (10_000, 20_000)),
    replace(_new_samples(20_000), repeats=3),
    _large("in memory", "gaussian64", 50_000, (WITH_CERTIFICATE, ARPACK), touched=11e9),
    _large(
        "recomputed",
        "gaussian64",
        100_000,
        (WITH_CERTIFICATE, ARPACK),
        touched=2 * 2**30,
        max_memory=2 * 2**30,
        tolerance=1e-8,
        certify_passes=0,
    ),
    _large("million", "gaussian10", 1_000_000, (LOW_RANK, ARPACK), touched=9e9, rank=1000),
)
