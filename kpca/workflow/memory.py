"""Does a study fit into the memory of this machine?"""

import psutil

from kpca.inputs.table import InputError

MATRICES = 16
"""Square matrices of all samples that the largest notebook holds at once (docs/design.md)."""

BASE_MB = 300.0
"""Memory of a notebook whose matrices are small, in 10^6 bytes."""


def needed_mb(samples: int) -> float:
    """Largest memory of one notebook in 10^6 bytes, new samples counted with the others."""
    return BASE_MB + MATRICES * 8e-6 * samples**2


def require(samples: int) -> None:
    """Raises ``InputError`` where one notebook alone would not fit."""
    needed, free = needed_mb(samples), psutil.virtual_memory().available / 1e6
    if needed > free:
        fits = int(max(0.0, (free - BASE_MB) / (MATRICES * 8e-6)) ** 0.5)
        raise InputError(
            f"{samples} samples: a notebook needs some {needed / 1e3:.1f} GB of memory, and "
            f"{free / 1e3:.1f} GB are free; allowed here: up to {fits} samples, training and new"
        )
