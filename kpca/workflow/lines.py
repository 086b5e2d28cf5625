"""Lines of a log, which is a help and never a reason to stop."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def into(path: Path | None) -> Callable[[str], None]:
    """A function that adds a line to a new log, or without one to the standard error.

    A line that cannot be written (a full disk) is lost, and what told it goes on.
    """
    if path is None:
        return lambda line: print(line, file=sys.stderr, flush=True)

    def tell(line: str, mode: str = "a") -> None:
        with suppress(OSError), path.open(mode, encoding="utf-8") as file:
            file.write(f"{line}\n" if line else "")

    tell("", "w")
    return tell
