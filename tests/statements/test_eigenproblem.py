"""Helpers of the statements on the eigenproblem: the rank counted twice."""

from types import SimpleNamespace

import numpy as np
import pytest
from made_solutions import made

from kpca.centering import center
from kpca.formulations import dual
from kpca.solvers.chosen_spectra import gram
from kpca.statements import eigenproblem
from kpca.statements.check import STATEMENTS, Check

K = gram(np.array([4.0, 1.0, 1e-3]))
CUTOFF = 1e-4


@pytest.mark.parametrize(("bound", "off"), [(1e-4, 0), (5e-4, 0), (1e-2, 1), (2.0, 2), (1e-17, 0)])
def test_the_rank_is_off_by_the_eigenvalues_that_its_own_cut_off_loses(bound, off):
    """The matrix has three eigenvalues above 1e-4, the nearest of them ten times above it."""
    found = dual.fit(K, 1)
    solution = made(found.spectrum * (found.spectrum > 1e-12), found.V, bound)
    measured, allowed, control = eigenproblem._miscounted(center(K), solution, CUTOFF)
    assert (measured, control) == (off, len(K) - 3)
    assert 0.0 < allowed < 1e-15


def test_an_eigenvalue_at_the_cut_off_may_count_or_not():
    at = gram(np.array([4.0, 1.0, 1e-4]))
    found = dual.fit(at, 1)
    for bound in (0.5e-4, 1.5e-4):
        solution = made(found.spectrum, found.V, bound)
        assert eigenproblem._miscounted(center(at), solution, CUTOFF)[0] == 0


@pytest.mark.parametrize(("at", "agrees"), [(1, True), (2, False), (4, False)])
def test_e13_an_eigenvalue_beyond_the_features_that_vary_is_seen(at, agrees):
    """Three features, of which one is constant, have two eigenvalues that are not 0."""
    Phi = np.random.default_rng(0).normal(size=(6, 3)) * [1.0, 0.0, 1.0] + [0.0, 5.0, 0.0]
    found = dual.fit(Phi @ Phi.T, 1)
    spectrum = found.spectrum + 1e-6 * (np.arange(6) == at)
    wrong = made(spectrum, found.V, found.matrix_error)
    case = SimpleNamespace(K=Phi @ Phi.T, whole=wrong, element_error=1e-15, Phi=Phi)
    part = STATEMENTS["E13"].parts(case)["beyond the features"]
    assert (Check.of("E13", {"beyond the features": part}).ratio <= 1.0) is agrees


@pytest.mark.parametrize("n", [3, 5])
def test_e13_as_many_varying_features_as_samples_leave_nothing_beyond(n):
    Phi = np.random.default_rng(0).normal(size=(n, 5))
    K = Phi @ Phi.T
    case = SimpleNamespace(K=K, whole=dual.fit(K, 1), element_error=1e-14, Phi=Phi)
    assert "beyond the features" not in STATEMENTS["E13"].parts(case)
