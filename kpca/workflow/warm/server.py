"""The process of a run that has imported everything, of which each job is a fork."""

import gc
import importlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from kpca.studies.config import project
from kpca.workflow.warm.client import ADDRESS, end_with_parent, used

JOB = "KPCA_JOB"
"""The environment variable with the job that a process belongs to: the id of its first process."""

OTHERS = (
    "black",
    "fontTools.subset",
    "furo",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "myst_nb.sphinx_ext",
    "netCDF4",
    "pandas.io.formats.style",
    "sklearn.decomposition",
    "sklearn.manifold",
)
"""Modules of other packages that they, or notebooks, import when they first need them."""


@dataclass(frozen=True)
class Warm:
    """What the processes of a run need to reach their warm server.

    environment  the variable with its address
    descriptors  the lock of the run, and the open end of a pipe: the server ends, and its forks, if
                 nobody has it any more
    """

    environment: dict[str, str]
    descriptors: tuple[int, ...]


@contextmanager
def running(threads: int, lock: tuple[int, ...], elsewhere: bool = False) -> Iterator[Warm]:
    """A warm server for one run.

    Each fork has ``threads`` threads, and the descriptor in ``lock``, so that the next run waits
    for it. There is no server if the jobs may run ``elsewhere``, on other machines, nor where this
    system cannot have one. Each job is an ordinary process then.
    """
    if elsewhere or not is_possible():
        yield Warm({}, lock)
        return
    # Only this user can open the folder: whoever reaches the server can run code.
    with tempfile.TemporaryDirectory(prefix="kpca-") as folder:
        address = f"{folder}/warm"
        ends, kept = os.pipe()
        environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
        if project.PACKAGE.parent == project.PROJECT:
            environment["PYTHONPATH"] = str(project.PROJECT)
        command = [sys.executable, "-P", "-m", "kpca.workflow.warm", address, str(ends)]
        with subprocess.Popen(command, env=environment, pass_fds=(ends, *lock)):
            os.close(ends)
            try:
                yield Warm({ADDRESS: address}, (kept, *lock))
            finally:
                os.close(kept)


def is_possible() -> bool:
    """Whether a server can run here: on Linux, unless it is an old one or forbids ``pidfd_open``.

    On other systems a fork may not use the system's libraries.
    """
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


Request = dict[str, Any]
"""What a client asks for: a module with its ``arguments``, the ``folder``, the ``environment``."""


@dataclass
class Fork:
    """A process that runs for a client.

    job     the id of the first process of its job, which is its own if it is the first one
    client  the connection that waits for its end, or None if the client was killed
    end     a descriptor that is ready when it has ended
    cpu     seconds of the processor, of all processes of the job that have ended
    memory  MB of the largest of them
    """

    job: int
    client: socket.socket | None
    end: int
    cpu: float = 0.0
    memory: float = 0.0


class Server:
    """Forks a process for each client that connects to ``address``.

    It ends, and all forks, when nobody has the other end of the pipe ``alive`` any more. It imports
    modules while no client needs an answer: the first jobs need few of them.
    """

    def __init__(self, address: str, alive: int) -> None:
        self.listener, self.alive, self.modules = socket.socket(socket.AF_UNIX), alive, modules()
        self.listener.bind(address)
        self.listener.listen(socket.SOMAXCONN)
        self.forks: dict[int, Fork] = {}
        self.events = selectors.DefaultSelector()
        self._watch(self.listener, self._accept)
        self._watch(alive, lambda: None)

    def __call__(self) -> Request | None:
        """In each fork, which has the streams of its client, its request; None at the end."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        waits = 0
        while True:
            if not (ready := self.events.select(waits)):
                waits = None if self._imported_all() else 0
                continue
            # One event at a time: it may be the end of what the second one is about.
            key, _ = ready[0]
            if key.fileobj == self.alive:
                self._kill(self.forks)
                return None
            if (request := key.data()) is not None:
                return request

    def _imported_all(self) -> bool:
        """Import the next module, or say that there is none."""
        if name := next(self.modules, None):
            # The job that needs the module says what is wrong with it.
            with warnings.catch_warnings(action="ignore"), suppress(Exception):
                importlib.import_module(name)
            return False
        # What is never collected need not be copied into the forks.
        gc.collect()
        gc.freeze()
        return True

    def _watch(self, source: socket.socket | int, answer: Callable[[], Request | None]) -> None:
        self.events.register(source, selectors.EVENT_READ, answer)

    def _accept(self) -> Request | None:
        """Fork a process for a client; in the fork, its request."""
        client, _ = self.listener.accept()
        text, descriptors = _received(client)
        pid = os.fork() if text else None
        if pid == 0:
            client.close()
            self._become(descriptors)
            return json.loads(text)
        for descriptor in descriptors:
            os.close(descriptor)
        if pid is None:
            client.close()
            return None
        job = int(json.loads(text)["environment"].get(JOB, pid))
        self.forks[pid] = Fork(job, client, os.pidfd_open(pid))
        self._watch(client, lambda: self._signal(pid, client))
        self._watch(self.forks[pid].end, lambda: self._end(pid))
        return None

    def _become(self, descriptors: list[int]) -> None:
        """Make this fork a process of its own, with the standard streams of its client."""
        for key in list(self.events.get_map().values()):
            os.close(key.fileobj) if isinstance(key.fileobj, int) else key.fileobj.close()
        self.events.close()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        # Ctrl-C reaches it through its client.
        os.setpgid(0, 0)
        end_with_parent(signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def _signal(self, pid: int, client: socket.socket) -> None:
        """Pass on the signal that a client got, or end the process of a client that was killed."""
        if number := client.recv(1):
            os.kill(pid, number[0])
            return
        self._disconnect(self.forks[pid])
        self._kill([pid])

    def _end(self, pid: int) -> None:
        """Tell a client how its process has ended, and what its job took."""
        fork = self.forks.pop(pid)
        _, status, usage = os.wait4(pid, 0)
        first = self.forks.get(fork.job, fork)
        cpu, memory = used(usage)
        first.cpu, first.memory = first.cpu + cpu, max(first.memory, memory)
        self.events.unregister(fork.end)
        os.close(fork.end)
        if fork.client:
            answer = [os.waitstatus_to_exitcode(status), fork.cpu, fork.memory]
            with suppress(OSError):
                fork.client.sendall(json.dumps(answer).encode() + b"\n")
            self._disconnect(fork)
        # A notebook kernel whose runner was killed.
        self._kill([other for other, its in self.forks.items() if its.job == pid])

    def _disconnect(self, fork: Fork) -> None:
        self.events.unregister(fork.client)
        fork.client.close()
        fork.client = None

    @staticmethod
    def _kill(pids: Iterable[int]) -> None:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


def _received(client: socket.socket) -> tuple[bytes, list[int]]:
    """One line, and the descriptors that came with it; no line from a client that was killed."""
    text, descriptors, _, _ = socket.recv_fds(client, 65536, 3)
    while text and not text.endswith(b"\n"):
        piece = client.recv(65536)
        text = text + piece if piece else b""
    return text, descriptors


def modules() -> Iterator[str]:
    """Every module that a job imports, those of the first jobs first."""
    jobs = ("jobs.prepare", "notebooks.runner", "notebooks.notebook_kernel")
    yield from (f"kpca.workflow.{name}" for name in jobs)
    for path in project.files(project.PACKAGE.name):
        if path.endswith(".py") and "__main__" not in path:
            yield path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    yield from OTHERS
    # Sphinx is imported by now.
    yield from sys.modules["sphinx.application"].builtin_extensions
