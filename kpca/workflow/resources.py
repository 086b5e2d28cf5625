"""The resources of each rule of the Snakefile: threads, memory, minutes, ranks and group.

``needs`` has the numbers. This module decides which of them a rule declares, and how a cluster
counts them. Snakemake calls the methods with what they name among wildcards, input and others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from kpca.studies.config.study import Config
from kpca.studies.memory import Size
from kpca.tables import free_memory
from kpca.workflow import needs


@dataclass(frozen=True)
class JobResources:
    """The resources of the jobs of one run.

    plan      the configuration, whose files start from the folder ``here``
    threads   of one job
    workflow  Snakemake's own, which knows where its jobs run
    """

    plan: Config
    here: Path
    threads: int
    workflow: Any

    def mem_mb(self, wildcards: Any, input: Sequence[str], attempt: int) -> int:
        """The memory of a job, from the sizes of the studies among its inputs.

        A profile may let a job that failed be tried again, with more memory each time.
        """
        return attempt * self._in_its_allocation(needs.sizes(input, self.plan, self.here))

    def mem_mb_to_prepare(self, wildcards: Any, attempt: int) -> int:
        """The memory that preparing a study takes, estimated from its configuration."""
        return attempt * self._in_its_allocation([self._estimated(wildcards)])

    def mem_mb_of_ranks(self, wildcards: Any, attempt: int) -> int:
        """The memory of all ranks of a study."""
        return self.ranks(wildcards) * self.mem_mb_to_prepare(wildcards, attempt)

    def mem_mb_per_cpu(self, wildcards: Any, threads: int, attempt: int) -> int:
        """The memory of a rank for each of its threads, which is how a cluster counts it."""
        return ceil(self.mem_mb_to_prepare(wildcards, attempt) / threads)

    def minutes(self, wildcards: Any, attempt: int) -> int:
        """The minutes that a job may take, of which a cell of its notebook may take half.

        A cluster starts a job sooner that asks for less, so there each attempt has four times more.
        """
        return 120 if self.workflow.local_exec else 30 * 4 ** (attempt - 1)

    def allotted(self, wildcards: Any, resources: Any) -> str:
        """The variable with the memory of a job of a cluster; a job here may use what is free."""
        allotted = f"{free_memory.ALLOTTED}={resources.mem_mb} "
        return allotted if self.workflow.remote_exec else ""

    def allotted_to_rank(self, wildcards: Any, resources: Any, threads: int) -> str:
        """The variables with the memory and the cores of a rank in a job of a cluster."""
        if not self.workflow.remote_exec:
            return ""
        return (
            f"{free_memory.ALLOTTED}={threads * resources.mem_mb_per_cpu} "
            f"{free_memory.CPUS}={threads} "
            # Snakemake removes them, and srun gives each rank one core without them.
            f"SLURM_CPUS_PER_TASK={threads} SRUN_CPUS_PER_TASK={threads} "
        )

    def ranks(self, wildcards: Any) -> int:
        """The number of processes that solve a study."""
        return self.plan.studies[wildcards.study].ranks

    def threads_of_ranks(self, wildcards: Any) -> int:
        """The threads of all ranks of a study on this machine; on a cluster those of each rank."""
        on_a_cluster = self.workflow.remote_exec or not self.workflow.local_exec
        return self.threads * (1 if on_a_cluster else self.ranks(wildcards))

    def together(self, wildcards: Any) -> str | None:
        """The group of a job: one job of a cluster does all that belongs to a short study."""
        return wildcards.study if needs.is_short(self._estimated(wildcards)) else None

    def alone(self, wildcards: Any) -> None:
        """No group."""

    def _estimated(self, wildcards: Any) -> Size:
        return needs.estimated(self.plan.studies[wildcards.study], self.here)

    def _in_its_allocation(self, sizes: list[Size]) -> int:
        """The memory of a job; on a cluster with that of Snakemake, which runs beside it."""
        return needs.memory_mb(sizes) + (0 if self.workflow.local_exec else needs.SNAKEMAKE_MB)
