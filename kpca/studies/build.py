"""The study that a configuration describes: read or generated, then validated and solved."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kpca.choosing.words import AUTO
from kpca.solvers.partial import BY_RANKS, Solved
from kpca.solvers.ranks import ONE, OneRank
from kpca.studies import checking, large, subset
from kpca.studies.compared import Compared
from kpca.studies.config.data import DistanceMatrix, KernelMatrix
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.matrices import Matrices
from kpca.studies.points import Points
from kpca.studies.study import Study
from kpca.studies.validation import validated
from kpca.tables import free_memory
from kpca.tables.table import InputError


class Built(NamedTuple):
    """A study and its solution, which the validation needs and the notebooks start from."""

    study: Study
    solved: Solved


def build(name: str, config: StudyConfig, folder: str | Path = ".", ranks: OneRank = ONE) -> Built:
    """The study called ``name``, and its solution; the paths in ``config`` start from ``folder``.

    Several ``ranks`` all read the files, and solve a large study together.
    Raises ``InputError`` for data that cannot be used, and ``ConfigError`` for a study that cannot
    be run on them (see ``kpca.studies.validation``).
    """
    with ranks.agreed():
        study = _compared(begin(name, config, folder))
    return _solved(study, config, ranks)


def finish(draft: Draft) -> Built:
    """The study of a draft from ``begin``, and its solution; it raises as ``build`` does."""
    return _solved(_compared(draft), draft.config, ONE)


def _compared(draft: Draft) -> Study:
    with _named(draft.name):
        draft.prepare()
        draft.compare()
    return draft.study()


def _solved(study: Study, config: StudyConfig, ranks: OneRank) -> Built:
    if checking.is_partial(study.statements, study.data.kernel):
        solved, remarks = large.validated(study, config, ranks)
    else:
        solved, remarks = validated(study, config)
    if study.statements != checking.ALL:
        remarks += [_executed_on(study, config)]
    if config.ranks > 1 and solved.solver != BY_RANKS:
        remarks += [_by_one_rank(config, solved)]
    return Built(replace(study, remarks=(*study.remarks, *remarks)), solved)


def begin(name: str, config: StudyConfig, folder: str | Path = ".") -> Draft:
    """The study called ``name`` as far as reading its files and choosing samples and columns.

    Raises ``InputError`` for a table that cannot be used.
    """
    kind = Points
    if isinstance(config.data, KernelMatrix | DistanceMatrix):
        kind = Matrices
    elif config.is_of_distances:
        kind = Compared
    draft = kind(name, config, Path(folder))
    with _named(name):
        for file in config.files.values():
            free_memory.require_to_read(Path(folder) / file)
        draft.read()
        draft.split()
        draft.read_variables()
    return draft


SMALL = 500
"""Up to that many training samples a study is built in a fraction of a second."""


def is_small(draft: Draft) -> bool:
    """Whether ``finish`` takes a fraction of a second: few samples, and no rule has to choose."""
    words = draft.config.kernel.model_dump().values() if draft.config.kernel else ()
    if getattr(draft.config.data, "missing", None) == "impute":
        return False
    return draft.n <= SMALL and AUTO not in (draft.config.components, *words)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Let an ``InputError`` say of which study it is."""
    try:
        yield
    except InputError as error:
        raise InputError(f"studies.{name}: {error}") from error


def _by_one_rank(config: StudyConfig, solved: Solved) -> str:
    """A remark on ranks that had nothing to do."""
    return (
        f"one process solved the study (solver: {solved.solver}), as only the solver '{BY_RANKS}' "
        f"uses several: 'ranks: {config.ranks}' makes it no faster, and the key can be removed"
    )


def _executed_on(study: Study, config: StudyConfig) -> str:
    """A remark on the samples that the statements are executed on."""
    if study.statements == checking.NONE:
        return (
            "no statement is executed on these data, as the configuration asks (statements: none)"
        )
    try:
        drawn = subset.of(study)
    except subset.SubsetError as error:
        raise ConfigError(str(error)) from error
    why = "as the configuration asks" if config.statements else "as there are more than "
    why += "" if config.statements else f"{checking.MOST} training samples"
    new = "" if study.placed_again else f" and {drawn.m} of {study.m} new ones"
    fewer = "" if drawn.components == study.components else f", with {drawn.components} components"
    return (
        f"the statements are executed on a random subset of {drawn.n} of {study.n} training samples"
        f"{new}{fewer}, {why} (statements: sample)"
    )
