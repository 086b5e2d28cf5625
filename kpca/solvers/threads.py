"""Work that is divided among threads, each of which has BLAS with one thread."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from threading import Event, Lock
from typing import Any, TypeVar

import numpy as np
from threadpoolctl import ThreadpoolController

from kpca.arrays import Array

S = TypeVar("S")
T = TypeVar("T")


def affine() -> int:
    """Cores that the system lets this process use."""
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


def cores() -> int:
    """Cores that this process may use: in a job of Slurm at most those that the job asked for."""
    own = affine()
    asked = os.environ.get("SLURM_CPUS_PER_TASK", "")
    # Not every cluster confines a job to its cores.
    return min(own, max(1, int(asked))) if asked.isdecimal() else own


THREADS = cores()
"""Cores that this process may use."""

ROWS = 1024
"""Rows of vectors that one thread works on at a time. Sums over all rows are added up in these
blocks, so that they have the same bits for any number of threads."""


ALONE = 2_000_000
"""Up to that many multiplications a product is sooner done than another thread has begun."""


def side_by_side(
    work: Callable[[int], T], threads: int = THREADS, stop: Event | None = None
) -> list[T]:
    """``work(0)`` to ``work(threads - 1)``, in this order, each computed in a thread of its own.

    The calling thread is the first of them, and the others stay for the next call. ``stop`` is set
    where one of them raises an exception, which is raised here when all have ended.
    """

    def watched(thread: int) -> T:
        try:
            return work(thread)
        except BaseException:
            if stop is not None:
                stop.set()
            raise

    with one_thread():
        if threads == 1:
            return [watched(0)]
        others = [_pool(os.getpid()).submit(watched, k) for k in range(1, threads)]
        try:
            first = watched(0)
            wait(others)
        except BaseException:
            # Ctrl-C may arrive while this thread waits. The others write to arrays of the caller.
            if stop is not None:
                stop.set()
            wait(others)
            raise
        return [first, *(other.result() for other in others)]


def each(work: Callable[[S], T], items: Sequence[S], threads: int = THREADS) -> list[T]:
    """``work`` of every item, in order, computed side by side."""
    threads = max(1, min(threads, len(items)))

    def share(thread: int) -> list[T]:
        return [work(item) for item in items[thread::threads]]

    shares = side_by_side(share, threads)
    return [shares[k % threads][k // threads] for k in range(len(items))]


def by_rows(
    work: Callable[[slice], T], n: int, rows: int = ROWS, threads: int = THREADS
) -> list[T]:
    """``work`` of each block of that many of n rows, in order, computed side by side."""
    blocks = [slice(start, min(n, start + rows)) for start in range(0, n, rows)]
    return each(work, blocks, threads)


def inner(A: Array, B: Array) -> Array:
    """A'B (k, b) of A (n, k) and B (n, b)."""
    parts = by_rows(lambda rows: A[rows].T @ B[rows], len(A), threads=_threads(A, B))
    return np.sum(parts, axis=0) if len(parts) > 1 else parts[0]


def times(A: Array, B: Array) -> Array:
    """AB (n, b) of A (n, k) and B (k, b)."""
    product = np.empty((len(A), B.shape[1]))
    threads = _threads(A, B)
    by_rows(lambda rows: np.matmul(A[rows], B, out=product[rows]), len(A), threads=threads)
    return product


def _threads(A: Array, B: Array) -> int:
    return 1 if A.size * B.shape[1] <= ALONE else THREADS


@contextmanager
def one_thread() -> Iterator[None]:
    """BLAS with one thread inside this context, and as many as before after the last one.

    A solver enters it, too: for some milliseconds after a product with several threads OpenBLAS
    keeps the cores busy, and the next pass would have to share them. Several fits may run side by
    side: the first one to enter sets the limit, and the last one to leave takes it back.
    """
    global _inside, _limit
    with _LOCK:
        if _inside == 0:
            _limit = _blas().limit(limits=1, user_api="blas")
        _inside += 1
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            if _inside == 0:
                _limit.restore_original_limits()


_LOCK, _inside = Lock(), 0
_limit: Any = None


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    """Threads of this process: a fork has none of those of its parent."""
    return ThreadPoolExecutor(THREADS + 4, thread_name_prefix=f"kpca-{process}")
