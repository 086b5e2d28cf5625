"""Helpers of the statements on the eigenproblem: the rank counted twice."""

import numpy as np
import pytest

from kpca.centering import center
from kpca.formulations import dual
from kpca.formulations.solution import Solution
from kpca.identities import eigenproblem
from kpca.spectra import gram

K = gram(np.array([4.0, 1.0, 1e-3]))
CUTOFF = 1e-4


@pytest.mark.parametrize(("bound", "off"), [(1e-4, 0), (5e-4, 0), (1e-2, 1), (2.0, 2), (1e-17, 0)])
def test_the_rank_is_off_by_the_eigenvalues_that_its_own_cut_off_loses(bound, off):
    """The matrix has three eigenvalues above 1e-4, the nearest of them ten times above it."""
    found = dual.fit(K, 1)
    solution = Solution(found.spectrum * (found.spectrum > 1e-12), found.V, 0.0, bound)
    measured, allowed, control = eigenproblem._miscounted(center(K), solution, CUTOFF)
    assert (measured, control) == (off, len(K) - 3)
    assert 0.0 < allowed < 1e-15


def test_an_eigenvalue_at_the_cut_off_may_count_or_not():
    at = gram(np.array([4.0, 1.0, 1e-4]))
    found = dual.fit(at, 1)
    for bound in (0.5e-4, 1.5e-4):
        solution = Solution(found.spectrum, found.V, 0.0, bound)
        assert eigenproblem._miscounted(center(at), solution, CUTOFF)[0] == 0
