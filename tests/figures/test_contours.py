"""Level lines are those of the components, and need a plane."""

import numpy as np
from drawings import OF_PLANE, PLANE, fitted
from drawn import drawn, study

from kpca.figures import contours

X = [[-3.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [3.0, 0.0]]


def test_the_level_lines_of_a_panel_are_those_of_its_component():
    """Of the linear kernel these are straight, and the extremes lie in the corners of the grid."""
    found = fitted(OF_PLANE)
    figure, _ = drawn(contours.components, OF_PLANE, found)
    low, high = PLANE.min(axis=0) - 1.7, PLANE.max(axis=0) + 1.7
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    axes_of = found.scores.T @ (PLANE - PLANE.mean(axis=0)) / found.mu[:, None]
    heights = corners @ axes_of.T
    for k, axes in enumerate(figure.axes):
        ends = heights[:, k].min(), heights[:, k].max()
        np.testing.assert_allclose(
            [axes.collections[0].zmin, axes.collections[0].zmax], ends, rtol=1e-12
        )
    assert abs(heights[:, 0]).max() != abs(heights[:, 1]).max()


def test_the_grid_reaches_a_tenth_beyond_the_samples_and_has_their_kernel():
    data = study(X, list("aabb")).data
    grid, K_grid = contours.grid_around(data.X, data)
    assert (grid[0].min(), grid[0].max(), grid[1].min(), grid[1].max()) == (-3.6, 3.6, -1.6, 1.6)
    assert K_grid.shape == (4900, 4)
    corner = np.array([-3.6, -1.6])
    assert (K_grid[0] == data.X @ corner).all()
