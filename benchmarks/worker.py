"""One fit in a process of its own: ``python -m benchmarks.worker JOB`` prints what it took.

JOB is a ``Job`` in JSON, and so is the last line of the output, a ``Run``.
"""

import json
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from benchmarks import accuracy
from benchmarks.memory import Growth
from benchmarks.methods import METHODS
from benchmarks.spectra import SPECTRA
from kpca.arrays import Array


@dataclass(frozen=True)
class Job:
    """What to fit.

    spectrum  name of the points
    n, d      numbers of points and of components
    method    name of the method
    seed      of the random start
    options   of the method
    residual  whether to measure the residual afterwards
    members   number of random starts, from ``seed`` on, with which the members of a cluster are
              counted afterwards
    """

    spectrum: str
    n: int
    d: int
    method: str
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    residual: bool = False
    members: int = 0


@dataclass(frozen=True)
class Run:
    """What the fit took: seconds, and bytes above the imports and the points at its peak.

    The memory is NaN where the system counts no peak. ``wrong`` counts the random starts from which
    a member of the cluster is missing, or the certificate is refused. The other numbers are those
    of ``benchmarks.methods.Fit`` and of ``benchmarks.accuracy``.
    """

    seconds: float
    memory: float
    q: int
    passes: int | None
    rank: int | None
    proved: float | None
    refused: str
    residual: float | None = None
    members: list[int] | None = None
    wrong: int | None = None


def run(job: Job) -> Run:
    """Fit once: only the fit counts, neither imports nor points nor what is measured after it."""
    spectrum, method = SPECTRA[job.spectrum], METHODS[job.method]
    _warm_up(job)
    X = spectrum.points(job.n)
    fit = method(X, spectrum.gamma, job.d, job.seed, **job.options)
    growth, start = Growth(), time.perf_counter()
    fitted = fit()
    seconds, peak = time.perf_counter() - start, growth.bytes()
    return Run(
        seconds,
        peak,
        X.shape[1],
        fitted.passes,
        fitted.rank,
        fitted.proved,
        fitted.refused,
        accuracy.residual(X, spectrum.gamma, fitted.mu, fitted.V) if job.residual else None,
        *(_members(job, X, spectrum.gamma) if job.members else ()),
    )


def _members(job: Job, X: Array, gamma: float) -> tuple[list[int], int]:
    """How many of the d largest eigenvalues each random start finds, and how many are wrong."""
    exact = accuracy.largest(X, gamma, job.d)
    starts = range(job.seed, job.seed + job.members)
    fits = [METHODS[job.method](X, gamma, job.d, seed, **job.options)() for seed in starts]
    members = [accuracy.members(exact, fit.mu) for fit in fits]
    found = zip(members, fits, strict=True)
    return members, sum(count < job.d or bool(fit.refused) for count, fit in found)


def _warm_up(job: Job) -> None:
    """A small fit, so that no method imports anything, or starts its threads, while it is timed."""
    X = np.random.default_rng(0).normal(size=(600, 4))
    METHODS[job.method](X, 0.05, 2, 0, **({"rank": 100} if "rank" in job.options else {}))()


if __name__ == "__main__":
    print(json.dumps(asdict(run(Job(**json.loads(sys.argv[1]))))))
