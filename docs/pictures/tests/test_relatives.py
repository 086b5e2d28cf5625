"""The relatives of kernel PCA on the two circles are what their equations say."""

import numpy as np
import pytest

import relatives
from kpca import KernelPCA
from width import told_apart, two_circles

MAPS = relatives.relatives()
X, LABELS = two_circles()
INNER = np.array(LABELS) == "inner"


def test_the_map_of_landmarks_is_nearly_that_of_kernel_pca_and_both_tell_the_circles_apart():
    exact, approximate, *_ = MAPS.values()
    model = KernelPCA(2, kernel="rbf", gamma=4.0).fit_transform(X)
    np.testing.assert_allclose(np.abs(exact), np.abs(model), rtol=0, atol=1e-10)
    assert told_apart(exact[:, 0], INNER) == told_apart(approximate[:, 0], INNER) == 1.0
    assert np.corrcoef(exact[:, 0], approximate[:, 0])[0, 1] ** 2 > 0.95
    assert (approximate**2).sum() < (exact**2).sum()


def test_the_maps_of_a_graph_hold_the_commute_time_and_the_walks_and_the_inner_circle_together():
    W = np.exp(-4.0 * ((X[:, None] - X) ** 2).sum(axis=2))
    laplacian = np.diag(W.sum(axis=1)) - W
    walk = W / W.sum(axis=1, keepdims=True)
    *_, eigenmap, diffusion = MAPS.values()
    for z in eigenmap.T:
        rate = 1.0 / (z @ z)
        np.testing.assert_allclose(laplacian @ z, rate * z, rtol=0, atol=1e-12)
    for z in diffusion.T:
        rate = (walk @ z) @ z / (z @ z)
        np.testing.assert_allclose(walk @ z, rate * z, rtol=0, atol=1e-12)
        # Eigenvectors of length one, divided by the root of pi, times the rate of two steps.
        assert W.sum(axis=1) / W.sum() @ z**2 == pytest.approx(rate**4, abs=1e-12)
    for Z in (eigenmap, diffusion):
        assert np.ptp(Z[INNER], axis=0).max() < 0.2 * np.ptp(Z[~INNER], axis=0).min()
        assert told_apart(Z[:, 0], INNER) < 0.8
