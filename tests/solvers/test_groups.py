"""Groups of eigenvalues and gaps between them, of complete and of partial spectra."""

import numpy as np
import pytest

from kpca.solvers import groups


@pytest.mark.parametrize(
    ("spectrum", "components", "bound", "after", "expected"),
    [
        ([5.0, 5.0, 3.0, 1.0, 1.0, 1.0], 3, 1e-14, None, [(0, 2), (2, 3)]),
        # A group that runs past the components is left out.
        ([5.0, 1.0, 1.0, 0.0], 2, 1e-14, None, [(0, 1)]),
        # Neighbors share a group below a thousand bounds, and not at it.
        ([2.0, 1.0], 2, 1e-3, None, [(0, 1), (1, 2)]),
        ([2.0, 1.0], 2, 1.001e-3, None, [(0, 2)]),
        ([1.0 + 9e-10, 1.0], 2, 1e-12, None, [(0, 2)]),
        ([1.0 + 1.1e-9, 1.0], 2, 1e-12, None, [(0, 1), (1, 2)]),
        # So does the last group of a partial spectrum with what comes after it.
        ([2.0], 1, 1e-3, 1.0, [(0, 1)]),
        ([5.0, 3.0], 2, 1e-6, 3.0 - 1e-5, [(0, 1)]),
    ],
)
def test_eigenvalues_that_rounding_does_not_separate_are_a_group(
    spectrum, components, bound, after, expected
):
    more = {} if after is None else {"after": after}
    found = groups.groups(np.array(spectrum), components, bound, **more)
    assert found == [slice(*ends) for ends in expected]


def test_gap_is_the_distance_to_the_rest():
    spectrum = np.array([5.0, 3.0, 2.5, 0.0])
    assert groups.gap(spectrum, slice(1, 3)) == 2.0
    assert groups.gap(spectrum, slice(0, 1)) == 2.0
    assert groups.gap(spectrum, slice(0, 4)) == np.inf


def test_the_end_of_a_partial_spectrum_is_not_far_away():
    spectrum = np.array([5.0, 3.0, 2.5])
    assert groups.gap(spectrum, slice(1, 3), after=2.5) == 0.0
    assert groups.gap(spectrum, slice(0, 1), after=2.5) == 2.0
    assert groups.gap(spectrum, slice(1, 2), after=2.5) == 0.5
    assert groups.groups(spectrum, 3, 1e-14, after=2.5) == [slice(0, 1), slice(1, 2)]
    assert groups.groups(spectrum, 3, 1e-14) == [slice(0, 1), slice(1, 2), slice(2, 3)]
