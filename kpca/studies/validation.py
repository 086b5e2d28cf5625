"""Check before any notebook starts whether a study can run, and what to report about its data."""

import numpy as np

from kpca.data import Distances, Vectors, joint
from kpca.formulations import dual
from kpca.solvers.partial import Solved
from kpca.solvers.solution import RankError, Solution
from kpca.studies import solving
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.samples import first_equal
from kpca.studies.study import Study
from kpca.studies.wording import larger_differences, listed

SIZES = (1e-100, 1e100)
"""Limits of kernel values, within which sums of their squares neither overflow nor vanish."""

MOST = 5
"""The most groups of components, or samples, that a remark lists."""


def validated(study: Study, config: StudyConfig) -> tuple[Solved, list[str]]:
    """The eigen-solve of a study with its certificate, and remarks on the data and on it.

    Raises ``ConfigError`` with key, value, what is allowed and what to do.

    Refused are kernel values that overflow or vanish, more components than the centered kernel has
    rank, components that cut a group of equal eigenvalues, and a kernel that is indefinite beyond
    rounding, unless the configuration says ``indefinite: keep``: on the training samples, and for a
    given matrix also on all samples.
    """
    data = study.data
    with np.errstate(all="ignore"):
        # The matrices are formed here. Squared distances up to ``zero`` are 0 up to rounding.
        largest = [float(np.abs(A).max()) for A in (data.K, data.D2, data.K_new, data.G_new)]
        zero = data.distance_error
        _require_finite(study, *largest)
        solved = _fitted(study, zero)
        negative = _counted(solved.solution) or _counted(
            _with_new(study), ", new samples among them,"
        )
        remarks = _remarks(study, solved, zero)
        remarks += _negative(study, negative, config) if negative else []
    return solved, remarks


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
                f"studies.{study.name}: the kernel value of {rows[i]!r} and {columns[j]!r} is "
                f"{A[i, j]:g}; allowed: finite values; take a smaller gamma or degree, give the "
                "data in another unit (above 1.3e154 squares overflow), or 'standardize: true'"
            )
    if D2 == 0.0:
        raise _without_rank(study)
    size = max(K, D2, K_new, G_new)
    if not SIZES[0] < D2 <= size < SIZES[1]:
        raise ConfigError(
            f"studies.{study.name}: kernel values up to {size:.3g}, squared distances up to "
            f"{D2:.3g}; allowed: {SIZES[0]:g} to {SIZES[1]:g}; give the data in another unit"
        )


def _without_rank(study: Study) -> ConfigError:
    """The error for a centered kernel without an eigenvalue that is positive beyond rounding."""
    data, where = study.data, f"studies.{study.name}"
    are_points = isinstance(data, Vectors)
    if are_points and np.ptp(data.X, axis=0).any() and not _is_negative(data):
        return less_than_rounding(study)
    if not data.D2.any():
        return all_the_same(study)
    do = "take other parameters, or another kernel"
    return ConfigError(
        f"{where}: no eigenvalue of the centered kernel is positive beyond rounding; allowed: at "
        f"least one; {do if are_points else 'are these distances, or the negative of a kernel?'}"
    )


def less_than_rounding(study: Study) -> ConfigError:
    """The error for points that differ, but by less than rounding to the kernel."""
    kernel = study.data.kernel
    return ConfigError(
        f"studies.{study.name}: the samples differ, but by less than rounding to the kernel "
        f"{kernel.name} (rank 0); allowed: at least one positive eigenvalue; "
        f"{larger_differences(kernel)}"
    )


def all_the_same(study: Study) -> ConfigError:
    """The error for samples of which all are at distance 0 to the kernel."""
    return ConfigError(
        f"studies.{study.name}: all samples are the same to the kernel (rank 0); allowed: data "
        "that vary; are these the columns that you mean?"
    )


def _is_negative(data: Vectors) -> bool:
    """Whether some eigenvalue is negative beyond rounding."""
    return len(dual.spectrum(data.K, data.element_error).negative) > 0


def _fitted(study: Study, zero: float) -> Solved:
    """The eigen-solve; raises ``ConfigError`` for a number of components that has no meaning."""
    key = f"studies.{study.name}.components"
    try:
        solved = solving.solve(study)
    except RankError as error:
        if error.rank == 0:
            raise _without_rank(study) from error
        raise ConfigError(f"{key}: {error}") from error
    # Components that cut no group lie a thousand cut-offs of the eigen-solve above 0.
    if solved.solution.split_group:
        raise cut(study, solved.solution, _vanishing(study, solved.solution, zero))
    return solved


def cut(study: Study, solution: Solution, vanishing: str = "") -> ConfigError:
    """The error for components that cut a group of equal eigenvalues."""
    assert solution.split_group is not None
    first, last = solution.split_group
    most = solution.rank if solution.complete else len(solution.spectrum)
    allowed = [number for number in (first - 1, last) if 1 <= number <= most]
    return ConfigError(
        f"studies.{study.name}.components: {study.components} cuts the eigenvalues {first} to "
        f"{last}, which rounding does not separate; allowed next to it: "
        f"{' or '.join(map(str, allowed)) or 'none'}{f'; {vanishing}' if vanishing else ''}"
    )


def _negative(study: Study, negative: str, config: StudyConfig) -> list[str]:
    """A remark on negative eigenvalues; raises ``ConfigError`` where they are not accepted."""
    if isinstance(study.data, Distances):
        corrections = "; 'correction: lingoes' or 'cailliez' makes them Euclidean"
        return [f"not Euclidean: {negative}{corrections if config.correction == 'none' else ''}"]
    if config.indefinite == "refuse":
        raise ConfigError(
            f"studies.{study.name}: the kernel is not positive semi-definite: {negative}; allowed "
            "only with 'indefinite: keep': components are then made of the positive ones"
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


def _remarks(study: Study, solved: Solved, zero: float) -> list[str]:
    """All remarks on a study and its eigen-solve; none on most data."""
    solution = solved.solution
    vanishing = _vanishing(study, solution, zero)
    of_kernel = [vanishing] if vanishing else _unlike(study, solution)
    of_solution = [*not_certified(solved), *rotatable(solution), *less_accurate(study, solved)]
    return [*_same_to_the_kernel(study, zero), *of_kernel, *of_solution]


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
    return too_narrow(data)


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


def too_narrow(data: Vectors) -> str:
    """The sentence for a kernel with a bandwidth that vanishes between all samples that differ."""
    width = data.kernel.width
    value = getattr(data.kernel, width.parameter)
    return (
        "the kernel values of all pairs of different samples are 0 up to rounding, so that no "
        f"sample is more similar to one than to another; {width.parameter} = {value:.6g} is too "
        f"{width.narrow} for these data: take a {width.wider} one, or '{width.parameter}: median'"
    )


def not_certified(solved: Solved) -> list[str]:
    """Remarks on what the certificate does not prove."""
    return [f"the solution is not certified: {text}" for text in solved.certificate.reasons]


def less_accurate(study: Study, solved: Solved) -> list[str]:
    """A remark on new samples that rounding places less accurately than the training samples."""
    doubt = None if study.placed_again else solving.doubt(study, solved)
    return [doubt.in_words(repr(study.new_names[doubt.sample]))] if doubt else []


def rotatable(solution: Solution) -> list[str]:
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
