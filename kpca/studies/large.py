"""Check and solve a study of points without a matrix of all pairs of samples."""

import numpy as np

from kpca.data import Vectors
from kpca.solvers.elements import digest
from kpca.solvers.krylov import ConvergenceError
from kpca.solvers.partial import MemoryBudgetError, Solved
from kpca.solvers.ranks import ONE, DifferentRanksError, OneRank
from kpca.solvers.solution import PartialError, RankError, Solution
from kpca.solvers.tiled import NotFiniteError
from kpca.studies import solving
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.study import Study
from kpca.studies.validation import (
    SIZES,
    all_the_same,
    cut,
    less_accurate,
    less_than_rounding,
    not_certified,
    rotatable,
    too_narrow,
)


def validated(study: Study, config: StudyConfig, ranks: OneRank = ONE) -> tuple[Solved, list[str]]:
    """The leading eigenpairs of a study with their certificate, and remarks on them.

    Several ``ranks`` share the tiles, and all of them get the same.

    Refused are, as in ``kpca.studies.validation.validated``: kernel values that overflow or vanish,
    more components than the rank, and components that are known to cut a group of equal
    eigenvalues; and a ``max_memory`` that is too small. What the certificate does not prove is a
    remark. Not looked for are pairs of samples that differ, but not to the kernel, and new samples
    with the kernel value 0 with every training sample.

    Raises ``ConfigError`` with key, value, what is allowed and what to do.
    """
    with np.errstate(all="ignore"):
        _require_same(study, ranks)
        _require_sizes(study)
        solved = _solved(study, config, ranks)
        _require_spread(study, solved.solution)
        remarks = less_accurate(study, solved)
    remarks += [*_cut(study, solved.solution), *not_certified(solved), *rotatable(solved.solution)]
    return solved, [*remarks, *_vanishing(study, solved)]


def _require_same(study: Study, ranks: OneRank) -> None:
    """All ranks have the same points, kernel, and number of components."""
    data = study.data
    assert isinstance(data, Vectors)
    if ranks.size == 1:
        return
    same = {
        "the kernel": repr(data.kernel),
        "the number of components": study.components,
        "the hash of the points": digest("", data.X).hex(),
        "the hash of the new points": digest("", data.X_new).hex(),
    }
    try:
        ranks.require_same(same)
    except DifferentRanksError as error:
        raise ConfigError(f"studies.{study.name}.ranks: {error}") from error


def _require_sizes(study: Study) -> None:
    """No kernel value is larger than the largest k(x, x), as the kernel is positive."""
    data = study.data
    assert isinstance(data, Vectors)
    for X, names in ((data.X, study.names), (data.X_new, study.new_names)):
        sizes = data.kernel.diagonal(X)
        worst = int(np.argmax(np.where(np.isfinite(sizes), sizes, np.inf)))
        if not sizes[worst] < SIZES[1]:
            raise ConfigError(
                f"studies.{study.name}: the kernel value of {names[worst]!r} and itself is "
                f"{sizes[worst]:g}; allowed: below {SIZES[1]:g}; take a smaller gamma or degree, "
                "give the data in another unit, or 'standardize: true'"
            )


def _require_spread(study: Study, solution: Solution) -> None:
    """The mean squared distance of two features is 2 tr(K~)/n."""
    mean = 2.0 * solution.trace / solution.n
    if not mean > SIZES[0]:
        raise ConfigError(
            f"studies.{study.name}: the mean squared distance of two samples to the kernel is "
            f"{mean:.3g}; allowed: above {SIZES[0]:g}; give the data in another unit"
        )


def _solved(study: Study, config: StudyConfig, ranks: OneRank) -> Solved:
    where = f"studies.{study.name}"
    try:
        return solving.solve(study, config.max_memory, ranks)
    except MemoryBudgetError as error:
        least = np.ceil(error.least / 1e6)
        raise ConfigError(
            f"{where}.max_memory: {config.max_memory:g} bytes do not hold the vectors of "
            f"{study.components} components of {study.n} samples; allowed: at least {least:g}MB "
            "(a number without a unit is bytes)"
        ) from error
    except NotFiniteError as error:
        raise ConfigError(f"{where}: among the training samples {error}") from error
    except ConvergenceError as error:
        raise ConfigError(
            f"{where}.components: {error}; take another number of components"
        ) from error
    except RankError as error:
        if error.rank == 0:
            differ = np.ptp(study.data.X, axis=0).any()
            raise (less_than_rounding(study) if differ else all_the_same(study)) from error
        raise ConfigError(f"{where}.components: {error}") from error


def _vanishing(study: Study, solved: Solved) -> list[str]:
    """A remark if the values of a kernel with a bandwidth are 0 between all samples.

    No value is negative, so that their sums in each row show it, which the row means give.
    """
    data = study.data
    assert isinstance(data, Vectors)
    if "median" not in data.kernel.words:
        return []
    others = study.n * solved.means - data.kernel.diagonal(data.X)
    return [too_narrow(data)] if others.max() <= solved.solution.matrix_error else []


def _cut(study: Study, solution: Solution) -> list[str]:
    """Refuse components that cut a group of equal eigenvalues; a remark where that is not known."""
    try:
        if solution.split_group:
            raise cut(study, solution)
    except PartialError:
        return [
            f"whether component {study.components} belongs to a group of eigenvalues that rounding "
            "does not separate, and that continues with the next one, is not known"
        ]
    return []
