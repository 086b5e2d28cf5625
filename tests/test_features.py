"""An explicit map gives back the kernel; N4's degree-2 map, with its last entry corrected."""

import numpy as np
import pytest

from kpca import features, kernels

X = np.random.default_rng(0).normal(size=(12, 3))
PLANE = np.array([[0.3, -1.2], [2.0, 0.7]])


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.Linear(),
        kernels.Lift(),
        kernels.Polynomial(0.6, 2, 0.9),
        kernels.Polynomial(1, 4, 0),
    ],
    ids=str,
)
def test_inner_products_of_features_are_the_kernel(kernel):
    Phi = features.feature_map(kernel, X)
    assert Phi.shape == (len(X), features.dimension(kernel, 3))
    np.testing.assert_allclose(Phi @ Phi.T, kernel(X, X), rtol=1e-12, atol=1e-12)


def test_k4_six_monomials_of_the_plane():
    Phi = features.feature_map(kernels.Polynomial(1.0, 2), PLANE)
    y1, y2 = PLANE.T
    root = np.sqrt(2.0)
    expected = np.column_stack([y1**0, root * y1, root * y2, y1**2, root * y1 * y2, y2**2])
    np.testing.assert_allclose(Phi, expected, rtol=1e-14)


def test_k4x_printed_last_entry_is_not_even_real():
    with pytest.warns(RuntimeWarning, match="invalid value"):
        printed = np.sqrt(PLANE[0, 0] * PLANE[0, 1])
    assert np.isnan(printed)


@pytest.mark.parametrize("kernel", [kernels.RBF(1.0), kernels.Sigmoid(1.0)], ids=str)
def test_kernels_without_a_finite_map_say_so(kernel):
    assert not features.is_explicit(kernel, 3)
    with pytest.raises(ValueError, match="no finite feature map; linear, poly and lift do"):
        features.feature_map(kernel, X)


def test_too_wide_a_map_counts_as_not_explicit():
    assert features.is_explicit(kernels.Polynomial(1.0, 2), 60)
    assert not features.is_explicit(kernels.Polynomial(1.0, 3), 60)
    assert not features.is_explicit(None, 3)


def test_the_widest_map_that_is_written_out_has_2000_features():
    assert features.is_explicit(kernels.Linear(), features.WIDEST)
    assert not features.is_explicit(kernels.Linear(), features.WIDEST + 1)
    assert features.WIDEST == 2000


def test_a_negative_constant_has_no_real_features():
    assert features.is_explicit(kernels.Polynomial(1.0, 2, 0.0), 3)
    assert features.is_explicit(kernels.Polynomial(1.0, 2, 0.5), 3)
    assert not features.is_explicit(kernels.Polynomial(1.0, 2, -0.5), 3)
    assert features.is_explicit(kernels.Linear(), 3)
    assert features.is_explicit(kernels.Lift(), 3)
