"""Centering makes the sums of rows zero, and without it the maps are wrong as the captions say."""

import numpy as np
from matplotlib.figure import Figure

import centering
from kpca import arithmetic
from kpca.kernels import RBF
from width import told_apart, two_circles


def _far_from(Z, labels, new):
    """The distance between the middle of new samples and that of each cluster."""
    return {
        name: np.linalg.norm(Z[np.array(labels) == name].mean(axis=0) - new.mean(axis=0))
        for name in sorted(set(labels))
    }


def test_rows_add_up_to_zero_after_centering_and_not_before():
    before, after = centering.matrices()
    assert before.sum(axis=1).min() > 13.0
    np.testing.assert_allclose(after.sum(axis=1), 0.0, rtol=0, atol=1e-13)
    same = np.kron(np.eye(3), np.ones((3, 3))) > 0
    assert before.min() > 1.0
    assert after[same].min() > 0.0 > after[~same].max()


def test_the_bars_are_the_sums_of_the_rows_that_are_drawn_beside_them():
    centering.before_and_after(figure := Figure())
    for image, bars, matrix in zip(
        figure.axes[0:4:2], figure.axes[1:4:2], centering.matrices(), strict=True
    ):
        drawn = image.collections[0].get_array().reshape(matrix.shape)
        np.testing.assert_array_equal(drawn, matrix)
        widths = [bar.get_width() for bar in bars.patches]
        np.testing.assert_array_equal(widths, matrix.sum(axis=1))


def test_the_largest_element_of_each_matrix_has_the_darkest_color_of_its_scale():
    centering.before_and_after(figure := Figure())
    limits = [image.collections[0].get_clim() for image in figure.axes[0:4:2]]
    before, after = centering.matrices()
    assert limits == [(0.0, before.max()), (-after.max(), after.max())]


def test_without_centering_component_1_is_the_mean_and_tells_no_cluster_from_another():
    found = centering.maps()
    first = found.uncentered[:, 0]
    assert np.ptp(first) < 0.25 * np.abs(first).mean()
    assert abs(first.mean()) > 1.0
    assert np.ptp(found.right[:, 0]) > 1.0
    second = {
        name: found.uncentered[np.array(found.labels) == name, 1] for name in set(found.labels)
    }
    low, high = sorted((second["cluster 2"], second["cluster 3"]), key=np.mean)
    assert low.max() > high.min()


def test_a_batch_lands_in_its_cluster_by_the_training_mean_and_in_the_origin_by_its_own():
    found = centering.maps()
    away = _far_from(found.right, found.labels, found.right_new)
    assert away["cluster 3"] < 0.1
    assert min(away["cluster 1"], away["cluster 2"]) > 0.9
    np.testing.assert_allclose(found.by_batch.mean(axis=0), 0.0, rtol=0, atol=1e-12)
    assert min(_far_from(found.right, found.labels, found.by_batch).values()) > 0.5


def test_the_circles_are_told_apart_without_centering_by_luck():
    X, labels = two_circles()
    K, inner = RBF(centering.GAMMA)(X, X), np.array(labels) == "inner"
    assert K[inner].mean() > 2.0 * K[~inner].mean()
    first = arithmetic.eigh(K)[1][:, -1]
    assert told_apart(first, inner) == 1.0
    assert np.ptp(first) > 5.0 * np.abs(first).min()
    shifted = arithmetic.eigh(K + 100.0)[1][:, -1]
    assert np.ptp(shifted) < 0.01 * np.abs(shifted).mean()


def test_the_misprint_mixes_the_circles_that_the_right_recipe_tells_apart():
    right, printed, labels = centering.misprinted_maps()
    inner = np.array(labels) == "inner"
    assert told_apart(right[:, 0], inner) == 1.0
    assert max(told_apart(z, inner) for z in printed.T) < 0.8
    radius = np.linalg.norm(printed, axis=1)
    assert np.median(radius[~inner]) < radius[inner].min()
    assert np.median(radius[inner]) > 1.5 * np.median(radius[~inner])
    assert np.linalg.norm(printed) > 1.5 * np.linalg.norm(right)
