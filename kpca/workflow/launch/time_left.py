"""The time that a run still needs, from the times of an earlier run and of the jobs so far."""

import csv
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from kpca.studies.config.notebooks import NOTEBOOKS
from kpca.workflow.catalog import Job

FIRST = 20.0
"""Seconds. The speed of a run is measured, and this long the number of cores counts as well."""


def earlier(results: Path, jobs: Iterable[Job]) -> dict[str, float]:
    """The seconds that each job took when it ran last, by the path of its benchmark."""
    times = {}
    for job in jobs:
        # A time that a killed run has not written, or not whole, is an unknown time.
        with suppress(OSError, ValueError, KeyError, StopIteration):
            text = (results / job.benchmark).read_text(encoding="utf-8")
            row = next(csv.DictReader(text.splitlines(), delimiter="\t"))
            times[job.benchmark] = float(row["s"])
    return times


def rule(job: Job) -> str:
    """The rule of the Snakefile that makes a job."""
    name = job.place.rpartition("/")[2]
    kind = NOTEBOOKS[name].about.kind if name in NOTEBOOKS else ""
    return kind if kind in OF_A_KIND else name.replace("-", "_")


OF_A_KIND = ("chapter", "experiment", "demonstration")
"""The kinds of notebooks that have one rule together."""


def of_rule(known: Sequence[float], jobs: int) -> list[float | None]:
    """The expected seconds of the next ``jobs`` of a rule, ``None`` if no time is known.

    ``known`` are the times of all that may be among them. If their numbers differ, it is unknown
    which ones will run, and each job is expected to take the mean.
    """
    if len(known) == jobs:
        return list(known)
    return [sum(known) / len(known) if known else None] * jobs


def estimate(
    waiting: Sequence[float],
    running: Sequence[tuple[float, float]],
    done: float,
    elapsed: float,
    cores: int,
) -> float:
    """The seconds that are left.

    waiting  the expected seconds of each job that has not begun
    running  the expected seconds of each job that runs, and its seconds so far
    done     the sum of the expected seconds of the jobs that are done
    elapsed  seconds since the first job

    The work that is left is divided by the speed so far. The longest job is a lower limit. A job
    that is late is expected to take as long again as it is late.
    """
    ahead = [*waiting, *(abs(expected - so_far) for expected, so_far in running)]
    worked = done + sum(map(min, running))
    speed = (worked + FIRST * cores) / (elapsed + FIRST)
    return max(sum(ahead) / speed, max(ahead, default=0.0))


def words(seconds: float, guessed: bool = False, limit: bool = False) -> str:
    """The time that is left in words, no more exact than an estimate can be.

    It is "about" this time by an earlier run, "perhaps" if it is ``guessed`` from other jobs, and
    "at most" if it is a ``limit``.
    """
    if seconds < 60:
        return f"{'perhaps ' if guessed else ''}less than 1 min left"
    how = "at most" if limit else "perhaps" if guessed else "about"
    return f"{how} {_rounded(seconds)} left"


def _rounded(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(10 * round(seconds / 600), 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
