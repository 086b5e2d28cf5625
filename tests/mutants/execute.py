"""Run tests on a mutant in a fork of this process, which must not have loaded the package."""

import os
import resource
import signal
import sys
import time
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

# One thread: the pool has a process for each core, and threads do not survive a fork.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"}
# Other plugins that happen to be installed would be loaded in every fork.
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

import hypothesis  # noqa: F401, E402  loaded before the fork, as all below
import matplotlib.pyplot  # noqa: F401, E402
import mpmath  # noqa: F401, E402
import numpy  # noqa: F401, E402
import pytest  # noqa: E402
import scipy.linalg  # noqa: F401, E402
import scipy.optimize  # noqa: F401, E402
import scipy.spatial.distance  # noqa: F401, E402
import sklearn.datasets  # noqa: F401, E402
import sklearn.decomposition  # noqa: F401, E402
import sklearn.manifold  # noqa: F401, E402
from create import ROOT, SETTINGS, Mutant  # noqa: E402

NO_IMPORT = 77
PASSED = (0, 5)
"""Exit statuses of pytest: all tests pass, or there are none, as in a module without doctests."""
MEMORY = 8 * 2**30


class Changed(MetaPathFinder, SourceFileLoader):
    """Finds one module of the package, with a changed source."""

    def __init__(self, module: str, source: str | None) -> None:
        name = module.removesuffix(".py").replace("/", ".")
        super().__init__(name, str(ROOT / module))
        self.source = source

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, name: str) -> object:
        return compile(self.get_source(name), self.path, "exec")

    def get_source(self, _: str) -> str:
        return Path(self.path).read_text() if self.source is None else self.source


def stages(module: str) -> list[list[str]]:
    """The tests of a module: first its own and its doctests, then those that look at everything."""
    folder, name = os.path.split(module.removeprefix("kpca/"))
    own = SETTINGS["tests"].get(module, [os.path.join("tests", folder, f"test_{name}")])
    exist = [path for path in own if (ROOT / path).is_file()]
    return [[module, *exist], *SETTINGS["tests_of_all"]]


def baseline(module: str) -> list[float]:
    """Time limits (s) of each stage, from a run without a change; it has to pass."""
    limits = []
    for tests in stages(module):
        start = time.monotonic()
        status = _forked(Changed(module, None), tests, limit=1800.0)
        if status not in PASSED:
            raise SystemExit(f"{module}: {' '.join(tests)} fail without any change ({status})")
        limits.append(10.0 + 5.0 * (time.monotonic() - start))
    return limits


def outcome(mutant: Mutant, limits: list[float]) -> str:
    """``killed``, ``survived``, or ``no module`` for a change that cannot even be imported."""
    for tests, limit in zip(stages(mutant.module), limits, strict=True):
        status = _forked(Changed(mutant.module, mutant.source), tests, limit)
        if status not in PASSED:
            return "no module" if status == NO_IMPORT else "killed"
    return "survived"


def _forked(changed: Changed, tests: list[str], limit: float) -> int:
    """Exit status of the tests in a fork; -9 beyond the time limit."""
    pid = os.fork()
    if pid == 0:
        _run(changed, tests)
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return -signal.SIGKILL


def _run(changed: Changed, tests: list[str]) -> None:
    """Run the tests and leave this process, whatever happens."""
    status = 1
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.chdir(ROOT)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.meta_path.insert(0, changed)
        status = _imported(changed.name) or pytest.main(
            [
                *["-x", "-q", "-p", "xdist", "-n0", "--assert=plain", "-p", "no:cacheprovider"],
                *tests,
            ]
        )
    finally:
        os._exit(status)


def _imported(name: str) -> int:
    try:
        __import__(name)
    except Exception:
        return NO_IMPORT
    return 0
