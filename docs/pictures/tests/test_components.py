"""A component is the sum over samples that the pictures draw, and its values there are scores."""

import numpy as np
from matplotlib.figure import Figure

import components
from kpca import KernelPCA
from width import told_apart, two_circles

X, LABELS = two_circles()
INNER = np.array(LABELS) == "inner"
OF = components.on_plane()


def test_the_function_on_the_plane_is_that_of_the_estimator():
    model = KernelPCA(2, kernel="rbf", gamma=4.0).fit(X)
    points = np.column_stack([side.ravel() for side in OF.grid])
    expected = model.transform(points).T.reshape(OF.values.shape)
    np.testing.assert_allclose(OF.values, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(OF.alpha.sum(axis=0), 0.0, rtol=0, atol=1e-12)


def test_component_1_is_a_ring_and_component_2_has_two_sides():
    first, second = OF.alpha.T
    assert first[INNER].min() > 0.0 > first[~INNER].max()
    radius = np.linalg.norm(OF.grid, axis=0)
    assert OF.values[0][radius < 0.4].min() > 0.0 > OF.values[0][radius > 0.8].max()
    assert told_apart(second, INNER) < 0.7
    for circle in (second[INNER], second[~INNER]):
        assert circle.min() < -0.02
        assert circle.max() > 0.02


def test_each_sample_has_a_triangle_with_the_area_and_the_direction_of_its_coefficient():
    components.of_samples(figure := Figure())
    for axes, alpha in zip(figure.axes[::2], OF.alpha.T, strict=True):
        down, up = axes.collections
        np.testing.assert_array_equal(up.get_offsets(), X[alpha >= 0.0])
        np.testing.assert_array_equal(down.get_offsets(), X[alpha < 0.0])
        sizes = np.concatenate([up.get_sizes(), down.get_sizes()])
        expected = np.concatenate([alpha[alpha >= 0.0], -alpha[alpha < 0.0]])
        np.testing.assert_allclose(sizes / sizes.max(), expected / expected.max(), atol=1e-12)
        tips = [part.get_paths()[0].vertices[0] for part in (down, up)]
        np.testing.assert_allclose(tips, [[0.0, -0.5], [0.0, 0.5]], rtol=0, atol=1e-12)


def test_the_curves_of_the_example_add_up_to_its_components():
    of = components.on_line()
    sums = of.terms.sum(axis=1)
    np.testing.assert_allclose(sums[0], -np.sqrt(2.0) * of.t, rtol=0, atol=1e-12)
    np.testing.assert_allclose(sums[1], of.t**2 - 2 / 3, rtol=0, atol=1e-12)
    at = np.isin(of.t, [-1.0, 0.0, 1.0])
    np.testing.assert_allclose(sums[:, at].T, of.scores, rtol=0, atol=1e-12)
    alpha = np.array([[1.0, 0.0, -1.0], [np.sqrt(2.0), -np.sqrt(8.0), np.sqrt(2.0)]]) / np.sqrt(8.0)
    centered = np.array([[19, -2, -17], [-2, 4, -2], [-17, -2, 19]]) / 9
    expected = alpha[:, :, None] * centered
    np.testing.assert_allclose(of.terms[:, :, at], expected, rtol=0, atol=1e-12)


def test_the_three_curves_their_sum_and_the_scores_are_drawn():
    components.of_three(figure := Figure())
    of = components.on_line()
    for k, axes in enumerate(figure.axes):
        *curves, whole, dots, _ = (line.get_ydata() for line in axes.lines)
        np.testing.assert_array_equal(curves, of.terms[k])
        np.testing.assert_array_equal(whole, of.terms[k].sum(axis=0))
        np.testing.assert_array_equal(dots, of.scores[:, k])
