"""What the command and a run say: refusals, what is printed on the way, and the last screen."""

import io
import json
import os
import subprocess
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import nbformat
import numpy as np

from kpca import command, kernels
from kpca.data import Vectors
from kpca.figures.metadata import METADATA, NOT_DRAWN
from kpca.results import checks, files, registry, studies
from kpca.statements.check import Check
from kpca.statements.ledger import LEDGER
from kpca.studies.config.study import Config
from kpca.studies.study import Study
from kpca.workflow.jobs import collect, prepare
from kpca.workflow.launch import (
    example,
    exclusive,
    lab,
    mpi,
    queue,
    run,
    set_aside,
    summary,
    verify,
)
from kpca.workflow.launch.failure import Failure
from kpca.workflow.notebooks import runner, stored

RINGS = {"generator": "rings", "n": 9, "noise": 0.1, "seed": 1}
IRIS = {"data": {"dataset": "iris"}, "kernel": "linear", "components": 1}
RESULTS = Path("results")
STUDY = Study(
    "iris",
    "iris",
    Vectors(kernels.Linear(), np.eye(3), np.eye(3)[:0]),
    1,
    [*"abc"],
    [*"uvu"],
    [],
    [],
)


def printed(call, *arguments, last=False, **options):
    """The lines that a call prints and what it raises, or the last one of them."""
    shown = io.StringIO()
    with redirect_stdout(shown), redirect_stderr(shown), suppress(SystemExit):
        call(*arguments, **options)
    return shown.getvalue().splitlines()[-last:]


def _program(name):
    Path("bin").mkdir(exist_ok=True)
    Path("bin", name).write_text("#!/bin/sh\n")
    Path("bin", name).chmod(0o755)


def _of_queue(call, *programs, has_plugin=True, answer=None):
    """What is said of a cluster whose Slurm has these programs and gives such an answer."""

    def refused():
        for name in programs:
            _program(name)
        with (
            patch.dict(os.environ, {"PATH": str(Path("bin").absolute())}),
            patch.object(queue, "find_spec", lambda name: has_plugin),
            patch.object(queue.subprocess, "run", side_effect=[answer]),
        ):
            call()

    return refused


def _of_ranks(missing):
    def refused():
        with (
            patch.object(mpi, "find_spec", lambda name: None if name in missing else name),
            patch.object(mpi, "command", lambda: None),
        ):
            mpi.require("my.yaml", Config(studies={"wide": IRIS | {"ranks": 2}}), elsewhere=False)

    return refused


def _one_of_three():
    from mpi4py import MPI

    comm = SimpleNamespace(Get_size=lambda: 3)
    mine = SimpleNamespace(COMM_WORLD=comm, Finalize=int, Get_library_version=lambda: "MPICH, 4")
    with patch.dict("sys.modules", {"mpi4py": SimpleNamespace(MPI=mine)}), prepare._started("s", 2):
        return MPI


def _notebook(**given):
    cell = nbformat.v4.new_code_cell("a = 1\nb = 2", metadata={"tags": ["parameters"]})
    kernel = {"name": "python3", "language": "python", "display_name": "Python"}
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(notebook, "n.ipynb")
    with patch.object(runner.papermill, "execute_notebook", side_effect=OSError(28, "No space")):
        runner.run(Path("n.ipynb"), Path("out/n.ipynb"), given)


def _stored_in(*folders):
    for folder in folders:
        Path(folder).mkdir(parents=True)
        Path(folder, "n.ipynb").write_text("")
    stored.enter("s", "n.ipynb")


def _compared(expected, **here):
    """What is said of the files ``here`` beside a manifest."""
    Path("m.json").write_text(expected)
    RESULTS.mkdir()
    for name, text in here.items():
        (RESULTS / f"{name}.json").write_text(text)
    return printed(verify.compare, Path("m.json"), RESULTS)


WORDS = (
    *("THE", "kept", "failed", "notebooks", "studies", "checks", "worst", "this run", "all jobs"),
    *("remark", "not ", "to read", "figures", "table", "manifest", "logs"),
)
"""How lines of the last screen begin but "statements", which changes with each new statement."""


def _row(id, verdict="agrees", discrepancy=0.1, tolerance=1.0):
    numbers = {"discrepancy": discrepancy, "tolerance": tolerance, "control": 1e6}
    words = {"id": id, "study": "iris", "status": LEDGER[id].status, "verdict": verdict}
    return words | {name: str(value) for name, value in numbers.items()}


def _screen(rows, *words, finished=True, jobs=True, **study):
    """The last screen of a run with a job, a failed notebook, a remark and a peer that is lost.

    With ``words``, the lines that begin with them.
    """

    def shown():
        folder = RESULTS / "iris"
        (RESULTS / "benchmarks/iris").mkdir(parents=True)
        (RESULTS / set_aside.EARLIER).mkdir(parents=True)
        folder.mkdir()
        collect.write(rows, RESULTS / "checks.csv")
        if jobs:
            text = "s\tmax_rss\n3.25\t250\n"
            (RESULTS / "benchmarks/iris/prepare.tsv").write_text(text)
        (folder / "eigen-solve.failed.ipynb").write_text("{}")
        data = registry.dataset("1", remark=["a remark"])
        lost = checks.to_dataset([Check("C1", 0.0, 1.0, 1e6)], (), {"a peer": "LinAlgError: 7"})
        for name, nodes in {"study": {"data": data}, "agreement": {"checks": lost}}.items():
            files.write(studies.tree(STUDY, **nodes), folder / f"{name}.nc")
        outputs = [{"metadata": {METADATA: {NOT_DRAWN: "The figure map: no"}}}]
        (folder / "agreement.ipynb").write_text(json.dumps({"cells": [{"outputs": outputs}]}))
        both = {"iris": IRIS, "silent": IRIS | {"data": RINGS, "statements": "none"} | study}
        config = Config(results=str(RESULTS), studies=both)
        spent = summary.Spent(0.0, 12.3, 456.0 if jobs else np.nan)
        lines = summary.of_run(config, Path(), RESULTS, spent, finished).splitlines()
        return [line for line in lines if line.startswith(words or WORDS)]

    return shown


def _stopped(error):
    """What ``kpca run`` says where an error stops it."""
    with patch.object(command, "_run", side_effect=error):
        return printed(command.call, ["run", "a.yaml"])


def _waiting():
    RESULTS.mkdir()
    (RESULTS / ".lock").write_text("7 on a machine")
    with patch.object(exclusive.fcntl, "flock", side_effect=[BlockingIOError, None]):
        return printed(lambda: exclusive.turn(RESULTS).__enter__())


def _edited():
    one = SimpleNamespace(config=None, folder=None, path="my.yaml")
    with patch.object(run.version, "changes_of_run", lambda *_: [(7, 8)]):
        return printed(run.Run._has_changed, one, [(7, 7)])


def _modified():
    (RESULTS / "iris").mkdir(parents=True)
    (RESULTS / "iris/study.nc").write_text("edited")
    paths = ["iris/study.nc"]
    return printed(run.Run._begin, SimpleNamespace(results=RESULTS, paths=paths), "")


def _failed(own, of_cluster="", **more):
    Path("own.log").write_text(own)
    Path("7.log").write_text(of_cluster)
    return list(Failure("a: page", ["own.log"], "7.log", **more).text)


def _lab():
    with (
        patch.object(lab.project, "files", lambda folder: []),
        patch.object(lab.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0)),
    ):
        return printed(lab.start, Path("mine"), [])


MESSAGES = {
    # The command.
    "cores that are none": partial(
        printed, command.call, ["run", "a.yaml", "--cores=0"], last=True
    ),
    "threads that are none": partial(
        printed, command.call, ["run", "a.yaml", "--threads=x"], last=True
    ),
    "more threads than any machine has": partial(
        printed, command.call, ["run", "a.yaml", "--threads=257"], last=True
    ),
    "an argument too many": partial(printed, command.call, ["verify", "a", "b"], last=True),
    "a configuration that is not there": partial(printed, command.call, ["run", "no.yaml"]),
    "an extra that is not installed": lambda: _stopped(ModuleNotFoundError("", name="pydantic")),
    "an interrupt": lambda: _stopped(KeyboardInterrupt()),
    "an example": partial(printed, example.write, Path("mine")),
    "an example here": partial(printed, example.write, Path()),
    "studies of the notes": lambda: printed(example.write, Path("mine"), "notes")[-1:],
    "a profile": partial(printed, example.write, Path("mine"), "slurm"),
    "an example beside a file": lambda: (
        Path("iris.csv").write_text(""),
        printed(example.write, Path()),
    )[1],
    "notebooks that are copied": _lab,
    # A queue, and processes that solve a study together.
    "no such profile": _of_queue(lambda: queue.require_usable("mine", RESULTS)),
    "a profile without Slurm": _of_queue(lambda: queue.require_usable("slurm", RESULTS)),
    "a profile without a package": _of_queue(
        lambda: queue.require_usable("slurm", RESULTS), "sbatch", has_plugin=False
    ),
    "a path that Slurm replaces": _of_queue(
        lambda: queue.require_usable("slurm", Path("50%j/$HOME")), "sbatch"
    ),
    "jobs of an earlier run": _of_queue(
        lambda: queue.require_none(RESULTS),
        "squeue",
        answer=SimpleNamespace(stdout=f"7 {queue.name(RESULTS)}-x\n8 mine\n"),
    ),
    "a queue that does not answer": _of_queue(
        lambda: queue.jobs(RESULTS),
        "squeue",
        answer=subprocess.CalledProcessError(1, "squeue", stderr="no\ncontroller\n"),
    ),
    "a queue that is slow": _of_queue(
        lambda: queue.jobs(RESULTS), "squeue", answer=subprocess.TimeoutExpired("squeue", 9)
    ),
    "ranks without mpi4py": _of_ranks(["mpi4py"]),
    "ranks without mpiexec": _of_ranks([]),
    "another number of ranks": _one_of_three,
    # Notebooks.
    "other parameters of a notebook": lambda: _notebook(a="1", c="2"),
    "a notebook on a full disk": lambda: _notebook(a="1", b="2"),
    "a stored notebook in another folder": _stored_in,
    "a stored notebook in several folders": lambda: _stored_in("x/s", "y/s"),
    # What a run prints.
    "another run": _waiting,
    "a file that was edited": _edited,
    "a result that was changed": _modified,
    "a statement without a study": lambda: printed(
        collect.main, ["--every", "checks.csv", "checks.nc"]
    )[0].replace(", ".join(collect.not_executed([])), "EVERY ONE"),
    "a job that failed": lambda: _failed("cell 3 of 9\n", "no such file"),
    "a job that left no log": lambda: _failed("", "no such file"),
    "a job that Slurm has ended": lambda: _failed("cell 3\n", "slurmstepd-n: error: oom-kill"),
    "a job that was not taken": lambda: _failed("", refused="sbatch failed: no partition"),
    # The last screen.
    "a run that agrees": _screen([_row("C1")]),
    "a run in which checks fail": _screen(
        [
            *(_row("C1"), _row("C2", "fails", 3.0), _row("C3", "undecided", 0.9)),
            _row("C4", "agrees", 5.0, 100.0),
        ],
        *("checks", "undecided", "worst", "FAILS"),
    ),
    "a run in which a statement is lost": _screen(
        [_row("C1") | {"verdict": "not executed: E: 7"}], "checks", "worst", "FAILS"
    ),
    "a run that did not finish": _screen([_row("C1")], finished=False),
    "a run without jobs": _screen([_row("C1")], "this run", "all", jobs=False),
    "a run of a table": _screen([_row("C1")], "read", data={"vectors": "my.csv"}),
    # Results against a manifest.
    "no manifest": partial(printed, verify.compare, Path("no.json"), RESULTS),
    "what is no manifest": lambda: _compared("{}"),
    "a manifest that is no JSON": lambda: _compared("{")[0].partition(": Expecting")[0],
    "a manifest and other results": lambda: _compared(
        json.dumps({"results": {"a.json": "0", "b.json": "0"}, "threads": 1, "packages": {"x": 1}}),
        a="1",
        c="2",
        manifest=json.dumps({"results": {}, "threads": 2, "packages": {"x": 2}}),
    ),
}
