"""How much memory is free, and whether a table fits into it."""

from pathlib import Path

import psutil

from kpca.tables.table import InputError


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
            f"and {free / 1e9:.1f} GB are free; take fewer samples or a larger machine"
        )


def free_bytes() -> int:
    """The memory that is free on this machine.

    A job of a cluster may have less of it. Slurm ends such a job, and it is tried again with more.
    """
    return psutil.virtual_memory().available
