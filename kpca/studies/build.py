"""The study that a configuration describes: read or generated, then validated."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kpca.solvers.partial import Solved
from kpca.studies import large, matrices, memory, points, subsample, verification
from kpca.studies.config.data import DistanceMatrix, KernelMatrix
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.studies.study import Study
from kpca.studies.validation import validated


class Built(NamedTuple):
    """A study and its solution, which the validation needs and the notebooks start from."""

    study: Study
    solved: Solved


def build(name: str, config: StudyConfig, folder: str | Path = ".") -> Built:
    """The study called ``name``, and its solution; the paths in ``config`` start from ``folder``.

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
    is_partial = verification.is_partial(study.verify, study.kernel)
    study, solved = (large.validated if is_partial else validated)(study, config)
    return Built(_with_part(study, config), solved)


def _with_part(study: Study, config: StudyConfig) -> Study:
    """The study, with a note unless the statements are executed on all samples."""
    if study.verify == verification.ALL:
        return study
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
