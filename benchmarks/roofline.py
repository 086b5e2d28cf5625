"""The least time that a fit can take on this machine: what its products, reads and exp cost.

``python -m benchmarks.roofline`` measures the rates and prints them in JSON.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

import numpy as np

from kpca.solvers.tiled import THREADS, one_thread

REPEATS = 3
"""The best of so many measurements is the rate."""


@dataclass(frozen=True)
class Rates:
    """What this machine does with all its cores: the best rates, which nothing exceeds for long.

    gemm       flops per second of a product of two matrices in double precision
    single     the same in single precision
    bandwidth  bytes per second that are read from memory
    exp        values of exp per second, in place on a tile that fits the cache
    """

    gemm: float
    single: float
    bandwidth: float
    exp: float


def measure(size: int = 2048, values: int = 2**25) -> Rates:
    """The rates from products (size, size) and from reading that many doubles."""
    return Rates(
        _gemm(size, np.float64), _gemm(size, np.float32), _bandwidth(values), _exp(values // 4)
    )


def krylov(n: int, q: int, passes: int, block: int, rates: Rates, kept: bool = True) -> float:
    """Seconds for the products of half of K (n, n) with ``passes`` blocks, at least.

    Building it takes n^2/2 (2 (q + 2) flops + exp). A pass reads 8 n^2/2 bytes or makes 2 n^2
    block flops, whichever takes longer; if the entries are not kept, each pass builds them again.
    """
    build = n**2 / 2 * (2 * (q + 2) / rates.gemm + 1 / rates.exp)
    products = 2 * n**2 * block / rates.gemm
    if kept:
        return build + passes * max(products, 8 * n**2 / 2 / rates.bandwidth)
    return passes * (build + products)


def low_rank(n: int, rank: int, rates: Rates, single: bool = False) -> float:
    """Seconds for the 2 n r^2 flops of a factor (n, r) and of its products, at least.

    The factor takes n r^2 flops, and so does half of its matrix of inner products. The n r values
    of the kernel are left out.
    """
    return 2 * n * rank**2 / (rates.single if single else rates.gemm)


def _best(work: Callable[[], object]) -> float:
    """The least seconds of ``REPEATS`` calls, after one that does not count."""
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _gemm(size: int, dtype: type) -> float:
    A = np.ones((size, size), dtype=dtype)
    out = np.empty_like(A)
    return 2 * size**3 / _best(lambda: np.matmul(A, A, out=out))


def _bandwidth(values: int) -> float:
    parts = np.array_split(np.ones(values), THREADS)
    with one_thread(), ThreadPoolExecutor(THREADS) as pool:
        return 8 * values / _best(lambda: list(pool.map(lambda x: x @ x, parts)))


def _exp(values: int) -> float:
    times = max(1, values // (THREADS * 256**2))
    tiles = [-np.random.default_rng(k).uniform(0.0, 4.0, 256**2) for k in range(THREADS)]

    def repeat(tile: np.ndarray) -> None:
        out = np.empty_like(tile)
        for _ in range(times):
            np.exp(tile, out=out)

    with ThreadPoolExecutor(THREADS) as pool:
        seconds = _best(lambda: list(pool.map(repeat, tiles)))
    return times * THREADS * 256**2 / seconds


if __name__ == "__main__":
    print(json.dumps(asdict(measure())))
