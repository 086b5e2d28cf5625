"""A communicator of mpi4py: whether it is one, who shares a machine, and exceptions as messages."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

PATIENCE = 60.0
"""Seconds after which a rank says that it waits for others that have not called ``fit``."""

PAUSE = 1e-3
"""Seconds between two looks for an order. A rank that waits leaves its cores to the first one."""


def require_communicator(comm: Any) -> None:
    """Raise ``TypeError`` unless this is a communicator of mpi4py with one group of ranks."""
    what = f"comm is {comm!r}; allowed: None, or a communicator of mpi4py such as MPI.COMM_WORLD"
    try:
        kind = mpi().Intracomm
    except ImportError as error:
        raise TypeError(
            f'{what}; mpi4py cannot be imported ({error}): pip install "kpca[mpi]"'
        ) from error
    if not isinstance(comm, kind) or comm == mpi().COMM_NULL:
        raise TypeError(f"{what}, of which this process is a member")


@contextmanager
def aborting(comm: Any) -> Iterator[None]:
    """A context in which an exception ends all ranks."""
    try:
        yield
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        comm.Abort(1)


def meet(comm: Any) -> None:
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


def mpi() -> Any:
    """The module ``mpi4py.MPI``, whose import starts MPI."""
    from mpi4py import MPI

    return MPI


def sharing(comm: Any) -> int:
    """How many ranks may use the cores of this one: all on its machine, or 1 where they are bound.

    mpiexec binds each rank to cores of its own, or lets all of them use every core.
    """
    node = comm.Split_type(mpi().COMM_TYPE_SHARED)
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    every = node.allgather(mine)
    node.Free()
    return every.count(mine)


def packed(error: BaseException) -> bytes:
    """The exception in the form in which mpi4py sends all objects.

    One that cannot be sent becomes a ``RuntimeError`` with its text.
    """
    to_bytes = mpi().pickle.dumps
    try:
        return bytes(to_bytes((type(error), error.args, vars(error))))
    except Exception:
        text = f"{type(error).__name__}: {error}"
        return bytes(to_bytes((RuntimeError, (text,), {})))


def unpacked(packed: bytes) -> BaseException:
    """The exception of another rank, made without ``__init__``, which may take other arguments."""
    kind, arguments, attributes = mpi().pickle.loads(packed)
    error: BaseException = kind.__new__(kind, *arguments)
    error.args = arguments
    if isinstance(error, SystemExit):
        # Its __init__ sets the code with which the process ends; otherwise it would be 0.
        SystemExit.__init__(error, *arguments)
    vars(error).update(attributes)
    return error
