"""Fits on two and three ranks of MPI: the same results, refused faults, and errors on all ranks.

Skipped where there is no mpi4py, or no mpiexec. ``tests/on_ranks.py`` has what the ranks do.
"""

import functools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import on_ranks
import pytest
from small_project import ROOT

from kpca import KernelPCA, kernels, tolerances
from kpca.centering import center
from kpca.estimators.elements_of import CORNER
from kpca.solvers import communicator, ranks, tiled
from kpca.solvers.elements import KernelElements, MatrixElements
from kpca.solvers.gram_operator import gram_operator
from kpca.solvers.one_rank import ONE, OneRank, ranks_of
from kpca.solvers.ranks import END, ENOUGH, TILES, SharedGram
from kpca.solvers.threads import THREADS
from kpca.solvers.tiled import TiledGram, kept_bytes
from kpca.workflow.launch import mpi

SLEPC = sorted(Path("/usr/lib/slepcdir").glob("*/*-real"))
SYSTEM_PYTHON = "/usr/bin/python3"
# Shares of three ranks are uneven, too; two ranks are a long test.
SIZES = (pytest.param(2, marks=pytest.mark.faults), 3)
each_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A function that runs a task on some ranks: its folder and the process that has ended."""
    if reason := on_ranks.missing():
        pytest.skip(reason)

    @functools.cache
    def ended(task, size):
        folder = tmp_path_factory.mktemp(task)
        script = [sys.executable, "-m", "mpi4py", str(ROOT / "tests/on_ranks.py")]
        allowed = dict.fromkeys(on_ranks.ALLOWED_BY_OPEN_MPI, "1")
        done = subprocess.run(
            [mpi.command(), "-n", str(size), *script, task, str(folder)],
            env=os.environ | allowed | {"OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return folder, done

    return ended


@pytest.fixture(scope="module")
def results(run):
    """A function that runs a task, which has to succeed: its folder."""

    def of(task, size):
        folder, done = run(task, size)
        assert done.returncode == 0, done.stderr
        return folder

    return of


@each_size
def test_products_and_norms_are_those_of_one_process_within_their_bound(size, results):
    folder = results("products", size)
    numbers = [np.load(folder / f"{rank}.npz") for rank in range(size)]
    assert size * numbers[0]["threads"] <= max(size, THREADS), "they share the cores"
    K, Q = on_ranks.KERNEL(on_ranks.FEW, on_ranks.FEW), on_ranks.VECTORS
    A = center(K)
    for tile in on_ranks.TILES:
        for name in (f"{tile}-all", f"{tile}-some", f"{tile}-none"):
            trace, frobenius, uncentered, bound = numbers[0][f"{name}-numbers"]
            off = np.linalg.norm(numbers[0][name] - A @ Q, axis=0) / np.linalg.norm(Q, axis=0)
            assert off.max() <= 2.0 * bound
            assert bound <= 1e-10
            assert trace == pytest.approx(np.trace(A), rel=0, abs=1e-12)
            assert frobenius == pytest.approx(np.linalg.norm(A), rel=0, abs=1e-12)
            assert uncentered == pytest.approx(np.linalg.norm(K), rel=0, abs=1e-12)
            for other in numbers[1:]:
                np.testing.assert_array_equal(other[name], numbers[0][name])
    values = [numbers[0][f"7-{kept}-values"] for kept in ("all", "some", "none")]
    assert values[0] == 70 * 71 // 2 < values[1] < values[2] == 70 * 71


@each_size
@pytest.mark.parametrize("memory", on_ranks.MEMORY)
def test_components_and_certificate_of_5000_samples_are_those_of_one_process(memory, size, results):
    folder = results("components", size)
    first, *others = (np.load(folder / f"{memory}-{rank}.npz") for rank in range(size))
    for other in others:
        for name in first.files:
            np.testing.assert_array_equal(other[name], first[name], err_msg=name)
    alone = _alone(on_ranks.MEMORY[memory])
    assert first["certified"]
    assert first["solver"] == alone.solved_.solver == "block Krylov"
    assert np.abs(first["mu"] - alone.eigenvalues_).max() <= 1e-11
    assert np.abs(first["V"] - alone.eigenvectors_).max() <= 1e-12
    np.testing.assert_allclose(first["means"], alone.certificate_.means, rtol=1e-13)
    np.testing.assert_allclose(first["scores"], alone.transform(on_ranks.many()[:7]), atol=1e-11)
    bound = alone.certificate_.bound.after, alone.certificate_.product_error
    np.testing.assert_allclose(first["bound"][:2], bound, rtol=1e-2)
    assert first["bound"][2] == pytest.approx(alone.certificate_.frobenius, rel=1e-13, abs=0)
    assert (first["mu"] - alone.eigenvalues_).any(), "the sums of other parts are not the same"


@functools.cache
def _alone(memory):
    return KernelPCA(**on_ranks.MODEL, max_memory=memory).fit(on_ranks.many())


def test_the_model_that_one_of_two_ranks_has_saved_has_the_scores_of_both(results):
    folder = results("components", 2)
    for name in on_ranks.MEMORY:
        model = KernelPCA.load(folder / f"{name}-model.npz")
        scores = np.load(folder / f"{name}-0.npz")["scores"]
        np.testing.assert_array_equal(model.transform(on_ranks.many()[:7]), scores)


@each_size
def test_a_fault_of_one_rank_is_refused_whether_it_makes_it_twice_or_once(size, results):
    folder = results("faults", size)
    certified = json.loads((folder / "0.json").read_text())
    assert all(json.loads(path.read_text()) == certified for path in folder.iterdir())
    right = {name for name, is_certified in certified.items() if is_certified}
    assert right == {name for name in certified if name.startswith("nothing")}
    assert {name.split(",")[0] for name in certified} == {"nothing", "scaled", "twice", "lost"}


@each_size
def test_a_message_that_was_lost_or_changed_once_is_refused(size, results):
    """Residuals say nothing of means and norms, which are sums of a single message."""
    folder = results("messages", size)
    every = json.loads((folder / "0.json").read_text())
    assert all(json.loads(path.read_text()) == every for path in folder.iterdir())
    for name, result in every.items():
        if name.endswith(", 1.0"):
            assert result == "certified: True", "the control"
        else:
            assert result.startswith(f"WrongSumError: the mean of a product of {size} ranks"), name
    assert {name.split(",")[0] for name in every} == set(on_ranks.MESSAGES)


ERRORS = {
    "value": ("ValueError", "of a kernel function"),
    "pass": ("ValueError", "of a kernel function"),
    "memory": ("MemoryError", "no room"),
    "exit": ("SystemExit", "an end"),
    "unsendable": ("RuntimeError", "UnsendableError: it holds a function"),
    "not finite": ("NotFiniteError", "the kernel value of samples 21 and "),
    "tiles": ("DifferentRanksError", "tiles differs between the ranks 0 to "),
    "points": ("DifferentRanksError", "X differs between the ranks 0 to "),
    "shape": ("DifferentRanksError", "it is 599 rows and 8 columns"),
    "text": ("ValueError", "the value in row 1 and column 1 is '1', which is text"),
    "gamma": ("DifferentRanksError", "gamma differs between the ranks 0 to "),
    "memory budget": ("MemoryBudgetError", "max_memory is 9999 bytes"),
    "convergence": ("ConvergenceError", "after 2 passes the largest residual is "),
    "function": ("DifferentRanksError", "the kernel function differs between the ranks: it is"),
    "parameter": ("InvalidParameterError", "Got -1 instead"),
}


@each_size
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_of_one_rank_is_raised_on_all_with_its_message(name, size, results):
    folder, (kind, message) = results("errors", size), ERRORS[name]
    raised = [json.loads((folder / f"{rank}.json").read_text())[name] for rank in range(size)]
    for found_kind, text, _ in raised:
        assert found_kind == kind
        assert message in text
        assert text == raised[0][1]
    of_second = ("value", "pass", "memory", "exit", "unsendable", "parameter", "function")
    if name not in ("tiles", "points", "shape", "gamma", "not finite"):
        rank = 1 if name in of_second else 0
        assert raised[-1][2] == [f"raised by rank {rank} of the ranks 0 to {size - 1}"]


@each_size
def test_a_different_parameter_is_named_with_its_rank_and_both_values(size, results):
    folder = results("errors", size)
    _, text, _ = json.loads((folder / "0.json").read_text())["gamma"]
    assert "0.30000000000000004 on 1 and 0.2 on 0; allowed: the same on all ranks" in text


@each_size
def test_after_an_error_that_was_caught_the_ranks_fit_together_again(size, results):
    folder = results("errors", size)
    assert {json.loads(path.read_text())["rank"] for path in folder.iterdir()} == {"fitted"}


ENDED = {
    "killed": "",
    "raises": "ZeroDivisionError: a fault of the kernel\nraised by rank 1 of the ranks 0 to 1",
    "interrupted": "KeyboardInterrupt: while it waits",
}


@pytest.mark.parametrize("task", ENDED)
def test_a_rank_that_ends_early_ends_the_job_with_a_message_and_no_result(task, run):
    folder, done = run(task, 2)
    assert done.returncode != 0
    assert ENDED[task] in done.stderr
    assert done.stderr or done.stdout
    assert list(folder.iterdir()) == []


def test_slepc_gives_the_same_eigenvalues_of_3000_samples(tmp_path):
    """An independent program, which gets the points and nothing else."""
    if not SLEPC:
        pytest.skip("no slepc4py of Debian: apt-get install python3-slepc4py")
    X, gamma, d = on_ranks.many(3000), on_ranks.MODEL["gamma"], on_ranks.MODEL["n_components"]
    X.tofile(tmp_path / "X.bin")
    script = ROOT / "tests/slepc/eigenvalues.py"
    petsc = sorted(Path("/usr/lib/petscdir").glob("*/*-real"))[-1]
    done = subprocess.run(
        [SYSTEM_PYTHON, str(script), str(tmp_path), str(X.shape[1]), str(gamma), str(d)],
        env={"PATH": os.environ["PATH"], "SLEPC_DIR": str(SLEPC[-1]), "PETSC_DIR": str(petsc)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    theirs, model = np.fromfile(tmp_path / "mu.bin"), KernelPCA(**on_ranks.MODEL).fit(X)
    off = np.abs(theirs - model.eigenvalues_)
    assert (off <= model.solution_.errors + 1e-12 * theirs[0]).all()
    wider = KernelPCA(**(on_ranks.MODEL | {"gamma": gamma * (1.0 + 1e-6)})).fit(X)
    assert (np.abs(theirs - wider.eigenvalues_) > 1e3 * off.max()).any(), "the control"


@each_size
def test_a_rank_says_that_it_waits_for_others_that_do_not_fit(size, run):
    _, done = run("late", size)
    assert done.returncode == 0, done.stderr
    waits = f"rank 0 of the ranks 0 to {size - 1} has waited for 1 s in fit"
    assert done.stderr.count(waits) == 1, "it says so once"
    assert "rank 1 of" not in done.stderr


def test_without_a_communicator_one_process_agrees_with_itself():
    with ranks_of(None) as some:
        assert some is ONE
    assert (ONE.rank, ONE.size, ONE.first) == (0, 1, True)
    assert ONE.led(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError), ONE.agreed():
        raise ZeroDivisionError


@pytest.mark.parametrize("size", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("n", [70, 1200])
def test_every_tile_belongs_to_one_rank_and_the_shares_are_even(n, size):
    elements = on_ranks.KernelElements(on_ranks.KERNEL, on_ranks.many(n, 2))
    for other in (False, True):
        operators = [TiledGram(elements, -1.0, 1, 60, other, part=(k, size)) for k in range(size)]
        shares = [list(operator._own) for operator in operators]
        every = sorted(index for share in shares for index in share)
        assert every == list(range(len(operators[0]._pairs)))
        assert max(map(len, shares)) - min(map(len, shares)) <= 1
        most = max(map(len, shares)) * 8 * operators[0].tile ** 2
        assert most <= kept_bytes(n, 60, size) <= kept_bytes(n, 60)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_tiles_are_kept_where_the_share_of_a_rank_fits_and_not_one_byte_below(size):
    elements = on_ranks.KernelElements(on_ranks.KERNEL, on_ranks.FEW)
    least, last = kept_bytes(70, 16, size), (size - 1, size)
    assert least <= 1.1 * kept_bytes(70, 16) / size
    kept, computed = (
        TiledGram(elements, memory, 1, 16, part=last) for memory in (least, least - 1)
    )
    assert kept.kept and not computed.kept
    assert kept.memory.nbytes == least


@pytest.mark.parametrize("size", [2, 3, 8])
def test_few_elements_are_checked_by_the_rank_that_computed_them(size):
    """Of 5,000 samples: one rank alone would check all of its elements."""
    n = 5000
    elements = on_ranks.KernelElements(on_ranks.KERNEL, on_ranks.many(n, 1))
    owner = np.full((2, n // 8, n // 8), -1)
    at = np.arange(0, n, 8)
    for other in (False, True):
        for rank in range(size):
            operator = TiledGram(elements, -1.0, 1, tiled.TILE, other, part=(rank, size))
            for index in operator._own:
                i, j = operator._pairs[index]
                rows, columns = at // operator.tile == i, at // operator.tile == j
                owner[int(other)][np.ix_(rows, columns)] = rank
    first, second = owner[:, *np.triu_indices(len(at))]
    assert min(first.min(), second.min()) == 0, "every element has an owner"
    assert (first == second).mean() <= 0.03


class One(OneRank):
    """The first of some ranks, of which the others have sent zeros."""

    def __init__(self, size):
        self.size = size

    def sent(self, block):
        return block

    def total(self, A):
        return A


@pytest.mark.parametrize("size", [2, 3, 1024])
def test_the_bound_of_a_product_does_not_grow_with_the_ranks(size):
    """However the ranks add up, a row has no more sums than tiles: zeros are added exactly."""
    elements = on_ranks.KernelElements(on_ranks.KERNEL, on_ranks.FEW)
    operator = SharedGram(One(size), elements, tile=16)
    expected = tolerances.dot(14 + 3 * 5) + 4.0 * tolerances.long_dot(70)
    assert operator.relative_product_error == expected


def test_sums_of_ranks_may_differ_by_a_share_of_the_norm_and_not_by_more():
    """Each element of K is off by CHECKED and by rounding, in the mean of the products."""
    elements, Q = on_ranks.KernelElements(on_ranks.KERNEL, on_ranks.FEW), on_ranks.VECTORS
    operator = SharedGram(One(2), elements, tile=16)
    operator(Q)
    survey, centered = operator.survey, Q - Q.mean(axis=0)
    share = (1e-10 + operator.relative_product_error) * survey.uncentered + operator.error
    means = survey.means @ centered
    allowed = share * np.linalg.norm(centered, axis=0) / np.sqrt(70)
    operator._require_sums(Q, means + 0.99 * allowed)
    for sign in (1.0, -1.0):
        off = means.copy()
        off[3] += sign * 1.01 * allowed[3]
        with pytest.raises(ranks.WrongSumError, match=f"allowed: {allowed[3]:.3g};"):
            operator._require_sums(Q, off)


class Second(ranks.Ranks):
    """The second of two ranks, which has five threads, gets some orders, and hears of no error."""

    def __init__(self, *orders):
        self.rank, self.size, self.threads, self.orders = 1, 2, 5, list(orders)

    def next_order(self):
        return self.orders.pop(0)

    def require_same(self, values):
        pass

    def total(self, A):
        return A

    def agreed(self):
        return nullcontext()

    raised_on_all = agreed


def test_a_rank_makes_the_tiles_of_each_order_for_its_threads(monkeypatch):
    made = []

    class Noted(SharedGram):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            made.append((self.threads, self.kept, self.tile, self.elements.kept is not None))

    monkeypatch.setattr(ranks, "SharedGram", Noted)
    elements = KernelElements(kernels.RBF(0.3), np.random.default_rng(0).normal(size=(60, 3)))
    gram_operator(elements, ranks=Second())
    # Both factors take 4,800 bytes, and at most half of the budget.
    orders = [TILES, 0, ENOUGH, 30], [TILES, 1, 9600, 30], [TILES, 1, 9599, 30], [END, 0, 0, 0]
    Second(*orders)._follow(elements)
    assert made == [
        *((5, True, 60, False), (5, True, 30, False)),
        *((5, False, 20, True), (5, False, 20, False)),
    ]


@pytest.mark.parametrize(("memory", "sent"), [(np.inf, ENOUGH), (-7e9, -1), (9600.5, 9600)])
def test_the_first_rank_tells_the_others_its_budget(memory, sent, monkeypatch):
    orders = []
    first = Second()
    monkeypatch.setattr(first, "order", lambda *numbers: orders.append(numbers))
    first.tiled_gram(MatrixElements(np.eye(60)), memory, 30, True)
    assert orders == [(TILES, True, sent, 30)]


def test_no_rank_computes_all_values_of_a_function():
    """Of 1,200 samples: one process computes them at once, and a rank those of its tiles."""
    sizes = []

    def kernel(A, B):
        sizes.append(len(A) * len(B))
        return A @ B.T

    model = KernelPCA(2, kernel=kernel, kernel_on="matrices")
    for some, most in ((ONE, 1200**2), (One(2), CORNER**2)):
        sizes.clear()
        model._elements(on_ranks.SEVERAL, some)
        assert max(sizes) == most


class Stub:
    """A communicator of which the calls are noted."""

    def __init__(self, size):
        self.size, self.calls = size, []

    def Get_size(self):
        return self.size

    def Get_rank(self):
        return 0

    def Dup(self):
        self.copy = Stub(self.size)
        return self.copy

    def Ibarrier(self):
        return self

    def Test(self):
        return True

    def Split_type(self, _):
        return Stub(self.size)

    def allgather(self, mine):
        return [mine] * self.size

    def Free(self):
        self.calls.append("Free")

    def Abort(self, code):
        self.calls.append(code)

    def Bcast(self, _):
        raise KeyboardInterrupt


@pytest.fixture
def stub_of_mpi(monkeypatch):
    null = Stub(0)
    mpi = SimpleNamespace(Intracomm=Stub, COMM_NULL=null, COMM_TYPE_SHARED=0)
    monkeypatch.setattr(communicator, "mpi", lambda: mpi)
    return mpi


def test_messages_have_a_communicator_of_their_own_which_is_freed(stub_of_mpi):
    comm = Stub(2)
    with pytest.raises(ZeroDivisionError), ranks_of(comm) as some:
        assert some._comm is comm.copy
        raise ZeroDivisionError
    assert comm.copy.calls == ["Free"]
    assert comm.calls == []


def test_threads_of_one_process_fit_one_after_the_other(stub_of_mpi):
    comm, fits = Stub(2), []

    def fit():
        with ranks_of(comm):
            fits.append("second")

    with ThreadPoolExecutor(1) as pool:
        with ranks_of(comm):
            other = pool.submit(fit)
            with pytest.raises(TimeoutError):
                other.result(timeout=0.2)
            fits.append("first")
        other.result(timeout=60.0)
    assert fits == ["first", "second"]


def test_a_single_rank_is_one_process_and_no_member_is_refused(stub_of_mpi):
    with ranks_of(Stub(1)) as some:
        assert some is ONE
    with (
        pytest.raises(TypeError, match="of which this process is a member"),
        ranks_of(stub_of_mpi.COMM_NULL),
    ):
        pass


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            ("0.2", "0.2", "0.3"),
            "gamma differs between the ranks 0 to 2: it is 0.3 on 2 and 0.2 on 0",
        ),
        (("0.2", "0.3", "0.3"), "it is 0.3 on 1, 2 and 0.2 on 0"),
        (("0.2", "0.3", "0.4"), "it is 0.3 on 1, 0.4 on 2 and 0.2 on 0"),
    ],
)
def test_every_rank_with_another_value_is_named(values, message, stub_of_mpi):
    comm = Stub(3)
    comm.allgather = lambda _: [{"kernel": "rbf", "gamma": value} for value in values]
    with pytest.raises(ranks.DifferentRanksError, match=message):
        ranks.Ranks(comm).require_same({"kernel": "rbf", "gamma": "0.2"})


@pytest.mark.parametrize(("asked", "threads"), [(4, 4), (64, 32)])
def test_ranks_have_no_more_threads_than_their_job_asked_for(
    asked, threads, stub_of_mpi, monkeypatch
):
    """Two ranks on 64 cores, which not every cluster confines to those of the job."""
    monkeypatch.setattr(ranks, "affine", lambda: 64)
    monkeypatch.setattr(ranks, "THREADS", asked)
    assert ranks.Ranks(Stub(2)).threads == threads


def test_an_interrupt_in_a_message_ends_all_ranks(stub_of_mpi, capsys):
    comm = Stub(2)
    with ranks_of(comm) as some:
        some.received(3, 1)
        assert comm.copy.calls == [1]
    assert "KeyboardInterrupt" in capsys.readouterr().err
