"""How a command of this package ends when it cannot write: with one line and not a traceback."""

import sys
from collections.abc import Callable


def run(main: Callable[..., int], *arguments: object) -> int:
    """The exit code of ``main``, 2 where the disk did not take what it wrote."""
    try:
        return main(*arguments)
    except OSError as error:
        told = f"{error.filename or 'a result'} cannot be written: {error.strerror or error}"
        print(f"{told}; make room, or allow writing, and run again", file=sys.stderr)
        return 2
