"""Start a module as ``python -m`` does, from a warm process if there is one, and wait for its end.

    python -I -S client.py [--benchmark FILE] [--minutes N] [--mpi COMMAND] MODULE ARGUMENTS ...

The exit status, the standard streams, the environment and the current folder are those of the
module; SIGINT and SIGTERM reach it. If this program is killed, a fork is killed, too, and on Linux
the command that started ranks. Without options an ordinary process takes the place of this program,
so that a notebook kernel, which looks whether its parent has ended, sees the end of its runner.
``--benchmark`` writes the seconds that a successful module took, of the wall and of the processor,
and the memory in MB of its largest process; "nan" where the system does not measure them.
``--minutes`` is the time that the module may take. If it takes longer, it is ended and has failed.
``--mpi "mpiexec -n 4"`` lets this command start the module as several ranks; a command beside the
interpreter goes before others of its name.

It imports little, because it stands in front of every job.
"""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import TIMEOUT_MAX, Event, Timer

try:
    import resource
except ImportError:
    # On Windows.
    resource = None

ADDRESS = "KPCA_WARM"
"""The environment variable with the address of the warm server."""

END_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of prctl."""

MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system counts the memory of a process that has ended."""

NAN = float("nan")

GRACE = 10.0
"""Seconds that a module has to end by itself when its time is over, before it is killed."""

LOST = "the process that starts the jobs of this run has ended; run again"
OVER = "this job was ended, because it took longer than its time limit:"
"""How the line begins that tells the log of a job that its time was over."""


def main() -> int:
    """Run the module that the command line names; its exit status, -N after a signal N."""
    arguments, options = sys.argv[1:], {"--benchmark": "", "--minutes": "inf", "--mpi": ""}
    while arguments[0] in options:
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    benchmark, minutes, mpi = options.values()
    began = time.monotonic()
    server = None if mpi else _connected()
    # On Windows this would start another process and end this one.
    if server is None and sys.argv[1:] == arguments and os.name == "posix":
        os.execv(sys.executable, _command(arguments))
    ended = _asked(server, arguments, minutes) if server else _started(arguments, minutes, mpi)
    status, cpu, memory = ended
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


@contextmanager
def _limited(minutes: str, *ends: Callable[[], object]) -> Iterator[Callable[[], bool]]:
    """Call ``ends`` one after the other if what runs inside takes longer; whether it did."""
    over = Event()

    def end() -> None:
        over.set()
        print(OVER, f"{minutes} minutes", file=sys.stderr, flush=True)
        for way in ends:
            # It may have ended in the meantime.
            with suppress(OSError):
                way()
            time.sleep(GRACE)
        # Nothing can kill it, as while a file system does not answer: the other jobs go on.
        os._exit(1)

    timer = Timer(min(60.0 * float(minutes), TIMEOUT_MAX), end)
    timer.daemon = True
    timer.start()
    try:
        yield over.is_set
    finally:
        timer.cancel()


def _asked(server: socket.socket, arguments: list[str], minutes: str) -> tuple[int, float, float]:
    """Exit status, seconds of the processor and memory in MB of a fork of the server."""
    request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    text = json.dumps(request).encode() + b"\n"
    sent = socket.send_fds(server, [text], [0, 1, 2])
    server.sendall(text[sent:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: server.send(bytes([number])))
    ends = [partial(server.send, bytes([number])) for number in (signal.SIGTERM, signal.SIGKILL)]
    with server.makefile("rb") as replies, _limited(minutes, *ends) as is_over:
        reply = replies.readline()
    if not reply:
        print(LOST, file=sys.stderr)
        return 1, 0.0, 0.0
    status, cpu, memory = json.loads(reply)
    return 1 if is_over() else status, cpu, memory


def _started(arguments: list[str], minutes: str, mpi: str) -> tuple[int, float, float]:
    """The same of an ordinary process, or of those that the command ``mpi`` starts."""
    command = _command(arguments)
    if mpi:
        # With mpi4py an exception of one rank ends the others, which would wait forever.
        command[2:2] = ["-m", "mpi4py"]
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
        os.environ["PATH"] = path
        command = [*shlex.split(mpi), *command]
    # What mpiexec itself prints belongs into the log.
    more = {"stdin": subprocess.DEVNULL, "stdout": 2}
    if sys.platform == "linux":
        more["preexec_fn"] = partial(end_with_parent, signal.SIGTERM)
    try:
        process = subprocess.Popen(command, **(more if mpi else {}))
    except FileNotFoundError:
        print(f"{command[0]} is not on the PATH: install MPI, or load its module", file=sys.stderr)
        return 2, 0.0, 0.0
    # Ctrl-C has reached the module, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    with _limited(minutes, process.terminate, process.kill) as is_over:
        status = process.wait()
    return 1 if is_over() else status, *used_by_children()


def _command(arguments: list[str]) -> list[str]:
    # Not the current folder on sys.path: it has results, and whatever lies beside them.
    return [sys.executable, "-P", "-m", *arguments]


def used_by_children() -> tuple[float, float]:
    """Seconds of the processor of all processes that this one has started and that have ended, and
    the memory in MB of the largest; NaN where the system does not measure them.
    """
    return used(resource.getrusage(resource.RUSAGE_CHILDREN)) if resource else (NAN, NAN)


def used(usage: "resource.struct_rusage") -> tuple[float, float]:
    """The same from a measurement of the system."""
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * MAXRSS_BYTES / 1e6


def end_with_parent(number: int) -> None:
    """Let Linux send a signal to this process, such as mpiexec, if the one that started it ends.

    Nothing happens where the system's library has no ``prctl``.
    """
    # Imported here, because it takes long, and few jobs need it.
    import ctypes

    with suppress(AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, number)


if __name__ == "__main__":
    status = main()
    if status < 0:
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
