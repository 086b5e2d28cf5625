"""The jobs of the DAG besides notebooks: prepared studies, pages, table of checks, manifest."""

import sys
from collections.abc import Callable


def run(main: Callable[..., int], *arguments: object) -> int:
    """The exit status of ``main``, or 2 and a message if a file could not be written."""
    try:
        return main(*arguments)
    except OSError as error:
        fault = f"{error.filename or 'a result'} cannot be written: {error.strerror or error}"
        print(f"{fault}; make room, or allow writing, and run again", file=sys.stderr)
        return 2
