"""A second process, in which a part of a page is made while the first one makes another part."""

import signal
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from threadpoolctl import threadpool_limits


class SecondProcess:
    """A process that imports ``modules``, as long as it is asked for nothing, and calls a function.

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
    # After an exception the first process finds the connection closed, and calls the function.
    with suppress(Exception), connection:
        for name in modules:
            # The first process waits until what it sends is taken.
            if connection.poll():
                break
            import_module(name)
        function, data = connection.recv()
        with threadpool_limits(1):
            connection.send(function(*data))
