"""What is known of a job that failed: its own log, and the log that a cluster keeps of its job."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from logging import LogRecord
from pathlib import Path

from kpca.workflow.warm.client import OVER

SHOWN_LINES = 20
"""Number of lines that are shown of the log of a job that failed."""

PROFILE = "profiles/slurm/config.yaml"
"""The profile whose comments explain the line to change."""

SMALLEST = "my-profile/config.yaml with 'cores: all', for --profile my-profile"
"""A profile with which the jobs run on this machine, as without one."""

ENDED = (
    ("mem_mb", "MB of memory", re.compile(r"oom.kill|out.of.memory|memory limit", re.IGNORECASE)),
    ("runtime", "minutes", re.compile(r"due to time limit", re.IGNORECASE)),
)
"""What a job had too little of if Slurm writes this into its log: a resource and its unit."""

NOT_TAKEN = ("sbatch failed", "submission failed")
"""What Snakemake writes about a job that never came into the queue."""

MORE = (
    "For further error details see the cluster/cloud log and the log files of the involved rule(s)."
)
"""What Snakemake adds to such a message, although there are no logs."""

NODE = re.compile(r"due to node failure", re.IGNORECASE)
"""What Slurm writes into the log of a job whose node went away."""


@dataclass(frozen=True)
class Failure:
    """A job that failed.

    name         of the job
    rule         of the Snakefile
    asked        the resources that it asked for
    logs         its own logs
    cluster_log  the log of the job of a cluster that was to make it; "" for a job on this machine
    refused      the message of a cluster that did not take the job
    """

    name: str
    rule: str
    asked: Mapping[str, int]
    logs: list[str]
    cluster_log: str = ""
    refused: str = ""

    @property
    def text(self) -> Iterator[str]:
        """The end of each log, and what the cluster says."""
        if self.refused:
            yield f"{self.name} was not started: {self.refused}"
            return
        yield from (end_of_log(self.name, Path(log)) for log in self.logs)
        if reason := self._reason():
            yield f"{self.name}: {reason}"
        elif self.cluster_log and not any(map(read, self.logs)):
            yield end_of_log(self.name, Path(self.cluster_log))

    def _reason(self) -> str:
        """Why the job was ended, and what to change; "" if it was not."""
        text = read(self.cluster_log)
        if NODE.search(text):
            return "its node went away; the same command goes on from here"
        for resource, unit, sign in ENDED:
            if sign.search(text):
                if f"{resource}_per_cpu" in self.asked:
                    resource, unit = f"{resource}_per_cpu", f"{unit} for each core"
                return f"Slurm ended it: {self._more(resource, unit, f'see {PROFILE}')}"
        if any(map(over, self.logs)):
            where = f"see {PROFILE}; on this machine {SMALLEST}"
            return f"it was ended: {self._more('runtime', 'minutes', where)}"
        return ""

    def _more(self, resource: str, unit: str, profile: str) -> str:
        """How a job gets more of a resource, by a line in a profile."""
        amount = self.asked.get(resource, 0)
        return (
            f"it asked for {amount} {unit} and needed more; write into the profile ({profile}): "
            f"set-resources: {{{self.rule}: {{{resource}: {2 * amount}}}}}"
        )


def of_job(name: str, asked: Mapping[str, int], record: LogRecord) -> Failure:
    """What Snakemake's record of an error says about one job."""
    aux = getattr(record, "aux", None) or {}
    own, others = list(record.log), []
    if "external_jobid" in aux:
        own, others = own[:-1], own[-1:]
    message = str(getattr(record, "rule_msg", None) or "")
    is_refused = any(sign in message for sign in NOT_TAKEN)
    refused = message.removesuffix(MORE).splitlines()[0] if is_refused else ""
    return Failure(name, record.rule_name, asked, own, "".join(others), refused)


def of_group(
    names: Mapping[int, str], asked: Mapping[int, Mapping[str, int]], record: LogRecord
) -> list[Failure]:
    """Those of a group of jobs that failed, which one job of a cluster was to make.

    Snakemake ends all of them then. Its output in the log of the cluster names those that failed
    themselves, at the left of those that it lists because they belong to the group. If it names
    none, the first one that has not ended stands for all.
    """
    jobs, log = record.job_error_info, next((str(log) for log in record.aux_logs if log), "")
    if not log:
        what = "the queue did not take it; Slurm's commands sinfo and scontrol show what it allows"
        return [_in_group(job, names, asked, "", what) for job in jobs[:1]]
    output = read(log)
    failed = [
        job for job in jobs if any(f"\n    log: {own} (check" in output for own in job["log"])
    ]
    unfinished = [job for job in jobs if not all(Path(path).exists() for path in job["output"])]
    return [_in_group(job, names, asked, log) for job in failed or unfinished[:1] or jobs[:1]]


def _in_group(
    job: Mapping[str, object],
    names: Mapping[int, str],
    asked: Mapping[int, Mapping[str, int]],
    log: str,
    refused: str = "",
) -> Failure:
    id = job["jobid"]
    return Failure(names[id], job["rule_name"], asked[id], list(job["log"]), log, refused)


def end_of_log(name: str, log: Path) -> str:
    """The last lines of the log of a failed job, with a line above them that names both."""
    last = read(log).splitlines()[-SHOWN_LINES:] or ["the log is empty"]
    lines = [f"{name} failed; the end of {log.absolute()}:", *(f"  {line}" for line in last)]
    return "\n".join(lines)


def over(log: str | Path) -> str:
    """The line of a log which says that the time of its job was over; "" if there is none."""
    return next((line for line in read(log).splitlines() if line.startswith(OVER)), "")


def read(path: str | Path) -> str:
    """The text of a log; "" if there is none."""
    log = Path(path)
    return log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
