"""Groups of eigenvalues and gaps between them, of complete and of partial spectra."""

import numpy as np

from kpca.solvers import groups


def test_close_eigenvalues_are_one_group():
    spectrum = np.array([5.0, 5.0, 3.0, 1.0, 1.0, 1.0])
    assert groups.groups(spectrum, 3, 1e-14) == [slice(0, 2), slice(2, 3)]


def test_a_group_that_runs_past_the_kept_components_is_left_out():
    spectrum = np.array([5.0, 1.0, 1.0, 0.0])
    assert groups.groups(spectrum, 2, 1e-14) == [slice(0, 1)]


def test_gap_is_the_distance_to_the_rest():
    spectrum = np.array([5.0, 3.0, 2.5, 0.0])
    assert groups.gap(spectrum, slice(1, 3)) == 2.0
    assert groups.gap(spectrum, slice(0, 1)) == 2.0
    assert groups.gap(spectrum, slice(0, 4)) == np.inf


def test_neighbors_share_a_group_below_a_thousand_bounds_and_not_at_it():
    assert groups.groups(np.array([2.0, 1.0]), 2, 1e-3) == [slice(0, 1), slice(1, 2)]
    assert groups.groups(np.array([2.0, 1.0]), 2, 1.001e-3) == [slice(0, 2)]
    assert groups.groups(np.array([2.0, 1.5]), 2, 1e-12) == [slice(0, 1), slice(1, 2)]


def test_the_end_of_a_partial_spectrum_is_not_far_away():
    spectrum = np.array([5.0, 3.0, 2.5])
    assert groups.gap(spectrum, slice(1, 3), after=2.5) == 0.0
    assert groups.gap(spectrum, slice(0, 1), after=2.5) == 2.0
    assert groups.gap(spectrum, slice(1, 2), after=2.5) == 0.5
    assert groups.groups(spectrum, 3, 1e-14, after=2.5) == [slice(0, 1), slice(1, 2)]
    assert groups.groups(spectrum, 3, 1e-14) == [slice(0, 1), slice(1, 2), slice(2, 3)]


def test_eigenvalues_ten_to_a_hundred_bounds_apart_are_one_group():
    for apart in (1.0, 10.0, 100.0, 900.0):
        assert groups.groups(np.array([1.0 + apart * 1e-12, 1.0]), 2, 1e-12) == [slice(0, 2)]
    assert len(groups.groups(np.array([1.0 + 1.1e-9, 1.0]), 2, 1e-12)) == 2


def test_the_last_group_of_a_partial_spectrum_is_kept_at_a_thousand_bounds_and_not_below():
    assert groups.groups(np.array([2.0]), 1, 1e-3, after=1.0) == [slice(0, 1)]
    near = groups.groups(np.array([5.0, 3.0]), 2, 1e-6, after=3.0 - 1e-5)
    assert near == [slice(0, 1)]
