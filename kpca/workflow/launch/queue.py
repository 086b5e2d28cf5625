"""The jobs of a run in the queue of a cluster with Slurm.

The lock of a run (``exclusive``) ends with its processes, but after a kill of the command its jobs
go on. So the next run asks the queue for them. Snakemake gives every job a name that begins with
one that stands for the folder of the results.
"""

import getpass
import hashlib
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import yaml

from kpca.studies.config import project

PLUGIN = "snakemake_executor_plugin_slurm"
"""The module by which Snakemake submits jobs to Slurm."""

PAUSE, PATIENCE = 2, 60
"""Seconds between two questions to the queue, and for its answer."""


REPLACED = "%\\$`"
"""Signs of a path that Slurm (in the names of logs) or the shell of its jobs replaces."""

PASSING = ("None", "Priority", "Resources", "BeginTime", "Dependency", "Cleaning")
"""Reasons of Slurm for which a job waits and will start without a change."""


class QueueError(RuntimeError):
    """The queue of a cluster could not be used."""


def require_profile(profile: str) -> None:
    """Raises ``QueueError`` for a profile that Snakemake would ignore, because there is none."""
    places = _places(profile)
    if not any(place.is_file() or any(place.glob("*.yaml")) for place in places):
        raise QueueError(
            f"--profile: {profile!r} is no folder with a profile; allowed: slurm, or a folder "
            "with a file config.yaml, as kpca example my-cluster --slurm writes it"
        )


def require_slurm(profile: str, results: Path) -> None:
    """Raises ``QueueError`` where a profile needs Slurm: Snakemake would wait forever.

    Also for a path of ``results`` of which Slurm would replace a part.
    """
    places = _places(profile)
    files = [file for place in places for file in (place, *place.glob("*.yaml")) if file.is_file()]
    lines = yaml.safe_load(files[0].read_text(encoding="utf-8")) or {}
    if lines.get("executor") != "slurm":
        return
    if not shutil.which("sbatch"):
        raise QueueError(
            f"--profile: {profile!r} submits jobs to Slurm, and this machine has no command "
            "sbatch; start the run on a login node of the cluster, or here without --profile"
        )
    if signs := "".join(sign for sign in REPLACED if sign in str(results)):
        raise QueueError(
            f"--profile: the results lie in {str(results)!r}, and Slurm or the shell of its "
            f"jobs replaces {signs}; allowed: a path without {' '.join(REPLACED)}"
        )


def _places(profile: str) -> tuple[Path, ...]:
    return Path(profile), Path("profiles", profile), project.file(f"profiles/{profile}")


def require_plugin(errors: str) -> None:
    """Raises ``QueueError`` if Snakemake says in ``errors`` that it cannot submit to Slurm."""
    if "--executor" in errors and "invalid choice: 'slurm'" in errors:
        raise QueueError(
            "the profile submits jobs to Slurm, for which a package is not installed: "
            'pip install "kpca[slurm]"'
        )


def name(results: Path) -> str:
    """How the names of the jobs begin that write to ``results``."""
    return f"kpca-{hashlib.sha256(str(results).encode()).hexdigest()[:16]}"


def options(results: Path) -> list[str]:
    """The options of Snakemake that name the jobs; none if it cannot submit to Slurm."""
    return ["--slurm-jobname-prefix", name(results)] if find_spec(PLUGIN) else []


def jobs(results: Path) -> list[str]:
    """The ids of the jobs that wait or run and write to ``results``; none without Slurm.

    Raises ``QueueError`` where Slurm does not answer.
    """
    return list(_listed(results))


def hindered(results: Path) -> dict[str, list[str]]:
    """The jobs that write to ``results`` and may wait forever: their ids, by Slurm's reason.

    Such as PartitionTimeLimit, for a job that asks for more time than its partition allows.
    Raises ``QueueError`` where Slurm does not answer.
    """
    by_reason: dict[str, list[str]] = {}
    for id, (state, reason) in _listed(results).items():
        if state == "PENDING" and reason not in PASSING:
            by_reason.setdefault(reason, []).append(id)
    return by_reason


def _listed(results: Path) -> dict[str, tuple[str, str]]:
    """The state of each job and Slurm's reason for it, by the id of the job."""
    if not shutil.which("squeue"):
        return {}
    command = ["squeue", "--user", getpass.getuser(), "--noheader", "--format", "%i %j %T %r"]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PATIENCE
        )
    except subprocess.SubprocessError as error:
        *_, last = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
        raise QueueError(
            f"squeue does not answer ({last}), and jobs in the queue may write to {results}; run "
            "again when it answers"
        ) from error
    own = (line for line in answer.stdout.splitlines() if f" {name(results)}" in line)
    rows = (line.split(maxsplit=3) for line in own)
    return {id: (state, reason) for id, _, state, reason in rows}


def wait(results: Path, are_cancelled: bool = False) -> None:
    """Wait for the end of all jobs that an earlier run has left in the queue."""
    if left := jobs(results):
        numbers = " ".join(left)
        print(
            f"the jobs {numbers} of an earlier run are cancelled, because something has changed "
            "since; waiting for their end"
            if are_cancelled
            else f"the queue has jobs of an earlier run that write to {results}; waiting for their "
            f"end; to cancel them: scancel {numbers}",
            file=sys.stderr,
            flush=True,
        )
    while jobs(results):
        time.sleep(PAUSE)


def cancel(results: Path) -> None:
    """Cancel all jobs that write to ``results``."""
    if left := jobs(results):
        subprocess.run(["scancel", *left], check=False)
