"""Check before any notebook starts whether a study can run, and what to report about its data."""

from dataclasses import replace

import numpy as np

from kpca.data import Distances, Vectors, joint
from kpca.formulations import dual
from kpca.solvers.solution import RankError, Solution
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.study import Study

SIZES = (1e-100, 1e100)
"""Limits of kernel values, within which sums of their squares neither overflow nor vanish."""


def validated(study: Study, config: StudyConfig) -> tuple[Study, Solution]:
    """The study with its notes, and its eigen-solve.

    Raises ``ConfigError`` with key, value, what is allowed and what to do.

    Refused are samples at which the kernel is not defined, kernel values that overflow or vanish,
    more components than the centered kernel has rank, components that cut a group of equal
    eigenvalues, and a kernel that is indefinite beyond rounding, unless the configuration says
    ``indefinite: keep``: on the training samples, and for a given matrix also on all samples.
    """
    with np.errstate(all="ignore"):
        _require_defined(study)
        _require_finite(study)
        solution = _fitted(study)
        notes = _negative(study, solution, config)
    return replace(study, notes=(*study.notes, *notes)), solution


def _require_defined(study: Study) -> None:
    data = study.data
    if not isinstance(data, Vectors):
        return
    for X, names in ((data.X, study.names), (data.X_new, study.new_names)):
        defined = data.kernel.is_defined(X)
        if not defined.all():
            name = names[int(np.argmin(defined))]
            raise ConfigError(
                f"studies.{study.name}: sample {name!r} is {data.kernel.undefined}, where the "
                f"kernel {data.kernel.name} is not defined, as are {int((~defined).sum())} samples "
                "in all; leave them out, or take another kernel"
            )


def _require_finite(study: Study) -> None:
    data, old, new = study.data, study.names, study.new_names
    for A, rows in ((data.K, old), (data.K_new, new), (data.G_new, new)):
        columns = new if A is data.G_new else old
        if not np.isfinite(A).all():
            i, j = np.argwhere(~np.isfinite(A))[0]
            raise ConfigError(
                f"studies.{study.name}: the kernel value of {rows[i]!r} and {columns[j]!r} is "
                f"{A[i, j]:g}; allowed: finite values; take a smaller gamma or degree, or "
                "'standardize: true'"
            )
    size = max(float(np.abs(A).max()) for A in (data.K, data.D2, data.K_new, data.G_new))
    spread = float(np.abs(data.D2).max())
    if spread == 0.0:
        raise ConfigError(
            f"studies.{study.name}: all samples are the same to the kernel (rank 0); allowed: data "
            "that vary; are these the columns that you mean?"
        )
    if not SIZES[0] < spread <= size < SIZES[1]:
        raise ConfigError(
            f"studies.{study.name}: kernel values up to {size:.3g}, squared distances up to "
            f"{spread:.3g}; allowed: {SIZES[0]:g} to {SIZES[1]:g}; give the data in another unit"
        )


def _fitted(study: Study) -> Solution:
    """The eigen-solve; raises ``ConfigError`` for a number of components that has no meaning."""
    data, key = study.data, f"studies.{study.name}.components"
    try:
        solution = dual.fit(data.K, study.components, data.entry_error)
    except RankError as error:
        if error.rank == 0:
            raise ConfigError(
                f"studies.{study.name}: no eigenvalue of the centered kernel is positive beyond "
                "rounding; allowed: at least one; are these distances, or the negative of a kernel?"
            ) from error
        raise ConfigError(f"{key}: {error}") from error
    # Components that cut no group lie a thousand cut-offs of the eigen-solve above 0.
    if solution.split_group:
        first, last = solution.split_group
        allowed = [number for number in (first - 1, last) if 1 <= number <= solution.rank]
        raise ConfigError(
            f"{key}: {study.components} cuts the eigenvalues {first} to {last}, which rounding "
            f"does not separate; allowed next to it: {' or '.join(map(str, allowed)) or 'none'}"
        )
    return solution


def _negative(study: Study, solution: Solution, config: StudyConfig) -> list[str]:
    """A note on negative eigenvalues; raises ``ConfigError`` where they are not accepted."""
    negative = _counted(solution) or _counted(_with_new(study), ", new samples among them,")
    if not negative:
        return []
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
    return dual.spectrum(joint(study.data), study.data.entry_error)
