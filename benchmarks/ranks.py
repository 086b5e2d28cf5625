"""``python -m benchmarks.ranks``: one fit on 1, 2, ... ranks of MPI.

Each rank has one core and one thread. The times of a pass are divided into tiles, which all ranks
compute side by side, messages, and what the first rank does alone (orthogonalization, Ritz pairs).
The page machines.md has a model of a cluster with these times.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

COLUMNS = 64
"""The columns of the points."""

COMPONENTS = 10


@dataclass(frozen=True)
class Measured:
    """One fit on some ranks.

    seconds  of the solver and its certificate together
    passes   products with blocks of vectors
    tiles    seconds in which the first rank computed its tiles
    messages seconds of the first rank in messages, in which it also waits for the slowest rank
    bytes    that the first rank sent and received
    memory   bytes of each rank above its imports and the points, at most
    """

    ranks: int
    samples: int
    seconds: float
    passes: int
    tiles: float
    messages: float
    bytes: int
    memory: list[int]

    @property
    def alone(self) -> float:
        """Seconds in which the first rank works, and the others wait."""
        return self.seconds - self.tiles - self.messages

    def line(self) -> str:
        """The numbers for each pass, as a row of a table."""
        each = [x / self.passes for x in (self.seconds, self.tiles, self.messages, self.alone)]
        times = " | ".join(f"{x:.3f} s" for x in each)
        memory = ", ".join(f"{x / 1e6:.0f} MB" for x in self.memory)
        sent = f"{self.bytes / self.passes / 1e6:.1f} MB"
        return f"| {self.samples:,} | {self.ranks} | {self.passes} | {times} | {sent} | {memory} |"


HEAD = """| samples | ranks | passes | a pass | tiles | messages | alone | sent | memory |
|---|---|---|---|---|---|---|---|---|"""


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ranks", description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=3, help="fits by turns; medians count")
    parser.add_argument("--kept", action="store_true", help="keep the tiles in memory")
    options = parser.parse_args(arguments)
    print(HEAD)
    fits: dict[int, list[Measured]] = {ranks: [] for ranks in options.ranks}
    for _ in range(options.repeats):
        for ranks, own in fits.items():
            own.append(measure(ranks, options.samples, options.kept))
            print(own[-1].line(), flush=True)
    measured = [sorted(own, key=lambda fit: fit.seconds)[len(own) // 2] for own in fits.values()]
    first = measured[0]
    for other in measured[1:]:
        share = first.seconds * first.ranks / (other.seconds * other.ranks)
        print(f"efficiency from {first.ranks} to {other.ranks} ranks: {share:.1%}")
    return 0


def measure(ranks: int, samples: int, kept: bool) -> Measured:
    """One fit on that many ranks, in processes of their own."""
    beside = Path(sys.executable).with_name("mpiexec")
    start = [str(beside) if beside.exists() else "mpiexec", "-n", str(ranks), sys.executable]
    code = f"from benchmarks.ranks import worker; worker({samples}, {kept})"
    command = [*start, "-m", "mpi4py", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Measured(**json.loads(done.stdout))


def worker(samples: int, kept: bool) -> None:
    """What each rank does; the first one prints what was measured."""
    from mpi4py import MPI

    comm = MPI.COMM_WORLD
    # Before kpca counts the cores.
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[comm.rank % len(cores)]})
    import numpy as np

    from kpca import kernels
    from kpca.solvers import partial
    from kpca.solvers.elements import KernelElements
    from kpca.solvers.one_rank import ranks_of

    X = np.random.default_rng(0).normal(size=(samples, COLUMNS)) / np.sqrt(
        np.arange(1.0, COLUMNS + 1)
    )
    elements = KernelElements(kernels.RBF(0.1), X)
    counts = _counted()
    before = _memory()
    with ranks_of(comm) as ranks:
        comm.Barrier()
        start = perf_counter()
        memory = np.inf if kept else -1.0
        solved = ranks.led(
            lambda: partial.by_block_krylov(elements, COMPONENTS, memory, ranks=ranks),
            elements,
        )
        seconds = perf_counter() - start
    every = comm.gather(_memory() - before)
    if comm.rank == 0:
        assert solved.certificate.certified, solved.certificate.reasons
        print(
            json.dumps(
                {"ranks": comm.size, "samples": samples, "seconds": seconds, "memory": every}
                | counts
            )
        )


def _counted() -> dict[str, Any]:
    """Numbers that grow while tiles and messages are under way."""
    from kpca.solvers.ranks import Ranks
    from kpca.solvers.tiled import TiledGram

    counts: dict[str, Any] = {"passes": 0, "tiles": 0.0, "messages": 0.0, "bytes": 0}

    def timed(kind: type, name: str, count: str) -> None:
        method = getattr(kind, name)

        def again(self: Any, *arguments: Any) -> Any:
            start = perf_counter()
            result = method(self, *arguments)
            counts[count] += perf_counter() - start
            counts["passes"] += name == "_of_tiles" and arguments[0].shape[1] > 0
            if count == "messages":
                counts["bytes"] += sum(getattr(each, "nbytes", 0) for each in arguments)
            return result

        setattr(kind, name, again)

    timed(TiledGram, "_of_tiles", "tiles")
    for name in ("sent", "total"):
        timed(Ranks, name, "messages")
    gather = Ranks.agreed

    def agreed(self: Any) -> Any:
        return _Agreed(gather(self), counts)

    Ranks.agreed = agreed  # type: ignore[method-assign]
    return counts


class _Agreed:
    """A context of ``Ranks.agreed`` whose end counts as a message."""

    def __init__(self, context: Any, counts: dict[str, Any]) -> None:
        self.context, self.counts = context, counts

    def __enter__(self) -> None:
        self.context.__enter__()

    def __exit__(self, *error: Any) -> Any:
        start = perf_counter()
        try:
            return self.context.__exit__(*error)
        finally:
            self.counts["messages"] += perf_counter() - start


def _memory() -> int:
    """The most memory of this process so far."""
    import resource

    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main())
