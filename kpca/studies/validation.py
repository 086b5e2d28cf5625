"""Check before any notebook starts whether a study can run, and what to report about its data."""

import numpy as np

from kpca.data import Distances, Vectors, joint
from kpca.estimators.choices import ShareError
from kpca.formulations import dual
from kpca.solvers.dense import Pairs
from kpca.solvers.krylov import ConvergenceError
from kpca.solvers.partial import MemoryBudgetError, Solved
from kpca.solvers.ranks import ONE, OneRank
from kpca.solvers.solution import PartialError, RankError, Solution
from kpca.solvers.tiled import NotFiniteError
from kpca.studies import checking, large, solving
from kpca.studies.automatic import larger_differences, too_narrow
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.limits import SIZES
from kpca.studies.study import Study
from kpca.tables.messages import at, setting
from kpca.tables.samples import first_equal
from kpca.tables.wording import listed

MOST = 5
"""The most groups of components, or samples, that a remark lists."""


def validated(
    study: Study, config: StudyConfig, ranks: OneRank = ONE, pairs: Pairs | None = None
) -> tuple[Solved, list[str]]:
    """The eigen-solve of a study with its certificate, and remarks on the data and on it.

    Several ``ranks`` share the tiles of a study that is solved in tiles, and all of them get the
    same. ``pairs`` are ``kpca.studies.solving.all_pairs``, if they are known already.
    Raises ``ConfigError`` with key, value, what is allowed and what to do.

    Refused are kernel values that overflow or vanish, more components than the centered kernel has
    rank, components that are known to cut a group of equal eigenvalues, a ``max_memory`` that is
    too small, and a kernel that is indefinite beyond rounding, unless the configuration says
    ``indefinite: keep``: on the training samples, and for a given matrix also on all samples. What
    the certificate does not prove is a remark. In tiles the kernel is positive semi-definite, and
    not looked for are pairs of samples that differ, but not to the kernel, and new samples with the
    kernel value 0 with every training sample.
    """
    with np.errstate(all="ignore"):
        if checking.is_partial(study.statements, study.data.kernel):
            return _in_tiles(study, config, ranks, pairs)
        return _as_a_whole(study, config, pairs)


def _in_tiles(
    study: Study, config: StudyConfig, ranks: OneRank, pairs: Pairs | None
) -> tuple[Solved, list[str]]:
    large.require_same(study, ranks)
    large.require_sizes(study)
    solved = _solved(study, config, ranks, pairs)
    large.require_spread(study, solved.solution)
    vanishing = large.vanishing(study, solved)
    cut = _cut(study, solved.solution, "; ".join(vanishing))
    remarks = [*_less_accurate(study, solved), *cut, *_not_certified(solved)]
    return solved, [*remarks, *_rotatable(solved.solution), *vanishing]


def _as_a_whole(study: Study, config: StudyConfig, pairs: Pairs | None) -> tuple[Solved, list[str]]:
    data = study.data
    # The matrices are formed here. Squared distances up to ``zero`` are 0 up to rounding.
    largest = [float(np.abs(A).max()) for A in (data.K, data.D2, data.K_new, data.G_new)]
    zero = data.distance_error
    _require_finite(study, *largest)
    solved = _solved(study, config, ONE, pairs)
    vanishing = _vanishing(study, solved.solution, zero)
    # Components that cut no group lie a thousand cut-offs of the eigen-solve above 0.
    _cut(study, solved.solution, vanishing)
    negative = _counted(solved.solution) or _counted(_with_new(study), ", new samples among them,")
    of_kernel = [vanishing] if vanishing else _unlike(study, solved.solution)
    remarks = [*_same_to_the_kernel(study, zero), *of_kernel, *_not_certified(solved)]
    remarks += [*_rotatable(solved.solution), *_less_accurate(study, solved)]
    return solved, [*remarks, *(_negative(study, negative, config) if negative else [])]


def _require_finite(study: Study, K: float, D2: float, K_new: float, G_new: float) -> None:
    """Raises ``ConfigError`` unless the squares of all kernel values are numbers.

    The arguments are the largest sizes of kernel values and of squared distances.
    """
    data, old, new = study.data, study.names, study.new_names
    for A, rows in ((data.K, old), (data.K_new, new), (data.G_new, new)):
        columns = new if A is data.G_new else old
        if not np.isfinite(A).all():
            i, j = np.argwhere(~np.isfinite(A))[0]
            raise ConfigError(
                at("studies", study.name)
                + f"the kernel value of {rows[i]!r} and {columns[j]!r} is {A[i, j]:g}; allowed: "
                "finite values; take a smaller gamma or degree, give the data in another unit "
                "(above 1.3e154 squares overflow), or " + setting(standardize=True)
            )
    if D2 == 0.0:
        raise _without_rank(study)
    size = max(K, D2, K_new, G_new)
    if not SIZES[0] < D2 <= size < SIZES[1]:
        raise ConfigError(
            at("studies", study.name)
            + f"kernel values up to {size:.3g}, squared distances up to {D2:.3g}; allowed: "
            f"{SIZES[0]:g} to {SIZES[1]:g}; give the data in another unit"
        )


def _without_rank(study: Study) -> ConfigError:
    """The error for a centered kernel without an eigenvalue that is positive beyond rounding."""
    data = study.data
    are_points = isinstance(data, Vectors)
    differ = are_points and np.ptp(data.X, axis=0).any()
    if are_points and data.kernel.is_positive_semidefinite:
        return _less_than_rounding(study) if differ else _all_the_same(study)
    if differ and not _is_negative(data):
        return _less_than_rounding(study)
    if not data.D2.any():
        return _all_the_same(study)
    do = "take other parameters, or another kernel"
    return ConfigError(
        at("studies", study.name)
        + "no eigenvalue of the centered kernel is positive beyond rounding; allowed: at least "
        f"one; {do if are_points else 'are these distances, or the negative of a kernel?'}"
    )


def _less_than_rounding(study: Study) -> ConfigError:
    """The error for points that differ, but by less than rounding to the kernel."""
    kernel = study.data.kernel
    return ConfigError(
        at("studies", study.name)
        + f"the samples differ, but by less than rounding to the kernel {kernel.name} (rank 0); "
        "allowed: at least one positive eigenvalue; " + larger_differences(kernel)
    )


def _all_the_same(study: Study) -> ConfigError:
    """The error for samples of which all are at distance 0 to the kernel."""
    return ConfigError(
        at("studies", study.name)
        + "all samples are the same to the kernel (rank 0); allowed: data that vary; are these "
        "the columns that you mean?"
    )


def _is_negative(data: Vectors) -> bool:
    """Whether some eigenvalue is negative beyond rounding."""
    return len(dual.spectrum(data.K, data.element_error).negative) > 0


def _solved(study: Study, config: StudyConfig, ranks: OneRank, pairs: Pairs | None) -> Solved:
    """The eigen-solve; raises ``ConfigError`` for what the solvers refuse."""
    where = ("studies", study.name)
    try:
        return solving.solve(study, config.max_memory, ranks, pairs)
    except ShareError as error:
        raise ConfigError(at(*where, "components") + str(error)) from error
    except MemoryBudgetError as error:
        least = np.ceil(error.least / 1e6)
        raise ConfigError(
            at(*where, "max_memory")
            + f"{config.max_memory:g} bytes do not hold the vectors that components = "
            f"{study.components:g} needs for {study.n} samples; allowed: at least {least:g}MB (a "
            "number without a unit is bytes)"
        ) from error
    except NotFiniteError as error:
        raise ConfigError(at(*where) + f"among the training samples {error}") from error
    except ConvergenceError as error:
        raise ConfigError(
            at(*where, "components") + f"{error}; take another number of components"
        ) from error
    except RankError as error:
        if error.rank == 0:
            raise _without_rank(study) from error
        raise ConfigError(at(*where, "components") + str(error)) from error


def _cut(study: Study, solution: Solution, vanishing: str = "") -> list[str]:
    """Refuse components that cut a group of equal eigenvalues; a remark where that is not known."""
    try:
        group = solution.split_group
    except PartialError:
        return [
            f"whether component {solution.components} belongs to a group of eigenvalues that "
            "rounding does not separate, and that continues with the next one, is not known"
        ]
    if group is not None:
        raise _cuts(study, solution, *group, vanishing)
    return []


def _cuts(study: Study, solution: Solution, first: int, last: int, vanishing: str) -> ConfigError:
    """The error for components that cut the group of these eigenvalues."""
    return ConfigError(
        at("studies", study.name, "components")
        + f"{solution.components} cuts the eigenvalues {first} to {last}, which rounding does not "
        f"separate; allowed next to it: {' or '.join(map(str, solution.uncut)) or 'none'}"
        + ("; " + vanishing if vanishing else "")
    )


def _negative(study: Study, negative: str, config: StudyConfig) -> list[str]:
    """A remark on negative eigenvalues; raises ``ConfigError`` where they are not accepted."""
    if isinstance(study.data, Distances):
        remark = f"not Euclidean: {negative}"
        # A correction counts each sample once.
        if config.correction != "none" or study.weights is not None:
            return [remark]
        return [
            f"{remark}; " + setting(correction="lingoes") + " or 'cailliez' makes them Euclidean"
        ]
    if config.indefinite == "refuse":
        raise ConfigError(
            at("studies", study.name)
            + f"the kernel is not positive semi-definite: {negative}; allowed only with "
            + setting(indefinite="keep")
            + ": components are then made of the positive ones"
        )
    return [f"indefinite kernel, kept: {negative}"]


def _counted(solution: Solution | None, of: str = "") -> str:
    if solution is None or not len(solution.negative):
        return ""
    count = len(solution.negative)
    are, hold = ("is", "holds") if count == 1 else ("are", "hold")
    return (
        f"{count} of {solution.n} eigenvalues{of} {are} negative beyond rounding "
        f"and {hold} {solution.negative_mass:.3g} of the sum of |μ|"
    )


def _with_new(study: Study) -> Solution | None:
    """The spectrum of all samples of a given matrix, where it has new ones."""
    if isinstance(study.data, Vectors) or study.placed_again:
        return None
    return dual.spectrum(joint(study.data), study.data.element_error)


def _same_to_the_kernel(study: Study, zero: float) -> list[str]:
    """A remark on points that are not equal, but at distance 0 up to rounding to the kernel."""
    data = study.data
    if not isinstance(data, Vectors):
        return []
    at_zero = np.abs(data.D2) <= zero
    if at_zero.sum() <= len(at_zero):
        return []
    rows, columns = np.nonzero(np.triu(at_zero, 1))
    first = first_equal(data.X)
    pairs = np.flatnonzero(first[rows] != first[columns])
    if not pairs.size:
        return []
    a, b = study.names[rows[pairs[0]]], study.names[columns[pairs[0]]]
    count = (
        "1 pair of samples differs" if pairs.size == 1 else f"{pairs.size} pairs of samples differ"
    )
    return [
        f"{count}, but not to the kernel {data.kernel.name}, up to rounding: "
        f"{'' if pairs.size == 1 else 'for example '}{a!r} and {b!r}"
    ]


def _vanishing(study: Study, solution: Solution, zero: float) -> str:
    """A sentence if a kernel with a bandwidth vanishes between all samples that differ, else ""."""
    data = study.data
    if not isinstance(data, Vectors) or "median" not in data.kernel.words:
        return ""
    between = data.K[zero < data.D2]
    if not len(between) or np.abs(between).max() > solution.matrix_error:
        return ""
    return too_narrow(data.kernel)


def _unlike(study: Study, solution: Solution) -> list[str]:
    """A remark on new samples t with k(t, x_i) = 0 for all training samples, up to rounding.

    Such values change f_l(t) = sum_i alpha_il k(t, x_i) by |k_t|/sqrt(mu_l) at most. If |k_t| is
    below the cut-off, this is less than the rounding error of a score.
    """
    data = study.data
    if not isinstance(data, Vectors) or "median" not in data.kernel.words:
        return []
    far = np.flatnonzero(np.linalg.norm(data.K_new, axis=1) <= solution.matrix_error)
    if not far.size:
        return []
    sample, has = ("sample", "has") if far.size == 1 else ("samples", "have")
    return [
        f"{far.size} new {sample} {has} the kernel value 0 with every training sample, up to "
        "rounding: the map gives all such samples the same coordinates, which say nothing about "
        "them: "
        f"{listed([repr(study.new_names[i]) for i in far], MOST)}"
    ]


def _not_certified(solved: Solved) -> list[str]:
    """Remarks on what the certificate does not prove."""
    return [f"the solution is not certified: {text}" for text in solved.certificate.reasons]


def _less_accurate(study: Study, solved: Solved) -> list[str]:
    """A remark on new samples that rounding places less accurately than the training samples."""
    doubt = None if study.placed_again else solving.doubt(study, solved)
    return [doubt.in_words(repr(study.new_names[doubt.sample]))] if doubt else []


def _rotatable(solution: Solution) -> list[str]:
    """A remark on components with one eigenvalue, whose axes are not determined."""
    groups = [group for group in solution.groups if group.stop - group.start > 1]
    if not groups:
        return []
    runs = [f"{group.start + 1} to {group.stop}" for group in groups]
    each = " in each group" if len(groups) > 1 else ""
    return [
        f"components {listed(runs, MOST)} have one eigenvalue up to rounding{each}: together they "
        "are determined, but their axes may be rotated among themselves"
    ]
