"""What is known of a job that failed: its own log, and the log that a cluster keeps of its job."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from logging import LogRecord
from pathlib import Path

SHOWN_LINES = 20
"""Number of lines that are shown of the log of a job that failed."""

NOT_TAKEN = ("sbatch failed", "submission failed")
"""What Snakemake writes about a job that never came into the queue."""

ENDED = re.compile(r"slurmstepd\S*: error")
"""What Slurm writes into its log of a job that it has ended, before the reason."""


@dataclass(frozen=True)
class Failure:
    """A job that failed.

    name         of the job
    logs         its own logs
    cluster_log  the log of the job of a cluster that was to make it; "" for a job on this machine
    refused      the message of a cluster that did not take the job
    """

    name: str
    logs: list[str]
    cluster_log: str = ""
    refused: str = ""

    @property
    def text(self) -> Iterator[str]:
        """The end of each log; that of the cluster if Slurm ended the job, or no other says why."""
        if self.refused:
            yield f"{self.name} was not started: {self.refused}"
            return
        yield from (end_of_log(self.name, Path(log)) for log in self.logs)
        if self.cluster_log and (
            ENDED.search(read(self.cluster_log)) or not any(map(read, self.logs))
        ):
            yield end_of_log(self.name, Path(self.cluster_log))


def of_job(name: str, record: LogRecord) -> Failure:
    """What Snakemake's record of an error says about one job."""
    aux = getattr(record, "aux", None) or {}
    if "external_jobid" in aux:
        *own, log = record.log
        return Failure(name, own, log)
    message, *_ = str(getattr(record, "rule_msg", None)).splitlines()
    is_refused = any(sign in message for sign in NOT_TAKEN)
    return Failure(name, list(record.log), refused=message if is_refused else "")


def of_group(names: Mapping[int, str], record: LogRecord) -> list[Failure]:
    """Those of a group of jobs that failed, which one job of a cluster was to make.

    Snakemake ends all of them then. Its output in the log of the cluster names those that failed
    themselves, at the left of those that it lists because they belong to the group. If it names
    none, the first one that has not ended stands for all.
    """
    jobs, log = record.job_error_info, next((str(log) for log in record.aux_logs if log), "")
    refused = "" if log else "the queue did not take it"
    failed = [
        job for job in jobs if any(f"\n    log: {own} (check" in read(log) for own in job["log"])
    ]
    unfinished = [job for job in jobs if not all(Path(path).exists() for path in job["output"])]
    return [
        Failure(names[job["jobid"]], list(job["log"]), log, refused)
        for job in failed or unfinished[:1] or jobs[:1]
    ]


def end_of_log(name: str, log: Path) -> str:
    """The last lines of the log of a failed job, with a line above them that names both."""
    last = read(log).splitlines()[-SHOWN_LINES:] or ["the log is empty"]
    lines = [f"{name} failed; the end of {log.absolute()}:", *(f"  {line}" for line in last)]
    return "\n".join(lines)


def read(path: str | Path) -> str:
    """The text of a log; "" if there is none."""
    log = Path(path)
    return log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
