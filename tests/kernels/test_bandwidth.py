"""The words for the width of a kernel are what others call them."""

import numpy as np
import pytest
from sklearn.svm import SVC

from kpca.kernels import bandwidth
from kpca.studies import datasets

IRIS, LABELS = datasets.iris()
LINE = np.array([[0.0], [1.0], [3.0], [7.0]])
"""Distances 1, 2, 3, 4, 6, 7; the variance is 7.1875."""

FUNCTIONS = [
    # The word, its power of a length, and its value for LINE and for two such columns.
    (bandwidth.scale, -2, 1.0 / 7.1875, 0.5 / 7.1875),
    (bandwidth.median, -2, 1.0 / 3.5**2, 0.5 / 3.5**2),
    (bandwidth.median_length, 1, 3.5, 3.5 * np.sqrt(2.0)),
    (bandwidth.median_city_block, -1, 1.0 / 3.5, 0.5 / 3.5),
]
each_function = pytest.mark.parametrize("find", [row[0] for row in FUNCTIONS])


@pytest.mark.parametrize(("find", "power", "value", "of_two_columns"), FUNCTIONS)
def test_the_words_by_hand_and_in_another_unit(find, power, value, of_two_columns):
    assert find(LINE) == pytest.approx(value, rel=1e-14, abs=0.0)
    assert find(np.hstack([LINE, LINE])) == pytest.approx(of_two_columns, rel=1e-14, abs=0.0)
    assert find(1000.0 * IRIS) / 1000.0**power == pytest.approx(find(IRIS), rel=1e-13, abs=0.0)


@pytest.mark.parametrize("find", [bandwidth.scale, bandwidth.median, bandwidth.median_length])
@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_points_whose_squares_are_no_numbers_have_no_width(find, size):
    with (
        np.errstate(all="ignore"),
        pytest.raises(bandwidth.BandwidthError),
    ):
        find(size * LINE)


def test_scale_is_that_of_scikit_learn():
    theirs = SVC(gamma="scale").fit(IRIS, LABELS)._gamma
    assert bandwidth.scale(IRIS) == pytest.approx(theirs, rel=1e-14, abs=0.0)
