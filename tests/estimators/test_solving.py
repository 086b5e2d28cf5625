"""The choice of the solver, the memory, and the shares of the variance with their warnings."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import kernels
from kpca.estimators import solving
from kpca.estimators.solving import (
    IndefiniteError,
    NegativeEigenvalueWarning,
    SplitGroupWarning,
)
from kpca.formulations import dual
from kpca.solvers import partial
from kpca.solvers.elements import KernelElements, MatrixElements

X = np.random.default_rng(0).normal(size=(700, 4))
ELEMENTS = KernelElements(kernels.RBF(0.3), X)


def test_a_matrix_that_may_have_negative_eigenvalues_is_solved_as_a_whole(monkeypatch):
    # More threads need more memory, and LAPACK does not.
    monkeypatch.setattr(partial, "THREADS", 2)
    K = ELEMENTS.kernel(X, X)
    unknown, positive = MatrixElements(K), MatrixElements(K, 0.0, True)
    assert solving.solve(unknown, 3, 1e9, "complete").solver == "LAPACK"
    assert solving.solve(positive, 3, 1e9, "complete").solver == "block Krylov"
    assert solving.solve(positive, 3, 1e9, "complete", whole=True).solver == "LAPACK"
    assert solving.solve(unknown, 3, 1.5e7, "residuals").solver == "block Krylov", "memory"
    monkeypatch.setattr(solving, "INDEFINITE", 699)
    assert solving.solve(unknown, 3, 1e9, "complete").solver == "block Krylov"


def test_the_word_of_the_certificate_limits_its_passes():
    assert solving.CERTIFY == {"complete": 60, "residuals": 0}
    more = {"tolerance": 1e-6, "seed": 3}
    coarse = solving.solve(ELEMENTS, 3, 1e9, "residuals", **more)
    assert coarse.passes < solving.solve(ELEMENTS, 3, 1e9, "residuals").passes


def test_without_a_number_of_bytes_the_default_holds():
    assert solving.memory(None) == partial.MEMORY == 8 * 2**30
    assert solving.memory(1e6) == 1e6


def test_the_shares_of_a_complete_solution_are_those_of_the_sum_of_sizes_with_a_warning():
    solution = dual.fit(gram(SPECTRA["indefinite"]), 3)
    size = np.abs(SPECTRA["indefinite"]).sum()
    with pytest.warns(NegativeEigenvalueWarning, match=r"4 of 30 .* hold 23\.\d+% .*: and so on"):
        solving.warn_of_negative(solution, "and so on")
    shares, errors = solving.shares(solution, 5)
    assert shares[3:].tolist() == errors[3:].tolist() == [0.0, 0.0]
    shares, errors = shares[:3], errors[:3]
    assert (errors > 0.0).all()
    assert (errors < 1e-11).all()
    np.testing.assert_allclose(shares, SPECTRA["indefinite"][:3] / size, rtol=1e-12)


def test_a_part_of_a_spectrum_has_shares_of_the_trace_and_a_warning_where_that_is_too_small():
    positive = solving.solve(ELEMENTS, 3, 1e9, "residuals").solution
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solving.warn_of_negative(positive, "")
    shares, errors = solving.shares(positive, 3)
    np.testing.assert_array_equal(shares, positive.mu / positive.trace)
    np.testing.assert_array_equal(errors, positive.explained_errors)


@pytest.mark.parametrize("lowest", [-1.0, -0.14])
@pytest.mark.parametrize("positive", [0.0, 3.0])
def test_where_others_are_negative_the_shares_are_upper_bounds_below_1(lowest, positive):
    spectrum = np.r_[50.0, 40.0, positive, np.linspace(-0.1, lowest, 696)]
    negative = partial.solve(MatrixElements(gram(np.sort(spectrum)[::-1]), 0.0), 2).solution
    with pytest.warns(
        NegativeEigenvalueWarning, match=r"add up to more than the trace, .*, namely to 90"
    ):
        solving.warn_of_negative(negative, "")
    shares, errors = solving.shares(negative, 2)
    exact = np.array([50.0, 40.0]) / np.abs(spectrum).sum()
    assert (shares >= exact - 1e-12).all()
    assert (shares - errors <= exact).all()
    assert shares.sum() < 1.0
    # With every positive eigenvalue known, nothing is lost.
    if positive == 0.0:
        np.testing.assert_allclose(shares, exact, rtol=1e-9)


CUT = gram(np.array([6.0, 4.0, 4.0, 4.0, 1.5, 0.25, 0.25, 1e-12]))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (1, None),
        (2, "2 components cut the eigenvalues 2 to 4, .* nothing: 1 and 4$"),
        (3, "3 components cut the eigenvalues 2 to 4, .* nothing: 1 and 4$"),
        (4, None),
        (5, None),
        (6, "6 components cut the eigenvalues 6 to 7, .* nothing: 5 and 7$"),
        (7, None),
    ],
)
def test_a_cut_of_equal_eigenvalues_is_a_warning_with_the_numbers_that_do_not_cut(asked, said):
    solution = dual.fit(CUT, asked)
    if said is None:
        solving.warn_of_cut(solution, True, asked, "complete")
        return
    with pytest.warns(SplitGroupWarning, match=said):
        solving.warn_of_cut(solution, True, asked, "complete")
    # Fewer components than were asked for: another warning says so.
    solving.warn_of_cut(solution, True, asked + 1, "complete")


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        (1, 2.2e-3, "1 component cuts the eigenvalues 1 to 4, .* within 0.0022: .* nothing: 4$"),
        (2, 1e-2, "2 components cut the eigenvalues 1 to 9, .* nothing: none is known$"),
        (5, 1.4e-3, "5 components cut .* 5 to 9, .* nothing: 4$"),
    ],
)
def test_eigenvalues_closer_than_a_thousand_times_their_error_count_as_equal(asked, error, said):
    """Above the cut-off, no number of components may lie beyond the rank."""
    solution = replace(dual.fit(CUT, asked), matrix_error=error)
    with pytest.warns(SplitGroupWarning, match=said):
        solving.warn_of_cut(solution, True, asked, "complete")


@pytest.mark.parametrize(
    ("asked", "certify", "said"),
    [
        (1, "complete", None),
        (2, "complete", "2 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
        (3, "complete", "3 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
        (1, "residuals", None),
        (2, "residuals", None),
        (3, "residuals", "3 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
    ],
)
def test_of_a_part_of_the_spectrum_a_group_that_may_go_on_is_a_warning(asked, certify, said):
    """Without passes of the certificate, nothing is known of what follows the last component."""
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    solved = solving.solve(MatrixElements(gram(mu), 0.0, True), asked, 1e9, certify)
    solution, proved = solved.solution, solved.certificate.proved
    assert not solution.complete
    if said is None:
        solving.warn_of_cut(solution, proved, asked, certify)
        return
    with pytest.warns(SplitGroupWarning, match=said):
        solving.warn_of_cut(solution, proved, asked, certify)
    # A gap that is proved says that the group ends, although not by how much.
    solving.warn_of_cut(solution, True, asked, certify)


ASKED = gram(np.array([6.0, -4.5, 3.0, 1.5, -1e-3, 0.2]))
"""Eigenvalues: 6, 3, 1.5, 0.2, 0, -0.001, -4.5."""


@pytest.mark.parametrize(
    ("asked", "by_size", "message"),
    [
        (5, False, None),
        (6, False, "of the 6 eigenvalues asked for, 1 lie .* least is -0.001; .* at most 5 comp"),
        (7, False, "of the 7 eigenvalues asked for, 2 lie .* least is -4.5; .* at most 5 comp"),
        (99, False, "of the 7 eigenvalues asked for"),
        (1, True, None),
        (2, True, "of the 2 eigenvalues largest in size, 1 .* -4.5; .* at most 1 component[.]"),
    ],
)
def test_a_negative_eigenvalue_is_refused_if_it_was_asked_for(asked, by_size, message):
    solution = dual.fit(ASKED, 1)
    assert solution.n == 7
    if message is None:
        solving.require_positive(solution, asked, by_size)
        return
    with pytest.raises(IndefiniteError, match=message) as error:
        solving.require_positive(solution, asked, by_size)
    assert str(error.value).startswith("the kernel is not positive semi-definite: ")
    assert "indefinite='keep'" in str(error.value)


def test_negative_within_rounding_and_unknown_eigenvalues_are_not_refused():
    solution = dual.fit(ASKED, 1)
    within = replace(solution, matrix_error=4.6, errors=np.full(7, 4.6))
    solving.require_positive(within, 7)
    with pytest.raises(IndefiniteError, match="below -0.5"):
        solving.require_positive(replace(solution, matrix_error=0.5), 7)
    part = partial.solve(MatrixElements(gram(np.r_[50.0, 40.0, -np.linspace(0.1, 1.0, 697)])), 2)
    assert not part.solution.complete
    solving.require_positive(part.solution, 2)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_fit_that_fails_leaves_an_estimator_as_it_was(error):
    class Estimator:
        pass

    one = Estimator()
    one.kept, one.changed = 1, 2
    with pytest.raises(error), solving.all_or_nothing(one):
        one.changed, one.new = 3, 4
        del one.kept
        raise error
    assert vars(one) == {"kept": 1, "changed": 2}
    with solving.all_or_nothing(one):
        one.changed = 5
    assert vars(one) == {"kept": 1, "changed": 5}


def test_by_size_as_many_components_are_allowed_as_come_before_the_first_negative_one():
    """In size 6, -5, 4 and -3: one before the first negative, and two that are positive."""
    solution = dual.fit(gram(np.r_[6.0, 4.0, np.zeros(25), -3.0, -5.0]), 2)
    with pytest.raises(solving.IndefiniteError, match="at most 1 component"):
        solving.require_positive(solution, 4, by_size=True)
    solving.require_positive(solution, 1, by_size=True)
