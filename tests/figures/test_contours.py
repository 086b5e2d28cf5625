"""Level lines are those of the components, and need a plane."""

import numpy as np
from drawn import drawn, legend_of, looks, points_of, study

from kpca.data import Vectors
from kpca.figures import contours
from kpca.formulations import dual
from kpca.kernels import RBF

X = [[-3.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [3.0, 0.0]]


def _fitted(one):
    return dual.fit(one.data.K, one.components, one.data.element_error)


POINTS = np.array([[9, -2], [-7, 3], [1, 8], [-2, -9], [4, 2], [-8, -3], [3, -5]], dtype=float)
LABELS = list("cabbcac")


def test_the_level_lines_of_a_panel_are_those_of_its_component_over_the_samples_by_class():
    """Of the linear kernel these are straight, and the extremes lie in the corners of the grid."""
    one = study(POINTS, LABELS)
    found = _fitted(one)
    figure, words = drawn(contours.components, one, found)
    low, high = POINTS.min(axis=0) - 1.7, POINTS.max(axis=0) + 1.7
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    axes_of = found.scores.T @ (POINTS - POINTS.mean(axis=0)) / found.mu[:, None]
    heights = corners @ axes_of.T
    for k, axes in enumerate(figure.axes):
        ends = heights[:, k].min(), heights[:, k].max()
        np.testing.assert_allclose(
            [axes.collections[0].zmin, axes.collections[0].zmax], ends, rtol=1e-12
        )
        assert f"component {k + 1}: from {ends[0]:.3g} to {ends[1]:.3g}" in words.alt
        points = points_of(axes)
        for name in "abc":
            assert (points[name] == POINTS[[label == name for label in LABELS]]).all()
    assert abs(heights[:, 0]).max() != abs(heights[:, 1]).max()


def test_the_grid_reaches_a_tenth_beyond_the_samples_and_has_their_kernel():
    data = study(X, list("aabb")).data
    grid, K_grid = contours.grid_around(data.X, data)
    assert (grid[0].min(), grid[0].max(), grid[1].min(), grid[1].max()) == (-3.6, 3.6, -1.6, 1.6)
    assert K_grid.shape == (4900, 4)
    corner = np.array([-3.6, -1.6])
    assert (K_grid[0] == data.X @ corner).all()


def test_inputs_outside_the_plane_are_a_sentence():
    one = study(np.eye(4)[:, :3], list("aabb"), components=1)
    words = drawn(contours.components, one, _fitted(one))[1]
    assert words == "The inputs are not points of a plane, so there are no level lines to draw."


def test_eight_components_stand_in_two_rows_of_four():
    rng = np.random.default_rng(0)
    data = Vectors(RBF(1.0), *[rng.normal(size=(20, 2))] * 2)
    solution = dual.fit(data.K, 7)
    figure, words = drawn(contours.in_rows, data, ["a"] * 20, solution)
    assert len(figure.axes) == 8
    assert [axes.get_visible() for axes in figure.axes] == [True] * 7 + [False]
    titles = [axes.get_title(loc="left") for axes in figure.axes[:7]]
    assert titles[6] == f"component 7, λ = {solution.variance[6]:.3g}"
    assert words.alt.startswith("7 panels with 20 samples")
    assert words.alt.count("component") == 7


def test_inputs_are_counted_by_class():
    figure, _ = drawn(contours.inputs, POINTS, LABELS)
    points = points_of(figure.axes[0])
    for name in "abc":
        assert (points[name] == POINTS[[label == name for label in LABELS]]).all()
    assert legend_of(figure.legends[0]) == looks(figure.axes[0])
    X = np.array([[0.0, 1.0], [2.0, 1.0], [1.0, 3.0]])
    figure, words = drawn(contours.inputs, X, ["b", "a", "a"])
    assert figure.axes[0].get_aspect() == 1.0
    assert words.alt == (
        "3 points: 2 of a and 1 of b. They lie between 0 and 2 on x₁ and between 1 and 3 on x₂."
    )
