"""The most memory that a computation takes above what was in use before it, as Linux counts it.

``python -m benchmarks.memory BYTES`` writes to so much memory and ends.
"""

import gc
import sys
from pathlib import Path

import numpy as np

_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


class Growth:
    """From its creation on, the growth of the memory of this process to its peak.

    ``resource.getrusage`` would start with the peak of the process that started this one.
    """

    def __init__(self) -> None:
        # Objects that wait for the garbage collector would otherwise leave later.
        gc.collect()
        _restart_peak()
        self._used, self._peak = _bytes("VmRSS"), _bytes("VmHWM")

    def bytes(self) -> float:
        """The growth until now; NaN where it is not known.

        It is not known where the system counts no peak, and where an earlier, higher peak hides it
        because this process has no right to restart the count.
        """
        peak = _bytes("VmHWM")
        hidden = peak == self._peak > self._used
        return float("nan") if hidden else peak - self._used


def _restart_peak() -> None:
    """Let the peak start at what is in memory now; without the right to do so it stays."""
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def _bytes(name: str) -> float:
    if not _STATUS.exists():
        return float("nan")
    lines = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    return 1024.0 * float(lines[name].split()[0]) if name in lines else float("nan")


def touch(size: int) -> None:
    """Write to ``size`` bytes, because a virtual machine is slow at the first touch of memory."""
    np.empty(size, dtype=np.uint8).fill(1)


if __name__ == "__main__":
    touch(int(sys.argv[1]))
