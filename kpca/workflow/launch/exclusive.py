"""One run at a time in one folder of results; the next run waits.

The lock belongs to the processes of a run. The system releases it when the last of them ends, in
whatever way, so that nobody has to remove it.
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
