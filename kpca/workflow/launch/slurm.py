"""Snakemake's plug-in for Slurm, which here sees the end of a job soon and forgets no job.

A subclass takes the place of its executor, so that a profile says ``executor: slurm`` as always.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from snakemake_executor_plugin_slurm import Executor as PluginExecutor
from snakemake_executor_plugin_slurm import ExecutorSettings as ExecutorSettings
from snakemake_executor_plugin_slurm import common_settings as common_settings
from snakemake_interface_executor_plugins.registry import ExecutorPluginRegistry
from tqdm import tqdm

from kpca.workflow.launch import failure, queue


class Executor(PluginExecutor):
    """Submits jobs to Slurm; Snakemake finds this class by its name.

    said      reasons of Slurm not to start a job that were printed
    answered  whether Slurm has said of any job how it is, since it was last asked
    """

    said: frozenset[str] = frozenset()
    answered = False

    @property
    def next_seconds_between_status_checks(self) -> int:
        """The seconds until the next question: at most what --seconds-between-status-checks says.

        The plug-in waits ten seconds longer each time until a job has ended, so the end of a job
        would be seen up to three minutes late.
        """
        most = self.workflow.remote_execution_settings.seconds_between_status_checks
        return min(most, super().next_seconds_between_status_checks)

    @next_seconds_between_status_checks.setter
    def next_seconds_between_status_checks(self, seconds: int) -> None:
        self._next_seconds_between_status_checks = seconds

    async def sleep(self) -> None:
        """Wait for the next question, and say why Slurm does not start a job."""
        self.said = say_what_hinders(Path.cwd(), self.said)
        await super().sleep()

    async def check_active_jobs(self, active_jobs: list[Any]) -> AsyncIterator[Any]:
        """The jobs that have not ended; all of them if Slurm does not answer.

        The plug-in would then forget them and wait for them forever.
        """
        self.answered = False
        async for job in super().check_active_jobs(active_jobs):
            self.answered = True
            yield job
        if not self.answered:
            for job in active_jobs:
                yield job

    def report_job_success(self, job_info: Any) -> None:
        self.answered = True
        super().report_job_success(job_info)

    def report_job_error(self, job_info: Any, *about: Any, **more: Any) -> None:
        self.answered = True
        super().report_job_error(job_info, *about, **more)


def say_what_hinders(results: Path, said: frozenset[str]) -> frozenset[str]:
    """Print each reason for which jobs may wait forever, and return all that were ``said``."""
    hindered: dict[str, list[str]] = {}
    with suppress(queue.QueueError, OSError):
        hindered = queue.hindered(results)
    for reason in hindered.keys() - said:
        tqdm.write(
            f"Slurm does not start job {', '.join(hindered[reason])}: {reason}. If this does not "
            "pass by itself, interrupt the run, and give the profile another partition, or "
            f"less memory or time below set-resources (see {failure.PROFILE})"
        )
    return said | hindered.keys()


def register() -> None:
    """Let Snakemake take this executor for that of the plug-in."""
    registry = ExecutorPluginRegistry()
    registry.plugins.pop("slurm", None)
    registry.register_plugin(queue.PLUGIN, sys.modules[__name__])
