"""How much memory this process may use, and whether a table fits into it."""

import os
from math import ceil
from pathlib import Path

import psutil

from kpca.tables.table import InputError

ALLOTTED = "KPCA_MEMORY_MB"
"""The environment variable with the memory of a job of a cluster, in 10^6 bytes."""

CPUS = "KPCA_MEMORY_CPUS"
"""The environment variable with the number of cores of each rank of MPI that have this memory."""


def require_to_read(path: Path) -> None:
    """Raises ``InputError`` where a file, or those of a folder, exceed half of the memory."""
    files = path.rglob("*") if path.is_dir() else [path]
    require_bytes(path, sum(file.stat().st_size for file in files if file.is_file()))


def require_bytes(path: Path, size: int) -> None:
    """Raises ``InputError`` where the ``size`` bytes of a table exceed half of the memory."""
    free = free_bytes()
    if 2 * size > free:
        raise InputError(
            f"{path}: {size / 1e9:.1f} GB need some {2 * size / 1e9:.1f} GB of memory to be read, "
            f"and {free / 1e9:.1f} GB are {whose()}; take fewer samples or a larger machine"
            f"{more(2 * size / 1e6)}"
        )


def free_bytes() -> float:
    """The memory that this process may use: what is free, and in a job of a cluster its share."""
    free = psutil.virtual_memory().available
    allotted = os.environ.get(ALLOTTED)
    return min(free, 1e6 * float(allotted)) if allotted else free


def whose() -> str:
    """Whose memory ``free_bytes`` is, in words."""
    return "what this job asked for" if ALLOTTED in os.environ else "free"


def more(needed: float) -> str:
    """How a job of a cluster gets more memory; "" on this machine."""
    if ALLOTTED not in os.environ:
        return ""
    mb = 100 * ceil(needed / 100)
    line = f"{{prepare: {{mem_mb: {mb}}}}}"
    if cpus := os.environ.get(CPUS):
        line = f"{{prepare_by_mpi: {{mem_mb_per_cpu: {ceil(mb / int(cpus))}}}}}"
    return f"; or write into the profile: set-resources: {line}"
