"""Run one notebook with papermill, strictly.

    python -m kpca.workflow.notebooks.runner NOTEBOOK OUTPUT [--timeout S] NAME=VALUE ...

Every parameter of the notebook's ``parameters`` cell has to be given, and no other. Parameters with
names that end in ``_file`` or ``_folder`` are paths from the current folder. The notebook runs in
the folder that it is written to and gets these paths as seen from there, so that the executed copy
can be run again where it lies. The notebook kernel uses the same Python interpreter, without the
user's IPython profile, and finds the modules that lie beside the notebook. It uses IPC sockets in a
folder that only this user can open. A link to a file in docs/ becomes a link to the page of the
site, whose folder is expected in the current folder. The executed notebook is written under a
temporary name and renamed; a failed one is kept beside it.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from kpca.workflow.notebooks import grammar

grammar.skip()

import nbformat  # noqa: E402
import papermill  # noqa: E402
import zmq  # noqa: E402
import zmq.asyncio  # noqa: E402
from jupyter_client.asynchronous import AsyncKernelClient  # noqa: E402
from jupyter_client.kernelspec import KernelSpec  # noqa: E402
from jupyter_client.manager import AsyncKernelManager  # noqa: E402
from nbclient.exceptions import CellTimeoutError, DeadKernelError  # noqa: E402
from papermill.engines import NBClientEngine, papermill_engines  # noqa: E402
from papermill.exceptions import PapermillExecutionError  # noqa: E402
from papermill.iorw import write_ipynb  # noqa: E402
from traitlets import default  # noqa: E402

from kpca.studies.config.project import SITE_FOLDER  # noqa: E402
from kpca.workflow.notebooks import beside, stored, tidy  # noqa: E402
from kpca.workflow.warm import client  # noqa: E402

KERNEL = "kpca.workflow.notebooks.notebook_kernel"
TIMEOUT = 600
TRACEBACK_LINES = 15
BACKLOG_TIMEOUT = 120
"""Seconds to read what a cell has printed, after its end; papermill's own 4 are too few."""


class ParameterError(ValueError):
    """Parameters that do not match the notebook's ``parameters`` cell."""


class NotebookError(RuntimeError):
    """A notebook that raised, hung or lost its notebook kernel; the message says where and why."""


def check_parameters(notebook: Path, given: Mapping[str, object]) -> None:
    """Raises ``ParameterError`` unless exactly the parameters of the notebook are given."""
    declared = papermill.inspect_notebook(str(notebook))
    faults = [f"unknown parameter {name!r}" for name in given if name not in declared]
    faults += [f"missing parameter {name!r}" for name in declared if name not in given]
    if faults:
        allowed = ", ".join(declared) or "none"
        raise ParameterError(f"{notebook}: {'; '.join(faults)}; its parameters are: {allowed}")


class PatientClient(AsyncKernelClient):
    """A client that keeps every message of a notebook kernel, as ``notebook_kernel`` does.

    If a cell prints faster than its output is read, ZeroMQ would otherwise drop messages, and the
    message that the cell is done could be one of them.
    """

    @default("context")
    def _context_default(self) -> zmq.asyncio.Context:
        self._created_context = True
        context = zmq.asyncio.Context()
        context.setsockopt(zmq.RCVHWM, 0)
        return context


@contextmanager
def own_kernel(modules: Path) -> Iterator[type[AsyncKernelManager]]:
    """Managers for notebook kernels of the running interpreter, over IPC in a private folder.

    The notebook kernels import what lies in the folder ``modules``, too.
    """
    # The path of a Unix socket is limited to some 100 characters: the folder is the system's own.
    with tempfile.TemporaryDirectory(prefix="kpca-") as folder:

        class OwnKernel(AsyncKernelManager):
            kernel_spec = KernelSpec(
                argv=[
                    *(sys.executable, "-I", "-S", client.__file__),
                    *(KERNEL, "-f", "{connection_file}"),
                    "--HistoryManager.enabled=False",
                ],
                # Not by --ipython-dir: IPython would then take the current folder off sys.path,
                # where the package lies if the current folder is the checkout.
                env={"IPYTHONDIR": folder, "PYTHONPATH": beside.python_path(modules)},
                display_name="Python 3",
                language="python",
            )

            def __init__(self, **traits: object) -> None:
                # Not every build of ZeroMQ for Windows has IPC.
                transport = "ipc" if zmq.has("ipc") else "tcp"
                own = {"transport": transport, "connection_file": f"{folder}/kernel.json"}
                super().__init__(client_factory=PatientClient, **own, **traits)

        yield OwnKernel


class KeepingEngine(NBClientEngine):
    """papermill's own engine, which also keeps a notebook that hung or lost its notebook kernel.

    papermill could save after each cell instead, but then the run takes a fifth longer.
    """

    @classmethod
    def execute_managed_notebook(cls, nb_man, kernel_name, keep, **arguments):
        try:
            super().execute_managed_notebook(nb_man, kernel_name, **arguments)
        except (CellTimeoutError, RuntimeError):
            write_ipynb(nb_man.nb, keep)
            raise


papermill_engines.register("keeping", KeepingEngine)


def run(
    notebook: Path,
    output: Path,
    parameters: Mapping[str, object],
    timeout: int = TIMEOUT,
    report: Callable[[str], None] = print,
) -> None:
    """Execute ``notebook`` and write the executed copy to ``output``.

    ``timeout`` is in seconds and for one cell; ``report`` gets a line after each cell.
    Raises ``ParameterError`` before anything starts, and ``NotebookError`` with the end of the
    traceback and the file in which the failed notebook is kept.
    """
    check_parameters(notebook, parameters)
    output.parent.mkdir(parents=True, exist_ok=True)
    given = stored.paths(parameters, output.parent)
    temporary = output.with_name(f".{output.stem}.{os.getpid()}.ipynb").absolute()
    failed = output.with_suffix(".failed.ipynb")
    try:
        with own_kernel(notebook.parent) as kernel_manager_class:
            papermill.execute_notebook(
                str(notebook),
                str(temporary),
                given,
                cwd=output.parent.absolute(),
                engine_name="keeping",
                keep=str(temporary),
                request_save_on_cell_execute=False,
                progress_bar=False,
                kernel_name="python3",
                execution_timeout=timeout,
                iopub_timeout=BACKLOG_TIMEOUT,
                shutdown_kernel="immediate",
                kernel_manager_class=kernel_manager_class,
                on_cell_executed=_progress(notebook, report),
            )
        guard = stored.guard(output.name, output.parent.name, given)
        site = Path(os.path.relpath(SITE_FOLDER, output.parent)).as_posix()
        tidy.rewrite(temporary, partial(tidy.strip, guard=guard, site=site))
        os.replace(temporary, output)
        failed.unlink(missing_ok=True)
    except (PapermillExecutionError, CellTimeoutError, RuntimeError) as error:
        message = [f"{notebook}: {_cause(error)}", _kept(temporary, failed)]
        raise NotebookError("\n".join(message)) from error
    except OSError as error:
        cause = f"{notebook}: {error.strerror or error}: {error.filename or output.parent}"
        raise NotebookError(f"{cause}; make room, or allow writing, and run again") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _kept(temporary: Path, failed: Path) -> str:
    """Keep a failed notebook as ``failed``; a sentence that says where it is."""
    try:
        tidy.rewrite(temporary, tidy.bound)
        os.replace(temporary, failed)
    except OSError as error:
        return f"the failed notebook could not be kept: {error.strerror}"
    return f"the failed notebook is kept: {failed}"


def _progress(notebook: Path, report: Callable[[str], None]) -> Callable[..., None]:
    cells = nbformat.read(notebook, as_version=4).cells
    # papermill adds the cell with the given parameters.
    total = sum(cell.cell_type == "code" for cell in cells) + 1
    start, done = time.monotonic(), iter(range(1, total + 1))

    def executed(**_: object) -> None:
        report(f"{notebook.stem}: cell {next(done)} of {total}, {time.monotonic() - start:.1f} s")

    return executed


def _cause(error: Exception) -> str:
    """The cell where a notebook failed, and the end of the traceback."""
    if isinstance(error, PapermillExecutionError):
        where = f"cell [{error.exec_count}] raised {error.ename}: {error.evalue}"
        plain = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(error.traceback))
        end = plain.splitlines()[-TRACEBACK_LINES:]
    elif isinstance(error, CellTimeoutError):
        where, end = "a cell ran past its time-out", str(error).splitlines()[-TRACEBACK_LINES:]
    elif isinstance(error, DeadKernelError):
        where, end = "the notebook kernel died", []
    else:
        where, end = "the notebook kernel did not start", str(error).splitlines()[-TRACEBACK_LINES:]
    return "\n".join([where, *end])


def main() -> int:
    """Run the notebook named on the command line; report a fault and return 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--timeout", type=int, default=TIMEOUT, help="seconds for one cell")
    arguments = parser.parse_intermixed_args()
    given = dict(text.split("=", 1) for text in arguments.parameters)
    try:
        run(arguments.notebook, arguments.output, given, arguments.timeout, _report)
    except (ParameterError, NotebookError) as error:
        _report(str(error))
        return 1
    return 0


def _report(line: str) -> None:
    """Write a line to the log; if that fails (a full disk), the run goes on without the line."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
