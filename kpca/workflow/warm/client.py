"""Start a module as ``python -m`` does, from a warm process if there is one, and wait for its end.

    python -I -S client.py [--benchmark FILE] [--mpi COMMAND] MODULE ARGUMENTS ...

The exit status, the standard streams, the environment and the current folder are those of the
module; SIGINT and SIGTERM reach it. If this program is killed, the module is killed, too.
``--benchmark`` writes the seconds that a successful module took, of the wall and of the processor,
and the memory in MB of its largest process. ``--mpi "mpiexec -n 4"`` lets this command start the
module as several ranks; a command beside the interpreter goes before others of its name.

It imports little, because it stands in front of every job.
"""

import json
import os
import resource
import shlex
import signal
import socket
import subprocess
import sys
import time

ADDRESS = "KPCA_WARM"
"""The environment variable with the address of the warm server."""

END_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of prctl."""

LOST = "the process that starts the jobs of this run has ended; run again"


def main() -> int:
    """Run the module that the command line names; its exit status, -N after a signal N."""
    arguments, options = sys.argv[1:], {"--benchmark": "", "--mpi": ""}
    while arguments[0] in options:
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    benchmark, mpi = options.values()
    began = time.monotonic()
    server = None if mpi else _connected()
    status, cpu, memory = _asked(server, arguments) if server else _started(arguments, mpi)
    if benchmark and status == 0:
        os.makedirs(os.path.dirname(benchmark) or ".", exist_ok=True)
        with open(benchmark, "w", encoding="utf-8") as file:
            seconds = time.monotonic() - began
            file.write(f"s\tmax_rss\tcpu_time\n{seconds:.2f}\t{memory:.2f}\t{cpu:.2f}\n")
    return status


def _connected() -> socket.socket | None:
    """A connection to the warm server, or None if there is none."""
    if not (address := os.environ.get(ADDRESS)):
        return None
    server = socket.socket(socket.AF_UNIX)
    try:
        server.connect(address)
    except OSError:
        return None
    return server


def _asked(server: socket.socket, arguments: list[str]) -> tuple[int, float, float]:
    """Exit status, seconds of the processor and memory in MB of a fork of the server."""
    request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    text = json.dumps(request).encode() + b"\n"
    sent = socket.send_fds(server, [text], [0, 1, 2])
    server.sendall(text[sent:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: server.send(bytes([number])))
    with server.makefile("rb") as replies:
        reply = replies.readline()
    if not reply:
        print(LOST, file=sys.stderr)
        return 1, 0.0, 0.0
    status, cpu, memory = json.loads(reply)
    return status, cpu, memory


def _started(arguments: list[str], mpi: str = "") -> tuple[int, float, float]:
    """The same of an ordinary process, or of those that the command ``mpi`` starts."""
    # Not the current folder on sys.path: it has results, and whatever lies beside them.
    command = [sys.executable, "-P", "-m", *arguments]
    if mpi:
        # With mpi4py an exception of one rank ends the others, which would wait forever.
        command[2:2] = ["-m", "mpi4py"]
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
        os.environ["PATH"] = path
        command = [*shlex.split(mpi), *command]
    # What mpiexec itself prints belongs into the log.
    more = {"stdin": subprocess.DEVNULL, "stdout": 2, "preexec_fn": _end_with_parent}
    try:
        process = subprocess.Popen(command, **(more if mpi else {}))
    except FileNotFoundError:
        print(f"{command[0]} is not on the PATH: install MPI, or load its module", file=sys.stderr)
        return 2, 0.0, 0.0
    # Ctrl-C has reached the module, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    status = process.wait()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6


def _end_with_parent() -> None:
    """Let the kernel end mpiexec, and with it all ranks, if this program is killed."""
    # Imported here, because it takes long, and few jobs need it.
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM)


if __name__ == "__main__":
    status = main()
    if status < 0:
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
