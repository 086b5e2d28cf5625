"""One process that fits alone, with the interface of the ranks of an MPI communicator.

What several ranks do, ``kpca.solvers.ranks``, is loaded only where there are some.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any, TypeVar

import numpy as np

from kpca.arrays import Array
from kpca.solvers.elements import Elements
from kpca.solvers.threads import THREADS
from kpca.solvers.tiled import TiledGram

T = TypeVar("T")

_TURN = RLock()
"""Threads of one process, such as those of joblib, fit one after the other."""


class DifferentRanksError(ValueError):
    """The ranks were given different points, parameters or versions."""


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

    def led(self, work: Callable[[], T], elements: Elements | None = None) -> T:
        """The result of ``work`` of the first rank, while the others compute tiles of elements."""
        return work()

    @contextmanager
    def agreed(self) -> Iterator[None]:
        """A context in which an exception of one rank is raised on all of them at its end."""
        yield

    def require_same(self, values: Mapping[str, Any]) -> None:
        """Raise ``DifferentRanksError`` on all ranks unless they have the same values."""

    def tiled_gram(
        self,
        elements: Elements,
        max_memory: float = np.inf,
        tile: int | None = None,
        other_edges: bool = False,
        memory: Array | None = None,
    ) -> TiledGram:
        """The operator whose tiles all ranks share; see ``TiledGram`` for the arguments.

        The first rank calls it in the ``work`` of ``led``, with the same elements.
        """
        return TiledGram(elements, max_memory, self.threads, tile, other_edges, memory)


ONE = OneRank()
"""This process alone."""


@contextmanager
def ranks_of(comm: Any) -> Iterator[OneRank]:
    """The ranks of a communicator of mpi4py, for one fit; ``ONE`` for None and for a single rank.

    Messages travel in a copy of the communicator, so that they do not meet those of the caller.
    Raises ``TypeError`` for anything else.
    """
    if comm is None:
        yield ONE
        return
    from kpca.solvers import communicator, ranks

    communicator.require_communicator(comm)
    if comm.Get_size() == 1:
        yield ONE
        return
    with _TURN:
        with communicator.aborting(comm):
            communicator.meet(comm)
            own = comm.Dup()
        try:
            yield ranks.Ranks(own)
        finally:
            own.Free()
