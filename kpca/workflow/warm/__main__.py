"""The warm server of a run, and all of its forks: ``python -m kpca.workflow.warm ADDRESS PIPE``"""

import os
import runpy
import sys

from kpca.workflow.warm import server


def become(request: server.Request) -> None:
    """Make this process what ``python -m`` with the arguments of the request would be."""
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    os.environ.setdefault(server.JOB, str(os.getpid()))
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [path for path in paths if path and path not in sys.path]
    sys.argv = list(request["arguments"])
    sys.modules.pop(sys.argv[0], None)


if __name__ == "__main__":
    if request := server.Server(sys.argv[1], int(sys.argv[2]))():
        become(request)
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
