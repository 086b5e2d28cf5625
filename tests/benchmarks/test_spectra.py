"""The points have the spectra that their names promise."""

import numpy as np
import pytest

from benchmarks import accuracy
from benchmarks.spectra import SPECTRA
from kpca.kernels import RBF
from kpca.solvers import low_rank
from kpca.solvers.elements import KernelElements


def _shares(name, n=330, d=40):
    mu = accuracy.largest(SPECTRA[name].points(n), SPECTRA[name].gamma, d)[::-1]
    return mu / mu[0]


@pytest.mark.parametrize("name", SPECTRA)
def test_the_points_are_the_same_each_time(name):
    X = SPECTRA[name].points(50)
    assert len(X) == 50
    assert np.isfinite(X).all()
    np.testing.assert_array_equal(X, SPECTRA[name].points(50))


def test_spectra_decay_fast_or_slowly():
    assert _shares("plane")[39] < 2e-3
    assert _shares("root decay")[10] < 0.2 < 0.5 < _shares("gaussian64")[10]
    assert _shares("slow decay")[30] > 0.5


def test_the_ten_largest_eigenvalues_of_the_clustered_points_are_a_cluster():
    shares = _shares("clustered", 2002, 11)
    gaps = -np.diff(shares)
    assert gaps[:9].min() > 0.0
    assert gaps[:9].max() <= 7e-5
    assert gaps[9] > 0.1


def test_copies_of_a_cloud_have_eigenvalues_that_are_equal():
    shares = _shares("copies", 420, 21)
    assert np.abs(np.diff(shares[:20])).max() < 1e-12
    assert shares[19] - shares[20] > 0.1


def test_nine_clouds_have_eight_eigenvalues_of_9_926_and_the_next_is_5_667():
    spectrum = SPECTRA["nine clouds"]
    mu = accuracy.largest(spectrum.points(630), spectrum.gamma, 9)[::-1]
    np.testing.assert_allclose(mu[:8], 9.926, rtol=0, atol=5e-4)
    assert np.ptp(mu[:8]) < 1e-12
    assert mu[8] == pytest.approx(5.667, abs=5e-4)


def test_a_thousand_landmarks_leave_less_than_the_tenth_eigenvalue_of_gaussian10():
    """Otherwise the case of a million points would have no component above its cut-off."""
    spectrum = SPECTRA["gaussian10"]
    X = spectrum.points(4000)
    elements = KernelElements(RBF(spectrum.gamma), X)
    found = low_rank.factor(elements, 1000)
    solution = low_rank.kernel_pca(found, 10)
    assert solution.matrix_error < 0.1 * solution.mu[9]
