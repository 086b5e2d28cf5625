"""The axes of moves show the samples, with the scale that the kernel sees."""

import numpy as np
from drawings import OF_POINTS, RAW
from drawn import drawn

from kpca.figures import preimages


def test_both_axes_of_standardized_columns_have_the_scale_of_the_kernel():
    moves = OF_POINTS["moves of standardized columns"]
    (axes,) = drawn(moves.draw, *moves.data)[0].axes
    box, deviation = axes.get_window_extent(), RAW.std(axis=0)
    lengths = [box.width / np.ptp(axes.get_xlim()), box.height / np.ptp(axes.get_ylim())]
    np.testing.assert_allclose(lengths[0] * deviation[0], lengths[1] * deviation[1], rtol=1e-6)


def test_a_point_far_from_the_samples_does_not_squeeze_the_map():
    moves = OF_POINTS["a sample far away"]
    (axes,) = drawn(moves.draw, *moves.data)[0].axes
    for low, high in (axes.get_xlim(), axes.get_ylim()):
        assert low < 0.0
        assert 2.0 < high < 3.0
    assert axes.get_xlim()[1] > 2.5


def test_samples_that_are_all_equal_in_both_columns_have_axes():
    X = np.ones((3, 2))
    figure, _ = drawn(preimages.moves, X, X + 0.0, X, ["a", "b"])
    assert figure.axes[0].get_xlim() == (0.0, 2.0)
