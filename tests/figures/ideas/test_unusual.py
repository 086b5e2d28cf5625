"""Of two unusual samples each is above one limit only, and the map of one shows nothing."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from kpca import KernelPCA
from kpca.figures.ideas import unusual

OF = unusual.shown()
POINTS = np.array([*unusual.NEW.values()])


def test_each_of_the_three_new_samples_is_where_the_caption_says():
    np.testing.assert_array_equal(
        OF.new > OF.limits, [[False, False], [True, False], [False, True]]
    )
    assert (OF.new[0] < 0.2 * OF.limits).all()
    assert (OF.new[1, 0], OF.new[2, 1]) > tuple(OF.limits)
    assert OF.new[1, 0] > OF.old[:, 0].max() and OF.new[2, 1] > OF.old[:, 1].max()


def test_the_two_numbers_are_those_of_the_model():
    model = KernelPCA(1, kernel="linear").fit(OF.X)
    placed = model.transform(POINTS)[:, 0]
    assert OF.new[:, 1] == pytest.approx(-model.score_samples(POINTS), abs=1e-12)
    assert placed**2 / OF.new[:, 0] == pytest.approx(placed[0] ** 2 / OF.new[0, 0], abs=1e-9)
    assert abs(placed[2]) < 0.1 * np.abs(model.transform(OF.X)).max(), "the middle of the map"
    axis = np.linalg.svd(OF.X - OF.X.mean(axis=0))[2][0]
    np.testing.assert_allclose(np.abs(OF.axis), np.abs(axis), rtol=0, atol=1e-12)


def test_a_left_out_sample_is_above_a_limit_about_once_in_twenty():
    above = (OF.old > OF.limits).sum(axis=0)
    np.testing.assert_array_equal(above, [1, 1])


def test_what_is_drawn_is_that():
    unusual.two_ways(figure := Figure())
    _, chart = figure.axes
    drawn = np.vstack([part.get_offsets() for part in chart.collections])
    np.testing.assert_array_equal(drawn, np.vstack([OF.old, OF.new]))
    across, upward = (line.get_xydata() for line in chart.lines)
    assert (across[0, 0], upward[0, 1]) == tuple(OF.limits)
