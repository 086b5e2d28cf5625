"""Groups of eigenvalues that rounding does not separate, and the gaps between the groups.

A spectrum (k,) is descending, and may end before the last eigenvalue: ``after`` is then an upper
bound on the next one. After a complete spectrum there is none, and ``after`` is minus infinity.
"""

import numpy as np

from kpca import tolerances
from kpca.arrays import Array

NOTHING = -np.inf
"""The value of ``after`` for a complete spectrum: no eigenvalue follows."""


def groups(spectrum: Array, d: int, bound: float, after: float = NOTHING) -> list[slice]:
    """Runs of eigenvalues among the first d that rounding does not separate.

    Their common eigenspace is determined, but the single eigenvectors are not.

    Neighbors closer than ``tolerances.GROUP_FACTOR * bound`` share a group. A group that runs past
    the d-th eigenvalue is left out, because the first d eigenvectors do not span its eigenspace. A
    last group is also left out if the eigenvalue ``after`` it may belong to it.

    >>> groups(np.array([5.0, 5.0, 3.0, 1.0]), 3, 1e-12)
    [slice(0, 2, None), slice(2, 3, None)]
    """
    apart = tolerances.GROUP_FACTOR * bound
    edges = np.flatnonzero(-np.diff(spectrum) >= apart) + 1
    ends = [len(spectrum)] if len(spectrum) and spectrum[-1] - after >= apart else []
    stops = [*edges, *ends]
    return [
        slice(int(start), int(stop))
        for start, stop in zip([0, *edges], stops, strict=False)
        if stop <= d
    ]


def gap(spectrum: Array, group: slice, after: float = NOTHING) -> float:
    """Distance of a group of eigenvalues to all others; infinite where there are no others.

    The gap is at least 0: the bound ``after`` may be larger than the last eigenvalue.
    """
    above = spectrum[group.start - 1] - spectrum[group.start] if group.start else np.inf
    lower = spectrum[group.stop] if group.stop < len(spectrum) else after
    return float(max(0.0, min(above, spectrum[group.stop - 1] - lower)))
