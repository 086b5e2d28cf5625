"""Check before any notebook starts whether a study can run, and what to report about its data."""

import numpy as np

from kpca.data import Distances, Vectors, joint
from kpca.estimators.choices import ShareError
from kpca.formulations import dual
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import digest
from kpca.solvers.krylov import ConvergenceError
from kpca.solvers.one_rank import ONE, DifferentRanksError, OneRank
from kpca.solvers.partial import MemoryBudgetError
from kpca.solvers.solution import PartialError, RankError, Solution
from kpca.solvers.tiled import NotFiniteError
from kpca.studies import checking
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
) -> tuple[Study, list[str]]:
    """The study with its solution and certificate, and remarks on the data and on it.

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
        in_tiles = checking.is_partial(study.statements, study.data.kernel)
        if in_tiles:
            _require_same(study, ranks)
            _require_sizes(study)
        else:
            _require_finite(study)
        study = _solved(study, config, ranks, pairs)
        solution = study.solution
        if in_tiles:
            _require_spread(study, solution)
        vanishing = _vanishing(study)
        # Components that cut no group lie a thousand cut-offs of the eigen-solve above 0.
        cut = _cut(study, solution, vanishing)
        less_accurate = _less_accurate(study)
        unproved = study.certificate.reasons
        of_solution = [f"the solution is not certified: {reason}" for reason in unproved]
        of_solution += _rotatable(solution)
        of_kernel = [vanishing] if vanishing else []
        if in_tiles:
            return study, [*less_accurate, *cut, *of_solution, *of_kernel]
        remarks = [*_same_to_the_kernel(study), *(of_kernel or _unlike(study, solution))]
        return study, [*remarks, *of_solution, *less_accurate, *_negative(study, solution, config)]


def _require_same(study: Study, ranks: OneRank) -> None:
    """All ranks have the same points, kernel, and number of components."""
    data = study.data
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
        raise ConfigError(at("studies", study.name, "ranks") + str(error)) from error


def _require_sizes(study: Study) -> None:
    """No kernel value is larger than the largest k(x, x), as the kernel is positive."""
    data = study.data
    for X, names in ((data.X, study.names), (data.X_new, study.new_names)):
        sizes = data.kernel.diagonal(X)
        worst = int(np.argmax(np.where(np.isfinite(sizes), sizes, np.inf)))
        if not sizes[worst] < SIZES[1]:
            raise ConfigError(
                at("studies", study.name)
                + f"the kernel value of {names[worst]!r} and itself is {sizes[worst]:g}; allowed: "
                f"below {SIZES[1]:g}; take a smaller gamma or degree, give the data in another "
                "unit, or " + setting(standardize=True)
            )


def _require_spread(study: Study, solution: Solution) -> None:
    """The mean squared distance of two features is 2 tr(K~)/N, N the sum of the weights, or n."""
    mean = 2.0 * solution.trace / solution.total_weight
    if not mean > SIZES[0]:
        raise ConfigError(
            at("studies", study.name)
            + f"the mean squared distance of two samples to the kernel is {mean:.3g}; allowed: "
            f"above {SIZES[0]:g}; give the data in another unit"
        )


def _require_finite(study: Study) -> None:
    """Raises ``ConfigError`` unless the squares of all kernel values are numbers."""
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
    D2 = float(np.abs(data.D2).max())
    if D2 == 0.0:
        raise _without_rank(study)
    size = max(float(np.abs(A).max()) for A in (data.K, data.D2, data.K_new, data.G_new))
    if not SIZES[0] < D2 <= size < SIZES[1]:
        raise ConfigError(
            at("studies", study.name)
            + f"kernel values up to {size:.3g}, squared distances up to {D2:.3g}; allowed: "
            f"{SIZES[0]:g} to {SIZES[1]:g}; give the data in another unit"
        )


def _without_rank(study: Study) -> ConfigError:
    """The error for a centered kernel without an eigenvalue that is positive beyond rounding."""
    data, kernel = study.data, study.data.kernel
    are_points = isinstance(data, Vectors)
    differ = are_points and np.ptp(data.X, axis=0).any()
    is_positive = are_points and kernel.is_positive_semidefinite
    if differ and (is_positive or not len(dual.spectrum(data.K, data.element_error).negative)):
        why = (
            f"the samples differ, but by less than rounding to the kernel {kernel.name} (rank 0); "
            "allowed: at least one positive eigenvalue; " + larger_differences(kernel)
        )
    elif is_positive or not data.D2.any():
        why = (
            "all samples are the same to the kernel (rank 0); allowed: data that vary; are these "
            "the columns that you mean?"
        )
    else:
        do = "take other parameters, or another kernel"
        why = (
            "no eigenvalue of the centered kernel is positive beyond rounding; allowed: at least "
            f"one; {do if are_points else 'are these distances, or the negative of a kernel?'}"
        )
    return ConfigError(at("studies", study.name) + why)


def _solved(study: Study, config: StudyConfig, ranks: OneRank, pairs: Pairs | None) -> Study:
    """The solved study; raises ``ConfigError`` for what the solvers refuse."""
    where = ("studies", study.name)
    try:
        return study.solve(config.max_memory, ranks, pairs)
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


def _cut(study: Study, solution: Solution, vanishing: str) -> list[str]:
    """Refuse components that cut a group of equal eigenvalues; a remark where that is not known."""
    try:
        group = solution.split_group
    except PartialError:
        return [
            f"whether component {solution.components} belongs to a group of eigenvalues that "
            "rounding does not separate, and that continues with the next one, is not known"
        ]
    if group is not None:
        raise ConfigError(
            at("studies", study.name, "components")
            + f"{solution.components} cuts the eigenvalues {group[0]} to {group[1]}, which "
            "rounding does not separate; allowed next to it: "
            + (" or ".join(map(str, solution.uncut)) or "none")
            + (f"; {vanishing}" if vanishing else "")
        )
    return []


NOT_EUCLIDEAN = "not Euclidean: "


def _negative(study: Study, solution: Solution, config: StudyConfig) -> list[str]:
    """A remark on negative eigenvalues; raises ``ConfigError`` where they are not accepted."""
    if not (negative := _counted(study, solution)):
        return []
    if isinstance(study.data, Distances):
        remark = NOT_EUCLIDEAN + "no points have exactly these distances, because " + negative
        # A correction counts each sample once.
        if config.correction != "none" or study.weights is not None:
            return [remark]
        return [
            f"{remark}; "
            + setting(correction="lingoes")
            + " or 'cailliez' makes the distances Euclidean"
        ]
    if config.indefinite == "refuse":
        raise ConfigError(
            at("studies", study.name)
            + f"the kernel is not positive semi-definite: {negative}; allowed only with "
            + setting(indefinite="keep")
            + ": components are then made of the positive ones"
        )
    return [f"indefinite kernel, kept: {negative}"]


def _counted(study: Study, solution: Solution) -> str:
    """How much negative eigenvalues hold; of a given matrix also those of all samples, else ""."""
    data, of = study.data, ""
    if not (len(solution.negative) or isinstance(data, Vectors) or study.placed_again):
        solution = dual.spectrum(joint(data), data.element_error)
        of = ", new samples among them,"
    if not (count := len(solution.negative)):
        return ""
    are, hold = ("is", "holds") if count == 1 else ("are", "hold")
    return (
        f"{count} of {solution.n} eigenvalues{of} {are} negative beyond rounding "
        f"and {hold} {100.0 * solution.negative_mass:.3g} % of the sum of absolute values"
    )


def _same_to_the_kernel(study: Study) -> list[str]:
    """A remark on points that are not equal, but at distance 0 up to rounding to the kernel."""
    data = study.data
    if not isinstance(data, Vectors):
        return []
    at_zero = np.abs(data.D2) <= data.distance_error
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


def _vanishing(study: Study) -> str:
    """A sentence if a kernel with a bandwidth vanishes between all samples, else "".

    In tiles the row means show it, as no value is negative. Otherwise it is looked for between
    samples that differ: squared distances up to ``distance_error`` are 0 up to rounding.
    """
    data, solution = study.data, study.solution
    if not isinstance(data, Vectors) or "median" not in data.kernel.words:
        return ""
    if checking.is_partial(study.statements, data.kernel):
        weights = 1.0 if study.weights is None else study.weights
        own = weights * data.kernel.diagonal(data.X)
        between = solution.total_weight * study.solved.means - own
    else:
        between = np.abs(data.K[data.distance_error < data.D2])
    vanishes = len(between) > 0 and between.max() <= solution.matrix_error
    return too_narrow(data.kernel) if vanishes else ""


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


def _less_accurate(study: Study) -> list[str]:
    """A remark on new samples that rounding places less accurately than the training samples."""
    doubt = None if study.placed_again else study.doubt
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
