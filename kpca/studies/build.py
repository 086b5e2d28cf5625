"""The study that a configuration describes: read or generated, then validated and solved."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from kpca.choosing.words import AUTO
from kpca.solvers.one_rank import ONE, OneRank
from kpca.solvers.partial import BY_RANKS
from kpca.studies import automatic, checking, subset
from kpca.studies.config.data import DistanceMatrix, KernelMatrix
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.matrices import Matrices
from kpca.studies.points import Points
from kpca.studies.study import Study
from kpca.studies.validation import validated
from kpca.tables import free_memory
from kpca.tables.messages import at, setting
from kpca.tables.once import Once
from kpca.tables.table import InputError
from kpca.tables.wording import counted


def build(
    name: str,
    config: StudyConfig,
    folder: str | Path = ".",
    ranks: OneRank = ONE,
    files: Once | None = None,
) -> Study:
    """The solved study called ``name``; the paths in ``config`` start from ``folder``.

    Several ``ranks`` all read the files, and solve a large study together. ``files`` then has the
    hashes of what was read.
    Raises ``InputError`` for data that cannot be used, and ``ConfigError`` for a study that cannot
    be run on them (see ``kpca.studies.validation``).
    """
    with ranks.agreed():
        files = files or Once()
        draft = begin(name, config, folder, files)
        files.forget()
        study = _compared(draft)
    return _solved(study, draft, ranks)


def finish(draft: Draft) -> Study:
    """The solved study of a draft from ``begin``; it raises as ``build`` does."""
    return _solved(_compared(draft), draft, ONE)


def _compared(draft: Draft) -> Study:
    with _named(draft.name):
        draft.compare()
    return draft.study()


def _solved(study: Study, draft: Draft, ranks: OneRank) -> Study:
    config = draft.config
    asked = study.components
    study, remarks = validated(study, config, ranks, draft.pairs)
    remarks = automatic.reaching(asked, study.solution) + remarks
    if study.weights is not None:
        remarks += [_of_weights(study, config)]
    if study.statements != checking.ALL:
        remarks += [_executed_on(study, config)]
    if config.ranks > 1 and study.solved.solver != BY_RANKS:
        remarks += [_by_one_rank(config, study.solved.solver)]
    whole = not checking.is_partial(study.statements, study.kernel)
    if whole and "max_memory" in config.model_fields_set:
        remarks += [_without_effect(config)]
    return replace(study, remarks=(*study.remarks, *remarks))


def begin(
    name: str, config: StudyConfig, folder: str | Path = ".", files: Once | None = None
) -> Draft:
    """The study called ``name`` as far as reading its files and choosing samples and columns.

    Tables that ``files`` has are not read again. They need memory until ``files`` forgets them.
    Raises ``InputError`` for a table that cannot be used.
    """
    of_matrix = isinstance(config.data, KernelMatrix | DistanceMatrix)
    kind = Matrices if of_matrix else Points
    draft = kind(name, config, Path(folder), files)
    with _named(name):
        for file in config.files.values():
            free_memory.require_to_read(Path(folder) / file)
        draft.read()
        draft.split()
        draft.decide()
        draft.read_variables()
        draft.require_used()
    if files is None:
        draft.files.forget()
    return draft


SMALL = 500
"""Up to that many training samples a study is built in a fraction of a second."""


def is_small(draft: Draft) -> bool:
    """Whether ``finish`` takes a fraction of a second: few samples, and no rule has to choose."""
    words = draft.config.kernel.model_dump().values() if draft.config.kernel else ()
    if getattr(draft.config.data, "missing", None) == "impute":
        return False
    return len(draft.training.names) <= SMALL and AUTO not in (draft.config.components, *words)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Let an ``InputError`` say of which study it is."""
    try:
        yield
    except InputError as error:
        raise InputError(at("studies", name) + error.message) from error


def _by_one_rank(config: StudyConfig, solver: str) -> str:
    """A remark on ranks that had nothing to do."""
    return (
        f"one process solved the study (solver: {solver}), as only the solver '{BY_RANKS}' "
        "uses several: " + setting(ranks=config.ranks) + " makes it no faster and can be removed"
    )


def _of_weights(study: Study, config: StudyConfig) -> str:
    """A remark on what weights are in, and on what counts each sample once."""
    least, most, total = (f"{of(study.weights):.6g}" for of in (np.min, np.max, np.sum))
    return (
        f"a sample counts as often as its weight in {config.data.weights!r} says ({least} to "
        f"{most}; n is their sum, {total}); left out are control charts, ellipses, maps with "
        "other kernels, and sentences on chance, classes and odd samples, which would count each "
        "sample once, as comparisons of maps and of selected samples do" + _without_weights(study)
    )


def _without_weights(study: Study) -> str:
    """In a remark: that statements, if any, are executed on the samples without their weights."""
    if study.statements == checking.NONE:
        return ""
    fewer = _fewer(_drawn(study), study) if study.statements == checking.ALL else ""
    return f"; the statements are executed on the samples without weights{fewer}"


def _without_effect(config: StudyConfig) -> str:
    """A remark on a budget that was not looked at."""
    return (
        "the whole Gram matrix is needed for these samples, their kernel and their statements, so "
        "that " + setting(max_memory=config.max_memory) + " has no effect and can be removed"
    )


def _executed_on(study: Study, config: StudyConfig) -> str:
    """A remark on the samples that the statements are executed on."""
    if study.statements == checking.NONE:
        none = setting(statements=checking.NONE)
        return "no statement is executed on these data (" + none + ")"
    drawn = _drawn(study)
    asked = setting(statements=study.statements)
    why = f"as there are more than {checking.MOST} training samples (" + asked + ")"
    if isinstance(config.statements, int):
        why = "by " + asked + "; to execute them on all, write " + setting(statements=checking.ALL)
    elif config.statements:
        why = "as " + asked + " asks"
    new = "" if study.placed_again else f" and {drawn.m} of {study.m} new ones"
    fewer = _fewer(drawn, study)
    return (
        f"the statements are executed on a random subset of {drawn.n} of {study.n} training samples"
        f"{new}{fewer}, " + why
    )


def _drawn(study: Study) -> Study:
    """What the statements are executed on; raises ``ConfigError`` where there is no component."""
    try:
        return subset.executed_on(study)
    except subset.SubsetError as error:
        raise ConfigError(error.message) from error


def _fewer(drawn: Study, study: Study) -> str:
    """In a remark: with how many components the statements are executed, if with fewer."""
    if drawn.components == study.components:
        return ""
    return f", with {counted(drawn.components, 'component')}"
