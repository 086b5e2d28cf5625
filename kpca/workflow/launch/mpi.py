"""What a run needs if several processes solve one of its studies: mpi4py, and mpiexec."""

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import Config

MPIEXEC = "mpiexec"
"""The command that starts the ranks, unless a profile names another one."""


def require(path: str, config: Config, elsewhere: bool) -> None:
    """Raises ``ConfigError`` if a study has ``ranks``, and a package or a command is missing.

    A profile may start the ranks ``elsewhere``, by another command, which is not looked for here.
    """
    studies = [name for name, study in config.studies.items() if study.ranks > 1]
    if not studies:
        return
    where = f"{path}: studies.{studies[0]}.ranks: {config.studies[studies[0]].ranks} processes need"
    if find_spec("mpi4py") is None:
        raise ConfigError(
            f'{where} mpi4py, which is not installed: pip install "kpca[mpi]"; or remove the key'
        )
    if not elsewhere and command() is None:
        raise ConfigError(
            f"{where} the command {MPIEXEC}, which is not on the PATH: pip install mpich, or load "
            "the MPI of this machine; or remove the key"
        )


def command() -> str | None:
    """The command beside this interpreter, or the first one on the PATH; None without both."""
    beside = str(Path(sys.executable).parent)
    return shutil.which(MPIEXEC, path=os.pathsep.join([beside, os.environ.get("PATH", "")]))
