"""Start a process for each fit, and report a fit that fails by its reason."""

import json
import subprocess
import sys
from dataclasses import asdict

from benchmarks.worker import Job, Run


class FitError(RuntimeError):
    """A fit failed, or took longer than its limit; the message says which."""


def measured(job: Job, limit: float) -> Run:
    """What the fit took in a new process, which ends after ``limit`` seconds.

    The process inherits the environment, so that both cores count for every method.
    """
    output = _output(["benchmarks.worker", json.dumps(asdict(job))], limit)
    return Run(**json.loads(output.splitlines()[-1]))


def touch(size: float) -> None:
    """Write to ``size`` bytes of memory in a new process."""
    _output(["benchmarks.memory", str(int(size))], 300.0)


def _output(arguments: list[str], limit: float) -> str:
    command = [sys.executable, "-m", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise FitError(f"skipped: more than the limit of {limit:.0f} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise FitError(f"failed: {' '.join(lines[-1].split())[:200]}")
    return done.stdout
