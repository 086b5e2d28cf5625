"""Can a study be run, and what has to be told of it? Asked before any notebook starts."""

from dataclasses import replace

import numpy as np
import psutil

from kpca.config.faults import ConfigError
from kpca.config.study import StudyConfig
from kpca.formulations import dual
from kpca.formulations.solution import RankError, Solution
from kpca.study import Distances, Study

MATRICES = 16
"""Square matrices of all samples that the largest notebook holds at once (docs/design.md)."""

BASE_MB = 300.0
"""Memory of a notebook whose matrices are small, in 10^6 bytes."""

SIZES = (1e-100, 1e100)
"""Kernel values outside cannot be squared and multiplied any more: outside these, refused."""


def memory_mb(samples: int) -> float:
    """Largest memory of one notebook in 10^6 bytes, new samples counted with the others."""
    return BASE_MB + MATRICES * 8e-6 * samples**2


def require_memory(samples: int) -> None:
    """Raises ``ConfigError`` where one notebook alone would not fit."""
    needed, free = memory_mb(samples), psutil.virtual_memory().available / 1e6
    if needed > free:
        fits = int(max(0.0, (free - BASE_MB) / (MATRICES * 8e-6)) ** 0.5)
        raise ConfigError(
            f"{samples} samples: a notebook needs some {needed / 1e3:.1f} GB of memory, and "
            f"{free / 1e3:.1f} GB are free; allowed here: up to {fits} samples, training and new"
        )


def accepted(study: Study, config: StudyConfig) -> Study:
    """The study with its notes, or ``ConfigError``: key, value, what is allowed and what to do.

    Refused are kernel values that overflow or vanish, more components than the centered kernel has
    rank, components that cut a group of equal eigenvalues, and a kernel that is indefinite beyond
    rounding unless the configuration says ``indefinite: keep``.
    """
    with np.errstate(all="ignore"):
        _require_finite(study)
        solution = _fitted(study)
    notes = [*study.notes, *_negative(study, solution, config)]
    return replace(study, notes=tuple(notes))


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
    size = float(max(np.abs(data.K).max(), np.abs(data.D2).max()))
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
        raise ConfigError(f"{key}: {error}") from error
    # Components that cut no group lie a thousand cut-offs of this road above 0.
    if solution.split_group:
        first, last = solution.split_group
        allowed = [number for number in (first - 1, last) if 1 <= number <= solution.rank]
        raise ConfigError(
            f"{key}: {study.components} cuts the eigenvalues {first} to {last}, which rounding "
            f"cannot tell apart; allowed next to it: {' or '.join(map(str, allowed)) or 'none'}"
        )
    return solution


def _negative(study: Study, solution: Solution, config: StudyConfig) -> list[str]:
    """A note on negative eigenvalues; raises ``ConfigError`` where they are not accepted."""
    count = len(solution.negative)
    if count == 0:
        return []
    told = (
        f"{count} of {solution.n} eigenvalues are negative beyond rounding and hold "
        f"{solution.negative_mass:.3g} of the sum of |mu|"
    )
    if isinstance(study.data, Distances):
        return [f"not Euclidean: {told}; 'correction: lingoes' or 'cailliez' mends it"]
    if config.indefinite == "refuse":
        raise ConfigError(
            f"studies.{study.name}: the kernel is not positive semi-definite: {told}; allowed only "
            "with 'indefinite: keep': components are then made of the positive ones"
        )
    return [f"indefinite kernel, kept: {told}"]
