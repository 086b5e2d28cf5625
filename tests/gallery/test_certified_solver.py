"""The solver and its certificate, measured against a dense solver."""

import numpy as np
import pytest

import certified_solver
from certified_solver import CLUSTER, COMPONENTS, RANKS, TOLERANCES, WAYS
from kpca.solvers import certificate
from kpca.solvers.vectors import oriented

NAMES = ["fast decay", "digits", "slow decay", "clustered"]


@pytest.fixture(scope="module")
def small():
    """The four matrices with 120 samples, by name."""
    return {one.name: one for one in certified_solver.matrices(120)}


def test_the_matrices_have_the_spectra_of_their_names(small):
    assert list(small) == NAMES
    ratios = {name: one.eigenpairs[0][20] / one.eigenpairs[0][0] for name, one in small.items()}
    assert ratios["fast decay"] < 1e-3
    assert 0.02 < ratios["digits"] < 0.2
    assert ratios["slow decay"] > 0.5
    mu = small["clustered"].eigenpairs[0]
    np.testing.assert_allclose(mu[:7], [20.0, *CLUSTER, 0.3], rtol=1e-13)
    assert np.diff(CLUSTER) == pytest.approx(-7e-5, rel=1e-9, abs=0.0)
    assert len(CLUSTER) + 1 == COMPONENTS


def test_eigenpairs_are_those_of_the_centered_matrix(small):
    one = small["digits"]
    K = one.gram - one.gram.mean(axis=0)
    K = K - K.mean(axis=1)[:, None]
    mu, V = one.eigenpairs
    assert (np.diff(mu) <= 0.0).all()
    np.testing.assert_allclose(K @ V, V * mu, atol=1e-12)
    assert one.after() == mu[6]
    assert one.after(2) == mu[2]


def test_the_solver_gives_the_leading_vectors(small):
    for one in small.values():
        V = one.eigenpairs[1][:, :COMPONENTS]
        assert certified_solver.sine(V, one.leading) < 1e-10, one.name


def test_residuals_fall_to_the_tolerance_in_every_spectrum(small):
    for one in small.values():
        line = certified_solver.residuals_by_pass(one, 0)
        assert line[0] > 1e-3
        assert line[-1] <= 1e-14 < line[-2] or len(line) < 3, one.name
        assert (np.diff(line) < 0.0).all(), "each pass has a residual of its own"


def test_one_pass_computes_a_little_more_than_half_of_the_kernel_values(small):
    for one in small.values():
        product = certified_solver.one_pass(one)
        assert product.evaluations == pytest.approx(121 / 240, rel=1e-12, abs=0.0)
        assert product.difference <= product.allowed
        assert product.allowed < 1e-9


@pytest.fixture(scope="module")
def found(small):
    return {name: certified_solver.bounds(one, 2) for name, one in small.items()}


def test_no_error_exceeds_its_bound_on_any_spectrum(found):
    for name, one in found.items():
        assert one.eigenvalues.shape == one.angle_bounds.shape == (len(TOLERANCES), 2)
        assert one.hold, name


def test_bounds_are_not_loose_by_more_than_a_known_factor(found):
    for name, one in found.items():
        assert one.measured.any()
        assert np.median(one.eigenvalue_ratios) < 1000.0, name
        assert (one.eigenvalue_bounds[-1] < 2.0 * one.product_error).all()


def test_the_bound_without_the_gap_is_wrong_somewhere(found):
    assert any((one.eigenvalues > one.controls + one.product_error).any() for one in found.values())


def test_an_error_that_exceeds_its_bound_is_noticed(found):
    one = found["digits"]
    assert one.hold
    for name in ("eigenvalue_bounds", "angle_bounds"):
        smaller = {name: 1e-4 * getattr(one, name)}
        assert not one._replace(**smaller).hold
    assert one._replace(angle_bounds=np.full((7, 2), np.inf)).sine_bounds.max() == 1.0


def test_bounds_are_those_of_the_certificate_at_the_same_vectors(small, found):
    one = small["clustered"]
    V = oriented(certified_solver.ended_early(one.elements, 1e-4, 1))
    stated = certificate.certify(one.elements, V)
    assert found["clustered"].angle_bounds[1, 1] == stated.angle
    assert found["clustered"].eigenvalue_bounds[1, 1] == stated.errors.max()
    assert found["clustered"].gaps[1, 1] == stated.gap
    control = stated.residual**2 / 20.0
    assert found["clustered"].controls[1, 1] == pytest.approx(control, rel=1e-9, abs=0.0)


def test_every_way_bounds_the_next_eigenvalue_from_above(small):
    for one in small.values():
        after = certified_solver.next_eigenvalue(one)
        assert tuple(after) == WAYS
        assert min(after.values()) >= one.after()
        assert min(after.values()) < one.eigenpairs[0][COMPONENTS - 1], one.name
        # Guards never prove less than the start without them, and here always enough.
        assert after[WAYS[4]] < one.eigenpairs[0][COMPONENTS - 1], one.name


def test_what_trace_and_norm_leave_by_hand(small):
    mu = small["clustered"].eigenpairs[0]
    after = certified_solver.next_eigenvalue(small["clustered"])
    assert after["trace"] == pytest.approx(mu[6:].sum(), rel=1e-8, abs=0.0)
    root = np.sqrt((mu[6:] ** 2).sum())
    assert after["Frobenius norm"] == pytest.approx(root, rel=1e-6, abs=0.0)


def test_blocks_never_miss_more_than_epsilon_and_single_vectors_seldom_do(small):
    missed = certified_solver.missed(small["slow decay"], 1)
    assert missed.blocks.shape[1] == missed.vectors.shape[1] == 10
    assert (missed.blocks <= missed.of_blocks[: len(missed.blocks), None]).all()
    assert (missed.vectors > missed.of_vectors[:, None]).mean(axis=1).max() <= 0.1
    assert (np.diff(missed.vectors, axis=0) <= 1e-15).all()
    assert missed.vectors[0].min() > missed.blocks[0].max()


def test_a_space_that_is_exhausted_keeps_what_it_has_missed(small):
    """Blocks of 12 vectors span the whole space of 120 samples after ten passes."""
    missed = certified_solver.missed(small["slow decay"], 1)
    assert len(missed.blocks) == len(missed.of_blocks) == certified_solver.PASSES
    np.testing.assert_array_equal(missed.blocks[12], missed.blocks[-1])


def test_the_sum_of_the_errors_of_a_factor_is_the_trace_of_what_is_left(small):
    for name in NAMES[:3]:
        one = certified_solver.low_ranks(small[name])
        assert one.lost.shape == (len(RANKS),)
        np.testing.assert_allclose(one.lost, one.centered, atol=1e-13)
        assert (one.lost <= one.bound + 1e-13).all()
        assert (one.best <= one.lost + 1e-13).all()
        assert (one.largest <= one.lost + 1e-13).all()
        assert one.lowest.min() >= -1e-13
        assert one.distances.max() < 1e-13
