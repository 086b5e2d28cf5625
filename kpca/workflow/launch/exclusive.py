"""One run at a time in one folder of results; the next waits for its turn.

The lock belongs to the processes that direct a run and goes with the last of them, however it ends:
nothing is left to unlock.
"""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def turn(results: Path) -> Iterator[int]:
    """Wait until no other run uses ``results``. Yields the lock's descriptor, to be passed on."""
    with (results / ".lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "?"
            print(
                f"another run (process {holder}) is writing to {results}; waiting for its end",
                file=sys.stderr,
                flush=True,
            )
            fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield file.fileno()
