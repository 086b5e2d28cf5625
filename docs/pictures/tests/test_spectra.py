"""Eigenvalues are powers of γ where it is small and 1 where it is large, as the picture shows."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import spectra
from kpca import KernelPCA

VALUES, SLOPES = spectra.eigenvalues()
LOGARITHMS = np.log(spectra.GAMMAS)


@pytest.mark.parametrize("row", [60, 90, 120])
def test_the_eigenvalues_are_those_of_kernel_pca(row):
    model = KernelPCA(4, kernel="rbf", gamma=spectra.GAMMAS[row]).fit(spectra.POINTS)
    assert VALUES[row] == pytest.approx(model.eigenvalues_, rel=1e-9, abs=0.0)


def test_the_slopes_are_difference_quotients_of_the_logarithms():
    quotients = np.gradient(np.log(VALUES), LOGARITHMS, axis=0)[1:-1]
    # A step is 0.058, and the error is a sixth of its square times a third derivative.
    np.testing.assert_allclose(SLOPES[1:-1], quotients, rtol=0, atol=0.01)
    assert np.abs(SLOPES[1:-1] - 0.5 * quotients).max() > 1.0


def test_small_widths_give_powers_and_large_ones_equal_eigenvalues():
    left = VALUES / spectra.flat() - 1.0
    assert np.abs(left[0]).max() < 2.0 * spectra.GAMMAS[0]
    np.testing.assert_allclose(left[8] / left[0], spectra.GAMMAS[8] / spectra.GAMMAS[0], rtol=0.05)
    assert SLOPES[0] == pytest.approx([1.0, 2.0, 3.0, 4.0], abs=0.03)
    assert VALUES[-1] == pytest.approx(np.ones(4), abs=1e-3)
    assert VALUES[:, :2].max(axis=0).min() > 1.05


def test_the_flat_limit_has_the_factors_of_the_page():
    powers = spectra.POINTS ** np.arange(1, 5)
    R = np.linalg.qr(powers - powers.mean(axis=0))[1].diagonal()
    factors = spectra.flat()[0] / R**2 / spectra.GAMMAS[0] ** np.arange(1, 5)
    assert factors == pytest.approx([2.0, 3.0, 4.0 / 3.0, 5.0 / 6.0], abs=1e-12)


def test_what_is_drawn_is_that():
    spectra.by_gamma(figure := Figure())
    left, right = figure.axes
    solid, flat = left.lines[::2], left.lines[1::2]
    np.testing.assert_array_equal([line.get_ydata() for line in solid], VALUES.T)
    np.testing.assert_array_equal([line.get_ydata() for line in right.lines], SLOPES.T)
    for line, power in zip(flat, spectra.flat().T, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), power[: len(line.get_ydata())])
    for line in (*left.lines, *right.lines):
        np.testing.assert_array_equal(line.get_xdata(), spectra.GAMMAS[: len(line.get_xdata())])
