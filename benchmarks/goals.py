"""Whether a row of the table reaches the goals of its case, and why not."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.cases import Goals

ACCURATE = 1e-12
"""Residuals up to this are equal: they are the rounding of the kernel values and of the products.

A peer with a larger residual is listed, and is no peer for a goal in time."""


@dataclass(frozen=True)
class Reached:
    """What a method needed, in the units of ``benchmarks.cases.Goals``; NaN if not known."""

    faster: float = math.nan
    share: float = math.nan
    memory: float = math.nan
    residual: float = math.nan
    peer_residual: float = math.nan
    proved: float = math.nan
    passes: float = math.nan
    rate: float = math.nan
    members: float = math.nan
    d: int = 0


class Verdict(NamedTuple):
    """A goal in words, whether it is reached, and what was measured."""

    goal: str
    reached: bool
    measured: str


def judge(goals: Goals, found: Reached) -> list[Verdict]:
    """A verdict for each goal of a case. What is not known does not reach its goal."""
    return list(_verdicts(goals, found))


def _verdicts(goals: Goals, found: Reached) -> Iterator[Verdict]:
    if goals.faster is not None:
        accurate = found.residual <= max(ACCURATE, found.peer_residual)
        said = "no peer was measured" if math.isnan(found.faster) else f"{found.faster:.2f} times"
        yield Verdict(
            f"at least {goals.faster:.0f} times faster",
            found.faster >= goals.faster and accurate,
            said if accurate else f"{said}, with a residual of {found.residual:.1e}",
        )
    if goals.members:
        yield Verdict(
            f"all {found.d} members found", found.members >= found.d, f"{found.members:.0f} found"
        )
    if goals.rate is not None:
        said = f"{100 * found.rate:.0f} %"
        yield Verdict(
            f"at least {100 * goals.rate:.0f} % of the rate", found.rate >= goals.rate, said
        )
    for limit, value, name, form in (
        (goals.share, found.share, "of 8n² bytes", ".2f"),
        (goals.memory, found.memory / 1e9, "GB", ".2f"),
        (goals.residual, found.residual, "residual", ".1e"),
        (goals.proved, found.proved, "proved error", ".1e"),
        (goals.passes, found.passes, "passes", ".0f"),
    ):
        if limit is not None:
            most = limit / 1e9 if name == "GB" else limit
            yield Verdict(f"at most {most:{form}} {name}", value <= most, f"{value:{form}} {name}")
