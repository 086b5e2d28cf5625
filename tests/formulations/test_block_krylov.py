"""The block Krylov method gives the leading components of the eigen-solve, or says why not."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram

from kpca import kernels
from kpca.centering import center
from kpca.data import Gram, Vectors
from kpca.formulations import block_krylov, dual
from kpca.formulations.block_krylov import UncertifiedError
from kpca.solvers import krylov
from kpca.solvers.solution import PartialError, RankError
from kpca.statements import formulations_agree
from kpca.statements.case import Case

LEADING = krylov.leading


@pytest.mark.parametrize("seed", [0, 1])
def test_e11_it_agrees_with_the_eigen_solve_on_every_kernel_from_any_start(any_study, seed):
    data, d = any_study.data, any_study.components
    reference = dual.fit(data.K, d, data.element_error)
    positive = data.kernel.is_positive_semidefinite
    other = block_krylov.fit(data.K, d, data.element_error, positive, seed)
    check = formulations_agree.same_eigenvalues_and_scores(reference, {"block Krylov": other})
    assert check.agrees
    assert check.decided == check.entries


WHOLE_GROUPS = {
    "decaying": (1, 4, 12, 29),
    "clustered at 1e-9": (1, 2, 4, 5),
    "degenerate": (3, 5, 6),
    "rank-deficient": (1, 2, 4),
    "steep": (1, 5, 15),
    "indefinite": (1, 3, 5),
}
"""Numbers of components after which the next eigenvalue is smaller. The gap of 1e-9 after the first
of a cluster of two is found with the help of guards."""

EVERY_KIND = [(name, d) for name, numbers in WHOLE_GROUPS.items() for d in numbers]


@pytest.mark.parametrize(("name", "d"), EVERY_KIND)
def test_no_eigenvalue_is_off_by_more_than_its_bound_on_any_kind_of_spectrum(name, d):
    found = block_krylov.fit(gram(SPECTRA[name]), d)
    chosen = SPECTRA[name]
    off = np.abs(found.mu - chosen[:d])
    assert (off <= found.errors + 1e-14).all()
    assert found.errors.max() <= 2e-12 * np.sqrt(d)
    assert found.residual <= found.matrix_error
    assert chosen[d] <= found.after if d < len(chosen) else found.after < 1e-4
    assert found.after < found.mu[-1]


CUT = [("clustered at 1e-9", 7), ("degenerate", 1), ("degenerate", 4)]


@pytest.mark.parametrize(("name", "d"), CUT)
@pytest.mark.parametrize("positive", [True, False])
def test_a_number_of_components_that_cuts_a_cluster_is_refused_with_the_reason(name, d, positive):
    reason = "the next eigenvalue is at most .* the last component cuts a cluster; ask for another"
    with pytest.raises(UncertifiedError, match=reason):
        block_krylov.fit(gram(SPECTRA[name]), d, 0.0, positive)


def _first_left_out(operator, start, d, *options, **more):
    found = LEADING(operator, start, d + 1, *options, **more)
    return replace(found, V=found.V[:, 1:])


def _second_turned(operator, start, d, *options, **more):
    found = LEADING(operator, start, d + 1, *options, **more)
    V = found.V[:, :d].copy()
    V[:, 1] = np.cos(1e-6) * V[:, 1] + np.sin(1e-6) * found.V[:, d]
    return replace(found, V=V)


def _first_twice(operator, start, d, *options, **more):
    found = LEADING(operator, start, d, *options, **more)
    return replace(found, V=found.V[:, [0, *range(d - 1)]])


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (_first_left_out, "a larger eigenvalue may have been missed"),
        (_second_turned, "the residual, computed again, is"),
        (_first_twice, "the vectors are orthonormal up to 1 only"),
    ],
)
def test_pairs_that_are_not_the_largest_are_not_returned(broken, reason, monkeypatch):
    K = gram(SPECTRA["decaying"])
    assert block_krylov.fit(K, 3).components == 3
    monkeypatch.setattr(krylov, "leading", broken)
    with pytest.raises(UncertifiedError, match=f"the solution is not certified: .*{reason}"):
        block_krylov.fit(K, 3)


def test_what_is_not_certified_is_named_with_its_reason_and_not_compared():
    K = gram(SPECTRA["degenerate"])
    case = Case(Gram(K, K, K), 4)
    assert "block Krylov" not in case.formulations
    reason = case.unavailable["block Krylov"]
    assert reason.startswith("UncertifiedError: the solution is not certified: the next eigenvalue")


def test_three_points_on_a_line():
    x = np.array([[1.0], [2.0], [6.0]])
    found = block_krylov.fit(x @ x.T, 1)
    np.testing.assert_allclose(found.mu, [14.0], rtol=1e-14)
    np.testing.assert_allclose(found.scores[:, 0], [-2.0, -1.0, 3.0], rtol=1e-14)
    assert found.trace == pytest.approx(14.0, rel=1e-13, abs=0.0)
    assert found.frobenius == pytest.approx(14.0, rel=1e-13, abs=0.0)


def test_two_samples_have_one_component_and_one_sample_has_none():
    found = block_krylov.fit(np.array([[2.0, 0.0], [0.0, 4.0]]), 1)
    np.testing.assert_allclose(found.mu, [3.0], rtol=1e-14)
    np.testing.assert_allclose(found.V[:, 0], [0.5**0.5, -(0.5**0.5)], rtol=1e-14)
    with pytest.raises(RankError, match="1 component asked for, but 0 .*allowed: none"):
        block_krylov.fit(np.array([[2.0]]), 1)


def test_only_the_eigenvalues_asked_for_are_known_with_the_norms_of_the_whole():
    """7, 4, 2 and 1: after two of them the others are at most sqrt(2^2 + 1^2)."""
    found = block_krylov.fit(gram(SPECTRA["rank-deficient"]), 2)
    np.testing.assert_allclose(found.spectrum, [7.0, 4.0], rtol=1e-13)
    assert not found.complete
    assert found.trace == pytest.approx(14.0, rel=1e-12, abs=0.0)
    assert found.frobenius == pytest.approx(70.0**0.5, rel=1e-12, abs=0.0)
    assert found.after == pytest.approx(5.0**0.5, rel=1e-9, abs=0.0)
    with pytest.raises(PartialError, match="2 of 30 eigenvalues are known"):
        _ = found.rank


def test_nothing_is_left_of_the_trace_if_theory_says_that_no_eigenvalue_is_negative():
    """By squares, the root of the rounding is left."""
    K = gram(SPECTRA["rank-deficient"])
    assert 0.0 <= block_krylov.fit(K, 4, 0.0, positive=True).after < 1e-10
    assert 1e-7 < block_krylov.fit(K, 4).after < 1e-4


def test_the_largest_eigenvalues_are_found_if_a_negative_one_is_larger_in_size():
    found = block_krylov.fit(gram(np.array([3.0, 1.0, 0.5, 0.2, -5.0])), 2)
    np.testing.assert_allclose(found.mu, [3.0, 1.0], rtol=1e-13)
    assert 0.5 <= found.after < 1.0


def test_an_error_of_the_entries_widens_the_bound_n_times():
    K = gram(SPECTRA["decaying"])
    wider = block_krylov.fit(K, 3, 1e-6).matrix_error - block_krylov.fit(K, 3).matrix_error
    assert wider == pytest.approx(30e-6, rel=1e-6, abs=0.0)


@pytest.mark.parametrize("n", [12, 13, 14, 15])
def test_a_block_that_spans_every_centered_vector_finds_all_pairs(n):
    chosen = np.arange(n - 1.0, 0.0, -1.0)
    found = block_krylov.fit(gram(chosen), n - 1)
    np.testing.assert_allclose(found.mu, chosen, rtol=1e-12)


def test_more_samples_than_a_tile_and_a_group_wider_than_the_block():
    """A value of multiplicity 15, which one block of 12 vectors cannot span."""
    chosen = np.r_[9.0, [4.0] * 15, np.linspace(1.0, 0.1, 583)]
    found = block_krylov.fit(gram(chosen), 16)
    assert len(chosen) + 1 > 2 * 256
    np.testing.assert_allclose(found.mu, chosen[:16], rtol=1e-11)
    assert 1.0 <= found.after < 4.0


def test_a_matrix_of_rank_one_exhausts_the_block_at_once():
    """The linear kernel of points on a line."""
    X = np.arange(40.0)[:, None]
    data = Vectors(kernels.Linear(), X, X)
    found = block_krylov.fit(data.K, 1, data.element_error, positive=True)
    # The sum of squares about the mean: n (n^2 - 1)/12.
    np.testing.assert_allclose(found.mu, [40.0 * 1599.0 / 12.0], rtol=1e-13)


@pytest.mark.parametrize("unit", [1e-150, 1e-9, 1.0, 1e9, 1e140])
def test_it_is_the_same_in_any_unit(unit):
    K = gram(SPECTRA["decaying"])
    one, other = block_krylov.fit(K, 3), block_krylov.fit(unit * K, 3)
    np.testing.assert_allclose(other.mu, unit * one.mu, rtol=1e-12)
    assert other.matrix_error == pytest.approx(unit * one.matrix_error, rel=1e-2, abs=0.0)


@pytest.mark.parametrize("seed", range(30))
def test_it_agrees_with_the_eigen_solve_for_random_points(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    X, d = rng.normal(size=(n, 3)), int(rng.integers(1, n))
    data = Vectors(kernels.RBF(0.5), X, X)
    reference = dual.fit(data.K, d, data.element_error)
    try:
        found = block_krylov.fit(data.K, d, data.element_error, positive=True)
    except UncertifiedError:
        mu = reference.spectrum
        # Only where the next eigenvalue is hardly smaller, or all are rounding.
        assert mu[d - 1] - mu[d] <= 0.2 * mu[d - 1] or mu[d - 1] <= 1e2 * reference.matrix_error
        return
    assert (np.abs(found.mu - reference.mu) <= found.errors + reference.errors[:d]).all()
    assert np.abs(center(data.K) @ found.V - found.V * found.mu).max() <= 2.0 * found.matrix_error


def test_the_reference_may_know_a_part_of_its_eigenvalues():
    """The other iterative formulations need the whole spectrum, and this one does not."""
    study = STUDIES["poly"]
    whole = Case.of(study).dual
    part = replace(whole, spectrum=whole.spectrum[:8], errors=whole.errors[:8], after=1e-9)
    assert "block Krylov" in Case.of(study, dual=part).formulations
