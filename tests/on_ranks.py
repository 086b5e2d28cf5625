"""What ``tests/solvers/test_ranks.py`` starts by mpiexec: on_ranks.py TASK FOLDER.

Every rank writes what it has to a file of its own in the folder. ``missing`` is for all tests that
need MPI.
"""

import json
import os
import pickle
import signal
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from kpca import KernelPCA, kernels
from kpca.estimators.elements_of import CORNER
from kpca.solvers import communicator, partial, ranks, tiled
from kpca.solvers.elements import KernelElements
from kpca.solvers.one_rank import ranks_of
from kpca.solvers.tiled import TiledGram
from kpca.workflow.launch import mpi

ALLOWED_BY_OPEN_MPI = (
    "OMPI_ALLOW_RUN_AS_ROOT",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
    "OMPI_MCA_rmaps_base_oversubscribe",
)
"""Open MPI refuses root, and more ranks than cores, unless these variables are 1."""

FEW = np.random.default_rng(0).normal(size=(70, 3))
VECTORS = np.random.default_rng(1).normal(size=(20, 70)).T
"""More vectors than are multiplied at a time, whose columns lie one after the other in memory."""

SEVERAL = np.random.default_rng(2).normal(size=(1200, 4))
KERNEL = kernels.RBF(0.4)
TILES = (7, 16, 70)
"""With the last one a single tile holds everything, and most ranks have none."""

MODEL = {"n_components": 6, "kernel": "rbf", "gamma": 0.2}
MEMORY = {"kept": 1e9, "computed": 1.0 + partial.needed_bytes(5000, MODEL["n_components"])}


def missing():
    """What this machine lacks to start ranks, in words; "" if it lacks nothing."""
    if find_spec("mpi4py") is None:
        return "no mpi4py: pip install mpi4py mpich"
    return "" if mpi.command() else "no mpiexec: pip install mpich"


def many(n=5000, q=8):
    """Points (n, q) with columns of different sizes."""
    return np.random.default_rng(3).normal(size=(n, q)) / np.sqrt(np.arange(1, q + 1))


def led(comm, elements, work):
    """The result of ``work(ranks)`` of the first rank, while the others compute tiles."""
    with ranks_of(comm) as some:
        return some.led(lambda: work(some), elements)


def products(comm, folder):
    """Products and surveys of tiles of several sizes, of which all, some or none are kept."""
    elements = KernelElements(KERNEL, FEW)
    tiled.BESIDE = 0

    def work(some):
        results = {"threads": some.threads}
        for tile in TILES:
            share = tiled.kept_bytes(len(FEW), tile, some.size)
            for kept, memory in (("all", np.inf), ("some", 0.7 * share), ("none", -1.0)):
                operator = some.tiled_gram(elements, memory, tile)
                operator(VECTORS[:, :1])
                product, survey = operator(VECTORS), operator.survey
                results[f"{tile}-{kept}-values"] = operator.evaluations
                bound = operator.relative_product_error * survey.uncentered + operator.error
                numbers = survey.trace, survey.frobenius, survey.uncentered, bound
                results |= {f"{tile}-{kept}": product, f"{tile}-{kept}-numbers": numbers}
        return results

    np.savez(folder / f"{comm.rank}.npz", **led(comm, elements, work))


def components(comm, folder):
    """Models of 5,000 points, with tiles that are kept and that are computed in each pass."""
    # No part of the world can be copied or pickled by mpi4py.
    part = comm.Split(0, comm.rank)
    for name, memory in MEMORY.items():
        model = KernelPCA(**MODEL, max_memory=memory).fit(many(), comm=part)
        certificate = model.certificate_
        np.savez(
            folder / f"{name}-{comm.rank}.npz",
            mu=model.eigenvalues_,
            V=model.eigenvectors_,
            scores=model.transform(many()[:7]),
            residuals=certificate.residuals,
            bound=[certificate.bound.after, certificate.product_error, certificate.frobenius],
            means=certificate.means,
            certified=certificate.certified,
            solver=model.solved_.solver,
        )
        if comm.rank == 0:
            model.save(folder / f"{name}-model.npz")
    copied = pickle.loads(pickle.dumps(model))
    assert (copied.transform(many()[:7]) == model.transform(many()[:7])).all()
    part.Free()


class Wrong:
    """What one rank does wrong with one of its tiles, in the solver, and in the certificate or not.

    A rank that is defective does the same in both.
    """

    def __init__(self, name, both):
        self.name, self.both = name, both
        self.compute, self.for_each = TiledGram._compute, TiledGram._for_each_tile

    def __enter__(self):
        wrong = self

        def chosen(operator):
            most = tiled.TILE if operator.kept else tiled.TILE
            return wrong.both or operator.tile == tiled.even(operator.n, most)

        def compute(operator, elements, index, tile):
            wrong.compute(operator, elements, index, tile)
            if wrong.name == "scaled" and chosen(operator) and index == operator._own[-1]:
                tile *= 1.0 + 1e-6

        def for_each(operator, *arguments):
            right = operator._own
            if chosen(operator) and wrong.name == "lost":
                operator._own = [index for index in right if index != right[-1]]
            if chosen(operator) and wrong.name == "twice":
                operator._own = [*right, right[-1]]
            wrong.for_each(operator, *arguments)
            operator._own = right

        TiledGram._compute, TiledGram._for_each_tile = compute, for_each
        return self

    def __exit__(self, *_):
        TiledGram._compute, TiledGram._for_each_tile = self.compute, self.for_each


def faults(comm, folder):
    """Whether the certificate accepts the result where rank 1 does something wrong."""
    results = {}
    for kept in (True, False):
        for name in ("nothing", "scaled", "twice", "lost"):
            for both in (True, False):
                with Wrong(name if comm.rank == 1 else "nothing", both):
                    solved = _solved(comm, KernelElements(KERNEL, SEVERAL), kept)
                where = "in both" if both else "in the solver"
                results[f"{name}, {where}, {kept}"] = solved.certificate.certified
    (folder / f"{comm.rank}.json").write_text(json.dumps(results))


MESSAGES = {"sums of the solver": (2, 1), "sums of the certificate": (2, 2), "product": (3, 3)}
"""Messages of a fit that are added up, by name: dimensions of the array, and their number."""


def messages(comm, folder):
    """The exception of each rank where rank 1 sends one message times a factor."""
    results, right = {}, ranks.Ranks.total
    for kept in (True, False):
        for name, (ndim, number) in MESSAGES.items():
            for factor in (1.0, 0.0, -1.0, 1.0 + 1e-6):
                left = [number]

                def total(self, A, ndim=ndim, left=left, factor=factor):
                    left[0] -= A.ndim == ndim
                    if comm.rank == 1 and A.ndim == ndim and left[0] == 0:
                        A *= factor
                    return right(self, A)

                ranks.Ranks.total = total
                try:
                    solved = _solved(comm, KernelElements(KERNEL, SEVERAL[:600]), kept)
                    result = f"certified: {solved.certificate.certified}"
                except ArithmeticError as error:
                    result = f"{type(error).__name__}: {error}"
                results[f"{name}, {kept}, {factor}"] = result
    ranks.Ranks.total = right
    (folder / f"{comm.rank}.json").write_text(json.dumps(results))


def _solved(comm, elements, kept=True):
    memory = np.inf if kept else -1.0
    return led(
        comm, elements, lambda some: partial.by_block_krylov(elements, 4, memory, ranks=some)
    )


class Raising(KernelElements):
    """Elements that raise an exception at the tenth tile of one rank."""

    def block(self, rows, columns, out):
        if rows.start > 0 and self.error_of_rank is not None:
            raise self.error_of_rank
        super().block(rows, columns, out)


class UnsendableError(Exception):
    """An exception that no other process can have."""

    def __init__(self):
        super().__init__(lambda: None)

    def __str__(self):
        return "it holds a function"


def errors(comm, folder):
    """The exception of each rank for what goes wrong on one of them, or on all."""
    second, results = comm.rank == 1, {}
    points = many(600)

    def raising(error, kept=True):
        elements = Raising(KERNEL, SEVERAL)
        object.__setattr__(elements, "error_of_rank", error if second else None)
        _solved(comm, elements, kept)

    def not_finite(tile):
        far = FEW.copy()
        far[[20, 50]] = 1e90
        elements = KernelElements(kernels.Polynomial(1.0, 2), far)
        led(comm, elements, lambda some: some.tiled_gram(elements, tile=tile))

    def fit(X=points, **parameters):
        KernelPCA(**(MODEL | parameters)).fit(X, comm=comm)

    def other_tiles():
        usual = tiled.TILE
        tiled.TILE = 100 if second else usual
        try:
            _solved(comm, KernelElements(KERNEL, SEVERAL))
        finally:
            tiled.TILE = usual

    def scaled(factor):
        return lambda A, B: factor * (A @ B.T)

    other = points.copy()
    other[7, 1] += 1e-9 if second else 0.0
    cases = {
        "value": lambda: raising(ValueError("of a kernel function")),
        "pass": lambda: raising(ValueError("of a kernel function"), kept=False),
        "memory": lambda: raising(MemoryError("no room")),
        "exit": lambda: raising(SystemExit("an end")),
        "unsendable": lambda: raising(UnsendableError()),
        "not finite": lambda: not_finite(9),
        "tiles": other_tiles,
        "points": lambda: fit(other),
        "shape": lambda: fit(points[: 600 - second]),
        "text": lambda: fit(np.full((9, 2), "a" if second else "1", dtype=object)),
        "gamma": lambda: fit(gamma=0.2 + 0.1 * second),
        "function": lambda: fit(kernel=scaled(1.0 + second), kernel_on="matrices"),
        "memory budget": lambda: fit(many(3000), max_memory=9999),
        "convergence": lambda: fit(many(3000), max_iter=2),
        "parameter": lambda: fit(n_components=-1 if second else 6),
    }
    for name, case in cases.items():
        try:
            case()
        except BaseException as error:
            results[name] = [type(error).__name__, str(error), getattr(error, "__notes__", [])]
    # They still understand each other.
    results["rank"] = fit() or "fitted"
    (folder / f"{comm.rank}.json").write_text(json.dumps(results))


def late(comm, folder):
    """A rank that fits some seconds after the others."""
    communicator.PATIENCE = 1.0
    comm.Barrier()
    if comm.rank == 1:
        time.sleep(3.0)
    KernelPCA(**MODEL).fit(many(600), comm=comm)


def killed(comm, folder):
    """A rank that is killed during a product."""

    def kernel(A, B):
        if comm.rank == 1 and len(A) > CORNER:
            os.kill(os.getpid(), signal.SIGKILL)
        return A @ B.T

    _fit_of_function(comm, folder, kernel)


def raises(comm, folder):
    """An exception in the kernel of one rank, which nobody catches."""

    def kernel(A, B):
        if comm.rank == 1 and len(A) > CORNER:
            raise ZeroDivisionError("a fault of the kernel")
        return A @ B.T

    _fit_of_function(comm, folder, kernel)


def interrupted(comm, folder):
    """An interrupt while a rank waits for the next order."""

    def interrupt(_):
        raise KeyboardInterrupt("while it waits")

    if comm.rank == 1:
        ranks.sleep = interrupt
    _fit_of_function(comm, folder, lambda A, B: A @ B.T)


def _fit_of_function(comm, folder, kernel):
    model = KernelPCA(2, kernel=kernel, kernel_on="matrices").fit(many(2100), comm=comm)
    model.save(folder / f"model-{comm.rank}.npz")


TASKS = {
    task.__name__: task
    for task in (products, components, faults, messages, errors, late, killed, raises, interrupted)
}

if __name__ == "__main__":
    from mpi4py import MPI

    TASKS[sys.argv[1]](MPI.COMM_WORLD, Path(sys.argv[2]))
