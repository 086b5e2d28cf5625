"""``python -m kpca.workflow``: run the workflow, and end an interrupted run with a message."""

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
    sys.exit(main())
