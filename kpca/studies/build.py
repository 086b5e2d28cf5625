"""The study that a configuration describes: read or generated, then validated."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution
from kpca.studies import large, matrices, memory, points, subsample, verification
from kpca.studies.config.data import DistanceMatrix, KernelMatrix
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.studies.study import Study
from kpca.studies.validation import validated


class Built(NamedTuple):
    """A study and its eigen-solve; the validation needs it, and the notebooks start from it."""

    study: Study
    solution: Solution


def build(name: str, config: StudyConfig, folder: str | Path = ".") -> Built:
    """The study called ``name``, and its solution: ``solved`` without the certificate."""
    study, solution, _ = solved(name, config, folder)
    return Built(study, solution)


def solved(
    name: str, config: StudyConfig, folder: str | Path = "."
) -> tuple[Study, Solution, Solved | None]:
    """The study called ``name``; the paths in ``config`` start from ``folder``.

    Beside its solution stands what it took, with the certificate, of a study whose statements are
    not executed on all samples; None for the others.

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
    if study.verify == verification.ALL:
        return *validated(study, config), None
    if verification.in_tiles(study.verify, study.data):
        study, found = large.validated(study, config)
    else:
        study, solution = validated(study, config)
        K = study.data.K
        found = Solved(solution, None, K.mean(axis=1), "LAPACK", 1, K.size)
    return _with_part(study, config), found.solution, found


def _with_part(study: Study, config: StudyConfig) -> Study:
    """The study with a note on the samples that the statements are executed on."""
    if study.verify == verification.NONE:
        note = "no statement is executed on these data, as the configuration asks (verify: none)"
        return replace(study, notes=(*study.notes, note))
    try:
        part = subsample.of(study)
    except subsample.SubsampleError as error:
        raise ConfigError(str(error)) from error
    why = "as the configuration asks" if config.verify else "as there are more than "
    why += "" if config.verify else f"{verification.MOST} training samples"
    new = "" if study.placed_again else f" and {part.m} of {study.m} new ones"
    fewer = "" if part.components == study.components else f", with {part.components} components"
    note = (
        f"the statements are executed on a random part of {part.n} of {study.n} training samples"
        f"{new}{fewer}, {why} (verify: sample)"
    )
    return replace(study, notes=(*study.notes, note))
