"""Of two unusual samples each is above one limit only, and the map of one shows nothing."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import unusual
from kpca import KernelPCA

OF = unusual.shown()
POINTS = np.array([*unusual.NEW.values()])


def test_each_of_the_three_new_samples_is_where_the_caption_says():
    np.testing.assert_array_equal(
        OF.new > OF.limits, [[False, False], [True, False], [False, True]]
    )
    assert (OF.new[0] < 0.2 * OF.limits).all()
    assert OF.new[1, 0] > OF.old[:, 0].max() and OF.new[2, 1] > OF.old[:, 1].max()


def test_the_two_numbers_are_those_of_the_model():
    model = KernelPCA(1, kernel="linear").fit(OF.X)
    placed = model.transform(POINTS)[:, 0]
    assert OF.new[:, 1] == pytest.approx(-model.score_samples(POINTS), abs=1e-12)
    assert placed**2 / OF.new[:, 0] == pytest.approx(placed[0] ** 2 / OF.new[0, 0], abs=1e-9)
    assert abs(placed[2]) < 0.1 * np.abs(model.transform(OF.X)).max(), "the middle of the map"
    axis = np.linalg.svd(OF.X - OF.X.mean(axis=0))[2][0]
    np.testing.assert_allclose(np.abs(OF.axis), np.abs(axis), rtol=0, atol=1e-12)


def test_of_forty_left_out_samples_the_limit_is_the_second_largest():
    np.testing.assert_array_equal(np.sort(OF.old, axis=0)[-2], OF.limits)


def test_what_is_drawn_is_that():
    unusual.two_ways(figure := Figure())
    plane, chart = figure.axes
    drawn = np.vstack([part.get_offsets() for part in chart.collections])
    np.testing.assert_array_equal(drawn, np.vstack([OF.old, OF.new]))
    across, upward = (line.get_xydata() for line in chart.lines)
    assert (across[0, 0], upward[0, 1]) == tuple(OF.limits)
    samples, *marked = plane.collections
    np.testing.assert_array_equal(samples.get_offsets(), OF.X)
    assert [part.get_label() for part in marked] == [*unusual.NEW]
    np.testing.assert_array_equal([part.get_offsets()[0] for part in marked], POINTS)
    component, *perpendiculars = plane.lines
    mean, end = np.array([component.get_xy1(), component.get_xy2()])
    np.testing.assert_allclose([mean, end - mean], [OF.X.mean(axis=0), OF.axis], atol=1e-15)
    for line, point in zip(perpendiculars, POINTS, strict=True):
        start, foot = line.get_xydata()
        np.testing.assert_array_equal(start, point)
        assert (point - foot) @ OF.axis == pytest.approx(0.0, abs=1e-12)
        across_axis = (foot - mean) @ [-OF.axis[1], OF.axis[0]]
        assert across_axis == pytest.approx(0.0, abs=1e-12)
