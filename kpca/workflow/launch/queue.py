"""The jobs of a run in the queue of a cluster with Slurm.

The lock of a run (``exclusive``) ends with its processes, but after a kill of the command its jobs
go on. So the next run is refused while the queue has some of them. Snakemake gives every job a name
that begins with one that stands for the folder of the results.
"""

import getpass
import hashlib
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import yaml

from kpca.studies.config import project

PLUGIN = "snakemake_executor_plugin_slurm"
"""The module by which Snakemake submits jobs to Slurm."""

PATIENCE = 60
"""Seconds that the queue has to answer."""

REPLACED = "%\\$`"
"""Signs of a path that Slurm (in the names of logs) or the shell of its jobs replaces."""


class QueueError(RuntimeError):
    """The queue of a cluster could not be used."""


def require_usable(profile: str, results: Path) -> None:
    """Raises ``QueueError`` for a profile that Snakemake would ignore, because there is none.

    Also for one that submits jobs to Slurm if that is missing, for which Snakemake would wait
    forever, or the package for it, or if Slurm would replace a part of the path of ``results``.
    """
    places = Path(profile), Path("profiles", profile), project.file(f"profiles/{profile}")
    files = [file for place in places for file in (place, *place.glob("*.yaml")) if file.is_file()]
    if not files:
        raise QueueError(
            f"--profile: {profile!r} is no folder with a profile; allowed: slurm, or a folder "
            "with a file config.yaml, as kpca example my-cluster --slurm writes it"
        )

    lines = yaml.safe_load(files[0].read_text(encoding="utf-8")) or {}
    if lines.get("executor") != "slurm":
        return
    if not shutil.which("sbatch"):
        raise QueueError(
            f"--profile: {profile!r} submits jobs to Slurm, and this machine has no command "
            "sbatch; start the run on a login node of the cluster, or here without --profile"
        )
    if not find_spec(PLUGIN):
        raise QueueError(
            f"--profile: {profile!r} submits jobs to Slurm, for which a package is not installed: "
            'pip install "kpca[slurm]"'
        )
    if signs := "".join(sign for sign in REPLACED if sign in str(results)):
        raise QueueError(
            f"--profile: the results lie in {str(results)!r}, and Slurm or the shell of its "
            f"jobs replaces {signs}; allowed: a path without {' '.join(REPLACED)}"
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
    if not shutil.which("squeue"):
        return []
    command = ["squeue", "--user", getpass.getuser(), "--noheader", "--format", "%i %j"]
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
    lines = answer.stdout.splitlines()
    return [line.split()[0] for line in lines if f" {name(results)}" in line]


def require_none(results: Path) -> None:
    """Raises ``QueueError`` if an earlier run has left jobs in the queue that write to results."""
    if left := jobs(results):
        raise QueueError(
            f"the queue has jobs of an earlier run that write to {results}; run again when they "
            f"have ended; to cancel them: scancel {' '.join(left)}"
        )


def cancel(results: Path) -> None:
    """Cancel all jobs that write to ``results``."""
    if left := jobs(results):
        subprocess.run(["scancel", *left], check=False)
