"""What the ranks of an MPI communicator do for each other in one fit.

The first rank runs the iteration and the certificate. The others hold and compute their share of
the tiles, and nothing else: they wait until the first rank asks for a product. So no decision is
made twice, and none can differ between machines of different kinds; vectors need memory on one
rank only; and the result, which the first rank sends to all, is the same to the last bit.

An error on one rank is raised on all of them. What would leave a rank waiting forever, such as an
interrupt in the middle of a message, ends all ranks by ``MPI_Abort`` instead.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from time import monotonic, sleep
from typing import Any, TypeVar

import numpy as np

from kpca.arrays import Array
from kpca.solvers.threads import THREADS, affine

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which a rank says that it waits for others that have not called ``fit``."""

PAUSE = 1e-3
"""Seconds between two looks for an order. A rank that waits leaves its cores to the first one."""

END, TILES, PRODUCT = range(3)
"""Orders of the first rank: the work is done; divide K into tiles; multiply a block with them."""

NUMBERS = 4
"""The numbers of an order: its kind and three more."""

_TURN = RLock()
"""Threads of one process, such as those of joblib, fit one after the other."""


class DifferentRanksError(ValueError):
    """The ranks were given different points, parameters or versions."""


class WrongSumError(ArithmeticError):
    """What the ranks have added up is not what they have added up before."""


class OneRank:
    """One process without MPI, which agrees with itself; also the interface of ``Ranks``.

    rank     number of this process, from 0
    size     number of processes
    threads  threads that compute tiles in this process
    """

    rank, size, threads = 0, 1, THREADS

    @property
    def first(self) -> bool:
        """Whether this is the rank that runs the iteration, and that writes files."""
        return self.rank == 0

    def led(self, work: Callable[[], T], follow: Callable[["Ranks"], None] | None = None) -> T:
        """The result of ``work`` of the first rank, while the others do ``follow``."""
        return work()

    @contextmanager
    def agreed(self) -> Iterator[None]:
        """A context in which an exception of one rank is raised on all of them at its end."""
        yield

    def require_same(self, values: Mapping[str, Any]) -> None:
        """Raise ``DifferentRanksError`` on all ranks unless they have the same values."""

    def order(self, kind: int, *numbers: int) -> None:
        """Tell the other ranks what to do next; only the first rank does."""

    def sent(self, block: Array) -> Array:
        """The block, after the first rank has sent it to the others for a product."""
        return block

    def total(self, A: Array) -> Array:
        """The sum of the arrays of all ranks, on the first one. It may overwrite A."""
        return A


ONE = OneRank()
"""This process alone."""


class Ranks(OneRank):
    """The ranks of a communicator of mpi4py; every method is called by all of them."""

    def __init__(self, comm: Any) -> None:
        self._comm, self.rank, self.size = comm, comm.Get_rank(), comm.Get_size()
        self.threads = min(THREADS, max(1, affine() // _sharing(comm)))
        self._raised: BaseException | None = None

    def led(self, work: Callable[[], T], follow: Callable[["Ranks"], None] | None = None) -> T:
        """The result of ``work`` of the first rank, or its exception, on every rank."""
        answer: tuple[Any, bytes | None] = (None, None)
        own: BaseException | None = None
        if self.first:
            try:
                answer = (work(), None)
            except BaseException as error:
                own, answer = error, (None, _packed(error))
            self.order(END)
        else:
            follow(self) if follow else self.next_order()
        with self._or_abort():
            result, packed = self._comm.bcast(answer)
        if packed is not None:
            raise self._from(0, packed, own)
        return result

    @contextmanager
    def agreed(self) -> Iterator[None]:
        """A context; the exception of the lowest rank that has one is raised on all of them."""
        own: BaseException | None = None
        try:
            yield
        except BaseException as error:
            own = error
        with self._or_abort():
            every = self._comm.allgather(None if own is None else _packed(own))
        for rank, packed in enumerate(every):
            if packed is not None:
                raise self._from(rank, packed, own)

    def _from(self, rank: int, packed: bytes, own: BaseException | None) -> BaseException:
        """The exception of a rank: on that rank its own, with its traceback."""
        error = own if own is not None and rank == self.rank else _unpacked(packed)
        if not hasattr(error, "__notes__"):
            error.add_note(f"raised by rank {rank} of the ranks 0 to {self.size - 1}")
        self._raised = error
        return error

    @contextmanager
    def raised_on_all(self) -> Iterator[None]:
        """A context that ignores an exception of ``agreed``, and ends all ranks for any other."""
        with self._or_abort():
            try:
                yield
            except BaseException as error:
                if error is not self._raised:
                    raise

    def require_same(self, values: Mapping[str, Any]) -> None:
        """Raise ``DifferentRanksError`` on all ranks, with the ranks that differ from rank 0."""
        with self._or_abort():
            every = self._comm.allgather(dict(values))
        for name, value in every[0].items():
            others: dict[Any, list[str]] = {}
            for rank in range(1, self.size):
                others.setdefault(every[rank].get(name), []).append(str(rank))
            others.pop(value, None)
            if others:
                each = ", ".join(f"{other} on {', '.join(at)}" for other, at in others.items())
                self._raised = DifferentRanksError(
                    f"{name} differs between the ranks 0 to {self.size - 1}: it is {each} and "
                    f"{value} on 0; allowed: the same on all ranks; read the same file, and use "
                    "the same parameters and packages everywhere"
                )
                raise self._raised

    def order(self, kind: int, *numbers: int) -> None:
        """Tell the other ranks what to do next, in at most ``NUMBERS`` numbers."""
        if self.first:
            self._exchanged([kind, *numbers])

    def next_order(self) -> list[int]:
        """The next order of the first rank (``NUMBERS``)."""
        return self._exchanged([])

    def _exchanged(self, numbers: list[int]) -> list[int]:
        with self._or_abort():
            buffer = np.zeros(NUMBERS, dtype=np.int64)
            buffer[: len(numbers)] = numbers
            request = self._comm.Ibcast(buffer)
            # Waiting in MPI would keep a core busy.
            while not request.Test():
                sleep(PAUSE)
        return [int(number) for number in buffer]

    def sent(self, block: Array) -> Array:
        """The block (n, b), which the others receive by ``received``."""
        if self.first:
            self.order(PRODUCT, block.shape[1])
            with self._or_abort():
                self._comm.Bcast(np.ascontiguousarray(block, dtype=float))
        return block

    def received(self, n: int, b: int) -> Array:
        """The block (n, b) of the first rank."""
        with self._or_abort():
            block = np.empty((n, b))
            self._comm.Bcast(block)
        return block

    def total(self, A: Array) -> Array:
        """The sum of the contiguous arrays of all ranks, on the first one; others keep theirs."""
        with self._or_abort():
            # In place: a second array would be as large as the vectors.
            self._comm.Reduce(_mpi().IN_PLACE if self.first else A, A if self.first else None)
        return A

    def _or_abort(self) -> AbstractContextManager[None]:
        return _aborting(self._comm)


@contextmanager
def _aborting(comm: Any) -> Iterator[None]:
    """A context in which an exception ends all ranks."""
    try:
        yield
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        comm.Abort(1)


@contextmanager
def ranks_of(comm: Any) -> Iterator[OneRank]:
    """The ranks of a communicator of mpi4py, for one fit; ``ONE`` for None and for a single rank.

    Messages travel in a copy of the communicator, so that they do not meet those of the caller.
    Raises ``TypeError`` for anything else.
    """
    if comm is None:
        yield ONE
        return
    require_communicator(comm)
    if comm.Get_size() == 1:
        yield ONE
        return
    with _TURN:
        with _aborting(comm):
            _meet(comm)
            own = comm.Dup()
        try:
            yield Ranks(own)
        finally:
            own.Free()


def _meet(comm: Any) -> None:
    """Wait until all ranks are in their fit, and say so once if that takes ``PATIENCE`` seconds."""
    request, start, silent = comm.Ibarrier(), monotonic(), True
    while not request.Test():
        sleep(PAUSE)
        if silent and monotonic() > start + PATIENCE:
            silent = False
            print(
                f"rank {comm.Get_rank()} of the ranks 0 to {comm.Get_size() - 1} has waited for "
                f"{PATIENCE:.0f} s in fit, which some of the others have not called with this "
                "comm; all ranks have to call it equally often",
                file=sys.stderr,
                flush=True,
            )


def require_communicator(comm: Any) -> None:
    """Raise ``TypeError`` unless this is a communicator of mpi4py with one group of ranks."""
    what = f"comm is {comm!r}; allowed: None, or a communicator of mpi4py such as MPI.COMM_WORLD"
    try:
        kind = _mpi().Intracomm
    except ImportError as error:
        raise TypeError(
            f'{what}; mpi4py cannot be imported ({error}): pip install "kpca[mpi]"'
        ) from error
    if not isinstance(comm, kind) or comm == _mpi().COMM_NULL:
        raise TypeError(f"{what}, of which this process is a member")


def _mpi() -> Any:
    # Imported where it is used, because the import starts MPI.
    from mpi4py import MPI

    return MPI


def _sharing(comm: Any) -> int:
    """How many ranks may use the cores of this one: all on its machine, or 1 where they are bound.

    mpiexec binds each rank to cores of its own, or lets all of them use every core.
    """
    node = comm.Split_type(_mpi().COMM_TYPE_SHARED)
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    every = node.allgather(mine)
    node.Free()
    return every.count(mine)


def _packed(error: BaseException) -> bytes:
    """The exception in the form in which mpi4py sends all objects.

    One that cannot be sent becomes a ``RuntimeError`` with its text.
    """
    to_bytes = _mpi().pickle.dumps
    try:
        return bytes(to_bytes((type(error), error.args, vars(error))))
    except Exception:
        text = f"{type(error).__name__}: {error}"
        return bytes(to_bytes((RuntimeError, (text,), {})))


def _unpacked(packed: bytes) -> BaseException:
    """The exception of another rank, made without ``__init__``, which may take other arguments."""
    kind, arguments, attributes = _mpi().pickle.loads(packed)
    error: BaseException = kind.__new__(kind, *arguments)
    error.args = arguments
    if isinstance(error, SystemExit):
        # Its __init__ sets the code with which the process ends; otherwise it would be 0.
        SystemExit.__init__(error, *arguments)
    vars(error).update(attributes)
    return error
