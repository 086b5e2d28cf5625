"""The words for gamma are what others call them."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.svm import SVC

from kpca.kernels import bandwidth
from kpca.studies import datasets

WORDS = {"scale": bandwidth.SCALE, "median": bandwidth.MEDIAN}


def test_scale_is_that_of_scikit_learn():
    X, labels = datasets.iris()
    assert bandwidth.scale(X) == pytest.approx(
        SVC(gamma="scale").fit(X, labels)._gamma, rel=1e-14, abs=0.0
    )


def test_half_of_the_pairs_are_nearer_than_the_median():
    X, _ = datasets.wine()
    squared = pdist(X, "sqeuclidean")
    assert np.mean(squared * bandwidth.median(X) < 1.0) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("word", WORDS)
def test_gamma_times_a_squared_length_does_not_depend_on_the_unit(word):
    X, _ = datasets.iris()
    gamma = WORDS[word].find
    assert gamma(1000.0 * X) * 1e6 == pytest.approx(gamma(X), rel=1e-13, abs=0.0)


@pytest.mark.parametrize("word", WORDS)
def test_points_that_coincide_have_no_gamma(word):
    with pytest.raises(bandwidth.BandwidthError, match="is 0: no gamma follows"):
        WORDS[word].find(np.ones((5, 2)))


def test_the_words_by_hand():
    """Four numbers 0, 1, 3, 7: distances 1, 2, 3, 4, 6, 7; variance 115/16 - 1/2 by hand."""
    X = np.array([[0.0], [1.0], [3.0], [7.0]])
    assert bandwidth.median(X) == pytest.approx(1.0 / 3.5**2, rel=1e-14, abs=0.0)
    assert bandwidth.scale(X) == pytest.approx(1.0 / 7.1875, rel=1e-14, abs=0.0)
    assert bandwidth.scale(np.hstack([X, X])) == pytest.approx(0.5 / 7.1875, rel=1e-14, abs=0.0)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_points_whose_squares_are_no_numbers_have_no_gamma(word, size):
    X = size * np.array([[0.0], [1.0], [3.0]])
    with (
        np.errstate(all="ignore"),
        pytest.raises(bandwidth.BandwidthError, match="give gamma as a"),
    ):
        WORDS[word].find(X)


def test_small_points_have_a_large_gamma():
    assert bandwidth.scale(np.array([[0.0], [0.5]])) == 16.0
    assert bandwidth.median(np.array([[0.0], [0.5]])) == 4.0


@pytest.mark.parametrize(("length", "value"), [(1e200, "inf"), (1e-155, "2.5e-311")])
def test_a_gamma_that_is_no_number_is_refused(length, value):
    with (
        np.errstate(over="ignore"),
        pytest.raises(bandwidth.BandwidthError, match=f"is {value}: no gamma follows"),
    ):
        bandwidth.scale(np.array([[0.0], [length]]))


def test_gamma_times_a_squared_distance_is_two_in_the_mean_where_the_columns_have_equal_means():
    X, _ = datasets.iris()
    Y = X - X.mean(axis=0)
    mean = 2.0 * pdist(Y, "sqeuclidean").sum() / len(Y) ** 2
    assert bandwidth.scale(Y) * mean == pytest.approx(2.0, rel=1e-12, abs=0.0)
    assert bandwidth.scale(X) * mean == pytest.approx(0.583, abs=1e-3)
