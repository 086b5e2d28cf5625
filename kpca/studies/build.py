"""The study that a configuration describes: read or generated, then validated."""

from pathlib import Path
from typing import NamedTuple

from kpca.solvers.solution import Solution
from kpca.studies import matrices, memory, points
from kpca.studies.config.data import DistanceMatrix, KernelMatrix
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.studies.study import Study
from kpca.studies.validation import validated


class Built(NamedTuple):
    """A study and its eigen-solve; the validation needs it, and the notebooks start from it."""

    study: Study
    solution: Solution


def build(name: str, config: StudyConfig, folder: str | Path = ".") -> Built:
    """The study called ``name``; the paths in ``config`` start from ``folder``.

    Raises ``InputError`` for data that cannot be used, and ``ConfigError`` for a study that cannot
    be run on them (see ``kpca.studies.validation``).
    """
    is_matrix = isinstance(config.data, KernelMatrix | DistanceMatrix)
    load = matrices.load if is_matrix else points.load
    try:
        for file in config.files.values():
            memory.require_to_read(Path(folder) / file)
        study = load(name, config, Path(folder))
    except InputError as error:
        raise InputError(f"studies.{name}: {error}") from error
    return Built(*validated(study, config))
