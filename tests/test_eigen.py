"""Order, sign, groups, gaps and certificate of the one eigen-solver."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from conftest import SPECTRA, gram
from hypothesis import given
from hypothesis import strategies as st

from kpca import eigen
from kpca.centering import center


@pytest.mark.parametrize("name", SPECTRA)
def test_the_chosen_spectrum_comes_out_within_the_bound(name):
    found = eigen.leading(center(gram(SPECTRA[name])), 3, error=1e-13)
    expected = np.sort(np.append(SPECTRA[name], 0.0))[::-1]
    assert np.abs(found.spectrum - expected).max() <= found.bound
    assert np.abs(found.spectrum * (1 + 1e-6) - expected).max() > found.bound


def test_the_certificate_is_within_the_bound(any_gram):
    found = eigen.leading(center(any_gram), 4, error=1e-13)
    assert found.residual <= found.bound


def test_largest_entry_is_positive():
    V = np.array([[0.1, -0.2], [-0.9, 0.5], [0.3, -0.7]])
    assert (eigen.fix_signs(V) == V * [-1.0, -1.0]).all()


def test_a_tie_in_size_is_decided_by_the_first_entry_whatever_the_rounding():
    for nudge in (-1e-9, 0.0, 1e-9):
        v = np.array([[-0.5], [0.5 + nudge], [0.1]])
        assert eigen.fix_signs(v)[0, 0] > 0


@given(st.integers(0, 10_000))
def test_fixing_signs_twice_changes_nothing(seed):
    V = np.random.default_rng(seed).normal(size=(6, 3))
    once = eigen.fix_signs(V)
    assert (eigen.fix_signs(once) == once).all()
    assert (eigen.fix_signs(-V) == once).all()


def test_close_eigenvalues_are_one_group():
    spectrum = np.array([5.0, 5.0, 3.0, 1.0, 1.0, 1.0])
    assert eigen.groups(spectrum, 3, 1e-14) == [slice(0, 2), slice(2, 3)]


def test_a_group_that_runs_past_the_kept_components_is_left_out():
    spectrum = np.array([5.0, 1.0, 1.0, 0.0])
    assert eigen.groups(spectrum, 2, 1e-14) == [slice(0, 1)]


def test_gap_is_the_distance_to_the_rest():
    spectrum = np.array([5.0, 3.0, 2.5, 0.0])
    assert eigen.gap(spectrum, slice(1, 3)) == 2.0
    assert eigen.gap(spectrum, slice(0, 1)) == 2.0
    assert eigen.gap(spectrum, slice(0, 4)) == np.inf


def test_asymmetry_is_refused_and_told():
    A = np.eye(3)
    A[0, 1] = 0.25
    with pytest.raises(ValueError, match=r"not symmetric: \|A - A'\| = 0.25"):
        eigen.leading(A, 1, error=1e-15)


def test_nan_is_refused_and_counted():
    A = np.eye(3)
    A[1, 1] = np.nan
    with pytest.raises(ValueError, match="1 entries that are NaN"):
        eigen.leading(A, 1, error=1e-15)


def test_a_near_tie_leaves_the_sign_undecided():
    v = np.array([0.7, -0.7 + 1e-9, 0.1])
    assert not eigen.sign_is_decided(v, 1e-8)
    assert eigen.sign_is_decided(np.array([0.8, -0.6]), 1e-3)
    assert not eigen.sign_is_decided(np.array([0.8, -0.6]), 0.11)


@pytest.mark.parametrize(("asymmetry", "accepted"), [(1.0, True), (0.9, True), (1.2, False)])
def test_an_asymmetry_of_twice_the_error_is_accepted(asymmetry, accepted):
    A = np.array([[1.0, asymmetry], [0.0, 3.0]])
    if accepted:
        assert len(eigen.leading(A, 1, 0.5).spectrum) == 2
    else:
        with pytest.raises(ValueError, match=r"not symmetric: \|A - A'\| = 1.2, allowed 1$"):
            eigen.leading(A, 1, 0.5)


def test_the_residual_is_that_of_the_worst_pair(monkeypatch):
    V = np.array([[0.6, -0.8], [0.8, 0.6]])
    monkeypatch.setattr(eigen.arithmetic, "eigh", lambda A: (np.array([2.0, 3.0]), V))
    assert eigen.leading(np.zeros((2, 2)), 2, 0.0).residual == pytest.approx(
        3.0, rel=1e-12, abs=0.0
    )
    assert eigen.leading(np.zeros((2, 2)), 0, 0.0).residual == 0.0


def test_what_is_known_of_a_matrix_does_not_change():
    with pytest.raises(FrozenInstanceError):
        eigen.leading(np.eye(2), 1, 0.0).bound = 0.0


def test_among_entries_of_nearly_one_size_the_first_becomes_positive():
    nearly = 1.0 - 1e-6
    V = np.array([[-nearly, -nearly + 1e-9], [1.0, 1.0]])
    assert (eigen.fix_signs(V) == [[nearly, -nearly + 1e-9], [-1.0, 1.0]]).all()


@pytest.mark.parametrize(
    ("v", "error", "decided"),
    [
        ([0.8, -0.3, 0.1], 0.2, True),
        ([0.8, -0.3, 0.1], 0.3, False),
        ([1e-4, -0.9e-4], 0.0, True),
        ([-0.6, -0.8], 0.5, False),
        ([0.6, 0.8], 0.5, False),
        ([0.6, 0.8], 0.3, True),
        ([0.0, 0.0], 0.0, False),
        ([0.7, -0.7 * (1.0 - 0.5e-6)], 0.0, False),
        ([0.7, -0.7 * (1.0 - 2e-6)], 0.0, True),
    ],
)
def test_a_sign_is_decided_by_the_difference_of_the_largest_entries(v, error, decided):
    assert eigen.sign_is_decided(np.array(v), error) is decided


def test_neighbors_share_a_group_below_a_thousand_bounds_and_not_at_it():
    assert eigen.groups(np.array([2.0, 1.0]), 2, 1e-3) == [slice(0, 1), slice(1, 2)]
    assert eigen.groups(np.array([2.0, 1.0]), 2, 1.001e-3) == [slice(0, 2)]
    assert eigen.groups(np.array([2.0, 1.5]), 2, 1e-12) == [slice(0, 1), slice(1, 2)]


def test_the_end_of_a_partial_spectrum_is_not_far_away():
    spectrum = np.array([5.0, 3.0, 2.5])
    assert eigen.gap(spectrum, slice(1, 3), complete=False) == 0.0
    assert eigen.gap(spectrum, slice(0, 1), complete=False) == 2.0
    assert eigen.gap(spectrum, slice(1, 2), complete=False) == 0.5
    assert eigen.groups(spectrum, 3, 1e-14, complete=False) == [slice(0, 1), slice(1, 2)]
    assert eigen.groups(spectrum, 3, 1e-14) == [slice(0, 1), slice(1, 2), slice(2, 3)]


def test_eigenvalues_ten_to_a_hundred_bounds_apart_are_one_group():
    for apart in (1.0, 10.0, 100.0, 900.0):
        assert eigen.groups(np.array([1.0 + apart * 1e-12, 1.0]), 2, 1e-12) == [slice(0, 2)]
    assert len(eigen.groups(np.array([1.0 + 1.1e-9, 1.0]), 2, 1e-12)) == 2


def test_the_bound_is_the_given_error_and_ten_n_u_times_the_frobenius_norm():
    A = np.diag([3.0, 4.0, 0.0, 0.0])
    assert eigen.leading(A, 2, 0.25).bound - 0.25 == pytest.approx(
        10 * 4 * 2.0**-53 * 5.0, rel=1e-2, abs=0.0
    )
    assert eigen.leading(A, 2, 0.0).bound == pytest.approx(
        10 * 4 * 2.0**-53 * 5.0, rel=1e-12, abs=0.0
    )


def test_the_residual_is_that_of_the_stored_vectors():
    A = np.array([[2.0, 1.0], [1.0, 2.0]])
    found = eigen.leading(A, 1, 0.0)
    assert found.residual == np.linalg.norm(A @ found.V[:, 0] - found.spectrum[0] * found.V[:, 0])
    assert found.spectrum == pytest.approx([3.0, 1.0], rel=1e-14, abs=0.0)


def test_a_mean_is_removed_and_the_length_is_one_again():
    V = np.array([[0.5, 0.8], [0.5, 0.6], [0.7, 0.0]])
    turned = eigen.remove_mean(V)
    np.testing.assert_allclose(turned.sum(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose((turned**2).sum(axis=0), 1.0, rtol=1e-15)
    np.testing.assert_allclose(turned[:, 0], np.array([-1.0, -1.0, 2.0]) / np.sqrt(6.0), rtol=1e-14)
    assert (eigen.remove_mean(np.ones((3, 1))) == 0.0).all()


def test_only_a_centered_matrix_has_the_mean_of_its_vectors_removed():
    A = np.diag([3.0, 1.0])
    assert (eigen.leading(A, 1, 0.0).V[:, 0] == [1.0, 0.0]).all()
    K = center(gram(SPECTRA["steep"], shift=1e6))
    assert np.abs(eigen.leading(K, 5, 1e-6, centered=True).V.sum(axis=0)).max() < 1e-15
