"""The resources of each rule of the Snakefile: threads, memory, minutes, ranks and group.

The memory of a job follows from the size of its study, not from the machine that submits the job or
from the one that runs it. How a cluster counts memory stands here, too. Snakemake calls the methods
with what they name among wildcards, input and others.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, isqrt
from pathlib import Path
from typing import Any

from kpca import kernels
from kpca.studies import checking, memory
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.study import Config, StudyConfig
from kpca.studies.memory import Size
from kpca.tables.read import reader_of
from kpca.tables.table import InputError
from kpca.workflow import catalog

SNAKEMAKE_MB = 450
"""Memory in 10^6 bytes of the two processes of Snakemake in each job of a cluster."""

SHORT = 500
"""Up to that many samples and columns every job of a study takes seconds."""


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
        return attempt * self._in_its_allocation(sizes(input, self.plan, self.here))

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

    def cores_of_rank(self, wildcards: Any, threads: int) -> str:
        """The variables with the cores of a rank in a job of a cluster.

        Snakemake removes them, and srun gives each rank one core without them.
        """
        cores = f"SLURM_CPUS_PER_TASK={threads} SRUN_CPUS_PER_TASK={threads} "
        return cores if self.workflow.remote_exec else ""

    def ranks(self, wildcards: Any) -> int:
        """The number of processes that solve a study."""
        return self.plan.studies[wildcards.study].ranks

    def threads_of_ranks(self, wildcards: Any) -> int:
        """The threads of all ranks of a study on this machine; on a cluster those of each rank."""
        on_a_cluster = self.workflow.remote_exec or not self.workflow.local_exec
        return self.threads * (1 if on_a_cluster else self.ranks(wildcards))

    def together(self, wildcards: Any) -> str | None:
        """The group of a job: one job of a cluster does all that belongs to a short study."""
        return wildcards.study if is_short(self._estimated(wildcards)) else None

    def alone(self, wildcards: Any) -> None:
        """No group."""

    def _estimated(self, wildcards: Any) -> Size:
        return estimated(self.plan.studies[wildcards.study], self.here)

    def _in_its_allocation(self, sizes: list[Size]) -> int:
        """The memory of a job; on a cluster with that of Snakemake, which runs beside it."""
        return memory_mb(sizes) + (0 if self.workflow.local_exec else SNAKEMAKE_MB)


def sizes(inputs: Iterable[str], config: Config, folder: Path) -> list[Size]:
    """The sizes of the studies among the inputs of a job.

    That of a study which is not prepared yet is estimated from its configuration.
    """
    name = Path(catalog.PREPARE["study"]).name
    studies = [Path(path) for path in inputs if Path(path).name == name]
    return [
        of_prepared(path) if path.is_file() else estimated(config.studies[path.parent.name], folder)
        for path in studies
    ]


def memory_mb(sizes: Iterable[Size]) -> int:
    """Memory in 10^6 bytes of a job that reads studies of these sizes, at most one at a time."""
    return ceil(max(map(memory.needed_mb, [*sizes, Size(0)])))


def is_short(size: Size) -> bool:
    """Whether every job of such a study takes seconds, less than a cluster needs to start it."""
    return max(size.samples, size.q, size.widest) <= SHORT


def of_prepared(path: str | Path) -> Size:
    """The size of a prepared study, read from the header of its file."""
    from netCDF4 import Dataset

    with Dataset(path) as opened:
        node, described = opened["data"], json.loads(opened.kernel)
        n, m, q = (
            len(node.dimensions[name]) if name in node.dimensions else 0
            for name in ("sample", "new_sample", "column")
        )
        again = n == m and (node["sample"][:] == node["new_sample"][:]).all()
        statements, components = getattr(node, "statements", checking.ALL), int(node.components)
        has_points = "points" in node.variables
    kernel = kernels.from_parameters(**described) if has_points else None
    m = 0 if again else m
    if checking.is_partial(statements, kernel):
        return Size.in_tiles(n, m, q, kernel, components)
    return Size.of(n, m, q, kernel)


def estimated(study: StudyConfig, folder: Path) -> Size:
    """Estimate of the size of a study that is not prepared yet; it tends to be too large.

    It uses the lengths of the files and their numbers of lines only.
    """
    match study.data:
        case Generated():
            size = Size(study.data.n, q=3)
        case Real():
            size = Size(*SHAPES[study.data.dataset])
        case _:
            size = _of_files(study, folder)
    statements = checking.decided(study.statements, size.n)
    if size.q and study.kernel and statements != checking.ALL:
        size = memory.of_study(study, statements, size.n, size.m, size.q)
    return size


SHAPES = {"digits": (1797, 0, 64), "iris": (150, 0, 4), "wine": (178, 0, 13)}
"""Samples, new samples and columns of the data sets."""


BESIDE = ("labels", "variables")
"""Files whose length says nothing about the size of a study."""


def _of_files(study: StudyConfig, folder: Path) -> Size:
    """The size of a table of points or of a matrix, from the length of its file.

    A text file has as many samples as lines. In other formats, the estimate assumes four bytes for
    each number of a matrix, and at least two numbers of eight bytes for each sample.
    """
    files = {key: folder / file for key, file in study.files.items() if key not in BESIDE}
    square = "vectors" not in files
    texts = {key for key, path in files.items() if _is_text(path)}
    lengths = {key: _length(path) for key, path in files.items()}
    samples = {
        key: _lines(path) if key in texts else isqrt(length // 4) if square else length // 16
        for (key, path), length in zip(files.items(), lengths.values(), strict=True)
    }
    n = sum(samples.values())
    numbers = sum(length // (4 if key in texts else 8) for key, length in lengths.items())
    columns = 0 if square else numbers // max(n, 1)
    return Size(n, q=columns, cailliez=study.correction == "cailliez")


def _is_text(path: Path) -> bool:
    """Whether a file has lines; one that cannot be read is reported by its job."""
    try:
        return reader_of(path)[0].is_text
    except (InputError, OSError):
        return False


def _length(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _lines(path: Path) -> int:
    with path.open("rb") as opened:
        return sum(block.count(b"\n") for block in iter(lambda: opened.read(2**20), b"")) + 1
