"""What a run is doing: how many of its jobs are done, which run now, and the time that is left."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kpca.workflow.catalog import Job
from kpca.workflow.launch import time_left

STUDIES, ALL = "studies", "all"
"""The two targets of the Snakefile, which a run asks for one after the other."""

NAMED = 3
"""Number of running jobs that the line names."""


@dataclass
class Running:
    """A job that runs: its rule, the path of its benchmark, and the second in which it began."""

    rule: str
    benchmark: str
    began: float


class Progress:
    """The state of one call of Snakemake, from its events.

    ``times`` are the seconds of the jobs of an earlier run, by the path of their benchmark. Jobs
    without one are expected to take the mean of the jobs that this run has done.
    """

    def __init__(
        self,
        target: str,
        jobs: Iterable[Job],
        times: Mapping[str, float],
        cores: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.target, self.times, self.cores, self.clock = target, times, cores, clock
        jobs = list(jobs)
        self.places = {job.benchmark: job.place for job in jobs}
        self.rules = {job.benchmark: time_left.rule(job) for job in jobs}
        self.waiting: dict[str, int] = {}
        self.running: dict[int, Running] = {}
        self.total = self.done = self.failed = 0
        self.begun: set[str] = set()
        self.seconds: list[float] = []
        self.worked, self.start = 0.0, clock()

    def update(self, event: Mapping[str, Any]) -> None:
        """Take in one event; the rule of the target itself is no job."""
        match event:
            case {"event": "planned", "rules": rules}:
                self.waiting = {rule: jobs for rule, jobs in rules.items() if rule != self.target}
                self.total, self.start = sum(self.waiting.values()), self.clock()
            case {"event": "started", "id": id, "rule": rule, "benchmark": str(benchmark)}:
                self._begin(id, Running(rule, benchmark, self.clock()))
            case {"event": "done", "id": id} if id in self.running:
                self._finish(self.running.pop(id))
            case {"event": "failed", "id": id} if id in self.running:
                self.running.pop(id)
                self.failed += 1

    def _begin(self, id: int, job: Running) -> None:
        self.running[id] = job
        if job.benchmark in self.begun:
            # A profile may let Snakemake try a failed job again.
            self.failed -= 1
        else:
            self.begun.add(job.benchmark)
            self.waiting[job.rule] = self.waiting.get(job.rule, 0) - 1

    def _finish(self, job: Running) -> None:
        seconds = self.clock() - job.began
        self.done += 1
        self.seconds.append(seconds)
        self.worked += self.times.get(job.benchmark, seconds)

    @property
    def text(self) -> str:
        """One line that says all of it."""
        preparing = self.target == STUDIES
        if not self.total:
            return "preparing studies" if preparing else "looking for jobs to run"
        counted = f"{self.done} of {self.total}"
        now = sorted(self.running.values(), key=lambda job: job.began)
        names = [self.places.get(job.benchmark, job.rule) for job in now]
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        parts = [
            f"preparing studies: {counted} done" if preparing else f"{counted} jobs done",
            f"{self.failed} failed" if self.failed else "",
            self._left(),
            f"now {', '.join([*names[:NAMED], *more])}" if names else "",
        ]
        return ", ".join(part for part in parts if part)

    def _left(self) -> str:
        """The time left in words, or nothing as long as it cannot even be guessed."""
        now, jobs = self.clock(), self.running.values()
        waiting = [
            seconds
            for rule, number in self.waiting.items()
            for seconds in time_left.of_rule(self._times_of(rule), number)
        ]
        expected = [*waiting, *(self.times.get(job.benchmark) for job in jobs)]
        guessed = None in expected
        if not expected or (guessed and not self.seconds):
            return ""
        usual = sum(self.seconds) / len(self.seconds) if guessed else 0.0
        filled = [usual if seconds is None else seconds for seconds in expected]
        running = zip(filled[len(waiting) :], (now - job.began for job in jobs), strict=True)
        seconds = time_left.estimate(
            filled[: len(waiting)], list(running), self.worked, now - self.start, self.cores
        )
        # What depends on a failed job does not run.
        return time_left.words(seconds, guessed, limit=self.failed > 0)

    def _times_of(self, rule: str) -> list[float]:
        """The times of an earlier run of all jobs of a rule that have not begun."""
        return [
            seconds
            for benchmark, seconds in self.times.items()
            if self.rules.get(benchmark) == rule and benchmark not in self.begun
        ]
