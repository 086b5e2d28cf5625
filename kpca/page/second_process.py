"""A second process, in which a part of a page is made while the first one makes another part."""

import pickle
import signal
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from threadpoolctl import threadpool_limits


class SecondProcess:
    """A process that imports ``modules`` at once, and then calls one function.

    It ends with this process, however that ends. BLAS has one thread in it.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        # Not a fork: a library that has threads could wait for them in the copy for ever.
        context = get_context("spawn")
        self._connection, its = context.Pipe()
        context.Process(target=_work, args=(its, tuple(modules)), daemon=True).start()
        its.close()

    def later(self, function: Callable[..., Any], *data: Any) -> Callable[[], Any]:
        """``functools.partial(function, *data)``, which is computed there in the meantime.

        What cannot be sent, a process that was killed, and an exception cost time only: the
        function is called here, where the result is asked for, and raises here what it raises.
        """
        try:
            self._connection.send((function, data))
        except Exception:
            self._connection.close()

        def result() -> Any:
            try:
                return self._connection.recv()
            except (EOFError, OSError):
                return function(*data)

        return result


def _work(connection: Connection, modules: Iterable[str]) -> None:
    # Ctrl-C reaches both processes. The first one says what has to be said.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    # In a thread, so that the first process does not have to wait before what it sends is taken.
    imports = Thread(target=_import, args=(modules,))
    imports.start()
    # After an exception the first process finds the connection closed, and calls the function.
    with suppress(Exception), connection:
        content = connection.recv_bytes()
        imports.join()
        with threadpool_limits(1):
            function, data = pickle.loads(content)
            connection.send(function(*data))


def _import(modules: Iterable[str]) -> None:
    # What is not installed is missing in the first process, too, which says so.
    with suppress(ImportError):
        for name in modules:
            import_module(name)
