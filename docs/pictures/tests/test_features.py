"""A plane separates the lifted circles, and the features of the Gaussian kernel have length 1."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.axes3d import Axes3D

import features
from kpca.kernels import RBF, Lift, Polynomial
from kpca.kernels.kernel import Kernel
from width import told_apart, two_circles

X, LABELS = two_circles()
INNER = np.array(LABELS) == "inner"
KERNELS: dict[str, Kernel] = {
    "the lift": Lift(),
    "features of (x·y)²": Polynomial(1.0, 2, 0.0),
}


@pytest.mark.parametrize("title", KERNELS)
def test_the_plane_has_one_circle_on_each_side_and_no_line_has(title):
    of = features.lifts()[title]
    np.testing.assert_allclose(of.Z @ of.Z.T, KERNELS[title](X, X), rtol=0, atol=1e-12)
    heights = of.Z @ of.normal - of.offset
    assert (heights[INNER] < -0.1).all()
    assert (heights[~INNER] > 0.1).all()
    turns = np.linspace(0.0, np.pi, 60)
    lines = [told_apart(X @ [np.cos(turn), np.sin(turn)], INNER) for turn in turns]
    assert max(lines) < 0.8


def test_the_drawn_surface_lies_in_the_plane_and_the_drawn_points_are_the_features(monkeypatch):
    surfaces, points = [], []
    monkeypatch.setattr(Axes3D, "plot_surface", lambda _, *xyz, **__: surfaces.append(xyz))
    monkeypatch.setattr(Axes3D, "scatter", lambda _, *xyz, **__: points.append(np.array(xyz).T))
    features.lift(Figure())
    for k, of in enumerate(features.lifts().values()):
        corners = np.column_stack([side.ravel() for side in surfaces[k]])
        np.testing.assert_allclose(corners @ of.normal, of.offset, rtol=0, atol=1e-12)
        assert len({*map(tuple, corners)}) == 4
        np.testing.assert_array_equal(points[2 * k], of.Z[INNER])
        np.testing.assert_array_equal(points[2 * k + 1], of.Z[~INNER])


def test_three_features_on_the_sphere_have_the_inner_products_of_the_kernel():
    Z, kernel = features.on_sphere(), RBF(features.GAMMA)
    K = kernel(features.POINTS, features.POINTS)
    np.testing.assert_allclose(Z @ Z.T, K, rtol=0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(Z, axis=1), 1.0, rtol=0, atol=1e-12)
    assert Z.min() > -1e-12
    own = np.degrees(np.arccos([K[0, 1], K[1, 2], K[0, 2]]))
    drawn = features.angles(np.array([0.5, 1.1, 1.6]), features.GAMMA)
    np.testing.assert_allclose(drawn, own, rtol=0, atol=1e-9)


def test_the_angle_rises_to_a_right_one_and_is_nearly_that_beyond_two_widths():
    for gamma in features.GAMMAS:
        width = 1.0 / np.sqrt(gamma)
        low, middle, far, farther = features.angles(width * np.array([0.0, 1.0, 2.0, 4.0]), gamma)
        assert low == 0.0
        assert middle == pytest.approx(68.4, abs=0.1)
        assert 88.0 < far < farther <= 90.0
        assert features._reaches(89.0, gamma) == pytest.approx(2.0 * width, abs=0.02 * width)


def test_a_line_separates_seven_of_eight_labelings_and_a_circle_the_last_one():
    lifted = np.column_stack([np.ones(4), Lift().features(features.FOUR)])
    found = features.boundaries()
    assert all((np.sign(lifted @ w) == labels).all() for labels, w in found)
    crossed = [labels.tolist() for labels, w in found if w[3] != 0.0]
    assert crossed == [[1.0, -1.0, 1.0, -1.0]]
