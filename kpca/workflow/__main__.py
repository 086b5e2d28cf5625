"""``python -m kpca.workflow``: run the workflow, and end an interrupted run with a message."""

import os
import sys

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended, as shells count it."""


def main() -> int:
    """The exit status of the run. The imports take seconds, and Ctrl-C may come during them."""
    try:
        from kpca.workflow.launch.run import main as run

        return run()
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    if status == INTERRUPTED:
        # CPython ends with the signal's own status, although the interrupt was caught, if it came
        # while a string was executed, as when a library that is being imported makes a dataclass.
        os._exit(status)
    sys.exit(status)
