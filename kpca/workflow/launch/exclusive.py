"""One run at a time in one folder of results; the next run waits.

The lock belongs to the processes of a run. The system releases it when the last of them ends, in
whatever way, so that nobody has to remove it.

Windows has no such lock, nor have some file systems of a network. There the file names the process
of the command, and the next run waits until that process has ended.
"""

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import psutil

try:
    import fcntl
except ImportError:
    # On Windows.
    fcntl = None

PAUSE = 0.5
"""Seconds between two looks at the file where there is no lock; in less, two runs that start at
the same time have both written their names."""


@contextmanager
def turn(results: Path) -> Iterator[tuple[int, ...]]:
    """Wait until no other run uses ``results``.

    Yields the descriptor of the lock, to be passed on to the processes of the run, or none.
    """
    path, own = results / ".lock", f"{os.getpid()} on {platform.node()}"
    with path.open("a+", encoding="utf-8") as file:
        if _is_locked(file, results):
            file.truncate(0)
            file.write(own)
            file.flush()
            yield (file.fileno(),)
            return
    _wait(path, own)
    try:
        yield ()
    finally:
        path.write_text("", encoding="utf-8")


def _is_locked(file: TextIO, results: Path) -> bool:
    """Wait for the lock, and take it; False where there are no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        _say(file.read().strip() or "?", f"writing to {results}; waiting for its end")
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:
        return False
    return True


def _wait(path: Path, own: str) -> None:
    """Wait until the process that the file names has ended, and write the own one into it."""
    said = False
    while (holder := _read(path)) != own:
        if not _runs(holder, path):
            path.write_text(own, encoding="utf-8")
        elif not said:
            _say(holder, f"writing to {path.parent}; waiting for its end (or for that of {path})")
            said = True
        time.sleep(PAUSE)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def _runs(holder: str, path: Path) -> bool:
    """Whether the process that wrote the file runs; one of another machine counts as running."""
    number, _, machine = holder.partition(" on ")
    if not number.isdecimal() or machine != platform.node():
        return bool(machine)
    try:
        # Another process may have got its number since.
        return psutil.Process(int(number)).create_time() <= path.stat().st_mtime
    except (psutil.NoSuchProcess, FileNotFoundError):
        return False


def _say(holder: str, what: str) -> None:
    print(f"another run (process {holder}) is {what}", file=sys.stderr, flush=True)
