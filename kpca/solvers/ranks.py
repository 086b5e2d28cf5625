"""What the ranks of an MPI communicator do for each other in one fit, and the tiles they share.

The first rank runs the iteration and the certificate. The others hold and compute their share of
the tiles, and nothing else: they wait until the first rank asks for a product. So no decision is
made twice, and none can differ between machines of different kinds; vectors need memory on one
rank only; and the result, which the first rank sends to all, is the same to the last bit.

An error on one rank is raised on all of them. What would leave a rank waiting forever, such as an
interrupt in the middle of a message, ends all ranks by ``MPI_Abort`` instead.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from time import sleep
from typing import Any, TypeVar

import numpy as np

from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.solvers import communicator
from kpca.solvers.elements import Elements
from kpca.solvers.one_rank import DifferentRanksError, OneRank
from kpca.solvers.threads import THREADS, affine
from kpca.solvers.tiled import TiledGram

T = TypeVar("T")

END, TILES, PRODUCT = range(3)
"""Orders of the first rank: the work is done; divide K into tiles; multiply a block with them."""

NUMBERS = 4
"""The numbers of an order: its kind and three more."""

ENOUGH = 2**62
"""Bytes that stand for a budget without a limit."""

CHECKED = 1e-10
"""Sums of ranks that differ by more than this share of |K|_F, and rounding, are an error."""


class WrongSumError(ArithmeticError):
    """What the ranks have added up is not what they have added up before."""


class Ranks(OneRank):
    """The ranks of a communicator of mpi4py; every method is called by all of them."""

    def __init__(self, comm: Any) -> None:
        self._comm, self.rank, self.size = comm, comm.Get_rank(), comm.Get_size()
        self.threads = min(THREADS, max(1, affine() // communicator.sharing(comm)))
        self._raised: BaseException | None = None

    def led(self, work: Callable[[], T], elements: Elements | None = None) -> T:
        """The result of ``work`` of the first rank, or its exception, on every rank."""
        answer: tuple[Any, bytes | None] = (None, None)
        own: BaseException | None = None
        if self.first:
            try:
                answer = (work(), None)
            except BaseException as error:
                own, answer = error, (None, communicator.packed(error))
            self.order(END)
        else:
            self._follow(elements)
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
            every = self._comm.allgather(None if own is None else communicator.packed(own))
        for rank, packed in enumerate(every):
            if packed is not None:
                raise self._from(rank, packed, own)

    def _from(self, rank: int, packed: bytes, own: BaseException | None) -> BaseException:
        """The exception of a rank: on that rank its own, with its traceback."""
        error = own if own is not None and rank == self.rank else communicator.unpacked(packed)
        if not hasattr(error, "__notes__"):
            error.add_note(f"raised by rank {rank} of the ranks 0 to {self.size - 1}")
        self._raised = error
        return error

    def _follow(self, elements: Elements | None) -> None:
        """Compute the tiles that the first rank asks this one for, until it ends.

        An exception is raised on the first rank, too, which then says how the work goes on.
        """
        operator: SharedGram | None = None
        while True:
            kind, first, max_memory, tile = self.next_order()
            if kind == END:
                return
            with self.raised_on_all():
                if kind == TILES:
                    assert elements is not None
                    memory = None if operator is None else operator.memory
                    operator = None
                    operator = self.tiled_gram(
                        elements, max_memory, tile or None, bool(first), memory
                    )
                else:
                    assert operator is not None
                    operator(self.received(operator.n, first))

    def tiled_gram(
        self,
        elements: Elements,
        max_memory: float = np.inf,
        tile: int | None = None,
        other_edges: bool = False,
        memory: Array | None = None,
    ) -> "SharedGram":
        """The operator of this rank, after the first one has told the others to make theirs."""
        # The same bytes on every rank, so that all of them keep as many tiles, and factors or none.
        self.order(TILES, other_edges, int(np.clip(max_memory, -1.0, ENOUGH)), tile or 0)
        with self.agreed():
            operator = SharedGram(self, elements, max_memory, tile, other_edges, memory)
        operator.require_same()
        return operator

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
                sleep(communicator.PAUSE)
        return [int(number) for number in buffer]

    def sent(self, block: Array) -> Array:
        """The block (n, b), which the first rank sends, and the others receive by ``received``."""
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
        """The sum of the contiguous arrays of all ranks, on the first one; others keep theirs.

        It overwrites A.
        """
        with self._or_abort():
            # In place: a second array would be as large as the vectors.
            self._comm.Reduce(
                communicator.mpi().IN_PLACE if self.first else A, A if self.first else None
            )
        return A

    def _or_abort(self) -> AbstractContextManager[None]:
        return communicator.aborting(self._comm)


class SharedGram(TiledGram):
    """The tiles of one rank; products and sums of all tiles are those of the first rank.

    Raises ``WrongSumError`` in a pass in which what the ranks add up contradicts the sums of rows:
    the residuals say nothing of the means and norms, which each rank computes once.
    """

    STEPS = 3
    """Those of ``TiledGram``, and of all ranks."""

    def __init__(
        self,
        ranks: Ranks,
        elements: Elements,
        max_memory: float = np.inf,
        tile: int | None = None,
        other_edges: bool = False,
        memory: Array | None = None,
    ) -> None:
        self._ranks, part = ranks, (ranks.rank, ranks.size)
        super().__init__(elements, max_memory, ranks.threads, tile, other_edges, memory, part)

    def require_same(self) -> None:
        """Raise ``DifferentRanksError`` on all ranks unless their tiles are alike.

        Then the sums of tiles that are kept are added up.
        """
        self._ranks.require_same({"tiles": (self.tile, self._unit)})
        self._sums = self._total(self._sums)

    def _products(self, Q: Array) -> tuple[Array, Array | None]:
        Q = self._ranks.sent(Q)
        with self._ranks.agreed():
            products, sums = super()._products(Q)
        return self._ranks.total(products), self._total(sums)

    def _total(self, sums: Array | None) -> Array | None:
        """The sums of all ranks on the first one; raises ``NotFiniteError`` if they are too large.

        Every value is finite then, on every rank.
        """
        if sums is None:
            return None
        total = self._ranks.total(sums)
        return super()._finite(total) if self._ranks.first else total

    def _finite(self, sums: Array) -> Array:
        # Those of one rank may be too large only where another has a value that is not finite,
        # which says more.
        return sums

    def _means(self, Q: Array, product: Array) -> Array:
        means = super()._means(Q, product)
        if self._ranks.first:
            self._require_sums(Q, means)
        return means

    def _require_sums(self, Q: Array, means: Array) -> None:
        """Raise ``WrongSumError`` unless 1'KHQ/n (b,), the means of a product, are m'HQ.

        m are the means of the rows of K, which the ranks have added up in another message.
        """
        survey, centered = self.survey, Q - Q.mean(axis=0)
        size = (CHECKED + self.relative_product_error) * survey.uncentered + self.error
        off, allowed = abs(survey.means @ centered - means), size * lengths(centered) / self.n**0.5
        if not (off <= allowed).all():
            column = int(np.argmax(np.where(off <= allowed, 0.0, 1.0)))
            raise WrongSumError(
                f"the mean of a product of {self._ranks.size} ranks is off by {off[column]:.3g} "
                f"from that of the sums of rows; allowed: {allowed[column]:.3g}; a rank has "
                "computed, or a message has brought, other values than before; fit again, and if "
                "it happens again, without the machine or the version of MPI that does it"
            )
