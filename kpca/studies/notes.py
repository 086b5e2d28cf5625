"""Notes on what the kernel and its eigenvalues make of the samples of a study."""

import numpy as np

from kpca.data import Vectors
from kpca.solvers.solution import Solution
from kpca.studies.samples import first_equal
from kpca.studies.study import Study

MOST = 5
"""The most groups of components that a note lists."""


def on(study: Study, solution: Solution) -> list[str]:
    """All notes on a study and its eigen-solve; none on most data."""
    vanishing = vanishing_values(study, solution)
    return [*same_to_the_kernel(study), *([vanishing] if vanishing else []), *rotatable(solution)]


def same_to_the_kernel(study: Study) -> list[str]:
    """A note on points that are not equal, but at distance 0 up to rounding to the kernel."""
    data = study.data
    if not isinstance(data, Vectors):
        return []
    at_zero = np.abs(data.D2) <= data.distance_error
    if at_zero.sum() <= study.n:
        return []
    rows, columns = np.nonzero(np.triu(at_zero, 1))
    first = first_equal(data.X)
    pairs = np.flatnonzero(first[rows] != first[columns])
    if not pairs.size:
        return []
    one, other = study.names[rows[pairs[0]]], study.names[columns[pairs[0]]]
    count = (
        "1 pair of samples differs" if pairs.size == 1 else f"{pairs.size} pairs of samples differ"
    )
    return [
        f"{count}, but not to the kernel {data.kernel.name}, up to rounding: "
        f"{'' if pairs.size == 1 else 'for example '}{one!r} and {other!r}"
    ]


def vanishing_values(study: Study, solution: Solution) -> str:
    """A sentence if a kernel with a bandwidth vanishes between all samples that differ, else ""."""
    data = study.data
    if not isinstance(data, Vectors) or "median" not in data.kernel.words:
        return ""
    squares = data.D2
    between = data.K[squares > data.distance_error]
    if not len(between) or np.abs(between).max() > solution.bound:
        return ""
    return (
        "the kernel values of all pairs of different samples are 0 up to rounding, so that no "
        f"sample is more similar to one than to another; gamma = {data.kernel.gamma:.6g} is too "
        "large for these data: take a smaller one, or 'gamma: median'"
    )


def rotatable(solution: Solution) -> list[str]:
    """A note on components with one eigenvalue, whose axes are not determined."""
    found = [group for group in solution.groups if group.stop - group.start > 1]
    if not found:
        return []
    runs = [f"{group.start + 1} to {group.stop}" for group in found[:MOST]]
    runs += [f"{len(found) - MOST} more groups"] if len(found) > MOST else []
    listed = " and ".join(part for part in (", ".join(runs[:-1]), runs[-1]) if part)
    each = " in each group" if len(found) > 1 else ""
    return [
        f"components {listed} have one eigenvalue up to rounding{each}: together they are "
        "determined, but their axes may be rotated among themselves"
    ]
