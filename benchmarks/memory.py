"""The peak memory of this process, as Linux counts it."""

import gc
from pathlib import Path

_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def restart_peak() -> None:
    """Let the peak start at what is in memory now; without the right to do so it stays.

    Objects that wait for the garbage collector are removed first, or they would leave later.
    """
    gc.collect()
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def peak_bytes() -> float:
    """VmHWM: the most memory that was in use; NaN where the system does not count it.

    ``resource.getrusage`` would start with the peak of the process that started this one.
    """
    if not _STATUS.exists():
        return float("nan")
    lines = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    return 1024.0 * float(lines["VmHWM"].split()[0])
