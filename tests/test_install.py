"""The installed library is found from every folder."""

import os
import subprocess
import sys
from pathlib import Path

import kpca

LIBRARY = Path(kpca.__file__).parent


def test_import_finds_the_library_beside_a_folder_of_its_name(tmp_path):
    """As in the folder above a clone: Python must not take the clone for an empty package."""
    (tmp_path / "kpca").mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [sys.executable, "-c", "import kpca; print(kpca.__file__)"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.strip() == str(LIBRARY / "__init__.py"), found.stdout + found.stderr


OF_UNIX = """
import importlib, os, pkgutil, signal, socket, sys

import kpca

def modules():
    for found in pkgutil.walk_packages(kpca.__path__, "kpca."):
        importlib.import_module(found.name)
        yield found.name

# With the packages that they need, which know by themselves what a system lacks.
names = list(modules())
for name in [*names, "kpca"]:
    del sys.modules[name]
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for module, taken in {
    os: ("fork", "getuid", "killpg", "pidfd_open", "register_at_fork", "sched_getaffinity",
         "setpgid", "setsid", "wait4", "waitid"),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "setitimer"),
    socket: ("AF_UNIX", "recv_fds", "send_fds"),
}.items():
    for name in taken:
        vars(module).pop(name, None)
import kpca
assert list(modules()) == names
print(len(names))
import numpy as np
X = np.random.default_rng(0).normal(size=(2100, 3))
print(kpca.KernelPCA(2, kernel="rbf", gamma=0.3).fit(X).certificate_.certified)
"""


def test_every_module_can_be_imported_and_a_model_be_fitted_without_what_only_unix_has(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(LIBRARY.parent)}
    ended = subprocess.run(
        [sys.executable, "-c", OF_UNIX],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    number, certified = ended.stdout.split() or (ended.stderr, "")
    assert certified == "True", ended.stderr
    assert int(number) > 250
