"""The path ends at the pre-image, which is nearer than every sample and not at the projection."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import preimage
from kpca.preimages.methods import FixedPoint

OF = preimage.search()


def test_each_step_comes_nearer_and_the_last_one_is_the_pre_image_of_the_library():
    distances = OF.distance(OF.path)
    assert (np.diff(distances) < 0.0).all()
    # With the mean, as the page has it.
    assert OF.target.W.sum() == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_array_equal(OF.path[0], preimage.NOISY[0])
    own = FixedPoint()(OF.target, preimage.NOISY)
    assert own.converged.all()
    np.testing.assert_allclose(OF.path[-1], own.points[0], rtol=0, atol=2e-3)
    assert len(OF.path) > 4


def test_the_end_is_nearer_than_every_sample_and_above_the_bound():
    end = OF.distance(OF.path[-1:])[0]
    assert end < OF.distance(OF.X).min() - 0.05
    assert end > OF.target.lower_bound[0] + 0.2


def test_no_point_of_the_plane_is_clearly_nearer():
    sides = np.linspace(-1.6, 1.6, 81)
    plane = np.column_stack([side.ravel() for side in np.meshgrid(sides, sides)])
    assert OF.distance(plane).min() > OF.distance(OF.path[-1:])[0] - 1e-4


def test_the_path_the_samples_and_the_distances_are_drawn():
    preimage.nearest(figure := Figure())
    plane, steps = figure.axes
    np.testing.assert_array_equal(plane.lines[0].get_xydata(), OF.path)
    distances = steps.lines[0].get_ydata()
    np.testing.assert_array_equal(distances, OF.distance(OF.path))
    assert steps.lines[1].get_ydata()[0] == OF.distance(OF.X).min()
    assert steps.lines[2].get_ydata()[0] == OF.target.lower_bound[0]


def test_on_the_curve_of_the_example_the_pre_images_are_those_of_the_page():
    (P, y), (P_0, y_0) = preimage.projected().values()
    np.testing.assert_allclose([P[1:], P_0[1:]], [[8**0.5, 2 / 3], [8**0.5, 0.0]], atol=1e-12)
    # With the mean the first feature is 1 as that of all points, and without it 0.
    assert [P[0], P_0[0]] == pytest.approx([1.0, 0.0], abs=1e-12)
    assert y**3 + y / 3 == pytest.approx(2.0, abs=1e-8)
    assert y_0 == pytest.approx(1.0, abs=1e-8)


def test_the_nearest_feature_of_the_curve_is_drawn_at_the_end_of_the_line_from_the_projection():
    preimage.on_curve(figure := Figure())
    t = np.linspace(-1.5, 2.2, 3701)
    for axes, (P, y) in zip(figure.axes, preimage.projected().values(), strict=True):
        curve = np.column_stack([np.sqrt(2.0) * t, t**2])
        nearest = np.argmin(((curve - P[1:]) ** 2).sum(axis=1))
        assert t[nearest] == pytest.approx(y, abs=1e-3)
        line = next(one for one in axes.lines if np.array_equal(one.get_xydata()[0], P[1:]))
        np.testing.assert_allclose(line.get_xydata()[1], [np.sqrt(2.0) * y, y**2], atol=1e-12)
        assert axes.get_aspect() == 1.0
        lines = {one.get_label(): one for one in axes.lines}
        assert {*lines["component 1"].get_ydata()} == {P[2]}
        (dashed,) = [one for one in axes.lines if one.get_linestyle() == "--"]
        np.testing.assert_allclose(dashed.get_xydata(), [[8**0.5, 4.0], P[1:]], atol=1e-12)
