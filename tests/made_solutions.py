"""Solutions with a spectrum and vectors of a test's own choice."""

import numpy as np

from kpca.solvers.groups import NOTHING
from kpca.solvers.solution import Solution


def made(spectrum, V, bound, after=None):
    """A solution without residuals; of a partial one the next eigenvalue may equal the last."""
    if after is None:
        after = NOTHING if len(spectrum) == len(V) else spectrum[-1]
    return Solution(
        spectrum,
        V,
        residuals=np.zeros(V.shape[1]),
        matrix_error=bound,
        errors=np.full(len(spectrum), bound),
        after=after,
        trace=float(np.sum(spectrum)),
        frobenius=float(np.linalg.norm(np.asarray(spectrum, dtype=float))),
        trace_error=len(V) * bound,
    )
